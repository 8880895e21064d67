"""Getting the speech model onto this computer: what is there, and the installation under way."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QObject, Signal

from engines.models.store import ModelStore, PackInfo, State
from studio.operations import Operation, Operations, Task
from studio.windows.durations import remaining


class Phase(Enum):
    """How far it is."""

    CHECKING = "checking"
    ABSENT = "absent"
    OUTDATED = "outdated"
    """It has to be converted again; nothing is fetched."""
    DAMAGED = "damaged"
    INSTALLING = "installing"
    STOPPING = "stopping"
    FAILED = "failed"
    READY = "ready"


_PHASES = {
    State.ABSENT: Phase.ABSENT,
    State.OUTDATED: Phase.OUTDATED,
    State.DAMAGED: Phase.DAMAGED,
    State.READY: Phase.READY,
}


class Installation(QObject):
    """One pack, looked for and installed away from the GUI thread.

    Parameters
    ----------
    open_store
        Called on a thread of `operations`, since it reads the disk.
    pack
        Name of the model pack.
    """

    changed = Signal()
    """Anything of the properties."""
    installed = Signal()
    """It has just been installed, or mended."""

    def __init__(
        self,
        open_store: Callable[[], ModelStore],
        operations: Operations,
        pack: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._open_store = open_store
        self._operations = operations
        self._pack = pack
        self._operation: Operation[PackInfo] | None = None
        self._began = 0.0
        self.phase = Phase.CHECKING
        self.info: PackInfo | None = None
        """None before the first look."""
        self.interrupted = False
        """Whether an installation was stopped, which the next one continues."""
        self.step = ""
        self.share = 0.0
        self.sentence = ""
        """Why it failed."""

    @property
    def busy(self) -> bool:
        """Whether an installation runs."""
        return self.phase in {Phase.INSTALLING, Phase.STOPPING}

    @property
    def remaining(self) -> float | None:
        """Seconds left; None while that is anybody's guess."""
        return remaining(time.monotonic() - self._began, self.share)

    def check(self) -> None:
        """Look whether it is installed; nothing happens during an installation."""
        if self.busy:
            return
        pack, open_store = self._pack, self._open_store
        operation = Operation(self, "", lambda _task: open_store().info(pack))
        operation.on_success(self._found).on_failure(self._failed).run(self._operations)

    def install(self, source: str) -> None:
        """Fetch and convert it, or mend it.

        Parameters
        ----------
        source
            A name from `PackInfo.sources`; empty keeps to where it came from before.
        """
        if self.busy:
            return
        pack, open_store = self._pack, self._open_store

        def work(task: Task) -> PackInfo:
            store = open_store()
            store.install(pack, source=source or None, progress=task.progress)
            return store.info(pack)

        self._began, self.step, self.share, self.sentence = time.monotonic(), "", 0.0, ""
        title = self.tr("Installing the speech model")
        self._operation = Operation(self, title, work)
        self._operation.progressed.connect(self._progressed)
        self._operation.on_success(self._succeeded).on_failure(self._failed).on_cancelled(self._cancelled)
        self._set(Phase.INSTALLING)
        self._operation.run(self._operations)

    def cancel(self) -> None:
        """Stop after the part that is being fetched."""
        if self._operation is not None and self.phase is Phase.INSTALLING:
            self._operation.cancel()
            self._set(Phase.STOPPING)

    def _set(self, phase: Phase) -> None:
        self.phase = phase
        self.changed.emit()

    def _found(self, info: PackInfo) -> None:
        if not self.busy:
            self.info = info
            self._set(_PHASES[info.state])

    def _progressed(self, step: str, share: float) -> None:
        self.step, self.share = step, share
        self.changed.emit()

    def _succeeded(self, info: PackInfo) -> None:
        self._operation = None
        self.interrupted = False
        self.info = info
        self._set(_PHASES[info.state])
        self.installed.emit()

    def _failed(self, sentence: str) -> None:
        self._operation = None
        self.sentence = sentence
        self._set(Phase.FAILED)

    def _cancelled(self) -> None:
        self._operation = None
        self.interrupted = True
        self._set(Phase.CHECKING)
        self.check()
