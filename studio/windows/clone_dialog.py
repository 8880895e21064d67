"""A recording becomes a voice: everything that it takes in one window."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QStandardPaths, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engines.voices.profile import VoiceProfile
from engines.voices.store import VoiceStore
from engines.voices.voice_file import read_voice
from studio.cloning.comparison import Comparison, Spoken
from studio.cloning.refinement import Step
from studio.cloning.workshop import Wish, Workshop
from studio.session import Session
from studio.windows.clone_checks import CloneChecks
from studio.windows.clone_cleaning import CloneCleaning
from studio.windows.clone_consent import CloneConsent
from studio.windows.clone_form import CloneForm
from studio.windows.clone_hearing import CloneHearing, HearingBar
from studio.windows.clone_picture import ClonePicture
from studio.windows.clone_recorder import CloneRecorder
from studio.windows.clone_refine import CloneRefine
from studio.windows.drops import AUDIO
from studio.windows.icons import icon
from studio.windows.note import Note
from studio.windows.numbers import number


class CloneDialog(QDialog):
    """Left the recording, right the voice. What was made is kept when this is closed, and refining goes on.

    Parameters
    ----------
    countdown
        Seconds before the microphone is listened to.
    """

    def __init__(self, session: Session, *, countdown: float = 3.0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session = session
        self.workshop = Workshop(session.tools, session.own_voices, session.operations, session.recordings, self)
        self.hearing = CloneHearing(session, self)
        self.comparison = Comparison(session.tools, session.own_voices, session.synthesis, session.operations, self)
        self.choose_button = QPushButton(autoDefault=False)
        self.record_button = QPushButton(autoDefault=False)
        self.recorder = CloneRecorder(session.open_portaudio, countdown=countdown)
        self.picture = ClonePicture()
        self._legend = QLabel(wordWrap=True)
        self.hear_recording = QPushButton(autoDefault=False)
        self.checks = CloneChecks()
        self.cleaning = CloneCleaning(self.comparison, self.hearing, self._spoken)
        self.form = CloneForm()
        self.consent = CloneConsent(session.settings)
        self.create_button = QPushButton(autoDefault=False)
        self.hear_voice = QPushButton(autoDefault=False)
        self.note = Note()
        self.refine = CloneRefine(session.refinements, self._written)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._buttons.button(QDialogButtonBox.StandardButton.Close).setAutoDefault(False)
        self._arrange()
        self._connect()
        self._retranslate()

    def open_file(self, path: Path) -> None:
        """Take a recording."""
        self.recorder.close_microphone()
        self.workshop.open(path)

    def choose_file(self) -> None:
        """Ask for a recording."""
        chooser = QFileDialog(self, self.tr("Choose a recording"))
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.setDirectory(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.MusicLocation))
        chooser.setFileMode(QFileDialog.FileMode.ExistingFile)
        sounds = " ".join(sorted(f"*{suffix}" for suffix in AUDIO))
        chooser.setNameFilters([self.tr("Sound ({0})").format(sounds), self.tr("Video and all other files (*)")])
        chooser.fileSelected.connect(self._file_chosen)
        chooser.open()

    def record(self) -> None:
        """Record from the microphone."""
        self._session.transport.stop()  # lest it be recorded
        self.note.clear()
        self.recorder.start()

    def create_voice(self) -> None:
        """Make the voice of the recording, at once."""
        answer = self.consent.answer
        if answer is None or not self._complete:
            return
        self.note.clear()
        form = self.form
        self.workshop.make(Wish(form.title, form.spoken, form.written, answer.words, self.cleaning.cleaning))

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 Qt's name
        """Let go of the microphone and of what is heard here."""
        self._leave()
        super().closeEvent(event)

    def reject(self) -> None:
        """Called for Escape and for Close."""
        self._leave()
        super().reject()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    @property
    def _complete(self) -> bool:
        """Whether all is said that a voice needs."""
        answer = self.consent.answer
        return bool(self.workshop.usable and self.form.title and answer and answer.complete)

    def _arrange(self) -> None:
        sources = QHBoxLayout()
        sources.setSpacing(8)
        sources.addWidget(self.choose_button)
        sources.addWidget(self.record_button)
        sources.addStretch(1)
        sources.addWidget(self.hear_recording)
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addLayout(sources)
        left.addWidget(self.recorder)
        left.addWidget(self.picture)
        left.addWidget(self._legend)
        left.addWidget(self.checks)
        left.addWidget(self.cleaning)
        left.addWidget(self.form)
        left.addStretch(1)
        making = QHBoxLayout()
        making.setSpacing(8)
        making.addWidget(self.create_button, 1)
        making.addWidget(self.hear_voice)
        right = QVBoxLayout()
        right.setSpacing(8)
        right.addWidget(self.consent)
        right.addLayout(making)
        right.addWidget(HearingBar(self.hearing))
        right.addWidget(self.note)
        right.addWidget(self.refine, 1)
        body = QWidget()
        columns = QHBoxLayout(body)
        columns.setContentsMargins(12, 12, 12, 4)
        columns.setSpacing(16)
        columns.addLayout(left, 5)
        columns.addLayout(right, 4)
        scroll = QScrollArea(widgetResizable=True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the field that has it
        scroll.setWidget(body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(scroll, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 8, 12, 12)
        foot.addWidget(self._buttons)
        layout.addLayout(foot)
        em, line = self.fontMetrics().averageCharWidth(), self.fontMetrics().height()
        room = self.screen().availableGeometry().size()
        self.resize(min(em * 150, room.width()), min(line * 46, room.height()))

    def _connect(self) -> None:
        workshop, hearing = self.workshop, self.hearing
        self.choose_button.clicked.connect(self.choose_file)
        self.record_button.clicked.connect(self.record)
        self.picture.dropped.connect(self.open_file)
        self.recorder.recorded.connect(workshop.take)
        self.recorder.failed.connect(self.note.complain)
        self.recorder.running_changed.connect(self._update)
        self.hear_recording.clicked.connect(self.cleaning.toggle_recording)
        self.comparison.failed.connect(self.note.complain)
        self.hear_voice.clicked.connect(self._hear_voice)
        self.create_button.clicked.connect(self.create_voice)
        self.form.changed.connect(self._update)
        self.form.transcript_wanted.connect(self._write_down)
        self.consent.changed.connect(self._update)
        self.refine.hear_step.connect(self._hear_step)
        self.refine.correct_asked.connect(self.form.edit_transcript)
        self._buttons.rejected.connect(self.reject)
        workshop.changed.connect(self._update)
        workshop.opened.connect(self._opened)
        workshop.transcribed.connect(self.form.take_transcript)
        workshop.made.connect(self._made)
        workshop.failed.connect(self.note.complain)
        hearing.changed.connect(self._update)
        hearing.failed.connect(self.note.complain)

    def _file_chosen(self, name: str) -> None:
        self.open_file(Path(name))

    def _opened(self) -> None:
        source = self.workshop.source
        if source is None:
            return
        self.note.clear()
        self.picture.show_source(source)
        self.checks.show_checks(source.reference.checks)
        self.cleaning.set_reference(source.reference)
        self.form.forget()
        if not self.form.title:
            self.form.name.setText(source.path.stem)
        self.refine.set_voice(None, source.path)
        self._update()

    def _write_down(self) -> None:
        self.workshop.transcribe(None)

    def _made(self, profile: VoiceProfile) -> None:
        self.consent.remember()
        self.note.inform(self.tr("{0} is among your voices now.").format(profile.title))
        if self.workshop.source:
            self.refine.set_voice(profile, self.workshop.source.path, self.workshop.cleaning)
        self.hearing.play_voice(profile.name, profile.language)

    def _hear_voice(self) -> None:
        if profile := self.workshop.profile:
            self.hearing.toggle_voice(profile.name, profile.language)

    def _hear_step(self, step: Step) -> None:
        self._session.own_voices.read(partial(_read_step, step.file), self.hearing.play_unkept)

    def _spoken(self) -> Spoken:
        language = self.form.spoken
        return Spoken(self._session.voices.sample_sentence(language), language)

    def _written(self) -> str:
        return self.form.written

    def _leave(self) -> None:
        self.recorder.close_microphone()
        self.comparison.close()
        self.hearing.close()

    def _update(self) -> None:
        workshop, recording = self.workshop, self.recorder.running
        self.choose_button.setEnabled(not recording)
        self.record_button.setEnabled(not recording)
        self.hear_recording.setEnabled(workshop.usable)
        self.create_button.setEnabled(self._complete and not workshop.making and not recording)
        self.create_button.setText(self.tr("Making the voice…") if workshop.making else self.tr("&Create voice"))
        self.hear_voice.setEnabled(workshop.profile is not None)
        for button, playing, text in (
            (self.hear_recording, self.cleaning.recording_heard, self.tr("&Hear the chosen part")),
            (self.hear_voice, self.hearing.heard == "voice", self.tr("Hear the &voice")),
        ):
            button.setText(self.tr("Stop") if playing else text)
            button.setIcon(icon("stop" if playing else "audition"))
        missing = workshop.missing
        wanting = missing.transcriber if missing else ""
        state = self.tr("Listening to the recording…") if workshop.transcribing else wanting
        possible = workshop.usable and missing is not None and not wanting and not workshop.transcribing
        self.form.set_writing(state, possible=possible)
        self.refine.set_missing(missing.refiner if missing else "")
        self._legend.setText(self._said())

    def _said(self) -> str:
        source = self.workshop.source
        if self.workshop.reading:
            return self.tr("Looking at the recording…")
        if source is None:
            return ""
        reference = source.reference
        chosen = sum(span.seconds for span in reference.spans)
        text = self.tr("{0}: {1} of {2} seconds were chosen, shown on a coloured ground.").format(
            reference.source_name or source.path.name, number(chosen, 1), number(reference.seconds, 1)
        )
        if any(check.spans for check in reference.checks):
            marks = self.tr("Bars at the top edge mark what the warnings speak of.")
            text = self.tr("{0} {1}").format(text, marks)
        return text

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Clone a voice"))
        self.choose_button.setText(self.tr("Choose a &file…"))
        self.choose_button.setIcon(icon("folder-open"))
        self.record_button.setText(self.tr("&Record…"))
        self.record_button.setIcon(icon("microphone"))
        self.create_button.setIcon(icon("add"))
        self._buttons.button(QDialogButtonBox.StandardButton.Close).setText(self.tr("Close"))
        self._update()


def _read_step(file: Path, _store: VoiceStore) -> VoiceProfile:
    return read_voice(file)
