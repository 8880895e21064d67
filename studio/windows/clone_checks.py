"""What may be wrong with a recording, one sentence after the other, worst first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QStyle, QVBoxLayout, QWidget

from studio.windows.clone_words import finding
from studio.windows.icons import icon

if TYPE_CHECKING:
    from engines.voices.checks import Check

_SIGNS: Mapping[str, tuple[str, str]] = {
    "stop": ("blocked", "error"),
    "warning": ("warning", "warning"),
    "note": ("info", "muted"),
    "good": ("check", "success"),
}
"""Icon and colour of a severity."""


class CloneChecks(QWidget):
    """Each finding has a sign, a word and a sentence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._checks: tuple[Check, ...] | None = None
        self._list = QVBoxLayout(self)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.setSpacing(4)

    @property
    def sentences(self) -> list[str]:
        """What is shown, each with the word for its severity."""
        return [f"{self._words()[severity]}: {sentence}" for severity, sentence in self._rows]

    def show_checks(self, checks: Sequence[Check]) -> None:
        """Show these; none is good news too."""
        self._checks = tuple(checks)
        self._fill()
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._fill()
        super().changeEvent(event)

    def _fill(self) -> None:
        while item := self._list.takeAt(0):
            if widget := item.widget():
                widget.hide()  # at once, since it is deleted a turn later
                widget.deleteLater()
        for severity, sentence in self._rows:
            self._list.addWidget(self._row(severity, sentence))
        self.setAccessibleName(self.tr("What was found in the recording"))
        self.setAccessibleDescription("\n".join(self.sentences))

    @property
    def _rows(self) -> list[tuple[str, str]]:
        if self._checks is None:
            return []
        rows = [(str(check.severity), finding(check)) for check in self._checks]
        return rows or [("good", self.tr("Nothing is wrong with it."))]

    def _row(self, severity: str, sentence: str) -> QWidget:
        name, role = _SIGNS[severity]
        side = self.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize)
        row = QWidget()
        sign, word, text = QLabel(), QLabel(self._words()[severity]), QLabel(sentence)
        sign.setPixmap(icon(name, role).pixmap(side, side))
        font = word.font()
        font.setBold(True)
        word.setFont(font)
        metrics = QFontMetrics(font)
        word.setMinimumWidth(max(metrics.horizontalAdvance(each) for each in self._words().values()))
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        text.setWordWrap(True)  # afterwards, since it makes the policy one whose height depends on the width
        text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(word, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(text, 1)
        return row

    def _words(self) -> Mapping[str, str]:
        return {
            "stop": self.tr("Stop"),
            "warning": self.tr("Warning"),
            "note": self.tr("Note"),
            "good": self.tr("Good"),
        }
