"""How the user reads one word: an entry of a lexicon."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property, lru_cache

from engines.errors import TimbreError
from engines.text.sanitise import sanitise

LONGEST_WORD = 100
LONGEST_READING = 300
"""Characters."""


class LexiconError(TimbreError):
    """An entry that cannot be kept."""


class Case(str, Enum):
    """Which capitals of the text an entry is for."""

    SMART = "smart"
    """Any, if the entry has none; else those of the entry, so that `Polish` leaves `polish` alone."""
    ANY = "any"
    EXACT = "exact"


@dataclass(frozen=True)
class Entry:
    """How one word, name or phrase is read."""

    written: str
    reading: str
    """In any notation; it may begin with the name of one, as in `ipa: ɹɛd`."""
    language: str = ""
    """Only in text of this language (`en` and `en-us` are for all English); empty for any."""
    notation: str = ""
    """A value of `engines.text.notation.Notation`; empty recognises it."""
    case: Case = Case.SMART
    enabled: bool = True
    note: str = ""

    @cached_property
    def key(self) -> tuple[str, str]:
        """What makes it the same word as another entry: its normal form, and its language."""
        return normal(self.written), self.language.partition("-")[0]

    def fits(self, written: str, language: str | None) -> bool:
        """Whether it is for the text `written`, which is equal but for capitals, in a language; None is any."""
        if language is not None and self.language and not _same_language(self.language, language):
            return False
        exact = self.case is Case.EXACT or (self.case is Case.SMART and self.written != self.written.lower())
        return not exact or normal(self.written) == written


def check_entry(entry: Entry) -> Entry:
    """The entry as it is kept: without white space around its fields. Raises LexiconError."""
    tidy = replace(
        entry, written=" ".join(entry.written.split()), reading=" ".join(entry.reading.split()), note=entry.note.strip()
    )
    if not normal(tidy.written):
        raise LexiconError("An entry needs a word; write the word or name that it is for.")
    if not tidy.reading:
        raise LexiconError(f"The entry “{tidy.written}” needs a reading; write how it sounds.")
    if len(tidy.written) > LONGEST_WORD:
        raise LexiconError(f"“{tidy.written[:30]}…” is longer than {LONGEST_WORD} characters; shorten it.")
    if len(tidy.reading) > LONGEST_READING:
        raise LexiconError(f"The reading of “{tidy.written}” is longer than {LONGEST_READING} characters; shorten it.")
    return tidy


@lru_cache(maxsize=65_536)
def normal(written: str) -> str:
    """A word as it stands in a sanitised text."""
    return " ".join(sanitise(unicodedata.normalize("NFC", written)).split())


def fold(text: str) -> str:
    """The text in small letters, character for character."""
    small = text.lower()
    if len(small) != len(text):
        small = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    return small


def _same_language(one: str, other: str) -> bool:
    return one.partition("-")[0] == other.partition("-")[0]
