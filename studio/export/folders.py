"""What is done in the folders of a run of the queue besides its files: old rests are cleared, and the files listed."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject

from studio.export.manifest import Missing, update
from studio.export.publish import sweep
from studio.export.status import ItemStatus
from studio.export.write import Written
from studio.operations import Operation, Operations, Task

_LANE = "export 0"
"""That of the first files, which must not be taken for rests."""


class Folders(QObject):
    """Looks after the folders that files are written to."""

    def __init__(self, operations: Operations, parent: QObject) -> None:
        super().__init__(parent)
        self._operations = operations
        self._swept: set[Path] = set()

    def used(self, folder: Path) -> None:
        """Files will be written there: clear what a killed program has left of some, once a run."""
        if folder not in self._swept:
            self._swept.add(folder)
            Operation(self, "", lambda _: sweep(folder, "studio")).run(self._operations, lane=_LANE)

    def finish(self, statuses: Iterable[ItemStatus]) -> None:
        """A run is over: list its files where that is wanted."""
        self._swept.clear()
        entries: dict[Path, list[Written | Missing]] = {}
        for status in statuses:
            item = status.item
            if item.options.manifest:
                missing = Missing(item.file.name, status.state.value, status.reason)
                entries.setdefault(item.file.parent, []).append(status.written or missing)
        for folder, files in entries.items():
            title = self.tr("List of the exported files")
            Operation(self, title, partial(_update, folder, files)).run(self._operations, lane=_LANE)


def _update(folder: Path, files: list[Written | Missing], _task: Task) -> None:
    if folder.is_dir():  # else nothing was written
        update(folder, files)
