"""Bringing two lexicons together: what is new, what is the same, and what they disagree about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engines.text.lexicon import Entry, Lexicon


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two entries for the same word in the same language that differ."""

    mine: Entry
    theirs: Entry


@dataclass(frozen=True, slots=True)
class Comparison:
    """Another lexicon, seen from one's own."""

    new: tuple[Entry, ...]
    """Of words that one's own has not."""
    same: tuple[Entry, ...]
    conflicts: tuple[Conflict, ...]


def compare(mine: Lexicon, theirs: Lexicon) -> Comparison:
    """Compare another lexicon with one's own; of several entries of theirs for one word, the first counts."""
    known: dict[tuple[str, str], Entry] = {}
    for entry in mine:
        known.setdefault(entry.key, entry)
    own = frozenset(mine)
    new: dict[tuple[str, str], Entry] = {}
    same: list[Entry] = []
    conflicts: dict[tuple[str, str], Conflict] = {}
    for entry in theirs:
        if entry in own:
            same.append(entry)
        elif entry.key in known:
            conflicts.setdefault(entry.key, Conflict(known[entry.key], entry))
        else:
            new.setdefault(entry.key, entry)
    return Comparison(tuple(new.values()), tuple(same), tuple(conflicts.values()))


def merge(mine: Lexicon, comparison: Comparison, keep: Callable[[Conflict], Entry]) -> Lexicon:
    """One's own lexicon with what is new in the other; `keep` says which entry of a conflict stays, or a third."""
    chosen = {conflict.mine: keep(conflict) for conflict in comparison.conflicts}
    return Lexicon((*(chosen.get(entry, entry) for entry in mine), *comparison.new))
