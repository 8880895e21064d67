"""How many syllables a recording has, without knowing what is said.

A syllable is a peak of the level with a dip of 2 dB on either side that is voiced: de Jong and Wempe, "Praat script to
detect syllable nuclei and measure speech rate automatically", Behavior Research Methods 41 (2009). The level is that of
the band in which vowels and little else are strong, so that hissing consonants are no peaks.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.audio.analysis import band_centres, log_mel
from engines.audio.pitch import HOP_SECONDS
from engines.prosody.movement import smoothed
from engines.types import FloatArray

RATE = 16_000
"""Of the sound, Hz."""
_BANDS = 40
_LOWEST_HZ, _HIGHEST_HZ = 250.0, 2800.0
_WINDOW_SECONDS = 0.032
_SMOOTHING_FRAMES = 2.0
_DIP_DB = 2.0
_SOFTEST_DB = 25.0
"""Under the loudest frames, where no peak counts."""


def vowel_levels(sound: FloatArray) -> FloatArray:
    """[T] dB, a frame every `HOP_SECONDS`, of [N] samples at 16 kHz: the level of the band of vowels, smoothed."""
    bands = log_mel(sound, RATE, bands=_BANDS, hop=HOP_SECONDS, window=_WINDOW_SECONDS)
    centres = band_centres(RATE, _BANDS)
    chosen = bands[:, (centres > _LOWEST_HZ) & (centres < _HIGHEST_HZ)]
    levels = 10 * np.log10((10 ** (chosen / 10)).sum(axis=1) + 1e-12)
    return smoothed(levels, _SMOOTHING_FRAMES).astype(np.float32)


def nuclei(levels: FloatArray, voiced: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The frames in the middle of syllables.

    Parameters
    ----------
    levels
        [T] from `vowel_levels`.
    voiced
        [T] whether a frame has a pitch.
    """
    if len(levels) < 3:
        return np.zeros(0, np.int64)
    inner = levels[1:-1]
    peaks = np.flatnonzero((inner >= levels[:-2]) & (inner > levels[2:])) + 1
    loud = float(np.percentile(levels, 99)) - _SOFTEST_DB
    found: list[int] = []
    for peak in peaks.tolist():
        if levels[peak] < loud:
            continue
        if found and min(levels[peak], levels[found[-1]]) - levels[found[-1] : peak].min() < _DIP_DB:
            if levels[peak] > levels[found[-1]]:
                found[-1] = peak  # one hill with two tops
            continue
        found.append(peak)
    at = np.array(found, np.int64)
    return at[voiced[at]] if len(at) else at
