"""The user's own readings of words: frozen entries, and snapshots of them that find their words in a text."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from functools import cached_property, lru_cache
from typing import NamedTuple

from engines.errors import TimbreError
from engines.text.sanitise import sanitise
from engines.text.scripts import HAN, HANGUL, KANA

LONGEST_WORD = 100
LONGEST_READING = 300
"""Characters."""
_EAST_ASIAN = re.compile(f"[{HAN}{KANA}{HANGUL}]")
_ASPECTS = 20_000
"""Texts whose entries are remembered."""
_FEW = 16
"""Words up to which each is looked for in a text as a whole, which is quicker than to look at every character."""


class LexiconError(TimbreError):
    """An entry that cannot be kept."""


class Case(str, Enum):
    """Which capitals of the text an entry is for."""

    SMART = "smart"
    """Any, if the entry has none; else those of the entry, so that `Polish` leaves `polish` alone."""
    ANY = "any"
    EXACT = "exact"


@dataclass(frozen=True, slots=True)
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

    @property
    def key(self) -> tuple[str, str]:
        """What makes it the same word as another entry: its normal form, and its language."""
        return normal(self.written), self.language.partition("-")[0]

    def fits(self, written: str, language: str | None) -> bool:
        """Whether it is for the text `written`, which is equal but for capitals, in a language; None is any."""
        if language is not None and self.language and not _same_language(self.language, language):
            return False
        exact = self.case is Case.EXACT or (self.case is Case.SMART and self.written != self.written.lower())
        return not exact or normal(self.written) == written


class Match(NamedTuple):
    """An entry at a place of a text, from `start` to `end`."""

    start: int
    end: int
    entry: Entry


@dataclass(frozen=True)
class Lexicon:
    """A snapshot of entries; a change makes another one. Looking for words costs a few dictionary look-ups a character.

    Of entries with the same word, the first that fits holds.
    """

    entries: tuple[Entry, ...] = ()

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    @cached_property
    def digest(self) -> str:
        """Equal for lexicons that read alike; empty for one that reads nothing."""
        return _digest(self.entries)

    def prepared(self) -> Lexicon:
        """The same, ready to find its words at once: of thousands of entries, that takes a moment the first time."""
        self.places(" ")
        return self

    def with_entry(self, entry: Entry, old: Entry | None = None) -> Lexicon:
        """Put an entry in the place of `old`, or of that for the same word, or at the end."""
        taken = [old] if old in self.entries else [other for other in self.entries if other.key == entry.key]
        if not taken:
            return Lexicon((*self.entries, entry))
        place = self.entries.index(taken[0])
        kept = [other for other in self.entries if other not in taken and other != entry]
        at = sum(other not in taken and other != entry for other in self.entries[:place])
        return Lexicon((*kept[:at], entry, *kept[at:]))

    def without(self, entries: Collection[Entry]) -> Lexicon:
        """Take entries out."""
        gone = frozenset(entries)
        return Lexicon(tuple(entry for entry in self.entries if entry not in gone))

    def matches_at(self, text: str, folded: str, at: int) -> Iterator[Match]:
        """The enabled entries whose word stands at a position of a sanitised text, the longest first.

        `folded` is the text in small letters, `fold(text)`. Capitals and languages are not looked at yet.
        """
        for length in self._lengths.get(folded[at : at + 2], ()) or self._lengths.get(folded[at : at + 1], ()):
            end = at + length
            entries = self._words.get(folded[at:end])
            if entries and _is_whole(text, at, end):
                for entry in entries:
                    yield Match(at, end, entry)

    def places(self, folded: str, start: int = 0, end: int | None = None) -> list[int]:
        """Where a word may begin in a text in small letters: a quick look at every two characters."""
        stop = len(folded) if end is None else end
        pairs, single = self._pairs, self._single
        following = zip(folded[start:stop], folded[start + 1 : stop + 1] + "\0", strict=False)
        return [at for at, pair in enumerate(following, start) if pair in pairs or pair[0] in single]

    def find(self, text: str) -> list[Match]:
        """The places of words in a sanitised text, from left to right, the longest where they overlap, any language."""
        folded = fold(text)
        if not self._may_be_in(folded):
            return []
        found: list[Match] = []
        done = 0
        for at in self.places(folded):
            if at >= done:
                matches = (m for m in self.matches_at(text, folded, at) if m.entry.fits(text[at : m.end], None))
                if match := next(matches, None):
                    found.append(match)
                    done = match.end
        return found

    def entries_in(self, text: str) -> tuple[Entry, ...]:
        """All enabled entries whose word is anywhere in a sanitised text, in the order of the lexicon's own."""
        folded = fold(text)
        if not self._may_be_in(folded):
            return ()
        found = {
            id(match.entry): match.entry for at in self.places(folded) for match in self.matches_at(text, folded, at)
        }
        return tuple(found.values())

    @property
    def longest(self) -> int:
        """Characters of the longest word."""
        return self._longest

    def _may_be_in(self, folded: str) -> bool:
        """False only where no word is in a text in small letters; thousands of texts are asked this in a row."""
        words = self._words
        return len(words) > _FEW or any(word in folded for word in words)

    @cached_property
    def _words(self) -> dict[str, tuple[Entry, ...]]:
        words: dict[str, tuple[Entry, ...]] = {}
        for entry in self.entries:
            word = fold(normal(entry.written))
            if entry.enabled and word and entry.reading.strip():
                words[word] = (*words.get(word, ()), entry)
        return words

    @cached_property
    def _lengths(self) -> dict[str, tuple[int, ...]]:
        """By the first two characters of words, or all of a word of one: the lengths of those, the longest first."""
        lengths: dict[str, set[int]] = {}
        for word in self._words:
            lengths.setdefault(word[:2], set()).add(len(word))
        return {
            start: tuple(sorted(own | lengths.get(start[0], set()), reverse=True)) for start, own in lengths.items()
        }

    @cached_property
    def _pairs(self) -> frozenset[tuple[str, str]]:
        return frozenset((start[0], start[1]) for start in self._lengths if len(start) > 1)

    @cached_property
    def _single(self) -> frozenset[str]:
        return frozenset(start for start in self._lengths if len(start) == 1)

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self._words), default=0)


@dataclass(frozen=True)
class Lexicons:
    """All that a user may have laid down besides the line itself; the project's entries go before the user's own."""

    project: Lexicon = field(default_factory=Lexicon)
    user: Lexicon = field(default_factory=Lexicon)

    def __bool__(self) -> bool:
        return bool(self.project.entries or self.user.entries)

    def aspect(self, text: str) -> str:
        """A digest of the entries that touch a sanitised text: unchanged, they read it as before. Empty for none."""
        if not self:
            return ""
        known = self._aspects.get(text)
        if known is None:
            found = (self.project.entries_in(text), self.user.entries_in(text))
            known = "/".join(map(_digest, found)) if any(found) else ""
            if len(self._aspects) >= _ASPECTS:
                self._aspects.clear()
            self._aspects[text] = known
        return known

    @cached_property
    def _aspects(self) -> dict[str, str]:
        return {}


NO_LEXICONS = Lexicons()


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


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether a stretch tears no word of an alphabet apart; the `'s` of a word is no part of it."""
    if start and _joins(text[start - 1], text[start]):
        return False
    return end >= len(text) or not _joins(text[end - 1], text[end])


def _joins(left: str, right: str) -> bool:
    return _is_letter(left) and _is_letter(right)


def _is_letter(char: str) -> bool:
    if char.isascii():
        return char.isalnum()
    return (char.isalnum() or unicodedata.category(char)[0] == "M") and not _EAST_ASIAN.match(char)


def _same_language(one: str, other: str) -> bool:
    return one.partition("-")[0] == other.partition("-")[0]


def _digest(entries: tuple[Entry, ...]) -> str:
    content = [
        [str(value) for name, value in asdict(entry).items() if name != "note"] for entry in entries if entry.enabled
    ]
    if not content:
        return ""
    text = json.dumps(content, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
