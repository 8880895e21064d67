"""A text with markup, taken apart; see `engines.text.markup`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from engines.types import Problem, Span


@dataclass(frozen=True, slots=True)
class Override:
    """The reading of a stretch, for this place alone."""

    span: Span
    """Of `Markup.text`."""
    reading: str
    markup: Span
    """What says so, in the typed text: the braces, or the opening tag."""
    word: Span
    """The stretch in the typed text."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Silence before the character `at` of `Markup.text`."""

    at: int
    seconds: float
    markup: Span


@dataclass(frozen=True, slots=True)
class TagSpan:
    """`[name value]…[/]`."""

    name: str
    value: str
    span: Span
    """Of `Markup.text`."""
    opening: Span
    """The tags in the typed text."""
    closing: Span


@dataclass(frozen=True)
class Markup:
    """A text taken apart."""

    typed: str
    text: str
    """What is read: the typed text without its markup."""
    overrides: tuple[Override, ...] = ()
    pauses: tuple[Pause, ...] = ()
    spans: tuple[TagSpan, ...] = ()
    """All of them, in the order of their beginnings; an inner one comes after the outer."""
    written_out: tuple[TagSpan, ...] = ()
    """Of the spans, those with `[spell]` and `[as …]` that count."""
    problems: tuple[Problem, ...] = ()
    """In the order of the text."""
    tokens: tuple[Span, ...] = ()
    """All that is typed and not read, in order."""
    _pieces: tuple[tuple[int, int], ...] = field(default=((0, 0),), repr=False)
    """Where a piece of `text` begins, and where that is in `typed`."""

    def typed_at(self, at: int) -> int:
        """Where a character of `text` is in the typed text; its length is that of the typed text."""
        if at >= len(self.text):
            return len(self.typed)
        return typed_at(self._pieces, at)

    def typed_span(self, span: Span) -> Span:
        """A stretch of `text` in the typed text, without markup around it."""
        start = self.typed_at(span.start)
        return Span(start, self.typed_at(span.end - 1) + 1 if span.end > span.start else start)

    def plain_at(self, typed: int) -> int:
        """The first character of `text` that is at or after a place in the typed text."""
        index = bisect_right(self._pieces, typed, key=lambda piece: piece[1]) - 1
        if index < 0:
            return 0
        start, begin = self._pieces[index]
        end = self._pieces[index + 1][0] if index + 1 < len(self._pieces) else len(self.text)
        return min(start + typed - begin, end)

    def plain_span(self, span: Span) -> Span:
        """What of a stretch of the typed text is read."""
        return Span(self.plain_at(span.start), self.plain_at(span.end))


def typed_at(pieces: Sequence[tuple[int, int]], at: int) -> int:
    """Where a character is in the typed text; `pieces` say where parts of what is read begin, here and there."""
    start, typed = pieces[bisect_right(pieces, at, key=lambda piece: piece[0]) - 1]
    return typed + at - start
