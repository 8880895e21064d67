"""Projects survive the way to JSON and back, and what does not fit is refused piece by piece."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.prosody.edits import Point, SegmentEdit
from engines.prosody.emotion import Emotion
from studio.document.emotions import LineEmotion, named
from studio.document.plain import MisfitError, from_plain, to_plain
from studio.document.project_json import VERSION, NewerError, UnreadableError, decode, encode, is_safe_id
from studio.document.script import Delivery, Line, Member, Script
from studio.document.takes import Take, TakeMark

ids = st.text("abcdef0123456789_-", min_size=1, max_size=12)
anything = st.text(st.characters(exclude_categories=[]), max_size=20)
seconds = st.floats(0, 1e6, allow_nan=False)
speeds = st.floats(0.5, 2.0)
shares = st.floats(0, 1)
emotions = st.builds(Emotion, happy=shares, sad=shares, intensity=shares, rate=st.floats(-0.5, 1), strength=shares)
line_emotions = st.builds(LineEmotion, anything, emotions)
curves = st.lists(st.builds(Point, seconds, seconds), max_size=3).map(tuple)
lengths = st.lists(st.tuples(st.integers(0, 9), speeds), max_size=3).map(tuple)
prosody = st.lists(
    st.builds(SegmentEdit, anything, st.integers(0, 3), lengths, curves, curves).map(SegmentEdit.tidy), max_size=2
).map(tuple)
lines = st.builds(
    Line,
    ids,
    anything,
    member=anything,
    voice=anything,
    language=anything,
    emotion=st.none() | line_emotions,
    speed=st.none() | speeds,
    start=st.none() | seconds,
    end=st.none() | seconds,
    take=anything,
    edits=prosody,
)
casts = st.lists(
    st.builds(Member, anything.filter(bool), anything, speeds, line_emotions), unique_by=lambda m: m.name, max_size=4
)
scripts = st.builds(
    lambda lines, narrator, cast: Script(tuple(lines), (Member("", narrator), *cast)),
    st.lists(lines, unique_by=lambda line: line.id, max_size=6),
    anything,
    casts,
)
marks = st.builds(TakeMark, seconds, seconds, st.tuples(st.integers(), st.integers()), anything, anything)
takes = st.builds(
    Take,
    ids,
    anything,
    st.builds(Delivery, anything, anything, anything, speeds, emotion=emotions, edits=prosody),
    anything,
    seconds,
    st.integers(1, 192000),
    anything,
    st.lists(marks, max_size=3).map(tuple),
    st.lists(anything, max_size=2).map(tuple),
)


@settings(deadline=None)
@given(scripts, st.lists(takes, unique_by=lambda take: take.id, max_size=4))
def test_a_project_survives(script: Script, made: list[Take]) -> None:
    project = decode(b"".join(encode(script, made)))
    assert project.script == script
    assert project.takes == tuple(made)
    assert project.warnings == ()


def document(**changes: object) -> bytes:
    return json.dumps({"version": VERSION, "cast": [], "lines": [], "takes": [], **changes}).encode()


def test_pieces_are_lines_of_json() -> None:
    script = Script((Line("a", "one"), Line("b", "two")))
    text = b"".join(encode(script, (), program="1.2.3"))
    assert json.loads(text)["program"] == "1.2.3"
    assert b'\n{"id":"b","text":"two"}' in text


def test_missing_fields_have_their_defaults_and_unknown_ones_are_ignored() -> None:
    project = decode(document(lines=[{"id": "a", "text": "hi", "colour": "red"}], mood="good"))
    assert project.script == Script((Line("a", "hi"),))
    assert project.warnings == ()


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": 5},
        {"id": "b", "text": None},
        {"id": "b", "speed": "fast"},
        {"id": "b", "start": True},
        {"id": "b", "end": [1]},
        {"text": "no id"},
        "text",
        None,
    ],
)
def test_a_line_with_a_wrong_type_is_left_out_with_a_warning(wrong: object) -> None:
    project = decode(document(lines=[{"id": "a", "text": "good"}, wrong]))
    assert [line.id for line in project.script.lines] == ["a"]
    assert len(project.warnings) == 1
    assert "1 line" in project.warnings[0]


def test_numbers_that_are_none_are_refused() -> None:
    project = decode(b'{"version":1,"lines":[{"id":"a","start":NaN},{"id":"b","start":Infinity}]}')
    assert project.script.lines == ()


def test_values_out_of_range_are_brought_in() -> None:
    emotion = {"emotion": {"sad": 3, "rate": -2, "pitch": 40, "intensity": -1}}
    member = {"name": "", "voice": "x", "emotion": {"preset": "calm", "emotion": {"calm": 7}}}
    project = decode(document(lines=[{"id": "a", "speed": 9, "emotion": emotion}], cast=[member]))
    nearest = LineEmotion("", Emotion(sad=1.0, rate=-0.5, pitch=12.0, intensity=0.0))
    assert project.script.lines == (Line("a", speed=2.0, emotion=nearest),)
    assert project.script.narrator.emotion == named("calm")


def test_points_out_of_order_are_put_in_order() -> None:
    row = ["wi", 0, [[1, 2.0], [0, 0.5]], [[2.0, 1.0], [0.5, -1.0]], []]
    (line,) = decode(document(lines=[{"id": "a", "edits": [row]}])).script.lines
    assert line.edits == (SegmentEdit("wi", 0, ((0, 0.5), (1, 2.0)), (Point(0.5, -1.0), Point(2.0, 1.0))),)


@pytest.mark.parametrize("point", [[1.0], [1.0, "2"], [1.0, 2.0, 3.0], 1.0])
def test_a_point_that_does_not_fit(point: object) -> None:
    project = decode(document(lines=[{"id": "a", "edits": [["wi", 0, [], [point], []]]}]))
    assert project.script.lines == ()
    assert len(project.warnings) == 1


def test_twice_the_same_id_becomes_two() -> None:
    project = decode(document(lines=[{"id": "a", "text": "1"}, {"id": "a", "text": "2"}, {"id": "", "text": "3"}]))
    assert [line.text for line in project.script.lines] == ["1", "2", "3"]
    assert len(project.script.rows) == 3
    assert "" not in project.script.rows


def test_the_cast_always_has_a_narrator_first() -> None:
    project = decode(document(cast=[{"name": "Maya", "voice": "x"}, {"name": "", "voice": "y"}, {"voice": "z"}]))
    assert project.script.cast == (Member("", "y"), Member("Maya", "x"))
    assert len(project.warnings) == 1
    assert decode(document()).script.cast == Script().cast


@pytest.mark.parametrize("bad", ["../../etc/passwd", "a/b", "", "x" * 65, "a\\b", "C:", "a.b"])
def test_a_take_whose_id_is_no_file_name_is_refused(bad: str) -> None:
    take = to_plain(Take("ok", "a", Delivery("t", "v", "", 1.0), "m", 1.0, 24000, "2026"))
    project = decode(document(takes=[take, {**take, "id": bad}]))
    assert [t.id for t in project.takes] == ["ok"]
    assert len(project.warnings) == 1
    assert not is_safe_id(bad)


def test_a_section_of_a_wrong_type() -> None:
    project = decode(document(lines={"a": 1}, cast="x", takes=7))
    assert project.script == Script()
    assert len(project.warnings) == 3


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b"{}", b'{"version":"1"}', b'{"version":true}', b"\xff\xfe", b"[" * 100_000, b'{"version":-1}'],
)
def test_what_is_not_a_project_is_refused(text: bytes) -> None:
    with pytest.raises(UnreadableError):
        decode(text)


def test_a_newer_version_is_refused_with_its_number() -> None:
    with pytest.raises(NewerError) as caught:
        decode(document(version=VERSION + 1, program="9.0"))
    assert (caught.value.version, caught.value.program) == (VERSION + 1, "9.0")


def test_version_0_is_read() -> None:
    old = {
        "version": 0,
        "cast": {"": "af_sky", "Maya": "af_bella"},
        "lines": [{"id": "a", "text": "hi", "character": "Maya"}, {"id": "b", "text": "there"}],
    }
    project = decode(json.dumps(old).encode())
    assert project.script == Script(
        (Line("a", "hi", "Maya"), Line("b", "there")), (Member("", "af_sky"), Member("Maya", "af_bella"))
    )


def test_version_1_had_words_for_emotions() -> None:
    words = ["happy", "melancholic", "neutral", "", "hungry", None]
    lines = [{"id": str(row), **({} if word is None else {"emotion": word})} for row, word in enumerate(words)]
    project = decode(json.dumps({"version": 1, "lines": lines}).encode())
    assert [line.emotion for line in project.script.lines] == [named("happy"), named("melancholic"), *[None] * 4]
    assert project.warnings == ()


@pytest.mark.parametrize("row", [[0.0, 1.0, [0, 1], "a"], {}, [0.0, 1.0, [0, 1, 2], "a", "b"], [0, 1, "01", "a", "b"]])
def test_a_row_that_does_not_fit(row: Any) -> None:
    take = to_plain(Take("ok", "a", Delivery("t", "v", "", 1.0), "m", 1.0, 24000, "2026"))
    with pytest.raises(MisfitError):
        from_plain(Take, {**take, "marks": [row]})
