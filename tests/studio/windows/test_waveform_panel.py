from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from fake_line_services import RATE, FakeMaking, FakeTransport, chunk_of, sound, take_of
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from studio.document.document import Document
from studio.document.edits import remove, set_fields
from studio.document.script import Line, Script
from studio.document.state import LineState
from studio.document.takes import Take
from studio.operations import Operations
from studio.playback.audio_files import write_take
from studio.settings import Settings
from studio.voices import VoiceLibrary
from studio.windows import theme
from studio.windows.actions import Actions
from studio.windows.waveform_panel import WaveformPanel
from studio.windows.waveform_view import WaveformView


@dataclass
class Stage:
    """A panel and all that is around it."""

    panel: WaveformPanel
    document: Document
    making: FakeMaking
    transport: FakeTransport
    actions: Actions
    folder: Path
    qtbot: QtBot

    @property
    def view(self) -> WaveformView:
        return self.panel.findChild(WaveformView)

    def message(self) -> str:
        return self.panel._message.text()

    def button(self, take_id: str) -> QToolButton:
        return next(b for b in self.panel.findChildren(QToolButton) if b.property("take") == take_id)

    def take(self, line_id: str, take_id: str, seconds: float = 2.0, pitch: float = 220.0) -> Take:
        take = take_of(self.document, line_id, take_id, seconds=seconds)
        write_take(self.folder, take_id, sound(seconds, pitch=pitch), RATE)
        self.document.add_take(take)
        return take

    def loaded(self, *take_ids: str) -> None:
        self.qtbot.waitUntil(lambda: all(self.panel._shelf.get(take_id) for take_id in take_ids), timeout=3000)

    def shown(self) -> list[str]:
        return [lane.take_id for lane in self.view.lanes if not lane.isHidden()]

    def active(self) -> str:
        return self.panel._hearing.choice.active

    def click(self, lane: int, share: float) -> None:
        plot = self.view.lanes[lane].plot
        self.qtbot.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(round(plot.width() * share), 30))


@pytest.fixture
def stage(qtbot: QtBot, tmp_path: Path) -> Iterator[Stage]:
    document = Document()
    lines = (Line("one", "One two three four"), Line("two", "你好"), Line("empty", ""))
    document.replace(Script(lines), (), None)
    making, transport, operations = FakeMaking(document), FakeTransport(), Operations()
    settings = Settings(tmp_path / "settings.ini")
    actions = Actions(settings)
    panel = WaveformPanel(
        document=document,
        making=making,
        voices=VoiceLibrary(settings),
        transport=transport,
        operations=operations,
        takes_folder=lambda: tmp_path,
        actions=actions,
    )
    qtbot.addWidget(panel)
    panel.resize(800, 300)
    panel.grab()  # lays it out
    yield Stage(panel, document, making, transport, actions, tmp_path, qtbot)
    assert operations.close(5)


def test_nothing_to_show_is_said_in_a_sentence(stage: Stage) -> None:
    assert "Select a line" in stage.message()
    stage.panel.set_line("one")
    assert "press Space" in stage.message()
    stage.panel.set_line("empty")
    assert "no text" in stage.message()
    stage.panel.set_line("")
    assert "Select a line" in stage.message()


def test_every_state_of_a_line_without_audio_has_its_sentence(stage: Stage) -> None:
    stage.panel.set_line("one")
    stage.making.set_state("one", LineState.QUEUED)
    assert "Waiting" in stage.message()
    stage.making.set_state("one", LineState.MAKING)
    assert "Making" in stage.message()
    stage.making.preparing.emit("one", "Measuring the voice", 0.4)
    assert stage.message() == "Measuring the voice: 40 %"
    stage.making.errors["one"] = "The voice is not installed; choose another."
    stage.making.set_state("one", LineState.FAILED)
    assert stage.message() == "The voice is not installed; choose another."


def test_rebound_play_key_is_the_one_that_is_named(stage: Stage) -> None:
    stage.actions._settings.set_shortcut("play.toggle", "P")
    stage.panel.set_line("one")
    assert "press P to" in stage.message()
    stage.actions._settings.set_shortcut("play.toggle", "")
    stage.panel.set_line("")
    stage.panel.set_line("one")
    assert "play the line" in stage.message()


def test_take_is_read_and_drawn(stage: Stage) -> None:
    stage.take("one", "a")
    stage.panel.set_line("one")
    assert stage.shown() == ["a"]
    stage.loaded("a")
    lane = stage.view.lanes[0]
    assert stage.view.range.duration == 2.0
    assert lane.words.visible_words() == ("One", "two", "three", "four")
    picture = stage.panel.grab().toImage()
    wave = theme.colour("wave").rgb()
    assert any(picture.pixel(x, 150) == wave for x in range(0, 800, 2))


def test_unreadable_take_says_so(stage: Stage) -> None:
    stage.document.add_take(take_of(stage.document, "one", "gone"))
    stage.panel.set_line("one")
    stage.qtbot.waitUntil(lambda: stage.message() != "", timeout=3000)
    assert stage.message().endswith(".")
    assert stage.shown() == ["gone"]


def test_line_being_made_grows_and_becomes_its_take_without_being_read(stage: Stage) -> None:
    stage.panel.set_line("one")
    stage.making.set_state("one", LineState.MAKING)
    samples = sound(1.5)
    stage.making.add_chunk("one", chunk_of(0, samples[:RATE], [("One", 0)]))
    assert stage.shown() == [""]
    assert stage.view.range.duration == 2.0
    stage.making.add_chunk("one", chunk_of(RATE, samples[RATE:], [("two", 4)]))
    assert stage.view.lanes[0].words.visible_words() == ("One", "two")
    assert not stage.panel.grab().isNull()
    stage.making.set_state("one", None)
    stage.document.add_take(take_of(stage.document, "one", "a", seconds=1.5))  # there is no file
    assert stage.shown() == ["a"]
    assert stage.panel._shelf.get("a") is not None
    assert stage.view.range.duration == 1.5


def test_line_selected_while_it_is_made_shows_what_there_is(stage: Stage) -> None:
    stage.making.set_state("one", LineState.MAKING)
    stage.making.add_chunk("one", chunk_of(0, sound(1.0)))
    stage.panel.set_line("one")
    assert stage.shown() == [""]
    assert stage.panel._live.sound is not None
    assert stage.panel._live.sound.seconds == 1.0


def test_cancelled_line_goes_back_to_what_it_was(stage: Stage) -> None:
    stage.panel.set_line("one")
    stage.making.set_state("one", LineState.MAKING)
    stage.making.add_chunk("one", chunk_of(0, sound(1.0)))
    stage.making.set_state("one", None)
    assert "Not made yet" in stage.message()


def test_click_plays_the_stopped_line_from_there(stage: Stage) -> None:
    stage.take("one", "a")
    stage.panel.set_line("one")
    stage.panel.grab()
    with stage.qtbot.waitSignal(stage.panel.play_from) as asked:
        stage.click(0, 0.5)
    assert asked.args[0] == "one"
    assert asked.args[1] == pytest.approx(1.0, abs=0.02)
    assert stage.panel.cursor_position == pytest.approx(1.0, abs=0.02)


def test_drag_seeks_once_where_the_button_is_let_go(stage: Stage) -> None:
    stage.take("one", "a")
    stage.panel.set_line("one")
    stage.panel.grab()
    stage.transport.start("one")
    viewport = stage.view.lanes[0].plot.viewport()
    stage.qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=QPoint(10, 30))
    stage.qtbot.mouseMove(viewport, QPoint(300, 30))
    stage.transport.position.emit("one", 0.1)
    stage.qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=QPoint(viewport.width() // 4, 30))
    assert [what for what, *_ in stage.transport.asked] == ["seek"]
    assert stage.transport.asked[0][1] == pytest.approx(0.5, abs=0.02)


def test_click_on_a_word_plays_from_its_start(stage: Stage) -> None:
    stage.take("one", "a")
    stage.panel.set_line("one")
    stage.panel.grab()
    words = stage.view.lanes[0].words
    with stage.qtbot.waitSignal(stage.panel.play_from) as asked:
        stage.qtbot.mouseClick(words, Qt.MouseButton.LeftButton, pos=QPoint(round(words.width() * 0.6), 8))
    assert asked.args == ["one", 1.0]


def test_playhead_follows_and_highlights_the_word(stage: Stage) -> None:
    stage.take("one", "a")
    stage.panel.set_line("one")
    stage.transport.start("one")
    stage.transport.position.emit("one", 1.2)
    stage.transport.position.emit("two", 0.3)  # another line is none of its business
    lane = stage.view.lanes[0]
    assert lane.plot.playhead == pytest.approx(1.2)
    assert lane.words.current is not None
    assert lane.words.current.text == "three"
    stage.transport.stop()
    assert lane.plot.playhead == 0.0


def test_playhead_turns_the_page_when_zoomed_in(stage: Stage) -> None:
    stage.take("one", "a", seconds=8.0)
    stage.panel.set_line("one")
    for _ in range(3):
        stage.actions["view.zoom_in"].trigger()
    assert stage.view.range.width == pytest.approx(1.0)
    stage.transport.start("one")
    for tick in range(40):
        stage.transport.position.emit("one", tick / 10)
        assert stage.view.range.start <= tick / 10 <= stage.view.range.end


def test_keyboard_moves_the_cursor_and_plays(stage: Stage) -> None:
    stage.take("one", "a")
    stage.panel.set_line("one")
    press = stage.qtbot.keyClick
    press(stage.view, Qt.Key.Key_Right)
    assert stage.panel.cursor_position == pytest.approx(0.05)
    press(stage.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert stage.panel.cursor_position == pytest.approx(0.55)
    press(stage.view, Qt.Key.Key_Left)
    assert stage.panel.cursor_position == pytest.approx(0.5)
    assert "0.50 of 2.00 seconds: two" in stage.view.accessibleDescription()
    with stage.qtbot.waitSignal(stage.panel.play_from) as asked:
        press(stage.view, Qt.Key.Key_Return)
    assert asked.args == ["one", pytest.approx(0.5)]
    press(stage.view, Qt.Key.Key_End)
    assert stage.panel.cursor_position == 2.0
    press(stage.view, Qt.Key.Key_Home)
    assert stage.panel.cursor_position == 0.0
    stage.transport.start("one")
    press(stage.view, Qt.Key.Key_End)
    assert stage.transport.asked[-1] == ("seek", 2.0)


def test_zoom_by_actions_keys_and_wheel(stage: Stage) -> None:
    stage.take("one", "a")
    stage.panel.set_line("one")
    stage.panel.grab()
    stage.actions["view.zoom_in"].trigger()
    assert stage.view.range.width == 1.0
    stage.actions["view.zoom_out"].trigger()
    assert stage.view.range.width == 2.0
    stage.qtbot.keyClick(stage.view, Qt.Key.Key_Plus)
    assert stage.view.range.width == 1.0
    stage.actions["view.zoom_fit"].trigger()
    assert stage.view.range.width == 2.0
    turn(stage, 120)
    assert stage.view.range.width == pytest.approx(1.6)
    turn(stage, 120)
    start = stage.view.range.start
    turn(stage, -120, Qt.KeyboardModifier.ShiftModifier)
    assert stage.view.range.start > start
    assert stage.view.range.width == pytest.approx(1.28)
    stage.view._scroll_bar.setValue(0)
    assert stage.view.range.start == 0.0


def turn(stage: Stage, angle: int, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """The wheel, in the middle of the first lane."""
    viewport = stage.view.lanes[0].plot.viewport()
    place = QPointF(viewport.width() / 2, 30)
    event = QWheelEvent(
        place,
        QPointF(viewport.mapToGlobal(place.toPoint())),
        QPoint(),
        QPoint(0, angle),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)


def test_spectrogram_is_computed_when_asked_for(stage: Stage) -> None:
    stage.take("one", "a")
    stage.panel.set_line("one")
    stage.loaded("a")
    stage.actions["view.spectrogram"].trigger()
    kept = stage.panel._shelf.get("a")
    assert kept is not None
    stage.qtbot.waitUntil(lambda: kept.spectrogram is not None, timeout=3000)
    plot = stage.view.lanes[0].plot
    assert plot._image.isVisible()
    assert not stage.panel.grab().isNull()
    stage.actions["view.spectrogram"].trigger()
    assert not plot._image.isVisible()


def test_two_takes_side_by_side_and_switched_at_the_same_position(stage: Stage) -> None:
    stage.take("one", "a")
    stage.panel.set_line("one")
    assert not stage.actions["play.switch_take"].isEnabled()
    stage.take("one", "b")
    assert stage.shown() == ["b"]
    stage.button("a").click()
    assert stage.shown() == ["a", "b"]
    assert stage.active() == "a"
    assert stage.button("a").isChecked()
    assert stage.button("b").isChecked()
    stage.actions["play.switch_take"].trigger()
    assert stage.active() == "b"
    assert stage.transport.asked == []  # nothing was playing
    stage.transport.start("one")
    stage.transport.position.emit("one", 0.8)
    stage.actions["play.switch_take"].trigger()
    assert stage.transport.asked == [("take", "a", 0.8)]
    assert stage.active() == "a"
    stage.transport.position.emit("one", 1.0)
    stage.button("b").click()
    assert stage.transport.asked[-1] == ("take", "b", 1.0)
    stage.button("b").click()
    assert stage.shown() == ["b"]


def test_click_in_the_other_lane_plays_that_take(stage: Stage) -> None:
    stage.take("one", "a")
    stage.take("one", "b")
    stage.panel.set_line("one")
    stage.button("a").click()
    stage.panel.grab()
    stage.click(0, 0.25)
    assert stage.transport.asked[-1][:2] == ("take", "a")
    assert stage.active() == "a"
    stage.click(0, 0.5)
    assert stage.transport.asked[-1] == ("seek", pytest.approx(1.0, abs=0.02))
    stage.click(1, 0.5)
    assert stage.transport.asked[-1] == ("take", "b", pytest.approx(1.0, abs=0.02))


def test_buttons_of_takes_have_room(stage: Stage) -> None:
    stage.take("one", "a")
    stage.panel.set_line("one")
    stage.panel.grab()
    button = stage.button("a")
    assert button.width() >= button.sizeHint().width()
    assert stage.panel._bar.strip.height() >= button.sizeHint().height()


def test_playing_the_line_makes_its_own_take_the_active_one(stage: Stage) -> None:
    stage.take("one", "a")
    stage.take("one", "b")
    stage.panel.set_line("one")
    stage.button("a").click()
    assert stage.active() == "a"
    stage.transport.play(["one"])
    assert stage.active() == "b"


def test_take_is_chosen_for_the_line_and_that_can_be_undone(stage: Stage) -> None:
    stage.take("one", "a")
    stage.take("one", "b")
    stage.panel.set_line("one")
    stage.button("a").click()
    stage.panel._bar.use.click()
    assert stage.document.script.lines[0].take == "a"
    assert stage.document.undo_stack.undoText() == "Use take A"
    assert "in use" in stage.button("a").text()
    stage.document.undo_stack.undo()
    assert stage.document.script.lines[0].take == ""
    assert "in use" in stage.button("b").text()


def test_take_tells_its_voice_as_the_user_knows_it(stage: Stage) -> None:
    stage.take("one", "a")
    stage.panel.set_line("one")
    assert "Heart" in stage.button("a").text()


def test_new_take_is_shown_beside_the_chosen_one(stage: Stage) -> None:
    stage.take("one", "a")
    stage.document.edit("Use", set_fields(stage.document.script, ["one"], take="a"))
    stage.panel.set_line("one")
    stage.take("one", "b")
    assert stage.shown() == ["a", "b"]
    assert stage.active() == "b"


def test_take_is_deleted(stage: Stage) -> None:
    stage.take("one", "a")
    stage.take("one", "b")
    stage.panel.set_line("one")
    stage.transport.start("one")
    stage.panel._bar.delete.click()
    assert stage.transport.asked == [("stop",)]
    assert [take.id for take in stage.document.takes("one")] == ["a"]
    assert stage.shown() == ["a"]
    stage.panel._bar.delete.click()
    assert "Not made yet" in stage.message()
    assert not stage.panel._bar.delete.isEnabled()


def test_changed_line_makes_its_take_stale(stage: Stage) -> None:
    stage.take("one", "a")
    stage.panel.set_line("one")
    assert "stale" not in stage.button("a").text()
    stage.document.edit("Type", set_fields(stage.document.script, ["one"], text="Five"))
    assert "stale" in stage.button("a").text()
    assert stage.view.lanes[0].words.visible_words()[0] == "One"  # it still says what it says


def test_deleted_line_and_another_project_leave_nothing(stage: Stage) -> None:
    stage.take("one", "a")
    stage.panel.set_line("one")
    stage.document.edit("Delete", remove(stage.document.script, ["one"]))
    assert stage.panel.line_id == ""
    stage.panel.set_line("two")
    stage.document.replace(Script((Line("two", "new"),)), (), None)
    assert stage.panel.line_id == ""
    assert stage.panel._shelf.get("a") is None


def test_quick_selection_does_not_show_the_wrong_take(stage: Stage) -> None:
    stage.take("one", "a")
    stage.take("two", "b", seconds=1.0)
    for line in ("one", "two") * 5:
        stage.panel.set_line(line)
    stage.loaded("b")
    assert stage.shown() == ["b"]
    assert stage.view.range.duration == 1.0


def test_both_themes_draw_in_their_colours(stage: Stage) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    stage.take("one", "a")
    stage.panel.set_line("one")
    stage.loaded("a")
    before, style = application.palette(), application.style().name()
    try:
        for name in ("light", "dark"):
            theme.apply(application, name)
            surface = theme.colour("surface").rgb()
            lane = stage.view.lanes[0]
            stage.qtbot.waitUntil(lambda lane=lane, surface=surface: lane.grab().toImage().pixel(3, 120) == surface)
    finally:
        application.setPalette(before)
        application.setStyle(style)


def test_everything_has_a_name_for_the_screen_reader(stage: Stage) -> None:
    stage.take("one", "a")
    stage.panel.set_line("one")
    for button in stage.panel.findChildren(QToolButton):
        if button.isVisibleTo(stage.panel):
            assert button.accessibleName() or button.text() or button.arrowType() is not Qt.ArrowType.NoArrow
    assert "Take A" in stage.button("a").accessibleName()
    assert stage.view.accessibleName()


class TestTable:
    def shown(self, stage: Stage) -> list[list[str]]:
        model = stage.panel._table.model()
        return [
            [model.index(row, column).data() for column in range(model.columnCount())]
            for row in range(model.rowCount())
        ]

    def test_a_take_is_a_row_a_word_with_times_and_levels(self, stage: Stage) -> None:
        stage.panel.set_line("one")
        stage.take("one", "a")
        stage.loaded("a")
        stage.panel._bar.table.click()
        rows = self.shown(stage)
        words = [word.text for word in stage.view.lanes[0].words._words]
        assert [row[0] for row in rows if row[1]] == words
        starts, ends = ([float(row[column].removesuffix(" s")) for row in rows] for column in (2, 3))
        assert starts[0] == 0
        assert ends[-1] == 2
        assert ends[:-1] == starts[1:], "the rows tile the take"
        for row in rows:
            peak, level = (float(text.removesuffix(" dB")) for text in row[4:])
            assert -60 < level < peak <= 0

    def test_a_row_moves_the_cursor_and_return_plays_from_it(self, stage: Stage) -> None:
        stage.panel.set_line("one")
        stage.take("one", "a")
        stage.loaded("a")
        stage.panel._bar.table.click()
        table = stage.panel._table
        table.setCurrentIndex(table.model().index(2, 0))
        start = table.content.rows[2].start
        assert stage.panel.cursor_position == pytest.approx(start)
        with stage.qtbot.waitSignal(stage.panel.play_from) as asked:
            stage.qtbot.keyClick(table, Qt.Key.Key_Return)
        assert asked.args == ["one", pytest.approx(start)]
        stage.panel._bar.table.click()
        assert stage.view.isVisibleTo(stage.panel)
