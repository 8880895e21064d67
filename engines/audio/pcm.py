"""Audio as bytes: sample formats, dither and protection against overload."""

from __future__ import annotations

from enum import Enum

import numpy as np
from numpy.typing import NDArray

from engines.audio.resample import Resampler
from engines.errors import AudioFileError
from engines.types import FloatArray

_DITHER_SEED = 0x71B3


class SampleFormat(Enum):
    """How one sample is stored; always little-endian."""

    PCM_16 = "16"
    PCM_24 = "24"
    FLOAT_32 = "float"

    @property
    def width(self) -> int:
        """Bytes a sample."""
        return {SampleFormat.PCM_16: 2, SampleFormat.PCM_24: 3, SampleFormat.FLOAT_32: 4}[self]


class PcmEncoder:
    """Turns float32 audio that arrives in pieces into bytes of a sample format and rate.

    Integer formats are clipped, never wrapped around; float keeps what is above full scale.

    16-bit audio gets triangular dither of two steps peak to peak, so that quiet endings fade into a steady, inaudible
    noise at -96 dBFS rather than into distortion; the noise is the same every time, so equal audio gives equal files,
    and samples that are exactly zero stay zero, so a pause remains digital silence. 24-bit audio gets none: its step
    is the resolution of the float32 samples that come in.

    Parameters
    ----------
    source_rate, rate
        Input and output sample rate, Hz.
    sample_format
        The format of the output.
    """

    def __init__(self, source_rate: int, rate: int, sample_format: SampleFormat) -> None:
        self._resampler = Resampler(source_rate, rate)
        self._format = sample_format
        self._random = np.random.default_rng(_DITHER_SEED)
        self.clipped = 0
        """Samples that were above full scale and were clipped so far."""

    def encode(self, samples: FloatArray) -> bytes:
        """Bytes for [N] samples, full scale at 1.0. Raises AudioFileError if any is not a finite number."""
        return self._pack(self._resampler.push(samples))

    def finish(self) -> bytes:
        """Bytes for the samples that resampling still held back. Call it once."""
        return self._pack(self._resampler.flush())

    def _pack(self, samples: FloatArray) -> bytes:
        if not np.isfinite(samples).all():
            raise AudioFileError("The audio holds values that are not numbers, so it was not written; render it again.")
        if self._format is SampleFormat.FLOAT_32:
            return samples.astype("<f4").tobytes()
        bits = 8 * self._format.width
        top = 2 ** (bits - 1)
        self.clipped += int(np.count_nonzero(np.abs(samples) > 1.0))
        steps = samples.astype(np.float64) * top
        if self._format is SampleFormat.PCM_16:
            noise = self._random.random((2, len(steps)))
            steps += np.where(samples == 0.0, 0.0, noise[0] - noise[1])
        whole: NDArray[np.int32] = np.clip(np.rint(steps), -top, top - 1).astype("<i4")
        return whole.view(np.uint8).reshape(-1, 4)[:, : self._format.width].tobytes()
