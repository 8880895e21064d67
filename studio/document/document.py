"""The open project: its script with undo, and its takes. Lives on the GUI thread."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from engines.prosody.presets import Presets
from engines.text.lexicon import Lexicon
from studio.document.script import Script
from studio.document.takes import Take, current_take


class Change(NamedTuple):
    """One step from a script to another, by an edit, an undo or a redo."""

    before: Script
    after: Script


class Document(QObject):
    """Where the state of a project is kept.

    `edit` is the only way to change the script, so every change can be undone. Takes are results, not edits: making
    one is not undone, and undoing an edit finds the take that was made before it.
    """

    changed = Signal(object)
    """A `Change`, after it happened."""
    take_added = Signal(object)
    """A `Take`."""
    takes_changed = Signal(str)
    """Id of the line whose takes changed."""
    replaced = Signal()
    """Another project is open now: everything is new."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.undo_stack = QUndoStack(self)
        self.path: Path | None = None
        """The project file; None before the first save."""
        self._script = Script()
        self._user_lexicon = self._script.user_lexicon
        self._presets = self._script.presets
        self._takes: dict[str, tuple[Take, ...]] = {}

    @property
    def script(self) -> Script:
        """As it is now."""
        return self._script

    def use_user_lexicon(self, lexicon: Lexicon) -> None:
        """Let the user's own readings be these from now on, in this project and in others; no step of undo."""
        if lexicon != self._user_lexicon:
            self._user_lexicon = lexicon
            self._set_script(self._script)

    def use_presets(self, presets: Presets) -> None:
        """Let texts name these emotions from now on, likewise."""
        if presets is not self._presets:
            self._presets = presets
            self._set_script(self._script)

    def edit(self, name: str, after: Script, *, merge: str = "") -> None:
        """Make `after` the script; nothing happens when it equals the present one.

        Parameters
        ----------
        name
            What the user did, for the undo menu, translated.
        merge
            Consecutive edits with the same non-empty value become one step of undo, as when typing in one cell.
        """
        if after != self._script:
            self.undo_stack.push(_Edit(self, name, self._script, after, merge))

    def takes(self, line_id: str) -> tuple[Take, ...]:
        """The takes of a line, oldest first."""
        return self._takes.get(line_id, ())

    def all_takes(self) -> tuple[Take, ...]:
        """The takes of all lines, deleted ones included, since an undo may bring them back."""
        return tuple(take for takes in self._takes.values() for take in takes)

    def current_take(self, line_id: str) -> Take | None:
        """The take to play for a line; it may be stale."""
        line = self._script.line(line_id)
        if line is None:
            return None
        return current_take(line, self._script.delivery(line), self.takes(line_id))

    def add_take(self, take: Take) -> None:
        """Keep a finished take, whose audio is already in its place."""
        self._takes[take.line] = (*self.takes(take.line), take)
        self.take_added.emit(take)
        self.takes_changed.emit(take.line)

    def remove_take(self, take: Take) -> None:
        """Forget a take."""
        self._takes[take.line] = tuple(t for t in self.takes(take.line) if t.id != take.id)
        self.takes_changed.emit(take.line)

    def replace(self, script: Script, takes: tuple[Take, ...], path: Path | None) -> None:
        """Open another project: script, takes and file; there is nothing to undo."""
        self._script = self._with_users_own(script)
        self._takes = {}
        for take in takes:
            self._takes[take.line] = (*self.takes(take.line), take)
        self.path = path
        self.undo_stack.clear()
        self.replaced.emit()

    def _set_script(self, script: Script) -> None:
        change = Change(self._script, self._with_users_own(script))
        self._script = change.after
        self.changed.emit(change)

    def _with_users_own(self, script: Script) -> Script:
        """A step of undo, or a file, has nothing of the user's own, or what is old."""
        if script.user_lexicon is self._user_lexicon and script.presets is self._presets:
            return script
        return replace(script, user_lexicon=self._user_lexicon, presets=self._presets)


class _Edit(QUndoCommand):
    """A step between two scripts, which share all that is the same."""

    def __init__(self, document: Document, name: str, before: Script, after: Script, merge: str) -> None:
        super().__init__(name)
        self._document = document
        self._before = before
        self._after = after
        self._merge = merge

    def id(self) -> int:
        """The same number for all that may be merged."""
        return 1 if self._merge else -1

    def mergeWith(self, other: QUndoCommand) -> bool:  # noqa: N802 Qt's name
        """Take over a later step of the same kind."""
        if not isinstance(other, _Edit) or other._merge != self._merge:
            return False
        self._after = other._after
        if self._after == self._before:
            self.setObsolete(True)
        return True

    def redo(self) -> None:
        """Also called when the command is pushed."""
        self._document._set_script(self._after)

    def undo(self) -> None:
        """Go back."""
        self._document._set_script(self._before)
