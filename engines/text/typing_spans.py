"""From spans of what is read to spans of what was typed, with the markup between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engines.text.markup import Markup
from engines.types import Phonemes, Problem, Reading, Source, Span


class Typing:
    """Moves the segments of one text, in order, to the typed text, which their readings then tile.

    Parameters
    ----------
    problems
        What is wrong with the text; may grow until the last segment has been moved.
    """

    def __init__(self, markup: Markup, problems: Sequence[Problem]) -> None:
        self._markup = markup
        self._problems = problems
        self._told: set[Problem] = set()
        self._at = 0
        """Where the last segment ended in the typed text."""
        self._next = 0
        """The first piece of markup that is not behind that."""

    def typed(self, segment: Phonemes) -> Phonemes:
        """A segment with the markup that is in it and right behind it."""
        start = self._at
        if self._markup.tokens:
            readings = tuple(self._readings(segment.readings))
            segment = replace(segment, readings=readings, span=Span(start, self._at))
        else:
            self._at = segment.span.end
        last = self._at >= len(self._markup.typed)
        problems = tuple(p for p in self._problems if p not in self._told and (p.span.start < self._at or last))
        self._told.update(problems)
        return replace(segment, problems=problems) if problems else segment

    def _readings(self, readings: Sequence[Reading]) -> Iterator[Reading]:
        for reading in readings:
            span = self._markup.typed_span(reading.span)
            if reading.span.start == reading.span.end:
                span = Span(self._at, self._at)
            yield from self._tokens(span.start, reading.language)
            yield replace(reading, span=span)
            self._at = span.end
            while self._next < len(self._markup.tokens) and self._markup.tokens[self._next].start < self._at:
                self._next += 1  # inside the reading
        yield from self._tokens(len(self._markup.typed), readings[-1].language)

    def _tokens(self, end: int, language: str) -> Iterator[Reading]:
        """The markup from here on, up to the next text or `end`."""
        tokens = self._markup.tokens
        while self._next < len(tokens) and tokens[self._next].start == self._at < end:
            yield Reading(tokens[self._next], "", "", Source.MARKUP, language)
            self._at = tokens[self._next].end
            self._next += 1
