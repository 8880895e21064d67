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

from engines.prosody.voicing import with_pitch
from engines.types import FloatArray
from engines.voices.profile import PitchRange

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

    def range_of(self, own: PitchRange) -> PitchRange:
        """The range that the pitch has which the map gives."""
        mean = self.target_mean + (own.mean_log_hz - self.own_mean) * self.ratio
        return PitchRange(mean, own.spread_log_hz * self.ratio)

    def __call__(self, f0: FloatArray) -> FloatArray:
        """Mapped F0 [2T], Hz; see `with_pitch`."""
        hz = np.maximum(f0.astype(np.float64), 1.0)
        return with_pitch(f0, np.exp(self.target_mean + (np.log(hz) - self.own_mean) * self.ratio))
