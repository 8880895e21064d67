"""What all notations share."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engines.errors import TimbreError


class Notation(str, Enum):
    """How a reading is written."""

    PINYIN = "pinyin"
    """With tone marks or digits: `chóng qìng`, `chong2 qing4`, `chóngqìng`."""
    IPA = "ipa"
    """The International Phonetic Alphabet, or the symbols of the model themselves."""
    ARPABET = "arpabet"
    """As in the CMU dictionary: `R EH1 D`."""
    KANA = "kana"
    """As spelled, long vowels too: `とうきょう`, `トーキョー`."""
    TEXT = "text"
    """Words that sound so: `sequel`, `虫庆`."""


class NotationError(TimbreError):
    """A reading that cannot be said; `start` to `end` are the characters of it at fault."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.start = start
        self.end = end


@dataclass(frozen=True, slots=True)
class Part:
    """A syllable, or what cannot be divided."""

    symbols: str
    """Of the model."""
    spoken: str
    """As the user would write it."""
    characters: int = 1
    """Written Chinese characters that it stands for: 2 where it has the ending of 花儿."""


@dataclass(frozen=True, slots=True)
class Said:
    """A reading in the model's symbols."""

    notation: Notation
    parts: tuple[Part, ...]

    @property
    def symbols(self) -> str:
        """All of them."""
        return "".join(part.symbols for part in self.parts)

    @property
    def spoken(self) -> str:
        """In one line."""
        return " ".join(part.spoken for part in self.parts)
