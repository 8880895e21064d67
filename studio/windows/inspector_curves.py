"""What was edited by hand of a line's prosody, and the way to its curves."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from studio.document.script import Line
from studio.windows.icons import icon


class CurvesRow(QWidget):
    """A sentence and a button."""

    open_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edits = 0
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.button = QPushButton()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self._text, 1)
        row.addWidget(self.button)
        self.button.clicked.connect(self.open_asked)
        self._retranslate()

    def show_line(self, line: Line | None) -> None:
        """Tell of a line; None hides it."""
        self.setVisible(line is not None)
        if line:
            self._edits = len(line.edits)
            self._retranslate()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        edited = self.tr("Pitch, energy or lengths of %n clause(s) are edited.", "", self._edits)
        self._text.setText(edited if self._edits else self.tr("Pitch, energy and lengths are as the voice has them."))
        self.button.setText(self.tr("Curves"))
        self.button.setIcon(icon("curves"))
        self.button.setToolTip(self.tr("Edit pitch, energy and phoneme lengths"))
