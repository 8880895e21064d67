"""Foreign sounds in the symbols of a voice."""

from __future__ import annotations

import pytest

from engines.models.kokoro.alphabet import ALPHABET
from engines.text.accents import accented
from engines.types import Reading, Source, Span


def said(symbols: str, voice: str = "zh", language: str = "en-us") -> str:
    reading = Reading(Span(0, 1), "word", symbols, Source.LEXICON, language)
    return accented(reading, voice, ALPHABET).symbols


@pytest.mark.parametrize(
    ("symbols", "expected"),
    [
        ("pˈɑɹɾi", "pʰˈɑɹɾi"),
        ("pˌipˌitˈi", "pʰˌipʰˌitʰˈi"),
        ("ˈkˈOd", "ˈkʰˈOt"),
        ("spˈik", "spˈik"),  # no breath after s, nor at the end
        ("plˈAs", "pʰlˈAs"),
        ("bˈɛdɡ", "pˈɛtk"),
        ("mˈun", "mˈun"),
    ],
)
def test_stops_of_english_are_told_apart_by_breath(symbols: str, expected: str) -> None:
    assert said(symbols) == expected


def test_other_voices_and_other_languages_stay_as_they_are() -> None:
    assert said("pˈɑɹɾi", voice="en-us") == "pˈɑɹɾi"
    assert said("pʰi", language="zh") == "pʰi"


def test_a_model_without_breath_is_not_asked_for_it() -> None:
    reading = Reading(Span(0, 1), "word", "pˈɑt", Source.LEXICON, "en-us")
    assert accented(reading, "zh", frozenset("pˈɑt")) is reading
