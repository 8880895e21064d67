"""Edits by hand taken over to words that have changed since."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

import numpy as np

from engines.prosody.curves import Curve, tidy
from engines.prosody.edits import Point, SegmentEdit

_LIKE = 0.5
"""Share of symbols that two segments must have in common, in order, for one to be taken for the other."""


def carried(edit: SegmentEdit, symbols: str, occurrence: int = 0) -> SegmentEdit:
    """The edit of a segment as one of a segment with other symbols.

    What is said as before is edited as before. Over what is said otherwise the curves are stretched, and its lengths
    are without edits.
    """
    blocks = _matcher(edit.symbols, symbols).get_matching_blocks()
    old = [0.0, *(float(at) for i, _, size in blocks for at in (i, i + size)), float(len(edit.symbols))]
    new = [0.0, *(float(at) for _, j, size in blocks for at in (j, j + size)), float(len(symbols))]

    def place(at: float) -> float:
        beyond = at - min(max(at, 0.0), old[-1])  # in the silent ends, which are as long as before
        return float(np.interp(at, old, new)) + beyond

    def moved(curve: Curve) -> Curve:
        return tidy(tuple(Point(place(at), offset) for at, offset in curve))

    places = {i + step: j + step for i, j, size in blocks for step in range(size)}
    durations = tuple(sorted((places[index], share) for index, share in edit.durations if index in places))
    return SegmentEdit(symbols, occurrence, durations, moved(edit.pitch), moved(edit.energy))


def heirs(edits: Iterable[SegmentEdit], free: Iterable[tuple[str, int]]) -> tuple[tuple[SegmentEdit, SegmentEdit], ...]:
    """Edits whose words are gone, each with what it becomes for the segment that is most like it.

    Parameters
    ----------
    edits
        Of segments that are no longer said.
    free
        Symbols and occurrence of the segments that have no edit.
    """
    pairs, left = [], dict.fromkeys(free)
    for edit in edits:
        likest = max(left, key=lambda place: _matcher(edit.symbols, place[0]).ratio(), default=None)
        if likest and _matcher(edit.symbols, likest[0]).ratio() >= _LIKE:
            del left[likest]
            pairs.append((edit, carried(edit, *likest)))
    return tuple(pairs)


def _matcher(old: str, new: str) -> SequenceMatcher[str]:
    return SequenceMatcher(None, old, new, autojunk=False)
