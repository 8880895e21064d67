"""The front end of the Romance languages: text to words, words to symbols."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module

from engines.errors import LanguageNotAvailableError
from engines.text.punctuation import OPENING, STRAIGHT_QUOTE, mark_symbol
from engines.text.romance import numbers
from engines.text.romance.language import Language
from engines.text.scripts import LATIN
from engines.types import Reading, Source, Span

_MODULES = {"es": "spanish", "fr": "french", "it": "italian", "pt-br": "portuguese"}
_WORD = re.compile(rf"[{LATIN}](?:[{LATIN}\u0300-\u036f]|['’-](?=[{LATIN}]))*['’]?")
_NUMBER_START = re.compile(r"[-−]?(?:(?:R\$|[€$£¥]) ?)?\d|[IVX]{2}")
_VOWEL = re.compile("[aeiouyáàâãéèêíîóòôõúùûü]", re.IGNORECASE)
_LONGEST_ACRONYM = 5


@dataclass(frozen=True, slots=True)
class _Token:
    """A piece of text: what it is written out as, or the symbol of a mark."""

    span: Span
    spoken: str = ""
    mark: str = ""
    source: Source = Source.PUNCTUATION


def language_of(code: str) -> Language:
    """What is known of one of the languages."""
    language: Language = import_module(f"engines.text.romance.{_MODULES[code]}").LANGUAGE
    return language


class RomanceFrontEnd:
    """Spanish, French, Italian or Brazilian Portuguese to Kokoro's symbols; a `FrontEnd`. Safe to use from threads.

    Parameters
    ----------
    language
        `es`, `fr`, `it` or `pt-br`.

    Raises
    ------
    LanguageNotAvailableError
        Any other language.
    """

    def __init__(self, language: str) -> None:
        if language not in _MODULES:
            raise LanguageNotAvailableError(
                f"There are no reading rules for '{language}'; choose one of: {', '.join(sorted(_MODULES))}."
            )
        self.language = language
        self._language = language_of(language)

    def read(self, text: str, span: Span) -> list[Reading]:
        """Readings that tile ``text[span.start:span.end]``; see `FrontEnd.read`."""
        readings: list[Reading] = []
        phrase: list[_Token] = []
        for token in _tokens(text, span, self._language):
            if token.source is Source.PUNCTUATION and token.mark not in ("", " "):
                readings += self._phrase(phrase)
                phrase = []
                readings.append(Reading(token.span, "", token.mark, token.source, self.language))
            else:
                phrase.append(token)
        return [*readings, *self._phrase(phrase)]

    def _phrase(self, tokens: list[_Token]) -> list[Reading]:
        words = [token.spoken.lower().split() for token in tokens]
        symbols = iter(self._language.transcribe([word for spoken in words for word in spoken]))
        readings: list[Reading] = []
        for token, spoken in zip(tokens, words, strict=True):
            said = " ".join(filter(None, (next(symbols) for _ in spoken)))
            reading = Reading(token.span, token.spoken, said or token.mark, token.source, self.language)
            readings.append(reading if said or not spoken else replace(reading, spoken="", source=Source.SILENT))
        return readings


def _tokens(text: str, span: Span, language: Language) -> Iterator[_Token]:
    position = span.start
    text = text[: span.end]
    while position < span.end:
        token = _token(text, position, language)
        yield token
        position = token.span.end


def _token(text: str, start: int, language: Language) -> _Token:
    character = text[start]
    if _NUMBER_START.match(text, start) and (number := numbers.match(text, start, language)):
        return _Token(Span(start, number[0]), number[1], source=Source.RULE)
    if word := _WORD.match(text, start):
        return _word(text, word.group(), start, language)
    here = Span(start, start + 1)
    if character.isspace():
        return _Token(here, mark=" ")
    if character == STRAIGHT_QUOTE:
        return _Token(here, mark="”" if text.count(character, 0, start) % 2 else "“")
    if mark := mark_symbol(character):
        return _Token(here, mark=mark)
    if character == "-" and text[start - 1 : start].isspace():
        return _Token(here, mark="—")
    if sign := language.signs.get(character):
        return _Token(here, sign, source=Source.RULE)
    if character in OPENING or character in "'’‘-‐/*_~|":
        return _Token(here, mark=" " if character in "/|_" else "")
    return _Token(here, source=Source.SILENT)


def _word(text: str, word: str, start: int, language: Language) -> _Token:
    for end in (start + len(word) + 1, start + len(word)):
        written_out = language.abbreviations.get(text[start:end].lower())
        if written_out and not text[end : end + 1].isalnum():
            return _Token(Span(start, end), written_out, source=Source.LEXICON)
    span = Span(start, start + len(word))
    if word.isupper() and (_is_spelled(word) or (len(word) == 1 and word.lower() not in language.one_letter_words)):
        names = [language.letters[letter] for letter in word.lower() if letter in language.letters]
        return _Token(span, " ".join(names), source=Source.RULE if names else Source.SILENT)
    return _Token(span, word, source=Source.RULE)


def _is_spelled(word: str) -> bool:
    """An acronym that cannot be said as a word."""
    return 1 < len(word) <= _LONGEST_ACRONYM and (
        len(_VOWEL.findall(word)) == 0 or (len(word) <= 3 and not re.search("[^AEIOU][AEIOU]|[AEIOU]{2}", word))
    )
