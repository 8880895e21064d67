"""Streaming sample-rate conversion with an exact length."""

from __future__ import annotations

import numpy as np
import soxr

from engines.types import FloatArray

_EMPTY: FloatArray = np.zeros(0, np.float32)


class Resampler:
    """Converts mono audio that arrives in pieces from one sample rate to another.

    The output starts at the same instant as the input (the delay of the filter is compensated) and has
    `resampled_length` samples in all. soxr's very high quality is used: for speech it costs under 0.1 % of real time,
    and its error (-150 dB for a sine) is below the step of 24-bit audio, which that of the next lower quality is not.

    Parameters
    ----------
    source_rate, rate
        Input and output sample rate, Hz. Equal rates pass the audio through untouched.
    """

    def __init__(self, source_rate: int, rate: int) -> None:
        self._source_rate = source_rate
        self._rate = rate
        self._taken = 0
        self._given = 0
        self._stream = None if source_rate == rate else soxr.ResampleStream(source_rate, rate, 1, "float32", "VHQ")

    def push(self, samples: FloatArray) -> FloatArray:
        """Take [N] samples and return those that are ready; the last few milliseconds stay inside."""
        if self._stream is None:
            return samples
        self._taken += len(samples)
        ready: FloatArray = self._stream.resample_chunk(np.ascontiguousarray(samples, np.float32))
        self._given += len(ready)
        return ready

    def flush(self) -> FloatArray:
        """End the audio and return the samples still inside. Call it once."""
        if self._stream is None:
            return _EMPTY
        rest: FloatArray = self._stream.resample_chunk(_EMPTY, last=True)
        # soxr may be one sample off where the exact length falls half-way between two samples.
        missing = resampled_length(self._taken, self._source_rate, self._rate) - self._given - len(rest)
        return np.pad(rest, (0, missing)) if missing > 0 else rest[: len(rest) + missing]


def resampled_length(frames: int, source_rate: int, rate: int) -> int:
    """Samples that `frames` samples at `source_rate` become at `rate`: the nearest whole number, halves upwards."""
    return (2 * frames * rate + source_rate) // (2 * source_rate)
