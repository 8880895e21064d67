"""Keeps the queue on disk, so that what a killed program had still to write is offered again with its project."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress

from PySide6.QtCore import QObject, QTimer

from studio.document.document import Document
from studio.export.journal import Journal
from studio.export.plan import ExportItem
from studio.export.queue import ExportQueue
from studio.operations import Operation, Operations, Task

_LANE = "export journal"
_SOON = 300
"""Milliseconds for which ends are gathered: one that is lost by a kill costs no more than a look at a whole file."""


class Keeping(QObject):
    """Writes down what the queue is to do and has done.

    Parameters
    ----------
    journal
        Where.
    """

    def __init__(self, queue: ExportQueue, document: Document, operations: Operations, journal: Journal) -> None:
        super().__init__(queue)
        self._queue = queue
        self._document = document
        self._operations = operations
        self._journal = journal
        self._run = secrets.token_hex(4)
        self._open: set[int] = set()
        """Files that the journal has as begun."""
        self._rows: set[tuple[int, int]] = set()
        """Ranges of rows that have changed."""
        self._soon = QTimer(self, singleShot=True, interval=_SOON)
        self._soon.timeout.connect(self._note)
        queue.added.connect(self._added)
        queue.changed.connect(self._altered)
        queue.removed.connect(self._soon.start)
        document.replaced.connect(self._look)

    def _added(self, first: int, count: int) -> None:
        self._begin(status.id for status in self._queue.statuses[first : first + count])

    def _begin(self, ids: Iterable[int]) -> None:
        statuses = [self._queue.status(key) for key in ids]
        new = [(self._key(status.id), status.item) for status in statuses]
        self._open.update(status.id for status in statuses)
        self._write(lambda: self._journal.begin(new))

    def _altered(self, first: int, last: int) -> None:
        self._rows.add((first, last))
        if not self._soon.isActive():
            self._soon.start()

    def _note(self) -> None:
        statuses = self._queue.statuses
        rows, self._rows = self._rows, set()
        gone = self._open.difference(status.id for status in statuses)
        changed = {status.id: status.state.ended for first, last in rows for status in statuses[first : last + 1]}
        ended = gone | {key for key, over in changed.items() if over and key in self._open}
        self._open -= ended
        if ended:
            keys = [self._key(key) for key in sorted(ended)]
            self._write(lambda: self._journal.end(keys))
        if again := [key for key, over in changed.items() if not over and key not in self._open]:
            self._begin(again)

    def _look(self) -> None:
        lines = frozenset(self._document.script.rows)
        if not lines:
            return

        def work(_task: Task) -> list[ExportItem]:
            with suppress(OSError):
                return self._journal.take(lines)
            return []

        Operation(self, "", work).on_success(self._found).run(self._operations, lane=_LANE)

    def _found(self, items: list[ExportItem]) -> None:
        known = self._document.script.rows.keys()
        self._queue.offer(
            [item for item in items if known >= set(item.lines)], self.tr("The program ended before it was written.")
        )

    def _write(self, note: Callable[[], None]) -> None:
        def work(_task: Task) -> None:
            # What cannot be kept is not worth a word: it only would have to be exported again after a crash.
            with suppress(OSError):
                note()

        Operation(self, "", work).run(self._operations, lane=_LANE)

    def _key(self, item_id: int) -> str:
        return f"{self._run}-{item_id}"
