"""The export queue: files are made and written in order, several at a time, and each can be cancelled or retried."""

from __future__ import annotations

import heapq
import os
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from studio.document.document import Document
from studio.document.state import LineState
from studio.export.folders import Folders
from studio.export.job import Job
from studio.export.pace import Load
from studio.export.plan import ExportItem, OnExisting
from studio.export.status import ItemState, ItemStatus, report
from studio.export.workload import Workload
from studio.operations import Operations
from studio.playback.making import Making

WRITERS = min(4, os.cpu_count() or 1)
"""Files that are written at once. How many lines are made at once is the engine's to say."""


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
        self._statuses: dict[int, ItemStatus] = {}
        self._rows: dict[int, int] = {}
        self._waiting: list[int] = []
        """A heap of ids, some of which may not wait any more."""
        self._jobs: dict[int, Job] = {}
        self._work = Workload(self._measure)
        self._folders = Folders(operations, self)
        self._next_id = 0
        self._writers = writers
        self._gate = threading.Event()
        self._gate.set()
        self._trouble = ""
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._advance)
        document.replaced.connect(self._project_gone)

    @property
    def statuses(self) -> tuple[ItemStatus, ...]:
        """All files, in order."""
        return tuple(self._statuses.values())

    def status(self, item_id: int) -> ItemStatus:
        """Of one file."""
        return self._statuses[item_id]

    @property
    def active(self) -> bool:
        """Whether something is still to be done."""
        return bool(self._work)

    @property
    def counts(self) -> tuple[int, int]:
        """How many files have ended, of how many, since the queue last had nothing to do."""
        ids = self._work.ids
        return sum(self._statuses[key].state.ended for key in ids), len(ids)

    @property
    def progress(self) -> float:
        """Of everything since the queue last had nothing to do, 0 to 1."""
        return self._work.share(job.done for job in self._jobs.values())

    @property
    def remaining(self) -> float | None:
        """Seconds until all is done, from the speed so far; None while that cannot be told."""
        return self._work.remaining(job.done for job in self._jobs.values())

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
        for key in self._append(items):
            self._enqueue(key)

    def offer(self, items: Iterable[ExportItem], reason: str) -> None:
        """Put files at the end that an earlier run has left, for the user to try them again."""
        self._append(items, ItemState.CANCELLED, reason)

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
        keys = [key for key in self._chosen(ids) if self._statuses[key].state.can_retry]
        for key in keys:
            self._statuses[key] = ItemStatus(key, self._statuses[key].item)
            self._enqueue(key)
        self._tell(keys)

    def cancel(self, ids: Iterable[int] | None = None) -> None:
        """Stop making and writing these files, or all; of an unfinished one nothing stays on the disk."""
        self._cancel(self._chosen(ids), "")

    def remove_ended(self) -> None:
        """Take those off the list with which nothing more happens."""
        self._statuses = {key: status for key, status in self._statuses.items() if not status.state.ended}
        self._rows = {key: row for row, key in enumerate(self._statuses)}
        self._work.keep(self._statuses.keys())
        self.removed.emit()

    def _append(self, items: Iterable[ExportItem], state: ItemState = ItemState.WAITING, reason: str = "") -> list[int]:
        first = len(self._statuses)
        for item in items:
            self._rows[self._next_id] = len(self._statuses)
            self._statuses[self._next_id] = ItemStatus(self._next_id, item, state, reason=reason)
            self._next_id += 1
        new = list(self._statuses)[first:]
        if new:
            # The rows are told of at once: whoever shows them asks for their states, which may change in a moment.
            self.added.emit(first, len(new))
        return new

    def _chosen(self, ids: Iterable[int] | None) -> list[int]:
        return list(self._statuses) if ids is None else [key for key in ids if key in self._statuses]

    def _enqueue(self, key: int) -> None:
        self._work.add(key)
        heapq.heappush(self._waiting, key)
        self._folders.used(self._statuses[key].item.file.parent)
        self._soon.start()

    def _measure(self, key: int) -> Load:
        script = self._document.script
        lines = [line for line_id in self._statuses[key].item.lines if (line := script.line(line_id))]
        unmade = [line for line in lines if self._making.state(line.id) is not LineState.READY]
        return Load(sum(len(line.text) for line in unmade), sum(len(line.text) for line in lines))

    def _advance(self) -> None:
        """Begin what can begin now; say so when nothing is left."""
        if self._work.measure_some():
            self._soon.start()
        while self._waiting:
            status = self._statuses.get(self._waiting[0])
            waits = status is not None and status.state is ItemState.WAITING
            if waits and not self._has_room():
                break
            heapq.heappop(self._waiting)
            if status and waits:
                self._begin(status)
        if self._work and not self._waiting and not self._jobs:
            ended = [self._statuses[key] for key in self._work.finish()]
            self._folders.finish(ended)
            self.finished.emit(report(ended))

    def _has_room(self) -> bool:
        making = sum(job.status.state is ItemState.MAKING for job in self._jobs.values())
        most = self._making.at_once
        return not self.paused and making < most and len(self._jobs) < self._writers + most

    def _begin(self, status: ItemStatus) -> None:
        if status.item.exists and status.item.options.existing is OnExisting.SKIP:
            reason = self.tr("A file of this name is there already.")
            self._finish(replace(status, state=ItemState.SKIPPED, reason=reason))
            self._tell([status.id])
            return
        job = Job(
            self._document,
            self._making,
            self._operations,
            self._takes_folder,
            status,
            self._work.load(status.id),
            self._work.pace,
            self._free_lane(),
            self._gate,
            self,
        )
        job.changed.connect(self._job_changed)
        self._jobs[status.id] = job
        self._job_changed(status.id)

    def _job_changed(self, key: int) -> None:
        job = self._jobs[key]
        self._statuses[key] = job.status
        if job.over:
            del self._jobs[key]
            if job.status.state is ItemState.WAITING:
                heapq.heappush(self._waiting, key)
            else:
                self._finish(job.status)
        elif job.status.state is ItemState.WRITING and self._waiting:
            self._soon.start()  # the next one may be made
        self._tell([key])
        if job.full:
            self.pause(job.full)

    def _free_lane(self) -> int:
        """The thread with the least to do: more files than there are threads may be made meanwhile."""
        taken = Counter(job.lane for job in self._jobs.values())
        return min(range(self._writers), key=lambda lane: taken[lane])

    def _finish(self, status: ItemStatus) -> None:
        self._statuses[status.id] = status
        self._work.end(status.id)
        self._soon.start()

    def _cancel(self, keys: list[int], reason: str) -> None:
        waiting = [key for key in keys if self._statuses[key].state is ItemState.WAITING]
        for key in waiting:
            self._finish(replace(self._statuses[key], state=ItemState.CANCELLED, reason=reason))
        self._tell(waiting)
        for job in [self._jobs[key] for key in keys if key in self._jobs]:
            job.cancel(reason)

    def _project_gone(self) -> None:
        self._cancel(self._chosen(None), self.tr("Another project was opened."))

    def _tell(self, keys: list[int]) -> None:
        """Report changed rows, neighbours together."""
        rows = sorted(self._rows[key] for key in keys)
        for _, group in groupby(enumerate(rows), lambda pair: pair[1] - pair[0]):
            block = [row for _, row in group]
            self.changed.emit(block[0], block[-1])
