"""What the model would have to be told to say what a recording says: its energy curve, at a level it is used to."""

from __future__ import annotations

from typing import Literal

import numpy as np

from engines.audio.analysis import centred_power, mel_filters
from engines.types import FloatArray

LEVEL = 0.045
"""Root mean square that references are brought to."""
_SIZE, _WINDOW, _HOP, _BANDS = 2048, 1200, 300, 80
_BANK_RATE = 16_000
"""The bank was made for 16 kHz and is used at 24 kHz: so was the model trained."""
LONG_TERM_SIZE, LONG_TERM_BANDS = 1024, 80
"""Of a long-term spectrum, at 16 kHz."""
LEVEL_FLOOR = 2e-4
QUIETER_SHARE = 0.4
"""Of frames that tell nothing of a long-term spectrum: pauses and their edges."""
_LEAST_SPREAD = 1e-3
_OFFSET = 0.35
"""What the model's own energy lies above that of its own speech at `LEVEL`."""


def levelled(samples: FloatArray) -> FloatArray:
    """[N] samples brought to `LEVEL`."""
    loudness = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64)) + 1e-12))
    return (samples * (LEVEL / loudness)).astype(np.float32)


def model_energy(samples: FloatArray) -> FloatArray:
    """Log energy as the model predicts it, two a frame: [N // 300] of [N] samples at 24 kHz and `LEVEL`.

    The logarithm of the norm over 80 mel bands (StyleTTS2, `log_norm`).
    """
    frames = len(samples) // _HOP
    edges: Literal["constant", "reflect"] = "reflect" if len(samples) > _SIZE // 2 else "constant"
    power = centred_power(samples, _SIZE, _WINDOW, _HOP, edges)[:frames]
    bands = power @ mel_filters(_BANK_RATE, _SIZE, _BANDS) + 1e-5
    energy: FloatArray = (np.log(np.linalg.norm(bands, axis=1)) + _OFFSET).astype(np.float32)
    return energy


def long_term_levels(samples: FloatArray) -> FloatArray:
    """[160] mean and spread over time of the mel levels of [N] samples at 16 kHz, as `hearing.LongTermSpectrum`."""
    power = centred_power(levelled(samples), LONG_TERM_SIZE, LONG_TERM_SIZE, LONG_TERM_SIZE // 4, "reflect")
    filters = mel_filters(_BANK_RATE, LONG_TERM_SIZE, LONG_TERM_BANDS)
    window = np.hanning(LONG_TERM_SIZE + 1)
    bands = power @ (filters / filters.sum(axis=0)) / np.square(window).sum()
    energy = bands.sum(axis=1)
    levels = np.log(bands[energy >= np.quantile(energy, QUIETER_SHARE)] + LEVEL_FLOOR**2) / 2
    mean, spread = levels.mean(axis=0), levels.std(axis=0)
    return np.concatenate([mean - mean.mean(), np.maximum(spread, _LEAST_SPREAD)]).astype(np.float32)
