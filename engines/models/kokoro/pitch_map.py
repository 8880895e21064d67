"""Pitch of one speaker moved into the range of another.

    log F0 -> target mean + (log F0 - own mean) * ratio

The mean that is subtracted is the model's own for the voice, measured once on its calibration sentences, not that of
the segment at hand. So the map is one fixed curve: a question stays above a statement, a segment's last words below its
first, and a text sounds alike however it is cut into segments. (Moved by its own mean, every sentence would come out at
the same height.)
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engines.types import FloatArray
from engines.voices.profile import VOICED_ABOVE_HZ, PitchRange

_FADE_HZ = 6.0
_UNTOUCHED_BELOW_HZ = 25.0
_LEAST_SPREAD = 0.03
_NARROWEST, _WIDEST = 0.7, 1.35
"""Limits of the ratio: flatter sounds bored, livelier breaks the model's curves apart."""


@dataclass(frozen=True, slots=True)
class PitchMap:
    """A fixed curve from the model's F0 to a speaker's."""

    own_mean: float
    """Log Hz."""
    target_mean: float
    """Log Hz."""
    ratio: float

    @classmethod
    def between(cls, own: PitchRange, target: PitchRange) -> PitchMap:
        """The map that takes one range to another, as far as the widths may be changed."""
        ratio = target.spread_log_hz / max(own.spread_log_hz, _LEAST_SPREAD)
        return cls(own.mean_log_hz, target.mean_log_hz, min(max(ratio, _NARROWEST), _WIDEST))

    def __call__(self, f0: FloatArray) -> FloatArray:
        """Mapped F0 [2T], Hz. It fades into the curve as it was around 40 Hz, so that no edge of voicing is moved."""
        hz = np.maximum(f0.astype(np.float64), 1.0)
        mapped = np.exp(self.target_mean + (np.log(hz) - self.own_mean) * self.ratio)
        share = 1.0 / (1.0 + np.exp(-(hz - VOICED_ABOVE_HZ) / _FADE_HZ))
        moved = f0 + (mapped - f0) * share
        return np.where(f0 > _UNTOUCHED_BELOW_HZ, moved, f0).astype(np.float32)
