"""Pauses that the text asks for: it is read in sections with silence between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from engines.text.markup import LONGEST_PAUSE, Pause
from engines.text.segments import ReadSentence, pack
from engines.types import Phonemes, Reading, Span, Utterance

ReadSection = Callable[[int, int], Iterable[ReadSentence]]
"""The sentences of a stretch of the text."""


@dataclass(slots=True)
class _Section:
    start: int
    end: int
    pause: float = 0.0
    """Seconds of silence after it."""


def in_sections(
    utterance: Utterance, text: str, pauses: Sequence[Pause], read: ReadSection, limit: int
) -> Iterator[Phonemes]:
    """Yield the segments of a text, with the pauses that it asks for; spans are of the sanitised `text`.

    A pause takes the place of the silence that would be there otherwise. The last segment before one comes once what
    follows has been read, since what cannot be spoken there joins it.
    """
    before, sections = _sections(text, pauses)
    waiting: Phonemes | None = None
    unsaid: list[Reading] = []
    begun = False
    for section in sections:
        seen: list[Reading] = []
        told = False
        sentences = _noted(read(section.start, section.end), seen)
        for segment in pack(utterance, text, sentences, limit, begun=begun, pause=section.pause):
            if waiting:
                yield waiting
                waiting = None
            said = _behind(unsaid, segment) if unsaid else segment
            if not begun:
                said = replace(said, before=before)
            unsaid = []
            begun = told = True
            if section is not sections[-1] and segment.span.end >= section.end:
                waiting = said
            else:
                yield said
        if not told and waiting:
            waiting = _ahead(waiting, seen, section.pause)
        elif not told:
            unsaid += _silenced(seen)
            before = min(before + section.pause, LONGEST_PAUSE)
    if waiting:
        yield waiting


def _sections(text: str, pauses: Sequence[Pause]) -> tuple[float, list[_Section]]:
    """Seconds of silence at the beginning, and the sections; what has no letter or digit is with what is before it."""
    before = 0.0
    sections: list[_Section] = []
    start = 0
    for pause in pauses:
        if any(map(str.isalnum, text[start : pause.at])):
            sections.append(_Section(start, pause.at, pause.seconds))
        elif sections:
            sections[-1].end = pause.at
            sections[-1].pause = min(sections[-1].pause + pause.seconds, LONGEST_PAUSE)
        else:
            before = min(before + pause.seconds, LONGEST_PAUSE)
            continue
        start = pause.at
    if not sections or any(map(str.isalnum, text[start:])):
        sections.append(_Section(start, len(text)))
    else:
        sections[-1].end = len(text)
    return before, sections


def _noted(sentences: Iterable[ReadSentence], seen: list[Reading]) -> Iterator[ReadSentence]:
    for sentence in sentences:
        seen += sentence.readings
        yield sentence


def _silenced(readings: Iterable[Reading]) -> list[Reading]:
    return [replace(reading, symbols="") for reading in readings]


def _behind(unsaid: Sequence[Reading], segment: Phonemes) -> Phonemes:
    span = Span(unsaid[0].span.start, segment.span.end)
    return replace(segment, span=span, readings=(*unsaid, *segment.readings))


def _ahead(segment: Phonemes, unsaid: Sequence[Reading], pause: float) -> Phonemes:
    """A segment with what follows it and cannot be spoken."""
    end = unsaid[-1].span.end if unsaid else segment.span.end
    return replace(
        segment,
        span=Span(segment.span.start, end),
        readings=(*segment.readings, *_silenced(unsaid)),
        pause=min(segment.pause + pause, LONGEST_PAUSE),
        pause_asked=segment.pause_asked or pause > 0,
    )
