"""What the inspected lines are felt with: presets, a blend of feelings, offsets, and an example."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from engines.prosody.emotion import FEELINGS, OFFSETS
from engines.prosody.example import Example
from studio.document.document import Document
from studio.document.edits import set_emotion, set_fields
from studio.document.emotions import UNMOVED, LineEmotion
from studio.document.script import Line
from studio.emotions import EmotionLibrary
from studio.operations import Operations
from studio.playback.synthesis import SynthesisThread
from studio.playback.transport import Transport
from studio.windows.drops import read_drop
from studio.windows.emotion_example import EmotionExample
from studio.windows.emotion_gallery import EmotionGallery
from studio.windows.emotion_sliders import EmotionSliders
from studio.windows.icons import icon

HEARD_AFTER = 350
"""Milliseconds after the last change."""


class EmotionBox(QWidget):
    """Edits all inspected lines; a change is heard a moment later, in the first of them."""

    save_asked = Signal()
    """Keep the emotion as a preset."""
    compare_asked = Signal()
    """Hear the first of the lines in several ways, side by side."""
    menu_asked = Signal(str, object)
    """A preset, and where on the screen something is to be done with it."""

    def __init__(
        self,
        document: Document,
        emotions: EmotionLibrary,
        transport: Transport,
        operations: Operations,
        synthesis: SynthesisThread,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._emotions, self._transport = document, emotions, transport
        self.setAcceptDrops(True)
        self._ids: tuple[str, ...] = ()
        self._burst = 0
        self._title = QLabel()
        self._now = QLabel()
        self.gallery = EmotionGallery(emotions)
        self.intensity = EmotionSliders(("intensity",))
        self.unfold = QToolButton(autoRaise=True)
        self.feelings = EmotionSliders(FEELINGS)
        self.offsets = EmotionSliders(OFFSETS)
        self.example = EmotionExample(operations, synthesis)
        self.listen = QToolButton(autoRaise=True)
        self.compare_button = QToolButton(autoRaise=True)
        self.reset_button = QPushButton(autoDefault=False)
        self.save_button = QPushButton(autoDefault=False)
        self._folded = QWidget()
        self._hear = QTimer(self, singleShot=True, interval=HEARD_AFTER)
        for button in (self.unfold, self.listen):
            button.setCheckable(True)
        self.listen.setChecked(True)
        self._lay_out()
        self.gallery.chosen.connect(self.choose)
        self.gallery.customContextMenuRequested.connect(
            lambda at: self.menu_asked.emit(self.gallery.preset, self.gallery.viewport().mapToGlobal(at))
        )
        for sliders in (self.intensity, self.feelings, self.offsets, self.example.strength):
            sliders.moved.connect(self._move)
            for slider in sliders.sliders.values():
                slider.sliderReleased.connect(self._next_step)
        self.example.found.connect(self._take_example)
        self.unfold.toggled.connect(self._fold)
        self.reset_button.clicked.connect(self.reset)
        self.save_button.clicked.connect(self.save_asked)
        self.compare_button.clicked.connect(self.compare_asked)
        self.listen.toggled.connect(self._listen_changed)
        self._hear.timeout.connect(self._play)
        emotions.changed.connect(self.refresh)
        self._fold(False)
        self._retranslate()

    @property
    def present(self) -> LineEmotion | None:
        """What the first of the lines is felt with; None when there is none."""
        lines = self._lines()
        return self._document.script.emotion(lines[0]) if lines else None

    def set_lines(self, ids: Sequence[str]) -> None:
        """Edit these."""
        if tuple(ids) != self._ids:
            self._hear.stop()
            self.example.leave()
            self._next_step()
        self._ids = tuple(ids)
        self.refresh()

    def refresh(self) -> None:
        """Show what the script says now."""
        lines = self._lines()
        if not lines:
            return
        # Most of thousands of lines are felt with the very same, which is told sooner than what is equal.
        felt = (self._document.script.emotion(line) for line in lines)
        values = list(dict.fromkeys({id(value): value for value in felt}.values()))
        names = {self._emotions.text(value) for value in values}
        self._now.setText(names.pop() if len(names) == 1 else self.tr("(several)"))
        own = {id(line.emotion): line.emotion for line in lines}.values()
        self.gallery.show_kinds([None if emotion is None else emotion.kind for emotion in own])
        for sliders in (self.intensity, self.feelings, self.offsets):
            sliders.show_emotions([value.emotion for value in values])
        self.example.show_emotions([value.emotion for value in values])
        self.intensity.setEnabled(not all(value == UNMOVED for value in values))
        self.save_button.setEnabled(not values[0].is_neutral)
        self.reset_button.setEnabled(any(line.emotion is not None for line in lines))

    def choose(self, name: str) -> None:
        """Give the lines a preset; an empty name is what the cast says."""
        emotion = self.gallery.choice(name)
        script = set_fields(self._document.script, self._ids, emotion=emotion)
        self._document.edit(self.tr("Change emotion of %n line(s)", "", len(self._ids)), script)
        self._next_step()
        self._hear_soon()

    def reset(self) -> None:
        """Let the lines be felt as the cast says again."""
        self.choose("")

    def change(self, name: str, change: Callable[[LineEmotion], LineEmotion], *, merge: str = "") -> None:
        """Change what each line is felt with; `name` is the step of undo."""
        script = set_emotion(self._document.script, self._ids, change)
        step = f"emotion {merge} {self._burst} {' '.join(self._ids)}" if merge else ""
        self._document.edit(name, script, merge=step)
        self._hear_soon()

    def hear(self) -> None:
        """Say the first of the lines as it is now."""
        self._hear.stop()
        self._play()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 Qt's name
        """Take a recording or a video as an example."""
        drop = read_drop(event.mimeData())
        if drop.audio or drop.videos:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 Qt's name
        """Listen to the first of them."""
        drop = read_drop(event.mimeData())
        event.acceptProposedAction()
        self.unfold.setChecked(True)
        self.example.listen((*drop.audio, *drop.videos)[0])

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        font = self._title.font()
        font.setBold(True)
        self._title.setFont(font)
        self._now.setTextFormat(Qt.TextFormat.PlainText)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._title)
        head.addWidget(self._now, 1)
        head.addWidget(self.compare_button)
        head.addWidget(self.listen)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.unfold)
        foot.addStretch(1)
        foot.addWidget(self.reset_button)
        foot.addWidget(self.save_button)
        inner = QVBoxLayout(self._folded)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(8)
        inner.addWidget(self.feelings)
        inner.addWidget(self.offsets)
        inner.addWidget(self.example)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.gallery)
        column.addWidget(self.intensity)
        column.addLayout(foot)
        column.addWidget(self._folded)

    def _retranslate(self) -> None:
        self._title.setText(self.tr("Emotion"))
        self.unfold.setText(self.tr("Blend, offsets, example"))
        self.unfold.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.listen.setIcon(icon("audition"))
        self.listen.setToolTip(self.tr("Hear every change at once"))
        self.listen.setAccessibleName(self.listen.toolTip())
        self.compare_button.setIcon(icon("switch"))
        self.compare_button.setToolTip(self.tr("Compare emotions and voices"))
        self.compare_button.setAccessibleName(self.compare_button.toolTip())
        self.reset_button.setText(self.tr("Reset"))
        self.reset_button.setIcon(icon("reset"))
        self.reset_button.setToolTip(self.tr("Let the line be felt as its cast member is"))
        self.save_button.setText(self.tr("Save as preset…"))
        self._fold(self.unfold.isChecked())
        self.refresh()

    def _fold(self, wanted: bool) -> None:
        self._folded.setVisible(wanted)
        self.unfold.setArrowType(Qt.ArrowType.DownArrow if wanted else Qt.ArrowType.RightArrow)

    def _lines(self) -> list[Line]:
        found = (self._document.script.line(line_id) for line_id in self._ids)
        return [line for line in found if line]

    def _move(self, name: str, value: float) -> None:
        step = self.tr("Change emotion of %n line(s)", "", len(self._ids))
        self.change(step, lambda emotion: emotion.with_values(**{name: value}), merge=name)

    def _take_example(self, example: Example | None) -> None:
        if example is None:
            name = self.tr("Speak %n line(s) like no recording", "", len(self._ids))
        else:
            name = self.tr("Speak %n line(s) like {0}", "", len(self._ids)).format(example.title)
        self.change(name, lambda felt: felt.like(example))

    def _next_step(self) -> None:
        """What is moved from now on is another step of undo."""
        self._burst += 1

    def _listen_changed(self, wanted: bool) -> None:
        if not wanted:
            self._hear.stop()

    def _hear_soon(self) -> None:
        if self.listen.isChecked():
            self._hear.start()

    def _play(self) -> None:
        script = self._document.script
        line = next(iter(self._lines()), None)
        if line and line.text.strip():
            self._transport.audition(script.delivery(line).utterance(script.lexicons))
