"""The movement of the pitch within phrases, apart from their course: what syllables and words add to it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.audio.pitch import HOP_SECONDS

_SPREAD_SECONDS = 0.2
"""Of the Gaussian whose average is the course: most of a word long."""


def movement(pitch: NDArray[np.float64], voiced: NDArray[np.bool_]) -> NDArray[np.float64]:
    """[T] semitones above the course of the phrase, 0 where it is not voiced.

    Parameters
    ----------
    pitch
        [T] semitones, a value every `HOP_SECONDS`.
    voiced
        [T] where they mean something.
    """
    places = np.flatnonzero(voiced)
    if not len(places):
        return np.zeros(len(pitch))
    whole = np.interp(np.arange(len(pitch)), places, pitch[places])
    return np.where(voiced, whole - smoothed(whole, _SPREAD_SECONDS / HOP_SECONDS), 0.0)


def smoothed(values: NDArray[np.floating], spread: float) -> NDArray[np.float64]:
    """[T] values averaged with a Gaussian of `spread` values; the ends go on as they are."""
    reach = max(1, round(3 * spread))
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / spread) ** 2)
    padded = np.pad(np.asarray(values, np.float64), reach, mode="edge")
    return np.convolve(padded, weights / weights.sum(), "valid")
