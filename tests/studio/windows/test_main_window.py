"""The whole window over a real session with a made-up engine and sound card."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDropEvent, QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QFileDialog, QLabel, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from engines.errors import ModelMissingError
from studio.document.edits import append
from studio.playback.messages import TransportState
from studio.translations import Translations
from studio.windows import theme
from studio.windows.about import About
from studio.windows.actions import ACTIONS
from studio.windows.clone_dialog import CloneDialog
from studio.windows.command_palette import CommandPalette
from studio.windows.docks import PLACES
from studio.windows.export_dialog import ExportDialog
from studio.windows.import_dialog import ImportDialog
from studio.windows.main_window import MainWindow
from studio.windows.preferences import Preferences
from studio.windows.shortcuts_editor import ShortcutsEditor
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import make_session


class Studio:
    """A window, its session, and what a user does with them."""

    def __init__(self, folder: Path, qtbot: QtBot, **options: object) -> None:
        self.engine = StepEngine()
        self.session = make_session(folder, self.engine, **options)
        self.session.settings.show_welcome = False
        self.window = MainWindow(self.session)
        self.window.complete()
        self.window.show()
        self.bot = qtbot
        self.ended = False
        self.window.closed.connect(self._end)

    def _end(self, keep: bool) -> None:
        self.ended = True
        assert self.session.close(keep=keep)

    def do(self, action_id: str) -> None:
        action = self.window.actions_table[action_id]
        assert action.isEnabled(), f"{action_id} is not possible now"
        action.trigger()

    def write(self, *texts: str) -> list[str]:
        document = self.session.document
        document.edit("Type", append(document.script, texts))
        return [line.id for line in document.script.lines[-len(texts) :]]

    @property
    def texts(self) -> list[str]:
        return [line.text for line in self.session.document.script.lines]

    def dialog(self, kind: type[QDialog]) -> QDialog:
        found = [w for w in QApplication.topLevelWidgets() if isinstance(w, kind) and w.isVisible()]
        assert found, f"there is no {kind.__name__}"
        return found[-1]

    def finish(self) -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog):
                widget.close()
        self.engine.free.set()
        if not self.ended:
            self.window.leave(keep=False)
        self.window.deleteLater()


@pytest.fixture
def studio(tmp_path: Path, qtbot: QtBot) -> Iterator[Studio]:
    studio = Studio(tmp_path / "home", qtbot)
    yield studio
    studio.finish()


class TestActions:
    def test_every_action_has_a_handler(self, studio: Studio) -> None:
        table = studio.window.actions_table
        signals = ("2triggered(bool)", "2toggled(bool)")
        idle = [s.id for s in ACTIONS if not any(table[s.id].receivers(signal) for signal in signals)]
        assert idle == []

    def test_every_action_is_in_the_menu_bar(self, studio: Studio) -> None:
        def leaves(widget: QWidget) -> Iterator[QAction]:
            for action in widget.actions():
                if action.menu():
                    yield from leaves(action.menu())
                else:
                    yield action

        assert set(studio.window.actions_table) <= set(leaves(studio.window.menuBar()))

    def test_undo_and_redo_say_what_they_do(self, studio: Studio) -> None:
        undo = studio.window.actions_table["edit.undo"]
        assert not undo.isEnabled()
        studio.write("Hello.")
        assert "Type" in undo.text()
        studio.do("edit.undo")
        assert studio.texts == []
        assert "Type" in studio.window.actions_table["edit.redo"].text()
        studio.do("edit.redo")
        assert studio.texts == ["Hello."]

    def test_a_rebound_key_works_at_once(self, studio: Studio) -> None:
        studio.window.activateWindow()
        studio.session.settings.set_shortcut("view.activity", "Ctrl+Alt+P")
        dock = studio.window.docks["view.activity"]
        studio.bot.waitUntil(studio.window.isActiveWindow)
        studio.bot.keyClick(
            studio.window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
        )
        studio.bot.waitUntil(dock.isHidden)

    @pytest.mark.parametrize(
        ("action", "kind"),
        [
            ("edit.preferences", Preferences),
            ("help.shortcuts", ShortcutsEditor),
            ("help.about", About),
            ("view.palette", CommandPalette),
            ("file.open", QFileDialog),
            ("file.import", QFileDialog),
            ("file.save", QFileDialog),
            ("file.save_as", QFileDialog),
        ],
    )
    def test_opens_its_dialog(self, studio: Studio, action: str, kind: type[QDialog]) -> None:
        studio.do(action)
        assert studio.dialog(kind).windowTitle()

    def test_the_palette_runs_actions(self, studio: Studio) -> None:
        studio.do("view.palette")
        palette = studio.dialog(CommandPalette)
        assert isinstance(palette, CommandPalette)
        studio.bot.keyClicks(palette._field, "welcome")
        studio.bot.keyClick(palette._field, Qt.Key.Key_Return)
        assert studio.window.panels.welcome.isVisible()

    def test_about_shows_licences(self, studio: Studio) -> None:
        studio.do("help.about")
        about = studio.dialog(About)
        assert isinstance(about, About)
        studio.bot.waitUntil(lambda: "Apache License" in about._licence.toPlainText())
        assert "Kokoro" in about._notice.toPlainText()


class TestPlaying:
    @pytest.fixture
    def lines(self, studio: Studio) -> list[str]:
        studio.session.start()
        return studio.write("First.", "Second.", "Third.")

    def played(self, studio: Studio) -> list[str]:
        started: list[str] = []
        studio.session.transport.line_started.connect(started.append)
        return started

    def test_space_plays_the_selection_and_pauses(self, studio: Studio, lines: list[str]) -> None:
        studio.window.script.select(lines[1:2])
        started = self.played(studio)
        studio.do("play.toggle")
        studio.bot.waitUntil(lambda: started == lines[1:2])
        studio.do("play.toggle")
        assert studio.session.transport.state is TransportState.PAUSED
        studio.do("play.toggle")
        with studio.bot.waitSignal(studio.session.transport.finished, timeout=5000):
            pass
        assert started == lines[1:2]

    def test_play_from_here_goes_on_to_the_end(self, studio: Studio, lines: list[str]) -> None:
        studio.window.script.select(lines[1:2])
        started = self.played(studio)
        studio.do("play.here")
        studio.bot.waitUntil(lambda: started == lines[1:], timeout=5000)

    def test_play_all_and_stop(self, studio: Studio, lines: list[str]) -> None:
        studio.window.script.select(lines[2:])
        started = self.played(studio)
        studio.do("play.all")
        studio.bot.waitUntil(lambda: started[:1] == lines[:1], timeout=5000)
        studio.do("play.stop")
        assert studio.session.transport.state is TransportState.STOPPED
        # A line whose making has begun is finished; until then there is something to stop.
        studio.bot.waitUntil(lambda: not studio.window.actions_table["play.stop"].isEnabled())

    def test_escape_takes_back_what_waits(self, studio: Studio, lines: list[str]) -> None:
        studio.engine.free.clear()
        studio.do("line.make_all")
        assert studio.session.making.waiting
        studio.do("play.stop")
        assert not studio.session.making.waiting

    def test_loop(self, studio: Studio, lines: list[str]) -> None:
        studio.do("play.loop")
        assert studio.session.transport.loop

    def test_the_toolbar_chooses_the_device(self, studio: Studio) -> None:
        box = next(b for b in studio.window.findChildren(QComboBox) if b.accessibleName() == "Output device")
        studio.bot.waitUntil(lambda: box.findData("headphones") >= 0)
        box.setCurrentIndex(box.findData("headphones"))
        box.activated.emit(box.currentIndex())
        assert studio.session.settings.output_device == "headphones"
        assert studio.session.transport.device == "headphones"


class TestCurves:
    def test_curves_are_opened_and_edited_by_keyboard_alone(self, studio: Studio) -> None:
        studio.session.start()
        lines = studio.write("First.", "Second.")
        studio.window.script.select(lines[1:])
        panel = studio.window.curves
        studio.bot.wait(50)
        assert panel.state.shown is None, "nobody sees it behind the waveform"
        studio.do("line.curves")
        studio.bot.waitUntil(lambda: panel.state.shown is not None, timeout=5000)
        assert panel.state.shown
        assert panel.state.shown.clause.text == "Second."
        studio.bot.keyClick(panel.view, Qt.Key.Key_Up)
        line = studio.session.document.script.lines[1]
        assert [edit.symbols for edit in line.edits] == ["Second."]
        assert studio.window.panels.inspector.curves.isVisibleTo(studio.window.panels.inspector)
        studio.bot.waitUntil(lambda: "Second." in studio.engine.said, timeout=5000)
        studio.do("edit.undo")
        assert studio.session.document.script.lines[1].edits == ()


class TestStatus:
    def labels(self, studio: Studio) -> str:
        return " | ".join(label.text() for label in studio.window.status.findChildren(QLabel) if label.isVisible())

    def test_tells_the_backend_and_what_waits(self, studio: Studio) -> None:
        assert "Loading" in self.labels(studio)
        with studio.bot.waitSignal(studio.session.synthesis.ready, timeout=5000):
            studio.session.start()
        assert "fake" in self.labels(studio)
        studio.engine.free.clear()
        studio.write("First.", "Second.")
        studio.do("line.make_all")
        assert "queued" in self.labels(studio)

    def test_tells_how_safe_the_work_is(self, studio: Studio) -> None:
        studio.write("Hello.")
        assert studio.window.isWindowModified()
        studio.bot.waitUntil(lambda: "Autosaved" in self.labels(studio))
        assert "Untitled" in studio.window.windowTitle()


class TestProjects:
    def test_saves_under_the_chosen_name(self, studio: Studio, tmp_path: Path) -> None:
        studio.write("Hello.")
        studio.do("file.save")
        dialog = studio.dialog(QFileDialog)
        with studio.bot.waitSignal(studio.session.projects.saved, timeout=5000):
            dialog.fileSelected.emit(str(tmp_path / "剧本.timbre"))
        assert (tmp_path / "剧本.timbre").is_file()
        assert "剧本" in studio.window.windowTitle()
        assert not studio.window.isWindowModified()
        with studio.bot.waitSignal(studio.session.projects.saved, timeout=5000):
            studio.write("More.")
            studio.do("file.save")

    def test_recent_files_are_in_the_menu(self, studio: Studio, tmp_path: Path) -> None:
        studio.session.settings.add_recent_file(tmp_path / "one.timbre")
        recent = studio.window.files.recent
        recent.aboutToShow.emit()
        assert recent.actions()[0].text() == "one"
        recent.actions()[-1].trigger()
        recent.aboutToShow.emit()
        assert not recent.actions()[0].isEnabled()

    @pytest.mark.parametrize("answer", ["save", "discard", "cancel"])
    def test_a_new_project_asks_when_work_would_be_lost(self, studio: Studio, answer: str, tmp_path: Path) -> None:
        studio.write("Hello.")
        studio.do("file.new")
        box = studio.dialog(QMessageBox)
        assert isinstance(box, QMessageBox)
        if answer == "cancel":
            box.button(QMessageBox.StandardButton.Cancel).click()
            assert studio.texts == ["Hello."]
            return
        with studio.bot.waitSignal(studio.session.projects.opened, timeout=5000):
            if answer == "save":
                box.button(QMessageBox.StandardButton.Save).click()
                studio.dialog(QFileDialog).fileSelected.emit(str(tmp_path / "a.timbre"))
            else:
                box.button(QMessageBox.StandardButton.Discard).click()
        assert studio.texts == []
        assert (tmp_path / "a.timbre").exists() == (answer == "save")

    def test_nothing_is_asked_when_nothing_can_be_lost(self, studio: Studio) -> None:
        with studio.bot.waitSignal(studio.session.projects.opened, timeout=5000):
            studio.do("file.sample")
        assert len(studio.texts) > 5

    def test_export_asks_what_and_where(self, studio: Studio) -> None:
        studio.write("Hello.")
        studio.do("file.export")
        assert studio.dialog(ExportDialog)

    def test_export_of_nothing_says_so(self, studio: Studio) -> None:
        studio.do("file.export")
        assert studio.window.strip.message


class TestClose:
    def test_asks_when_work_would_be_lost(self, studio: Studio) -> None:
        studio.write("Hello.")
        studio.window.close()
        assert not studio.ended
        box = studio.dialog(QMessageBox)
        assert isinstance(box, QMessageBox)
        box.button(QMessageBox.StandardButton.Cancel).click()
        assert studio.window.isVisible()
        studio.do("file.quit")
        box = studio.dialog(QMessageBox)
        assert isinstance(box, QMessageBox)
        box.button(QMessageBox.StandardButton.Discard).click()
        assert studio.ended

    def test_save_and_close(self, studio: Studio, tmp_path: Path) -> None:
        studio.write("Hello.")
        studio.window.close()
        box = studio.dialog(QMessageBox)
        assert isinstance(box, QMessageBox)
        box.button(QMessageBox.StandardButton.Save).click()
        studio.dialog(QFileDialog).fileSelected.emit(str(tmp_path / "a.timbre"))
        studio.bot.waitUntil(lambda: studio.ended)
        assert (tmp_path / "a.timbre").is_file()

    def test_just_closes_when_all_is_safe(self, studio: Studio) -> None:
        studio.window.close()
        assert studio.ended

    def test_the_steps_of_undo_may_go_before_the_window(self, studio: Studio) -> None:
        studio.write("Rubbish.")
        studio.window.leave(keep=False)
        delete(studio.session.document.undo_stack)
        assert studio.window.actions_table["edit.undo"].text() == "&Undo"

    def test_while_playing(self, studio: Studio) -> None:
        studio.session.start()
        studio.write("A line that plays for a while.", "Another.")
        with studio.bot.waitSignal(studio.session.transport.position, timeout=5000):
            studio.do("play.all")
        studio.window.leave(keep=True)
        assert studio.ended


class TestDrops:
    def drop(self, studio: Studio, data: QMimeData) -> None:
        position = QPointF(QPoint(20, 20))
        event = QDropEvent(
            position,
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        studio.window.dropEvent(event)

    def files(self, *paths: Path) -> QMimeData:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        return data

    def test_a_project_is_opened(self, studio: Studio, tmp_path: Path) -> None:
        studio.write("Hello.")
        with studio.bot.waitSignal(studio.session.projects.saved, timeout=5000):
            studio.session.projects.save(tmp_path / "a.timbre")
        with studio.bot.waitSignal(studio.session.projects.opened, timeout=5000):
            self.drop(studio, self.files(tmp_path / "a.timbre"))
        assert studio.texts == ["Hello."]

    @pytest.mark.parametrize(
        ("name", "content"),
        [("台词 1.txt", "Hello.\n你好。\n"), ("a.srt", "1\n00:00:01,000 --> 00:00:02,000\nHello.\n你好。\n")],
    )
    def test_text_and_subtitles_are_imported(self, studio: Studio, tmp_path: Path, name: str, content: str) -> None:
        (tmp_path / name).write_text(content, "utf-8")
        with studio.bot.waitSignal(studio.session.projects.imported, timeout=5000):
            self.drop(studio, self.files(tmp_path / name))
        assert "你好。" in " ".join(studio.texts)

    def test_odd_files_are_shown_first(self, studio: Studio, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_text("text\nHello.\n", "utf-8")
        with studio.bot.waitSignal(studio.session.projects.doubtful, timeout=5000):
            self.drop(studio, self.files(tmp_path / "a.csv"))
        dialog = studio.dialog(ImportDialog)
        assert isinstance(dialog, ImportDialog)
        studio.bot.waitUntil(dialog.accept_button.isEnabled)
        dialog.accept()
        assert studio.texts == ["Hello."]

    def test_the_menu_shows_what_was_understood(self, studio: Studio, tmp_path: Path) -> None:
        (tmp_path / "a.txt").write_text("Hello.\n", "utf-8")
        studio.do("file.import")
        chooser = studio.dialog(QFileDialog)
        assert isinstance(chooser, QFileDialog)
        assert "*.epub" in chooser.nameFilters()[0]
        chooser.filesSelected.emit([str(tmp_path / "a.txt")])
        dialog = studio.dialog(ImportDialog)
        assert isinstance(dialog, ImportDialog)
        studio.bot.waitUntil(dialog.accept_button.isEnabled)
        dialog.reject()
        assert studio.texts == []

    def test_pieces_of_text_become_lines(self, studio: Studio) -> None:
        data = QMimeData()
        data.setText("One.\nTwo.")
        self.drop(studio, data)
        assert studio.texts == ["One.", "Two."]

    def test_audio_is_for_cloning(self, studio: Studio, tmp_path: Path) -> None:
        self.drop(studio, self.files(tmp_path / "voice.wav"))
        dialog = studio.dialog(CloneDialog)
        assert isinstance(dialog, CloneDialog)
        studio.bot.waitUntil(lambda: dialog.note.is_error)  # there is no such file

    def test_anything_else_is_named(self, studio: Studio) -> None:
        studio.window.drops.take_files([Path("a.pdf")])
        assert studio.window.strip.message
        assert "a.pdf" in studio.window.strip.message.text


class TestNotices:
    def test_lost_work_is_offered(self, tmp_path: Path, qtbot: QtBot) -> None:
        first = make_session(tmp_path)
        first.document.edit("Type", append(first.document.script, ["Precious."]))
        first.close(keep=True)
        first.projects.autosave.workspace.release()
        studio = Studio(tmp_path, qtbot)
        with qtbot.waitSignal(studio.session.projects.found, timeout=5000):
            studio.session.start()
        button = studio.window.strip.findChild(QPushButton)
        assert "Precious" in studio.window.strip.message.text
        with qtbot.waitSignal(studio.session.projects.opened, timeout=5000):
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert studio.texts == ["Precious."]
        studio.finish()

    def test_a_missing_model_leads_to_its_installation(self, tmp_path: Path, qtbot: QtBot) -> None:
        def missing() -> StepEngine:
            raise ModelMissingError("The speech model is not installed.")

        studio = Studio(tmp_path, qtbot, open_engine=missing)
        with qtbot.waitSignal(studio.session.synthesis.unavailable, timeout=5000):
            studio.session.start()
        qtbot.mouseClick(studio.window.strip.findChild(QPushButton), Qt.MouseButton.LeftButton)
        assert studio.window.panels.welcome.isVisible()
        studio.finish()

    def test_an_unexpected_error_can_be_copied(self, studio: Studio) -> None:
        studio.window.notices.report_fault("ValueError: oh", "Traceback: all of it")
        assert "ValueError" in studio.window.strip.message.text
        studio.bot.mouseClick(studio.window.strip.findChild(QPushButton), Qt.MouseButton.LeftButton)
        assert QGuiApplication.clipboard().text() == "Traceback: all of it"


class TestLayout:
    @pytest.mark.parametrize("place", PLACES, ids=lambda place: place.action)
    def test_every_panel_can_be_hidden_and_shown(self, studio: Studio, place: object) -> None:
        dock = studio.window.docks[place.action]
        studio.do(place.action)
        assert dock.isHidden()
        assert not studio.window.actions_table[place.action].isChecked()
        studio.do(place.action)
        assert not dock.isHidden()

    def test_the_switch_follows_a_panel_closed_by_its_button(self, studio: Studio) -> None:
        studio.window.docks["view.voices"].close()
        assert not studio.window.actions_table["view.voices"].isChecked()

    def test_is_remembered_and_can_be_reset(self, tmp_path: Path, qtbot: QtBot) -> None:
        first = Studio(tmp_path, qtbot)
        first.do("view.cast")
        first.window.close()
        first.finish()
        second = Studio(tmp_path, qtbot)
        assert second.window.docks["view.cast"].isHidden()
        second.do("view.reset_layout")
        assert not second.window.docks["view.cast"].isHidden()
        second.finish()

    def test_f6_goes_round_the_panels(self, studio: Studio) -> None:
        studio.write("Hello.")
        studio.window.activateWindow()
        studio.bot.waitUntil(studio.window.isActiveWindow)
        studio.bot.waitUntil(lambda: bool(studio.window.panels.inspector.line_ids))
        studio.window.script.setFocus()

        def panel() -> QWidget | None:
            focus = QApplication.focusWidget()
            homes = [studio.window.docks[place.action].widget() for place in PLACES]
            return next((home for home in homes if focus and (home is focus or home.isAncestorOf(focus))), None)

        seen = []
        for _ in range(8):
            studio.do("view.next_panel")
            seen.append(panel())
        assert {studio.window.panels.voices, studio.window.panels.cast, studio.window.panels.inspector} <= set(seen)
        assert None in seen  # the script

    def test_what_is_not_labelled_has_an_accessible_name(self, studio: Studio) -> None:
        boxes = studio.window.statusBar().parentWidget().findChildren(QComboBox)
        assert [box for box in boxes if box.isVisible() and not _named(box)] == []


def _named(widget: QWidget) -> bool:
    labels = widget.window().findChildren(QLabel)
    return bool(widget.accessibleName()) or any(label.buddy() is widget for label in labels)


class TestLooks:
    def test_follows_the_language(self, studio: Studio, qapp: QApplication) -> None:
        translations = Translations(qapp)
        translations.use("zh_CN")
        try:
            studio.bot.waitUntil(lambda: "文件" in studio.window.menuBar().actions()[0].text())
        finally:
            translations.use("en")
        studio.bot.waitUntil(lambda: "File" in studio.window.menuBar().actions()[0].text())

    def test_follows_the_theme(self, studio: Studio, qapp: QApplication) -> None:
        before = qapp.palette()
        icon = studio.window.actions_table["file.open"].icon().cacheKey()
        try:
            theme.apply(qapp, "dark")
            studio.bot.waitUntil(lambda: studio.window.actions_table["file.open"].icon().cacheKey() != icon)
        finally:
            qapp.setPalette(before)

    def test_preferences_hold_at_once(self, studio: Studio) -> None:
        studio.do("edit.preferences")
        dialog = studio.dialog(Preferences)
        assert isinstance(dialog, Preferences)
        dialog._theme.setCurrentIndex(dialog._theme.findData("dark"))
        dialog._theme.activated.emit(dialog._theme.currentIndex())
        dialog._language.setCurrentIndex(dialog._language.findData("zh_CN"))
        dialog._language.activated.emit(dialog._language.currentIndex())
        dialog._welcome.setChecked(True)
        settings = studio.session.settings
        assert (settings.theme, settings.language, settings.show_welcome) == ("dark", "zh_CN", True)

    def test_keys_are_shown_in_tool_tips(self, studio: Studio) -> None:
        assert QKeySequence("Ctrl+O").toString() in studio.window.actions_table["file.open"].shortcut().toString()
