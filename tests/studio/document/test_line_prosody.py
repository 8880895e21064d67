"""The prosody of lines is edited by hand, line by line and segment by segment."""

from __future__ import annotations

from engines.prosody.edits import Point, SegmentEdit
from studio.document import edits
from studio.document.prosody_edits import drop_prosody, edit_prosody
from studio.document.script import Line, Script, changed_lines


def script_of(*texts: str) -> Script:
    return Script(tuple(Line(f"id{row}", text) for row, text in enumerate(texts)))


ABCDE = script_of(*"abcde")
HIGHER = SegmentEdit("wˌi", pitch=(Point(0.0, 2.0),))
LONGER = SegmentEdit("lˈiv", durations=((1, 2.0),))


def test_an_edit_of_the_prosody_is_of_one_segment_of_one_line() -> None:
    once = edit_prosody(ABCDE, "id1", [HIGHER, LONGER])
    assert [line.edits for line in once.lines] == [(), (HIGHER, LONGER), (), (), ()]
    assert edit_prosody(once, "id1", [HIGHER]).lines[1].edits == (LONGER, HIGHER)
    again = edit_prosody(once, "id1", [SegmentEdit("wˌi")])
    assert again.lines[1].edits == (LONGER,)
    assert edit_prosody(ABCDE, "id1", [SegmentEdit("wˌi")]) is ABCDE


def test_an_edit_of_the_prosody_makes_the_line_sound_otherwise() -> None:
    after = edit_prosody(ABCDE, "id1", [HIGHER])
    assert list(changed_lines(ABCDE, after)) == ["id1"]
    assert after.delivery(after.lines[1]).key != ABCDE.delivery(ABCDE.lines[1]).key
    assert after.delivery(after.lines[1]).utterance(after.lexicons).edits == (HIGHER,)


def test_edits_of_the_prosody_are_dropped_by_value() -> None:
    script = edit_prosody(ABCDE, "id1", [HIGHER, LONGER])
    assert drop_prosody(script, "id1", [HIGHER]).lines[1].edits == (LONGER,)


def test_split_and_joined_lines_keep_the_edits_of_their_words() -> None:
    script = edit_prosody(script_of("we leave", "now"), "id0", [HIGHER, LONGER])
    parts = edits.split(script, "id0", 2)
    assert [line.edits for line in parts.lines[:2]] == [(HIGHER, LONGER)] * 2
    other = SegmentEdit("wˌi", pitch=(Point(0.0, -5.0),))
    joined = edits.join(edit_prosody(parts, parts.lines[1].id, [other]), [line.id for line in parts.lines])
    assert set(joined.lines[0].edits) == {HIGHER, LONGER}, "of two for the same words, the first stays"
