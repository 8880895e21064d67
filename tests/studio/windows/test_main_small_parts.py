"""The small parts of the window: messages, activities, times, drops, shortcuts."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QProgressBar, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from studio.operations import Operation, Operations, Task
from studio.settings import Settings
from studio.windows import shortcuts
from studio.windows.actions import ACTIONS, Actions
from studio.windows.activity_panel import ActivityPanel, ActivityRow
from studio.windows.command_palette import CommandPalette, plain
from studio.windows.drops import read_drop, sort_files
from studio.windows.durations import clock, remaining, roughly
from studio.windows.menus import MENUS, RECENT
from studio.windows.message_strip import Message, MessageStrip
from studio.windows.shortcuts_editor import ShortcutsEditor


@pytest.fixture
def settings(tmp_path: Path, qapp: object) -> Settings:
    return Settings(tmp_path / "settings.ini")


@pytest.fixture
def actions(settings: Settings) -> Actions:
    return Actions(settings)


def spec(action_id: str):
    return next(s for s in ACTIONS if s.id == action_id)


class TestDurations:
    @pytest.mark.parametrize(
        ("seconds", "text"),
        [(0, "0:00.0"), (12.44, "0:12.4"), (59.96, "1:00.0"), (3723.0, "1:02:03.0"), (-1, "0:00.0")],
    )
    def test_clock(self, seconds: float, text: str) -> None:
        assert clock(seconds) == text

    @pytest.mark.parametrize(
        ("elapsed", "share", "left"), [(10, 0.5, 10), (10, 0.9, 1.1), (1, 0.5, None), (10, 0.001, None), (10, 1, None)]
    )
    def test_remaining(self, elapsed: float, share: float, left: float | None) -> None:
        assert remaining(elapsed, share) == (left if left is None else pytest.approx(left, abs=0.02))

    def test_roughly_is_no_more_exact_than_it_is_known(self, qapp: object) -> None:
        assert "5" in roughly(4.7)
        assert "2" in roughly(130)
        assert "1" in roughly(0.1)


class TestMessageStrip:
    @pytest.fixture
    def strip(self, qtbot: QtBot) -> MessageStrip:
        strip = MessageStrip()
        qtbot.addWidget(strip)
        return strip

    def test_is_not_there_without_a_message(self, strip: MessageStrip) -> None:
        assert not strip.isVisibleTo(None)

    def test_shows_a_sentence_and_its_button(self, strip: MessageStrip, qtbot: QtBot) -> None:
        pressed: list[bool] = []
        strip.show_message(Message("No model.", "warning", "Install…", lambda: pressed.append(True)))
        strip.show()
        button = strip.findChild(QPushButton)
        assert strip.accessibleName() == "No model."
        assert button.text() == "Install…"
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert pressed == [True]
        assert strip.message is None

    def test_the_one_before_comes_back(self, strip: MessageStrip, qtbot: QtBot) -> None:
        strip.show_message(Message("First."))
        strip.show_message(Message("Second.", "error"))
        strip.show()
        assert strip.message == Message("Second.", "error")
        qtbot.mouseClick(strip.findChild(QToolButton), Qt.MouseButton.LeftButton)
        assert strip.message == Message("First.")
        strip.dismiss()
        assert strip.isHidden()

    def test_news_of_the_same_thing_replace_each_other(self, strip: MessageStrip) -> None:
        strip.show_message(Message("No sound.", key="sound"))
        strip.show_message(Message("Still no sound.", key="sound"))
        assert strip.count == 1
        strip.withdraw("sound")
        assert strip.message is None

    def test_the_same_message_is_there_once(self, strip: MessageStrip) -> None:
        strip.show_message(Message("Oh."))
        strip.show_message(Message("Oh."))
        assert strip.count == 1


class TestActivityPanel:
    @pytest.fixture
    def operations(self, qapp: object) -> Iterator[Operations]:
        operations = Operations()
        yield operations
        assert operations.close(5)

    def test_shows_progress_and_lets_the_user_stop(self, qtbot: QtBot, operations: Operations) -> None:
        panel = ActivityPanel(operations=operations)
        qtbot.addWidget(panel)
        panel.show()
        go_on = threading.Event()
        cancelled: list[bool] = []

        def work(task: Task) -> None:
            task.progress("half", 0.5)
            while not go_on.wait(0.005):
                task.check()

        operation = Operation(panel, "Importing", work).on_cancelled(lambda: cancelled.append(True))
        operation.run(operations)
        qtbot.waitUntil(lambda: panel.findChild(QProgressBar) is not None)
        bar = panel.findChild(QProgressBar)
        qtbot.waitUntil(lambda: bar.value() == 500)
        assert bar.accessibleName() == "Importing"
        stop = panel.findChild(ActivityRow).findChild(QToolButton)
        assert "Importing" in stop.accessibleName()
        with qtbot.waitSignal(operations.ended, timeout=2000):
            qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
        assert cancelled == [True]
        assert panel.count == 0

    def test_leaves_out_what_has_no_title(self, qtbot: QtBot, operations: Operations) -> None:
        panel = ActivityPanel(operations=operations)
        qtbot.addWidget(panel)
        with qtbot.waitSignal(operations.ended, timeout=2000):
            Operation(panel, "", lambda _task: None).run(operations)
        assert panel.count == 0

    def test_what_must_end_cannot_be_stopped(self, qtbot: QtBot, operations: Operations) -> None:
        panel = ActivityPanel(operations=operations)
        qtbot.addWidget(panel)
        panel.show()
        go_on = threading.Event()
        Operation(panel, "Saving", lambda _task: go_on.wait(2), essential=True).run(operations)
        row = panel.findChild(ActivityRow)
        assert not row.findChild(QToolButton).isVisibleTo(row)
        with qtbot.waitSignal(operations.ended, timeout=2000):
            go_on.set()


class TestDrops:
    def test_files_are_sorted_by_their_names(self) -> None:
        names = ["a.timbre", "b.SRT", "c.vtt", "d.txt", "e.wav", "f.mp3", "g.pdf"]
        drop = sort_files(Path(name) for name in names)
        assert [path.name for path in drop.projects] == ["a.timbre"]
        assert [path.name for path in drop.scripts] == ["b.SRT", "c.vtt", "d.txt"]
        assert [path.name for path in drop.audio] == ["e.wav", "f.mp3"]
        assert [path.name for path in drop.others] == ["g.pdf"]

    def test_reads_urls_and_text(self) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile("/用户/张三 ö/台词.srt")])
        assert read_drop(data).scripts == (Path("/用户/张三 ö/台词.srt"),)
        data = QMimeData()
        data.setText("Hello.\nBye.")
        assert read_drop(data).text == "Hello.\nBye."

    def test_nothing_useful_is_no_drop(self) -> None:
        data = QMimeData()
        assert not read_drop(data)
        data.setUrls([QUrl("https://example.org/a.txt")])
        assert not read_drop(data)


class TestMenus:
    def test_every_action_is_in_exactly_one_menu(self) -> None:
        placed = [item for _, items in MENUS for item in items.split() if item not in {"|", RECENT}]
        assert sorted(placed) == sorted(s.id for s in ACTIONS)

    def test_no_two_actions_have_the_same_keys(self) -> None:
        keys = [QKeySequence(part) for s in ACTIONS for part in s.keys.split("; ") if part]
        assert len(keys) == len({key.toString() for key in keys})

    @pytest.mark.parametrize(
        ("text", "bare"),
        [("&Save", "Save"), ("Save &as…", "Save as"), ("保存(&S)", "保存"), ("打开(&O)…", "打开"), ("A && B", "A & B")],
    )
    def test_plain_texts(self, text: str, bare: str) -> None:
        assert plain(text) == bare


class TestShortcuts:
    def test_assigning_takes_keys_from_their_owner(self, settings: Settings, actions: Actions) -> None:
        shortcuts.assign(spec("line.add"), "Ctrl+D", settings)
        assert actions["line.add"].shortcut() == QKeySequence("Ctrl+D")
        assert actions["line.duplicate"].shortcuts() == []
        assert shortcuts.owner("Ctrl+D", settings).id == "line.add"

    def test_the_other_keys_of_their_owner_stay(self, settings: Settings, actions: Actions) -> None:
        shortcuts.assign(spec("line.add"), "Ctrl+Y", settings)
        assert actions["edit.redo"].shortcuts() == [QKeySequence("Ctrl+Shift+Z")]

    def test_reset(self, settings: Settings, actions: Actions) -> None:
        shortcuts.assign(spec("line.add"), "Ctrl+Alt+P", settings)
        assert shortcuts.reset(spec("line.add"), settings) is None
        assert actions["line.add"].shortcut() == QKeySequence("Ctrl+Return")
        assert settings.shortcut("line.add") is None

    def test_reset_says_who_has_the_keys_now(self, settings: Settings, actions: Actions) -> None:
        shortcuts.assign(spec("line.add"), "Ctrl+D", settings)
        assert shortcuts.reset(spec("line.duplicate"), settings) == spec("line.add")

    def test_reset_all(self, settings: Settings, actions: Actions) -> None:
        shortcuts.assign(spec("line.add"), "Ctrl+D", settings)
        shortcuts.assign(spec("line.join"), "", settings)
        shortcuts.reset_all(settings)
        for each in ACTIONS:
            assert settings.shortcut(each.id) is None
        assert actions["line.join"].shortcut() == QKeySequence("Ctrl+J")

    def test_survive_a_restart(self, settings: Settings, tmp_path: Path) -> None:
        shortcuts.assign(spec("line.add"), "Ctrl+Alt+P", settings)
        settings.sync()
        again = Actions(Settings(tmp_path / "settings.ini"))
        assert again["line.add"].shortcut() == QKeySequence("Ctrl+Alt+P")


class TestShortcutsEditor:
    @pytest.fixture
    def editor(self, qtbot: QtBot, actions: Actions, settings: Settings) -> Iterator[ShortcutsEditor]:
        editor = ShortcutsEditor(actions, settings)
        editor.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(editor)
        editor.show()
        yield editor
        editor.close()

    def choose(self, editor: ShortcutsEditor, text: str) -> None:
        editor._search.setText(text)
        editor._table.selectRow(0)

    def test_rebinds(self, editor: ShortcutsEditor, actions: Actions, qtbot: QtBot) -> None:
        self.choose(editor, "Add line")
        assert editor.spec == spec("line.add")
        editor._keys.setKeySequence(QKeySequence("Ctrl+Alt+P"))
        qtbot.mouseClick(editor._assign, Qt.MouseButton.LeftButton)
        assert actions["line.add"].shortcut() == QKeySequence("Ctrl+Alt+P")

    def test_tells_conflicts_before_anything_changes(self, editor: ShortcutsEditor, actions: Actions) -> None:
        self.choose(editor, "Add line")
        editor._keys.setKeySequence(QKeySequence("Ctrl+D"))
        assert "Duplicate" in editor._note.text()
        assert actions["line.duplicate"].shortcut() == QKeySequence("Ctrl+D")

    def test_finds_actions_by_their_keys(self, editor: ShortcutsEditor) -> None:
        self.choose(editor, "Ctrl+Shift+M")
        assert editor.spec == spec("line.make_again")

    def test_resets_one(self, editor: ShortcutsEditor, settings: Settings, qtbot: QtBot) -> None:
        shortcuts.assign(spec("line.add"), "Ctrl+Alt+P", settings)
        self.choose(editor, "Add line")
        qtbot.mouseClick(editor._reset, Qt.MouseButton.LeftButton)
        assert settings.shortcut("line.add") is None


class TestCommandPalette:
    @pytest.fixture
    def palette(self, qtbot: QtBot, actions: Actions) -> CommandPalette:
        palette = CommandPalette(actions)
        palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(palette)
        palette.show()
        return palette

    def test_enter_runs_what_fits_best(self, palette: CommandPalette, actions: Actions, qtbot: QtBot) -> None:
        ran: list[str] = []
        actions.bind("play.all", lambda: ran.append("play.all"))
        qtbot.keyClicks(palette._field, "plall")
        qtbot.keyClick(palette._field, Qt.Key.Key_Return)
        assert ran == ["play.all"]
        assert not palette.isVisible()

    def test_arrows_choose(self, palette: CommandPalette, qtbot: QtBot) -> None:
        first = palette._list.currentIndex().row()
        qtbot.keyClick(palette._field, Qt.Key.Key_Down)
        assert palette._list.currentIndex().row() == first + 1

    def test_shows_keys(self, palette: CommandPalette, qtbot: QtBot) -> None:
        qtbot.keyClicks(palette._field, "Open")
        names = [
            palette._model.index(row).data(Qt.ItemDataRole.AccessibleTextRole)
            for row in range(palette._model.rowCount())
        ]
        assert any("Ctrl+O" in name for name in names)

    def test_says_when_nothing_fits(self, palette: CommandPalette, qtbot: QtBot) -> None:
        qtbot.keyClicks(palette._field, "qqqq")
        assert palette._nothing.isVisible()
        qtbot.keyClick(palette._field, Qt.Key.Key_Return)
        assert palette.isVisible()

    def test_leaves_out_what_cannot_be_done_now(self, qtbot: QtBot, actions: Actions) -> None:
        actions["play.stop"].setEnabled(False)
        palette = CommandPalette(actions)
        palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(palette)
        assert all(entry.action is not actions["play.stop"] for entry in palette._model.entries)
