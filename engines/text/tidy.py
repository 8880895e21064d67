"""Bring the symbols of a sentence into the form the model was trained on.

Front ends give each word and each mark its symbols; where they meet there may be two spaces, a space before a comma,
three exclamation marks. Only symbols are changed here: no reading is added or lost, and every span stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engines.text.punctuation import (
    CLOSING_SYMBOLS,
    MARK_SYMBOLS,
    OPENING_SYMBOLS,
    SILENT_SYMBOLS,
    STRAIGHT_QUOTE,
    mark_symbol,
)
from engines.types import Reading, Source

_STRENGTH = {mark: rank for rank, mark in enumerate(",—:;.…")}
_MOST_BETWEEN_SOUNDS = 6
"""More marks and quotes than this between two sounds are decoration."""


def speaks(symbols: str) -> bool:
    """Whether `symbols` has a sound."""
    return any(symbol not in SILENT_SYMBOLS for symbol in symbols)


def restrict(reading: Reading, text: str, alphabet: frozenset[str]) -> Reading:
    """Return `reading` with symbols of the model only.

    A mark that the model knows in another form takes that form. A word with a foreign symbol becomes SILENT, so that
    the user is told, rather than being spoken with a hole.
    """
    if reading.source in (Source.PUNCTUATION, Source.SILENT):
        symbols = reading.symbols
        if reading.source is Source.SILENT or not alphabet.issuperset(symbols):
            symbols = _marks(text[reading.span.start : reading.span.end])
        source = Source.PUNCTUATION if symbols else reading.source
        symbols = "".join(symbol for symbol in symbols if symbol in alphabet)
        return replace(reading, spoken="", symbols=symbols, source=source)
    if not reading.symbols or not alphabet.issuperset(reading.symbols):
        return replace(reading, spoken="", symbols="", source=Source.SILENT)
    return reading


def _marks(written: str) -> str:
    """The symbols of written marks and white space; empty where any other character is among them."""
    symbols = [" " if char.isspace() else mark_symbol(char) for char in written]
    return "".join(symbols) if all(symbols) else ""


@dataclass(slots=True)
class _Symbol:
    owner: int
    """Index of the reading."""
    symbol: str


class _Line:
    """The symbols of a sentence while they are put in order."""

    def __init__(self) -> None:
        self.symbols: list[_Symbol] = []
        self._run: list[_Symbol] = []
        self._space: int | None = None
        self._quoted = False
        self._quotes: set[tuple[str, bool]] = set()
        """Brackets and quotes since the last sound, and whether they open."""
        self._silent = 0

    def add(self, owner: int, symbol: str, *, new_language: bool) -> None:
        if symbol == STRAIGHT_QUOTE:
            self._quoted = not self._quoted
        opens = symbol in OPENING_SYMBOLS or (symbol == STRAIGHT_QUOTE and self._quoted)
        last = self.symbols[-1].symbol if self.symbols else " "
        if symbol == " ":
            self._space = owner if self._space is None else self._space
        elif symbol in SILENT_SYMBOLS:
            self._add_silent(owner, symbol, opens)
        else:
            after_mark = last in MARK_SYMBOLS + CLOSING_SYMBOLS or (last == STRAIGHT_QUOTE and not self._quoted)
            self._end_run()
            if self._space is not None:
                self._add_space(self._space)
            elif self.symbols and (after_mark or (new_language and last not in OPENING_SYMBOLS + STRAIGHT_QUOTE)):
                self._add_space(self.symbols[-1].owner)
            self._append(owner, symbol)
            self._silent = 0
            self._quotes.clear()

    def _add_silent(self, owner: int, symbol: str, opens: bool) -> None:
        if self._silent >= _MOST_BETWEEN_SOUNDS or (symbol, opens) in self._quotes:
            return
        self._silent += 1
        if opens:
            self._end_run()
            self._add_space(self._space if self._space is not None else owner)
        self._append(owner, symbol)
        if symbol in MARK_SYMBOLS:
            self._run.append(self.symbols[-1])
        else:  # a closing quote stays at the word, and inside a run of marks
            self._quotes.add((symbol, opens))

    @property
    def sounding(self) -> bool:
        """Whether the last symbol is a sound."""
        return bool(self.symbols) and self.symbols[-1].symbol not in SILENT_SYMBOLS

    def finish(self) -> None:
        """End with a space where another sentence can follow."""
        self._end_run()
        if self._space is not None:
            self._add_space(self._space)
        elif self.symbols and self.symbols[-1].symbol in SILENT_SYMBOLS:
            self._add_space(self.symbols[-1].owner)

    def _append(self, owner: int, symbol: str) -> None:
        self._space = None
        self.symbols.append(_Symbol(owner, symbol))

    def _add_space(self, owner: int) -> None:
        self._space = None
        if self.symbols and self.symbols[-1].symbol not in " (“":
            self.symbols.append(_Symbol(owner, " "))

    def _end_run(self) -> None:
        """Keep of stacked marks `?` and `!` once each, or else the strongest; three full stops are an ellipsis."""
        run, self._run = self._run, []
        if len(run) < 2:
            return
        kept: list[_Symbol] = []
        for entry in run:
            if entry.symbol in "?!" and all(entry.symbol != other.symbol for other in kept):
                kept.append(entry)
        if not kept:
            kept = [max(run, key=lambda entry: _STRENGTH[entry.symbol])]
            if sum(entry.symbol == "." for entry in run) > 2:
                kept[0].symbol = "…"
        dropped = {id(entry) for entry in run} - {id(entry) for entry in kept}
        self.symbols = [entry for entry in self.symbols if id(entry) not in dropped]


def tidy(readings: Sequence[Reading], *, ends_line: bool = False) -> list[Reading]:
    """Return the readings of one sentence with single spaces and single marks.

    A mark is followed by a space and has none before it; words of different languages are apart; there is no space at
    the start and, after a mark, one at the end. Where the sentence `ends_line` without a mark, as headings do, the line
    end gets the symbol of a full stop, so that the voice comes down.
    """
    line = _Line()
    language = None
    for owner, reading in enumerate(readings):
        for symbol in reading.symbols:
            sounds = symbol not in SILENT_SYMBOLS
            line.add(owner, symbol, new_language=sounds and language not in (None, reading.language))
            language = reading.language if sounds else language
    if ends_line and readings and readings[-1].source is Source.PUNCTUATION and line.sounding:
        line.add(len(readings) - 1, ".", new_language=False)
    line.finish()
    symbols = [""] * len(readings)
    for entry in line.symbols:
        symbols[entry.owner] += entry.symbol
    return [
        reading if reading.symbols == new else replace(reading, symbols=new)
        for reading, new in zip(readings, symbols, strict=True)
    ]
