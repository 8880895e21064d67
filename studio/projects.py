"""Opening, saving, importing and recovering projects: the disk's side of the document, away from the GUI thread."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from engines.errors import TimbreError
from engines.voices.profile import VoiceProfile
from studio import sample
from studio.document import recovery
from studio.document.autosave import LANE, Autosave
from studio.document.document import Change, Document
from studio.document.edits import insert, set_member
from studio.document.importing import Imported, import_script
from studio.document.journal import State
from studio.document.package import Opened, read_project, write_project
from studio.document.recovery import Recovered
from studio.document.script import Script, new_id
from studio.document.workspace import Workspace
from studio.garbage import many_objects
from studio.operations import Operation, Operations, Task
from studio.settings import Settings

_LANE = "project"
_BATCH = 500
"""Lines that are added at once."""


class Safety(Enum):
    """How safe the work is at this moment."""

    SAVED = "saved"
    """All of it is in the project file, or there is nothing to lose."""
    SAVING = "saving"
    AUTOSAVED = "autosaved"
    """It would survive the end of the program."""
    AT_RISK = "at risk"
    """It cannot be written."""


class _Ready(NamedTuple):
    workspace: Workspace
    opened: Opened


class _Step(NamedTuple):
    """An import, one step of undo."""

    name: str
    key: str
    project: Path
    """The folder of takes of the project that it is for."""


class Projects(QObject):
    """The open project as a file.

    Parameters
    ----------
    root
        The folder of recovery.
    voices_of
        The voices that a script's file has to bring along, from the user's own and from the folder of those that it
        brought; called away from the GUI thread.
    """

    opened = Signal()
    """Another project is open."""
    saved = Signal()
    imported = Signal(object)
    """Ids of the new lines."""
    doubtful = Signal(object)
    """Path of a file that was not imported, since the user should look at what was understood of it."""
    failed = Signal(str)
    """A sentence: something asked for was not done."""
    warned = Signal(str)
    """A sentence: it was done, but not wholly."""
    found = Signal(object)
    """A `Recovered`: work that an earlier run left unsaved."""
    changed = Signal()
    """Name, safety or whether there is unsaved work."""

    def __init__(
        self,
        document: Document,
        operations: Operations,
        settings: Settings,
        root: Path,
        parent: QObject | None = None,
        *,
        voices_of: Callable[[Script, Path], Sequence[VoiceProfile]] = lambda _script, _folder: (),
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._operations = operations
        self._settings = settings
        self._root = root
        self._voices_of = voices_of
        self._problem = ""
        self._spare = ""
        """A folder to work in when the right one takes nothing."""
        self._saves = 0
        self._written = True
        self.autosave = Autosave(document, operations, self._first_workspace(), self)
        self.autosave.saved.connect(self._autosaved)
        self.autosave.problem.connect(self._not_autosaved)
        document.changed.connect(self._edited)
        document.takes_changed.connect(self._edited)

    @property
    def unsaved(self) -> bool:
        """Whether closing would lose something."""
        return self.autosave.unsaved and bool(self._document.script.lines or self._document.undo_stack.count())

    @property
    def safety(self) -> Safety:
        """For the status bar."""
        if self._saves:
            return Safety.SAVING
        if self._problem:
            return Safety.AT_RISK
        if not self.unsaved:
            return Safety.SAVED
        return Safety.AUTOSAVED if self._written else Safety.SAVING

    @property
    def problem(self) -> str:
        """Why the work is at risk; empty while it is not."""
        return self._problem

    @property
    def name(self) -> str:
        """Of the project, for the title; empty for one that has no file."""
        return self._document.path.stem if self._document.path else ""

    def takes_folder(self) -> Path:
        """Where the audio of the open project's takes is."""
        return self.autosave.workspace.takes_folder

    def voices_folder(self) -> Path:
        """Where the voices are that the open project has brought along."""
        return self.autosave.workspace.voices_folder

    def new(self) -> None:
        """Open an empty project."""
        self._open_script(Script)

    def open_sample(self) -> None:
        """Open the sample project."""
        self._open_script(sample.read_sample)

    def open(self, path: Path) -> None:
        """Open a project file."""

        def work(task: Task) -> _Ready:
            workspace = Workspace.create(self._root)
            try:
                with many_objects():
                    opened = read_project(path, workspace.takes_folder, task.progress, workspace.voices_folder)
                    return _Ready(workspace, opened)
            except BaseException:
                workspace.close()
                raise

        def failed(sentence: str) -> None:
            self._settings.remove_recent_file(path)
            self.failed.emit(sentence)

        def done(ready: _Ready) -> None:
            self._replace(ready.workspace, State(ready.opened.script, ready.opened.takes, path))
            self._settings.add_recent_file(path)
            for sentence in ready.opened.warnings:
                self.warned.emit(sentence)

        operation = Operation(self, self.tr("Opening {0}").format(path.name), work)
        operation.on_success(done).on_failure(failed).run(self._operations, lane=_LANE)

    def save(self, path: Path, then: Callable[[], object] | None = None) -> None:
        """Write the project to a file, which is its own from then on; afterwards, if that went well, call `then`."""
        document, autosave = self._document, self.autosave
        script, takes, workspace, changes = document.script, document.all_takes(), autosave.workspace, autosave.changes
        voices_of = self._voices_of
        self._saves += 1

        def work(task: Task) -> tuple[str, ...]:
            voices = voices_of(script, workspace.voices_folder)
            return write_project(path, script, takes, workspace.takes_folder, task.progress, voices)

        def done(warnings: tuple[str, ...]) -> None:
            self._saves -= 1
            if autosave.workspace is workspace:
                document.path = path
                autosave.mark_saved(path, changes)
                if document.script is script:
                    document.undo_stack.setClean()
            self._settings.add_recent_file(path)
            self.saved.emit()
            self.changed.emit()
            for sentence in warnings:
                self.warned.emit(sentence)
            if then:
                then()

        def failed(sentence: str) -> None:
            self._saves -= 1
            self.changed.emit()
            self.failed.emit(sentence)

        operation = Operation(self, self.tr("Saving {0}").format(path.name), work, essential=True)
        operation.on_success(done).on_failure(failed).run(self._operations, lane=_LANE)
        self.changed.emit()

    def import_files(self, paths: Sequence[Path]) -> None:
        """Add the lines of files at the end, one step of undo for each; of odd ones `doubtful` tells instead."""
        for path in paths:
            self._import(path)

    def add_imported(self, name: str, imported: Imported) -> None:
        """Add the lines of a file that was read, as one step of undo."""
        self._bring(_Step(self.tr("Import {0}").format(name), new_id(), self.takes_folder()), imported, 0)

    def look_for_lost_work(self) -> None:
        """Search for what earlier runs left unsaved; `found` tells."""

        def done(recovered: list[Recovered]) -> None:
            for item in reversed(recovered):
                self.found.emit(item)

        operation = Operation(self, "", lambda _task: recovery.recoverable(self._root))
        operation.on_success(done).run(self._operations)

    def recover(self, recovered: Recovered) -> None:
        """Open what an earlier run left unsaved."""

        def work(_task: Task) -> tuple[Workspace, State]:
            with many_objects():
                return recovery.recover(recovered)

        def done(result: tuple[Workspace, State]) -> None:
            self._replace(*result)

        operation = Operation(self, self.tr("Recovering {0}").format(recovered.name), work)
        operation.on_success(done).on_failure(self.failed.emit).run(self._operations, lane=_LANE)

    def discard(self, recovered: Recovered) -> None:
        """Delete what an earlier run left unsaved."""
        Operation(self, "", lambda _task: recovery.discard(recovered)).run(self._operations)

    def close(self, *, keep: bool) -> None:
        """Stop; `keep` leaves unsaved work for a later recovery, else it is saved or not wanted."""
        self.autosave.close(keep=keep and self.unsaved)
        if spare := self._spare:
            remove = Operation(self, "", lambda _task: shutil.rmtree(spare, ignore_errors=True), essential=True)
            remove.run(self._operations, lane=LANE)

    def _first_workspace(self) -> Workspace:
        try:
            return Workspace.create(self._root)
        except TimbreError as error:
            # A disk that takes nothing: the program works as long as it runs, and says what is wrong.
            self._problem = str(error)
            self._spare = tempfile.mkdtemp(prefix="timbre-")
            return Workspace.create(Path(self._spare))

    def _open_script(self, read: Callable[[], Script]) -> None:
        # The voice in use stays the one to start with.
        def work(_task: Task) -> _Ready:
            workspace = Workspace.create(self._root)
            return _Ready(workspace, Opened(read(), (), ()))

        def done(ready: _Ready) -> None:
            self._replace(ready.workspace, State(ready.opened.script))

        operation = Operation(self, "", work)
        operation.on_success(done).on_failure(self.failed.emit).run(self._operations, lane=_LANE)

    def _replace(self, workspace: Workspace, state: State) -> None:
        self.autosave.use(workspace, unsaved=state.unsaved)
        self._document.replace(state.script, state.takes, state.path)
        self.opened.emit()
        self.changed.emit()

    def _import(self, path: Path) -> None:
        before = self._document.script

        def done(imported: Imported) -> None:
            if imported.is_doubtful:
                self.doubtful.emit(path)
            else:
                self.add_imported(path.name, imported)

        def work(_task: Task) -> Imported:
            with many_objects():
                return import_script(path, before)

        operation = Operation(self, self.tr("Importing {0}").format(path.name), work)
        operation.on_success(done).on_failure(self.failed.emit).run(self._operations, lane=_LANE)

    def _bring(self, step: _Step, imported: Imported, start: int) -> None:
        """Add what was read, so much in one turn of the event loop that the window goes on answering."""
        if self.takes_folder() != step.project:
            return  # another one was opened meanwhile
        script = self._document.script
        for member in imported.members if start == 0 else ():
            if member.name not in script.members:
                script = set_member(script, member)
        end = start + _BATCH
        script = insert(script, len(script.lines), imported.lines[start:end])
        self._document.edit(step.name, script, merge=step.key)
        if end < len(imported.lines):
            QTimer.singleShot(0, self, partial(self._bring, step, imported, end))
            return
        self.imported.emit(tuple(line.id for line in imported.lines))

    def _edited(self, change: object = None) -> None:
        if isinstance(change, Change) and change.before == change.after:
            return  # the user's lexicon changed
        self._written = False
        self.changed.emit()

    def _autosaved(self) -> None:
        self._written = True
        self._problem = ""
        self.changed.emit()

    def _not_autosaved(self, sentence: str) -> None:
        self._problem = sentence
        self.changed.emit()
