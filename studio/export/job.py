"""One file of an export, from its turn to its end: its lines are made, then written."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from studio.document.document import Document
from studio.document.takes import Take
from studio.export.gathering import Gathering
from studio.export.pace import Load, Pace
from studio.export.status import ItemState, ItemStatus
from studio.export.write import write_item
from studio.operations import Operation, Operations, Task
from studio.playback.making import Making


class Job(QObject):
    """Does the work on one file and says how that goes.

    Parameters
    ----------
    status
        Of the file, which is waiting.
    load
        How much work it is.
    pace
        Told how fast it went.
    """

    changed = Signal(int)
    """Id of the file, whenever `status` changed; the last time it has ended."""

    def __init__(
        self,
        document: Document,
        making: Making,
        operations: Operations,
        takes_folder: Callable[[], Path],
        status: ItemStatus,
        load: Load,
        pace: Pace,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.status = replace(status, state=ItemState.MAKING)
        self.load = load
        self.done = Load()
        self._operations = operations
        self._takes_folder = takes_folder
        self._pace = pace
        self._since = time.monotonic()
        self._reason = ""
        self._operation: Operation[Path | None] | None = None
        self._gathering = Gathering(document, making, status.item.lines, self)
        self._gathering.ready.connect(self._write)
        self._gathering.failed.connect(self._fail)
        self._gathering.given_up.connect(self._give_up)
        self._gathering.empty.connect(self._nothing_said)
        self._gathering.progressed.connect(self._made)

    def cancel(self, reason: str) -> None:
        """Stop; what is being written ends a moment later."""
        self._reason = reason
        if self._operation:
            self._operation.cancel()
        else:
            self._gathering.cancel()
            self._end(ItemState.CANCELLED, reason)

    def _made(self, share: float) -> None:
        self._progress(self.load.made(share))

    def _write(self, takes: tuple[Take, ...]) -> None:
        asked = set(self._gathering.asked)
        now = time.monotonic()
        self._pace.made(sum(len(take.delivery.text) for take in takes if take.line in asked), now - self._since)
        self._since = now
        item, folder = self.status.item, self._takes_folder()

        def work(task: Task) -> Path | None:
            return write_item(task, item, takes, folder)

        self._operation = Operation(self, "", work)
        self._operation.on_success(self._written).on_failure(self._fail).on_cancelled(self._cancelled)
        self._operation.progressed.connect(self._writing)
        self.status = replace(self.status, state=ItemState.WRITING)
        self._progress(self.load.written(0.0))
        self._operation.run(self._operations, lane="export")

    def _writing(self, _step: str, share: float) -> None:
        self._progress(self.load.written(share))

    def _written(self, file: Path | None) -> None:
        if file is None:
            self._end(ItemState.SKIPPED, self.tr("A file of this name is there already."))
            return
        self._pace.wrote(self.load.to_write, time.monotonic() - self._since)
        self.status = replace(self.status, file=file)
        self._end(ItemState.DONE)

    def _fail(self, sentence: str) -> None:
        self._end(ItemState.FAILED, sentence)

    def _cancelled(self) -> None:
        self._end(ItemState.CANCELLED, self._reason)

    def _give_up(self) -> None:
        self._end(ItemState.CANCELLED, self.tr("Making a line of it was stopped elsewhere."))

    def _nothing_said(self) -> None:
        self._end(ItemState.SKIPPED, self.tr("It has nothing to say any more."))

    def _progress(self, done: Load) -> None:
        self.done = done
        self.status = replace(self.status, share=self.load.share(done))
        self.changed.emit(self.status.id)

    def _end(self, state: ItemState, reason: str = "") -> None:
        self.status = replace(self.status, state=state, reason=reason)
        self.changed.emit(self.status.id)
        self.deleteLater()
