"""A true-peak limiter with look-ahead: nothing passes its ceiling, also between two samples.

The gain that every sample needs is found at four times the rate (BS.1770-4, annex 2). It is held from a look-ahead
before a peak, recovers at a steady rate in decibel, and is smoothed over the look-ahead; an average over that length of
gains that are all small enough for the peak is small enough itself, so nothing has to be clipped.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.audio.loudness import OVERSAMPLING, amplitude
from engines.audio.resample import Resampler
from engines.types import FloatArray

_GENTLE = (0.005, 50.0)
"""Seconds of look-ahead, and decibel that the gain recovers in a second: slow enough to leave the waveform alone."""
_HARD = (0.001, 3000.0)
"""Recovers between two pulses of a voice, so that what follows a peak stays loud, at the price of its waveform."""

_Gains = NDArray[np.float64]


class TruePeakLimiter:
    """Limits mono audio that arrives in pieces; as many samples come out as go in, without delay between them.

    Parameters
    ----------
    rate
        Hz.
    ceiling
        dBTP.
    gain
        dB, applied before.
    hard
        Limit only the peaks themselves, for sound that cannot be made loud enough otherwise.
    """

    def __init__(self, rate: int, ceiling: float, gain: float = 0.0, *, hard: bool = False) -> None:
        look_ahead, release = _HARD if hard else _GENTLE
        self._ceiling = amplitude(ceiling)
        self._factor = np.float32(amplitude(gain))
        self._ahead = round(look_ahead * rate)
        self._slope = release / rate
        shape = np.hanning(self._ahead + 3)[1:-1]
        self._shape = shape / shape.sum()
        self._oversampled = Resampler(rate, OVERSAMPLING * rate)
        self._fine: FloatArray = np.zeros(0, np.float32)
        """Oversampled, not yet whole samples."""
        self._before = 0.0
        """Peak of the oversampled values of the sample before."""
        self._samples: FloatArray = np.zeros(0, np.float32)
        """Amplified, not yet given out."""
        self._needed: _Gains = np.zeros(0)
        """Gain that those samples need, dB, where it is known."""
        self._last = 0.0
        """Gain of the sample given out last, before smoothing."""
        self._held: _Gains | None = None
        """Gains of the samples given out last, before smoothing; None before the first."""

    def push(self, samples: FloatArray) -> FloatArray:
        """Take [N] samples and return those that are ready; some milliseconds stay inside."""
        amplified = samples * self._factor
        self._samples = np.concatenate([self._samples, amplified])
        return self._go_on(self._oversampled.push(amplified))

    def flush(self) -> FloatArray:
        """End the audio and return the samples still inside. Call it once."""
        first = self._go_on(self._oversampled.flush())
        missing = len(self._samples) + self._ahead - len(self._needed)
        self._needed = np.pad(self._needed, (0, missing))
        return np.concatenate([first, self._give()])

    def _go_on(self, fine: FloatArray) -> FloatArray:
        fine = np.abs(np.concatenate([self._fine, fine]))
        whole = len(fine) // OVERSAMPLING
        self._fine = fine[whole * OVERSAMPLING :]
        if whole:
            peaks = fine[: whole * OVERSAMPLING].reshape(-1, OVERSAMPLING).max(1)
            around = np.maximum(peaks, np.concatenate([[self._before], peaks[:-1]]))
            # Oversampling leaves out what is just below half the sample rate; the samples themselves do not.
            start = len(self._needed)
            around = np.maximum(around, np.abs(self._samples[start : start + whole]))
            self._before = float(peaks[-1])
            needed = np.minimum(20.0 * np.log10(self._ceiling / np.maximum(around, 1e-9)), 0.0)
            self._needed = np.concatenate([self._needed, needed])
        return self._give()

    def _give(self) -> FloatArray:
        count = len(self._needed) - self._ahead
        if count <= 0:
            return np.zeros(0, np.float32)
        held = self._recovering(_least(self._needed, self._ahead + 1))
        # Before the first sample it is as if that had always been there: a sound may begin with a peak.
        past = np.full(self._ahead, held[0]) if self._held is None else self._held
        known = np.concatenate([past, held])
        self._needed = self._needed[count:]
        self._held = known[len(known) - self._ahead :]
        ready, self._samples = self._samples[:count], self._samples[count:]
        if not known.any():
            return ready
        gains = np.convolve(known, self._shape, "valid")
        limited: FloatArray = (ready * 10.0 ** (gains / 20.0)).astype(np.float32)
        return limited

    def _recovering(self, gains: _Gains) -> _Gains:
        """Each the least of itself and of what those before have recovered to."""
        if not self._last and not gains.any():
            return gains
        ramp = self._slope * np.arange(1, len(gains) + 1)
        held: _Gains = np.minimum(np.minimum.accumulate(np.concatenate([[self._last], gains - ramp]))[1:] + ramp, 0.0)
        self._last = float(held[-1])
        return held


def _least(values: _Gains, width: int) -> _Gains:
    """The least of every `width` neighbours: [len(values) - width + 1]; by doubling, in log2(width) steps."""
    if not values.any():
        return values[width - 1 :]
    result, size = values, 1
    while size * 2 <= width:
        result = np.minimum(result[:-size], result[size:])
        size *= 2
    rest = width - size
    return np.minimum(result[: len(result) - rest], result[rest:]) if rest else result
