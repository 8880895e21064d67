"""Lines with times: how they are to be said, and how their takes fit."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest

from engines.types import Slot
from studio.document import journal
from studio.document.document import Document
from studio.document.edits import set_fields, set_limits
from studio.document.journal import State
from studio.document.project_json import decode, encode
from studio.document.script import FitLimits, Line, Member, Overrun, Script, changed_lines
from studio.document.slots import SlotFit, Verdict, slot_fit
from studio.document.takes import Take

A = Line("a", "One.", start=1.0, end=3.0)
B = Line("b", "Two.", start=4.0, end=5.0)
C = Line("c", "Three.")
SCRIPT = Script((A, B, C), (Member("", "af_heart"),))


def with_overrun(overrun: Overrun, line_id: str = "a") -> Script:
    return set_fields(SCRIPT, [line_id], overrun=overrun.value)


def slot_of(script: Script, line_id: str = "a") -> Slot | None:
    line = script.line(line_id)
    assert line
    return script.delivery(line).utterance(script.lexicons).slot


def take(seconds: float, stretch: float = 1.0) -> Take:
    return Take("t", "a", SCRIPT.delivery(A), "tiny", seconds, 24000, "2026", stretch=stretch)


# How a line is to be said


def test_a_line_with_times_has_a_slot() -> None:
    assert slot_of(SCRIPT) == Slot(2.0, 0.8, 1.2)
    assert slot_of(SCRIPT, "c") is None


@pytest.mark.parametrize("times", [{"end": None}, {"start": None}, {"end": 1.0}, {"end": 0.5}, {"end": math.inf}])
def test_without_a_whole_time_there_is_none(times: dict[str, float | None]) -> None:
    assert slot_of(set_fields(SCRIPT, ["a"], **times)) is None


def test_limits_are_those_of_the_script() -> None:
    assert slot_of(set_limits(SCRIPT, FitLimits(0.7, 1.0, 0.5))) == Slot(2.0, 0.7, 1.0)


def test_an_overlap_changes_nothing_but_the_verdict() -> None:
    assert slot_of(with_overrun(Overrun.OVERLAP)) == slot_of(SCRIPT)


def test_some_lines_may_be_spoken_faster() -> None:
    assert slot_of(with_overrun(Overrun.FASTER)) == Slot(2.0, 0.6, 1.2)


def test_a_line_may_borrow_the_gap_but_is_not_drawn_out_into_it() -> None:
    assert slot_of(with_overrun(Overrun.GAP)) == Slot(3.0, 0.8, 1.0)
    # Nothing follows the last line: it is as long as it is.
    assert slot_of(with_overrun(Overrun.GAP, "b"), "b") is None


def test_the_gap_ends_where_the_next_line_begins_wherever_that_stands() -> None:
    script = Script((B, A, Line("d", start=1.0, end=2.0), Line("e", start=2.5, end=2.7)), SCRIPT.cast)
    assert script.gap_after(A) == 0.0  # one begins before it is over
    assert script.gap_after(script.lines[2]) == 0.5
    assert script.gap_after(B) == math.inf
    assert script.gap_after(C) == 0.0


def test_a_line_that_borrows_changes_with_the_next_one() -> None:
    before = with_overrun(Overrun.GAP)
    after = set_fields(before, ["b"], start=4.5)
    assert list(changed_lines(before, after)) == ["a", "b"]
    assert list(changed_lines(SCRIPT, set_fields(SCRIPT, ["b"], start=4.5))) == ["b"]


def test_limits_change_all_lines_with_times() -> None:
    assert list(changed_lines(SCRIPT, set_limits(SCRIPT, FitLimits(0.7)))) == ["a", "b"]


def test_limits_stay_where_speech_survives() -> None:
    assert FitLimits(0.1, 9.0, 0.9).tidy() == FitLimits(0.5, 1.5, 0.5)


# How a take fits


@pytest.mark.parametrize(
    ("overrun", "seconds", "stretch", "expected"),
    [
        (Overrun.NONE, 2.0, 0.9, SlotFit(0.9, 0.0, Verdict.FITS)),
        (Overrun.NONE, 1.0, 1.0, SlotFit(2.0, 0.0, Verdict.FITS)),
        (Overrun.NONE, 2.04, 1.0, SlotFit(2 / 2.04, 0.0, Verdict.FITS)),
        (Overrun.NONE, 2.4, 0.8, SlotFit(2 / 3, 0.4, Verdict.TOO_LONG)),
        (Overrun.OVERLAP, 2.4, 0.8, SlotFit(2 / 3, 0.4, Verdict.OVERLAPS)),
        (Overrun.GAP, 2.8, 1.0, SlotFit(2 / 2.8, 0.8, Verdict.BORROWS)),
        (Overrun.GAP, 3.2, 0.8, SlotFit(0.5, 1.2, Verdict.TOO_LONG)),
        (Overrun.FASTER, 2.2, 0.6, SlotFit(1.2 / 2.2, 0.2, Verdict.TOO_LONG)),
    ],
)
def test_verdicts(overrun: Overrun, seconds: float, stretch: float, expected: SlotFit) -> None:
    script = with_overrun(overrun)
    fit = slot_fit(script, script.lines[0], take(seconds, stretch))
    assert fit is not None
    assert fit.verdict is expected.verdict
    assert fit[:2] == pytest.approx(expected[:2])


def test_without_a_time_or_a_take_there_is_no_verdict() -> None:
    assert slot_fit(SCRIPT, C, take(2.0)) is None
    assert slot_fit(SCRIPT, A, None) is None


# Kept and undone


def test_choices_and_limits_are_kept() -> None:
    script = set_limits(with_overrun(Overrun.GAP), FitLimits(0.75, 1.1, 0.55))
    stretched = replace(take(2.0), stretch=0.9)
    project = decode(b"".join(encode(script, [stretched])))
    assert project.script == script
    assert project.takes == (stretched,)
    assert b"limits" not in b"".join(encode(SCRIPT, []))


@pytest.mark.parametrize("limits", ["x", {"shortest": "x"}, None])
def test_limits_that_make_no_sense_are_the_usual_ones(limits: object) -> None:
    document = json.loads(b"".join(encode(SCRIPT, [])))
    document["limits"] = limits
    document["lines"][0]["overrun"] = "explode"
    project = decode(json.dumps(document).encode())
    assert project.script == SCRIPT
    assert project.warnings == ()


def test_a_crash_keeps_the_limits() -> None:
    after = set_limits(SCRIPT, FitLimits(0.7))
    entry = json.dumps(journal.edited(SCRIPT, after)).encode() + b"\n"
    assert journal.replay(State(SCRIPT), journal.opening("x") + entry, "x").script == after


def test_limits_survive_other_edits_and_can_be_undone() -> None:
    document = Document()
    document.replace(SCRIPT, (), None)
    document.edit("limits", set_limits(document.script, FitLimits(0.7)))
    document.edit("text", set_fields(document.script, ["a"], text="Other."))
    assert document.script.limits == FitLimits(0.7)
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert document.script == SCRIPT
