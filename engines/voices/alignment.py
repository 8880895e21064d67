"""When each symbol of a transcript is heard in a recording, without an aligner: by warping synthetic speech onto it.

The transcript is spoken by a stock voice, whose durations are known, and dynamic time warping on normalised cepstra
(Sakoe and Chiba 1978) carries its boundaries over. A second pass with the durations found, and the recording's own
pitch and energy, sharpens them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.audio.analysis import mel_filters
from engines.types import FloatArray, IntArray

RATE = 16_000
"""Of the sound that is compared, Hz."""
HOP = 200
"""Samples between feature vectors: half a frame of the model."""
_WINDOW = 400
_BANDS = 40
_CEPSTRA = 16
_DELTA_WEIGHT = 0.5
_SCALE = 6.0
"""Makes the mean cost of a path through the right words 0.7 to 0.8."""
_SLANT = 0.004
_SLANT_REACH = 60
"""In the second pass the two are nearly in step: leaving the diagonal costs a little, up to this many steps."""


class Alignment(NamedTuple):
    """Durations found, and how well the two fit."""

    durations: IntArray
    """[L] frames of every symbol; at least one each."""
    cost: float
    """Mean distance on the path; far above that of other recordings means that the transcript is not what was said."""


def cepstra(samples: FloatArray) -> FloatArray:
    """[frames, 2 * 16] of [N] samples at 16 kHz: mel cepstra of zero mean and unit spread, and their slopes."""
    frames = len(samples) // HOP
    padded = np.pad(samples.astype(np.float32), (_WINDOW // 2, _WINDOW))
    pieces = np.lib.stride_tricks.sliding_window_view(padded, _WINDOW)[::HOP][:frames]
    power = np.abs(np.fft.rfft(pieces * np.hanning(_WINDOW + 1)[:-1])) ** 2
    bands = np.log(power @ mel_filters(RATE, _WINDOW, _BANDS) + 1e-6 * power.mean() + 1e-9)
    angles = np.pi / _BANDS * (np.arange(_BANDS) + 0.5)[:, None] * np.arange(_CEPSTRA)
    c = bands @ np.cos(angles)
    c = (c - c.mean(axis=0)) / (c.std(axis=0) + 1e-3)
    around = np.pad(c, ((2, 2), (0, 0)), mode="edge")
    return np.concatenate([c, _DELTA_WEIGHT * (around[4:] - around[:-4])], axis=1).astype(np.float32)


def warp(cost: FloatArray) -> tuple[NDArray[np.int64], float]:
    """The cheapest monotonic path through a cost matrix [n, m].

    Returns
    -------
    path
        [steps, 2] index pairs from (0, 0) to (n - 1, m - 1).
    mean
        Mean cost on it.
    """
    n, m = cost.shape
    # By anti-diagonals, indexed by row, so that each is one vector operation.
    steps = np.zeros((n + m - 1, n), np.uint8)
    rows = np.arange(n)
    before = np.full(n + 1, np.inf)  # diagonal k - 1, shifted by one row
    earlier = np.full(n + 1, np.inf)  # diagonal k - 2
    for k in range(n + m - 1):
        columns = k - rows
        inside = (columns >= 0) & (columns < m)
        moves = np.stack([earlier[:-1], before[:-1], before[1:]])  # from both, from the row above, from the left
        best = moves.argmin(axis=0)
        steps[k] = best
        reached = np.zeros(n) if k == 0 else moves[best, rows]
        now = np.full(n + 1, np.inf)
        now[1:][inside] = reached[inside] + cost[rows[inside], columns[inside]]
        earlier, before = before, now
    i, j = n - 1, m - 1
    path = [(i, j)]
    while i or j:
        step = 2 if i == 0 else 1 if j == 0 else steps[i + j, i]
        i, j = (i - 1, j - 1) if step == 0 else (i - 1, j) if step == 1 else (i, j - 1)
        path.append((i, j))
    found = np.array(path[::-1])
    return found, float(cost[found[:, 0], found[:, 1]].mean())


def carry_over(path: NDArray[np.int64], durations: IntArray, frames: int) -> IntArray | None:
    """Durations [L] of the recording from those of the synthetic speech; None if it has fewer frames than symbols.

    Parameters
    ----------
    path
        Synthetic and recorded feature vectors that belong together, two a frame.
    durations
        [L] frames of the synthetic speech.
    frames
        Length of the recording in frames.
    """
    count = len(durations)
    if frames < count:
        return None
    length = int(path[:, 0].max()) + 1
    partner = np.bincount(path[:, 0], weights=path[:, 1]) / np.bincount(path[:, 0])
    grid = np.append(partner, 2 * frames)
    ends = np.rint(np.interp(2 * np.cumsum(durations), np.arange(length + 1), grid) / 2).astype(np.int64)
    ends[-1] = frames
    order = np.arange(1, count + 1)
    ends = np.maximum.accumulate(np.maximum(ends, order) - order) + order  # at least one frame each, from the left
    ends = np.minimum(ends, frames - (count - order))  # and from the right
    found: IntArray = np.diff(ends, prepend=0)
    return found


def align(spoken: FloatArray, durations: IntArray, recording: FloatArray, *, in_step: bool = False) -> Alignment | None:
    """Durations of the symbols in a recording.

    Parameters
    ----------
    spoken
        [N] synthetic speech of the same symbols at 16 kHz.
    durations
        [L] its frames.
    recording
        [M] at 16 kHz.
    in_step
        For the second pass: `spoken` was made with durations found for this recording.
    """
    frames = len(recording) // (2 * HOP)
    x, y = cepstra(spoken), cepstra(recording[: frames * 2 * HOP])
    squares = (x**2).sum(axis=1)[:, None] + (y**2).sum(axis=1) - 2 * x @ y.T
    cost = np.sqrt(np.maximum(squares, 0)) / _SCALE
    slant = np.abs(np.arange(len(x))[:, None] - np.arange(len(y))).clip(max=_SLANT_REACH) * _SLANT if in_step else 0.0
    path, mean = warp(cost + slant)
    found = carry_over(path, durations, frames)
    return None if found is None else Alignment(found, mean)
