"""How loud a segment is said, how much the loudness moves, and how bright it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engines.prosody.expression import ExpressionCurves
from engines.types import Plan

DB_OF_ENERGY = 1.5
"""Of the level of the audio, for a step of one in the model's log energy: from 1.1 to 2.0, by voice (four voices)."""
_SILENT = 0.0
_FADE = 0.5
"""Energy below the first is silence, which stays as it is; above it changes grow to their full size over the other."""

_LOUD, _LOUDEST = 9.0, 11.0
"""Energy beyond the first is bent so that it never reaches the second: a loud voice is at full scale there."""


def levelled(plan: Plan, curves: ExpressionCurves) -> Plan:
    """A plan with the levels of an expression for every half-frame; where it is silent, it stays so."""
    energy = plan.energy.astype(np.float64)
    heard = np.clip((energy - _SILENT) / _FADE, 0.0, 1.0)
    if not heard.any():
        return plan
    mean = float(np.average(energy, weights=heard))
    change = (energy - mean) * np.expm1(curves["dynamics"]) + curves["energy"] / DB_OF_ENERGY
    # What is that loud without a feeling stays: only the change is bent.
    moved = energy + bent(energy + heard * change) - bent(energy)
    moved = np.maximum(moved, np.minimum(energy, _SILENT + _FADE))
    return replace(plan, energy=np.where(change == 0.0, plan.energy, moved).astype(np.float32))


def brightened(plan: Plan, curves: ExpressionCurves) -> Plan:
    """A plan with the spectral tilt of an expression for every half-frame."""
    tilt = curves["tilt"]
    return replace(plan, tilt=tilt.astype(np.float32)) if tilt.any() else plan


def bent(energy: NDArray[np.float64]) -> NDArray[np.float64]:
    """[N] energy that stays below full scale, however much is asked for."""
    room = _LOUDEST - _LOUD
    return np.asarray(np.where(energy > _LOUD, _LOUD + room * np.tanh((energy - _LOUD) / room), energy))
