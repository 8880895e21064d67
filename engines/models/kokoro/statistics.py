"""The statistics that the generator normalises with when it runs in windows.

The network was trained to normalise every channel over the whole utterance, which a stream does not have. Statistics
fixed for a voice make every window equal to the whole, but a short utterance is half silence and a long one a fifth,
and that moves them a great deal: constant means were up to 0.3 standard deviations off, and two words came out 7 dB too
soft. So a voice keeps the moments of its speech, of its silence and of silence in which the pitch is still on, and a
segment mixes them by its own shares of these, which its plan tells. That leaves means within 0.05.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile

import numpy as np

from engines.audio.colour import BINS
from engines.files import replacing
from engines.models.kokoro.source import VOICED_ABOVE_HZ
from engines.types import FloatArray

SILENT_ENERGY = 0.0
"""Predicted energy below this is silence: on four voices in three languages the share of such half frames agreed
with the share of audio under -60 dBFS within 0.01."""
_PULL = 1e-3


@dataclass(frozen=True, eq=False)
class Statistics:
    """Mean and variance of every normalised channel of the generator, [generator_channels_total] each."""

    mean: FloatArray
    variance: FloatArray


class Shares(NamedTuple):
    """What a segment consists of, as parts of its length."""

    silence: float
    voiced_silence: float
    """Part of `silence`: predicted energy is off, but pitch is on, so that the source still sounds."""

    @classmethod
    def of(cls, f0: FloatArray, energy: FloatArray) -> Shares:
        """Shares of a plan's half frames."""
        silent = energy < SILENT_ENERGY
        return cls(float(silent.mean()), float((silent & (f0 > VOICED_ABOVE_HZ)).mean()))

    def weights(self) -> list[float]:
        """Of speech, of silence, and of what voiced silence adds to plain silence."""
        return [1.0 - self.silence, self.silence, self.voiced_silence]


@dataclass(frozen=True, eq=False)
class VoiceStatistics:
    """First and second moments of every channel by what is heard: rows in the order of `Shares.weights`."""

    mean: FloatArray
    """[3, generator_channels_total]"""
    square: FloatArray
    """[3, generator_channels_total]"""
    least_variance: FloatArray
    """[generator_channels_total] a floor for what the mixture gives outside the range it was fitted on."""
    spectrum: FloatArray
    """[BINS] of what the voice said while it was measured; see `engines.audio.colour`."""

    @classmethod
    def unknown(cls, channels: int) -> VoiceStatistics:
        """Of a voice that has yet to be measured: mean 0 and variance 1."""
        return cls.fit([(Shares(0.0, 0.0), Statistics(np.zeros(channels, np.float32), np.ones(channels, np.float32)))])

    @classmethod
    def fit(cls, measured: Sequence[tuple[Shares, Statistics]], spectrum: FloatArray | None = None) -> VoiceStatistics:
        """Least squares over whole segments, each a mixture; without a `spectrum` it is taken for even.

        What voiced silence adds is pulled to nothing a little, because some voices never have any.
        """
        weights = np.array([shares.weights() for shares, _ in measured])
        means = np.stack([statistics.mean for _, statistics in measured]).astype(np.float64)
        variances = np.stack([statistics.variance for _, statistics in measured]).astype(np.float64)
        normal = np.linalg.pinv(weights.T @ weights + np.diag([0.0, 0.0, _PULL])) @ weights.T
        return cls(
            (normal @ means).astype(np.float32),
            (normal @ (variances + means**2)).astype(np.float32),
            (variances.min(axis=0) / 2).astype(np.float32),
            np.zeros(BINS, np.float32) if spectrum is None else spectrum,
        )

    def at(self, shares: Shares) -> Statistics:
        """The statistics of a segment that consists of these shares."""
        weights = np.array(shares.weights(), np.float32)
        mean = weights @ self.mean
        return Statistics(mean, np.maximum(weights @ self.square - mean**2, self.least_variance))

    def save(self, path: Path) -> None:
        """Write the file as a whole; its folder is made. Raises OSError."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            np.savez(file, allow_pickle=False, **{f.name: getattr(self, f.name) for f in fields(self)})

    @classmethod
    def load(cls, path: Path, channels: int) -> VoiceStatistics | None:
        """Read a saved file; None if it is absent, damaged or of another size, since it can be measured again."""
        try:
            # Opened here: numpy leaves a damaged archive open.
            with path.open("rb") as file, np.load(file, allow_pickle=False) as table:
                arrays = [table[f.name] for f in fields(cls)]
        except (OSError, ValueError, KeyError, EOFError, BadZipFile):
            return None
        loaded = cls(*arrays)
        return loaded if loaded.fits(channels) else None

    def fits(self, channels: int) -> bool:
        """Whether these are finite statistics of so many channels."""
        arrays = (self.mean, self.square, self.least_variance, self.spectrum)
        shapes = ((3, channels), (3, channels), (channels,), (BINS,))
        return all(a.shape == s and bool(np.isfinite(a).all()) for a, s in zip(arrays, shapes, strict=True))
