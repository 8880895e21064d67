"""What a feeling does to speech, as numbers that can be added and scaled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Expression:
    """Changes of how something is said; all 0 is none. Shares are natural logarithms, so that they add up."""

    pitch: float = 0.0
    """Of the mean of F0, semitones."""
    range: float = 0.0
    """Of the range of F0 around the middle of the segment, log share."""
    movement: float = 0.0
    """Of the movement of F0 around its course, besides that of the range, log share."""
    slope: float = 0.0
    """From the first to the last voiced sound, semitones; negative falls."""
    final: float = 0.0
    """Of the last voiced sounds, semitones; negative falls."""
    rate: float = 0.0
    """Of the rate of all sounds, log share."""
    vowels: float = 0.0
    """Of the length of vowels, besides that of the rate, log share."""
    pauses: float = 0.0
    """Of the length of pauses, log share."""
    energy: float = 0.0
    """Of the level, dB."""
    dynamics: float = 0.0
    """Of the range of the level around its mean, log share."""
    tilt: float = 0.0
    """Of what is above 1.2 kHz against the rest, dB; more is brighter and more pressed."""
    tremor: float = 0.0
    """Depth of a slow trembling of F0, semitones."""

    def __add__(self, other: Expression) -> Expression:
        return Expression(*(a + b for a, b in zip(self.values, other.values, strict=True)))

    def __mul__(self, factor: float) -> Expression:
        return Expression(*(value * factor for value in self.values))

    @property
    def values(self) -> tuple[float, ...]:
        """All numbers, in the order of the fields."""
        return tuple(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True, slots=True, eq=False)
class ExpressionCurves:
    """An expression for each of N places in a row: symbols, or half-frames."""

    table: NDArray[np.float64]
    """[N, fields of Expression]"""

    @classmethod
    def of(cls, expressions: Sequence[Expression]) -> ExpressionCurves:
        """From one a place."""
        return cls(np.array([expression.values for expression in expressions], np.float64))

    def __getitem__(self, field: str) -> NDArray[np.float64]:
        """[N] the values of one field of `Expression`."""
        return self.table[:, _FIELDS.index(field)]


_FIELDS = tuple(field.name for field in fields(Expression))
