"""Edits are pure, keep what they do not touch, and are quick on long scripts."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.document import edits
from studio.document.emotions import named
from studio.document.script import Line, Member, Script
from studio.document.texts import glue

CAST = (Member("", "af_heart"), Member("Maya", "af_bella"), Member("林", "zf_xiaoxiao"))


def script_of(*texts: str) -> Script:
    return Script(tuple(Line(f"id{row}", text) for row, text in enumerate(texts)), CAST)


def texts(script: Script) -> list[str]:
    return [line.text for line in script.lines]


HAPPY = named("happy")
ABCDE = script_of(*"abcde")


def test_insert_goes_before_a_row_and_shares_the_rest() -> None:
    after = edits.insert(ABCDE, 2, [Line("new", "x")])
    assert texts(after) == list("abxcde")
    assert all(after.line(line.id) is line for line in ABCDE.lines)


@pytest.mark.parametrize(("row", "expected"), [(-3, "xabcde"), (99, "abcdex")])
def test_insert_stays_within_the_script(row: int, expected: str) -> None:
    assert texts(edits.insert(ABCDE, row, [Line("new", "x")])) == list(expected)


def test_append_gives_new_ids() -> None:
    after = edits.append(ABCDE, ["one", "two"])
    assert texts(after)[-2:] == ["one", "two"]
    assert len(after.rows) == 7


def test_remove_ignores_ids_that_are_gone() -> None:
    assert texts(edits.remove(ABCDE, ["id1", "id3", "gone"])) == list("ace")
    assert edits.remove(ABCDE, ["gone"]) is ABCDE


@pytest.mark.parametrize(
    ("ids", "by", "expected"),
    [
        (["id2"], -1, "acbde"),
        (["id2"], 99, "abdec"),
        (["id0"], -1, "abcde"),
        (["id1", "id2"], 1, "adbce"),
        (["id0", "id2"], 2, "bdaec"),
        (["id3", "id1"], -99, "badce"),
    ],
)
def test_move_keeps_order_and_stops_at_the_ends(ids: Sequence[str], by: int, expected: str) -> None:
    assert texts(edits.move(ABCDE, ids, by)) == list(expected)


def test_move_against_an_end_changes_nothing() -> None:
    assert edits.move(ABCDE, ["id0", "id3"], -1) is ABCDE


@pytest.mark.parametrize(
    ("ids", "row", "expected"),
    [(["id0"], 5, "bcdea"), (["id4", "id1"], 0, "beacd"), (["id1"], 1, "abcde"), (["id1", "id3"], 3, "acbde")],
)
def test_move_to_gathers_before_a_row(ids: Sequence[str], row: int, expected: str) -> None:
    assert texts(edits.move_to(ABCDE, ids, row)) == list(expected)


def test_duplicates_follow_the_last_and_have_no_take() -> None:
    script = Script((Line("a", "one", take="t1"), Line("b", "two"), Line("c", "three")))
    after = edits.duplicate(script, ["a", "b"])
    assert texts(after) == ["one", "two", "one", "two", "three"]
    assert len(after.rows) == 5
    assert after.lines[2].take == ""
    assert after.lines[0] is script.lines[0]


def test_split_shares_the_time_by_characters() -> None:
    script = Script((Line("a", "One. Two three.", member="Maya", start=10.0, end=14.0, take="t"),))
    first, second = edits.split(script, "a", 5).lines
    assert (first.text, second.text) == ("One.", "Two three.")
    assert first.start == 10.0
    assert first.end == second.start == pytest.approx(10 + 4 * 4 / 14, abs=1e-3)
    assert second.end == 14.0
    assert first.id == "a" != second.id
    assert (first.member, second.member) == ("Maya", "Maya")
    assert first.take == second.take == ""


def test_sections_begin_with_lines_and_end_again() -> None:
    script = Script((Line("a", "One. Two."), Line("b", "three", begins="paragraph"), Line("c", "four")))
    begun = edits.begin_sections(script, ["a", "b", "gone"])
    assert [line.begins for line in begun.lines] == ["section", "section", ""]
    assert [line.begins for line in edits.begin_sections(begun, ["b", "c"]).lines] == ["section"] * 3
    assert [line.begins for line in edits.begin_sections(begun, ["a", "b"]).lines] == ["", "", ""]
    assert edits.begin_sections(script, ["gone"]) is script
    assert [line.begins for line in edits.split(begun, "a", 5).lines] == ["section", "", "section", ""]
    assert [line.begins for line in edits.duplicate(begun, ["a"]).lines] == ["section", "", "section", ""]


@pytest.mark.parametrize("at", [0, 1, 5, 99, -1])
def test_split_leaves_no_part_empty(at: int) -> None:
    script = script_of(" word ")
    assert edits.split(script, "id0", at) is script or 1 < at < 5


def test_split_of_a_line_that_is_gone() -> None:
    assert edits.split(ABCDE, "gone", 1) is ABCDE


def test_join_takes_place_member_and_time_of_all() -> None:
    script = Script(
        (
            Line("a", "One.", member="Maya", start=1.0, end=2.0, take="t"),
            Line("b", "between"),
            Line("c", "Two.", start=5.0, end=6.0),
        )
    )
    after = edits.join(script, ["c", "a"])
    assert texts(after) == ["One. Two.", "between"]
    assert after.lines[0] == Line("a", "One. Two.", member="Maya", start=1.0, end=6.0)
    assert after.lines[1] is script.lines[1]
    assert edits.join(script, ["a"]) is script


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (["Hello", "there."], "Hello there."),
        (["你好，", "世界。"], "你好，世界。"),
        (["今日は", "いい天気"], "今日はいい天気"),
        (["我用", "Python", "写"], "我用 Python 写"),
        (["他说：", "“走吧。”", "“好。”"], "他说：“走吧。”“好。”"),
        (["“Go.”", "“Why?”"], "“Go.” “Why?”"),
        (["안녕", "하세요"], "안녕 하세요"),
        (["等等……", "谁？"], "等等……谁？"),
        (["", "a", " ", "b "], "a b"),
    ],
)
def test_glue_knows_which_languages_have_spaces(parts: list[str], expected: str) -> None:
    assert glue(parts) == expected


def test_set_fields_keeps_the_untouched_and_the_equal() -> None:
    script = edits.set_fields(ABCDE, ["id1"], emotion=HAPPY)
    after = edits.set_fields(script, ["id1", "id2"], emotion=HAPPY)
    assert [line.emotion for line in after.lines] == [None, HAPPY, HAPPY, None, None]
    assert [a is b for a, b in zip(script.lines, after.lines, strict=True)] == [True, True, False, True, True]
    assert edits.set_fields(after, ["id1", "id2"], emotion=HAPPY) is after


def test_set_member_adds_and_changes() -> None:
    bob = Member("Bob", "am_adam")
    after = edits.set_member(ABCDE, bob)
    assert after.cast == (*CAST, bob)
    louder = Member("Maya", "af_sky", 1.2)
    assert edits.set_member(after, louder).cast == (CAST[0], louder, CAST[2], bob)
    assert edits.set_member(ABCDE, Member("", "am_adam")).narrator.voice == "am_adam"
    assert edits.set_member(ABCDE, CAST[1]) is ABCDE
    assert after.lines is ABCDE.lines


def test_rename_member_takes_the_lines_along() -> None:
    script = edits.set_fields(ABCDE, ["id0", "id4"], member="Maya")
    after = edits.rename_member(script, "Maya", " Mia ")
    assert [member.name for member in after.cast] == ["", "Mia", "林"]
    assert [line.member for line in after.lines] == ["Mia", "", "", "", "Mia"]
    assert after.lines[1] is script.lines[1]


@pytest.mark.parametrize(("old", "new"), [("", "X"), ("Maya", ""), ("Maya", "林"), ("nobody", "X"), ("Maya", "Maya")])
def test_rename_member_refuses_what_would_mix_up_the_cast(old: str, new: str) -> None:
    assert edits.rename_member(ABCDE, old, new) is ABCDE


def test_remove_member_leaves_the_lines_to_the_narrator() -> None:
    script = edits.set_fields(ABCDE, ["id0"], member="Maya")
    after = edits.remove_member(script, "Maya")
    assert [member.name for member in after.cast] == ["", "林"]
    assert after.lines[0].member == ""
    assert edits.remove_member(script, "") is script


def test_move_member_stays_below_the_narrator() -> None:
    assert [m.name for m in edits.move_member(ABCDE, "林", -1).cast] == ["", "林", "Maya"]
    assert edits.move_member(ABCDE, "Maya", -5) is ABCDE
    assert edits.move_member(ABCDE, "", 1) is ABCDE
    assert [m.name for m in edits.move_member(ABCDE, "Maya", 9).cast] == ["", "林", "Maya"]


def test_paste_assigns_members_of_the_cast_alone() -> None:
    text = (
        "Maya: We leave.\r\n\r\n林：你确定吗？\nMaya\tTabbed: text\nBob: unknown\nSee http://x.org\n\tMaya: not her\n"
    )
    after = edits.paste(ABCDE, 1, text)
    assert [(line.member, line.text) for line in after.lines[1:7]] == [
        ("Maya", "We leave."),
        ("林", "你确定吗？"),
        ("Maya", "Tabbed: text"),
        ("", "Bob: unknown"),
        ("", "See http://x.org"),
        ("", "Maya: not her"),
    ]
    assert edits.paste(ABCDE, 0, " \n\n") is ABCDE


def test_copy_text_is_in_the_order_of_the_script() -> None:
    script = edits.set_fields(ABCDE, ["id3"], member="Maya")
    assert edits.copy_text(script, ["id3", "id0"]) == "a\nMaya: d"


@given(
    st.lists(
        st.tuples(st.sampled_from(["", "Maya", "林", "a: b"]), st.text(alphabet="ab:：\t\n 林Maya。", min_size=1)),
        max_size=6,
    )
)
def test_what_is_copied_can_be_pasted(said: list[tuple[str, str]]) -> None:
    cast = (*CAST, Member("a: b", "af_heart"))
    lines = tuple(Line(f"id{row}", text, member) for row, (member, text) in enumerate(said))
    script = Script(lines, cast)
    pasted = edits.paste(Script((), cast), 0, edits.copy_text(script, [line.id for line in lines]))
    expected = [(member, glue(text.split("\n"))) for member, text in said]
    assert [(line.member, line.text) for line in pasted.lines] == [pair for pair in expected if pair != ("", "")]


def test_replace_text() -> None:
    script = script_of("one two", "two", "three")
    after = edits.replace_text(script, ["id0", "id2"], re.compile("TWO|three", re.IGNORECASE), r"<\g<0>>")
    assert texts(after) == ["one <two>", "two", "<three>"]
    assert after.lines[1] is script.lines[1]
    assert edits.replace_text(script, ["id0"], re.compile("absent"), "x") is script
    literal = edits.replace_text(script, ["id1"], re.compile("two"), lambda _: r"\1")
    assert literal.lines[1].text == r"\1"


LONG = Script(tuple(Line(f"{row:05}", f"Line {row} of a long script.", start=row, end=row + 1) for row in range(5000)))
IDS = [line.id for line in LONG.lines]


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(lambda: edits.insert(LONG, 2500, [Line("x")]), id="insert"),
        pytest.param(lambda: edits.remove(LONG, IDS[::2]), id="remove"),
        pytest.param(lambda: edits.move(LONG, IDS[100:3000], 50), id="move"),
        pytest.param(lambda: edits.move_to(LONG, IDS[::3], 0), id="move to"),
        pytest.param(lambda: edits.duplicate(LONG, IDS), id="duplicate"),
        pytest.param(lambda: edits.split(LONG, IDS[2500], 5), id="split"),
        pytest.param(lambda: edits.join(LONG, IDS), id="join"),
        pytest.param(lambda: edits.set_fields(LONG, IDS, emotion=HAPPY), id="set fields"),
        pytest.param(lambda: edits.replace_text(LONG, IDS, re.compile("long"), "short"), id="replace text"),
        pytest.param(lambda: edits.paste(LONG, 0, "A line of text that was pasted.\n" * 5000), id="paste"),
        pytest.param(lambda: edits.copy_text(LONG, IDS), id="copy text"),
        pytest.param(lambda: edits.rename_member(edits.set_member(LONG, CAST[1]), "Maya", "Mia"), id="rename"),
    ],
)
def test_five_thousand_lines_are_edited_at_once(edit: Callable[[], object]) -> None:
    # 20 ms on a machine with nothing else to do; more than 50 would be felt.
    best = min(_seconds(edit) for _ in range(7))
    assert best < 0.05


def _seconds(edit: Callable[[], object]) -> float:
    # Of this thread: what else the machine does must not decide.
    start = time.thread_time()
    edit()
    return time.thread_time() - start
