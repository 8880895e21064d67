"""A frame around what has the keyboard, where the style draws none: lists, texts that are longer than a line, and the
button that Enter presses anyway, which looks the same with the keyboard on it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractItemView, QApplication, QPlainTextEdit, QPushButton, QTextEdit, QWidget
from shiboken6 import isValid

from studio.windows import theme

_WIDTH = 2


class FocusFrames(QObject):
    """Follows the keyboard from control to control, for as long as it came there by keys."""

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._frame: _Frame | None = None
        app.focusChanged.connect(self._moved)

    def _moved(self, _before: QWidget | None, now: QWidget | None) -> None:
        frame, self._frame = self._frame, None
        if frame is not None and isValid(frame):
            frame.hide()
            frame.deleteLater()
        if now is not None and _has_none(now) and now.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange):
            self._frame = _Frame(now)


class _Frame(QWidget):
    """Lies on a control and lets the mouse through."""

    def __init__(self, control: QWidget) -> None:
        super().__init__(control)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(control.rect())
        control.installEventFilter(self)
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 Qt's name
        """Stay as large as the control."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 Qt's name
        """The frame."""
        painter = QPainter(self)
        painter.setPen(QPen(theme.colour("accent"), _WIDTH))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))


def _has_none(control: QWidget) -> bool:
    if isinstance(control, QPushButton):
        return control.isDefault()
    return isinstance(control, QAbstractItemView | QPlainTextEdit | QTextEdit)
