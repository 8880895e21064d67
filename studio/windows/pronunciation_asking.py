"""Asking the engine which readings a word may have, and whether one can be said, while the user types it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from engines.errors import TimbreError
from engines.text.candidates import Candidate
from engines.text.notation import Notation
from engines.types import Span
from studio.playback.synthesis import EngineLike, SynthesisThread


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the engine makes of a reading that somebody writes."""

    reading: str
    symbols: str = ""
    """Of the model; empty where it cannot be said."""
    notation: Notation | None = None
    problem: str = ""
    """A sentence; empty where it can be said."""


class CandidatesQuestion(QObject):
    """The one word whose readings are wanted; answers about earlier ones are dropped."""

    answered = Signal(tuple)
    """Of `Candidate`s."""
    failed = Signal(str)
    """A sentence."""

    def __init__(self, synthesis: SynthesisThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._synthesis = synthesis
        self._request = 0
        synthesis.answered.connect(self._on_answered)
        synthesis.failed.connect(self._on_failed)

    def ask(self, text: str, span: Span, language: str) -> None:
        """Find out; `span` is of the typed text."""
        self.drop()

        def question(engine: EngineLike) -> tuple[Candidate, ...]:
            return engine.candidates(text, span, language)

        self._request = self._synthesis.ask(question)

    def drop(self) -> None:
        """Nobody wants to know any more."""
        request, self._request = self._request, 0
        if request:
            self._synthesis.cancel(request)

    def _on_answered(self, request: int, found: object) -> None:
        if request == self._request and isinstance(found, tuple):
            self._request = 0
            self.answered.emit(found)

    def _on_failed(self, request: int, sentence: str) -> None:
        if request == self._request:
            self._request = 0
            self.failed.emit(sentence)


class VerdictQuestion(QObject):
    """The one reading that is being written."""

    answered = Signal(object)
    """A `Verdict`."""

    def __init__(self, synthesis: SynthesisThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._synthesis = synthesis
        self._request = 0
        self._reading = ""
        synthesis.answered.connect(self._on_answered)
        synthesis.failed.connect(self._on_failed)

    def ask(self, reading: str, language: str, over: str) -> None:
        """Find out whether a reading of the written word `over` can be said."""
        self.drop()
        self._reading = reading

        def question(engine: EngineLike) -> Verdict:
            try:
                said = engine.convert(reading, language, over=over)
            except TimbreError as error:
                return Verdict(reading, problem=str(error))
            return Verdict(reading, said.symbols, said.notation)

        self._request = self._synthesis.ask(question)

    def drop(self) -> None:
        """Nobody wants to know any more."""
        request, self._request = self._request, 0
        if request:
            self._synthesis.cancel(request)

    def _on_answered(self, request: int, verdict: object) -> None:
        if request == self._request and isinstance(verdict, Verdict):
            self._request = 0
            self.answered.emit(verdict)

    def _on_failed(self, request: int, sentence: str) -> None:
        if request == self._request:
            self._request = 0
            self.answered.emit(Verdict(self._reading, problem=sentence))
