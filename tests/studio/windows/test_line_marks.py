"""Pauses and words read in a way of their own, put in by menu and keyboard, and shown where they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu
from pytestqt.qtbot import QtBot

from engines.models.kokoro.alphabet import ALPHABET
from engines.text.reader import TextReader
from engines.types import Phonemes, Utterance
from studio.document.edits import append, set_fields
from studio.session import Session
from studio.windows.inspector_reading import PAUSE_SIGN, sentence
from studio.windows.main_window import MainWindow
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import make_session

TEXT = "Call SQL on 12/5 at 555."


class TextEngine(StepEngine):
    """Reads as the real one does."""

    def __init__(self) -> None:
        super().__init__()
        self._reader = TextReader(ALPHABET)

    def phonemize(self, utterance: Utterance) -> Iterator[Phonemes]:
        return self._reader.read(utterance, "en-us")


class Stage:
    def __init__(self, session: Session, window: MainWindow, qtbot: QtBot) -> None:
        self.session, self.window, self.qtbot = session, window, qtbot
        self.inspector = window.panels.inspector

    @property
    def text(self) -> str:
        return self.session.document.script.lines[0].text

    @property
    def undo_name(self) -> str:
        return self.session.document.undo_stack.undoText()

    def shown(self) -> list[tuple[str, str, str]]:
        return [(cell.text, cell.shown, cell.way) for cell in self.inspector.reading.model.cells]

    def do(self, name: str) -> None:
        self.window.actions_table[name].trigger()

    def select(self, words: str) -> None:
        """In the field of the text."""
        start = self.text.index(words)
        cursor = self.inspector.text.textCursor()
        cursor.setPosition(start)
        cursor.setPosition(start + len(words), QTextCursor.MoveMode.KeepAnchor)
        self.inspector.text.setTextCursor(cursor)
        self.inspector.text.setFocus()

    def wait_for_reading(self) -> None:
        cells = self.inspector.reading.model
        self.qtbot.waitUntil(lambda: "".join(c.text for c in cells.cells).startswith("Call"), timeout=5000)
        self.qtbot.waitUntil(lambda: cells.cells[-1].span.end == len(self.text), timeout=5000)


@pytest.fixture
def stage(tmp_path: Path, qtbot: QtBot) -> Iterator[Stage]:
    session = make_session(tmp_path / "home", TextEngine())
    session.settings.show_welcome = False
    window = MainWindow(session)
    window.closed.connect(lambda keep: session.close(keep=keep))
    window.show()
    with qtbot.waitSignal(session.synthesis.ready, timeout=5000):
        session.start()
    session.document.edit("Type", append(session.document.script, [TEXT, "Another."]))
    window.script.select([session.document.script.lines[0].id])
    stage = Stage(session, window, qtbot)
    stage.wait_for_reading()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield stage
    window.leave(keep=False)
    window.deleteLater()


def test_pause_is_put_in_changed_and_taken_away(stage: Stage) -> None:
    stage.select("SQL")
    stage.do("line.pause")
    dialog = stage.window.findChild(QInputDialog)
    assert dialog.doubleValue() == 0.5
    dialog.setDoubleValue(0.75)
    dialog.accept()
    assert stage.text == "Call SQL[pause 750ms] on 12/5 at 555."
    assert "Insert a pause" in stage.undo_name
    stage.wait_for_reading()
    assert (PAUSE_SIGN, "0.75 s", "pause") in stage.shown()
    words = stage.inspector.reading.list
    row = next(row for row, cell in enumerate(words.cells) if cell.way == "pause")
    assert sentence(words.cells[row]) == "pause of 0.75 s"
    words.setFocus()
    words.setCurrentIndex(words.model().index(row, 0))
    stage.qtbot.keyClick(words, Qt.Key.Key_Return)
    (dialog,) = (d for d in stage.window.findChildren(QInputDialog) if d.isVisible())
    assert dialog.doubleValue() == 0.75
    dialog.setDoubleValue(2.0)
    dialog.accept()
    assert stage.text == "Call SQL[pause 2s] on 12/5 at 555."
    stage.wait_for_reading()
    words.setCurrentIndex(words.model().index(row, 0))
    words.setFocus()
    stage.do("line.as_usual")
    assert stage.text == TEXT
    stage.session.document.undo_stack.undo()
    assert stage.text == "Call SQL[pause 2s] on 12/5 at 555."


@pytest.mark.parametrize(
    ("words", "action", "expected", "way", "step"),
    [
        ("SQL", "line.spell", "Call [spell]SQL[/] on 12/5 at 555.", "spell", "Spell out “SQL”"),
        ("12/5", "line.as_date", "Call SQL on [as date]12/5[/] at 555.", "date", "Read “12/5” as a date"),
        ("555", "line.as_digits", "Call SQL on 12/5 at [as digits]555[/].", "digits", "as single digits"),
        ("555", "line.as_number", "Call SQL on 12/5 at [as number]555[/].", "number", "as a number"),
        ("555", "line.as_ordinal", "Call SQL on 12/5 at [as ordinal]555[/].", "ordinal", "as an ordinal"),
        ("555", "line.as_telephone", "Call SQL on 12/5 at [as telephone]555[/].", "telephone", "telephone number"),
    ],
)
def test_selected_words_are_read_in_a_way(
    stage: Stage, words: str, action: str, expected: str, way: str, step: str
) -> None:
    stage.select(words)
    stage.do(action)
    assert stage.text == expected
    assert step in stage.undo_name
    stage.wait_for_reading()
    assert [shown[0] for shown in stage.shown() if shown[2] == way] == [words]
    stage.select(words)
    stage.do("line.spell")  # the one takes the place of the other
    assert stage.text == TEXT.replace(words, f"[spell]{words}[/]")
    stage.select(words)
    stage.do("line.as_usual")
    assert stage.text == TEXT


def test_word_at_the_cursor_and_words_of_the_reading_are_meant_too(stage: Stage) -> None:
    stage.select("SQL")
    cursor = stage.inspector.text.textCursor()
    cursor.setPosition(TEXT.index("QL"))
    stage.inspector.text.setTextCursor(cursor)
    stage.do("line.spell")
    assert stage.text == "Call [spell]SQL[/] on 12/5 at 555."
    stage.session.document.undo_stack.undo()
    stage.wait_for_reading()
    words = stage.inspector.reading.list
    words.setFocus()
    words.choose(TEXT.index("555"))
    stage.do("line.as_digits")
    assert stage.text == "Call SQL on 12/5 at [as digits]555[/]."


def test_selection_is_right_beside_characters_that_count_twice(stage: Stage) -> None:
    script = stage.session.document.script
    stage.session.document.edit("x", set_fields(script, [script.lines[0].id], text="Call 😀 SQL."))
    stage.wait_for_reading()
    cursor = stage.inspector.text.textCursor()
    cursor.setPosition(8)
    cursor.setPosition(11, QTextCursor.MoveMode.KeepAnchor)
    stage.inspector.text.setTextCursor(cursor)
    stage.inspector.text.setFocus()
    stage.do("line.spell")
    assert stage.text == "Call 😀 [spell]SQL[/]."


def test_what_is_missing_is_told(stage: Stage) -> None:
    stage.window.script.select([line.id for line in stage.session.document.script.lines])
    stage.do("line.spell")
    assert "Select one line" in stage.window.strip.message.text
    stage.window.script.select([stage.session.document.script.lines[0].id])
    stage.qtbot.waitUntil(lambda: len(stage.inspector.line_ids) == 1, timeout=5000)
    stage.select("Call")
    cursor = stage.inspector.text.textCursor()
    cursor.setPosition(len(TEXT))
    stage.inspector.text.setTextCursor(cursor)
    stage.do("line.as_date")
    assert "Select the words" in stage.window.strip.message.text
    assert stage.text == TEXT


@pytest.mark.parametrize("where", ["text", "list"])
def test_context_menus_have_them(stage: Stage, where: str) -> None:
    stage.select("SQL")
    widget = stage.inspector.text if where == "text" else stage.inspector.reading.list
    widget.setFocus()
    if where == "list":
        stage.inspector.reading.list.choose(TEXT.index("SQL"))
    widget.customContextMenuRequested.emit(QPoint(3, 3))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert stage.window.actions_table["line.spell"] in menu.actions()
    pauses = next(action.menu() for action in menu.actions() if action.menu())
    assert isinstance(pauses, QMenu)
    assert [action.text() for action in pauses.actions()][:4] == ["0.3 s", "0.5 s", "1 s", "2 s"]
    pauses.actions()[2].trigger()
    assert stage.text == "Call SQL[pause 1s] on 12/5 at 555."
    menu.close()
    stage.qtbot.keyClick(widget, Qt.Key.Key_Escape)
