"""What a refinement warns of, until the user has decided about it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QStyle, QVBoxLayout, QWidget

from studio.windows import theme
from studio.windows.icons import icon


class CloneDoubt(QFrame):
    """A sentence and two answers; takes no room while there is no question."""

    correct_asked = Signal()
    """The user wants to correct the transcript."""
    go_on_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self._sign = QLabel()
        self._text = QLabel()
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._text.setWordWrap(True)
        self.correct_button = QPushButton(autoDefault=False)
        self.go_on_button = QPushButton(autoDefault=False)
        said = QHBoxLayout()
        said.setSpacing(8)
        said.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        said.addWidget(self._text, 1)
        answers = QHBoxLayout()
        answers.setSpacing(8)
        answers.addWidget(self.correct_button)
        answers.addWidget(self.go_on_button)
        answers.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        layout.addLayout(said)
        layout.addLayout(answers)
        self.correct_button.clicked.connect(self.correct_asked)
        self.go_on_button.clicked.connect(self.go_on_asked)
        self.hide()
        self._retranslate()

    @property
    def text(self) -> str:
        """What is asked; empty for nothing."""
        return self._text.text()

    def ask(self, sentence: str, *, correctable: bool = True) -> None:
        """Show a warning until this is called with nothing.

        Parameters
        ----------
        correctable
            Whether it is about the transcript.
        """
        if sentence == self.text:
            return
        self.correct_button.setVisible(correctable)
        self._text.setText(sentence)
        self.setVisible(bool(sentence))
        if sentence:
            QAccessible.updateAccessibility(QAccessibleEvent(self._text, QAccessible.Event.Alert))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        side = self.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize)
        self._sign.setPixmap(icon("warning", "warning").pixmap(side, side))
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Window, theme.colour("warning-soft"))
        if palette.color(QPalette.ColorRole.Window) != self.palette().color(QPalette.ColorRole.Window):
            self.setPalette(palette)  # which comes back here as a change of the palette
        self.correct_button.setText(self.tr("Correct the transcr&ipt"))
        self.correct_button.setToolTip(self.tr("What was made with this transcript is not kept"))
        self.go_on_button.setText(self.tr("Go on an&yway"))
