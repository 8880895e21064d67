"""In which word the reading of one character is remembered, with the segmentation of the real front end."""

from __future__ import annotations

import pytest

from engines.models.kokoro.alphabet import ALPHABET
from engines.text.reader import TextReader
from engines.types import Span, Utterance
from studio.windows.inspector_reading import cells_of_phonemes
from studio.windows.pronunciation_choices import word_at
from studio.windows.pronunciation_scope import Scope, moved_scope, scopes

READER = TextReader(ALPHABET)
XING = "ɕi↗ŋ"


def words(text: str, char: str) -> list[tuple[str, str]]:
    """The words that are offered for a character, with what is remembered of them for the reading xíng."""
    cells = cells_of_phonemes(READER.read(Utterance(text, "v"), "zh"))
    at = text.index(char)
    return [(word_at(text, s.span), s.reading("xíng", XING)) for s in scopes(cells, Span(at, at + len(char)))]


@pytest.mark.parametrize(
    ("text", "char", "expected"),
    [
        ("我在银行排队。", "行", [("银行", "yín xíng"), ("行", "xíng")]),
        ("他还钱了。", "还", [("还钱", "xíng qián"), ("他还", "tā xíng"), ("还", "xíng")]),
        ("行。", "行", [("行", "xíng")]),
        ("SQL行SQL", "行", [("行", "xíng")]),
        ("重庆{chóng qìng}人", "庆", [("重庆", "chóng xíng"), ("庆", "xíng")]),
        ("我在银行排队。", "银行", [("银行", "xíng")]),
    ],
)
def test_words_that_a_reading_is_remembered_in(text: str, char: str, expected: list[tuple[str, str]]) -> None:
    assert words(text, char) == expected


def test_sounds_without_syllables_are_no_part_of_a_word() -> None:
    assert Scope(Span(0, 2), before="yín").reading("ipa: hong", "hong") == ""
    assert Scope(Span(0, 1)).reading("ipa: hong", "hong") == "ipa: hong"


def test_a_word_is_found_again_after_an_edit_elsewhere() -> None:
    scope = Scope(Span(2, 4), before="yín")
    moved = moved_scope(scope, "我在银行。", "今天我在银行{háng}。")
    assert moved == Scope(Span(4, 6), before="yín")
    assert moved_scope(scope, "我在银行。", "我在家。") is None
