"""The video panel in the window: what the user sees and does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from studio.document.edits import insert, set_video
from studio.document.script import Line, Script
from studio.document.video import Video
from studio.video.placing import Placed
from studio.windows.clone_dialog import CloneDialog
from studio.windows.main_window import MainWindow
from studio.windows.toolbar import TopBar
from studio.windows.video_cues import cues_of
from studio.windows.video_timeline import Stretch
from tests.media.media_samples import beep, shade, write_video
from tests.studio.shell_fakes import make_session

TIMES = [n / 25 for n in range(75)]
LINES = (Line("a", "Hello", start=0.5, end=1.0), Line("b", "Again", start=2.0, end=2.5))


class Studio:
    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.session = make_session(folder)
        self.session.settings.show_welcome = False
        self.window = MainWindow(self.session)
        self.window.complete()
        self.window.show()
        self.bot = qtbot
        self.window.closed.connect(lambda keep: self.session.close(keep=keep))
        qtbot.waitUntil(lambda: hasattr(self.window, "video_commands"))
        self.panel = self.window.video
        document = self.session.document
        document.edit("Type", insert(document.script, 0, LINES))

    def open(self, film: Path) -> None:
        self.window.video_commands.open_file(film)
        self.bot.waitUntil(lambda: self.session.video.info is not None)

    def press(self, action: str) -> None:
        assert self.window.actions_table[action].isEnabled()
        self.window.actions_table[action].trigger()


@pytest.fixture
def studio(tmp_path: Path, qtbot: QtBot) -> Iterator[Studio]:
    studio = Studio(tmp_path / "home", qtbot)
    yield studio
    studio.window.leave(keep=False)


@pytest.fixture
def film(tmp_path: Path) -> Path:
    return write_video(tmp_path / "film.mp4", TIMES, beep(1.0, 3.0, length=0.5))


def test_opening_shows_picture_sound_and_lines(studio: Studio, qtbot: QtBot, film: Path) -> None:
    studio.open(film)
    panel = studio.panel
    assert panel.isVisible()
    qtbot.waitUntil(lambda: not panel.picture.image.isNull())
    assert [cue.line_id for cue in panel.timeline.cues.in_view()] == ["a", "b"]
    qtbot.waitUntil(lambda: studio.session.video.outline is not None)
    assert panel.timeline.view.duration == pytest.approx(3.0, abs=0.1)
    studio.session.document.undo_stack.undo()
    assert studio.session.document.script.video is None


def test_the_picture_is_that_of_the_place_that_was_gone_to(studio: Studio, qtbot: QtBot, film: Path) -> None:
    studio.open(film)
    studio.panel.timeline.pointed.emit(1.62, True)

    def grey() -> int:
        image = studio.panel.picture.image
        return 0 if image.isNull() else image.pixelColor(image.width() // 2, image.height() // 2).red()

    qtbot.waitUntil(lambda: abs(grey() - shade(40)) < 8)
    assert studio.session.dub.position == pytest.approx(1.62)


def test_a_cue_that_is_clicked_is_gone_to(studio: Studio, qtbot: QtBot, film: Path) -> None:
    studio.open(film)
    cues = studio.panel.timeline.cues
    place = cues._place(cues.cues[1]).center()
    qtbot.mouseClick(cues, Qt.MouseButton.LeftButton, pos=place.toPoint())
    assert studio.session.dub.position == pytest.approx(2.0)
    assert studio.window.script.current_id() == "b"


def test_a_missing_video_is_told_with_a_way_to_find_it(
    studio: Studio, qtbot: QtBot, film: Path, tmp_path: Path
) -> None:
    document = studio.session.document
    document.edit("Open", set_video(document.script, Video(str(tmp_path / "gone.mp4"), offset=1.0)))
    qtbot.waitUntil(lambda: studio.window.strip.message is not None)
    message = studio.window.strip.message
    assert message is not None
    assert "gone.mp4" in message.text
    assert message.button
    assert "gone.mp4" in studio.panel.picture.sentence
    studio.open(film)
    assert studio.window.strip.message is None
    assert document.script.video == Video(str(film), offset=1.0)


def test_sound_alone_has_no_picture_and_says_so(studio: Studio, qtbot: QtBot, tmp_path: Path) -> None:
    studio.open(write_video(tmp_path / "voice.m4a", (), beep(0.5, 2.0)))
    assert "no picture" in studio.panel.picture.sentence
    assert not studio.window.actions_table["video.export_video"].isEnabled()
    assert studio.window.actions_table["video.export_sound"].isEnabled()


def test_controls_are_edits_and_a_row_of_changes_is_one(studio: Studio, qtbot: QtBot, film: Path) -> None:
    studio.open(film)
    stack, controls = studio.session.document.undo_stack, studio.panel.controls
    steps = stack.count()
    for value in (10, 11, 12):
        controls.lowered.setValue(value)
    assert stack.count() == steps + 1
    controls.offset.setValue(0.75)
    controls.original.setCurrentIndex(controls.original.findData("mute"))
    controls.original.activated.emit(controls.original.currentIndex())
    assert studio.session.document.script.video == Video(str(film), "", 0.75, "mute", 12.0)
    assert controls.lowered.isHidden()
    qtbot.waitUntil(lambda: studio.panel.timeline.cues.cues[0].start == pytest.approx(1.25))
    stack.undo()
    stack.undo()
    assert controls.offset.value() == 0.0
    assert not controls.lowered.isHidden()


def test_a_stretch_is_drawn_with_shift_or_marked_with_the_keyboard(studio: Studio, qtbot: QtBot, film: Path) -> None:
    studio.open(film)
    panel, plot = studio.panel, studio.panel.timeline.plot
    for kind, share in (
        (QEvent.Type.MouseButtonPress, 0.25),
        (QEvent.Type.MouseMove, 0.5),
        (QEvent.Type.MouseButtonRelease, 0.75),
    ):
        spot = QPointF(plot.width() * share, 20)
        event = QMouseEvent(
            kind,
            spot,
            plot.mapToGlobal(spot),
            Qt.MouseButton.LeftButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.ShiftModifier,
        )
        QApplication.sendEvent(plot.viewport(), event)
    assert panel.stretch is not None
    assert tuple(panel.stretch) == pytest.approx((0.75, 2.25), abs=0.05)
    studio.session.dub.seek(1.0)
    studio.press("video.mark_start")
    studio.session.dub.seek(2.0)
    studio.press("video.mark_end")
    assert panel.stretch == Stretch(1.0, 2.0)


def test_a_stretch_is_cloned_from(studio: Studio, qtbot: QtBot, film: Path) -> None:
    studio.open(film)
    assert not studio.window.actions_table["video.clone"].isEnabled()
    studio.panel.timeline.set_stretch(Stretch(0.5, 2.5))
    opened: list[Path] = []
    studio.window.video_commands._clone = opened.append
    studio.press("video.clone")
    qtbot.waitUntil(lambda: bool(opened))
    assert opened[0].name == "film 0.50-2.50.wav"
    assert opened[0].parent == studio.session.recordings
    assert studio.window.findChild(CloneDialog) is None


@pytest.mark.parametrize(("action", "name"), [("export_sound", "film (dub).wav"), ("export_video", "film (dub).mp4")])
def test_exports_ask_for_a_name_and_tell_what_was_written(
    studio: Studio, qtbot: QtBot, film: Path, action: str, name: str
) -> None:
    studio.session.start()
    studio.open(film)
    studio.press(f"video.{action}")
    dialog = studio.window.findChild(QFileDialog)
    assert dialog is not None
    assert Path(dialog.selectedFiles()[0]).name == name
    dialog.done(0)
    writer = studio.session.dub_files
    target = film.with_name(name)
    dialog.fileSelected.emit(str(target))
    with qtbot.waitSignal(writer.written, timeout=5000):
        pass
    assert target.is_file()
    message = studio.window.strip.message
    assert message is not None
    assert name in message.text


def test_a_video_may_be_dropped(studio: Studio, qtbot: QtBot, film: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(film))])
    event = QDropEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    studio.window.dropEvent(event)
    video = studio.session.document.script.video
    assert video is not None
    assert video.file == film


def test_without_the_package_the_strip_says_what_to_install(
    studio: Studio, film: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engines.media.container.importlib.util.find_spec", lambda _name: None)
    studio.window.video_commands.open_file(film)
    message = studio.window.strip.message
    assert message is not None
    assert "PyAV" in message.text
    assert studio.session.document.script.video is None


def test_lines_at_the_same_time_are_in_two_rows() -> None:
    script = Script(tuple(Line(name, name) for name in "abc"))
    placed = [Placed("a", 0.0, 2.0, None), Placed("b", 1.0, 2.0, None), Placed("c", 2.5, 1.0, None)]
    assert [(cue.line_id, cue.row) for cue in cues_of(script, placed)] == [("a", 0), ("b", 1), ("c", 0)]


def test_the_clock_of_the_toolbar_is_that_of_the_video(studio: Studio, qtbot: QtBot, film: Path) -> None:
    bar = studio.window.findChild(TopBar)
    assert bar is not None
    (clock,) = [label for label in bar.findChildren(QLabel) if label.accessibleName() == "Position"]
    studio.open(film)
    studio.session.dub.play(2.0)
    assert clock.text() == "0:02.0"
    studio.session.dub.seek(2.6)
    assert clock.text() == "0:02.6"
    studio.session.transport.stop()
    assert clock.text() == "0:00.0"
    studio.session.dub.seek(1.0)
    assert clock.text() == "0:00.0"
