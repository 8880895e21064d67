"""What is taken out of a recording before a voice is made of it, and what that does to both, heard in turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from studio.cloning.comparison import Comparison, Pair, Spoken
from studio.windows.choices import fill
from studio.windows.clone_hearing import CloneHearing
from studio.windows.icons import icon
from studio.windows.note import Note

if TYPE_CHECKING:
    from engines.voices.cleaning import Cleaning
    from engines.voices.reference import Reference

RECORDING, VOICE = "recording", "clone"
"""What is compared."""
AS_RECORDED, CLEANED = "as recorded", "cleaned"
"""The two ways in which it is heard."""


class CloneCleaning(QGroupBox):
    """Two boxes, and two buttons that switch between with and without while it is heard.

    Parameters
    ----------
    comparison
        Makes what is heard.
    hearing
        Plays it.
    spoken
        What the voices say, when asked.
    """

    changed = Signal()
    """`cleaning`."""

    def __init__(
        self,
        comparison: Comparison,
        hearing: CloneHearing,
        spoken: Callable[[], Spoken],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._comparison, self._hearing, self._spoken = comparison, hearing, spoken
        self._reference: Reference | None = None
        self.denoise = QCheckBox()
        self.studio_sound = QCheckBox()
        self.hint = Note()
        self._label = QLabel()
        self.subject = QComboBox()
        self._label.setBuddy(self.subject)
        self.buttons = {AS_RECORDED: QPushButton(autoDefault=False), CLEANED: QPushButton(autoDefault=False)}
        self.bar = QProgressBar(textVisible=False, minimum=0, maximum=0)
        self.bar.setFixedHeight(8)
        self._arrange()
        for box in (self.denoise, self.studio_sound):
            box.toggled.connect(self._choose)
        for way, button in self.buttons.items():
            button.clicked.connect(partial(self._compare, way))
        self.subject.activated.connect(self._stop)
        comparison.changed.connect(self._update)
        hearing.changed.connect(self._update)
        self._retranslate()

    @property
    def cleaning(self) -> Cleaning:
        """What is to be done."""
        from engines.voices.cleaning import Cleaning  # noqa: PLC0415 with it comes what reads recordings

        return Cleaning(self.denoise.isChecked(), self.studio_sound.isChecked())

    @property
    def wanted(self) -> bool:
        """Whether anything is to be done."""
        return self.denoise.isChecked() or self.studio_sound.isChecked()

    @property
    def recording_heard(self) -> bool:
        """Whether the recording is heard, either way."""
        return self._hearing.heard.startswith(RECORDING)

    def set_reference(self, reference: Reference) -> None:
        """Take another recording; the boxes stay as they are."""
        self._stop()
        self._reference = reference
        self._retranslate()

    def toggle_recording(self) -> None:
        """Hear what a voice is made of, or stop."""
        if self.recording_heard:
            self._hearing.stop()
        elif self._reference and not self.wanted:
            self._hearing.play_sound(_name(RECORDING, AS_RECORDED), self._reference.samples)
        else:
            self._play(RECORDING, CLEANED)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _arrange(self) -> None:
        boxes = QHBoxLayout()
        boxes.setSpacing(16)
        boxes.addWidget(self.denoise)
        boxes.addWidget(self.studio_sound)
        boxes.addStretch(1)
        self._row = QWidget()
        row = QHBoxLayout(self._row)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in (self._label, self.subject, *self.buttons.values()):
            row.addWidget(widget)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setSpacing(4)
        layout.addLayout(boxes)
        layout.addWidget(self.hint)
        layout.addWidget(self._row)
        layout.addWidget(self.bar)

    def _choose(self) -> None:
        self._stop()
        self._update()
        self.changed.emit()

    def _stop(self) -> None:
        self._comparison.stop()
        if any(self._hearing.heard == _name(subject, way) for subject in (RECORDING, VOICE) for way in self.buttons):
            self._hearing.stop()

    def _compare(self, way: str) -> None:
        subject = str(self.subject.currentData())
        if self._hearing.heard == _name(subject, way):
            self._hearing.stop()
        else:
            self._play(subject, way)

    def _play(self, subject: str, way: str) -> None:
        """From where the other of the two is, if that is heard."""
        reference = self._reference
        if reference is None:
            return

        def play(pair: Pair) -> None:
            start = self._hearing.share if self._hearing.heard.startswith(subject) else 0.0
            samples = pair.cleaned if way == CLEANED else pair.as_recorded
            self._hearing.play_sound(_name(subject, way), samples, start=start)

        if subject == RECORDING:
            self._comparison.recording(reference, self.cleaning, play)
        else:
            self._comparison.voice(reference, self.cleaning, self._spoken(), play)

    def _update(self) -> None:
        usable = self._reference is not None and self._reference.usable
        self.denoise.setEnabled(usable)
        self.studio_sound.setEnabled(usable)
        self._row.setVisible(usable and self.wanted)
        self.bar.setVisible(self._comparison.busy)
        for way, button in self.buttons.items():
            playing = self._hearing.heard in {_name(RECORDING, way), _name(VOICE, way)}
            button.setIcon(icon("stop" if playing else "audition"))
            button.setAccessibleDescription(self.tr("It is heard now") if playing else "")
        self._advise()

    def _advise(self) -> None:
        reference = self._reference
        usable = reference is not None and reference.usable
        advice = []
        if reference and usable and any(check.kind == "noisy" for check in reference.checks):
            advice.append(self.tr("This recording has noise: try “Reduce noise”, and compare."))
        if usable and self.studio_sound.isChecked():
            # Measured: see tests/bench/RESULTS.md.
            advice.append(self.tr("With studio sound the voice is less like the recording: compare."))
        if (text := " ".join(advice)) != self.hint.text:  # a screen reader reads it out each time
            self.hint.inform(text)

    def _retranslate(self) -> None:
        self.setTitle(self.tr("Clean the recording"))
        self.denoise.setText(self.tr("Re&duce noise"))
        self.denoise.setToolTip(self.tr("Takes out steady noise such as hiss, hum and fans"))
        self.studio_sound.setText(self.tr("St&udio sound"))
        self.studio_sound.setToolTip(
            self.tr("The voice does not take over the tone of microphone and room, and is less like the recording")
        )
        self._label.setText(self.tr("Com&pare"))
        choices = [(RECORDING, self.tr("the recording")), (VOICE, self.tr("the voice"))]
        fill(self.subject, choices, str(self.subject.currentData() or RECORDING))
        self.buttons[AS_RECORDED].setText(self.tr("&A: as recorded"))
        self.buttons[CLEANED].setText(self.tr("&B: cleaned"))
        self.bar.setAccessibleName(self.tr("What is compared is being made"))
        self._update()


def _name(subject: str, way: str) -> str:
    """Of a sound, for `CloneHearing`."""
    return f"{subject} {way}"
