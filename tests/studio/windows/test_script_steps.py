"""The steps between two lists lead from one to the other, and are few for what a user does."""

from __future__ import annotations

import random

import pytest

from studio.windows.script_steps import MAX_STEPS, Inserted, Moved, Removed, ranges, steps_between


def walk(before: list[str], after: list[str]) -> list[str]:
    """Take the steps, as a model does."""
    steps = steps_between(before, after)
    assert steps is not None
    lines = list(before)
    for step in steps:
        if isinstance(step, Removed):
            del lines[step.first : step.last + 1]
        elif isinstance(step, Inserted):
            lines[step.row : step.row] = after[step.row : step.row + step.length]
        else:
            assert step.row < step.first
            block = lines[step.first : step.last + 1]
            del lines[step.first : step.last + 1]
            lines[step.row : step.row] = block
    return lines


@pytest.mark.parametrize(
    ("before", "after", "steps"),
    [
        ("abc", "abc", []),
        ("", "abc", [Inserted(0, 3)]),
        ("abc", "", [Removed(0, 2)]),
        ("abcd", "abxycd", [Inserted(2, 2)]),
        ("abcdef", "abef", [Removed(2, 3)]),
        ("abcdef", "bdf", [Removed(4, 4), Removed(2, 2), Removed(0, 0)]),
        ("abcd", "acbd", [Moved(2, 2, 1)]),
        ("abcdef", "aefbcd", [Moved(4, 5, 1)]),
        ("abcdef", "acdefb", [Moved(2, 5, 1)]),
        ("abcd", "axd", [Removed(1, 2), Inserted(1, 1)]),
    ],
)
def test_an_edit_is_a_few_steps(before: str, after: str, steps: list[object]) -> None:
    assert steps_between(before, after) == steps
    assert walk(list(before), list(after)) == list(after)


def test_steps_lead_from_any_list_to_any_other() -> None:
    chance = random.Random(7)
    for _ in range(300):
        names = [chr(ord("a") + number) for number in range(12)]
        before = chance.sample(names, chance.randrange(12))
        after = chance.sample(names, chance.randrange(12))
        assert walk(before, after) == after


def test_a_script_that_was_shuffled_is_started_afresh() -> None:
    before = [str(number) for number in range(5000)]
    after = before[::-1]
    assert steps_between(before, after) is None
    assert len(steps_between(before, before[1:] + before[:1]) or ()) == 1 <= MAX_STEPS


def test_neighbours_are_put_together() -> None:
    assert list(ranges([])) == []
    assert list(ranges([0, 1, 2, 5, 7, 8])) == [(0, 2), (5, 5), (7, 8)]
