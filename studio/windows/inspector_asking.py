"""Asking the engine how a text is read, a moment after the last key was pressed."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from engines.types import Phonemes, Utterance
from studio.playback.synthesis import SynthesisThread
from studio.windows.inspector_reading import cells_of_phonemes

DELAY = 300
"""Milliseconds without another question after which one is asked."""


class ReadingQuestion(QObject):
    """The one question that is open; answers to earlier ones are ignored."""

    answered = Signal(tuple, tuple)
    """`ReadingCell`s, and `Problem`s of the markup."""
    failed = Signal(str)
    """A sentence."""

    def __init__(self, synthesis: SynthesisThread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._synthesis = synthesis
        self._utterance: Utterance | None = None
        self._request = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY)
        self._timer.timeout.connect(self._send)
        synthesis.read.connect(self._on_read)
        synthesis.failed.connect(self._on_failed)
        synthesis.ready.connect(self._on_ready)

    def ask(self, utterance: Utterance) -> None:
        """Find out how it is read; asking the same again changes nothing."""
        if utterance != self._utterance:
            self.drop()
            self._utterance = utterance
            self._timer.start()

    def drop(self) -> None:
        """Nobody wants to know any more."""
        self._timer.stop()
        if self._request:
            self._synthesis.cancel(self._request)
        self._request = 0
        self._utterance = None

    def _send(self) -> None:
        if self._utterance:
            self._request = self._synthesis.read_text(self._utterance)

    def _on_read(self, request: int, parts: tuple[Phonemes, ...]) -> None:
        if request == self._request:
            self._request = 0
            self.answered.emit(cells_of_phonemes(parts), tuple(problem for part in parts for problem in part.problems))

    def _on_failed(self, request: int, sentence: str) -> None:
        if request == self._request:
            self._request = 0
            self.failed.emit(sentence)

    def _on_ready(self, _info: object) -> None:
        """The engine is there only now: what failed before may be answered."""
        if self._utterance and not self._request:
            self._timer.start()
