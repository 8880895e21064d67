"""A text that arrives in pieces is read as the whole text is."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import NothingToSayError
from engines.models.kokoro.alphabet import ALPHABET
from engines.text.arriving import LiveText
from engines.text.lexicon import Entry, Lexicon, Lexicons
from engines.text.reader import TextReader
from engines.types import Idle, Phonemes, Utterance

READER = TextReader(ALPHABET)
TEXTS = {
    "en-us": [
        "Hello there. It is a fine day, and we are going out. Dr. Smith paid $1,234.50 on Jan. 5, 2024! Did he? Yes.",
        "When the rain had stopped at last, all of the children in our street ran outside to look for the rainbow; it "
        "was gone. “Where is it?” asked one. They read the book, then read it again, and had read it before…\n\nNo.",
        "Hi. Hi. No. I said [pause 1s] wait. Go to example.com/a?b=1. The U.S. Army came. 1. Open it. 2. Close it.",
        "Say SQL{sequel}. [say sequel]SQL[/] is old. [Music] is text, [spell]ABC[/] is not. [pause 300ms]And [sic] so.",
        '*** What is this? ... It goes on, and on... and on. THIS IS LOUD. He said "No." Then he left. \r\nNext line',
    ],
    "zh": ["你好。今天天气很好，我们去公园走走吧！他说：“好的。”然后走了。我有3个苹果。GPT-4很好用。日本の駅。"],
    "ja": ["今日は天気がいいですね。散歩に行きましょう。「はい。」と彼は言った。東京大学。漢字の後に仮名がある。"],
}
LEXICONS = Lexicons(user=Lexicon((Entry("Yahoo!", "yah hoo"), Entry("fine day, and", "fine day and"))))


def whole(utterance: Utterance, language: str) -> list[tuple[object, ...]]:
    return [_shape(segment) for segment in READER.read(utterance, language)]


def arriving(pieces: list[str], utterance: Utterance, language: str) -> tuple[list[tuple[object, ...]], int]:
    """The segments, and how many came before the text was complete."""
    live = LiveText(utterance)
    left = iter(pieces)
    found: list[tuple[object, ...]] = []
    early = 0
    ended = False
    for step in READER.read_live(live, language):
        if isinstance(step, Idle):
            piece = next(left, None)
            ended = piece is None
            live.end() if piece is None else live.add(piece)
        else:
            found.append(_shape(step))
            early += not ended
    return found, early


def _shape(segment: Phonemes) -> tuple[object, ...]:
    return segment.span, segment.symbols, segment.pause, segment.before, segment.readings


def cut(text: str, numbers: random.Random) -> Iterator[str]:
    at = 0
    while at < len(text):
        size = numbers.choice((1, 2, 3, 5, 9, 40))
        yield text[at : at + size]
        at += size


@pytest.mark.parametrize("language", TEXTS)
@pytest.mark.parametrize("lexicons", [Lexicons(), LEXICONS], ids=["plain", "lexicons"])
def test_pieces_of_any_size_are_read_as_the_whole_text(language: str, lexicons: Lexicons) -> None:
    numbers = random.Random(7)
    for text in TEXTS[language]:
        utterance = Utterance(text, "voice", lexicons=lexicons)
        expected = whole(utterance, language)
        for _ in range(6):
            pieces = list(cut(text, numbers))
            assert arriving(pieces, Utterance("", "voice", lexicons=lexicons), language)[0] == expected, pieces


@given(st.text(alphabet="aB1 .,!?…\n“”[]{}/pause ms中の。、\r\\", max_size=80), st.integers(0, 1000))
@settings(max_examples=150, deadline=None, database=None)
def test_odd_texts_too(text: str, seed: int) -> None:
    utterance = Utterance(text, "voice")
    try:
        expected = whole(utterance, "en-us")
    except NothingToSayError:
        with pytest.raises(NothingToSayError):
            arriving(list(cut(text, random.Random(seed))), Utterance("", "voice"), "en-us")
        return
    assert arriving(list(cut(text, random.Random(seed))), Utterance("", "voice"), "en-us")[0] == expected


def test_a_sentence_comes_before_the_next_is_complete() -> None:
    _, early = arriving(["Hello there, my friend. It is a fine day, and we "], Utterance("", "voice"), "en-us")
    assert early == 1


def test_the_first_clause_comes_before_its_sentence_is_complete() -> None:
    text = "When the rain had stopped at last, all of the children in our street ran "
    found, early = arriving([text], Utterance("", "voice"), "en-us")
    assert early == 1
    assert text[slice(*found[0][0])] == "When the rain had stopped at last, "  # type: ignore[misc]


def test_what_follows_an_open_tag_waits_until_it_is_closed() -> None:
    begun = "This is good. Here [say sequel]SQL is a word. And on it goes, on and on and on. "
    _, early = arriving([begun], Utterance("", "voice"), "en-us")
    assert early == 0
    _, early = arriving([begun, "[/] Now it is closed, at long last."], Utterance("", "voice"), "en-us")
    assert early > 0
