"""Getting the takes of one file together: those that fit are used, the others are made."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from engines.types import AudioChunk
from studio.document.document import Document
from studio.document.script import Delivery, Line
from studio.document.state import LineState
from studio.document.takes import Take
from studio.playback.making import Making

_UNDER_WAY = {LineState.QUEUED, LineState.MAKING}


class Gathering(QObject):
    """Ends with exactly one of `ready`, `failed`, `given_up` and `empty`, unless it is cancelled.

    Lines are looked at as they are at that moment: one that is edited while others are being made is made again.
    """

    ready = Signal(object)
    """A tuple of `Take`, in the order of the lines."""
    failed = Signal(str)
    """A sentence for the user."""
    given_up = Signal()
    """Somebody else stopped the making of a line."""
    empty = Signal()
    """No line is left that says anything."""
    progressed = Signal(float)
    """Share of the text that has been spoken, 0 to 1."""

    def __init__(self, document: Document, making: Making, lines: Sequence[str], parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._making = making
        self._lines = tuple(lines)
        self._known = frozenset(lines)
        self._takes: dict[str, Take | None] = {}
        """Of the lines that need nothing more; None for those that say nothing."""
        self._due = dict.fromkeys(self._lines)
        """Lines to look at, in order."""
        self._asked: dict[str, Delivery] = {}
        self._over = False
        # News is collected until the event loop is back, when whoever sent it is in a settled state.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._look)
        making.state_changed.connect(self._line_news)
        making.made.connect(self._line_news)
        making.failed.connect(self._line_news)
        making.chunk.connect(self._heard)
        document.changed.connect(self._script_news)
        self._soon.start()

    @property
    def asked(self) -> tuple[str, ...]:
        """Ids of the lines that had to be made for this."""
        return tuple(self._asked)

    def cancel(self) -> None:
        """Stop, and stop the making of what was asked for here. No signal follows."""
        if not self._over:
            self._end()
            self._making.cancel([line for line in self._asked if self._making.state(line) in _UNDER_WAY])

    def _line_news(self, line_id: str) -> None:
        if not self._over and line_id in self._known:
            self._due[line_id] = None
            self._soon.start()

    def _script_news(self) -> None:
        if not self._over:
            self._due = dict.fromkeys(self._lines)
            self._soon.start()

    def _look(self) -> None:
        if self._over:
            return
        script = self._document.script
        to_make: list[str] = []
        for line_id in self._due:
            line = script.line(line_id)
            state = LineState.EMPTY if line is None else self._making.state(line_id)
            self._takes.pop(line_id, None)
            if line is None or state is LineState.EMPTY:
                self._takes[line_id] = None
            elif state in _UNDER_WAY:
                continue
            elif take := self._making.take(line_id):
                self._takes[line_id] = take
            elif self._asked.get(line_id) != script.delivery(line):
                self._asked[line_id] = script.delivery(line)
                to_make.append(line_id)
            elif state is LineState.FAILED:
                self._fail(line)
                return
            else:
                self.cancel()
                self.given_up.emit()
                return
        self._due = {}
        if to_make:
            self._making.make(to_make)
        elif len(self._takes) == len(self._lines):
            self._finish()

    def _finish(self) -> None:
        self._end()
        takes = tuple(take for line in self._lines if (take := self._takes[line]))
        if takes:
            self.ready.emit(takes)
        else:
            self.empty.emit()

    def _fail(self, line: Line) -> None:
        self.cancel()
        sentence = self._making.error(line.id)
        if len(self._lines) > 1:
            number = self._document.script.rows[line.id] + 1
            sentence = self.tr("Line {0} could not be made: {1}").format(number, sentence)
        self.failed.emit(sentence)

    def _heard(self, line_id: str, chunk: AudioChunk) -> None:
        if self._over or line_id not in self._asked or not chunk.marks:
            return
        length = {line: len(delivery.text) for line, delivery in self._asked.items()}
        done = sum(length[line] for line in self._takes if line in length)
        self.progressed.emit((done + chunk.marks[-1].reading.span.end) / max(1, sum(length.values())))

    def _end(self) -> None:
        self._over = True
        self._soon.stop()
        self.deleteLater()
