"""The colour of a voice in a recording: its long-term spectrum, and a filter that gives other speech the same.

Much of what makes a voice recognisable is there, and so is the microphone and the room. All at 24 kHz.
"""

from __future__ import annotations

import numpy as np

from engines.types import FloatArray

RATE = 24_000
_SIZE = 512
BINS = _SIZE // 2 + 1
"""Of a spectrum; 47 Hz apart."""
_HOP = 128
_LOUD_PERCENTILE = 60
"""Louder frames than this percentile are looked at: speech, not pauses."""
_SMOOTHING = np.hanning(9)[1:-1] / np.hanning(9)[1:-1].sum()
_FLOOR = 1e-9
_BAND_ENDS = 17.0
"""Nepers of power below the loudest: what a codec or a lower sample rate has taken away, not a colour."""
_BEFORE_THE_EDGE = 0.85
"""Of that frequency, where the slope down to it has not begun."""
_STEEPEST = 2.5
"""Nepers of amplitude, 22 dB, that a frequency is raised or lowered at most."""


def long_term_spectrum(samples: FloatArray) -> FloatArray:
    """[BINS] logarithm of the mean power of the loud frames, smoothed over 200 Hz or so, of [N] samples at 24 kHz."""
    padded = np.pad(samples, (0, max(0, _SIZE - len(samples))))
    frames = np.lib.stride_tricks.sliding_window_view(padded, _SIZE)[::_HOP]
    power = np.abs(np.fft.rfft(frames * np.hanning(_SIZE))) ** 2
    energy = power.sum(axis=1)
    mean = power[energy >= np.percentile(energy, _LOUD_PERCENTILE)].mean(axis=0)
    reach = len(_SMOOTHING) // 2
    smooth = np.convolve(np.pad(np.log(mean + _FLOOR), reach, mode="edge"), _SMOOTHING, "valid")
    return smooth.astype(np.float32)


def equaliser(own: FloatArray, wanted: FloatArray) -> FloatArray:
    """Taps [512], symmetric, that bring speech of one long-term spectrum [BINS] to the shape of another."""
    gain = (wanted - own) / 2
    there = np.flatnonzero((wanted > wanted.max() - _BAND_ENDS) & (own > own.max() - _BAND_ENDS))
    last = BINS - 1 if there[-1] == BINS - 1 else int(there[-1] * _BEFORE_THE_EDGE)
    gain[last + 1 :] = gain[last]
    # Weighted by what is heard, or a band with nothing in it would decide the level.
    weight = np.exp(own - own.max())
    gain = np.clip(gain - (gain * weight).sum() / weight.sum(), -_STEEPEST, _STEEPEST)
    taps = np.roll(np.fft.irfft(np.exp(gain)), _SIZE // 2) * np.hanning(_SIZE + 1)[:-1]
    return taps.astype(np.float32)


def equalised(samples: FloatArray, taps: FloatArray) -> FloatArray:
    """[N] samples through a symmetric filter, without delay; what lies beyond the ends is taken for silence."""
    size = len(samples) + len(taps)
    filtered = np.fft.irfft(np.fft.rfft(samples, size) * np.fft.rfft(taps, size), size)
    centre = len(taps) // 2
    return filtered[centre : centre + len(samples)].astype(np.float32)
