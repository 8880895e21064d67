"""The example that lines are felt like: a recording, and how much of it."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QEvent, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engines.prosody.emotion import Emotion
from engines.prosody.example import Example, ExampleError
from studio.examples import Heard, Recorded, Sources, hear, judged
from studio.operations import Operation, Operations
from studio.playback.synthesis import SynthesisThread
from studio.windows.asking import Question
from studio.windows.emotion_clip import EmotionClip
from studio.windows.emotion_sliders import STRENGTH, EmotionSliders
from studio.windows.note import Note

_LANE = "example"


class EmotionExample(QWidget):
    """Takes recordings, listens to them away from the GUI thread, and says what it finds.

    What an example was made of is known until the program ends; a project keeps the example alone.
    """

    found = Signal(object)
    """An `Example`, or None when there is to be none."""
    moved = Signal(str, float)
    """`strength`, and how much there is to be of the example."""

    def __init__(self, operations: Operations, synthesis: SynthesisThread, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._operations = operations
        self._work: Operation[Heard] | None = None
        self._heard: Heard | None = None
        self._sources: Sources | None = None
        self._known: dict[Example, Sources] = {}
        self._question = Question(synthesis, self)
        self.clip = EmotionClip()
        self.calm = EmotionClip()
        self.strength = EmotionSliders((STRENGTH,))
        self.note = Note()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.clip)
        column.addWidget(self.calm)
        column.addWidget(self.strength)
        column.addWidget(self.note)
        self.clip.chosen.connect(self.listen)
        self.clip.removed.connect(lambda: self.found.emit(None))
        self.clip.words_changed.connect(self._clip_says)
        self.calm.chosen.connect(lambda path: self._with_calm(Recorded(path)))
        self.calm.removed.connect(lambda: self._with_calm(None))
        self.calm.words_changed.connect(self._calm_says)
        self.strength.moved.connect(self.moved)
        self._question.answered.connect(self._on_judged)
        self._question.failed.connect(self._on_no_model)
        self.show_emotions([])
        self._retranslate()

    @property
    def busy(self) -> bool:
        """Whether recordings are being listened to."""
        return self._work is not None or self._heard is not None

    def show_emotions(self, emotions: Sequence[Emotion]) -> None:
        """Show what they have in common."""
        examples = {emotion.example for emotion in emotions}
        example = next(iter(examples)) if len(examples) == 1 else None
        some = any(examples)
        title = self.tr("(several)") if len(examples) > 1 else example.title if example else ""
        self.clip.show_title(title, removable=some)
        self.strength.setVisible(some)
        self.strength.show_emotions([emotion for emotion in emotions if emotion.example])
        if not (self.busy or self.note.is_error):  # else what was chosen last is to be seen, and can be corrected
            self._show_sources(self._known.get(example) if example else None)

    def leave(self) -> None:
        """Other lines are edited now: what is being listened to is not for them."""
        if self._work:
            self._work.cancel()
        self._question.drop()
        self._work = self._heard = None
        self.note.clear()

    def listen(self, path: Path) -> None:
        """Find out how a recording is spoken."""
        self._find(Sources(Recorded(path)))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _with_calm(self, calm: Recorded | None) -> None:
        if self._sources:
            self._find(replace(self._sources, calm=calm))

    def _clip_says(self, words: str) -> None:
        if self._sources:
            self._find(replace(self._sources, clip=replace(self._sources.clip, words=words)))

    def _calm_says(self, words: str) -> None:
        if self._sources and self._sources.calm:
            self._find(replace(self._sources, calm=replace(self._sources.calm, words=words)))

    def _show_sources(self, sources: Sources | None) -> None:
        self._sources = sources
        calm = sources.calm if sources else None
        self.calm.setVisible(sources is not None)
        self.clip.show_recorded(sources.clip if sources else None)
        self.calm.show_recorded(calm)
        self.calm.show_title(calm.path.stem if calm else "", removable=calm is not None)

    def _find(self, sources: Sources) -> None:
        self.leave()
        name = sources.clip.path.name
        operation = Operation(self, self.tr("Listening to {0}").format(name), lambda _task: hear(sources))
        self._work = operation
        self._show_sources(sources)

        def done(heard: Heard) -> None:
            if self._work is operation:
                self._work, self._heard = None, heard
                if heard.worded:
                    self._question.put(functools.partial(judged, heard))
                else:
                    self._take(heard.by_ear)

        def failed(sentence: str) -> None:
            if self._work is operation:
                self._work = None
                self.note.complain(sentence)

        self.note.inform(self.tr("Listening to {0}…").format(name))
        operation.on_success(done).on_failure(failed).run(self._operations, lane=_LANE)

    def _on_judged(self, answer: Example | ExampleError) -> None:
        if isinstance(answer, Example):
            self._take(answer)
        else:
            self._heard = None
            self.note.complain(str(answer))

    def _on_no_model(self, _sentence: str) -> None:
        if self._heard:
            self._take(self._heard.by_ear)

    def _take(self, example: Example) -> None:
        heard, self._heard = self._heard, None
        if self._sources:
            self._known[example] = self._sources
        self.note.inform(described(example))
        self.found.emit(example)
        for shown, each in ((self.clip, heard and heard.clip), (self.calm, heard and heard.calm)):
            shown.show_written(each.words.text if each and each.words and not each.given else "")

    def _retranslate(self) -> None:
        self.clip.name_as(
            self.tr("From a recording…"),
            self.tr("Speak with the pitch, pace, loudness and pauses of a recording; or drop one here"),
            self.tr("No longer speak like the recording"),
            self.tr("Speak like a recording"),
        )
        self.calm.name_as(
            self.tr("The same speaker, speaking calmly…"),
            self.tr(
                "With it, it is certain what the feeling changes: the pitch, the loudness and the colour of the voice"
            ),
            self.tr("Compare with what is usual for such a voice instead"),
            self.tr("The same speaker, speaking calmly"),
        )


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
