"""Words looked for at every place of a text: a few dictionary look-ups a character, however many words there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class WordIndex(Generic[T]):
    """Values by word. It is never changed; `changed` makes another that costs no more than a copy."""

    words: Mapping[str, tuple[T, ...]]
    lengths: Mapping[str, tuple[int, ...]]
    """By the first two characters of words, or all of a word of one: the lengths of those, the longest first."""
    pairs: frozenset[tuple[str, str]]
    """The first two characters of words."""
    single: frozenset[str]
    """Words of one character."""
    longest: int
    """Characters of the longest word."""

    @staticmethod
    def of(items: Iterable[tuple[str, T]]) -> WordIndex[T]:
        """The index of words with a value each; one word may have several, which stay in order."""
        words: dict[str, tuple[T, ...]] = {}
        for word, value in items:
            words[word] = (*words.get(word, ()), value)
        empty: WordIndex[T] = WordIndex({}, {}, frozenset(), frozenset(), 0)
        return empty.changed(words)

    def changed(self, words: Mapping[str, tuple[T, ...]]) -> WordIndex[T]:
        """The same with these values for some words; none takes a word out.

        The beginning of a word that is taken out is still looked for, in vain, which costs next to nothing.
        """
        known = {**self.words, **words}
        for word, values in words.items():
            if not values:
                del known[word]
        lengths = dict(self.lengths)
        added = [word for word, values in words.items() if values and len(word) not in lengths.get(word[:2], ())]
        touched: dict[str, set[int]] = {}
        for word in added:
            touched.setdefault(word[:2], set()).add(len(word))
        if any(len(start) == 1 for start in touched):  # a word of one character may begin any longer one
            touched = {start: touched.get(start, set()) for start in (*lengths, *touched)}
        for start, own in touched.items():
            alone = touched.get(start[0], ()) or lengths.get(start[0], ())
            lengths[start] = tuple(sorted({*own, *lengths.get(start, ()), *alone}, reverse=True))
        return WordIndex(
            known,
            lengths,
            self.pairs.union((start[0], start[1]) for start in touched if len(start) > 1),
            self.single.union(start for start in touched if len(start) == 1),
            max(self.longest, max(map(len, added), default=0)),
        )

    def lengths_at(self, text: str, at: int) -> tuple[int, ...]:
        """How long a word that begins at a place may be, the longest first."""
        return self.lengths.get(text[at : at + 2], ()) or self.lengths.get(text[at : at + 1], ())

    def places(self, text: str, start: int, end: int) -> list[int]:
        """Where a word may begin: a quick look at every two characters."""
        pairs, single = self.pairs, self.single
        following = zip(text[start:end], text[start + 1 : end + 1] + "\0", strict=False)
        return [at for at, pair in enumerate(following, start) if pair in pairs or pair[0] in single]
