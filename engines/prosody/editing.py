"""Edits made by hand, applied to a plan: lengths first, and then pitch and level over the new lengths."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engines.prosody.curves import offsets_at
from engines.prosody.edits import SegmentEdit
from engines.prosody.level import DB_OF_ENERGY, bent
from engines.prosody.stretching import UNVOICED, with_durations
from engines.types import FloatArray, IntArray, Plan

SHARES = (0.1, 8.0)
"""Least and greatest length of a symbol, as a share of its length without edits; it is a frame at least."""
MOST_SEMITONES = 24.0
"""Of an offset, up or down."""
MOST_DB = 12.0
LOWEST_HZ, HIGHEST_HZ = 50.0, 800.0
"""An edit moves no pitch beyond these; what the model itself puts there stays."""
SILENT = 0.0
"""Energy below this is silence, which an edit neither makes nor fills; see `Plan.energy`."""


def edited(plan: Plan, edit: SegmentEdit) -> Plan:
    """The plan as it was edited by hand.

    What is voiced stays voiced and what is not does not become so, and silence stays silent, whatever the edit says.
    Takes well under a millisecond.

    Parameters
    ----------
    edit
        Of a segment with the symbols of the plan; one of other symbols changes nothing.
    """
    if not edit.changes or len(edit.symbols) != len(plan.durations) - 2:
        return plan
    if edit.durations:
        plan = with_durations(plan, edited_durations(plan.durations, edit))
    at = half_frames(plan.durations)
    if edit.pitch:
        plan = replace(plan, f0=_moved_pitch(plan.f0, offsets_at(edit.pitch, at)))
    if edit.energy:
        plan = replace(plan, energy=_moved_energy(plan.energy, offsets_at(edit.energy, at)))
    return plan


def edited_durations(durations: IntArray, edit: SegmentEdit) -> IntArray:
    """[L] frames of every symbol and the silent ends. A symbol that is not edited keeps its length exactly."""
    lengths = durations.copy()
    for index, share in edit.durations:
        if 0 <= index < len(durations) - 2:
            bounded = min(max(share, SHARES[0]), SHARES[1])
            lengths[index + 1] = max(round(float(durations[index + 1]) * bounded), 1)
    return lengths


def half_frames(durations: IntArray) -> NDArray[np.float64]:
    """[2T] positions, in symbols without the silent ends, of the middles of all half-frames; -1 is the first start."""
    edges = np.concatenate([[0], np.cumsum(durations)])
    return np.asarray(np.interp((np.arange(2 * edges[-1]) + 0.5) / 2, edges, np.arange(len(edges)) - 1.0))


def _moved_pitch(f0: FloatArray, semitones: NDArray[np.float64]) -> FloatArray:
    factor = 2 ** (np.clip(semitones, -MOST_SEMITONES, MOST_SEMITONES) / 12)
    moved = np.clip(f0 * factor, np.minimum(f0, LOWEST_HZ), np.maximum(f0, HIGHEST_HZ))
    return np.where((f0 > UNVOICED) & (semitones != 0), moved, f0).astype(np.float32)


def _moved_energy(energy: FloatArray, decibels: NDArray[np.float64]) -> FloatArray:
    before = energy.astype(np.float64)
    wanted = before + np.clip(decibels, -MOST_DB, MOST_DB) / DB_OF_ENERGY
    # What is that loud without an edit stays: only the change is bent.
    moved = np.maximum(before + bent(wanted) - bent(before), SILENT)
    return np.where((energy >= SILENT) & (decibels != 0), moved, energy).astype(np.float32)
