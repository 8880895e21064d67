import pytest

from engines.models.kokoro.alphabet import ALPHABET
from engines.text.candidates import Candidate, candidates
from engines.text.frontends import installed_front_ends
from engines.text.notation.converter import Converter
from engines.types import Span

CONVERTER = Converter(ALPHABET, installed_front_ends())


def found(text: str, language: str, span: Span | None = None) -> dict[str, Candidate]:
    some = candidates(text, span or Span(0, len(text)), language, CONVERTER)
    assert len({candidate.symbols for candidate in some}) == len(some)
    for candidate in some:  # what is offered is what is heard once it is chosen
        assert CONVERTER.convert(candidate.reading, language, over=text).symbols == candidate.symbols
    return {candidate.shown: candidate for candidate in some}


def test_a_polyphone_has_all_its_readings_with_words() -> None:
    readings = found("行", "zh")
    assert list(readings)[:2] == ["xíng", "háng"]
    assert all("行" in word for reading in readings.values() for word in reading.examples)
    assert readings["háng"].examples
    assert {"zhòng", "chóng"} <= set(found("重", "zh"))
    assert {"le", "liǎo"} <= set(found("了", "zh"))


def test_a_chinese_word_has_its_own_reading_first() -> None:
    assert list(found("重庆", "zh"))[:2] == ["chóng qìng", "zhòng qìng"]


@pytest.mark.parametrize(
    ("word", "labels"),
    [("content", {"noun", "letter by letter"}), ("live", {"verb", "letter by letter"}), ("lead", {"letter by letter"})],
)
def test_an_english_homograph_has_its_readings(word: str, labels: set[str]) -> None:
    readings = found(word, "en-us")
    assert len(readings) > 2
    assert labels <= {candidate.label for candidate in readings.values()}
    assert any(word in example for candidate in readings.values() for example in candidate.examples)


def test_initials_can_be_said_as_a_word_or_letter_by_letter() -> None:
    assert {candidate.label for candidate in found("SQL", "en-us").values()} == {"", "letter by letter"}
    assert found("ONG", "es")
    assert found("東京", "ja")


def test_markup_of_the_text_is_no_part_of_the_word() -> None:
    text = "去重{chóng}庆"
    assert next(iter(found(text, "zh", Span(1, 10)))) == "chóng qìng"
    assert candidates(text, Span(2, 10), "zh", CONVERTER)[0].shown == "qìng"


@pytest.mark.parametrize("text", ["", " ", "😄", "{", "мир"])
def test_what_has_no_reading_has_no_candidates(text: str) -> None:
    assert candidates(text, Span(0, len(text)), "en-us", CONVERTER) == ()
