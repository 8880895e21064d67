"""From the menu of the whole window to a corrected line and a kept entry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pronunciation_fakes import Readings
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from engines.text.lexicon import Entry, Lexicon
from engines.text.lexicon_store import LexiconStore
from studio.document.edits import append
from studio.session import Session
from studio.windows.lexicon_window import LexiconWindow
from studio.windows.main_window import MainWindow
from studio.windows.pronunciation_ruby import ReadingList
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import make_session


class ReadingEngine(StepEngine, Readings):
    """Reads every character by itself."""

    def __init__(self) -> None:
        StepEngine.__init__(self)
        Readings.__init__(self)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = make_session(tmp_path / "home", ReadingEngine())
    session.settings.show_welcome = False
    return session


@pytest.fixture
def window(session: Session, qtbot: QtBot) -> Iterator[MainWindow]:
    window = MainWindow(session)
    window.closed.connect(lambda keep: session.close(keep=keep))
    window.show()
    with qtbot.waitSignal(session.synthesis.ready, timeout=5000):
        session.start()
    yield window
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QDialog):
            widget.close()
    window.leave(keep=False)
    window.deleteLater()


def test_line_is_corrected_by_keyboard_alone(window: MainWindow, session: Session, qtbot: QtBot) -> None:
    session.document.edit("Type", append(session.document.script, ["行走"]))
    line = session.document.script.lines[0].id
    window.script.select([line])
    window.docks["view.inspector"].hide()
    window.actions_table["line.reading"].trigger()
    box = window.panels.inspector.reading
    qtbot.waitUntil(lambda: bool(box.model.cells), timeout=5000)
    window.actions_table["line.reading"].trigger()
    words = window.findChild(ReadingList)
    assert words.isVisible()
    assert words.currentIndex().row() == 0
    qtbot.keyClick(words, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: box.editor.candidates.currentIndex().isValid(), timeout=5000)
    qtbot.keyClick(box.editor.candidates, Qt.Key.Key_Return)
    assert session.document.script.lines[0].text == "行{xíng}走"
    box.editor.always.click()
    assert session.user_lexicon.lexicon == Lexicon((Entry("行", "xíng", "en"),))
    qtbot.waitUntil(lambda: not session.operations.running, timeout=5000)


def test_lexicons_are_one_window_that_stays(window: MainWindow, session: Session, qtbot: QtBot) -> None:
    window.actions_table["edit.lexicons"].trigger()
    window.actions_table["edit.lexicons"].trigger()
    (lexicons,) = window.findChildren(LexiconWindow)
    assert lexicons.isVisible()
    assert not lexicons.isModal()
    session.user_lexicon.remember(Entry("SQL", "sequel"))
    lexicons.tabs.setCurrentIndex(1)
    lexicons.page.table.selectRow(0)
    qtbot.waitUntil(lambda: "SQL is read as" in lexicons.page.note.text, timeout=5000)
    qtbot.keyClick(lexicons, Qt.Key.Key_Escape)
    assert not lexicons.isVisible()
    window.actions_table["edit.lexicons"].trigger()
    assert lexicons.isVisible()
    qtbot.waitUntil(lambda: not session.operations.running, timeout=5000)


def test_lexicon_that_cannot_be_kept_is_told(
    window: MainWindow, session: Session, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = LexiconStore.open(tmp_path / "home").path.parent
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("in the way")
    session.user_lexicon.remember(Entry("SQL", "sequel"))
    qtbot.waitUntil(lambda: window.strip.message is not None, timeout=5000)
    assert str(folder) in window.strip.message.text
