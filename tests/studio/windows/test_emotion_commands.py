"""Emotions from the menus and the keyboard of the whole window, and the user's own presets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog, QInputDialog, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from engines.prosody.emotion import FEELINGS
from studio.document.edits import append
from studio.document.emotions import UNMOVED, LineEmotion, named
from studio.session import Session
from studio.windows.audition_window import AuditionWindow
from studio.windows.main_window import MainWindow
from studio.windows.script_columns import Column
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import make_session


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = make_session(tmp_path / "home", StepEngine())
    session.settings.show_welcome = False
    return session


@pytest.fixture
def window(session: Session, qtbot: QtBot) -> Iterator[MainWindow]:
    window = MainWindow(session)
    window.closed.connect(lambda keep: session.close(keep=keep))
    window.show()
    with qtbot.waitSignal(session.synthesis.ready, timeout=5000):
        session.start()
    session.document.edit("Type", append(session.document.script, ["We leave.", "😀 At dawn."]))
    window.panels.inspector.emotion.listen.setChecked(False)
    yield window
    for widget in QApplication.topLevelWidgets():
        if isinstance(widget, QDialog | QMenu):
            widget.close()
    window.leave(keep=False)
    window.deleteLater()


def ids(session: Session) -> list[str]:
    return [line.id for line in session.document.script.lines]


def emotions(session: Session) -> list[LineEmotion | None]:
    return [line.emotion for line in session.document.script.lines]


def said(window: MainWindow) -> str:
    return window.strip.message.text if window.strip.message else ""


def test_every_feeling_has_a_key_that_works_on_all_selected_lines(window: MainWindow, session: Session) -> None:
    window.script.select(ids(session))
    for number, name in enumerate(FEELINGS, start=1):
        action = window.actions_table[f"emotion.{name}"]
        assert action.shortcut().toString() == f"Ctrl+{number}"
        action.trigger()
        assert emotions(session) == [named(name)] * 2
    window.actions_table["emotion.neutral"].trigger()
    assert emotions(session) == [UNMOVED] * 2


def test_more_and_less(window: MainWindow, session: Session) -> None:
    window.script.select(ids(session)[:1])
    sad = named("sad")
    assert sad is not None
    window.actions_table["emotion.sad"].trigger()
    for _ in range(3):
        window.actions_table["emotion.less"].trigger()
    assert emotions(session)[0] == sad.graded(0.7)
    window.actions_table["emotion.more"].trigger()
    assert emotions(session)[0] == sad.graded(0.8)
    session.document.undo_stack.undo()
    assert emotions(session)[0] == sad, "all the steps of a degree are one"


def test_selected_words_are_wrapped_in_the_inspector(window: MainWindow, session: Session) -> None:
    window.script.select(ids(session)[1:])
    window.emotions._settle()
    text = window.panels.inspector.text
    cursor = text.textCursor()
    cursor.setPosition(3)  # an emoji is two units
    cursor.setPosition(5, cursor.MoveMode.KeepAnchor)
    text.setTextCursor(cursor)
    window.emotions.wrap(text, "sad")
    assert session.document.script.lines[1].text == "😀 [sad 0.6]At[/] dawn."
    assert session.document.undo_stack.undoText() == "Change emotion of words"


def test_selected_words_are_wrapped_in_the_table(window: MainWindow, session: Session, qtbot: QtBot) -> None:
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.script.table.edit_cell(ids(session)[1], Column.TEXT)
    editor = window.script.table.open_editor()
    assert isinstance(editor, QLineEdit)
    editor.setFocus()
    editor.setSelection(0, 5)
    window.actions_table["emotion.wrap"].trigger()
    (menu,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, QMenu) and w.isVisible())
    next(action for action in menu.actions() if action.text() == "Angry 0.6").trigger()
    menu.close()
    assert editor.text() == "[angry 0.6]😀 At[/] dawn."
    window.script.commit_editor()
    assert session.document.script.lines[1].text == "[angry 0.6]😀 At[/] dawn."


def test_without_selected_words_it_is_said_what_to_do(window: MainWindow) -> None:
    window.actions_table["emotion.wrap"].trigger()
    assert "Select some words" in said(window)


def test_a_blend_is_saved_used_renamed_deleted_and_brought_back(
    window: MainWindow, session: Session, qtbot: QtBot, tmp_path: Path
) -> None:
    library = session.emotions
    window.script.select(ids(session)[:1])
    window.emotions._settle()
    box = window.panels.inspector.emotion
    box.feelings.sliders["happy"].setValue(40)
    box.intensity.sliders["intensity"].setValue(50)
    window.actions_table["emotion.save"].trigger()
    (dialog,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, QInputDialog))
    dialog.setTextValue("Sly")
    with qtbot.waitSignal(library.added):
        dialog.accept()
    entry = next(entry for entry in library.entries() if entry.own)
    assert (entry.title, entry.value.emotion.happy, entry.value.emotion.intensity) == ("Sly", 0.2, 1.0)
    assert [box.gallery.item(box.gallery.count() - 1).text()] == ["Sly"]
    box.choose(entry.name)
    kept = emotions(session)[0]
    assert kept == entry.value
    with qtbot.waitSignal(library.added):
        library.rename(entry.name, "Foxy")
    assert window.script.model.index(0, Column.EMOTION).data() == "Foxy"
    with qtbot.waitSignal(library.told):
        library.export(entry.name, tmp_path / "foxy.toml")
    menu = window.emotions.menu(next(each for each in library.entries() if each.own))
    with qtbot.waitSignal(library.deleted):
        next(action for action in menu.actions() if action.text() == "De&lete").trigger()
    menu.close()
    assert not [each for each in library.entries() if each.own]
    assert emotions(session)[0] == kept, "lines keep the values"
    assert "deleted" in said(window)
    with qtbot.waitSignal(library.added):
        assert window.strip.message
        assert window.strip.message.act
        window.strip.message.act()
    with qtbot.waitSignal(library.added):
        library.import_files([tmp_path / "foxy.toml"])
    assert [each.title for each in library.entries() if each.own] == ["Foxy", "Foxy"]


def test_what_comes_with_the_program_can_only_be_copied(window: MainWindow, session: Session, qtbot: QtBot) -> None:
    entry = next(each for each in session.emotions.entries() if each.name == "sad")
    menu = window.emotions.menu(entry)
    enabled = [action.text() for action in menu.actions() if action.text() and action.isEnabled()]
    assert enabled == ["&Copy", "E&xport…", "&Import presets…"]
    with qtbot.waitSignal(session.emotions.added):
        menu.actions()[0].trigger()
    menu.close()
    assert [each.title for each in session.emotions.entries() if each.own] == ["Sad 2"]
    with qtbot.waitSignal(session.emotions.failed) as failed:
        session.emotions.delete("sad")
    assert "copy it" in failed.args[0]


def test_comparing_needs_a_line_with_text(window: MainWindow, session: Session) -> None:
    window.script.select(ids(session)[:1])
    window.actions_table["emotion.audition"].trigger()
    (opened,) = (w for w in QApplication.topLevelWidgets() if isinstance(w, AuditionWindow))
    assert opened.text.text() == "We leave."
    opened.close()
