from __future__ import annotations

import threading
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTranslator
from PySide6.QtWidgets import QApplication
from voice_fakes import FakeStore, FakeTransport, no_network, stock

from engines.models.store import State
from studio.document.recovery import Recovered
from studio.operations import Operations
from studio.playback.messages import TransportState
from studio.settings import Settings
from studio.voices import VoiceLibrary
from studio.windows.welcome_install import Phase
from studio.windows.welcome_page import WelcomePage

LEFT = Qt.MouseButton.LeftButton


class World:
    def __init__(self, qtbot, tmp_path, state=State.ABSENT, voices=None):
        self.settings = Settings(tmp_path / "settings.ini")
        self.library = VoiceLibrary(self.settings)
        self.library.set_stock(voices or {})
        self.transport = FakeTransport()
        self.store = FakeStore(state)
        self.operations = Operations()
        self.page = WelcomePage(
            open_store=lambda: self.store,
            operations=self.operations,
            voices=self.library,
            transport=self.transport,
            settings=self.settings,
        )
        qtbot.addWidget(self.page)
        self.page.resize(800, 700)
        self.qtbot = qtbot
        self.card, self.hear = self.page.model_card, self.page.hear_card

    def show(self):
        self.page.show()
        if not self.library.entries():
            self.wait_for(*(phase for phase in Phase if phase is not Phase.CHECKING))
        return self

    def wait_for(self, *phases):
        self.qtbot.waitUntil(lambda: self.page.installation.phase in phases, timeout=3000)

    def install(self):
        self.qtbot.mouseClick(self.card.install_button, LEFT)
        self.qtbot.waitUntil(lambda: bool(self.page.installation.step), timeout=3000)


@pytest.fixture
def new_world(qtbot, tmp_path):
    worlds = []

    def make(**options):
        worlds.append(World(qtbot, tmp_path, **options))
        return worlds[-1]

    yield make
    for world in worlds:
        world.store.go_on.set()
        assert world.operations.close(5)


@pytest.fixture
def world(new_world):
    return new_world().show()


def test_the_model_is_looked_for_away_from_the_gui_thread(world):
    assert world.page.installation.phase is Phase.ABSENT
    assert world.store.threads
    assert threading.get_ident() not in world.store.threads


def test_what_will_be_fetched_is_said_before(world):
    assert world.card.isVisible()
    assert not world.hear.isVisible()
    texts = [label.text() for label in world.card._values]
    assert texts == [
        "Kokoro-82M v1.0, by hexgrad/Kokoro-82M",
        "Apache-2.0",
        "121 MB to fetch",
        str(world.store.info("x").folder),
    ]
    assert world.card.source.currentText() == "package registries (pip and npm)"
    assert world.card.install_button.text() == "Install"
    assert not world.card.offline.isVisible()


def test_another_source_shows_its_size_and_is_used(world):
    world.card.source.setCurrentIndex(1)
    assert world.card._values[2].text() == "356 MB to fetch"
    world.install()
    assert world.store.sources_asked == ["hub"]


def test_installing_shows_progress_and_ends_in_sound(qtbot, world):
    world.install()
    assert world.page.installation.phase is Phase.INSTALLING
    assert world.card.bar.isVisible()
    assert "part-1" in world.card.progress.text()
    assert not world.card.facts.isVisible()
    assert [operation.title for operation in world.operations.running] == ["Installing the speech model"]
    with qtbot.waitSignal(world.page.install_finished, timeout=3000):
        world.store.go_on.set()
    assert world.page.installation.phase is Phase.READY
    assert not world.card.isVisible()
    assert world.hear.isVisible()


def test_the_remaining_time_is_shown_once_it_is_known(world):
    world.install()
    world.page.installation._began -= 30
    world.page.installation._progressed("Fetching part-2 (23 MB)", 0.5)
    assert world.card.bar.value() == 500
    assert "about 30 second(s) left" in world.card.progress.text()


def test_cancelling_keeps_what_was_fetched(qtbot, world):
    world.install()
    qtbot.mouseClick(world.card.cancel_button, LEFT)
    assert world.page.installation.phase is Phase.STOPPING
    assert "Stopping" in world.card.title.text()
    assert not world.card.cancel_button.isEnabled()
    world.store.go_on.set()
    world.wait_for(Phase.ABSENT)
    assert "goes on from there" in world.card.explanation.text()
    assert world.card.install_button.text() == "Continue"
    world.install()
    world.wait_for(Phase.READY)
    assert len(world.store.sources_asked) == 2


def test_a_failure_is_explained_and_can_be_retried(qtbot, world):
    world.store.errors.append(no_network())
    world.store.go_on.set()
    world.install()
    world.wait_for(Phase.FAILED)
    assert world.card.note.text == str(no_network())
    assert world.card.install_button.text() == "Try again"
    assert "Copy the folder" in world.card.offline.text()
    assert world.card.offline.isVisible()
    qtbot.mouseClick(world.card.install_button, LEFT)
    world.wait_for(Phase.READY)
    assert world.card.note.text == ""


@pytest.mark.parametrize(
    ("state", "title", "button"),
    [(State.DAMAGED, "damaged", "Repair"), (State.OUTDATED, "prepared again", "Prepare")],
)
def test_a_model_that_is_not_fit_can_be_mended(new_world, state, title, button):
    world = new_world(state=state).show()
    assert title in world.card.title.text()
    assert world.card.install_button.text() == button
    world.store.go_on.set()
    world.install()
    world.wait_for(Phase.READY)


def test_an_installed_model_needs_no_installation(new_world):
    world = new_world(state=State.READY).show()
    assert world.hear.isVisible()
    assert not world.card.isVisible()


def test_with_an_engine_nothing_is_looked_for(new_world):
    world = new_world(voices=stock()).show()
    assert world.hear.isVisible()
    assert world.store.threads == set()


def test_voices_that_arrive_end_the_waiting(world):
    world.library.set_stock(stock())
    assert world.hear.isVisible()


def test_a_model_that_came_meanwhile_is_found_when_the_page_is_shown_again(world):
    world.page.hide()
    world.store.state = State.READY
    world.page.show()
    world.wait_for(Phase.READY)


@pytest.fixture
def ready(new_world):
    return new_world(voices=stock()).show()


def test_one_button_speaks_the_sentence(qtbot, ready):
    assert ready.hear.text.toPlainText().startswith("Hello!")
    qtbot.mouseClick(ready.hear.hear_button, LEFT)
    utterance = ready.transport.heard[0]
    assert (utterance.text, utterance.voice) == (ready.hear.text.toPlainText(), "af_heart")
    assert ready.hear.hear_button.text() == "Stop"
    assert ready.hear.bar.isVisible()
    ready.transport.preparing.emit(0.5)
    assert ready.hear.bar.value() == 50
    ready.transport.set_state(TransportState.PLAYING)
    assert not ready.hear.bar.isVisible()
    qtbot.mouseClick(ready.hear.hear_button, LEFT)
    assert ready.transport.state is TransportState.STOPPED
    assert ready.hear.hear_button.text() == "Hear it"


def test_ones_own_text_and_voice_are_spoken(qtbot, ready):
    ready.hear.text.selectAll()
    qtbot.keyClicks(ready.hear.text, "Good morning.")
    qtbot.mouseClick(ready.hear.voice, LEFT)
    popup = ready.hear.voice.popup
    assert popup.isVisible()
    qtbot.keyClicks(popup.browser.search, "george")
    qtbot.keyClick(popup.browser.search, Qt.Key.Key_Return)
    assert ready.hear.voice.text() == "George · English (UK)"
    qtbot.keyClick(ready.hear.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert [(u.text, u.voice) for u in ready.transport.heard] == [("Good morning.", "bm_george")]


def test_an_empty_text_and_a_failure_are_explained(qtbot, ready):
    ready.hear.text.clear()
    qtbot.mouseClick(ready.hear.hear_button, LEFT)
    assert "write a sentence" in ready.hear.note.text
    ready.hear.text.setPlainText("Hi.")
    assert ready.hear.note.text == ""
    ready.transport.refusal = "There is no sound device: connect one."
    qtbot.mouseClick(ready.hear.hear_button, LEFT)
    assert ready.hear.note.text == ready.transport.refusal
    assert ready.hear.hear_button.text() == "Hear it"


class Chinese(QTranslator):
    def translate(self, context, text, disambiguation=None, n=-1):
        return "你好！" if text.startswith("Hello!") else text


def test_the_sentence_is_in_the_language_of_the_interface(new_world):
    translator = Chinese()
    QCoreApplication.installTranslator(translator)
    try:
        world = new_world(voices=stock())
        assert world.hear.text.toPlainText() == "你好！"
        assert world.hear.voice.voice == "zf_xiaoxiao"
    finally:
        QCoreApplication.removeTranslator(translator)
    QApplication.sendEvent(world.hear, QEvent(QEvent.Type.LanguageChange))
    assert world.hear.text.toPlainText().startswith("Hello!")
    assert world.hear.voice.voice == "af_heart"
    world.hear.text.setPlainText("mine")
    QApplication.sendEvent(world.hear, QEvent(QEvent.Type.LanguageChange))
    assert world.hear.text.toPlainText() == "mine"


def test_three_ways_on(qtbot, ready):
    page = ready.page
    for button, signal in (
        (page.new_button, page.new_requested),
        (page.open_button, page.open_requested),
        (page.sample_button, page.sample_requested),
    ):
        with qtbot.waitSignal(signal, timeout=100):
            qtbot.mouseClick(button, LEFT)


def test_recent_files_are_listed_and_opened(qtbot, ready):
    page = ready.page
    assert not page.recent.isVisible()
    paths = (Path("/home/maya/第一集.timbre"), Path("/home/maya/a & b.timbre"))
    page.set_recent(paths)
    assert page.recent.isVisible()
    assert [button.text() for button in page.recent.buttons] == ["第一集", "a && b"]
    with qtbot.waitSignal(page.recent_requested, timeout=100) as asked:
        qtbot.mouseClick(page.recent.buttons[1], LEFT)
    assert asked.args == [paths[1]]
    page.set_recent(())
    assert not page.recent.isVisible()


def test_unsaved_work_is_offered_and_can_be_discarded(qtbot, ready):
    page = ready.page
    one = Recovered(Path("/x"), "Episode 3", datetime(2026, 11, 29, 12, 0), None, 12)
    page.set_recoverable((one, one._replace(name="")))
    assert [button.text() for button in page.recoverable.buttons] == ["Episode 3", "Untitled"]
    with qtbot.waitSignal(page.recover_requested, timeout=100) as asked:
        qtbot.mouseClick(page.recoverable.buttons[0], LEFT)
    assert asked.args == [one]
    assert page.recoverable.drop_buttons[0].accessibleName() == "Discard Episode 3"
    with qtbot.waitSignal(page.discard_requested, timeout=100) as asked:
        qtbot.mouseClick(page.recoverable.drop_buttons[0], LEFT)
    assert asked.args == [one]


def test_the_page_can_be_left_out_at_start_up(qtbot, ready):
    assert ready.page.at_start.isChecked()
    ready.page.at_start.click()
    assert not ready.settings.show_welcome
    ready.settings.show_welcome = True
    assert ready.page.at_start.isChecked()


def test_language_and_theme_are_followed(world):
    world.page.set_recent((Path("/a.timbre"),))
    for widget in (world.page, world.card, world.hear, world.hear.voice):
        for kind in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
            QApplication.sendEvent(widget, QEvent(kind))
    assert world.card.install_button.text() == "Install"
    assert world.page.recent.buttons[0].text() == "a"


def test_closing_during_an_installation_leaves_nothing_running(world):
    world.install()
    world.store.go_on.set()
    assert world.operations.close(5)
