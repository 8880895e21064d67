"""Letter-to-sound rules, and where a word is stressed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

STRESS = "ˈ"
SECONDARY = "ˌ"
NUCLEI = "aeiouyɛɔæɐəɪʊøœɑɨAIWYOQ"
"""Symbols that make a syllable; `A I W Y O Q` are diphthongs, and `ɪ ʊ` behind an open vowel end one."""

_FARTHEST = 12
"""Letters before a position that rules may look at."""
_MIDDLE = "·"
"""Stands for the beginning of a long word, so that `^` does not match in its middle."""
_NUCLEUS = re.compile(f"[aeoɐɛɔ]\u0303?[ɪʊ]|[{NUCLEI}]")


@dataclass(frozen=True, slots=True)
class _Rule:
    letters: str
    symbols: str
    before: re.Pattern[str]
    after: re.Pattern[str]


class Rules:
    """An ordered table of rules; at each position of a word the first that fits is applied.

    A line of the table is `letters symbols context`. The context is `before_after`, two regular expressions, and may
    be left out. `-` stands for no symbols. Capitals in the context are the given classes of letters, as
    regular expressions.
    """

    def __init__(self, table: str, classes: Mapping[str, str]) -> None:
        self._by_letter: dict[str, list[_Rule]] = {}
        for line in table.strip().splitlines():
            letters, symbols, *context = line.split()
            before, _, after = (context[0] if context else "_").partition("_")
            rule = _Rule(
                letters,
                "" if symbols == "-" else unicodedata.normalize("NFD", symbols).replace("c\u0327", "ç"),
                re.compile(f"(?:{_with_classes(before, classes)})$"),
                re.compile(_with_classes(after, classes)),
            )
            self._by_letter.setdefault(letters[0], []).append(rule)

    def __call__(self, word: str) -> str:
        """Symbols of a lower-case word; letters that no rule knows are tried without their accent, then left out."""
        out = ""
        position = 0
        while position < len(word):
            letters, symbols = self._first(word, position)
            out += symbols
            position += len(letters)
        return out

    def _first(self, word: str, position: int) -> tuple[str, str]:
        letter = word[position]
        before = word[:position] if position <= _FARTHEST else _MIDDLE + word[position - _FARTHEST : position]
        for rule in self._by_letter.get(letter, ()):
            end = position + len(rule.letters)
            if word.startswith(rule.letters, position) and rule.after.match(word, end) and rule.before.search(before):
                return rule.letters, rule.symbols
        plain = unicodedata.normalize("NFD", letter)[0]
        return letter, self._first(plain, 0)[1] if plain != letter else ""


def _with_classes(pattern: str, classes: Mapping[str, str]) -> str:
    return "".join(classes.get(c, c) for c in pattern)


def nuclei(symbols: str) -> list[int]:
    """Positions of the syllables' nuclei."""
    return [match.start() for match in _NUCLEUS.finditer(symbols)]


def stressed(symbols: str, from_end: int) -> str:
    """Put the stress on a syllable counted from the end (1 is the last), or on the first of a shorter word."""
    positions = nuclei(symbols)
    if not positions:
        return symbols
    position = positions[max(len(positions) - from_end, 0)]
    return symbols[:position] + STRESS + symbols[position:]


def with_secondary(symbols: str) -> str:
    """Secondary stress on the first syllable of a word whose stress is on the third or later."""
    first = nuclei(symbols)[:2]
    stress = symbols.find(STRESS)
    if len(first) < 2 or stress <= first[1]:
        return symbols
    return symbols[: first[0]] + SECONDARY + symbols[first[0] :]


def without_accents(word: str) -> str:
    """The letters of a word without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
