from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.export.naming import MAX_BYTES, MAX_STEM, PatternError, check_pattern, cut, fill, numbered, safe_name

VALUES = {"number": "7", "member": "Maya", "text": "We leave at dawn.", "voice": "af_heart", "project": "Episode 1"}


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("{number:04} {member} {text}", "0007 Maya We leave at dawn"),
        ("{number}_{member}_{voice}", "7_Maya_af_heart"),
        ("{project} - {text:8}", "Episode 1 - We leave"),
        ("{text:9}", "We leave"),
        ("{text:2}", "We"),
        ("{language}", "7"),
        ("{number:04}", "0007"),
    ],
)
def test_fields_are_filled_in(pattern, name):
    check_pattern(pattern)
    assert fill(pattern, VALUES) == name


def test_an_absent_value_leaves_no_double_separator():
    assert fill("{number}_{member}_{text}", {**VALUES, "member": ""}) == "7_We leave at dawn"


@pytest.mark.parametrize(
    ("pattern", "word"), [("{nummer}", "{nummer}"), ("{text", "brace"), ("text}", "brace"), ("  ", "empty")]
)
def test_a_wrong_pattern_says_what_is_wrong(pattern, word):
    with pytest.raises(PatternError, match=word):
        check_pattern(pattern)


@pytest.mark.parametrize(
    ("raw", "safe"),
    [
        ('a/b\\c|d: "e" <f>?*', "a-b-c-d e f"),
        ("at 10:30", "at 10-30"),
        ("…\n new\tline\x00\u202e", "… new line"),
        ("ends with dots...", "ends with dots"),
        (".hidden", "hidden"),
        ("CON", "CON~"),
        ("nul.tar", "nul~.tar"),
        ("com1", "com1~"),
        ("console", "console"),
        ("你确定要这样做吗？", "你确定要这样做吗？"),
        ("cafe\u0301", "café"),
        ("\ud800x", "x"),
        ("👩‍👩‍👧", "👩‍👩‍👧"),
        ("..", ""),
    ],
)
def test_what_file_systems_object_to_is_replaced(raw, safe):
    assert safe_name(raw) == safe


def test_a_long_text_gives_way_to_the_number_behind_it():
    name = fill("{text} {number:04}", {**VALUES, "text": "好" * 200})
    assert name.endswith("好 0007")
    assert len(name.encode()) <= MAX_STEM


def test_a_character_made_of_several_is_not_torn():
    assert cut("ab" + "e\u0323\u0302", 4) == "ab"
    assert cut("👩‍👧", 7) == ""


@given(st.text(), st.text(), st.sampled_from(["{number:04} {member} {text}", "{text}", "{text:20}{text}", "x{member}"]))
def test_every_name_is_safe(text, member, pattern):
    name = fill(pattern, {**VALUES, "text": text, "member": member})
    assert name
    assert name == name.strip(" .")
    assert len(name.encode()) <= MAX_STEM
    assert not set(name) & set('<>:"/\\|?*')
    assert all(unicodedata.category(char)[0] != "C" or char in "\u200c\u200d" for char in name)


@given(st.lists(st.sampled_from(["a", "A", "a (2)", "é", "e\u0301", "b" * 132, "b" * 131 + "c"]), max_size=12))
def test_no_two_names_are_the_same(names):
    result = numbered(names, ["A.WAV"])
    keys = {unicodedata.normalize("NFC", name).casefold() for name in (*result, "A.WAV")}
    assert len(keys) == len(names) + 1
    assert all(len(name.encode()) <= MAX_BYTES for name in result)


def test_the_second_of_a_name_gets_a_number():
    assert numbered(["a", "b", "a", "A"], ["b.wav"]) == ["a.wav", "b (2).wav", "a (2).wav", "A (3).wav"]


def test_any_suffix_finds_room():
    long = "好" * 44
    for suffix in (".wav", ".flac", ".labels.txt"):
        names = numbered([long, long], (), suffix)
        assert all(name.endswith(suffix) and len(name.encode()) <= MAX_BYTES for name in names)


def test_many_equal_names_are_numbered_in_no_time():
    assert numbered(["same"] * 5000)[-1] == "same (5000).wav"


def test_the_names_can_be_made_here(tmp_path: Path):
    for text in ("好" * 300, "con", "a/b", "line\nbreak", "👩‍👩‍👧" * 40, "trailing. "):
        file = tmp_path / (fill("{text}", {"text": text, "number": "1"}) + ".labels.txt")
        file.touch()
        assert file.name in {entry.name for entry in tmp_path.iterdir()}
