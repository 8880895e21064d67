"""Where the curves of a plan sound: what is changed there fades out where they do not."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from engines.types import FloatArray
from engines.voices.profile import VOICED_ABOVE_HZ

SEMITONES = 12 / math.log(2)
"""In a natural logarithm of 1."""
_FADE_HZ = 6.0
_UNTOUCHED_BELOW_HZ = 25.0


def with_pitch(f0: FloatArray, hz: NDArray[np.float64]) -> FloatArray:
    """F0 [2T] with other values where it is voiced.

    They fade into the curve as it was around 40 Hz, so that no edge of voicing is moved.
    """
    before = f0.astype(np.float64)
    share = 1.0 / (1.0 + np.exp(-(np.maximum(before, 1.0) - VOICED_ABOVE_HZ) / _FADE_HZ))
    moved = f0 + (hz - f0) * share
    return np.where(f0 > _UNTOUCHED_BELOW_HZ, moved, f0).astype(np.float32)


def semitones(f0: FloatArray, mean_log_hz: float) -> NDArray[np.float64]:
    """F0 [2T] in semitones above a mean; values without a meaning where it is unvoiced."""
    logs: NDArray[np.float64] = np.log(np.maximum(f0.astype(np.float64), 1.0))
    return (logs - mean_log_hz) * SEMITONES


def hertz(above: NDArray[np.float64], mean_log_hz: float) -> NDArray[np.float64]:
    """The inverse of `semitones`."""
    hz: NDArray[np.float64] = np.exp(mean_log_hz + above / SEMITONES)
    return hz
