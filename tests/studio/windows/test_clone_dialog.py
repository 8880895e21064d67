"""Every step from a recording to a refined voice, as a user goes through them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog
from pytestqt.qtbot import QtBot

from engines.voices.checks import Check
from engines.voices.store import VoiceStore
from studio.cloning.consent import Owner
from studio.cloning.refinement import Step
from studio.cloning.tools import Missing
from studio.playback.messages import TransportState
from studio.session import Session
from studio.windows.activity_panel import ActivityPanel
from studio.windows.clone_curve import SimilarityCurve
from studio.windows.clone_dialog import CloneDialog
from studio.windows.clone_hearing import HearingBar
from studio.windows.clone_refine import CloneRefine
from tests.studio.clone_fakes import FakeMicrophones, FakeTools
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import make_session
from tests.studio.windows.tab_stops import spoken_name, tab_stops

LEFT = Qt.MouseButton.LeftButton


class World:
    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.bot, self.folder = qtbot, folder
        self.store = VoiceStore(folder / "voices")
        self.fakes = FakeTools()
        self.session: Session = make_session(folder, StepEngine(self.store), tools=self.fakes.tools)
        self.microphones = FakeMicrophones()
        self.session.open_portaudio = self.microphones.open
        self.session.start()
        self.dialog = self.open()

    def open(self) -> CloneDialog:
        dialog = CloneDialog(self.session, countdown=0.0)
        dialog.show()
        return dialog

    def take(self, name: str = "maya.wav") -> None:
        with self.bot.waitSignal(self.dialog.workshop.changed):
            self.dialog.open_file(self.folder / name)
        self.bot.waitUntil(lambda: not self.dialog.workshop.reading)

    def answer(self, owner: Owner = Owner.MINE, note: str = "") -> None:
        self.dialog.consent.choices[owner].click()
        self.dialog.consent.note.setText(note)

    def make(self) -> None:
        self.take()
        self.answer()
        with self.bot.waitSignal(self.dialog.workshop.made):
            self.bot.mouseClick(self.dialog.create_button, LEFT)

    def drop(self, *paths: str) -> QDropEvent:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(path) for path in paths])
        self.kept = data  # which the event does not keep
        picture = self.dialog.picture
        event = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
        picture.dropEvent(event)
        return event

    def finish(self) -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, (CloneDialog, QFileDialog)):
                widget.close()
        self.fakes.go_on.set()
        assert self.session.close()


@pytest.fixture
def world(tmp_path: Path, qtbot: QtBot) -> Iterator[World]:
    world = World(tmp_path, qtbot)
    yield world
    world.finish()


class TestRecording:
    def test_an_empty_window_says_what_to_do(self, world: World) -> None:
        dialog = world.dialog
        assert "Drop a recording" in dialog.picture.hint.text()
        assert dialog.picture.hint.isVisible()
        for button in (dialog.create_button, dialog.hear_recording, dialog.hear_voice, dialog.form.write_button):
            assert not button.isEnabled()

    def test_a_file_that_is_dropped_is_shown_and_checked(self, world: World) -> None:
        assert world.drop("/audio/maya.opus").isAccepted()
        world.bot.waitUntil(lambda: world.dialog.workshop.source is not None)
        dialog = world.dialog
        assert not dialog.picture.hint.isVisible()
        assert "4.0 seconds, of which 3.0" in dialog.picture.accessibleDescription()
        assert dialog.checks.sentences == [
            "Warning: In the marked places it is too loud and distorts, which the voice would copy: record it again "
            "at a lower level, choose another recording, or go on anyway.",
            "Note: There are 4.0 seconds of speech: with 10 to 15 the voice comes out closer.",
        ]
        assert dialog.checks.accessibleDescription() == "\n".join(dialog.checks.sentences)
        assert "maya.opus: 3.0 of 4.0 seconds" in dialog._legend.text()
        assert "Bars at the top" in dialog._legend.text()
        assert dialog.form.title == "maya"

    def test_text_is_not_taken(self, world: World) -> None:
        assert not world.drop("/audio/script.txt").isAccepted()
        assert world.fakes.opened == []

    def test_a_file_can_be_chosen(self, world: World) -> None:
        world.bot.mouseClick(world.dialog.choose_button, LEFT)
        chooser = world.dialog.findChild(QFileDialog)
        chooser.fileSelected.emit("/audio/tom.wav")
        world.bot.waitUntil(lambda: world.dialog.workshop.source is not None)
        assert world.fakes.opened == [Path("/audio/tom.wav")]

    def test_nothing_wrong_is_said_too(self, world: World) -> None:
        world.fakes.checks = ()
        world.take()
        assert world.dialog.checks.sentences == ["Good: Nothing is wrong with it."]
        assert "Bars" not in world.dialog._legend.text()

    def test_one_that_must_stop_gives_no_voice(self, world: World) -> None:
        world.take("silent.wav")
        world.answer()
        assert world.dialog.checks.sentences[0].startswith("Stop: ")
        assert not world.dialog.create_button.isEnabled()
        assert not world.dialog.hear_recording.isEnabled()

    def test_one_that_cannot_be_read_is_explained_and_the_other_stays(self, world: World) -> None:
        world.take()
        world.take("broken.wav")
        assert "is no sound file" in world.dialog.note.text
        assert world.dialog.note.is_error
        assert world.dialog.workshop.source.path.name == "maya.wav"

    def test_the_last_of_two_counts(self, world: World) -> None:
        world.fakes.go_on.clear()
        world.dialog.open_file(Path("one.wav"))
        world.dialog.open_file(Path("two.wav"))
        assert "Looking at" in world.dialog._legend.text()
        world.fakes.go_on.set()
        world.bot.waitUntil(lambda: not world.dialog.workshop.reading)
        assert world.dialog.workshop.source.path.name == "two.wav"

    def test_the_chosen_part_can_be_heard(self, world: World) -> None:
        world.take()
        transport = world.session.transport
        world.bot.mouseClick(world.dialog.hear_recording, LEFT)
        assert world.dialog.hear_recording.text() == "Stop"
        world.bot.waitUntil(lambda: transport.state is TransportState.PLAYING)
        world.bot.mouseClick(world.dialog.hear_recording, LEFT)
        assert transport.state is TransportState.STOPPED
        assert world.dialog.hear_recording.text() == "&Hear the chosen part"

    def test_the_microphone_records(self, world: World) -> None:
        dialog = world.dialog
        world.bot.mouseClick(dialog.record_button, LEFT)
        assert dialog.recorder.isVisible()
        assert not dialog.record_button.isEnabled()
        world.microphones.hear(np.full(1600, 0.4, np.float32))
        world.bot.waitUntil(lambda: "Recording: 0:00.1" in dialog.recorder.text)
        assert dialog.recorder.meter.level == pytest.approx(-7.96, abs=1.5)
        world.bot.mouseClick(dialog.recorder.stop_button, LEFT)
        world.bot.waitUntil(lambda: dialog.workshop.source is not None)
        path = world.fakes.opened[0]
        assert path.parent == world.session.recordings
        assert path.stat().st_size == 44 + 2 * 1600
        assert not dialog.recorder.isVisible()
        assert dialog.record_button.isEnabled()

    def test_the_countdown_can_be_left(self, world: World) -> None:
        dialog = world.dialog
        dialog.recorder._countdown = 3.0
        world.bot.mouseClick(dialog.record_button, LEFT)
        world.bot.waitUntil(lambda: dialog.recorder.text == "Recording begins in 3…")
        world.bot.mouseClick(dialog.recorder.stop_button, LEFT)
        assert not dialog.recorder.running
        assert world.fakes.opened == []

    def test_a_microphone_that_is_not_there_is_explained(self, world: World) -> None:
        world.microphones.there = False
        world.bot.mouseClick(world.dialog.record_button, LEFT)
        world.bot.waitUntil(lambda: world.dialog.note.is_error)
        assert "No microphone" in world.dialog.note.text
        assert not world.dialog.recorder.running

    def test_closing_lets_go_of_the_microphone(self, world: World) -> None:
        world.bot.mouseClick(world.dialog.record_button, LEFT)
        assert world.microphones.begun.wait(5)
        world.dialog.close()
        assert not world.microphones.streams[0].open


class TestTranscript:
    def test_is_written_down_and_can_be_changed(self, world: World) -> None:
        world.take()
        world.dialog.form.language.setCurrentIndex(world.dialog.form.language.findData("zh"))
        world.bot.mouseClick(world.dialog.form.write_button, LEFT)
        world.bot.waitUntil(lambda: bool(world.dialog.form.written))
        assert world.dialog.form.written == "Once upon a time."
        assert world.dialog.form.spoken == "en-us"
        world.dialog.form.transcript.setPlainText("Twice.")
        world.answer()
        with world.bot.waitSignal(world.dialog.workshop.made):
            world.bot.mouseClick(world.dialog.create_button, LEFT)
        assert world.fakes.cloned[0].transcript == "Twice."

    def test_a_language_that_was_chosen_stays(self, world: World) -> None:
        world.take()
        form = world.dialog.form
        index = form.language.findData("zh")
        form.language.setCurrentIndex(index)
        form.language.activated.emit(index)
        world.bot.mouseClick(form.write_button, LEFT)
        world.bot.waitUntil(lambda: bool(form.written))
        assert form.spoken == "zh"

    def test_another_recording_says_something_else(self, world: World) -> None:
        world.take()
        world.dialog.form.transcript.setPlainText("Once.")
        world.take("tom.wav")
        assert world.dialog.form.written == ""

    def test_without_the_recogniser_the_command_is_named(self, world: World) -> None:
        world.fakes.missing = Missing(transcriber="Run `timbre models install whisper-base`.")
        world.dialog.close()
        world.dialog = world.open()
        world.take()
        assert world.dialog.form.hint.text == "Run `timbre models install whisper-base`."
        assert not world.dialog.form.write_button.isEnabled()

    def test_a_failure_is_explained(self, world: World) -> None:
        world.take()
        world.fakes.refusal = "Nothing was understood: write it yourself."
        world.bot.mouseClick(world.dialog.form.write_button, LEFT)
        world.bot.waitUntil(lambda: world.dialog.note.is_error)
        assert world.dialog.note.text == "Nothing was understood: write it yourself."
        assert world.dialog.form.write_button.isEnabled()

    def test_nothing_understood_is_said(self, world: World) -> None:
        world.take()
        world.fakes.words = ""
        world.bot.mouseClick(world.dialog.form.write_button, LEFT)
        world.bot.waitUntil(lambda: world.dialog.note.is_error)
        assert "Nothing was understood" in world.dialog.note.text


class TestCleaning:
    def test_nothing_is_offered_before_there_is_a_recording(self, world: World) -> None:
        cleaning = world.dialog.cleaning
        assert not cleaning.denoise.isEnabled()
        world.take()
        assert cleaning.denoise.isEnabled()
        assert not cleaning.wanted
        assert not cleaning.subject.isVisible()

    def test_is_proposed_for_a_noisy_recording(self, world: World) -> None:
        assert world.dialog.cleaning.hint.text == ""
        world.fakes.checks = (Check("noisy", "note", "", value=20.0),)
        world.take()
        assert "Reduce noise" in world.dialog.cleaning.hint.text
        assert not world.dialog.cleaning.wanted

    def test_what_studio_sound_costs_is_said_where_it_is_chosen(self, world: World) -> None:
        world.take()
        cleaning = world.dialog.cleaning
        assert "less like" not in cleaning.hint.text
        cleaning.studio_sound.click()
        assert "less like" in cleaning.hint.text
        cleaning.studio_sound.click()
        assert cleaning.hint.text == ""

    def test_with_and_without_are_switched_while_the_recording_is_heard(
        self, world: World, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        world.take()
        cleaning, hearing, transport = world.dialog.cleaning, world.dialog.hearing, world.session.transport
        played: list[int] = []
        play = transport.play_recording
        monkeypatch.setattr(
            transport, "play_recording", lambda samples, rate: (played.append(len(samples)), play(samples, rate))
        )
        world.bot.mouseClick(cleaning.denoise, LEFT)
        assert cleaning.subject.isVisible()
        world.dialog.activateWindow()
        world.bot.keyClick(world.dialog, Qt.Key.Key_B, Qt.KeyboardModifier.AltModifier)
        world.bot.waitUntil(lambda: hearing.heard == "recording cleaned")
        assert world.dialog.hear_recording.text() == "Stop"
        world.bot.waitUntil(lambda: hearing.share > 0.02)
        world.bot.keyClick(world.dialog, Qt.Key.Key_A, Qt.KeyboardModifier.AltModifier)
        world.bot.waitUntil(lambda: hearing.heard == "recording as recorded")
        assert played[0] == 3 * 24_000
        assert played[1] < 0.98 * played[0]  # on from there, not from the start again
        world.bot.keyClick(world.dialog, Qt.Key.Key_A, Qt.KeyboardModifier.AltModifier)
        world.bot.waitUntil(lambda: hearing.heard == "")
        assert world.session.transport.state is TransportState.STOPPED

    def test_the_chosen_part_is_heard_as_the_voice_is_made_of_it(self, world: World) -> None:
        world.take()
        dialog = world.dialog
        dialog.cleaning.studio_sound.click()
        world.bot.mouseClick(dialog.hear_recording, LEFT)
        world.bot.waitUntil(lambda: dialog.hearing.heard == "recording cleaned")
        dialog.cleaning.studio_sound.click()
        assert dialog.hearing.heard == ""

    def test_voices_of_both_are_heard_before_one_is_made(self, world: World) -> None:
        world.take()
        cleaning = world.dialog.cleaning
        cleaning.denoise.click()
        cleaning.subject.setCurrentIndex(1)
        world.bot.mouseClick(cleaning.buttons["cleaned"], LEFT)
        assert cleaning.bar.isVisible()
        world.bot.waitUntil(lambda: world.dialog.hearing.heard == "clone cleaned")
        assert not cleaning.bar.isVisible()
        assert world.store.profiles() == ()
        world.bot.mouseClick(cleaning.buttons["as recorded"], LEFT)
        assert world.dialog.hearing.heard == "clone as recorded"

    def test_the_voice_is_made_and_refined_with_what_was_chosen(self, world: World) -> None:
        world.take()
        world.dialog.cleaning.denoise.click()
        world.dialog.cleaning.studio_sound.click()
        world.answer()
        with world.bot.waitSignal(world.dialog.workshop.made):
            world.bot.mouseClick(world.dialog.create_button, LEFT)
        used = world.dialog.workshop.source.reference.samples
        assert world.fakes.cloned[0].samples == pytest.approx(0.5 * used)
        world.dialog.cleaning.denoise.click()  # for what is made next
        with world.bot.waitSignal(world.session.refinements.kept, timeout=15_000):
            world.bot.mouseClick(world.dialog.refine.start_button, LEFT)
        assert (world.fakes.jobs[0].denoise, world.fakes.jobs[0].studio_sound) == (True, True)

    def test_a_failure_is_explained(self, world: World) -> None:
        world.take()
        world.fakes.refusal = "The weights are missing: install the program again."
        world.dialog.cleaning.denoise.click()
        world.dialog.cleaning.subject.setCurrentIndex(1)
        world.bot.mouseClick(world.dialog.cleaning.buttons["cleaned"], LEFT)
        world.bot.waitUntil(lambda: world.dialog.note.is_error)
        assert world.dialog.note.text == "The weights are missing: install the program again."


class TestVoice:
    def test_needs_a_name_and_an_answer(self, world: World) -> None:
        dialog = world.dialog
        world.take()
        assert not dialog.create_button.isEnabled()
        world.answer()
        assert dialog.create_button.isEnabled()
        dialog.form.name.setText("  ")
        assert not dialog.create_button.isEnabled()

    def test_somebody_elses_needs_a_note(self, world: World) -> None:
        dialog = world.dialog
        world.take()
        world.answer(Owner.AGREED)
        assert dialog.consent.note.isVisible()
        assert not dialog.create_button.isEnabled()
        world.answer(Owner.AGREED, "Maya, 3 May")
        assert dialog.create_button.isEnabled()
        world.answer(Owner.MINE)
        assert not dialog.consent.note.isVisible()

    def test_is_made_kept_listed_and_heard(self, world: World) -> None:
        world.take()
        world.answer(Owner.AGREED, "Maya, 3 May")
        world.dialog.form.name.setText("Maya")
        with world.bot.waitSignal(world.dialog.workshop.made):
            world.bot.mouseClick(world.dialog.create_button, LEFT)
        assert world.store.get("maya").title == "Maya"
        assert world.fakes.cloned[0].owner == "The voice of somebody who agreed to this: Maya, 3 May"
        assert "Maya is among your voices now." in world.dialog.note.text
        assert world.dialog.hear_voice.text() == "Stop"
        world.bot.waitUntil(lambda: world.session.transport.state is TransportState.PLAYING)
        world.bot.waitUntil(lambda: world.session.voices.entry("maya") is not None)
        world.bot.mouseClick(world.dialog.hear_voice, LEFT)
        assert world.session.transport.state is TransportState.STOPPED
        assert threads_are_not_ours(world)

    def test_a_failure_is_explained(self, world: World) -> None:
        world.take()
        world.answer()
        world.fakes.refusal = "The weights are missing: install the program again."
        world.bot.mouseClick(world.dialog.create_button, LEFT)
        assert world.dialog.create_button.text() == "Making the voice…"
        world.bot.waitUntil(lambda: world.dialog.note.is_error)
        assert world.dialog.note.text == "The weights are missing: install the program again."
        assert world.dialog.create_button.isEnabled()

    def test_closing_meanwhile_does_not_lose_it(self, world: World) -> None:
        world.take()
        world.answer()
        world.fakes.go_on.clear()
        world.bot.mouseClick(world.dialog.create_button, LEFT)
        world.dialog.close()
        world.bot.wait(20)
        with world.bot.waitSignal(world.session.own_voices.added):
            world.fakes.go_on.set()
        assert world.store.get("maya")

    def test_what_it_means_is_said_until_the_first_voice(self, world: World) -> None:
        statement = world.dialog.consent.statement
        assert "public figure" in statement.text
        world.make()
        assert statement.text == ""
        world.dialog.close()
        world.dialog = world.open()
        assert world.dialog.consent.statement.text == ""


def threads_are_not_ours(world: World) -> bool:
    import threading  # noqa: PLC0415

    return threading.main_thread().ident not in world.fakes.threads


class TestRefining:
    def test_without_pytorch_it_says_how_to_get_it(self, world: World) -> None:
        world.fakes.missing = Missing(refiner="Refining needs PyTorch: run `timbre extras install clone`.")
        world.dialog.close()
        world.dialog = world.open()
        world.make()
        assert not world.dialog.refine.start_button.isEnabled()
        assert "PyTorch" in world.dialog.refine.note.text

    def test_needs_a_voice(self, world: World) -> None:
        assert not world.dialog.refine.start_button.isEnabled()
        world.make()
        assert world.dialog.refine.start_button.isEnabled()

    def test_draws_its_curve_and_is_kept(self, world: World) -> None:
        world.make()
        refine = world.dialog.refine
        world.dialog.form.transcript.setPlainText("What is said.")
        with world.bot.waitSignal(world.session.refinements.kept, timeout=15_000):
            world.bot.mouseClick(refine.start_button, LEFT)
        assert world.fakes.jobs[0].transcript == "What is said."
        assert world.fakes.jobs[0].reference == world.folder / "maya.wav"
        assert refine.curve.isVisible()
        assert refine.curve.chosen.number == 4
        world.bot.waitUntil(lambda: "96 % like its speaker" in refine.note.text)
        assert refine.start_button.text() == "R&efine further"
        assert world.store.get("maya").modulation[0] == 5.0

    def test_is_stopped_and_any_step_is_heard_and_kept(self, world: World) -> None:
        world.make()
        world.session.transport.stop()
        world.fakes.mode = "hold"
        refine = world.dialog.refine
        world.bot.mouseClick(refine.start_button, LEFT)
        world.bot.waitUntil(lambda: refine.text.text() == "Step 2 of 4 · about 20 second(s) left", timeout=15_000)
        assert (refine.bar.value(), refine.keep_button.isEnabled()) == (500, False)
        world.bot.keyClick(refine.curve, Qt.Key.Key_Left)
        assert refine.hear_button.text() == "Hear step 1"
        world.bot.mouseClick(refine.hear_button, LEFT)
        world.bot.waitUntil(lambda: world.session.transport.state is TransportState.PLAYING)
        assert world.dialog.hearing.heard == "unkept"
        with world.bot.waitSignal(world.session.refinements.kept):
            world.bot.mouseClick(refine.stop_button, LEFT)
        assert not refine.stop_button.isVisible()
        assert world.store.get("maya").modulation[0] == 3.0
        with world.bot.waitSignal(world.session.refinements.kept):
            world.bot.mouseClick(refine.keep_button, LEFT)
        assert world.store.get("maya").modulation[0] == 2.0

    def test_goes_on_when_the_window_is_closed(self, world: World) -> None:
        world.make()
        activity = ActivityPanel(operations=world.session.operations)
        world.bot.addWidget(activity)
        world.fakes.mode = "hold"
        with world.bot.waitSignal(world.session.refinements.started):
            world.bot.mouseClick(world.dialog.refine.start_button, LEFT)
        run = world.session.refinements.of("maya")
        world.dialog.close()
        world.bot.waitUntil(lambda: len(run.steps) == 2, timeout=15_000)
        assert activity.count == 1
        (row,) = activity._rows.values()
        with world.bot.waitSignal(world.session.refinements.kept):
            world.bot.mouseClick(row._cancel, LEFT)
        assert activity.count == 0
        assert world.store.get("maya").modulation[0] == 3.0

    def test_a_failure_is_shown_where_it_was_asked_for(self, world: World) -> None:
        world.make()
        world.fakes.mode = "error"
        world.bot.mouseClick(world.dialog.refine.start_button, LEFT)
        world.bot.waitUntil(lambda: world.dialog.refine.note.is_error, timeout=15_000)
        assert world.dialog.refine.note.text == "There is too little speech: record more."
        assert world.dialog.refine.start_button.isEnabled()


class TestDoubt:
    @pytest.fixture
    def doubtful(self, world: World) -> CloneRefine:
        world.make()
        world.session.transport.stop()
        world.fakes.mode = "doubt hold"
        refine = world.dialog.refine
        world.bot.mouseClick(refine.start_button, LEFT)
        world.bot.waitUntil(lambda: refine.curve.chosen is not None and refine.curve.chosen.number == 2, timeout=15_000)
        return refine

    def test_a_doubtful_transcript_is_asked_about_until_it_is_answered(
        self, world: World, doubtful: CloneRefine
    ) -> None:
        assert doubtful.doubt.isVisible()
        assert "does not seem to be what is said" in doubtful.doubt.text
        assert "Step 2 of 4" in doubtful.text.text()
        with world.bot.waitSignal(world.session.refinements.kept):
            doubtful.stop()
        assert doubtful.doubt.isVisible()
        world.bot.mouseClick(doubtful.doubt.go_on_button, LEFT)
        assert not doubtful.doubt.isVisible()
        assert world.store.get("maya").modulation[0] == 3.0

    def test_correcting_it_keeps_nothing_and_leads_to_it(self, world: World, doubtful: CloneRefine) -> None:
        world.dialog.form.transcript.setPlainText("Someone else's words.")
        world.dialog.activateWindow()
        world.bot.mouseClick(doubtful.doubt.correct_button, LEFT)
        world.bot.waitUntil(doubtful.start_button.isEnabled)
        assert world.dialog.focusWidget() is world.dialog.form.transcript
        assert world.dialog.form.transcript.textCursor().selectedText() == "Someone else's words."
        assert not doubtful.doubt.isVisible()
        assert not doubtful.curve.isVisible()
        assert world.store.get("maya").modulation[0] == 1.0
        assert doubtful.start_button.text() == "R&efine"


class TestCurve:
    @pytest.fixture
    def curve(self, qtbot: QtBot) -> SimilarityCurve:
        curve = SimilarityCurve()
        qtbot.addWidget(curve)
        curve.resize(400, 200)
        curve.show()
        qtbot.waitExposed(curve)
        curve.show_steps([Step(25 * n, 0.8 + n / 50, Path(str(n))) for n in range(1, 5)])
        return curve

    def test_the_last_step_is_chosen_until_another_is(self, curve: SimilarityCurve) -> None:
        steps = curve._steps
        assert curve.chosen == steps[3]
        more = (*steps, Step(125, 0.95, Path("5")))
        curve.show_steps(more)
        assert curve.chosen == more[4]
        curve.choose(1)
        curve.show_steps((*more, Step(150, 0.96, Path("6"))))
        assert curve.chosen == steps[1]

    def test_keys_choose(self, curve: SimilarityCurve, qtbot: QtBot) -> None:
        for key, number in (
            (Qt.Key.Key_Home, 25),
            (Qt.Key.Key_Left, 25),
            (Qt.Key.Key_Right, 50),
            (Qt.Key.Key_End, 100),
        ):
            qtbot.keyClick(curve, key)
            assert curve.chosen.number == number
        assert curve.accessibleDescription() == "Step 100: 88 %"
        with qtbot.waitSignal(curve.hear_asked):
            qtbot.keyClick(curve, Qt.Key.Key_Space)

    def test_a_click_chooses_the_nearest(self, curve: SimilarityCurve, qtbot: QtBot) -> None:
        qtbot.mouseClick(curve, LEFT, pos=curve.place(52.0, 85.0).toPoint())
        assert curve.chosen.number == 50

    def test_it_is_drawn_inside_with_a_mark_at_the_chosen_step(self, curve: SimilarityCurve) -> None:
        picture = curve.grab().toImage()
        for index, step in enumerate(curve._steps):
            curve.choose(index)
            place = curve.place(step.number, 100 * step.similarity).toPoint()
            assert curve.rect().adjusted(8, 8, -8, -8).contains(place)
            assert curve.grab().toImage() != picture or index == len(curve._steps) - 1
            ring = curve.grab().toImage().pixelColor(place + QPoint(6, 0))
            assert ring.red() > ring.blue()

    def test_steps_without_a_figure_are_not_drawn(self, curve: SimilarityCurve) -> None:
        curve.show_steps([replace(curve._steps[0], similarity=None)])
        assert curve.chosen is None


def test_every_control_has_a_name_and_the_keyboard_goes_from_top_to_bottom(world: World) -> None:
    world.make()
    world.answer(Owner.AGREED, "Maya, 3 May")
    world.fakes.mode = "doubt hold"
    world.dialog.cleaning.denoise.click()
    world.bot.mouseClick(world.dialog.refine.start_button, LEFT)
    world.bot.waitUntil(lambda: world.dialog.refine.curve.chosen is not None, timeout=15_000)
    dialog = world.dialog
    form, consent, refine, cleaning = dialog.form, dialog.consent, dialog.refine, dialog.cleaning
    assert tab_stops(dialog) == [
        *(dialog.choose_button, dialog.record_button, dialog.hear_recording),
        *(cleaning.denoise, cleaning.studio_sound, cleaning.subject, *cleaning.buttons.values()),
        *(form.name, form.language, form.transcript, form.write_button),
        *(*consent.choices.values(), consent.note, dialog.create_button, dialog.hear_voice),
        *(refine.start_button, refine.stop_button, refine.doubt.correct_button, refine.doubt.go_on_button),
        *(refine.curve, refine.hear_button, refine.keep_button),
        dialog._buttons.button(QDialogButtonBox.StandardButton.Close),
    ]
    told = (
        dialog.picture,
        dialog.checks,
        dialog.recorder.meter,
        refine.bar,
        cleaning.bar,
        *dialog.findChildren(HearingBar),
    )
    assert [widget for widget in (*tab_stops(dialog), *told) if not spoken_name(widget)] == []


def test_words_follow_the_language_and_colours_the_theme(world: World) -> None:
    world.take()
    for kind in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
        for widget in (world.dialog, *world.dialog.findChildren(object)):
            if hasattr(widget, "changeEvent"):
                QApplication.sendEvent(widget, QEvent(kind))
    assert world.dialog.windowTitle() == "Clone a voice"
    assert len(world.dialog.checks.sentences) == 2
