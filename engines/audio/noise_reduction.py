"""Lowers steady noise in a recording of speech: hiss, hum, fans.

What is always there is found by minimum statistics (Martin, IEEE Trans. Speech and Audio Processing, 2001), and taken
away by a Wiener filter whose signal-to-noise ratio is followed from frame to frame (decision-directed; Ephraim and
Malah, IEEE Trans. Acoustics, Speech and Signal Processing, 1984), which leaves no musical tones.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.types import FloatArray

Powers = NDArray[np.float64]
"""[frames, bins]"""

_WINDOW_SECONDS = 0.043
_OVERLAP = 4
_AVERAGED = 9
"""Frames that a power is averaged over before its minimum is looked for."""
_SEARCH_SECONDS = 0.8
"""To both sides; longer than a syllable lasts."""
_BIAS = 3.0
"""From the minimum of averaged noise to its mean. It is 3.8 for white noise; a little less spares soft sounds."""
_NEIGHBOURS = 5
"""Bins of the noise that are averaged."""
_INERTIA = 0.96
_LEAST_GAIN = 10 ** (-20 / 20)
"""Some noise stays: what is taken away wholly takes some of the voice along."""
_SILENCE = 1e-12


def reduce_noise(samples: FloatArray, sample_rate: int) -> FloatArray:
    """[N] samples with 20 dB less of what never pauses.

    Parameters
    ----------
    samples
        [N] mono, half a second or more of it; less is given back as it is.
    sample_rate
        Hz.
    """
    hop = round(_WINDOW_SECONDS * sample_rate / _OVERLAP)
    size = _OVERLAP * hop
    reach = round(_SEARCH_SECONDS * sample_rate / hop)
    if len(samples) < reach * hop:
        return samples
    # The square root of Hann on both ways: their product adds up to the same everywhere.
    window = np.sqrt(np.hanning(size + 1)[:-1])
    padded = np.pad(samples.astype(np.float64), (size - hop, size))
    pieces = np.lib.stride_tricks.sliding_window_view(padded, size)[::hop]
    spectra = np.fft.rfft(pieces * window)
    power = np.abs(spectra) ** 2 + _SILENCE
    cleaned = np.fft.irfft(spectra * _gains(power, _noise(power, reach)), size) * window
    whole = np.zeros(size + hop * (len(cleaned) - 1))
    for part in range(_OVERLAP):
        rows = cleaned[part::_OVERLAP].reshape(-1)
        whole[part * hop : part * hop + len(rows)] += rows
    start = size - hop
    return (whole[start : start + len(samples)] * (2 / _OVERLAP)).astype(np.float32)


def _noise(power: Powers, reach: int) -> Powers:
    """Of the noise: the least power, averaged a little, of the frames around."""
    steady = _running_mean(power, _AVERAGED)
    around = np.pad(steady, ((reach, reach), (0, 0)), mode="reflect")
    least = np.lib.stride_tricks.sliding_window_view(around, 2 * reach + 1, axis=0).min(axis=-1)
    # Where the minimum changes it does so in steps.
    return _BIAS * _running_mean(_running_mean(least, reach).T, _NEIGHBOURS).T


def _running_mean(values: Powers, width: int) -> Powers:
    """Along the first axis, centred, the ends repeated."""
    padded = np.pad(values, ((width // 2 + 1, (width - 1) // 2), (0, 0)), mode="edge")
    total = np.cumsum(padded, axis=0)
    mean: Powers = (total[width:] - total[:-width]) / width
    return mean


def _gains(power: Powers, noise: Powers) -> Powers:
    """Of amplitude."""
    above = power / np.maximum(noise, _SILENCE)
    gains = np.empty_like(power)
    before = np.maximum(above[0] - 1.0, 0.0)
    for frame, now in enumerate(above):
        ratio = _INERTIA * before + (1.0 - _INERTIA) * np.maximum(now - 1.0, 0.0)
        gains[frame] = np.maximum(ratio / (1.0 + ratio), _LEAST_GAIN)
        before = gains[frame] ** 2 * now
    return gains
