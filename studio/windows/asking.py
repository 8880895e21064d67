"""Asking the engine something away from the GUI thread."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from studio.playback.synthesis import EngineLike, SynthesisThread


class Question(QObject):
    """The one thing that somebody wants to know; answers to what was asked before are dropped."""

    answered = Signal(object)
    """What the question returned."""
    failed = Signal(str)
    """A sentence."""

    def __init__(self, synthesis: SynthesisThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._synthesis = synthesis
        self._request = 0
        synthesis.answered.connect(self._on_answered)
        synthesis.failed.connect(self._on_failed)

    def put(self, question: Callable[[EngineLike], object]) -> None:
        """Have it answered in the engine's thread."""
        self.drop()
        self._request = self._synthesis.ask(question)

    def drop(self) -> None:
        """Nobody wants to know any more."""
        request, self._request = self._request, 0
        if request:
            self._synthesis.cancel(request)

    def _on_answered(self, request: int, answer: object) -> None:
        if request == self._request:
            self._request = 0
            self.answered.emit(answer)

    def _on_failed(self, request: int, sentence: str) -> None:
        if request == self._request:
            self._request = 0
            self._fail(sentence)

    def _fail(self, sentence: str) -> None:
        self.failed.emit(sentence)
