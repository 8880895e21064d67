"""What one language of this family consists of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Language:
    """A language: its sounds, and its words for what is written with digits and signs."""

    code: str
    """The code of `FrontEnd.language`."""
    numerals: str
    """The language's code in num2words."""
    transcribe: Callable[[Sequence[str]], list[str]]
    """Symbols of each word of a phrase, all in lower case."""
    letters: Mapping[str, str]
    """Names of the letters, spelled."""
    one_letter_words: str
    """Letters that are words, and are not spelled when they stand alone."""
    signs: Mapping[str, str]
    """Words for signs such as `&` and `%`."""
    units: Mapping[str, str]
    """Units and currencies behind a number: singular, or singular and plural with a `/` between."""
    abbreviations: Mapping[str, str]
    """Abbreviations, with their full stops, in lower case."""
    months: str
    """The twelve names, with spaces between."""
    point: str
    """The word for the decimal point."""
    minus: str
    hour: str
    """What stands between hours and minutes."""
    date: str
    """`{day}`, `{month}` and `{year}` as said."""
    first_of_month: str = ""
    """The word for the first day, where it is an ordinal."""
    ordinals: str = r"\.?[ºª]"
    """Letters behind a number that make it an ordinal, as a regular expression."""
    one: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Number words that agree with the noun behind them: masculine and feminine."""


def words(listed: str) -> frozenset[str]:
    """The words of a list in lines."""
    return frozenset(listed.split())


def table(entries: str) -> dict[str, str]:
    """A mapping from lines or columns of `key=value`; `_` stands for a space."""
    pairs = (entry.split("=", 1) for entry in entries.split())
    return {key.replace("_", " "): value.replace("_", " ") for keys, value in pairs for key in keys.split("|")}
