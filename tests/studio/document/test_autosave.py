"""Every change of a document reaches its workspace, in order and away from the GUI thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from document_samples import SCRIPT, put_audio, take
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from studio.document import edits
from studio.document.autosave import Autosave
from studio.document.document import Document
from studio.document.errors import ProjectFileError
from studio.document.journal import State
from studio.document.recovery import recover, recoverable
from studio.document.script import Line, Script
from studio.document.workspace import Workspace, load
from studio.operations import Operations


class Studio:
    """What a session has."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.parent = QObject()
        self.document = Document(self.parent)
        self.operations = Operations(self.parent)
        self.autosave = Autosave(self.document, self.operations, Workspace.create(root), self.parent)

    def written(self, qtbot: QtBot) -> State:
        qtbot.waitUntil(lambda: not self.operations.running)
        state = load(self.autosave.workspace.folder)
        assert state
        return state


@pytest.fixture
def studio(tmp_path: Path, qtbot: QtBot) -> Iterator[Studio]:
    studio = Studio(tmp_path / "workspaces")
    yield studio
    studio.autosave.close()
    assert studio.operations.close()
    qtbot.waitUntil(lambda: not studio.operations.running)
    assert not studio.autosave.workspace.folder.exists()


def test_edits_undo_and_redo_are_written(studio: Studio, qtbot: QtBot) -> None:
    document = studio.document
    with qtbot.waitSignal(studio.autosave.saved):
        document.edit("Insert", SCRIPT)
    assert studio.written(qtbot) == State(SCRIPT, unsaved=True)
    document.edit("Remove", edits.remove(SCRIPT, ["l2"]))
    document.undo_stack.undo()
    assert studio.written(qtbot).script == SCRIPT
    document.undo_stack.redo()
    assert studio.written(qtbot).script == document.script != SCRIPT
    assert studio.autosave.unsaved


def test_many_edits_are_written_in_order(studio: Studio, qtbot: QtBot) -> None:
    for row in range(100):
        studio.document.edit("Add", edits.append(studio.document.script, [f"line {row}"]))
    assert studio.written(qtbot).script == studio.document.script


def test_takes_are_written(studio: Studio, qtbot: QtBot) -> None:
    studio.document.edit("Insert", SCRIPT)
    put_audio(studio.autosave.workspace.takes_folder, take("t1"), take("t2"), take("t3", "l2"))
    for each in (take("t1"), take("t2"), take("t3", "l2")):
        studio.document.add_take(each)
    studio.document.remove_take(take("t1"))
    assert studio.written(qtbot).takes == (take("t2"), take("t3", "l2"))


def test_nothing_is_written_by_the_gui_thread(studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set()
    monkeypatch.setattr(Workspace, "edit", lambda *_: threads.add(threading.get_ident()))
    studio.document.edit("Insert", SCRIPT)
    qtbot.waitUntil(lambda: not studio.operations.running)
    assert len(threads) == 1
    assert threading.get_ident() not in threads


def test_a_save_makes_it_clean_unless_something_came_between(studio: Studio, qtbot: QtBot) -> None:
    studio.document.edit("Insert", SCRIPT)
    began = studio.autosave.changes
    studio.autosave.mark_saved(Path("/p.timbre"), began)
    assert not studio.autosave.unsaved
    assert studio.written(qtbot) == State(SCRIPT, path=Path("/p.timbre"))
    began = studio.autosave.changes
    studio.document.edit("Remove", Script())
    studio.autosave.mark_saved(Path("/p.timbre"), began)
    assert studio.autosave.unsaved
    assert studio.written(qtbot) == State(path=Path("/p.timbre"), unsaved=True)
    studio.autosave.mark_saved(Path("/p.timbre"))
    assert not studio.written(qtbot).unsaved


def test_another_project_goes_to_another_workspace(studio: Studio, qtbot: QtBot) -> None:
    studio.document.edit("Insert", SCRIPT)
    old = studio.autosave.workspace.folder
    work = Workspace.create(studio.root)
    put_audio(work.takes_folder, take("t1"))
    studio.autosave.use(work)
    studio.document.replace(SCRIPT, (take("t1"),), Path("/q.timbre"))
    assert studio.written(qtbot) == State(SCRIPT, (take("t1"),), Path("/q.timbre"))
    assert not old.exists()
    assert not studio.autosave.unsaved
    studio.document.remove_take(take("t1"))
    assert studio.written(qtbot).takes == ()


def test_recovered_work_stays_unsaved(studio: Studio, qtbot: QtBot) -> None:
    lost = Workspace.create(studio.root)
    lost.begin(State(SCRIPT, path=Path("/q.timbre"), unsaved=True))
    lost.release()
    (found,) = recoverable(studio.root)
    work, state = recover(found)
    studio.autosave.use(work, unsaved=True)
    studio.document.replace(state.script, state.takes, state.path)
    assert studio.autosave.unsaved
    assert studio.written(qtbot) == state


def test_work_can_be_left_for_a_recovery(tmp_path: Path, qtbot: QtBot) -> None:
    studio = Studio(tmp_path)
    studio.document.edit("Insert", SCRIPT)
    studio.autosave.close(keep=True)
    studio.document.edit("Clear", Script())  # nobody listens any more
    assert studio.operations.close()
    qtbot.waitUntil(lambda: not studio.operations.running)
    (found,) = recoverable(tmp_path)
    assert found.lines == len(SCRIPT.lines)


def test_a_failing_disk_is_told_once_and_tried_again(
    studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    problems: list[str] = []
    studio.autosave.problem.connect(problems.append)
    studio.written(qtbot)

    def full(*_: object) -> None:
        raise ProjectFileError("The disk is full.")

    studio.autosave._retry.setInterval(30)
    monkeypatch.setattr(Workspace, "_write", full)
    monkeypatch.setattr(Workspace, "begin", full)
    with qtbot.waitSignal(studio.autosave.problem):
        studio.document.edit("Insert", SCRIPT)
    studio.document.edit("Remove", edits.remove(SCRIPT, ["l1"]))
    qtbot.wait(100)
    assert problems == ["The disk is full."]
    monkeypatch.undo()
    with qtbot.waitSignal(studio.autosave.saved):
        studio.document.edit("Add", edits.append(studio.document.script, ["more"]))
    assert studio.written(qtbot) == State(studio.document.script, unsaved=True)
    studio.document.edit("Clear", Script())
    assert studio.written(qtbot).script == Script()


def test_typing_is_not_held_up(studio: Studio, qtbot: QtBot) -> None:
    long = edits.append(Script(), [f"line {row}" for row in range(5000)])
    studio.document.edit("Insert", long)
    for row in range(0, 5000, 500):
        line: Line = studio.document.script.lines[row]
        studio.document.edit("Type", edits.set_fields(studio.document.script, [line.id], text="typed"))
    assert studio.written(qtbot).script == studio.document.script
