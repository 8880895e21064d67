"""Prosody that was edited by hand, kept so that it survives what happens to the rest of the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple


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

    def tidy(self) -> SegmentEdit:
        """The same in order, whoever wrote it."""
        durations = tuple(sorted(self.durations))
        pitch, energy = (tuple(sorted(curve, key=lambda point: point.at)) for curve in (self.pitch, self.energy))
        tidied = replace(self, durations=durations, pitch=pitch, energy=energy)
        return self if tidied == self else tidied


class Attaching:
    """Finds the edit of every segment of a text, as the segments are read one after the other."""

    def __init__(self, edits: Iterable[SegmentEdit]) -> None:
        self._edits = {(edit.symbols, edit.occurrence): edit for edit in edits}
        self._said: Counter[str] = Counter()

    def next(self, symbols: str) -> SegmentEdit | None:
        """The edit of the next segment, by what it says."""
        occurrence = self._said[symbols]
        self._said[symbols] += 1
        return self._edits.get((symbols, occurrence))

    @property
    def left(self) -> tuple[SegmentEdit, ...]:
        """Those of no segment so far: when all have been read, they are of words that are no longer in the text."""
        return tuple(edit for edit in self._edits.values() if edit.occurrence >= self._said[edit.symbols])


def with_edit(edits: Iterable[SegmentEdit], edit: SegmentEdit) -> tuple[SegmentEdit, ...]:
    """The edits of a text after one of a segment, which takes the place of that segment's earlier one."""
    place = (edit.symbols, edit.occurrence)
    others = tuple(other for other in edits if (other.symbols, other.occurrence) != place)
    return (*others, edit) if edit.changes else others
