"""Pack the readings of sentences into segments for the model.

A segment is what the model speaks in one breath: long enough to sound natural (it babbles on a lone "Hi."), short
enough to come soon and to fit the model. The first one is short, because sound begins only when
all of it has been planned.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from engines.text.cuts import Cut, CutKind, cuts, shorten
from engines.text.sentences import Break
from engines.text.tidy import speaks
from engines.types import Phonemes, Reading, Span, Utterance

FIRST_WHOLE = 45
"""A first sentence up to this size (3.5 s of speech) is not cut: cutting it would save under 100 ms."""
FIRST_LEAST = 12
"""A first segment has at least this many symbols (1.3 s), or it would be over before the next is ready."""
FIRST_MOST = 90
"""A clause mark this far (6.5 s) is waited for; without one the first segment ends at a phrase or word."""
FIRST_IDEAL = 45
"""Where that phrase or word should be."""
SECOND_TARGET = 100
"""The second segment is planned while the short first one plays, so it is shorter than the others."""
TARGET = 200
"""Sentences are gathered up to this size, longer ones are cut at clause marks; the model is best at 100 to 200."""
ENOUGH = 100
"""A segment of this size is not filled further."""
STRETCH = 300
"""A sentence without clause marks may have this size; the model starts to hurry beyond."""
LEAST = 30
"""No part of a cut sentence is shorter."""
TINY = 12
"""A sentence this short is spoken together with a neighbour if one is near."""
_SURE = 2 * TINY
"""Symbols that the beginning of a sentence is to have: it will never have less than half of them, nor read otherwise
what is so far before its end."""

PAUSES = {Break.CLAUSE: 0.15, Break.SENTENCE: 0.35, Break.LINE: 0.5, Break.PARAGRAPH: 0.8}
"""Seconds at speed 1, on top of what the engine leaves of the model's own silence at both ends of a segment."""


class ReadSentence(NamedTuple):
    """The tidy readings of one sentence."""

    readings: Sequence[Reading]
    end: Break
    whole: bool = True
    """False for the beginning of a sentence; it is the last one, then."""


def pack(
    utterance: Utterance,
    text: str,
    sentences: Iterable[ReadSentence],
    limit: int,
    *,
    begun: bool = False,
    pause: float = 0.0,
) -> Iterator[Phonemes]:
    """Yield segments of at most `limit` symbols (64 or more); their readings are those of `sentences`, in order.

    One sentence is read ahead of the segment that is yielded; more only where what follows cannot be spoken, since that
    joins the segment before it. Nothing is yielded if nothing can be spoken. `text` is the sanitised text.

    Parameters
    ----------
    begun
        Whether there is sound already, so that the first segment need not be short.
    pause
        Seconds of silence after the last segment.
    """
    packer = _Packer(text, limit, count=int(begun))
    for sentence in sentences:
        for readings, end in packer.push(sentence) if sentence.whole else packer.begin(sentence):
            yield _segment(utterance, readings, PAUSES[end] / utterance.speed)
    if any(speaks(reading.symbols) for reading in packer.held):
        yield replace(_segment(utterance, packer.held, pause), pause_asked=pause > 0)


def _segment(utterance: Utterance, readings: Sequence[Reading], pause: float) -> Phonemes:
    trimmed = list(readings)
    _trim(trimmed, range(len(trimmed)), str.lstrip)
    _trim(trimmed, range(len(trimmed) - 1, -1, -1), str.rstrip)
    span = Span(readings[0].span.start, readings[-1].span.end)
    return Phonemes(utterance, span, tuple(trimmed), pause)


def _trim(readings: list[Reading], order: Iterable[int], strip: Callable[[str], str]) -> None:
    """Take the spaces off one end."""
    for index in order:
        symbols = strip(readings[index].symbols)
        if symbols != readings[index].symbols:
            readings[index] = replace(readings[index], symbols=symbols)
        if symbols:
            return


class _Packer:
    """The readings that are not yet in a segment."""

    def __init__(self, text: str, limit: int, count: int) -> None:
        self.held: list[Reading] = []
        self._end = Break.CLAUSE
        self._size = 0
        self._text = text
        self._limit = limit
        self._count = count

    def push(self, sentence: ReadSentence) -> Iterator[tuple[list[Reading], Break]]:
        """Add a sentence; yield what is ready, of which it is sure that speech follows."""
        half = self._limit // 2  # leaves room for marks around a long reading
        readings = [part for reading in sentence.readings for part in shorten(reading, min(TARGET, half))]
        size = sum(len(reading.symbols) for reading in readings)
        if not any(speaks(reading.symbols) for reading in readings):  # a row of stars, a lone dash: joins what is held
            readings = [replace(reading, symbols="") for reading in readings]
            size = 0
            self._end = max(self._end, sentence.end)
        else:
            if any(speaks(reading.symbols) for reading in self.held) and not self._joins(size):
                yield self._take(len(self.held), self._end)
            self._end = sentence.end
        self.held += readings
        self._size += size
        while cut := self._cut():
            yield self._take(cut.before, Break.SENTENCE if cut.kind is CutKind.SENTENCE else Break.CLAUSE)

    def begin(self, sentence: ReadSentence) -> Iterator[tuple[list[Reading], Break]]:
        """Take the beginning of a sentence; yield what is ready however that goes on."""
        size = sum(len(reading.symbols) for reading in sentence.readings)
        if size < _SURE:
            return
        if any(speaks(reading.symbols) for reading in self.held):
            if not self._joins(size):  # which holds for every longer sentence, too
                yield self._take(len(self.held), self._end)
        elif self._count == 0:
            self.held += sentence.readings
            self._size += size
            cut = self._first_clause(cuts(self.held, self._text)) if self._size > FIRST_WHOLE else None
            if cut and self._size - cut.size >= _SURE:
                yield self._take(cut.before, Break.SENTENCE if cut.kind is CutKind.SENTENCE else Break.CLAUSE)

    def _take(self, count: int, end: Break) -> tuple[list[Reading], Break]:
        taken, self.held = self.held[:count], self.held[count:]
        self._size -= sum(len(reading.symbols) for reading in taken)
        self._count += 1
        return taken, end

    def _joins(self, size: int) -> bool:
        """Whether a sentence of `size` symbols is spoken in one segment with what is held."""
        if self._end is Break.PARAGRAPH:
            return False
        if self._size < TINY or (self._end is Break.CLAUSE and self._size < TARGET):
            return True
        together = self._size + size
        if size < TINY:
            return together <= STRETCH
        return self._end is Break.SENTENCE and self._count > 0 and self._size < ENOUGH and together <= self._target()

    def _target(self) -> int:
        return min(SECOND_TARGET if self._count <= 1 else TARGET, self._limit)

    def _cut(self) -> Cut | None:
        if self._size <= min(FIRST_WHOLE if self._count == 0 else self._target(), self._limit):
            return None
        candidates = cuts(self.held, self._text)
        cut = self._first_cut(candidates) if self._count == 0 else None
        if cut or self._size <= self._target():
            return cut
        ideal = self._size / math.ceil(self._size / self._target())
        stretch = min(STRETCH, self._limit)
        if cut := self._nearest(candidates, CutKind.CLAUSE, min(LEAST, self._limit // 4), stretch, ideal):
            return cut
        if self._size <= stretch:
            return None
        for least, most in ((min(LEAST, self._limit // 4), stretch), (0, self._limit)):
            for kind in (CutKind.PHRASE, CutKind.WORD, CutKind.ANYWHERE):
                if cut := self._nearest(candidates, kind, least, most, ideal):
                    return cut
        return None

    def _first_cut(self, candidates: Sequence[Cut]) -> Cut | None:
        """The end of the first segment: the first clause, or where there is none for long, the first few words."""
        if cut := self._first_clause(candidates):
            return cut
        if self._size <= FIRST_MOST:
            return None
        for kind in (CutKind.PHRASE, CutKind.WORD):
            if cut := self._nearest(candidates, kind, 2 * FIRST_LEAST, FIRST_MOST, FIRST_IDEAL):
                return cut
        return None

    def _first_clause(self, candidates: Sequence[Cut]) -> Cut | None:
        return self._nearest(candidates, CutKind.CLAUSE, FIRST_LEAST, FIRST_MOST, FIRST_LEAST)

    def _nearest(self, candidates: Sequence[Cut], kind: CutKind, least: int, most: int, ideal: float) -> Cut | None:
        """The cut of at least `kind` closest to `ideal` that leaves `least` symbols on both sides, `most` before it."""
        most = min(most, self._limit)
        good = [c for c in candidates if c.kind >= kind and least <= c.size <= most and self._size - c.size >= least]
        return min(good, key=lambda cut: abs(cut.size - ideal), default=None)
