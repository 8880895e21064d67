import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.text.cuts import CutKind, cuts, shorten
from engines.text.segments import FIRST_LEAST, FIRST_MOST, FIRST_WHOLE, PAUSES, STRETCH, TARGET, ReadSentence, pack
from engines.text.sentences import Break, split
from engines.text.tidy import speaks, tidy
from engines.types import Phonemes, Reading, Source, Span, Utterance

LIMIT = 510


def read(text: str, start: int, end: int) -> list[Reading]:
    """Every word is its own symbols; `*` cannot be spoken."""
    found = []
    for match in re.finditer(r"\w+|\s+|.", text[start:end], re.DOTALL):
        word = match[0]
        source = Source.LEXICON if word.isalnum() else Source.SILENT if word == "*" else Source.PUNCTUATION
        symbols = " " if word.isspace() else "" if source is Source.SILENT else word
        span = Span(start + match.start(), start + match.end())
        found.append(Reading(span, word if source is Source.LEXICON else "", symbols, source, "en-us"))
    return found


def segments(text: str, limit: int = LIMIT, speed: float = 1.0) -> list[Phonemes]:
    sentences = (
        ReadSentence(tidy(read(text, *sentence.span), ends_line=sentence.end >= Break.LINE), sentence.end)
        for sentence in split(text)
    )
    return list(pack(Utterance(text, "v", speed=speed), text, sentences, limit))


def spoken(text: str, limit: int = LIMIT) -> list[str]:
    return [segment.symbols for segment in segments(text, limit)]


LONG = "one two three four five six seven eight nine ten eleven twelve"
"""62 symbols without a clause mark."""


def test_a_short_text_is_one_segment() -> None:
    assert spoken("Hello there, my friend.") == ["Hello there, my friend."]
    assert spoken("a") == ["a"]


def test_the_first_segment_of_a_long_sentence_is_its_first_clause() -> None:
    assert spoken(f"First of all, {LONG}.")[0] == "First of all,"


def test_a_clause_too_short_to_stand_alone_takes_the_next() -> None:
    assert spoken(f"Now, you see, {LONG}.")[0] == "Now, you see,"


def test_a_very_short_first_sentence_takes_the_next_clause() -> None:
    assert spoken(f"Hi. My friend, {LONG}.")[0] == "Hi. My friend,"


def test_a_first_sentence_of_moderate_length_stays_whole() -> None:
    first = "It is, as I said, quite a nice day today."
    assert len(first) <= FIRST_WHOLE
    assert spoken(f"{first} {LONG}.")[0] == first


def test_a_long_first_sentence_without_marks_is_cut_before_a_conjunction() -> None:
    text = "I keep thinking all day long about a house that stands near water because nobody lives there any longer"
    assert spoken(text)[0] == "I keep thinking all day long about a house"


def test_or_else_between_words() -> None:
    first = spoken("word " * 100)[0]
    assert first.startswith("word word")
    assert FIRST_LEAST <= len(first) <= FIRST_MOST


def test_short_sentences_of_a_paragraph_are_gathered() -> None:
    found = spoken("We walked along the river for a while. " + "It was cold. " * 40)
    assert found[0] == "We walked along the river for a while."
    assert all(50 < len(symbols) <= TARGET for symbols in found[1:-1])
    assert all(symbols.endswith(".") for symbols in found)


def test_the_second_segment_is_shorter_than_the_others() -> None:
    found = segments("We walked along the river for a while. " + "It was a very cold day in May. " * 40)
    assert len(found[1].symbols) <= 100 < len(found[2].symbols)


def test_whole_sentences_stay_together() -> None:
    sentence = f"{LONG} {LONG}."
    found = spoken(f"Start with this one here. {sentence} {sentence} {sentence}")
    assert found == ["Start with this one here.", sentence, sentence, sentence]


def test_long_sentences_are_cut_at_clause_marks() -> None:
    found = spoken("Start with this one here. " + f"{LONG}, " * 12 + "end.")
    assert all(symbols.endswith(("twelve,", ".")) for symbols in found)
    assert all(len(symbols) <= STRETCH for symbols in found)


def test_a_tiny_last_sentence_joins_the_one_before() -> None:
    assert spoken("Start with this one here, please. OK.") == ["Start with this one here, please. OK."]
    assert spoken(f"Start with this one. {LONG} {LONG}. OK.\n\n{LONG}.")[1].endswith("twelve. OK.")


def test_paragraphs_and_lines_are_apart() -> None:
    assert spoken("Title\n\nThe text begins here.") == ["Title.", "The text begins here."]
    assert spoken("This is a line of text\nThis is another one") == ["This is a line of text.", "This is another one"]
    assert spoken("Yes!\nThis is another one") == ["Yes! This is another one"]


def test_pauses() -> None:
    text = "A first sentence of a text. A second sentence of it\nA line for itself.\n\nA paragraph."
    sentence, line, paragraph, last = [segment.pause for segment in segments(text)]
    assert PAUSES[Break.CLAUSE] < sentence < line < paragraph
    assert last == 0
    assert segments(f"First of all, {LONG}.")[0].pause == PAUSES[Break.CLAUSE]
    assert segments(text, speed=2.0)[2].pause == paragraph / 2


def test_what_cannot_be_spoken_joins_a_neighbour() -> None:
    text = "**\n\nHello there, my friend.\n\n* *\n\n—\n\nGood night, my friend.\n\n***"
    found = segments(text)
    assert [segment.symbols for segment in found] == ["Hello there, my friend.", "Good night, my friend."]
    assert [text[s.span.start : s.span.end].strip()[-7:] for s in found] == [
        "riend.\n\n* *\n\n—"[-7:],
        "end.\n\n***"[-7:],
    ]
    assert len(found[0].unspoken) == 4


def test_nothing_to_speak_gives_no_segment() -> None:
    assert segments("** ... —\n\n*") == []


def test_a_reading_longer_than_the_limit_is_divided() -> None:
    number = Reading(Span(3, 7), "one two three four", "wan tuu sri foo", Source.RULE, "en-us")
    parts = shorten(number, 8)
    assert [part.symbols for part in parts] == ["wan tuu ", "sri foo"]
    assert [part.spoken for part in parts] == ["one two", "three four"]
    assert [part.span for part in parts] == [(3, 5), (5, 7)]
    assert shorten(number, 15) == [number]
    assert [part.span for part in shorten(Reading(Span(3, 4), "", "a" * 9, Source.RULE, "x"), 3)] == [
        (3, 3),
        (3, 3),
        (3, 4),
    ]
    assert max(map(len, spoken("a" * 300 + " b"))) <= LIMIT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b", {2: CutKind.WORD}),
        ("a, b. c", {3: CutKind.CLAUSE, 6: CutKind.SENTENCE}),
        ("a and b", {2: CutKind.PHRASE, 6: CutKind.WORD}),
        ("a (b) c", {2: CutKind.WORD, 3: CutKind.ANYWHERE, 6: CutKind.WORD}),
        ('a. "b." c', {3: CutKind.SENTENCE, 4: CutKind.ANYWHERE, 8: CutKind.SENTENCE}),
        ("a “b.” c", {2: CutKind.WORD, 3: CutKind.ANYWHERE, 7: CutKind.SENTENCE}),
        ("... a ...", {}),
    ],
)
def test_where_a_sentence_can_be_cut(text: str, expected: dict[int, CutKind]) -> None:
    readings = tidy(read(text, 0, len(text)))
    assert {readings[cut.before].span.start: cut.kind for cut in cuts(readings, text)} == expected


WORDS = st.sampled_from(
    ["a", "ab", "word", "and", "x" * 40, "y" * 700, "*", ",", ".", "!", "—", "(", ")", '"', " ", " ", " ", "\n", "\n\n"]
)


@given(st.lists(WORDS, max_size=150).map("".join), st.sampled_from([64, 100, 510]))
@settings(deadline=None, database=None, max_examples=80)
def test_segments_tile_the_text_within_the_limit(text: str, limit: int) -> None:
    found = segments(text, limit)
    readings = [reading for segment in found for reading in segment.readings]
    assert bool(found) == any(char.isalnum() for char in text)
    if found:
        assert (readings[0].span.start, readings[-1].span.end) == (0, len(text))
    for left, right in pairwise(readings):
        assert left.span.end == right.span.start
    for segment in found:
        assert segment.span == (segment.readings[0].span.start, segment.readings[-1].span.end)
        assert 0 < len(segment.symbols) <= limit
        assert segment.symbols == segment.symbols.strip()
        assert speaks(segment.symbols)
    assert "".join(s for f in found for s in f.symbols if s.isalnum()) == "".join(c for c in text if c.isalnum())
