"""Every window, panel and dialog of the program with something in it, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QDialog, QTabWidget, QWidget
from pytestqt.qtbot import QtBot

from engines.voices.store import VoiceStore
from studio.document.edits import append
from studio.windows.docks import PLACES
from studio.windows.main_window import MainWindow
from tests.studio.clone_fakes import FakeTools, profile
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import make_session

DIALOGS = (
    *("edit.preferences", "help.shortcuts", "help.about", "view.palette", "file.export", "edit.lexicons"),
    *("voice.clone", "voice.blend", "voice.tags", "voice.rename", "line.fit_limits", "emotion.audition"),
    *("emotion.save", "line.pause", "edit.find", "edit.replace"),
)
"""Actions that open a window of ours, or a bar in the main one."""


class EveryWindow:
    """A session with a script, takes, voices and messages, and the windows that show it."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.bot, self.folder = qtbot, folder
        store = VoiceStore(folder / "voices")
        store.add(profile("Grandma"))
        self.engine = StepEngine(store)
        self.session = make_session(folder, self.engine, tools=FakeTools().tools)
        self.session.settings.show_welcome = False
        self.window = MainWindow(self.session)
        self.window.complete()
        self.window.resize(1600, 1000)
        self.window.show()
        with qtbot.waitSignal(self.session.synthesis.ready):
            self.session.start()
        with qtbot.waitSignal(self.session.voices.changed):
            self.session.own_voices.refresh()
        document = self.session.document
        document.edit("Type", append(document.script, ["Maya: First words, and more.", "Second. 你好。", ""]))
        ids = [line.id for line in document.script.lines]
        self.window.script.select(ids[:1])
        with qtbot.waitSignal(self.session.making.made):
            self.session.making.make(ids[:1])

    def walk(self) -> Iterator[tuple[str, QWidget]]:
        """Name and widget of each, shown; what is a window of its own is closed before the next."""
        yield "main window", self.window
        self.window.show_welcome()
        self._settle()
        yield "welcome", self.window
        self.window.show_script()
        for place in PLACES:
            self.window.docks.reveal(place.action)
            self._settle()
            yield place.action, self.window
        self.window.panels.voices.select("grandma")
        for action in DIALOGS:
            yield from self._opened(action)

    def _opened(self, action: str) -> Iterator[tuple[str, QWidget]]:
        before = set(QApplication.topLevelWidgets())
        trigger = self.window.actions_table[action]
        assert trigger.isEnabled(), f"{action} is not possible"
        trigger.trigger()
        self._settle()
        opened = [w for w in set(QApplication.topLevelWidgets()) - before if isinstance(w, QDialog) and w.isVisible()]
        for dialog in opened:
            tabs = dialog.findChildren(QTabWidget)
            for tab in tabs:
                for page in range(tab.count()):
                    tab.setCurrentIndex(page)
                    self._settle()
                    yield f"{action}, page {page + 1}", dialog
            if not tabs:
                yield action, dialog
            dialog.close()
        if not opened:
            yield action, self.window
        self._settle()

    def _settle(self) -> None:
        self.bot.wait(30)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def finish(self) -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog):
                widget.close()
        self.window.leave(keep=False)
        assert self.session.close()
        self.window.deleteLater()
