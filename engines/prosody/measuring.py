"""How a recording is spoken, in numbers: its pitch and how that moves, its rate, loudness and pauses.

They are those by which vocal expression is described (Scherer, Speech Communication 40, 2003): central tendency and
range of F0, its course over phrases and at their ends, its movement within them, articulation rate, the range of the
intensity, and pauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engines.audio.analysis import band_centres
from engines.audio.pitch import HOP_SECONDS, track_pitch
from engines.audio.tilt import CORNER_HZ
from engines.prosody.movement import movement
from engines.prosody.speech_rate import spectra, speech_rate, syllables, vowel_levels
from engines.types import FloatArray
from engines.voices.measurements import Recording
from engines.voices.speech_detection import RATE, Stretch

CEPSTRA = 12
_Curve = NDArray[np.float64]

_BASE_PERCENTILE = 7.64
"""Of F0: a level that a speaker keeps however lively the speech (Lindh and Eriksson, "Robustness of long time measures
of fundamental frequency", Interspeech 2007)."""
_REFERENCE_HZ = 100.0
_FARTHEST = 10.0
"""Semitones from the median, where F0 is an error of the tracker by an octave, or a creak."""
_LONGEST_PAUSE = 1.5
"""Seconds; of longer silence so much counts, for the rest is somebody else's turn or the end of a take."""
_SHORTEST_PHRASE = 0.7
"""Seconds of voice from end to end; a shorter one has no course."""
_FINAL_SECONDS, _BEFORE_SECONDS, _GAP_SECONDS = 0.12, 0.35, 0.08
_MOST_FINAL = 6.0
"""Semitones; a farther jump is an error of the tracker, in a voice that creaks."""
_HIGHEST_HZ, _DEEPEST_DB = 4000.0, 50.0
"""What a telephone lets through, and what noise leaves."""
_FEWEST_VOICED = 40
_FEWEST_SYLLABLES = 5


@dataclass(frozen=True, slots=True, eq=False)
class Prosody:
    """Of one recording of one speaker, absolute."""

    speech: float
    """Seconds of phrases, without the pauses between them."""
    mean: float
    """Of F0, semitones above 100 Hz."""
    base: float
    """The level that F0 falls back to, likewise."""
    spread: float
    """Standard deviation of F0, semitones."""
    movement: float
    """Share of the spread that is movement within phrases, syllable by syllable."""
    slope: float
    """Of F0 from the start to the end of phrases, semitones."""
    final: float
    """Of F0 at the end of phrases, against what comes before it, semitones."""
    rate: float
    """Syllables a second of speech."""
    level: float
    """Of speech, dB; says something only beside another recording made in the same way."""
    dynamics: float
    """Standard deviation of the level of syllables, dB."""
    tilt: float
    """Of what is above 1.2 kHz in voiced sounds, against what is below, dB."""
    pauses: float
    """Seconds between phrases."""
    cepstrum: _Curve
    """[CEPSTRA] mean of voiced sounds, which tells a large body from a small one: dB, below 4 kHz, in any recording."""


def prosody_of(recording: Recording) -> Prosody | None:
    """Measure a recording; None if too little is spoken in it to tell anything."""
    f0 = track_pitch(recording.sound, RATE)
    bands = spectra(recording.sound)
    count = min(len(f0), len(bands))
    f0, bands = f0[:count], bands[:count]
    phrases = _frames(recording.phrases, count)
    pitch = np.where(f0 > 0, 12 * np.log2(np.maximum(f0, 1.0) / _REFERENCE_HZ), 0.0)
    speaking = np.zeros(count, np.bool_)
    for phrase in phrases:
        speaking[phrase] = True
    voiced = speaking & (f0 > 0)
    if voiced.sum() < _FEWEST_VOICED:
        return None
    voiced &= np.abs(pitch - np.median(pitch[voiced])) < _FARTHEST
    levels = vowel_levels(bands)
    peaks = syllables(levels, voiced)
    if voiced.sum() < _FEWEST_VOICED or len(peaks) < _FEWEST_SYLLABLES:
        return None
    heights = pitch[voiced]
    within = np.concatenate([movement(pitch[phrase], voiced[phrase])[voiced[phrase]] for phrase in phrases])
    slope, final = _course(pitch, voiced, phrases)
    return Prosody(
        speech=sum(phrase.seconds for phrase in recording.phrases),
        mean=float(heights.mean()),
        base=float(np.percentile(heights, _BASE_PERCENTILE)),
        spread=float(heights.std()),
        movement=float(within.std() / max(heights.std(), 1e-3)),
        slope=slope,
        final=final,
        rate=speech_rate(bands, len(peaks), speaking),
        level=float(10 * np.log10(recording.power[recording.speaking].mean() + 1e-12)),
        dynamics=float(levels[peaks].std()),
        tilt=_tilt(bands[voiced]),
        pauses=_pauses(recording.phrases),
        cepstrum=_cepstrum(bands[voiced]),
    )


def _frames(phrases: Sequence[Stretch], count: int) -> list[slice]:
    return [slice(round(start / HOP_SECONDS), min(round(end / HOP_SECONDS), count)) for start, end in phrases]


def _cepstrum(bands: FloatArray) -> _Curve:
    heard = bands[:, band_centres(RATE, bands.shape[1]) < _HIGHEST_HZ].astype(np.float64)
    count = heard.shape[1]
    heard = np.maximum(heard, heard.max(axis=1, keepdims=True) - _DEEPEST_DB)
    angles = np.pi * np.arange(1, CEPSTRA + 1)[:, None] * (np.arange(count) + 0.5) / count
    return np.asarray(np.cos(angles) * np.sqrt(2 / count) @ heard.mean(axis=0))


def _tilt(bands: FloatArray) -> float:
    power = (10 ** (bands / 10)).mean(axis=0)
    high = band_centres(RATE, bands.shape[1]) > CORNER_HZ
    return float(10 * np.log10(power[high].sum() + 1e-12) - 10 * np.log10(power[~high].sum() + 1e-12))


def _pauses(phrases: Sequence[Stretch]) -> float:
    return float(sum(min(after.start - before.end, _LONGEST_PAUSE) for before, after in pairwise(phrases)))


def _course(pitch: _Curve, voiced: NDArray[np.bool_], phrases: Sequence[slice]) -> tuple[float, float]:
    """Slope and final movement, means of all phrases that have a course, the longer counting more; else 0."""
    slopes, finals, weights = [0.0], [0.0], [1e-9]
    for phrase in phrases:
        at = np.flatnonzero(voiced[phrase])
        heights = pitch[phrase][at]
        if len(at) < 2 or (at[-1] - at[0]) * HOP_SECONDS < _SHORTEST_PHRASE:
            continue
        before_end = (at[-1] - at) * HOP_SECONDS
        end = heights[before_end < _FINAL_SECONDS]
        before = heights[(before_end >= _FINAL_SECONDS + _GAP_SECONDS) & (before_end < _BEFORE_SECONDS + 0.25)]
        slopes.append(float(np.polyfit(at / (at[-1] - at[0]), heights, 1)[0]))
        moved = float(np.median(end) - np.median(before)) if len(before) else 0.0
        finals.append(float(np.clip(moved, -_MOST_FINAL, _MOST_FINAL)))
        weights.append(float(at[-1] - at[0]))
    return float(np.average(slopes, weights=weights)), float(np.average(finals, weights=weights))
