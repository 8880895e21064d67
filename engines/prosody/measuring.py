"""How a recording is spoken, in numbers: pitch, its movements, rate, loudness and pauses; see `engines.prosody.example`
for what they mean once it is known who speaks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.audio.pitch import HOP_SECONDS, track_pitch
from engines.prosody.syllables import nuclei, smoothed, vowel_levels
from engines.types import FloatArray
from engines.voices.measurements import Recording
from engines.voices.speech_detection import RATE, Stretch

PHRASE_SPREAD = 0.2 / HOP_SECONDS
BASE_PERCENTILE = 7.64
_FARTHEST = 14.0
_SHORTEST_SLOPE = 0.8
_LONGEST_PAUSE = 1.5
"""Seconds; longer silence is somebody else's turn or the end of a take."""


@dataclass(frozen=True, slots=True)
class Prosody:
    """Of a recording, absolute."""

    speech: float
    voiced: float
    base: float
    mean: float
    spread: float
    slow: float
    fast: float
    slope: float
    final: float
    rate: float
    level: float
    level_spread: float
    pauses: int
    pause_seconds: float
    phrases: int
    nuclei: int


def semitones(hz):
    return 12 * np.log2(hz / 100.0)


def prosody_of(recording: Recording) -> Prosody:
    f0 = track_pitch(recording.sound, RATE)
    levels = vowel_levels(recording.sound)
    n = min(len(f0), len(levels))
    f0, levels = f0[:n], levels[:n]
    phrases = recording.phrases
    inside = np.zeros(n, bool)
    frames = [slice(round(a / HOP_SECONDS), min(n, round(b / HOP_SECONDS))) for a, b in phrases]
    for f in frames:
        inside[f] = True
    voiced = (f0 > 0) & inside
    st = np.where(f0 > 0, semitones(np.maximum(f0, 1.0)), 0.0)
    middle = np.median(st[voiced])
    voiced &= np.abs(st - middle) < _FARTHEST
    v = st[voiced]
    slow, fast, slopes, finals = [], [], [], []
    for f in frames:
        at = np.flatnonzero(voiced[f])
        if len(at) < 8:
            continue
        y = st[f][at]
        whole = np.interp(np.arange(f.stop - f.start), at, y)
        s = smoothed(whole, PHRASE_SPREAD)[at]
        slow.append(s)
        fast.append(y - s)
        if len(at) * HOP_SECONDS > 0.4 and (at[-1] - at[0]) * HOP_SECONDS > _SHORTEST_SLOPE:
            t = at * HOP_SECONDS
            slopes.append((np.polyfit(t, y, 1)[0], at[-1] - at[0]))
            last = at[-1]
            end = y[at > last - 10]
            before = y[(at <= last - 16) & (at > last - 48)]
            if len(end) > 3 and len(before) > 6:
                finals.append(np.median(end) - np.median(before))
    peaks = nuclei(levels, voiced)
    seconds = sum(p.seconds for p in phrases)
    gaps = [min(b.start - a.end, _LONGEST_PAUSE) for a, b in zip(phrases, phrases[1:])]
    power = recording.power[recording.speaking]
    return Prosody(
        seconds, len(v) * HOP_SECONDS, float(np.percentile(v, BASE_PERCENTILE)), float(v.mean()), float(v.std()),
        float(np.concatenate(slow).std()), float(np.concatenate(fast).std()),
        float(np.average([s for s, _ in slopes], weights=[w for _, w in slopes])) if slopes else np.nan,
        float(np.mean(finals)) if finals else np.nan, len(peaks) / seconds,
        float(10 * np.log10(power.mean() + 1e-12)), float(levels[peaks].std()) if len(peaks) > 2 else np.nan,
        len(gaps), float(sum(gaps)), len(phrases), len(peaks),
    )
