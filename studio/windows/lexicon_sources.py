"""The two lexicons behind one face: the project's, whose changes are its steps of undo, and the user's own."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from engines.text.lexicon import Lexicon
from studio.document.document import Document
from studio.document.lexicon_edits import set_lexicon
from studio.lexicons import UserLexicon

Step = Callable[[Lexicon], Lexicon]


class LexiconSource(QObject):
    """A lexicon that can be changed, and its changes undone."""

    changed = Signal()

    @property
    def lexicon(self) -> Lexicon:
        """As it is now."""
        raise NotImplementedError

    @property
    def undo_stack(self) -> QUndoStack:
        """Where its changes are taken back."""
        raise NotImplementedError

    def change(self, name: str, step: Step) -> None:
        """Replace it by what a pure function makes of it, as one step of undo."""
        raise NotImplementedError


class ProjectSource(LexiconSource):
    """The lexicon of the open project."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._known = document.script.lexicon
        document.changed.connect(self._follow)
        document.replaced.connect(self._follow)

    @property
    def lexicon(self) -> Lexicon:
        """As it is now."""
        return self._document.script.lexicon

    @property
    def undo_stack(self) -> QUndoStack:
        """The project's."""
        return self._document.undo_stack

    def change(self, name: str, step: Step) -> None:
        """One edit of the project."""
        self._document.edit(name, set_lexicon(self._document.script, step(self.lexicon)))

    def _follow(self) -> None:
        if self.lexicon is not self._known:
            self._known = self.lexicon
            self.changed.emit()


class UserSource(LexiconSource):
    """The user's own lexicon, with an undo of its own that lasts as long as the window."""

    def __init__(self, user_lexicon: UserLexicon, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._user = user_lexicon
        self._stack = QUndoStack(self)
        user_lexicon.changed.connect(self.changed)

    @property
    def lexicon(self) -> Lexicon:
        """As it is now."""
        return self._user.lexicon

    @property
    def undo_stack(self) -> QUndoStack:
        """Of this lexicon alone."""
        return self._stack

    def change(self, name: str, step: Step) -> None:
        """Kept on the disk."""
        before, after = self.lexicon, step(self.lexicon)
        if after != before:
            self._stack.push(_Change(name, self._user, before, after))


class _Change(QUndoCommand):
    """What went and what came; what other windows and programs do meanwhile is left alone."""

    def __init__(self, name: str, user_lexicon: UserLexicon, before: Lexicon, after: Lexicon) -> None:
        super().__init__(name)
        self._user = user_lexicon
        self._before = before
        self._after = after

    def redo(self) -> None:
        """Also called when the command is pushed."""
        self._user.change(turning(self._before, self._after))

    def undo(self) -> None:
        """Go back."""
        self._user.change(turning(self._after, self._before))


def turning(before: Lexicon, after: Lexicon) -> Step:
    """The step from one lexicon to another, for a lexicon that may have changed since."""

    def step(lexicon: Lexicon) -> Lexicon:
        if lexicon == before:
            return after
        old, new = frozenset(before), frozenset(after)
        kept = [entry for entry in lexicon if entry in new or entry not in old]
        known = frozenset(kept)
        return Lexicon((*kept, *(entry for entry in after if entry not in old and entry not in known)))

    return step
