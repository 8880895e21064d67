"""The time of a plan made longer or shorter symbol by symbol; the pitch is what it was."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engines.types import FloatArray, IntArray, Plan

UNVOICED = 10.0
"""Hz; see `Plan.f0`."""


def with_durations(plan: Plan, durations: IntArray) -> Plan:
    """The plan with other durations, its curves of pitch and energy stretched along with each symbol.

    Parameters
    ----------
    durations
        [L] frames of every symbol, 1 or more.
    """
    if len(durations) != len(plan.durations) or durations.min(initial=1) < 1:
        raise ValueError("every symbol needs a duration of a frame or more")
    old = np.concatenate([[0], np.cumsum(plan.durations)])
    new = np.concatenate([[0], np.cumsum(durations)])
    # The middles of the new half-frames, as positions among the middles of the old ones.
    middles = (np.arange(2 * new[-1]) + 0.5) / 2
    at = np.interp(middles, new, old) * 2 - 0.5
    return replace(
        plan,
        durations=durations.astype(np.int64),
        f0=_pitch_at(plan.f0, at),
        energy=_at(plan.energy, at),
        tilt=None if plan.tilt is None else _at(plan.tilt, at),
    )


def whole_frames(lengths: NDArray[np.float64]) -> IntArray:
    """[L] lengths as whole frames of 1 or more, each of whose ends is as near as can be to where it would be."""
    durations = np.empty(len(lengths), np.int64)
    end, wanted = 0, 0.0
    for index, length in enumerate(lengths):
        wanted += float(length)
        durations[index] = max(round(wanted) - end, 1)
        end += int(durations[index])
    return durations


def _at(curve: FloatArray, at: NDArray[np.float64]) -> FloatArray:
    return np.interp(at, np.arange(len(curve)), curve).astype(np.float32)


def _pitch_at(f0: FloatArray, at: NDArray[np.float64]) -> FloatArray:
    """Pitch between half-frames: on a line between two voiced ones, else that of the nearer."""
    last = len(f0) - 1
    left = np.clip(np.floor(at).astype(np.int64), 0, last)
    right = np.minimum(left + 1, last)
    share = np.clip(at - left, 0.0, 1.0)
    nearer = f0[np.where(share < 0.5, left, right)]
    between = (1 - share) * f0[left] + share * f0[right]
    return np.where((f0[left] > UNVOICED) & (f0[right] > UNVOICED), between, nearer).astype(np.float32)
