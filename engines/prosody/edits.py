"""Prosody that was edited by hand, kept so that it survives what happens to the rest of the text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engines.types import Plan


class Point(NamedTuple):
    """Of a curve that is edited."""

    at: float
    """Position in symbols: 2.5 is the middle of the third symbol, however long it is."""
    offset: float
    """From the curve that would be without edits."""


@dataclass(frozen=True, slots=True)
class SegmentEdit:
    """The edits of one segment of a text: a clause or a sentence."""

    symbols: str
    """What the segment says. Where the text has changed, the edit is of no segment and does nothing."""
    occurrence: int = 0
    """Which of the segments of the text that say the same."""
    durations: tuple[tuple[int, float], ...] = ()
    """Symbols by their index, and the share of its length without edits that each gets."""
    pitch: tuple[Point, ...] = ()
    """Offsets in semitones, joined by straight lines and held at the ends."""
    energy: tuple[Point, ...] = ()
    """Offsets in dB, likewise."""

    @property
    def changes(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.durations or self.pitch or self.energy)


def edited(plan: Plan, edit: SegmentEdit) -> Plan:
    """A plan with an edit made."""
    return plan
