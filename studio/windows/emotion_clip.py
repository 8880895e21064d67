"""One recording of an example: which it is, and what is said in it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from studio.examples import Recorded
from studio.windows.drops import AUDIO, VIDEO
from studio.windows.icons import icon


class EmotionClip(QWidget):
    """A button that asks for a recording, its name, a button that takes it away, and its words.

    What the buttons are called is for who makes it to say, in `name_as`.
    """

    chosen = Signal(object)
    """Another `Path`."""
    removed = Signal()
    words_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.MusicLocation)
        self._question = ""
        self.title = QLabel()
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.choose_button = QPushButton(autoDefault=False)
        self.remove_button = QToolButton(autoRaise=True)
        self.words = QLineEdit()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.choose_button)
        row.addWidget(self.title, 1)
        row.addWidget(self.remove_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.words)
        self._shown_words = ""
        self.choose_button.clicked.connect(self.choose)
        self.remove_button.clicked.connect(self.removed)
        self.words.editingFinished.connect(self._on_words)
        self._retranslate()

    def name_as(self, choose: str, why: str, remove: str, question: str) -> None:
        """What the buttons say and do, and what the file dialog asks."""
        self.choose_button.setText(choose)
        self.choose_button.setToolTip(why)
        self.remove_button.setToolTip(remove)
        self.remove_button.setAccessibleName(remove)
        self._question = question

    def show_title(self, title: str, *, removable: bool) -> None:
        """What is to be read beside the button."""
        self.title.setText(title)
        self.title.setToolTip(title)
        self.remove_button.setVisible(removable)

    def show_recorded(self, recorded: Recorded | None) -> None:
        """Let the words of a recording be edited; None has none."""
        self.words.setVisible(recorded is not None)
        if recorded is None or recorded.words != self._shown_words:
            self._shown_words = "" if recorded is None else recorded.words
            self.words.setText(self._shown_words)
            self.show_written("")
        if recorded is not None:
            self._folder = str(recorded.path.parent)

    def show_written(self, words: str) -> None:
        """What a recogniser has heard, to be corrected; empty if none has."""
        self.words.setPlaceholderText(words or self.tr("What is said in it"))

    def choose(self) -> None:
        """Ask for a recording."""
        dialog = QFileDialog(self, self._question)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setNameFilter(self.tr("Sound and video ({0})").format(" ".join(f"*{s}" for s in sorted(AUDIO | VIDEO))))
        dialog.setDirectory(self._folder)
        dialog.fileSelected.connect(lambda name: self.chosen.emit(Path(name)))
        dialog.open()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _on_words(self) -> None:
        words = self.words.text().strip()
        if words != self._shown_words:
            self._shown_words = words
            self.words_changed.emit(words)

    def _retranslate(self) -> None:
        self.remove_button.setIcon(icon("close"))
        self.words.setAccessibleName(self.tr("What is said in the recording"))
        self.words.setToolTip(
            self.tr(
                "Makes the pace surer. Left empty, it is written down for you where the speech recogniser is installed"
            )
        )
        self.show_written("")
