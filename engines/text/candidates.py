"""The readings that a word may have, with words or phrases in which it has them: what a user chooses from."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, product

from engines.errors import TimbreError
from engines.text import say_as
from engines.text.chinese.lexicon import lexicon as chinese_lexicon
from engines.text.chinese.syllables import Syllable, parse_pinyin, symbols_of
from engines.text.chinese.words import is_word
from engines.text.english.homographs import CUES
from engines.text.english.lexicon import Lexicon as EnglishLexicon
from engines.text.lexicon import normal
from engines.text.markup import parse
from engines.text.notation import Notation
from engines.text.notation.converter import Converter
from engines.text.notation.pinyin import marked
from engines.text.readable import readable, written
from engines.text.scripts import is_han
from engines.types import Span

_EXAMPLES = 4
_MOST = 12
"""Candidates of one word."""
_LONGEST_EXAMPLE = 4
_LONGEST_COMBINED = 4
"""Characters of a Chinese word whose readings are combined with each other."""
_PATTERNS = {
    "NOUN": ("noun", "the {0}"),
    "VERB": ("verb", "to {0}"),
    "VBD": ("past", "yesterday they {0}"),
    "VBN": ("participle", "it was {0}"),
    "VBP": ("verb", "they {0}"),
    "ADJ": ("adjective", "a {0} one"),
    "ADV": ("adverb", "it went {0}"),
    "DT": ("stressed", "{0} one"),
    "None": ("at the end", "{0}."),
}
"""Of the keys of the English lexicon: a label, and a phrase in which a word is that."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading of a word."""

    reading: str
    """As it is written between braces or into a lexicon."""
    shown: str
    """Pinyin or IPA."""
    symbols: str
    label: str = ""
    """`noun`, `verb`, `past`, `letter by letter`, …; empty where there is nothing to say."""
    examples: tuple[str, ...] = ()
    """Words or phrases with this reading, the commonest first."""


def candidates(text: str, span: Span, language: str, converter: Converter) -> tuple[Candidate, ...]:
    """The readings that a stretch of a typed text may have, the likeliest first, each once.

    A single Chinese character gives all its readings, with words; an English word those of its parts of speech, and
    letter by letter. Of other languages there is what the front end says, and letter by letter.
    """
    markup = parse(text)
    word = normal(markup.text[slice(*markup.plain_span(span))])
    if not word:
        return ()
    if language == "zh" and is_han(word):
        found = _chinese(word)
    elif language.startswith("en"):
        found = _english(word, language, converter)
    else:
        found = _plain(word, language, converter)
    seen: dict[str, Candidate] = {}
    for candidate in found:
        known = seen.setdefault(candidate.symbols, candidate)
        if candidate.label and not known.label:
            seen[candidate.symbols] = replace(known, label=candidate.label, examples=candidate.examples)
    return tuple(islice(seen.values(), _MOST))


def _chinese(word: str) -> Iterator[Candidate]:
    entries = chinese_lexicon()
    simple = entries.simplify(word)
    if len(simple) == 1:
        for syllable in _syllables(word, simple):
            yield _of_syllables((syllable,), _words_with(simple, syllable))
        return
    whole = entries.phrases.get(simple) or entries.word(simple)
    if whole:
        yield _of_syllables(whole)
    alternatives = [_syllables(char, plain) for char, plain in zip(word, simple, strict=True)]
    if all(alternatives) and len(word) <= _LONGEST_COMBINED:
        # The likeliest differ from the usual readings in one character.
        combined = sorted(
            product(*(range(len(options)) for options in alternatives)),
            key=lambda picks: (sum(map(bool, picks)), picks),
        )
        for picks in islice(combined, _MOST):
            yield _of_syllables(tuple(options[pick] for options, pick in zip(alternatives, picks, strict=True)))


def _of_syllables(syllables: tuple[Syllable, ...], examples: tuple[str, ...] = ()) -> Candidate:
    pinyin = " ".join(map(marked, syllables))
    return Candidate(pinyin, pinyin, "".join(map(symbols_of, syllables)), examples=examples)


@lru_cache(maxsize=512)
def _syllables(char: str, simple: str) -> tuple[Syllable, ...]:
    """All readings of a character, the commonest first."""
    entries = chinese_lexicon()
    found = [entries.character(simple)]
    for form in dict.fromkeys((simple, char)):
        found += [parse_pinyin(reading) for reading in entries.letters.get(str(ord(form)), "").split(",") if reading]
    return tuple(dict.fromkeys(syllable for syllable in found if syllable and symbols_of(syllable)))


@lru_cache(maxsize=512)
def _words_with(char: str, syllable: Syllable) -> tuple[str, ...]:
    """Words in which a character has a reading: those of everyday speech first, then the shortest."""
    entries = chinese_lexicon()
    found = []
    for word, reading in entries.phrases.items():
        if char in word and len(word) == len(reading) and reading[word.index(char)] == syllable:
            found.append(word)
    for word in entries.words:
        if char in word and 1 < len(word) <= _LONGEST_EXAMPLE and (said := entries.word(word)):
            found += [word] if said[word.index(char)] == syllable else []
    known = dict.fromkeys(word for word in found if entries.simplify(word) == word)
    return tuple(sorted(known, key=lambda word: (not is_word(word), len(word), word.index(char)))[:_EXAMPLES])


def _english(word: str, language: str, converter: Converter) -> Iterator[Candidate]:
    yield from _plain(word, language, converter, spelled=False)
    lexicon = _english_lexicon(language == "en-gb")
    for tag, symbols in (lexicon.find(word) or {}).items():
        if symbols:
            label, phrase = _PATTERNS.get(tag, ("", ""))
            examples = (phrase.format(word),) if phrase else ()
            yield _of_symbols(symbols, language, label, examples)
    for cue in CUES.get(word.lower(), ()):
        other = lexicon.find(cue.reading[1:]) if cue.reading.startswith("=") else None
        if other and (symbols := other["DEFAULT"]):
            phrases = tuple(f"{word} {after}" for after in sorted(cue.after))[:_EXAMPLES]
            yield _of_symbols(symbols, language, "", phrases)
    yield from _spelled(word, language, converter)


def _of_symbols(symbols: str, language: str, label: str = "", examples: tuple[str, ...] = ()) -> Candidate:
    return Candidate(written(symbols, language), readable(symbols, language), symbols, label, examples)


@lru_cache(maxsize=2)
def _english_lexicon(british: bool) -> EnglishLexicon:
    return EnglishLexicon(british)


def _plain(word: str, language: str, converter: Converter, *, spelled: bool = True) -> Iterator[Candidate]:
    """What the front end makes of the word alone."""
    with suppress(TimbreError):
        yield _of_symbols(converter.convert(word, language, Notation.TEXT).symbols, language)
    if spelled:
        yield from _spelled(word, language, converter)


def _spelled(word: str, language: str, converter: Converter) -> Iterator[Candidate]:
    letters = say_as.spell(word)
    if word.isascii() and len(letters) > 1:
        yield _of_symbols(converter.one_by_one(letters, language), language, "letter by letter")
