import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.errors import LanguageNotAvailableError, NothingToSayError
from engines.text.frontends import FrontEnds
from engines.text.punctuation import mark_symbol
from engines.text.reader import TextReader
from engines.text.tidy import speaks
from engines.types import Phonemes, Reading, Source, Span, Utterance

ALPHABET = frozenset('ʰabcdefhijklmnopqrstuvwxyzɡ↓ .,!?;:—…()“”"')
LANGUAGES = ("en-us", "en-gb", "zh", "ja", "es")


class StubFrontEnd:
    """Latin words are their own symbols, a Chinese character or kana is `ni↓`, a digit is `wan`."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.furthest = 0

    def read(self, text: str, span: Span) -> list[Reading]:
        self.furthest = max(self.furthest, span.end)
        return list(self._readings(text, span))

    def _readings(self, text: str, span: Span) -> Iterator[Reading]:
        for match in re.compile(r"[A-Za-zé]+|[0-9]+|\s+|.", re.DOTALL).finditer(text, *span):
            word = match[0]
            place = Span(match.start(), match.end())
            if word.isspace():
                yield Reading(place, "", " ", Source.PUNCTUATION, self.language)
            elif re.fullmatch("[A-Za-zé]+", word):
                yield Reading(place, word, word.lower().replace("g", "ɡ"), Source.LEXICON, self.language)
            elif re.fullmatch("[0-9]+", word):
                yield Reading(place, " ".join(word), " ".join("wan" for _ in word), Source.RULE, self.language)
            elif re.fullmatch("[\u4e00-\u9fff\u3041-\u30fa]", word):
                yield Reading(place, word, "ni↓", Source.LEXICON, self.language)
            elif mark_symbol(word):
                yield Reading(place, "", mark_symbol(word), Source.PUNCTUATION, self.language)
            else:
                yield Reading(place, "", "", Source.SILENT, self.language)


class Setup:
    def __init__(self, languages: tuple[str, ...] = LANGUAGES) -> None:
        self.stubs = {language: StubFrontEnd(language) for language in languages}
        self.made: list[str] = []
        self.reader = TextReader(ALPHABET, front_ends=FrontEnds({code: self._factory(code) for code in languages}))

    def _factory(self, code: str):  # type: ignore[no-untyped-def]
        def make() -> StubFrontEnd:
            self.made.append(code)
            return self.stubs[code]

        return make

    def read(self, text: str, voice: str = "en-us", language: str | None = None) -> list[Phonemes]:
        return list(self.reader.read(Utterance(text, "v", language), voice))


def check_tiling(text: str, segments: list[Phonemes]) -> None:
    readings = [reading for segment in segments for reading in segment.readings]
    assert (readings[0].span.start, readings[-1].span.end) == (0, len(text))
    for left, right in pairwise(readings):
        assert left.span.end == right.span.start
    for segment in segments:
        assert segment.span == (segment.readings[0].span.start, segment.readings[-1].span.end)
        assert speaks(segment.symbols)
        assert len(segment.symbols) <= 510
        assert ALPHABET.issuperset(segment.symbols)


def test_mixed_text() -> None:
    setup = Setup()
    text = "你好，Timbre Studio。 The first sound，comes at once！"
    segments = setup.read(text, "zh")
    check_tiling(text, segments)
    symbols = " ".join(segment.symbols for segment in segments)
    # The stops are those that a Chinese voice knows; see engines.text.accents.
    assert symbols == "ni↓ni↓, tʰimpre stutio. the first sount, comes at once!"
    languages = {text[r.span.start : r.span.end]: r.language for s in segments for r in s.readings}
    assert languages["你"] == "zh"
    assert languages["Timbre"] == languages["sound"] == "en-us"
    assert all(segment.utterance.text == text for segment in segments)


def test_only_the_front_ends_that_a_text_needs_are_made() -> None:
    setup = Setup()
    setup.read("Hello there.", "zh")
    assert setup.made == ["en-us"]


def test_what_is_not_spoken_is_reported() -> None:
    text = "Hello 😄 мир, fußball é."
    (segment,) = Setup().read(text)
    unspoken = [text[r.span.start : r.span.end] for r in segment.unspoken]
    assert unspoken == ["😄", "м", "и", "р", "ß", "é"]  # the model has no é
    assert segment.symbols == "hello, fuball."


@pytest.mark.parametrize("text", ["", "  \n ", "...!?", "？", "😄😄", ">/////<", "\u200b\ufeff", "\ud83d", "Привет"])
def test_nothing_to_say(text: str) -> None:
    with pytest.raises(NothingToSayError, match=r"^\S.*; write .*\.$"):
        Setup().read(text)


@pytest.mark.parametrize("text", ["a", "I", "好", "5", "あ", "\n\na", "a\u200d", "😄壬😄戌", "“a”"])
def test_one_character_is_enough(text: str) -> None:
    segments = Setup().read(text)
    assert len(segments) == 1
    check_tiling(text, segments)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(LanguageNotAvailableError, match=r"'ko' cannot be read"):
        Setup().read("hi", language="ko")
    with pytest.raises(LanguageNotAvailableError, match=r"'fr' cannot be read"):
        Setup().read("salut", voice="fr")
    assert Setup().read("hi", voice="fr", language="EN")[0].symbols == "hi"


def test_the_limit_must_leave_room() -> None:
    with pytest.raises(ValueError, match="at least 64"):
        TextReader(ALPHABET, limit=10)


@pytest.mark.parametrize(
    "text",
    ["a" * 20_000, "字" * 5000, "word " * 1000, "Hello. " * 1000, "1" * 3000, "你，" * 2000],
)
def test_the_first_segment_of_a_long_text_needs_only_its_beginning(text: str) -> None:
    setup = Setup()
    segments = setup.reader.read(Utterance(text, "v"), "en-us")
    first = next(segments)
    assert max(stub.furthest for stub in setup.stubs.values()) <= 800
    check_tiling(text, [first, *segments])


def test_the_language_of_digits_comes_from_the_sentence_before() -> None:
    segments = Setup().read("今天是星期一。\n\n2025。", "en-us")
    assert segments[-1].readings[0].language == "zh"


ANY = st.one_of(
    st.sampled_from(" \n.,!?，。！？、…“”「」\"'()-—aAbg15é字好かカーの\u0301\u200d\ufe0f\ud83d😄$%ßм"),
    st.characters(exclude_categories=()),
)


@given(st.text(ANY, max_size=300), st.sampled_from(LANGUAGES), st.sampled_from([None, "zh", "ja", "en-gb"]))
@settings(deadline=None, database=None, max_examples=80)
def test_no_character_of_any_text_is_lost(text: str, voice: str, language: str | None) -> None:
    setup = Setup()
    try:
        segments = setup.read(text, voice, language)
    except NothingToSayError:
        assert not re.search("[0-9\u4e00-\u9fff]", text)
    else:
        check_tiling(text, segments)
