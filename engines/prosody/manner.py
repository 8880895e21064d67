"""How one segment is to be said, apart from what the model makes of it by itself; its places are those of symbols."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from engines.prosody.edits import SegmentEdit
from engines.prosody.emotion import NEUTRAL, Emotion
from engines.types import Phonemes, Span


class Passage(NamedTuple):
    """Some symbols with an emotion of their own."""

    start: int
    """Of the symbols of the segment, without the model's silent ends."""
    end: int
    emotion: Emotion


@dataclass(frozen=True, slots=True)
class Manner:
    """What `engines.prosody.directing.directed` does to a plan: equal exactly where that is the same."""

    emotion: Emotion = NEUTRAL
    passages: tuple[Passage, ...] = ()
    """The outer before the inner ones."""
    edit: SegmentEdit | None = None

    @classmethod
    def of(cls, phonemes: Phonemes) -> Manner:
        """Of a segment, from its utterance, its spans and its edit."""
        emotion = _plain(phonemes.utterance.emotion)
        passages = tuple(_passages(phonemes)) if phonemes.emotions else ()
        if not emotion.felt and not any(passage.emotion.felt for passage in passages):
            passages = ()
        edit = phonemes.edit if phonemes.edit is not None and phonemes.edit.changes else None
        return cls(emotion, passages, None if edit is None else replace(edit, occurrence=0))

    @property
    def natural(self) -> bool:
        """Whether the segment is said as the model says it."""
        return self == NATURAL


NATURAL = Manner()


def _plain(emotion: Emotion) -> Emotion:
    return emotion if emotion.felt else NEUTRAL


def _passages(phonemes: Phonemes) -> Iterator[Passage]:
    for span, emotion in phonemes.emotions:
        start, end = _symbols_of(phonemes, span)
        if start < end:
            yield Passage(start, end, emotion)


def _symbols_of(phonemes: Phonemes, span: Span) -> tuple[int, int]:
    """The symbols of the readings whose middle is in a span of the text."""
    inside: list[int] = []
    at = 0
    for reading in phonemes.readings:
        count = len(reading.symbols)
        if count and span.start <= (reading.span.start + reading.span.end) / 2 < span.end:
            inside += [at, at + count]
        at += count
    return (inside[0], inside[-1]) if inside else (0, 0)
