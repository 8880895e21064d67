"""Measurements of the stock voices that come with the program, so that none is measured before it is first heard.

Each value is a 16-bit step between the least and the greatest of all voices, [7 * generator_channels_total + BINS] a
voice: 130 kB instead of a quarter of a megabyte, and nearer than what two machines measure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from engines.audio.colour import BINS
from engines.models.kokoro.statistics import VoiceStatistics
from engines.types import FloatArray

SHIPPED = Path(__file__).resolve().parents[3] / "assets" / "weights" / "stock_statistics.npz"
_STEPS = 65535


def shipped_statistics(name: str, key: str, channels: int, path: Path = SHIPPED) -> VoiceStatistics | None:
    """Statistics of a stock voice; None if they are not there, or were measured of other graphs than those of `key`."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as table:
            if str(table["key"]) != key or name not in table:
                return None
            flat = table["least"] + table["step"] * table[name]
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    ends = np.cumsum([3 * channels, 3 * channels, channels, BINS])
    if flat.shape != (ends[-1],):
        return None
    mean, square, least_variance, spectrum = np.split(flat.astype(np.float32), ends[:-1])
    statistics = VoiceStatistics(mean.reshape(3, -1), square.reshape(3, -1), least_variance, spectrum)
    return statistics if statistics.fits(channels) else None


def write_shipped(voices: Mapping[str, VoiceStatistics], key: str, path: Path) -> None:
    """Write what `shipped_statistics` reads."""
    flat = {name: _flat(statistics) for name, statistics in voices.items()}
    table = np.stack(list(flat.values())).astype(np.float64)
    least = table.min(axis=0)
    step = np.maximum((table.max(axis=0) - least) / _STEPS, np.finfo(np.float32).tiny)
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            allow_pickle=False,
            key=np.array(key),
            least=least.astype(np.float32),
            step=step.astype(np.float32),
            **{name: np.rint((values - least) / step).astype(np.uint16) for name, values in flat.items()},
        )


def _flat(statistics: VoiceStatistics) -> FloatArray:
    return np.concatenate([getattr(statistics, field.name).reshape(-1) for field in fields(statistics)])
