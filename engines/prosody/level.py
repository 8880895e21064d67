"""How loud a segment is said, and how much the loudness moves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engines.prosody.expression import ExpressionCurves
from engines.types import Plan

ENERGY_OF_DB = 0.115
"""What a decibel is in the model's log energy: the natural logarithm of an amplitude."""
_SILENT = 0.0
_FADE = 0.5
"""Energy below the first is silence, which stays as it is; above it changes grow to their full size over the other."""


def levelled(plan: Plan, curves: ExpressionCurves) -> Plan:
    """A plan with the levels of an expression for every half-frame; where it is silent, it stays so."""
    energy = plan.energy.astype(np.float64)
    heard = np.clip((energy - _SILENT) / _FADE, 0.0, 1.0)
    if not heard.any():
        return plan
    mean = float(np.average(energy, weights=heard))
    change = (energy - mean) * np.expm1(curves["dynamics"]) + curves["energy"] * ENERGY_OF_DB
    moved = np.maximum(energy + heard * change, np.minimum(energy, _SILENT + _FADE))
    return replace(plan, energy=np.where(change == 0.0, plan.energy, moved).astype(np.float32))
