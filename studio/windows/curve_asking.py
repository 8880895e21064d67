"""Asking for the clauses of a line, and for the sound of one, away from the GUI thread."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, Signal

from engines.types import AudioChunk, Utterance
from studio.playback.synthesis import EngineLike, SynthesisThread
from studio.windows.curve_clause import Clause, Shown, heard_alone, read_clauses
from studio.windows.waveform_envelope import Envelope


class ClausesQuestion(QObject):
    """The one line whose clauses are wanted; answers about earlier ones are dropped."""

    answered = Signal(tuple)
    """Of `Clause`s."""
    failed = Signal(str)
    """A sentence."""

    def __init__(self, synthesis: SynthesisThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._synthesis = synthesis
        self._request = 0
        synthesis.answered.connect(self._on_answered)
        synthesis.failed.connect(self._on_failed)

    def ask(self, utterance: Utterance) -> None:
        """Find out."""
        self.drop()

        def question(engine: EngineLike) -> tuple[Clause, ...]:
            return read_clauses(engine, utterance)

        self._request = self._synthesis.ask(question)

    def drop(self) -> None:
        """Nobody wants to know any more."""
        request, self._request = self._request, 0
        if request:
            self._synthesis.cancel(request)

    def _on_answered(self, request: int, clauses: object) -> None:
        if request == self._request and isinstance(clauses, tuple):
            self._request = 0
            self.answered.emit(clauses)

    def _on_failed(self, request: int, sentence: str) -> None:
        if request == self._request:
            self._request = 0
            self.failed.emit(sentence)


@dataclass(frozen=True, slots=True, eq=False)
class ClauseSound:
    """The audio of a clause, to be drawn."""

    shown: Shown
    """What it is of."""
    envelope: Envelope
    rate: int
    start: float
    """Seconds of the clause at which it begins: the silence before the first sound is cut."""


class SoundQuestion(QObject):
    """The one clause whose sound is wanted. What was heard of it before costs the engine nothing."""

    answered = Signal(object)
    """A `ClauseSound`."""

    def __init__(self, synthesis: SynthesisThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._synthesis = synthesis
        self._request = 0
        self._shown: Shown | None = None
        self._chunks: list[AudioChunk] = []
        synthesis.chunk.connect(self._on_chunk)
        synthesis.finished.connect(self._on_finished)
        synthesis.failed.connect(self._on_failed)

    def ask(self, utterance: Utterance, shown: Shown) -> None:
        """Have a clause said, when nothing is waiting that is to be heard."""
        self.drop()
        self._shown = shown
        self._request = self._synthesis.say(heard_alone(utterance, shown.clause))

    def drop(self) -> None:
        """Nobody wants it any more."""
        request, self._request = self._request, 0
        self._chunks = []
        if request:
            self._synthesis.cancel(request)

    def _on_chunk(self, request: int, chunk: AudioChunk) -> None:
        if request == self._request:
            self._chunks.append(chunk)

    def _on_finished(self, request: int, _result: object) -> None:
        if request != self._request or self._shown is None:
            return
        chunks, shown = self._chunks, self._shown
        self._request, self._chunks = 0, []
        if chunks:
            rate = chunks[0].sample_rate
            samples = np.concatenate([chunk.samples for chunk in chunks])
            self.answered.emit(ClauseSound(shown, Envelope(samples), rate, _start(shown, chunks)))

    def _on_failed(self, request: int, _sentence: str) -> None:
        if request == self._request:  # whoever wants to hear it is told
            self._request, self._chunks = 0, []


def _start(shown: Shown, chunks: list[AudioChunk]) -> float:
    """Where the audio begins in the clause, by where its last word ends in both."""
    at, ends = 0, {}
    for reading in shown.clause.plan.phonemes.readings:
        at += len(reading.symbols)
        ends[reading.span] = shown.border(at)
    marks = [mark for chunk in chunks for mark in chunk.marks if mark.reading.span in ends]
    return ends[marks[-1].reading.span] - marks[-1].end / chunks[0].sample_rate if marks else 0.0
