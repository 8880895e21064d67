"""Stand-ins for making, transport and synthesis that remember what they were asked, for the panels that show a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from engines.types import AudioChunk, FloatArray, Mark, Reading, Source, Span, Utterance
from studio.document.document import Document
from studio.document.script import Delivery
from studio.document.state import LineState
from studio.document.takes import Take, TakeMark
from studio.playback.messages import TransportState

RATE = 24_000
_FIRST_QUESTION = 1000


class FakeMaking(QObject):
    state_changed = Signal(str)
    chunk = Signal(str, object)
    made = Signal(str, object)
    failed = Signal(str, str)
    preparing = Signal(str, str, float)

    def __init__(self, document: Document) -> None:
        super().__init__()
        self.document = document
        self.states: dict[str, LineState] = {}
        self.errors: dict[str, str] = {}
        self.asked: list[tuple[str, tuple[str, ...]]] = []
        self._chunks: dict[str, list[AudioChunk]] = {}

    def state(self, line_id: str) -> LineState:
        if line_id in self.states:
            return self.states[line_id]
        line = self.document.script.line(line_id)
        if line is None or not line.text.strip():
            return LineState.EMPTY
        take = self.document.current_take(line_id)
        if take is None:
            return LineState.NOT_MADE
        return LineState.READY if take.delivery == self.document.script.delivery(line) else LineState.STALE

    def set_state(self, line_id: str, state: LineState | None) -> None:
        if state is None:
            self.states.pop(line_id, None)
        else:
            self.states[line_id] = state
        if state is not LineState.MAKING:
            self._chunks.pop(line_id, None)
        self.state_changed.emit(line_id)

    def add_chunk(self, line_id: str, chunk: AudioChunk) -> None:
        self._chunks.setdefault(line_id, []).append(chunk)
        self.chunk.emit(line_id, chunk)

    def error(self, line_id: str) -> str:
        return self.errors.get(line_id, "")

    def chunks(self, line_id: str) -> tuple[AudioChunk, ...]:
        return tuple(self._chunks.get(line_id, ()))

    def make(self, line_ids: Iterable[str], *, urgent: bool = False, again: bool = False) -> None:
        self.asked.append(("again" if again else "make", tuple(line_ids)))

    def cancel(self, line_ids: Iterable[str] | None = None) -> None:
        self.asked.append(("cancel", tuple(line_ids or ())))


class FakeTransport(QObject):
    state_changed = Signal(object)
    line_started = Signal(str)
    position = Signal(str, float)
    level = Signal(float)
    problem = Signal(str)
    preparing = Signal(float)
    finished = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.state = TransportState.STOPPED
        self.line_id = ""
        self.asked: list[tuple[object, ...]] = []

    def start(self, line_id: str) -> None:
        self.line_id, self.state = line_id, TransportState.PLAYING
        self.state_changed.emit(self.state)
        self.line_started.emit(line_id)

    def play(self, line_ids: Sequence[str], *, start: float = 0.0) -> None:
        self.asked.append(("play", tuple(line_ids), start))
        self.start(line_ids[0])

    def play_take(self, take: Take, *, start: float = 0.0) -> None:
        self.asked.append(("take", take.id, round(start, 3)))
        self.start(take.line)

    def audition(self, utterance: Utterance) -> None:
        self.asked.append(("audition", utterance))

    def seek(self, seconds: float) -> None:
        self.asked.append(("seek", round(seconds, 3)))

    def stop(self) -> None:
        self.asked.append(("stop",))
        self.line_id, self.state = "", TransportState.STOPPED
        self.state_changed.emit(self.state)


class FakeSynthesis(QObject):
    ready = Signal(object)
    read = Signal(int, object)
    answered = Signal(int, object)
    failed = Signal(int, str)

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Utterance] = []
        self.questions: dict[int, Callable[[Any], object]] = {}
        self.cancelled: list[int] = []

    def ask(self, question: Callable[[Any], object]) -> int:
        request = _FIRST_QUESTION + len(self.questions)
        self.questions[request] = question
        return request

    def answer(self, engine: object) -> None:
        """Answer the questions that are open, with an engine that the test brings."""
        questions, answered = dict(self.questions), self.cancelled
        for request, question in questions.items():
            if request not in answered:
                self.cancelled.append(request)
                self.answered.emit(request, question(engine))

    def read_text(self, utterance: Utterance) -> int:
        self.asked.append(utterance)
        return len(self.asked)

    def cancel(self, request: int) -> None:
        self.cancelled.append(request)


def sound(seconds: float, *, pitch: float = 220.0, rate: int = RATE) -> FloatArray:
    """A tone that swells and fades twice a second."""
    time = np.arange(round(seconds * rate)) / rate
    return (0.6 * np.sin(2 * np.pi * pitch * time) * np.sin(2 * np.pi * time) ** 2).astype(np.float32)


def marks_for(text: str, seconds: float, source: str = Source.LEXICON.value) -> tuple[TakeMark, ...]:
    """A mark for every word, equally long."""
    words = text.split()
    marks, place = [], 0
    for index, word in enumerate(words):
        start = text.index(word, place)
        place = start + len(word)
        step = seconds / len(words)
        marks.append(TakeMark(index * step, (index + 0.9) * step, (start, place), f"/{word.lower()}/", source))
    return tuple(marks)


def take_of(
    document: Document, line_id: str, take_id: str, *, seconds: float = 2.0, created: str = "2026-11-29T12:00:00+00:00"
) -> Take:
    """A take that says the line as it is now."""
    script = document.script
    line = script.line(line_id)
    assert line is not None
    delivery: Delivery = script.delivery(line)
    return Take(take_id, line_id, delivery, "tiny", seconds, RATE, created, marks_for(line.text, seconds))


def chunk_of(start: int, samples: FloatArray, words: Sequence[tuple[str, int]] = ()) -> AudioChunk:
    """A chunk with marks for words at the given places in the text."""
    marks = tuple(
        Mark(Reading(Span(at, at + len(word)), word, word, Source.LEXICON, "en-us"), start, start + len(samples))
        for word, at in words
    )
    return AudioChunk(samples, RATE, start, marks)
