"""The export queue: files are made and written in order, several at a time, and each can be cancelled or retried."""

from __future__ import annotations

import heapq
import os
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from studio.document.document import Document
from studio.document.state import LineState
from studio.export.job import Job
from studio.export.manifest import Missing, update
from studio.export.pace import Load, Pace
from studio.export.plan import ExportItem, OnExisting
from studio.export.publish import sweep
from studio.export.status import ItemState, ItemStatus, report
from studio.export.write import Written
from studio.operations import Operation, Operations, Task
from studio.playback.making import Making

WRITERS = min(4, os.cpu_count() or 1)
"""Files that are written at once. Lines are made one at a time by the thread that also plays, on all cores."""
_MEASURED_AT_ONCE = 200
"""Files whose work is found out before the event loop has its turn."""


@dataclass
class _Entry:
    """A file of the queue."""

    status: ItemStatus
    load: Load | None = None
    """How much work it is; found out when there is time."""


class ExportQueue(QObject):
    """Files to export. Lines that are not ready are made first, and exported as they are when their turn comes.

    Parameters
    ----------
    takes_folder
        Where the audio of the document's takes is now.
    writers
        How many files are written at once.
    """

    added = Signal(int, int)
    """First row and number of new rows, at the end."""
    changed = Signal(int, int)
    """First and last row of those whose status changed."""
    removed = Signal()
    """Rows are gone: read all of them again."""
    finished = Signal(object)
    """A `Report`, when nothing is left to do."""
    paused_changed = Signal()

    def __init__(
        self,
        document: Document,
        making: Making,
        operations: Operations,
        takes_folder: Callable[[], Path],
        parent: QObject | None = None,
        *,
        writers: int = WRITERS,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._making = making
        self._operations = operations
        self._takes_folder = takes_folder
        self._entries: dict[int, _Entry] = {}
        self._rows: dict[int, int] = {}
        self._waiting: list[int] = []
        """A heap of ids, some of which may not wait any more."""
        self._unmeasured: deque[int] = deque()
        self._jobs: dict[int, Job] = {}
        self._run: dict[int, None] = {}
        """Ids of what was added or retried since the queue last had nothing to do."""
        self._next_id = 0
        self._writers = writers
        self._gate = threading.Event()
        self._gate.set()
        self._trouble = ""
        self._swept: set[Path] = set()
        self._total = Load()
        self._ended = Load()
        self._pace = Pace()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._advance)
        document.replaced.connect(self._project_gone)

    @property
    def statuses(self) -> tuple[ItemStatus, ...]:
        """All files, in order."""
        return tuple(entry.status for entry in self._entries.values())

    def status(self, item_id: int) -> ItemStatus:
        """Of one file."""
        return self._entries[item_id].status

    @property
    def active(self) -> bool:
        """Whether something is still to be done."""
        return bool(self._run)

    @property
    def counts(self) -> tuple[int, int]:
        """How many files have ended, of how many, since the queue last had nothing to do."""
        return sum(self._entries[key].status.state.ended for key in self._run), len(self._run)

    @property
    def progress(self) -> float:
        """Of everything since the queue last had nothing to do, 0 to 1."""
        return self._total.share(self._done()) if self.active else 1.0

    @property
    def remaining(self) -> float | None:
        """Seconds until all is done, from the speed so far; None while that cannot be told."""
        return self._pace.remaining(self._total - self._done()) if self.active else None

    @property
    def paused(self) -> bool:
        """Whether nothing is done until `resume`."""
        return not self._gate.is_set()

    @property
    def trouble(self) -> str:
        """A sentence that says why the queue has paused itself, as it does when the disk is full; else empty."""
        return self._trouble

    def add(self, items: Iterable[ExportItem]) -> None:
        """Put files at the end and begin. Those that exist and are to stay are skipped at once."""
        for entry in self._append(items):
            self._enqueue(entry)

    def offer(self, items: Iterable[ExportItem], reason: str) -> None:
        """Put files at the end that an earlier run has left, for the user to try them again."""
        for entry in self._append(items, ItemState.CANCELLED, reason):
            entry.load = Load()

    def pause(self, trouble: str = "") -> None:
        """Do nothing more until `resume`: making stops after its window, and writing waits where it is.

        Parameters
        ----------
        trouble
            A sentence for the user that says why, where he did not ask for it.
        """
        if not self.paused:
            self._trouble = trouble
            self._gate.clear()
            for job in list(self._jobs.values()):
                job.put_back()
            self.paused_changed.emit()

    def resume(self) -> None:
        """Go on."""
        if self.paused:
            self._trouble = ""
            self._gate.set()
            self._soon.start()
            self.paused_changed.emit()

    def retry(self, ids: Iterable[int] | None = None) -> None:
        """Try those again that failed or were cancelled; all of them without `ids`."""
        entries = [entry for entry in self._chosen(ids) if entry.status.state.can_retry]
        for entry in entries:
            entry.status = ItemStatus(entry.status.id, entry.status.item)
            self._enqueue(entry)
        self._tell(entries)

    def cancel(self, ids: Iterable[int] | None = None) -> None:
        """Stop making and writing these files, or all; of an unfinished one nothing stays on the disk."""
        self._cancel(self._chosen(ids), "")

    def remove_ended(self) -> None:
        """Take those off the list with which nothing more happens."""
        self._entries = {key: entry for key, entry in self._entries.items() if not entry.status.state.ended}
        self._rows = {key: row for row, key in enumerate(self._entries)}
        self._run = {key: None for key in self._run if key in self._entries}
        self.removed.emit()

    def _append(
        self, items: Iterable[ExportItem], state: ItemState = ItemState.WAITING, reason: str = ""
    ) -> list[_Entry]:
        first = len(self._entries)
        for item in items:
            entry = _Entry(ItemStatus(self._next_id, item, state, reason=reason))
            self._next_id += 1
            self._rows[entry.status.id] = len(self._entries)
            self._entries[entry.status.id] = entry
        new = list(self._entries.values())[first:]
        if new:
            # The rows are told of at once: whoever shows them asks for their states, which may change in a moment.
            self.added.emit(first, len(new))
        return new

    def _chosen(self, ids: Iterable[int] | None) -> list[_Entry]:
        if ids is None:
            return list(self._entries.values())
        return [self._entries[key] for key in ids if key in self._entries]

    def _enqueue(self, entry: _Entry) -> None:
        if not self._run:
            self._total = self._ended = Load()
        entry.load = None
        self._unmeasured.append(entry.status.id)
        self._run[entry.status.id] = None
        heapq.heappush(self._waiting, entry.status.id)
        folder = entry.status.item.file.parent
        if folder not in self._swept:
            self._swept.add(folder)
            Operation(self, "", lambda _: sweep(folder, "studio")).run(self._operations, lane="export 0")
        self._soon.start()

    def _measure(self, entry: _Entry) -> Load:
        if entry.load is None:
            lines = [line for key in entry.status.item.lines if (line := self._document.script.line(key))]
            unmade = [line for line in lines if self._making.state(line.id) is not LineState.READY]
            entry.load = Load(sum(len(line.text) for line in unmade), sum(len(line.text) for line in lines))
            self._total += entry.load
        return entry.load

    def _advance(self) -> None:
        """Begin what can begin now; say so when nothing is left."""
        for _ in range(min(_MEASURED_AT_ONCE, len(self._unmeasured))):
            if entry := self._entries.get(self._unmeasured.popleft()):
                self._measure(entry)
        if self._unmeasured:
            self._soon.start()
        while self._waiting:
            entry = self._entries.get(self._waiting[0])
            waits = entry is not None and entry.status.state is ItemState.WAITING
            if waits and not self._has_room():
                break
            heapq.heappop(self._waiting)
            if entry and waits:
                self._begin(entry)
        if self._run and not self._waiting and not self._jobs:
            run, self._run = self._run, {}
            self._swept.clear()
            ended = [self._entries[key].status for key in run]
            self._list_files(ended)
            self.finished.emit(report(ended))

    def _has_room(self) -> bool:
        making = any(job.status.state is ItemState.MAKING for job in self._jobs.values())
        return not self.paused and not making and len(self._jobs) < self._writers + 1

    def _list_files(self, statuses: list[ItemStatus]) -> None:
        entries: dict[Path, list[Written | Missing]] = {}
        for status in statuses:
            item = status.item
            if item.options.manifest:
                missing = Missing(item.file.name, status.state.value, status.reason)
                entries.setdefault(item.file.parent, []).append(status.written or missing)
        for folder, files in entries.items():
            title = self.tr("List of the exported files")
            Operation(self, title, partial(_update, folder, files)).run(self._operations, lane="export 0")

    def _begin(self, entry: _Entry) -> None:
        status = entry.status
        if status.item.exists and status.item.options.existing is OnExisting.SKIP:
            reason = self.tr("A file of this name is there already.")
            self._finish(entry, replace(status, state=ItemState.SKIPPED, reason=reason))
            self._tell([entry])
            return
        job = Job(
            self._document,
            self._making,
            self._operations,
            self._takes_folder,
            status,
            self._measure(entry),
            self._pace,
            self._free_lane(),
            self._gate,
            self,
        )
        job.changed.connect(self._job_changed)
        self._jobs[status.id] = job
        self._job_changed(status.id)

    def _job_changed(self, key: int) -> None:
        entry, job = self._entries[key], self._jobs[key]
        entry.status = job.status
        if job.over:
            del self._jobs[key]
            if job.status.state is ItemState.WAITING:
                heapq.heappush(self._waiting, key)
            else:
                self._finish(entry, job.status)
        elif job.status.state is ItemState.WRITING and self._waiting:
            self._soon.start()  # the next one may be made
        self._tell([entry])
        if job.full:
            self.pause(job.full)

    def _free_lane(self) -> int:
        """The thread with the least to do: one file more than there are threads may be made meanwhile."""
        taken = Counter(job.lane for job in self._jobs.values())
        return min(range(self._writers), key=lambda lane: taken[lane])

    def _finish(self, entry: _Entry, status: ItemStatus) -> None:
        entry.status = status
        entry.load = entry.load or Load()
        self._ended += entry.load
        self._soon.start()

    def _cancel(self, entries: list[_Entry], reason: str) -> None:
        waiting = [entry for entry in entries if entry.status.state is ItemState.WAITING]
        for entry in waiting:
            self._finish(entry, replace(entry.status, state=ItemState.CANCELLED, reason=reason))
        self._tell(waiting)
        for job in [self._jobs[entry.status.id] for entry in entries if entry.status.id in self._jobs]:
            job.cancel(reason)

    def _project_gone(self) -> None:
        self._cancel(self._chosen(None), self.tr("Another project was opened."))

    def _done(self) -> Load:
        return sum((job.done for job in self._jobs.values()), self._ended)

    def _tell(self, entries: list[_Entry]) -> None:
        """Report changed rows, neighbours together."""
        rows = sorted(self._rows[entry.status.id] for entry in entries)
        for _, group in groupby(enumerate(rows), lambda pair: pair[1] - pair[0]):
            block = [row for _, row in group]
            self.changed.emit(block[0], block[-1])


def _update(folder: Path, files: list[Written | Missing], _task: Task) -> None:
    if folder.is_dir():  # else nothing was written
        update(folder, files)
