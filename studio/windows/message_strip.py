"""What concerns the whole program: one sentence and one button, above the script."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QAccessible, QAccessibleEvent, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from studio.windows import theme
from studio.windows.icons import icon


@dataclass(frozen=True)
class Message:
    """One thing to tell the user."""

    text: str
    """A sentence, translated."""
    kind: str = "info"
    """`info`, `warning` or `error`."""
    button: str = ""
    """What the button says; empty for none."""
    act: Callable[[], object] | None = None
    """What the button does; the message goes away with it."""
    key: str = ""
    """A message replaces an earlier one with the same non-empty key."""


class MessageStrip(QFrame):
    """Shows the latest message; when it is dismissed, the one before it comes back."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._messages: list[Message] = []
        self._icon = QLabel()
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._button = QPushButton()
        self._button.clicked.connect(self._act)
        self._close = QToolButton()
        self._close.setAutoRaise(True)
        self._close.clicked.connect(self.dismiss)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 4, 4, 4)
        layout.setSpacing(8)
        for widget in (self._icon, self._text, self._button, self._close):
            layout.addWidget(widget)
        self.setAutoFillBackground(True)
        self._retranslate()
        self._update()

    @property
    def message(self) -> Message | None:
        """The one that is shown."""
        return self._messages[-1] if self._messages else None

    @property
    def count(self) -> int:
        """How many wait, the shown one included."""
        return len(self._messages)

    def show_message(self, message: Message) -> None:
        """Put a message on top."""
        if message.key:
            self._messages = [m for m in self._messages if m.key != message.key]
        if message in self._messages:
            self._messages.remove(message)
        self._messages.append(message)
        self._update()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def dismiss(self) -> None:
        """Take the shown message away."""
        if self._messages:
            self._messages.pop()
        self._update()

    def withdraw(self, key: str) -> None:
        """Take away what no longer holds."""
        self._messages = [m for m in self._messages if m.key != key]
        self._update()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self._update()
        super().changeEvent(event)

    def _act(self) -> None:
        message = self.message
        self.dismiss()
        if message and message.act:
            message.act()

    def _retranslate(self) -> None:
        self._close.setToolTip(self.tr("Dismiss"))
        self._close.setAccessibleName(self.tr("Dismiss this message"))

    def _update(self) -> None:
        message = self.message
        self.setVisible(message is not None)
        if message is None:
            return
        alarming = message.kind in {"warning", "error"}
        self._text.setText(message.text)
        self.setAccessibleName(message.text)
        self._button.setText(message.button)
        self._button.setVisible(bool(message.button))
        size = QSize(self.fontMetrics().height(), self.fontMetrics().height())
        picture = icon(message.kind, message.kind if alarming else "accent")
        self._icon.setPixmap(picture.pixmap(size, self.devicePixelRatioF()))
        self._close.setIcon(icon("close"))
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, theme.colour(f"{message.kind}-soft" if alarming else "accent-soft"))
        if palette.color(QPalette.ColorRole.Window) != self.palette().color(QPalette.ColorRole.Window):
            self.setPalette(palette)  # which comes back here as a change of the palette
