"""A sentence inside a panel: what has just happened, or why it could not."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QStyle, QWidget

from studio.windows import theme
from studio.windows.icons import icon


class Note(QFrame):
    """An icon and a sentence; takes no room while there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = "info"
        self._icon = QLabel()
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setWordWrap(True)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(8)
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._text, 1)
        self.hide()

    @property
    def text(self) -> str:
        """What is shown; empty when nothing is."""
        return self._text.text()

    @property
    def is_error(self) -> bool:
        """Whether it says that something could not be done."""
        return self._kind == "error" and bool(self.text)

    def inform(self, sentence: str) -> None:
        """Say what has been done."""
        self._show("info", sentence)

    def complain(self, sentence: str) -> None:
        """Say why something could not be done, and what to do about it."""
        self._show("error", sentence)

    def clear(self) -> None:
        """Say nothing."""
        self._text.clear()
        self.hide()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the theme."""
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()
        super().changeEvent(event)

    def _show(self, kind: str, sentence: str) -> None:
        self._kind = kind
        self._text.setText(sentence)
        self._colour()
        self.setVisible(bool(sentence))
        QAccessible.updateAccessibility(QAccessibleEvent(self._text, QAccessible.Event.Alert))

    def _colour(self) -> None:
        side = self.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize)
        role = "error" if self._kind == "error" else "muted"
        self._icon.setPixmap(icon(self._kind, role).pixmap(side, side))
        palette = self._text.palette()
        palette.setColor(self._text.foregroundRole(), theme.colour("error" if self._kind == "error" else "text"))
        self._text.setPalette(palette)
