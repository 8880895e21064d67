"""The pieces a text is cut into before anything is pronounced."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

LATIN = "A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ\u0300-\u036f"
"""Letters this front end can read, as the inside of a character class; combining marks among them."""
INVISIBLE = "\u00ad\u200b-\u200f\u2060-\u2064\ufeff"
"""Soft hyphens, joiners and direction marks, as the inside of a character class."""

_LIGATURES = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}
    | {
        "ð": "th",
        "Ð": "Th",
        "þ": "th",
        "Þ": "Th",
        "ı": "i",
        "ħ": "h",
        "Ħ": "H",
        "ŋ": "ng",
        "ĸ": "k",
        "ŧ": "t",
        "ə": "a",
    }
)
_APOSTROPHES = "’‘ʼ‛′＇"


class Kind(Enum):
    """What a token is."""

    WORD = auto()
    """One word as it is written."""
    RULE = auto()
    """Something written out by a rule: a number, a symbol, an abbreviation, an initialism."""
    SPACE = auto()
    MARK = auto()
    """Punctuation; may have no symbols (a hyphen inside a word, a bullet)."""
    SILENT = auto()
    """Cannot be spoken; the user should know."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word to pronounce; `spelled` means letter by letter (`FBI`, with a small s at the end as a plural)."""

    text: str
    spelled: bool = False

    @property
    def spoken(self) -> str:
        """The written-out form."""
        if not self.spelled:
            return self.text
        capitals = re.match(r"[A-Z]*", self.text)
        letters = capitals[0] if capitals else ""
        return " ".join(letters) + self.text[len(letters) :]


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text: characters `start` to `end`."""

    start: int
    end: int
    kind: Kind
    words: tuple[Word, ...] = ()
    symbols: str = ""
    """For spaces and marks, what the model gets."""


def word_set(text: str) -> frozenset[str]:
    """The words of a text that lists them."""
    return frozenset(text.split())


def plain(parts: Iterable[str]) -> list[Word]:
    """Words that are said as words."""
    return [Word(part) for part in parts]


def phrase(text: str) -> list[Word]:
    """The words of a phrase; those in capitals are letters."""
    return [Word(word, spelled=word.isupper()) for word in text.split()]


@lru_cache(maxsize=2048)
def _canonical_char(char: str) -> str:
    if char in _APOSTROPHES:
        return "'"
    if char.isdigit() or "\uff01" <= char <= "\uff5e":
        plain = unicodedata.normalize("NFKC", char)
        if len(plain) == 1 and plain.isascii() and char not in "¹²³":
            return plain
        if unicodedata.category(char) == "Nd":
            return str(unicodedata.digit(char))
    return char


def canonical(text: str) -> str:
    """`text` with one spelling of apostrophes, digits and full-width letters; every character stays in its place."""
    return text if text.isascii() else "".join(map(_canonical_char, text))


def fold(word: str) -> str:
    """`word` in plain letters and apostrophes: café -> cafe, Ærø -> Aero. May be empty."""
    if word.isascii():
        return word
    plain = unicodedata.normalize("NFKD", word.translate(_LIGATURES))
    return re.sub(r"[^A-Za-z']", "", plain)
