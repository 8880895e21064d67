"""Where the lines of a file are in it, and its sound from the first sample to the last."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from engines.audio.formats import Chapter
from engines.audio.resample import Resampler, resampled_length
from engines.types import FloatArray
from studio.document.script import Line, Script
from studio.document.takes import Take
from studio.export.plan import ExportMode, ExportOptions, Timing, sections

_BLOCK = 1 << 16

ReadTake = Callable[[Take], FloatArray]
"""Gives the samples of a take, at its own rate."""


class Piece(NamedTuple):
    """A line with the take that says it."""

    line: Line
    take: Take
    number: int
    """In the script, from 1."""


class Placed(NamedTuple):
    """A line in a file; in samples of the file."""

    piece: Piece
    start: int
    length: int

    @property
    def end(self) -> int:
        """Of its last sample, exclusive."""
        return self.start + self.length


@dataclass(frozen=True, slots=True)
class Arrangement:
    """All lines of a file."""

    placed: tuple[Placed, ...]
    """By start."""
    length: int
    """Samples of the whole file."""
    rate: int

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """One for each section, without gaps between them; none where nothing is divided."""
        of_line = {placed.piece.line.id: placed for placed in self.placed}
        parts = list(sections(placed.piece.line for placed in self.placed))
        if len(parts) < 2 and not parts[0][0]:
            return ()
        starts = [0, *(of_line[part[0].id].start for _, part in parts[1:]), self.length]
        titles = [title or part[0].text.strip() for title, part in parts]
        return tuple(
            Chapter(start / self.rate, end / self.rate, title)
            for title, (start, end) in zip(titles, pairwise(starts), strict=True)
        )


def pieces(script: Script, takes: Iterable[Take]) -> tuple[Piece, ...]:
    """The lines of takes as they are in a script; those that it does not have are left out."""
    found = ((script.line(take.line), take) for take in takes)
    return tuple(Piece(line, take, script.rows[line.id] + 1) for line, take in found if line is not None)


def arrange(parts: Sequence[Piece], options: ExportOptions) -> Arrangement:
    """Place lines in a file."""
    rate = options.rate
    at_cues = options.timing is Timing.CUES and options.mode is not ExportMode.LINES
    origin = 0.0
    if at_cues and options.mode is ExportMode.SECTIONS:
        origin = min((part.line.start for part in parts if part.line.start is not None), default=0.0)
    end = 0 if at_cues else round(options.head * rate)
    placed: list[Placed] = []
    for part in parts:
        start = end
        if at_cues and part.line.start is not None:
            start = max(0, round((part.line.start - origin) * rate))
        elif placed:
            start += round((options.paragraph_gap if part.line.begins else options.gap) * rate)
        take = part.take
        length = resampled_length(round(take.seconds * take.sample_rate), take.sample_rate, rate)
        placed.append(Placed(part, start, length))
        end = start + length
    last = max((each.end for each in placed), default=0)
    in_order = sorted(placed, key=lambda each: each.start)
    return Arrangement(tuple(in_order), last + round(options.tail * rate), rate)


def sound(arrangement: Arrangement, read: ReadTake, check: Callable[[float], None]) -> Iterator[FloatArray]:
    """The sound of a file, mono, in blocks. What overlaps is added; no more than what sounds at a time is in memory.

    Parameters
    ----------
    check
        Told now and then the share that is done; may raise to give up.
    """
    place = 0
    begun: FloatArray = np.zeros(0, np.float32)
    """From `place` on."""

    def until(end: int) -> Iterator[FloatArray]:
        nonlocal place, begun
        while place < end:
            size = min(_BLOCK, end - place)
            block, begun = begun[:size], begun[size:]
            place += size
            yield np.pad(block, (0, size - len(block)))
            check(place / arrangement.length)

    for each in arrangement.placed:
        yield from until(each.start)
        samples = _converted(read(each.piece.take), each.piece.take.sample_rate, arrangement.rate)
        if len(begun) < len(samples):
            begun = np.pad(begun, (0, len(samples) - len(begun)))
        begun[: len(samples)] += samples
        del samples
    yield from until(arrangement.length)


def _converted(samples: FloatArray, source_rate: int, rate: int) -> FloatArray:
    """One take at another rate; every take has a converter of its own, so that they may differ."""
    if source_rate == rate:
        return samples
    resampler = Resampler(source_rate, rate)
    return np.concatenate([resampler.push(samples), resampler.flush()])
