"""What is shown in place of a script without lines."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget


class EmptyScript(QWidget):
    """Three ways to begin."""

    type_requested = Signal()
    open_requested = Signal()
    sample_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self._type, self._open, self._sample = QPushButton(), QPushButton(), QPushButton()
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addStretch()
        layout.addWidget(self._words)
        for button, signal in (
            (self._type, self.type_requested),
            (self._open, self.open_requested),
            (self._sample, self.sample_requested),
        ):
            button.setMinimumHeight(button.fontMetrics().height() * 2)
            button.setMinimumWidth(button.fontMetrics().averageCharWidth() * 40)
            button.clicked.connect(signal)
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch()
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language of the interface."""
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self._words.setText(self.tr("A script is a list of lines. Each line is spoken by somebody of the cast."))
        self._type.setText(self.tr("&Type the first line"))
        self._open.setText(self.tr("&Open a subtitle or text file…"))
        self._sample.setText(self.tr("Load the &sample"))
