"""The outline of a sound at every zoom: lowest and highest samples of ever larger blocks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.types import FloatArray

_BLOCK = 64
_FACTOR = 4
_LEVELS = 6
"""The largest block is 65,536 samples, a few thousand of which make an hour."""


class Envelope:
    """Grows by appending, in time that depends on what is appended; drawing takes time that depends on the width."""

    def __init__(self, samples: FloatArray | None = None) -> None:
        self._samples = np.zeros(0, np.float32)
        self._length = 0
        self._levels = [_Level(_BLOCK * _FACTOR**level) for level in range(_LEVELS)]
        if samples is not None:
            # Shared, not copied: a long take is tens of megabytes.
            self._samples, self._length = samples, len(samples)
            self._summarise(0)

    def __len__(self) -> int:
        return self._length

    @property
    def samples(self) -> FloatArray:
        """[N], a view."""
        return self._samples[: self._length]

    @property
    def peak(self) -> float:
        """The largest magnitude."""
        level = self._levels[-1]
        if not self._length:
            return 0.0
        return float(max(level.high[: level.count].max(), -level.low[: level.count].min()))

    def append(self, samples: FloatArray) -> None:
        """Add [N] samples at the end."""
        start = self._length
        self._samples = _room(self._samples, start, len(samples))
        self._samples[start : start + len(samples)] = samples
        self._length += len(samples)
        self._summarise(start)

    def columns(self, start: float, end: float, count: int) -> tuple[FloatArray, FloatArray]:
        """Lowest and highest sample [count] in each of `count` equal parts between two positions in samples.

        The positions must lie inside the sound.
        """
        width = (end - start) / count
        edges = np.linspace(start, end, count + 1)
        fitting = [level for level in self._levels if level.block * 2 <= width]
        if not fitting:
            return _reduce(self.samples, self.samples, edges)
        level = fitting[-1]
        return _reduce(level.low[: level.count], level.high[: level.count], edges / level.block)

    def _summarise(self, start: int) -> None:
        """Bring every level up to date from a position on; the last block of each may be a part of one."""
        low = high = self.samples
        block = _BLOCK
        for level in self._levels:
            level.update(low, high, start // level.block, block)
            low, high = level.low[: level.count], level.high[: level.count]
            block = _FACTOR


class _Level:
    """Blocks of one size."""

    def __init__(self, block: int) -> None:
        self.block = block
        self.count = 0
        self.low = np.zeros(0, np.float32)
        self.high = np.zeros(0, np.float32)

    def update(self, low: FloatArray, high: FloatArray, first: int, block: int) -> None:
        """Summarise what is below, `block` values each, from block `first` on."""
        lows = _fold(low[first * block :], block, np.minimum)
        highs = _fold(high[first * block :], block, np.maximum)
        self.count = first + len(lows)
        self.low, self.high = _room(self.low, first, len(lows)), _room(self.high, first, len(highs))
        self.low[first : self.count] = lows
        self.high[first : self.count] = highs


def _fold(values: FloatArray, block: int, join: np.ufunc) -> FloatArray:
    whole = len(values) // block * block
    folded: FloatArray = join.reduce(values[:whole].reshape(-1, block), axis=1)
    rest = values[whole:]
    return np.append(folded, join.reduce(rest)).astype(np.float32, copy=False) if len(rest) else folded


def _room(values: FloatArray, used: int, more: int) -> FloatArray:
    """An array whose first `used` values are the same, with room for `more` behind them."""
    if used + more <= len(values):
        return values
    larger = np.empty(max(used + more, 2 * len(values)), np.float32)
    larger[:used] = values[:used]
    return larger


def _reduce(low: FloatArray, high: FloatArray, edges: NDArray[np.float64]) -> tuple[FloatArray, FloatArray]:
    """The extremes between neighbouring edges, given in indices."""
    starts = np.clip(edges.astype(np.int64), 0, len(low) - 1)
    stop = int(starts[-1]) + 1
    return np.minimum.reduceat(low[:stop], starts[:-1]), np.maximum.reduceat(high[:stop], starts[:-1])
