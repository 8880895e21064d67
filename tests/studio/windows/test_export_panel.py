from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QPalette
from PySide6.QtWidgets import QPushButton, QTableView
from pytestqt.qtbot import QtBot

from studio.document.document import Document
from studio.export.plan import ExportOptions, plan
from studio.export.publish import DiskFullError
from studio.export.queue import ExportQueue
from studio.operations import Operations
from studio.settings import Settings
from studio.windows import theme
from studio.windows.actions import Actions
from studio.windows.export_panel import ExportPanel
from tests.studio.export.export_fakes import HummingMaking, script_of


class Rig:
    """A shown panel over a queue that a humming maker feeds."""

    def __init__(self, qtbot: QtBot, tmp_path: Path) -> None:
        self.qtbot = qtbot
        self.folder = tmp_path / "out"
        self.document = Document()
        self.document.replace(script_of("One", "Two", "Three"), (), None)
        self.making = HummingMaking(self.document, tmp_path / "takes")
        self.operations = Operations()
        self.queue = ExportQueue(self.document, self.making, self.operations, lambda: tmp_path / "takes")
        self.actions = Actions(Settings(tmp_path / "settings.ini"))
        self.panel = ExportPanel(queue=self.queue, actions=self.actions)
        qtbot.addWidget(self.panel)
        self.panel.show()
        self.table = self.panel.findChild(QTableView)

    def add(self) -> None:
        options = ExportOptions(self.folder, pattern="{number}")
        lines = [line.id for line in self.document.script.lines]
        self.queue.add(plan(self.document.script, lines, options, (), "Project").items)

    def finish(self, act) -> None:
        with self.qtbot.waitSignal(self.queue.finished, timeout=5000):
            act()

    def begin(self) -> None:
        """Put three files in; the first is being made."""
        self.making.automatic = False
        self.add()
        self.qtbot.waitUntil(lambda: self.making.queued == ["line1"])

    def click(self, text: str) -> None:
        self.qtbot.mouseClick(self.button(text), Qt.MouseButton.LeftButton)

    def button(self, text: str) -> QPushButton:
        (found,) = [button for button in self.panel.findChildren(QPushButton) if button.text() == text]
        return found

    def column(self, number: int) -> list[str]:
        model = self.table.model()
        return [model.index(row, number).data() for row in range(model.rowCount())]


@pytest.fixture
def rig(qtbot: QtBot, tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(qtbot, tmp_path)
    yield rig
    rig.queue.cancel()
    assert rig.operations.close(5)


def test_an_empty_panel_says_how_to_begin(rig: Rig, qtbot: QtBot):
    assert not rig.table.isVisible()
    (button,) = [
        button
        for button in rig.panel.findChildren(QObject)
        if getattr(button, "defaultAction", None) and button.defaultAction() is rig.actions["file.export"]
    ]
    with qtbot.waitSignal(rig.actions["file.export"].triggered):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_every_file_has_a_row_with_its_state(rig: Rig):
    rig.finish(rig.add)
    assert rig.table.isVisible()
    assert rig.column(0) == ["1.wav", "2.wav", "3.wav"]
    assert rig.column(1) == ["Done"] * 3
    assert not rig.table.model().index(0, 1).data(Qt.ItemDataRole.DecorationRole).isNull()
    assert "3 file" in rig.panel._summary.text()


def test_progress_and_remaining_time_are_shown(rig: Rig):
    rig.begin()
    rig.making.sound(2)
    assert rig.column(1) == ["Making", "Waiting", "Waiting"]
    assert rig.column(2)[0] == "63 %"
    assert rig.panel._bar.isVisible()
    rig.making.make_next()
    rig.qtbot.waitUntil(lambda: "left" in rig.panel._summary.text(), timeout=3000)
    assert rig.panel._summary.text().startswith("1 of 3")
    assert 0 < rig.panel._bar.value() < 1000


def test_cancel_all(rig: Rig):
    rig.begin()
    rig.finish(lambda: rig.click("Cancel all"))
    assert rig.column(1) == ["Cancelled"] * 3
    assert rig.making.queued == []
    assert not rig.panel._bar.isVisible()


def test_cancel_the_chosen_one_by_key(rig: Rig):
    rig.begin()
    rig.table.selectRow(1)
    assert rig.button("Cancel").isEnabled()
    rig.panel.activateWindow()
    rig.table.setFocus()
    rig.qtbot.keyClick(rig.table, Qt.Key.Key_Delete)
    assert rig.column(1) == ["Making", "Cancelled", "Waiting"]


def test_retry(rig: Rig):
    rig.making.will_fail = {"line2": "The voice is gone; choose another one."}
    rig.finish(rig.add)
    assert rig.column(1) == ["Done", "Failed", "Done"]
    assert rig.column(2)[1] == "The voice is gone; choose another one."
    assert rig.table.model().index(1, 2).data(Qt.ItemDataRole.ToolTipRole) == rig.column(2)[1]
    assert "1 failed" in rig.panel._summary.text()
    rig.making.will_fail = {}
    rig.finish(lambda: rig.click("Retry all"))
    assert rig.column(1) == ["Done"] * 3


def test_only_what_can_be_done_is_offered(rig: Rig):
    rig.making.will_fail = {"line2": "No."}
    rig.finish(rig.add)
    assert not rig.button("Cancel all").isEnabled()
    rig.table.selectRow(0)
    assert not rig.button("Retry").isEnabled()
    rig.table.selectRow(1)
    assert rig.button("Retry").isEnabled()


def test_pause_and_resume(rig: Rig):
    rig.begin()
    rig.click("Pause")
    assert rig.column(1) == ["Waiting"] * 3
    assert rig.making.queued == []
    assert "paused" in rig.panel._summary.text()
    rig.making.automatic = True
    rig.finish(lambda: rig.click("Resume"))
    assert rig.column(1) == ["Done"] * 3
    assert "0:00.1" in rig.column(2)[0]
    assert not rig.button("Pause").isEnabled()


def test_a_full_disk_pauses_and_says_why(rig: Rig, monkeypatch):
    def full(*_arguments):
        raise DiskFullError("The disk is full; free some space.")

    with monkeypatch.context() as patch:
        patch.setattr("studio.export.job.write_item", full)
        rig.add()
        rig.qtbot.waitUntil(rig.panel._trouble.isVisible)
        assert rig.panel._trouble.text == "The disk is full; free some space."
        rig.qtbot.waitUntil(lambda: rig.column(1) == ["Waiting"] * 3)
    rig.finish(lambda: rig.click("Resume"))
    assert rig.column(1) == ["Done"] * 3
    assert not rig.panel._trouble.isVisible()


def test_clear_finished(rig: Rig):
    rig.making.will_fail = {"line2": "No."}
    rig.finish(rig.add)
    rig.click("Clear finished")
    assert rig.table.model().rowCount() == 0
    assert not rig.table.isVisible()


class UrlCatcher(QObject):
    caught = Signal(QUrl)

    @Slot(QUrl)
    def catch(self, url: QUrl) -> None:
        self.caught.emit(url)


def test_open_folder(rig: Rig, qtbot: QtBot):
    rig.finish(rig.add)
    catcher = UrlCatcher()
    QDesktopServices.setUrlHandler("file", catcher, "catch")
    try:
        with qtbot.waitSignal(catcher.caught) as blocker:
            rig.click("Open folder")
    finally:
        QDesktopServices.unsetUrlHandler("file")
    assert Path(blocker.args[0].toLocalFile()) == rig.folder


def test_rows_can_be_painted_in_every_state_and_theme(rig: Rig, qapp):
    rig.making.will_fail = {"line1": "No."}
    rig.begin()
    rig.table.selectAll()
    before = QPalette(qapp.palette())
    try:
        for name in ("light", "dark"):
            theme.apply(qapp, name)
            assert not rig.panel.grab().isNull()
        rig.making.make_next()
        rig.qtbot.waitUntil(lambda: rig.column(1)[0] == "Failed")
        assert not rig.panel.grab().isNull()
    finally:
        qapp.setPalette(before)


def test_everything_has_a_name_for_a_screen_reader(rig: Rig):
    rig.finish(rig.add)
    assert rig.table.accessibleName()
    assert rig.panel._bar.accessibleName()
    model = rig.table.model()
    assert model.index(0, 1).data(Qt.ItemDataRole.AccessibleTextRole) == "Done"
    assert [model.headerData(n, Qt.Orientation.Horizontal) for n in range(3)] == ["File", "State", "Details"]
