"""A text that is still being written: what of it is certain already.

A segment is certain once it comes out alike however the text goes on. That is so when all sentences that it was made of
are over, and what decides about their ends and their language has been seen; of the beginning of a sentence, when
enough of it is there. So the audio of a text that arrives in pieces is that of the whole text given at once.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace

from engines.text.languages import NEAR, Preference, depends_on_surroundings
from engines.text.lexicon import Lexicons
from engines.text.marked import Pause
from engines.text.sentences import is_certain
from engines.types import Phonemes, Span, Utterance

_WORTH = 16
"""Characters after which the text is read again, though they have no mark."""


class LiveText:
    """A text that one thread writes and another reads.

    Parameters
    ----------
    utterance
        How to say it; its text is what there is at the beginning.
    """

    def __init__(self, utterance: Utterance) -> None:
        self.utterance = utterance
        self._lock = threading.Lock()
        self._pieces = [utterance.text]
        self._ended = False

    def add(self, piece: str) -> None:
        """Go on with a piece."""
        with self._lock:
            self._pieces.append(piece)

    def end(self) -> None:
        """The text is complete."""
        with self._lock:
            self._ended = True

    def look(self) -> tuple[str, bool]:
        """What there is of it, and whether that is all."""
        with self._lock:
            self._pieces = ["".join(self._pieces)]
            return self._pieces[0], self._ended


def worth_reading(piece: str) -> bool:
    """Whether a piece of text is likely to make something certain."""
    return len(piece) >= _WORTH or any(not (c.isalnum() or c.isspace()) or c == "\n" for c in piece)


def behind(segment: Phonemes, at: int) -> Phonemes | None:
    """What of a segment comes after a place of the text that has been said already; None if nothing does."""
    if segment.span.start >= at:
        return segment
    readings = tuple(reading for reading in segment.readings if reading.span.start >= at)
    if segment.span.end <= at or not readings:
        return None
    return replace(segment, span=Span(at, segment.span.end), readings=readings)


class Frontier:
    """How far the beginning of a text is certain.

    Parameters
    ----------
    text
        The beginning, sanitised.
    pauses
        Those in it.
    lexicons
        Their words may reach over the end of a sentence.
    """

    def __init__(self, text: str, pauses: Sequence[Pause], lexicons: Lexicons, preference: Preference) -> None:
        self._text = text
        self._preference = preference
        self._reach = max(lexicons.project.longest, lexicons.user.longest) + 2 if lexicons else 0
        last_said = next((at for at in range(len(text) - 1, -1, -1) if text[at].isalnum()), -1)
        # A pause divides the text once something is said after it.
        self._divided = max((pause.at for pause in pauses if pause.at <= last_said), default=0)
        self._end = min((pause.at for pause in pauses if pause.at > self._divided), default=len(text))

    def covers(self, span: Span) -> bool:
        """Whether a sentence is over, and reads as it does in the whole text."""
        if self.tells_language(span) and span.end <= self._divided:
            return True
        seen = self._text[: self._end]
        if len(seen) - span.end < self._reach or not is_certain(seen, span.end):
            return False
        return self.tells_language(span) or len(self._text) - span.end >= NEAR

    def tells_language(self, span: Span) -> bool:
        """Whether the languages of a sentence depend on nothing that is still to come."""
        return not depends_on_surroundings(self._text[slice(*span)], self._preference)
