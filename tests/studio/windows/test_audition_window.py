"""Comparing ways to say a line, by keyboard and by buttons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from fake_line_services import FakeTransport
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from voice_fakes import stock

from engines.types import FloatArray
from studio.document.document import Document
from studio.document.edits import remove
from studio.document.script import Line, Member, Script
from studio.emotions import EmotionLibrary
from studio.operations import Operations
from studio.playback.making import Making
from studio.playback.messages import Rendered, TransportState
from studio.settings import Settings
from studio.voices import VoiceLibrary
from studio.windows.audition_axis import Kind
from studio.windows.audition_window import AuditionWindow
from tests.studio.playback.playback_fakes import INFO, FakeSynthesis, chunk_of

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen platform has no real windows


class Recorder(FakeTransport):
    def play_recording(self, samples: FloatArray, rate: int) -> None:
        self.asked.append(("recording", len(samples), rate))
        # As the real one, which ends what it played before.
        self.state_changed.emit(TransportState.WAITING)

    @property
    def played(self) -> int:
        return sum(kind == "recording" for kind, *_ in self.asked)


class Stage:
    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.document, self.operations = Document(), Operations()
        lines = (Line("a", "abc", voice="zf_xiaoxiao"), Line("b", "def"))
        self.document.replace(Script(lines, (Member("", "af_heart"),)), (), None)
        self.synthesis, self.transport = FakeSynthesis(), Recorder()
        self.making = Making(self.document, self.synthesis, self.operations, lambda: folder)  # type: ignore[arg-type]
        self.synthesis.ready.emit(INFO)
        voices = VoiceLibrary(Settings(folder / "settings.ini"))
        voices.set_stock(stock())
        self.session = SimpleNamespace(
            document=self.document,
            making=self.making,
            synthesis=self.synthesis,
            operations=self.operations,
            transport=self.transport,
            emotions=EmotionLibrary(),
            voices=voices,
        )
        self.window = AuditionWindow(self.session, "a")  # type: ignore[arg-type]
        self.window.show()
        self.closed = False
        self.window.finished.connect(self._close)

    def _close(self, _result: int) -> None:
        self.closed = True

    @property
    def table(self) -> list[str]:
        table = self.window.table
        return [table.item(table.currentRow(), column).text() for column in range(table.columnCount())]

    def finish(self) -> None:
        """Complete all that is under way, and wait until it can be heard."""
        for request in [*self.synthesis.open]:
            del self.synthesis.open[request]
            for number in range(3):
                self.synthesis.chunk.emit(request, chunk_of("abc", number))
            with self.qtbot.waitSignal(self.window.auditions.changed):
                self.synthesis.finished.emit(request, Rendered(0.3, 0.1, 0.2, ()))

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self.qtbot.keyClick(self.window.table, key, modifier)


@pytest.fixture
def stage(tmp_path: Path, qtbot: QtBot) -> Iterator[Stage]:
    stage = Stage(tmp_path, qtbot)
    yield stage
    if not stage.closed:
        stage.window.close()
    assert stage.synthesis.open == {}
    assert stage.operations.close()


def test_rows_and_columns_are_what_is_ticked(stage: Stage) -> None:
    table = stage.window.table
    assert (table.rowCount(), table.columnCount()) == (9, 3)
    assert table.verticalHeaderItem(0).text() == "Neutral"
    assert [table.horizontalHeaderItem(column).text() for column in range(3)] == ["0.3", "0.6", "1"]
    stage.window.rows.list.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert table.rowCount() == 8
    stage.window.columns.set_kind(Kind.VOICES)
    titles = [table.horizontalHeaderItem(column).text() for column in range(table.columnCount())]
    assert titles[0] == "As it is"
    assert {"Heart", "Xiaoxiao"} <= set(titles), "the voices at hand"


def test_the_two_axes_are_never_the_same(stage: Stage) -> None:
    columns = stage.window.columns
    columns.box.setCurrentIndex(columns.box.findData(Kind.EMOTIONS.value))
    columns.box.activated.emit(columns.box.currentIndex())
    assert (stage.window.rows.kind, columns.kind) == (Kind.INTENSITIES, Kind.EMOTIONS)


def test_one_axis_is_enough(stage: Stage) -> None:
    stage.window.columns.set_kind(Kind.NOTHING)
    assert stage.window.table.columnCount() == 1
    assert stage.window.auditions.title((1, 0)) == stage.window.table.verticalHeaderItem(1).text()


def test_space_plays_as_soon_as_it_is_made_and_stops(stage: Stage) -> None:
    stage.key(Qt.Key.Key_Down)
    stage.key(Qt.Key.Key_Space)
    assert stage.transport.played == 0
    stage.finish()
    assert stage.transport.played == 1
    assert stage.table[0] == "0.3 s"
    stage.key(Qt.Key.Key_Space)
    assert stage.transport.asked[-1] == ("stop",)
    stage.key(Qt.Key.Key_Space)
    assert stage.transport.played == 2


def test_enter_keeps(stage: Stage) -> None:
    stage.key(Qt.Key.Key_Down)
    stage.key(Qt.Key.Key_Return)
    assert "still being made" in stage.window.note.text
    stage.finish()
    with stage.qtbot.waitSignal(stage.making.made):
        stage.key(Qt.Key.Key_Return)
    emotion = stage.document.script.lines[0].emotion
    assert emotion is not None
    assert emotion.emotion.intensity == 0.3
    assert stage.window.note.text.startswith("Kept:")
    assert stage.table[0] == "0.3 s ✓"
    assert not stage.closed


def test_a_b_and_x(stage: Stage) -> None:
    window = stage.window
    stage.key(Qt.Key.Key_X)
    assert "Shift+A" in window.note.text
    stage.key(Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    stage.key(Qt.Key.Key_A)
    stage.finish()
    assert stage.transport.played == 1
    stage.key(Qt.Key.Key_Down)
    assert not window.letters["x"].isEnabled()
    stage.key(Qt.Key.Key_B)
    stage.finish()
    assert stage.table[0].startswith("B · ")
    assert window.letters["x"].isEnabled()
    stage.key(Qt.Key.Key_X)
    assert stage.transport.played == 3
    assert window.table._playing is None, "it is not told which"
    right = "a" if window.blind.x == window.blind.a else "b"
    window.answers[right].click()
    assert window.note.text == "Right."
    assert window.score.text() == "1 of 1 right"
    wrong = "a" if window.blind.x != window.blind.a else "b"
    window.answers[wrong].click()
    assert "Wrong" in window.note.text
    assert window.score.text() == "1 of 2 right"


def test_a_cell_that_failed_says_why(stage: Stage) -> None:
    stage.synthesis.fail("abc", "There is no such voice.")
    assert stage.window.note.is_error
    assert stage.window.table.item(0, 0).toolTip() == "There is no such voice."


def test_it_closes_with_its_line(stage: Stage) -> None:
    stage.document.edit("Delete", remove(stage.document.script, ["a"]))
    assert stage.closed
