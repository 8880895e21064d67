"""The harmonic source of the generator, computed on the host in float64.

Pitch drives nine sine waves whose phases are integrated over the whole segment, so any window of the source can be
cut out later and is the same to the bit as the whole (Wang et al. 2019, neural source-filter models; Kokoro's
SineGen without its noise, as in the published ONNX export). Float16 or even float32 phases are audibly wrong, and an
empty bin's phase is rounding noise that differs between runtimes; both are reasons to keep it out of the engines.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.models.kokoro.config import KokoroConfig
from engines.types import FloatArray

Float64 = NDArray[np.float64]

HARMONICS = 9
SINE_AMPLITUDE = 0.1
VOICED_ABOVE_HZ = 10.0
_EMPTY = 1e-9
"""Spectral values below this are rounding noise; their phase is set to that of zero."""


class HarmonicSource:
    """The source signal of one segment.

    Parameters
    ----------
    f0
        [2T] pitch in Hz, 10 and below is unvoiced.
    mix_weight, mix_bias
        [9] and scalar: the model's learnt mixture of the harmonics.
    """

    def __init__(self, f0: FloatArray, mix_weight: FloatArray, mix_bias: float, config: KokoroConfig) -> None:
        self._config = config
        self._step = config.frame_samples // 2
        self._weight = mix_weight.astype(np.float64)
        self._bias = float(mix_bias)
        self.pitch = f0.astype(np.float64)
        """[2T] Hz."""
        self._voiced = self.pitch > VOICED_ABOVE_HZ
        cycles = (self.pitch[:, None] * np.arange(1, HARMONICS + 1) / config.sample_rate) % 1.0  # a sample
        self.centre: Float64 = np.cumsum(cycles * self._step, axis=0) % 1.0
        """[2T, 9] phase at the centre of every half frame, in cycles modulo one."""
        # The slope on either side of it.
        self._slope_left = cycles.copy()
        self._slope_left[:1] = 0.0
        self._slope_right = np.concatenate([cycles[1:], np.zeros((min(1, len(cycles)), HARMONICS))])

    @property
    def nbytes(self) -> int:
        """Memory of its arrays."""
        arrays = (self.pitch, self._voiced, self.centre, self._slope_left, self._slope_right)
        return sum(array.nbytes for array in arrays)

    def spectrum(self, start: int, end: int) -> FloatArray:
        """Magnitudes and phases of frames `start` to `end`: [2 * bins, source_frames * (end - start) + 1]."""
        c = self._config
        half = c.n_fft // 2
        signal = self._samples(start * c.frame_samples - half, end * c.frame_samples + half)
        window = np.hanning(c.n_fft + 1)[:-1]
        frames = np.lib.stride_tricks.sliding_window_view(signal, c.n_fft)[:: c.hop] * window
        spectrum = np.fft.rfft(frames, axis=1)
        real, imaginary = spectrum.real.copy(), spectrum.imag.copy()
        real[np.abs(real) < _EMPTY] = 0.0
        imaginary[np.abs(imaginary) < _EMPTY] = 0.0
        phase = np.arctan2(imaginary, real)  # +0 imaginary gives +pi for a negative real part, as torch.angle does
        magnitude = np.hypot(real, imaginary)
        return np.concatenate([magnitude, phase], axis=1).T.astype(np.float32)

    def _samples(self, start: int, end: int) -> Float64:
        """The mixed signal at sample positions [start, end), reflected at both ends of the segment."""
        length = len(self._voiced) * self._step
        first, last = max(start, 0), min(end, length)
        half_frames = np.arange(first // self._step, -(-last // self._step))
        inside = self._half_frames(half_frames)
        offset = half_frames[0] * self._step
        inside = inside[first - offset : last - offset]
        return np.pad(inside, (first - start, end - last), mode="reflect")

    def _half_frames(self, index: NDArray[np.int64]) -> Float64:
        offset = (np.arange(self._step) + 0.5) - self._step / 2  # samples from the centre
        slope = np.where(
            offset[None, :, None] < 0, self._slope_left[index][:, None, :], self._slope_right[index][:, None, :]
        )
        phase = self.centre[index][:, None, :] + slope * offset[None, :, None]
        waves = SINE_AMPLITUDE * np.sin(2 * np.pi * phase) * self._voiced[index][:, None, None]
        mixed: Float64 = np.tanh(waves @ self._weight + self._bias)
        return mixed.reshape(-1)
