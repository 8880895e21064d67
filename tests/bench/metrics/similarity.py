"""How like a speaker a voice is: on a scale from other speakers, 0, to other recordings of the same speaker, 100.

A speaker is the mean direction of recordings that no voice is made of. The scale is set by real speech: pieces as long
as a sentence of each judged speaker's reference, against that speaker's other recordings (100) and against those of all
other speakers (0). An embedder hears the recording channel as well as the voice, so one of the measures flattens it
first: the long-term spectrum of everything, voices and recordings alike, is brought to one common spectrum, which takes
away a little of the true timbre too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.types import FloatArray
from tests.bench.metrics.embedders import RATE, Embedder, mean_direction

_LEVEL = 0.045
"""RMS that everything is brought to: the d-vector hears level."""
_PIECE_SECONDS = 3.5
_SIZE = 1024
_SMOOTH_BINS = 15
_STEEPEST = 4.0
"""Nepers that flattening raises or lowers a frequency at most."""


@dataclass(frozen=True, eq=False)
class Recordings:
    """Of one speaker, [N] mono samples at 16 kHz each."""

    reference: FloatArray
    """What voices are made of."""
    others: tuple[FloatArray, ...]
    """What they are judged by; not in the reference."""


class Likeness(NamedTuple):
    """How like a speaker speech is, per cent of the scale; real speech of the same speaker is about 100."""

    independent: float
    """By an embedder that nothing is optimised for: *ind*."""
    flattened: float
    """By the same, the recording channel taken away: *indEQ*."""
    fitted: float
    """By the embedder that voices may be fitted with: *res*."""


@dataclass(frozen=True, eq=False)
class Scale:
    """One embedder, what is done to speech before it, and its cosines of real speech."""

    embedder: Embedder
    prepare: Callable[[FloatArray], FloatArray]
    clips: Mapping[str, FloatArray]
    """Directions [n, C] of the other recordings of every speaker."""
    low: float
    """Mean cosine of real speech with other speakers."""
    high: float
    """Mean cosine of real speech with other recordings of the same speaker."""

    @classmethod
    def fit(
        cls,
        embedder: Embedder,
        prepare: Callable[[FloatArray], FloatArray],
        recordings: Mapping[str, Recordings],
        judged: Iterable[str],
    ) -> Scale:
        """Set the ends by the `judged` of the speakers of `recordings`."""
        clips = {
            name: np.stack([embedder.embed(prepare(clip)) for clip in spoken.others])
            for name, spoken in recordings.items()
        }
        speakers = {name: mean_direction(directions) for name, directions in clips.items()}
        same, different = [], []
        for name in judged:
            for piece in pieces(recordings[name].reference):
                heard = embedder.embed(prepare(piece))
                same.append(float(heard @ speakers[name]))
                different += [float(heard @ other) for key, other in speakers.items() if key != name]
        return cls(embedder, prepare, clips, float(np.mean(different)), float(np.mean(same)))

    def similarity(self, samples: FloatArray, speaker: str, *, without: int | None = None) -> float:
        """Of [N] samples at 16 kHz to a speaker, or to all but one of the speaker's recordings."""
        clips = self.clips[speaker] if without is None else np.delete(self.clips[speaker], without, axis=0)
        cosine = float(self.embedder.embed(self.prepare(samples)) @ mean_direction(clips))
        return 100 * (cosine - self.low) / (self.high - self.low)


class Panel:
    """All three measures of likeness.

    Parameters
    ----------
    independent, fitted
        The embedder that nothing is optimised for, and the one that voices may be fitted with.
    recordings
        Every speaker there is: the more, the better is "another speaker" known.
    judged
        Those who set the scale.
    """

    def __init__(
        self, independent: Embedder, fitted: Embedder, recordings: Mapping[str, Recordings], judged: Sequence[str]
    ) -> None:
        self._recordings = recordings
        common = common_spectrum(recordings)
        preparations: tuple[tuple[Embedder, Callable[[FloatArray], FloatArray]], ...] = (
            (independent, level),
            (independent, lambda samples: equalise(samples, common)),
            (fitted, level),
        )
        self.scales = tuple(Scale.fit(embedder, prepare, recordings, judged) for embedder, prepare in preparations)

    def judge(self, samples: FloatArray, speaker: str) -> Likeness:
        """[N] samples at 16 kHz."""
        return Likeness(*(scale.similarity(samples, speaker) for scale in self.scales))

    def judge_real_speech(self, speaker: str) -> Likeness:
        """A speaker's recordings, the first seconds of each against the others: about 100 if the scale is right."""
        others = self._recordings[speaker].others
        return Likeness(
            *(
                float(np.mean([scale.similarity(pieces(o)[0], speaker, without=i) for i, o in enumerate(others)]))
                for scale in self.scales
            )
        )


def level(samples: FloatArray) -> FloatArray:
    """Without offset, at the RMS of all that is compared."""
    centred = samples - samples.mean()
    levelled: FloatArray = (centred * (_LEVEL / np.sqrt((centred**2).mean() + 1e-12))).astype(np.float32)
    return levelled


def pieces(reference: FloatArray) -> list[FloatArray]:
    """The first and the last 3.5 s, about as long as a sentence; all of it if there is no more."""
    size = int(_PIECE_SECONDS * RATE)
    return [reference[:size], reference[-size:]] if len(reference) > size else [reference]


def long_term_spectrum(samples: FloatArray) -> NDArray[np.float64]:
    """Log power [513], smoothed, of the loudest 40 % of frames of 64 ms every 16."""
    padded = np.pad(samples.astype(np.float64), (0, max(0, _SIZE - len(samples))))
    frames = np.lib.stride_tricks.sliding_window_view(padded, _SIZE)[::256] * np.hanning(_SIZE)
    power = np.abs(np.fft.rfft(frames, axis=1)) ** 2
    energy = power.sum(axis=1)
    mean = power[energy >= np.percentile(energy, 60)].mean(axis=0)
    kernel = np.hanning(_SMOOTH_BINS) / np.hanning(_SMOOTH_BINS).sum()
    return np.convolve(np.pad(np.log(mean + 1e-9), _SMOOTH_BINS // 2, mode="edge"), kernel, "valid")


def equalise(samples: FloatArray, spectrum: NDArray[np.float64]) -> FloatArray:
    """[N] samples whose long-term spectrum has the shape of `spectrum`, by one symmetric FIR of 1024 taps; levelled."""
    gain = (spectrum - long_term_spectrum(samples)) / 2
    gain = np.clip(gain - gain.mean(), -_STEEPEST, _STEEPEST)
    taps = np.roll(np.fft.irfft(np.exp(gain)), _SIZE // 2) * np.hanning(_SIZE)
    size = len(samples) + _SIZE
    filtered = np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(taps, size), size)
    return level(filtered[_SIZE // 2 : _SIZE // 2 + len(samples)].astype(np.float32))


def common_spectrum(recordings: Mapping[str, Recordings]) -> NDArray[np.float64]:
    """The mean long-term spectrum of speakers, each counted once."""
    spectra = [
        np.mean([long_term_spectrum(level(clip)) for clip in spoken.others], axis=0) for spoken in recordings.values()
    ]
    mean: NDArray[np.float64] = np.mean(spectra, axis=0)
    return mean
