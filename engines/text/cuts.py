"""Where to cut a sentence that is too long for one segment."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from typing import NamedTuple

from engines.text.punctuation import (
    CLAUSE_SYMBOLS,
    CLOSING_SYMBOLS,
    OPENING_SYMBOLS,
    SENTENCE_SYMBOLS,
    SILENT_SYMBOLS,
    STRAIGHT_QUOTE,
)
from engines.text.tidy import speaks
from engines.types import Reading, Span


class CutKind(IntEnum):
    """How well a cut can be hidden, from the worst."""

    ANYWHERE = 0
    """Between two readings of one written word."""
    WORD = 1
    PHRASE = 2
    """Before a word that opens a phrase (`because`, `因为`) or after one that closes it (`から`)."""
    CLAUSE = 3
    SENTENCE = 4


class Cut(NamedTuple):
    """A place between two readings."""

    before: int
    """The first reading after the cut."""
    size: int
    """Symbols before it."""
    kind: CutKind


_OPENS_PHRASE = {
    "en": "about after and as at because before between but by during for from if in into like of on or since so than "
    "that through to under unless until when where which while who whose with within without",
    "zh": "和 与 或 而 并 但 但是 因为 所以 如果 虽然 然后 以及 并且 或者 而且 不过 于是 因此 由于 为了 通过 根据 "
    "对 对于 关于 在 从 向 把 被 让 使 当 直到 可是 只要 只有 无论 不管 尽管 即使 同时",
    "ja": "そして しかし また または あるいは だから ただし",
    "es": "al como con cuando de del desde donde en entre hasta mientras o para pero por porque que si sin sobre y",
    "fr": "à au avec car chez comme dans de des du en et mais ou où par parce pendant pour quand que qui sans si sur",
    "it": "a al con come da dal dei del della di dove e in ma mentre nel o per perché quando se senza su tra",
    "pt": "a ao com como da de do e em entre mas na no ou para pela pelo por porque quando que se sem sobre",
}
_CLOSES_PHRASE = {
    "ja": "は が を に で と も から まで ので のに けど けれど ながら ば て へ より",
    "zh": "的 了 着 过 之后 以后 时",
}
_OPENERS = {language: frozenset(words.split()) for language, words in _OPENS_PHRASE.items()}
_CLOSERS = {language: frozenset(words.split()) for language, words in _CLOSES_PHRASE.items()}
_ALPHABETIC_WORD = re.compile(r"[A-Za-z0-9'À-ɏ]")


def cuts(readings: Sequence[Reading], text: str) -> list[Cut]:
    """Return every place where tidy `readings` can be cut so that there is something to say on both sides."""
    last_sound = max((index for index, reading in enumerate(readings) if speaks(reading.symbols)), default=0)
    found: list[Cut] = []
    size = 0
    said = ""
    quoted = spoken = False
    for index, reading in enumerate(readings[: last_sound + 1]):
        first = reading.symbols.lstrip(" ")[:1]
        begins = first == STRAIGHT_QUOTE and not quoted
        if spoken and first and (begins or first in OPENING_SYMBOLS or first not in SILENT_SYMBOLS):
            found.append(Cut(index, size, _kind(readings[index - 1], reading, said, text)))
        for symbol in reading.symbols:
            if symbol == STRAIGHT_QUOTE:
                quoted = not quoted
                said = OPENING_SYMBOLS[0] if quoted else said
            elif symbol not in CLOSING_SYMBOLS + " ":
                said = symbol
        size += len(reading.symbols)
        spoken = spoken or speaks(reading.symbols)
    return found


def _kind(before: Reading, after: Reading, said: str, text: str) -> CutKind:
    if said in SENTENCE_SYMBOLS:
        return CutKind.SENTENCE
    if said in CLAUSE_SYMBOLS:
        return CutKind.CLAUSE
    if said in OPENING_SYMBOLS:
        return CutKind.ANYWHERE
    if _written(after, text) in _OPENERS.get(after.language[:2], ()):
        return CutKind.PHRASE
    if _written(before, text) in _CLOSERS.get(before.language[:2], ()):
        return CutKind.PHRASE
    edges = text[after.span.start - 1 : after.span.start + 1] if after.span.start else ""
    torn = len(_ALPHABETIC_WORD.findall(edges)) == 2
    return CutKind.ANYWHERE if torn else CutKind.WORD


def _written(reading: Reading, text: str) -> str:
    return text[reading.span.start : reading.span.end].lower()


def shorten(reading: Reading, limit: int) -> list[Reading]:
    """Divide a reading of more than `limit` symbols, such as a number of 500 digits, into readings that are not.

    The parts share its span and its spoken words as evenly as they come; a part without a character has an empty span.
    """
    if len(reading.symbols) <= limit:
        return [reading]
    pieces = _wrap(reading.symbols, limit)
    words = reading.spoken.split()
    start, length = reading.span.start, reading.span.end - reading.span.start
    count = len(pieces)
    return [
        replace(
            reading,
            span=Span(start + length * i // count, start + length * (i + 1) // count),
            spoken=" ".join(words[len(words) * i // count : len(words) * (i + 1) // count]),
            symbols=piece,
        )
        for i, piece in enumerate(pieces)
    ]


def _wrap(symbols: str, limit: int) -> list[str]:
    """Pieces of at most `limit` symbols, cut after spaces where there are any."""
    pieces = []
    while len(symbols) > limit:
        at = symbols.rfind(" ", 0, limit) + 1 or limit
        pieces.append(symbols[:at])
        symbols = symbols[at:]
    return [*pieces, symbols]
