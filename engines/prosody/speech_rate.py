"""How many syllables a second a recording has, without knowing what is said.

Two measures are weighed. One counts syllables: voiced peaks of the level with a dip before the next (de Jong and Wempe,
"Praat script to detect syllable nuclei and measure speech rate automatically", Behavior Research Methods 41, 2009), in
the band in which vowels and little else are strong. The other is how fast the spectrum changes, which counts nothing
but also hears syllables between which the level does not dip (Furui, "On the role of spectral transition for speech
perception", Journal of the Acoustical Society of America 80, 1986, on the measure). Of 24 synthetic sentences by five
voices in English and Chinese at three rates, the first alone has a correlation of 0.61 with the syllables said, the
second 0.82, both together 0.90; what remains is a standard deviation of 7 %.
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
_WINDOW_SECONDS = 0.032
_LOWEST_HZ, _HIGHEST_HZ = 250.0, 2800.0
_DIP_DB = 1.5
_SOFTEST_DB = 25.0
"""Under the loudest frames, where no peak counts."""
_CEPSTRA = 12
_REACH = 2
"""Frames before and after that are compared."""
_FLOOR_DB = 35.0
"""Under the loudest, where no change counts: noise changes all the time."""
_CHANGE_WEIGHT, _SCALE, _OFFSET = 1.5, 0.638, -2.687
"""Fitted to the logarithm of the rate of the sentences above."""


def spectra(sound: FloatArray) -> FloatArray:
    """[T, bands] dB of [N] samples at 16 kHz, a frame every `HOP_SECONDS`."""
    return log_mel(sound, RATE, bands=_BANDS, hop=HOP_SECONDS, window=_WINDOW_SECONDS)


def vowel_levels(bands: FloatArray) -> NDArray[np.float64]:
    """[T] dB in the band of vowels, a little smoothed, of [T, bands]."""
    centres = band_centres(RATE, _BANDS)
    chosen = bands[:, (centres > _LOWEST_HZ) & (centres < _HIGHEST_HZ)].astype(np.float64)
    return smoothed(10 * np.log10((10 ** (chosen / 10)).sum(axis=1) + 1e-12), 1.0)


def syllables(levels: NDArray[np.float64], voiced: NDArray[np.bool_]) -> NDArray[np.int64]:
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
    audible = float(np.percentile(levels, 99)) - _SOFTEST_DB
    inner = levels[1:-1]
    peaks = np.flatnonzero((inner >= levels[:-2]) & (inner > levels[2:]) & (inner > audible)) + 1
    found: list[int] = []
    for peak in peaks.tolist():
        if not found or min(levels[peak], levels[found[-1]]) - levels[found[-1] : peak].min() >= _DIP_DB:
            found.append(peak)
        elif levels[peak] > levels[found[-1]]:
            found[-1] = peak  # one hill with two tops
    at = np.array(found, np.int64)
    return at[voiced[at]]


def speech_rate(bands: FloatArray, count: int, speaking: NDArray[np.bool_]) -> float:
    """Syllables a second of speech.

    Parameters
    ----------
    bands
        [T, bands] from `spectra`.
    count
        Number of `syllables`, one or more.
    speaking
        [T] whether somebody speaks; more than some frames.
    """
    a_second = count / (float(speaking.sum()) * HOP_SECONDS)
    logs = np.log(a_second) + _CHANGE_WEIGHT * np.log(_change(bands, speaking))
    return float(np.exp(_SCALE * logs + _OFFSET))


def _change(bands: FloatArray, speaking: NDArray[np.bool_]) -> float:
    """How far the cepstrum gets in 50 ms; the square root is averaged, so that bursts do not decide."""
    angles = np.pi * np.arange(1, _CEPSTRA + 1)[:, None] * (np.arange(_BANDS) + 0.5) / _BANDS
    heard = np.maximum(bands, np.percentile(bands, 99) - _FLOOR_DB)
    cepstra = heard @ (np.cos(angles) * np.sqrt(2 / _BANDS)).T
    distances = np.linalg.norm(cepstra[2 * _REACH :] - cepstra[: -2 * _REACH], axis=1)
    inside = speaking[_REACH:-_REACH]
    return max(float(np.sqrt(distances[inside]).mean() ** 2), 1e-3) if inside.any() else 1e-3
