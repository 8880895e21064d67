"""Keep a document's working state on the disk while it is edited."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from studio.document.document import Change, Document
from studio.document.journal import State
from studio.document.takes import Take
from studio.document.workspace import Workspace
from studio.operations import Operation, Operations

LANE = "workspace"
_RETRY_MS = 5000


class Autosave(QObject):
    """Writes every change of a document to a workspace, in order, away from the GUI thread.

    A failure is told once; then the whole state is written again and again until that succeeds.

    Parameters
    ----------
    workspace
        Where the document, as it is now, is kept. The autosave owns it from here on.
    """

    saved = Signal()
    """All changes made before this are on the disk."""
    problem = Signal(str)
    """Changes are not on the disk, for this reason."""

    def __init__(
        self, document: Document, operations: Operations, workspace: Workspace, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._operations = operations
        self._workspace = workspace
        self._takes: dict[str, tuple[Take, ...]] = {}
        self._changes = 0
        self._saved_changes = 0
        self._unsaved_next = False
        self._writing = 0
        self._failing = False
        self._retry = QTimer(self, singleShot=True, interval=_RETRY_MS)
        self._retry.timeout.connect(self._write_all)
        document.changed.connect(self._edited)
        document.takes_changed.connect(self._takes_changed)
        document.replaced.connect(self._replaced)
        self._replaced()

    @property
    def workspace(self) -> Workspace:
        """Where the document is kept; use only its `folder` and `takes_folder`."""
        return self._workspace

    @property
    def changes(self) -> int:
        """How many changes there have been: remember it when a save begins, for `mark_saved`."""
        return self._changes

    @property
    def unsaved(self) -> bool:
        """Whether there is more than what the project file has: edits, or takes."""
        return self._changes != self._saved_changes

    def use(self, workspace: Workspace, *, unsaved: bool = False) -> None:
        """Go over to another workspace, for the project that `Document.replace` is about to open.

        The present one is deleted. `unsaved` says that the next project is not all in its file: it was recovered.
        """
        self._run(self._workspace.close)
        self._workspace = workspace
        self._unsaved_next = unsaved

    def mark_saved(self, path: Path, changes: int | None = None) -> None:
        """The project is in its file.

        Parameters
        ----------
        changes
            What `changes` was when the save began; without it, nothing has changed since.
        """
        self._saved_changes = self._changes if changes is None else changes
        self._write(partial(self._workspace.mark_saved, path, unsaved=self.unsaved))

    def close(self, *, keep: bool = False) -> None:
        """Stop, and delete the workspace: the user has saved the project, or does not want to.

        With `keep` it stays, and what is unsaved in it can be recovered.
        """
        self._retry.stop()
        self._document.changed.disconnect(self._edited)
        self._document.takes_changed.disconnect(self._takes_changed)
        self._document.replaced.disconnect(self._replaced)
        self._run(self._workspace.release if keep else self._workspace.close)

    def _edited(self, change: Change) -> None:
        if change.before == change.after:
            return  # the user's lexicon changed, which is no part of the project
        self._changes += 1
        self._write(partial(self._workspace.edit, change.before, change.after))

    def _takes_changed(self, line_id: str) -> None:
        before, after = self._takes.get(line_id, ()), self._document.takes(line_id)
        self._takes[line_id] = after
        for take in after:
            if take not in before:
                self._changes += 1
                self._write(partial(self._workspace.add_take, take))
        for take in before:
            if take not in after:
                self._changes += 1
                self._write(partial(self._workspace.remove_take, take.id))

    def _replaced(self) -> None:
        self._takes = {}
        for take in self._document.all_takes():
            self._takes[take.line] = (*self._takes.get(take.line, ()), take)
        self._changes += 1
        self._saved_changes = self._changes - self._unsaved_next
        self._unsaved_next = False
        self._write_all()

    def _write_all(self) -> None:
        document = self._document
        state = State(document.script, document.all_takes(), document.path, self.unsaved)
        self._retry.stop()
        self._write(partial(self._workspace.begin, state))

    def _write(self, work: Callable[[], None]) -> None:
        # While the next try is awaited, a change need not be written: the try takes in all that there is.
        if not self._retry.isActive():
            self._run(work)

    def _run(self, work: Callable[[], None]) -> None:
        self._writing += 1
        operation = Operation(self, "", lambda _: work(), essential=True)
        operation.on_success(self._succeeded).on_failure(self._failed).run(self._operations, lane=LANE)

    def _succeeded(self, _: None) -> None:
        self._writing -= 1
        if not self._writing and not self._retry.isActive():
            self._failing = False
            self.saved.emit()

    def _failed(self, sentence: str) -> None:
        self._writing -= 1
        self._retry.start()
        if not self._failing:
            self._failing = True
            self.problem.emit(sentence)
