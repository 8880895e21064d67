"""Bringing a voice closer to its speaker: start, watch, hear any step, stop, keep."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QGroupBox, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from engines.voices.profile import VoiceProfile
from studio.cloning.refinement import Phase, Refinement
from studio.cloning.refinements import Refinements
from studio.windows.clone_curve import SimilarityCurve
from studio.windows.clone_doubt import CloneDoubt
from studio.windows.durations import roughly
from studio.windows.icons import icon
from studio.windows.note import Note
from studio.windows.numbers import number

if TYPE_CHECKING:
    from engines.voices.cleaning import Cleaning


class CloneRefine(QGroupBox):
    """Shows the refinement of one voice; it goes on when this is closed.

    Parameters
    ----------
    refinements
        What runs it.
    transcript
        What the recording says, when asked.
    """

    hear_step = Signal(object)
    """A `Step`."""
    correct_asked = Signal()
    """The transcript is to be corrected."""

    def __init__(self, refinements: Refinements, transcript: Callable[[], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._refinements = refinements
        self._transcript = transcript
        self._profile: VoiceProfile | None = None
        self._reference = Path()
        self._cleaning: Cleaning | None = None
        self._run: Refinement | None = None
        self._missing = ""
        self._kept = ""
        self.start_button = QPushButton(autoDefault=False)
        self.stop_button = QPushButton(autoDefault=False)
        self.hear_button = QPushButton(autoDefault=False)
        self.keep_button = QPushButton(autoDefault=False)
        self.note = Note()
        self.doubt = CloneDoubt()
        self.text = QLabel(wordWrap=True)
        self.bar = QProgressBar(maximum=1000, textVisible=False)
        self.curve = SimilarityCurve()
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        for group in ((self.start_button, self.stop_button), (self.hear_button, self.keep_button)):
            row = QHBoxLayout()
            row.setSpacing(8)
            for button in group:
                row.addWidget(button)
            row.addStretch(1)
            if self.hear_button in group:
                layout.addWidget(self.note)
                layout.addWidget(self.doubt)
                layout.addWidget(self.text)
                layout.addWidget(self.bar)
                layout.addWidget(self.curve, 20)
            layout.addLayout(row)
        layout.addStretch(1)
        self.start_button.clicked.connect(self.start)
        self.stop_button.clicked.connect(self.stop)
        self.hear_button.clicked.connect(self._hear)
        self.keep_button.clicked.connect(self._keep)
        self.doubt.go_on_asked.connect(self._go_on)
        self.doubt.correct_asked.connect(self._correct)
        self.curve.chosen_changed.connect(self._update)
        self.curve.hear_asked.connect(self._hear)
        refinements.started.connect(self._follow)
        refinements.kept.connect(self._tell_kept)
        self._update()

    @property
    def voice(self) -> str:
        """Name of the voice; empty without one."""
        return self._profile.name if self._profile else ""

    def set_missing(self, sentence: str) -> None:
        """Say why nothing can be refined; empty where it can."""
        self._missing = sentence
        self._update()

    def set_voice(self, profile: VoiceProfile | None, reference: Path, cleaning: Cleaning | None = None) -> None:
        """Offer to refine a voice that was cloned from a recording, cleaned so."""
        self._profile, self._reference, self._cleaning, self._kept = profile, reference, cleaning, ""
        self._watch(self._refinements.of(profile.name) if profile else None)

    def start(self) -> None:
        """Refine the voice, on from what it is now."""
        if self._profile:
            self._kept = ""
            self._refinements.start(self._profile, self._reference, self._transcript(), self._cleaning)

    def stop(self) -> None:
        """Stop, and keep what was reached."""
        if self._run:
            self._run.stop()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._update()
        super().changeEvent(event)

    def _follow(self, voice: str) -> None:
        if self._profile and voice == self._profile.name:
            self._watch(self._refinements.of(voice))

    def _watch(self, run: Refinement | None) -> None:
        self._run = run
        if run:
            run.changed.connect(self._update)
            run.stepped.connect(self._draw)
            run.ended.connect(self._draw)
        self.curve.show_steps(run.steps if run else ())
        self._update()

    def _draw(self) -> None:
        if self._run:
            self.curve.show_steps(self._run.steps)

    def _hear(self) -> None:
        if step := self.curve.chosen:
            self.hear_step.emit(step)

    def _go_on(self) -> None:
        if self._run:
            self._run.go_on()

    def _correct(self) -> None:
        if self._run:
            self._run.abandon()
        self.correct_asked.emit()

    def _keep(self) -> None:
        step = self.curve.chosen
        if step and self._profile:
            self._refinements.keep(self._profile.name, step)

    def _tell_kept(self, voice: str, similarity: float | None) -> None:
        if self._profile and voice == self._profile.name:
            share = number(100 * similarity) if similarity is not None else "?"
            self._kept = self.tr("Kept: the voice is {0} % like its speaker now.").format(share)
            self._update()

    def _update(self) -> None:
        run, chosen = self._run, self.curve.chosen
        running = run is not None and run.running
        self.setTitle(self.tr("Refine"))
        self.start_button.setText(self.tr("R&efine further") if run and run.steps else self.tr("R&efine"))
        self.start_button.setIcon(icon("refine"))
        self.start_button.setEnabled(self._profile is not None and not running and not self._missing)
        self.stop_button.setText(self.tr("S&top and keep"))
        self.stop_button.setIcon(icon("stop"))
        self.stop_button.setVisible(running)
        self.stop_button.setEnabled(run is not None and run.phase is Phase.RUNNING)
        for widget in (self.curve, self.hear_button, self.keep_button):
            widget.setVisible(chosen is not None)
        number = chosen.number if chosen else 0
        self.hear_button.setText(self.tr("Hear step {0}").format(number))
        self.hear_button.setIcon(icon("audition"))
        self.keep_button.setText(self.tr("&Keep step {0}").format(number))
        self.keep_button.setIcon(icon("check"))
        self.keep_button.setEnabled(not running)
        self.bar.setVisible(running)
        self.bar.setAccessibleName(self.tr("Progress of refining"))
        if run:
            self.bar.setRange(0, 1000 if run.share else 0)
            self.bar.setValue(round(1000 * run.share))
        self._say()

    def _say(self) -> None:
        run = self._run
        self.doubt.ask(run.warning if run else "", correctable=bool(run and run.doubtful))
        if run and run.phase is Phase.FAILED:
            self.note.complain(run.problem)
        elif self._missing:
            self.note.inform(self._missing)
        else:
            self.note.inform(self._kept)
        if run and run.running:
            left = roughly(run.seconds_left) if run.seconds_left is not None else ""
            stopping = self.tr("Stopping…") if run.phase is Phase.STOPPING else run.step
            self.text.setText(" · ".join(part for part in (stopping, left) if part))
        else:
            self.text.setText(
                self.tr(
                    "Refining fits the voice to the recording, which brings it much closer: seconds on a graphics "
                    "card, minutes without. It goes on when this window is closed."
                )
            )
