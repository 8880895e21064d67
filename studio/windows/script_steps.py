"""What happened between two lists of lines, as the steps that a model has to announce to its views."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

MAX_STEPS = 60
"""A view needs a moment for each step; beyond this many, starting afresh is faster."""


class Removed(NamedTuple):
    """These rows went."""

    first: int
    last: int


class Inserted(NamedTuple):
    """So many rows came, before what was at `row`; they are the rows of the final list from there on."""

    row: int
    length: int


class Moved(NamedTuple):
    """These rows went up, before what was at `row`."""

    first: int
    last: int
    row: int


Step = Removed | Inserted | Moved


def steps_between(before: Sequence[str], after: Sequence[str]) -> list[Step] | None:
    """The steps from one list of ids to another, to be taken in order; None when they are too many.

    Rows are counted at the time of the step. Removals come first, then moves, then insertions.
    """
    start = _common(before, after)
    end = _common(before[start:][::-1], after[start:][::-1])
    old = list(before[start : len(before) - end])
    new = list(after[start : len(after) - end])
    kept = set(old) & set(new)
    target = [line_id for line_id in new if line_id in kept]
    steps: list[Step] = []
    for step in _all_steps(old, target, new, kept):
        steps.append(_shifted(step, start))
        if len(steps) > MAX_STEPS:
            return None
    return steps


def ranges(rows: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Runs of neighbours among ascending rows, as first and last."""
    first = last = -1
    for row in rows:
        if first >= 0 and row == last + 1:
            last = row
            continue
        if first >= 0:
            yield first, last
        first = last = row
    if first >= 0:
        yield first, last


def _all_steps(old: list[str], target: list[str], new: list[str], kept: set[str]) -> Iterator[Step]:
    gone = [row for row, line_id in enumerate(old) if line_id not in kept]
    for first, last in reversed(list(ranges(gone))):
        yield Removed(first, last)
    yield from _moves([line_id for line_id in old if line_id in kept], target)
    for first, last in ranges([row for row, line_id in enumerate(new) if line_id not in kept]):
        yield Inserted(first, last - first + 1)


def _moves(present: list[str], target: list[str]) -> Iterator[Moved]:
    row = 0
    while row < len(target):
        if present[row] == target[row]:
            row += 1
            continue
        first = present.index(target[row], row)
        count = _common(present[first:], target[row:])
        yield Moved(first, first + count - 1, row)
        block = present[first : first + count]
        del present[first : first + count]
        present[row:row] = block
        row += count


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many items are the same from the start."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def _shifted(step: Step, by: int) -> Step:
    if isinstance(step, Removed):
        return Removed(step.first + by, step.last + by)
    if isinstance(step, Moved):
        return Moved(step.first + by, step.last + by, step.row + by)
    return Inserted(step.row + by, step.length)
