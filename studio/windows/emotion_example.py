"""The example that lines are felt like: a recording, and how much of it."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QEvent, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engines.prosody.emotion import Emotion
from engines.prosody.example import Example
from studio.operations import Operation, Operations
from studio.windows.drops import AUDIO, VIDEO
from studio.windows.emotion_sliders import STRENGTH, EmotionSliders
from studio.windows.icons import icon
from studio.windows.note import Note

_LANE = "example"


class EmotionExample(QWidget):
    """Takes a recording, listens to it away from the GUI thread, and says what it finds."""

    found = Signal(object)
    """An `Example`, or None when there is to be none."""
    moved = Signal(str, float)
    """`strength`, and how much there is to be of the example."""

    def __init__(self, operations: Operations, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._operations = operations
        self._work: Operation[Example] | None = None
        self._folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.MusicLocation)
        self._title = QLabel()
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.choose_button = QPushButton(autoDefault=False)
        self.remove_button = QToolButton(autoRaise=True)
        self.strength = EmotionSliders((STRENGTH,))
        self.note = Note()
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.choose_button)
        row.addWidget(self._title, 1)
        row.addWidget(self.remove_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(row)
        column.addWidget(self.strength)
        column.addWidget(self.note)
        self.choose_button.clicked.connect(self.choose)
        self.remove_button.clicked.connect(lambda: self.found.emit(None))
        self.strength.moved.connect(self.moved)
        self.show_emotions([])
        self._retranslate()

    @property
    def busy(self) -> bool:
        """Whether a recording is being listened to."""
        return self._work is not None

    def show_emotions(self, emotions: Sequence[Emotion]) -> None:
        """Show what they have in common."""
        examples = {emotion.example for emotion in emotions}
        example = next(iter(examples)) if len(examples) == 1 else None
        self._title.setText(self.tr("(several)") if len(examples) > 1 else example.title if example else "")
        self._title.setToolTip(self._title.text())
        some = any(examples)
        self.remove_button.setVisible(some)
        self.strength.setVisible(some)
        self.strength.show_emotions([emotion for emotion in emotions if emotion.example])

    def leave(self) -> None:
        """Other lines are edited now: what is being listened to is not for them."""
        if self._work:
            self._work.cancel()
        self._work = None
        self.note.clear()

    def choose(self) -> None:
        """Ask for a recording."""
        dialog = QFileDialog(self, self.tr("Speak like a recording"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setNameFilter(self.tr("Sound and video ({0})").format(" ".join(f"*{s}" for s in sorted(AUDIO | VIDEO))))
        dialog.setDirectory(self._folder)
        dialog.fileSelected.connect(lambda name: self.listen(Path(name)))
        dialog.open()

    def listen(self, path: Path) -> None:
        """Find out how a recording is spoken."""
        self.leave()
        self._folder = str(path.parent)

        def work(_task: object) -> Example:
            from engines.prosody.exemplifying import open_example  # noqa: PLC0415 with it comes all that measures sound

            return open_example(path)

        operation = Operation(self, self.tr("Listening to {0}").format(path.name), work)
        self._work = operation

        def done(example: Example) -> None:
            if self._work is operation:
                self._work = None
                self.note.inform(described(example))
                self.found.emit(example)

        def failed(sentence: str) -> None:
            if self._work is operation:
                self._work = None
                self.note.complain(sentence)

        self.note.inform(self.tr("Listening to {0}…").format(path.name))
        operation.on_success(done).on_failure(failed).run(self._operations, lane=_LANE)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.choose_button.setText(self.tr("From a recording…"))
        self.choose_button.setToolTip(
            self.tr("Speak with the pitch, pace, loudness and pauses of a recording; or drop one here")
        )
        self.remove_button.setIcon(icon("close"))
        self.remove_button.setToolTip(self.tr("No longer speak like the recording"))
        self.remove_button.setAccessibleName(self.remove_button.toolTip())


def described(example: Example) -> str:
    """How an example differs from speech without a feeling, in plain words."""
    change = example.change
    found = []
    for value, least, more, less in (
        (change.pitch, 0.5, QT_TRANSLATE_NOOP("Example", "higher"), QT_TRANSLATE_NOOP("Example", "lower")),
        (
            change.range + change.movement,
            0.1,
            QT_TRANSLATE_NOOP("Example", "livelier"),
            QT_TRANSLATE_NOOP("Example", "flatter"),
        ),
        (change.rate, 0.06, QT_TRANSLATE_NOOP("Example", "faster"), QT_TRANSLATE_NOOP("Example", "slower")),
        (change.energy, 1.5, QT_TRANSLATE_NOOP("Example", "louder"), QT_TRANSLATE_NOOP("Example", "softer")),
        (
            change.pauses,
            0.15,
            QT_TRANSLATE_NOOP("Example", "with longer pauses"),
            QT_TRANSLATE_NOOP("Example", "with shorter pauses"),
        ),
    ):
        if abs(value) >= least:
            found.append(QCoreApplication.translate("Example", str(more if value > 0 else less)))
    if not found:
        return QCoreApplication.translate("Example", "“{0}” is spoken much like usual speech.").format(example.title)
    words = functools.reduce(QCoreApplication.translate("Example", "{0}, {1}").format, found)
    return QCoreApplication.translate("Example", "“{0}” is {1}.").format(example.title, words)
