"""The field in which a whole line is written."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from engines.types import Span

_ROWS, _MOST_ROWS = 3, 8


class LineText(QPlainTextEdit):
    """Tells what the user types. It has no undo of its own: the project's is asked for."""

    edited = Signal(str)
    """The whole text, after the user changed it."""
    left = Signal()
    """The user went elsewhere."""
    undo_asked = Signal()
    redo_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._known = ""
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self._set_heights()
        self.textChanged.connect(self._changed)

    def open_text(self, text: str) -> None:
        """Show another line, with the cursor at its end."""
        self._known = text
        self.setPlainText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def show_text(self, text: str) -> None:
        """Show what was changed elsewhere; only the part that differs is touched, so the cursor stays at its words."""
        old = self.toPlainText()
        self._known = text
        if old == text:
            return
        start = _common(old, text)
        end = _common(old[start:][::-1], text[start:][::-1])
        cursor = QTextCursor(self.document())
        cursor.setPosition(_units(old[:start]))
        cursor.setPosition(_units(old[: len(old) - end]), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text[start : len(text) - end])

    @property
    def selected(self) -> Span:
        """The characters that are selected."""
        text, cursor = self.toPlainText(), self.textCursor()
        return Span(characters(text, cursor.selectionStart()), characters(text, cursor.selectionEnd()))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Another font needs another height."""
        if event.type() == QEvent.Type.FontChange:
            self._set_heights()
        super().changeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Undo and redo are the project's."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_asked.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_asked.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 Qt's name
        """What is typed later is another step of undo."""
        super().focusOutEvent(event)
        self.left.emit()

    def _set_heights(self) -> None:
        row = self.fontMetrics().lineSpacing()
        self.setMinimumHeight(_ROWS * row + 12)
        self.setMaximumHeight(_MOST_ROWS * row + 12)

    def _changed(self) -> None:
        text = self.toPlainText()
        if text != self._known:
            self._known = text
            self.edited.emit(text)


def _common(one: str, other: str) -> int:
    """How many characters both begin with."""
    length = min(len(one), len(other))
    return next((index for index in range(length) if one[index] != other[index]), length)


def _units(text: str) -> int:
    """Length as Qt counts it: characters beyond the first 65,536, such as emoji, count twice."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def characters(text: str, units: int) -> int:
    """The place in a text that Qt counts so."""
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "surrogatepass"))
