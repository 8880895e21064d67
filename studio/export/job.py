"""One file of an export, from its turn to its end: its lines are made, then written."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from studio.document.document import Document
from studio.document.takes import Take
from studio.export.arrange import pieces
from studio.export.gathering import Gathering
from studio.export.pace import Load, Pace
from studio.export.publish import DiskFullError
from studio.export.status import ItemState, ItemStatus
from studio.export.write import Written, write_item
from studio.operations import Operation, Operations, Task
from studio.playback.audio_files import read_take
from studio.playback.making import Making

_TOLD = 0.01
"""Share of a file that is worth telling."""
_LOOK = 0.05
"""Seconds between two looks whether a held job is to end."""


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
    lane
        The thread on which it is written.
    gate
        Writing waits while it is not set.
    """

    changed = Signal(int)
    """Id of the file, whenever `status` changed; the last time when `over`."""

    def __init__(
        self,
        document: Document,
        making: Making,
        operations: Operations,
        takes_folder: Callable[[], Path],
        status: ItemStatus,
        load: Load,
        pace: Pace,
        lane: int,
        gate: threading.Event,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.status = replace(status, state=ItemState.MAKING)
        self.load = load
        self.done = Load()
        self.lane = lane
        self.over = False
        """Whether it does nothing more. Then the file has ended, or waits again if it was put back."""
        self.full = ""
        """A sentence when the disk was full; the file waits again."""
        self._document = document
        self._operations = operations
        self._takes_folder = takes_folder
        self._pace = pace
        self._gate = gate
        self._meter = pace.making
        self._meter.begin()
        self._reason = ""
        self._operation: Operation[Written | DiskFullError | None] | None = None
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

    def put_back(self) -> None:
        """Stop the making of lines, what is made being kept; a file that is being written is held by the gate."""
        if not self._operation:
            self._gathering.cancel()
            self._end(ItemState.WAITING)

    def _made(self, share: float) -> None:
        self._progress(self.load.made(share))

    def _write(self, takes: tuple[Take, ...]) -> None:
        asked = set(self._gathering.asked)
        self._meter.end(sum(len(take.delivery.text) for take in takes if take.line in asked))
        self._meter = self._pace.writing
        self._meter.begin()
        item, gate = self.status.item, self._gate
        parts, read = pieces(self._document.script, takes), partial(read_take, self._takes_folder())

        def work(task: Task) -> Written | DiskFullError | None:
            told = 0.0

            def progress(share: float) -> None:
                nonlocal told
                task.check()
                while not gate.wait(_LOOK):
                    task.check()
                if share - told >= _TOLD:
                    told = share
                    task.progress("", share)

            try:
                return write_item(item, parts, read, progress)
            except DiskFullError as error:
                return error

        self._operation = Operation(self, "", work)
        self._operation.on_success(self._written).on_failure(self._fail).on_cancelled(self._cancelled)
        self._operation.progressed.connect(self._writing)
        self.status = replace(self.status, state=ItemState.WRITING)
        self._progress(self.load.written(0.0))
        self._operation.run(self._operations, lane=f"export {self.lane}")

    def _writing(self, _step: str, share: float) -> None:
        self._progress(self.load.written(share))

    def _written(self, result: Written | DiskFullError | None) -> None:
        if isinstance(result, DiskFullError):
            self.full = str(result)
            self._end(ItemState.WAITING)
        elif result is None:
            self._end(ItemState.SKIPPED, self.tr("A file of this name is there already."))
        else:
            self.done = self.load
            self.status = replace(self.status, written=result)
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
        self.over = True
        self._meter.end(self.done.to_make if self._operation is None else self.done.to_write)
        share = 0.0 if state is ItemState.WAITING else self.status.share
        self.status = replace(self.status, state=state, reason=reason, share=share)
        self.changed.emit(self.status.id)
        self.deleteLater()
