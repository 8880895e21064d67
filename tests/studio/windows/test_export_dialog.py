from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QLabel, QListView, QMenu
from pytestqt.qtbot import QtBot

from engines.audio.formats import FileFormat
from engines.audio.levels import Target
from studio.document.document import Document
from studio.export.plan import ExportMode, OnExisting, Sidecar, Timing
from studio.export.queue import ExportQueue
from studio.operations import Operations
from studio.settings import Settings
from studio.windows.export_dialog import ExportDialog
from tests.studio.export.export_fakes import HummingMaking, script_of


class Rig:
    """A shown dialog for three lines, one of them empty."""

    def __init__(self, qtbot: QtBot, tmp_path: Path) -> None:
        self.qtbot = qtbot
        self.folder = tmp_path / "out"
        self.folder.mkdir()
        self.document = Document()
        self.document.replace(script_of("One", "Two", " "), (), tmp_path / "Film.timbre")
        self.making = HummingMaking(self.document, tmp_path / "takes")
        self.making.automatic = False
        self.operations = Operations()
        self.queue = ExportQueue(self.document, self.making, self.operations, lambda: tmp_path / "takes")
        self.settings = Settings(tmp_path / "settings.ini")
        self.settings.export_folder = str(self.folder)
        self.open()

    def open(self) -> None:
        self.dialog = ExportDialog(
            document=self.document,
            queue=self.queue,
            operations=self.operations,
            settings=self.settings,
            line_ids=[line.id for line in self.document.script.lines],
        )
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        self.qtbot.addWidget(self.dialog)
        self.dialog.show()
        self.qtbot.waitUntil(self.dialog._export.isEnabled)

    def shown(self) -> list[str]:
        model = self.dialog.findChild(QListView).model()
        return [model.index(row, 0).data() for row in range(model.rowCount())]

    def expect(self, *names: str) -> None:
        self.qtbot.waitUntil(lambda: self.shown() == list(names), timeout=3000)

    def type(self, field, text: str) -> None:
        field.selectAll()
        self.qtbot.keyClicks(field, text)

    def choose(self, box, value: str) -> None:
        box.setCurrentIndex(box.findData(value))
        box.activated.emit(box.currentIndex())

    def problem(self) -> str:
        return self.dialog._problem.text if self.dialog._problem.isVisible() else ""


@pytest.fixture
def rig(qtbot: QtBot, tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(qtbot, tmp_path)
    yield rig
    rig.queue.cancel()
    assert rig.operations.close(5)


def test_the_names_are_shown_before_anything_is_written(rig: Rig):
    assert rig.shown() == ["0001 One.wav", "0002 Two.wav"]
    assert rig.dialog._count.text().startswith("2 file")
    assert "left out" in rig.dialog._count.text()
    assert "free" in rig.dialog._count.text()
    assert list(rig.folder.iterdir()) == []


def test_the_preview_follows_the_pattern(rig: Rig):
    rig.type(rig.dialog._files._pattern, "{project} {text}")
    assert not rig.dialog._export.isEnabled()
    rig.expect("Film One.wav", "Film Two.wav")
    assert rig.dialog._export.isEnabled()


def test_a_field_can_be_inserted_from_the_menu(rig: Rig):
    rig.dialog._files._pattern.clear()
    menu = rig.dialog._files.findChild(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
    for action in menu.actions():
        if "{text:40}" in action.text():
            action.trigger()
    rig.expect("One.wav", "Two.wav")


def test_a_wrong_pattern_is_said_at_once(rig: Rig):
    rig.type(rig.dialog._files._pattern, "{oops}")
    rig.qtbot.waitUntil(lambda: "{oops}" in rig.problem())
    assert not rig.dialog._export.isEnabled()
    rig.dialog.accept()
    assert rig.queue.statuses == ()


def test_a_folder_that_cannot_be_used_is_said_at_once(rig: Rig):
    (rig.folder / "file").touch()
    rig.type(rig.dialog._files._folder, str(rig.folder / "file"))
    rig.qtbot.waitUntil(lambda: "is a file" in rig.problem())
    assert not rig.dialog._export.isEnabled()
    rig.dialog._files._folder.clear()
    rig.qtbot.waitUntil(lambda: "Choose a folder" in rig.problem())


def test_too_little_space_is_said_but_does_not_forbid(rig: Rig, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: type("Usage", (), {"free": 10})())
    rig.type(rig.dialog._files._pattern, "x{number}")
    rig.expect("x1.wav", "x2.wav")
    assert "may become full" in rig.problem()
    assert rig.dialog._export.isEnabled()


@pytest.mark.parametrize(
    ("policy", "names"),
    [
        (OnExisting.NUMBER, ["0001 One (2).wav", "0002 Two.wav"]),
        (OnExisting.SKIP, ["0001 One.wav  (exists, will be skipped)", "0002 Two.wav"]),
        (OnExisting.REPLACE, ["0001 One.wav  (exists, will be replaced)", "0002 Two.wav"]),
    ],
)
def test_files_that_exist_are_marked(rig: Rig, policy: OnExisting, names: list[str]):
    (rig.folder / "0001 One.wav").touch()
    rig.choose(rig.dialog._files._existing, policy.value)
    rig.expect(*names)


def test_one_joined_file_has_a_pattern_of_its_own_and_a_gap(rig: Rig):
    assert not rig.dialog._times._seconds["gap"].isEnabled()
    rig.choose(rig.dialog._files._mode, ExportMode.JOINED.value)
    rig.expect("Film.wav")
    assert rig.dialog._times._seconds["gap"].isEnabled()
    rig.choose(rig.dialog._files._mode, ExportMode.LINES.value)
    rig.expect("0001 One.wav", "0002 Two.wav")


def test_accepting_puts_the_shown_files_into_the_queue_and_remembers_the_choices(rig: Rig):
    rig.choose(rig.dialog._files._mode, ExportMode.JOINED.value)
    rig.choose(rig.dialog._pages[1]._rate, "44100")
    rig.choose(rig.dialog._pages[1]._format, "float")
    rig.dialog._times._seconds["gap"].setValue(1.5)
    rig.type(rig.dialog._files._pattern, "all of it")
    rig.expect("all of it.wav")
    rig.qtbot.mouseClick(rig.dialog._export, Qt.MouseButton.LeftButton)
    assert not rig.dialog.isVisible()
    (status,) = rig.queue.statuses
    options = status.item.options
    assert status.item.file == rig.folder / "all of it.wav"
    assert (options.rate, options.file_format, options.gap) == (44_100, FileFormat.WAV_FLOAT, 1.5)
    rig.open()
    assert rig.dialog.options == options
    assert rig.shown() == ["all of it.wav"]


def test_return_exports(rig: Rig):
    rig.qtbot.keyClick(rig.dialog._files._pattern, Qt.Key.Key_Return)
    assert len(rig.queue.statuses) == 2


def test_escape_leaves_everything_as_it_was(rig: Rig):
    rig.type(rig.dialog._files._pattern, "other {number}")
    rig.qtbot.keyClick(rig.dialog, Qt.Key.Key_Escape)
    assert rig.queue.statuses == ()
    assert rig.settings.export_choice("line_pattern") == ""


def test_the_folder_can_be_browsed(rig: Rig, tmp_path: Path):
    rig.dialog.choose_folder()
    (chooser,) = rig.dialog.findChildren(QFileDialog)
    chooser.fileSelected.emit(str(tmp_path / "elsewhere"))
    chooser.close()
    assert rig.dialog.options.folder == tmp_path / "elsewhere"


def test_an_outdated_preview_is_not_shown(rig: Rig):
    rig.dialog._look()
    rig.dialog._files._pattern.setText("newer {number}")
    rig.expect("newer 1.wav", "newer 2.wav")


def test_a_preset_sets_every_page_and_is_recognised(rig: Rig):
    rig.choose(rig.dialog._preset, "dub")
    rig.expect("Film.wav")
    options = rig.dialog.options
    assert (options.timing, options.target, options.sidecars) == (Timing.CUES, Target.BROADCAST, (Sidecar.SRT,))
    assert options.folder == rig.folder
    assert not rig.dialog._times._seconds["head"].isEnabled()
    assert "2 line(s) have no time" in rig.problem()
    rig.choose(rig.dialog._pages[1]._target, Target.LOUD.value)
    assert rig.dialog._preset.currentData() == ""
    rig.choose(rig.dialog._pages[1]._target, Target.BROADCAST.value)
    assert rig.dialog._preset.currentData() == "dub"


def test_sections_that_are_not_there_are_said(rig: Rig):
    rig.choose(rig.dialog._preset, "acx")
    rig.expect("01.mp3")
    assert "no sections" in rig.problem()
    assert rig.dialog._export.isEnabled()


def test_a_format_offers_only_its_rates(rig: Rig):
    sound = rig.dialog._pages[1]
    rig.choose(sound._rate, "44100")
    rig.choose(sound._format, FileFormat.OPUS.value)
    assert [sound._rate.itemData(row) for row in range(sound._rate.count())] == ["24000", "48000"]
    assert rig.dialog.options.rate == 48_000


def test_a_format_that_cannot_be_written_here_is_said(rig: Rig, monkeypatch):
    monkeypatch.setattr("engines.audio.formats.importlib.util.find_spec", lambda _name: None)
    rig.choose(rig.dialog._pages[1]._format, FileFormat.M4B.value)
    rig.qtbot.waitUntil(lambda: "timbre extras install media" in rig.problem())
    assert not rig.dialog._export.isEnabled()


def test_what_is_ticked_is_written_beside(rig: Rig):
    rig.dialog._times._sidecars[Sidecar.VTT].setChecked(True)
    rig.dialog._times._manifest.setChecked(True)
    rig.qtbot.waitUntil(rig.dialog._export.isEnabled)
    rig.dialog.accept()
    options = rig.queue.statuses[0].item.options
    assert options.sidecars == (Sidecar.VTT,)
    assert options.manifest


def test_every_field_can_be_reached_by_a_key_of_its_own(rig: Rig):
    def letters(widgets) -> list[str]:
        texts = [widget.text() for widget in widgets]
        return [text[text.index("&") + 1].lower() for text in texts if "&" in text]

    on_top = [label for label in rig.dialog.findChildren(QLabel) if label.buddy() is rig.dialog._preset]
    for page, count in zip(rig.dialog._pages, (6, 4, 10), strict=True):
        labels = [label for label in page.findChildren(QLabel) if label.buddy()]
        found = letters([*on_top, *labels, *page.findChildren(QAbstractButton)])
        assert len(set(found)) == len(found) == count + 1
