"""The statistics that the generator normalises with when it runs in windows.

The network was trained to normalise every channel over the whole utterance, which a stream does not have. Statistics
fixed for a voice make every window equal to the whole, but a short utterance is a third to a half silence and a long
one a fifth, and that moves them a great deal: fixed means cost up to 7 dB of level on two words. So a voice keeps the
moments of speech and of silence apart, and a segment mixes them by its own share of silence, which its plan tells.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from engines.types import FloatArray


@dataclass(frozen=True, eq=False)
class Statistics:
    """Mean and variance of every normalised channel of the generator, [generator_channels_total] each."""

    mean: FloatArray
    variance: FloatArray


@dataclass(frozen=True, eq=False)
class Measurement:
    """The statistics of one whole segment."""

    frames: int
    silence: float
    """Share of its half frames that are silent, 0 to 1."""
    statistics: Statistics


@dataclass(frozen=True, eq=False)
class VoiceStatistics:
    """First and second moments of every channel, in speech and in silence, [generator_channels_total] each."""

    speech_mean: FloatArray
    speech_square: FloatArray
    silence_mean: FloatArray
    silence_square: FloatArray
    least_variance: FloatArray
    """A floor for what the mixture gives outside the range it was fitted on."""

    @classmethod
    def fit(cls, measured: Sequence[Measurement]) -> VoiceStatistics:
        """Least squares over whole segments, each a mixture of speech and silence, weighted by length."""
        weight = np.sqrt([m.frames for m in measured])
        shares = np.array([[1.0 - m.silence, m.silence] for m in measured]) * weight[:, None]
        means = np.stack([m.statistics.mean for m in measured]).astype(np.float64)
        variances = np.stack([m.statistics.variance for m in measured]).astype(np.float64)

        def parts(moments: np.ndarray) -> tuple[FloatArray, FloatArray]:
            speech, silence = np.linalg.lstsq(shares, moments * weight[:, None], rcond=None)[0]
            return speech.astype(np.float32), silence.astype(np.float32)

        speech_mean, silence_mean = parts(means)
        speech_square, silence_square = parts(variances + means**2)
        floor = (variances.min(axis=0) / 2).astype(np.float32)
        return cls(speech_mean, speech_square, silence_mean, silence_square, floor)

    def at(self, silence: float) -> Statistics:
        """The statistics of a segment with that share of silence."""
        mean = (1.0 - silence) * self.speech_mean + silence * self.silence_mean
        square = (1.0 - silence) * self.speech_square + silence * self.silence_square
        return Statistics(mean, np.maximum(square - mean**2, self.least_variance))

    def save(self, path: Path) -> None:
        """Write under a name of this process alone, then move into place."""
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{os.getpid()}")
        with temporary.open("wb") as file:
            np.savez(file, allow_pickle=False, **{f.name: getattr(self, f.name) for f in fields(self)})
        temporary.replace(path)

    @classmethod
    def load(cls, path: Path, channels: int) -> VoiceStatistics | None:
        """Read a saved file; None if it is absent, damaged or of another size, since it can be measured again."""
        try:
            # Opened here: numpy leaves a damaged archive open.
            with path.open("rb") as file, np.load(file, allow_pickle=False) as table:
                arrays = [table[f.name] for f in fields(cls)]
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            return None
        whole = all(a.shape == (channels,) and np.isfinite(a).all() for a in arrays)
        return cls(*arrays) if whole else None
