"""How bright a voice is from moment to moment: what lies above 1.2 kHz made louder or softer than the rest.

A voice that presses closes its glottis faster, and a soft one more slowly, which is heard as the balance of high and
low: what Banse and Scherer (1996) measure as the share of energy below 1 kHz, and others as the alpha ratio.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from engines.types import FloatArray

CORNER_HZ = 1200.0
REACH = 120
"""Samples on either side that the filter looks at: 5 ms at 24 kHz."""

_NEAR = 0.85
"""Of full scale."""


def tilted(samples: FloatArray, sample_rate: int, decibels: FloatArray) -> FloatArray:
    """[N] samples with their high part louder by so many decibels.

    Parameters
    ----------
    decibels
        [M] evenly over the samples. Where they are 0 nothing is changed; where they are more, no peak passes full
        scale.
    """
    size = len(samples) + 2 * REACH
    spectrum = np.fft.rfft(samples, size) * np.fft.rfft(_low_pass(sample_rate), size)
    low = np.fft.irfft(spectrum, size)[REACH : REACH + len(samples)]
    places = (np.arange(len(samples)) + 0.5) * (len(decibels) / max(len(samples), 1)) - 0.5
    curve = np.interp(places, np.arange(len(decibels)), decibels)
    changed = samples + (10 ** (curve / 20) - 1) * (samples - low)
    return np.asarray(np.where(curve > 0, _rounded(changed), changed), np.float32)


def _rounded(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """Peaks that would pass full scale, bent below it: loud voices come near it by themselves."""
    size = np.abs(samples)
    bent = _NEAR + (1.0 - _NEAR) * np.tanh((size - _NEAR) / (1.0 - _NEAR))
    return np.asarray(np.where(size > _NEAR, np.sign(samples) * bent, samples))


@cache
def _low_pass(sample_rate: int) -> FloatArray:
    """Taps [2 * REACH + 1], symmetric."""
    at = np.arange(-REACH, REACH + 1)
    taps = np.sinc(2 * CORNER_HZ / sample_rate * at) * np.hanning(len(at) + 2)[1:-1]
    return np.asarray(taps / taps.sum(), np.float32)
