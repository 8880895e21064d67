"""The user's own lexicon: on the disk, and in whatever project is open."""

from __future__ import annotations

from collections.abc import Callable, Collection

from PySide6.QtCore import QObject, Signal

from engines.text.lexicon import Entry, Lexicon, check_entry
from engines.text.lexicon_store import LexiconStore
from studio.document.document import Document
from studio.operations import Operation, Operations, Task

_LANE = "lexicon"


class UserLexicon(QObject):
    """Read and written away from the GUI thread; the document's lines follow each change.

    A change holds here at once. What is on the disk then replaces it, which is the same unless another program changed
    the file meanwhile, or it could not be written.
    """

    changed = Signal(object)
    """A `Lexicon`."""
    failed = Signal(str)
    """A sentence: it could not be read, or a change is not kept."""

    def __init__(
        self, store: LexiconStore, document: Document, operations: Operations, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._document = document
        self._operations = operations
        self._lexicon = Lexicon()
        self._pending = 0

    @property
    def lexicon(self) -> Lexicon:
        """As it is now."""
        return self._lexicon

    def load(self) -> None:
        """Read the file, at the start of the program or after another one changed it."""
        self._run(lambda _task: self._store.load().prepared(), essential=False)

    def change(self, step: Callable[[Lexicon], Lexicon]) -> None:
        """Replace the lexicon by what `step` makes of it; `step` is a pure function and may be called twice."""
        expected = step(self._lexicon)
        self._use(expected)

        def work(_task: Task) -> Lexicon:
            kept = self._store.change(step)
            return expected if kept == expected else kept.prepared()

        self._run(work, essential=True)

    def remember(self, entry: Entry, old: Entry | None = None) -> None:
        """Put an entry in the place of `old`, or of that for the same word. Raises LexiconError."""
        tidy = check_entry(entry)
        self.change(lambda lexicon: lexicon.with_entry(tidy, old))

    def forget(self, entries: Collection[Entry]) -> None:
        """Take entries out."""
        gone = tuple(entries)
        self.change(lambda lexicon: lexicon.without(gone))

    def _run(self, work: Callable[[Task], Lexicon], *, essential: bool) -> None:
        self._pending += 1

        def done(lexicon: Lexicon) -> None:
            self._pending -= 1
            if not self._pending:  # else a later change, which holds here already, is still on its way
                self._use(lexicon)

        def failed(sentence: str) -> None:
            self._pending -= 1
            self.failed.emit(sentence)

        operation = Operation(self, "", work, essential=essential)
        operation.on_success(done).on_failure(failed).run(self._operations, lane=_LANE)

    def _use(self, lexicon: Lexicon) -> None:
        if lexicon != self._lexicon:
            self._lexicon = lexicon
            self._document.use_user_lexicon(lexicon)
            self.changed.emit(lexicon)
