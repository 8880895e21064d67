"""The user's own readings of words: snapshots of entries that find their words in a text."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import NamedTuple

from engines.text.lexicon_entry import (
    LONGEST_READING,
    LONGEST_WORD,
    Case,
    Entry,
    LexiconError,
    check_entry,
    fold,
    normal,
)
from engines.text.scripts import HAN, HANGUL, KANA
from engines.text.word_index import WordIndex

__all__ = [
    "LONGEST_READING",
    "LONGEST_WORD",
    "NO_LEXICONS",
    "Case",
    "Entry",
    "Lexicon",
    "LexiconError",
    "Lexicons",
    "Match",
    "check_entry",
    "differing",
    "fold",
    "normal",
]

_EAST_ASIAN = re.compile(f"[{HAN}{KANA}{HANGUL}]")
_ASPECTS = 20_000
"""Texts whose entries are remembered."""
_FEW = 16
"""Words up to which each is looked for in a text as a whole, which is quicker than to look at every character."""
_FEW_CHANGES = 200
"""Entries up to which an index is changed rather than made anew."""


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

    def prepared(self) -> Lexicon:
        """The same, ready to find its words at once: of thousands of entries, that takes a moment the first time.

        What is made of it by a few changes is ready too.
        """
        self.places(" ")
        for entry in self.entries:
            _ = entry.key
        return self

    def with_entry(self, entry: Entry, old: Entry | None = None) -> Lexicon:
        """Put an entry in the place of `old`, or of that for the same word, or at the end."""
        place = -1 if old is None else _position(self.entries, old)
        if old is None or place < 0:
            return self.with_entries((entry,))
        alike = (entry.written, old.written)
        gone = [at for at, other in enumerate(self.entries) if other.written in alike and other in (entry, old)]
        ends = (0, *(at + 1 for at in gone)), (*gone, len(self.entries))
        pieces = [self.entries[start:end] for start, end in zip(*ends, strict=True)]
        pieces.insert(gone.index(place) + 1, (entry,))
        entries = tuple(other for piece in pieces for other in piece)
        return self._changed(entries, [self.entries[at] for at in gone], [entry])

    def with_entries(self, entries: Iterable[Entry]) -> Lexicon:
        """Put each entry in the place of those for the same word, or at the end."""
        came = {entry.key: entry for entry in entries}
        left = dict(came)
        gone: list[Entry] = []
        result: list[Entry] = []
        for other in self.entries:
            key = other.key
            if key not in came:
                result.append(other)
                continue
            gone.append(other)
            if entry := left.pop(key, None):
                result.append(entry)
        return self._changed((*result, *left.values()), gone, came.values())

    def without(self, entries: Iterable[Entry]) -> Lexicon:
        """Take entries out."""
        unwanted = frozenset(entries)
        words = {entry.written for entry in unwanted}
        gone = [entry for entry in self.entries if entry.written in words and entry in unwanted]
        ids = set(map(id, gone))
        return self._changed(tuple(entry for entry in self.entries if id(entry) not in ids), gone, ())

    def matches_at(self, text: str, folded: str, at: int) -> Iterator[Match]:
        """The enabled entries whose word stands at a position of a sanitised text, the longest first.

        `folded` is the text in small letters, `fold(text)`. Capitals and languages are not looked at yet.
        """
        index = self._index
        for length in index.lengths_at(folded, at):
            end = at + length
            entries = index.words.get(folded[at:end])
            if entries and _is_whole(text, at, end):
                for entry in entries:
                    yield Match(at, end, entry)

    def places(self, folded: str, start: int = 0, end: int | None = None) -> list[int]:
        """Where a word may begin in a text in small letters: a quick look at every two characters."""
        return self._index.places(folded, start, len(folded) if end is None else end)

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
        return self._index.longest

    def _may_be_in(self, folded: str) -> bool:
        """False only where no word is in a text in small letters; thousands of texts are asked this in a row."""
        words = self._index.words
        return len(words) > _FEW or any(word in folded for word in words)

    @cached_property
    def _index(self) -> WordIndex[Entry]:
        return WordIndex.of((word, entry) for entry in self.entries if (word := _sought(entry)))

    def _changed(self, entries: tuple[Entry, ...], gone: Collection[Entry], came: Collection[Entry]) -> Lexicon:
        """The lexicon of `entries`, with an index that is made from this one's where that is there."""
        lexicon = Lexicon(entries)
        index: WordIndex[Entry] | None = self.__dict__.get("_index")
        if index is not None and len(gone) + len(came) <= _FEW_CHANGES:
            lexicon.__dict__["_index"] = index.changed(_touched(index, entries, gone, came))
        return lexicon


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


def differing(before: Lexicon, after: Lexicon) -> Lexicon:
    """The entries of either that the other lacks, or all where only their order differs.

    Entries that both share are told by identity, which takes no time.
    """
    if before.entries == after.entries:
        return Lexicon()
    old = {id(entry): entry for entry in before.entries}
    new = {id(entry): entry for entry in after.entries}
    gone = {old[key] for key in old.keys() - new.keys()}
    came = {new[key] for key in new.keys() - old.keys()}
    return Lexicon(tuple(gone ^ came) or after.entries)


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


def _sought(entry: Entry) -> str:
    """What is looked for in a text in small letters; empty for an entry that reads nothing."""
    return fold(normal(entry.written)) if entry.enabled and entry.reading.strip() else ""


def _touched(
    index: WordIndex[Entry], entries: Sequence[Entry], gone: Collection[Entry], came: Collection[Entry]
) -> Mapping[str, tuple[Entry, ...]]:
    """By word, the entries that it has when some are gone and others came, in the order of `entries`."""
    left = set(map(id, gone)) - set(map(id, came))
    touched: dict[str, tuple[Entry, ...]] = {}
    for entry in (*gone, *came):
        if word := _sought(entry):
            touched[word] = tuple(other for other in index.words.get(word, ()) if id(other) not in left)
    for entry in came:
        if (word := _sought(entry)) and not any(other is entry for other in touched[word]):
            touched[word] = (*touched[word], entry)
    if any(len(found) > 1 for found in touched.values()):
        order = {id(entry): at for at, entry in enumerate(entries)}
        touched = {word: tuple(sorted(found, key=lambda each: order[id(each)])) for word, found in touched.items()}
    return touched


def _position(entries: Sequence[Entry], entry: Entry) -> int:
    """Where an entry, or else an equal one, is; -1 for nowhere."""
    same = next((at for at, other in enumerate(entries) if other is entry), -1)
    return entries.index(entry) if same < 0 and entry in entries else same


def _digest(entries: tuple[Entry, ...]) -> str:
    content = [
        [str(value) for name, value in asdict(entry).items() if name != "note"] for entry in entries if entry.enabled
    ]
    if not content:
        return ""
    text = json.dumps(content, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
