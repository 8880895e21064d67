"""How an export is going: frozen values for whoever shows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from studio.export.plan import ExportItem
from studio.export.write import Written


class ItemState(Enum):
    """What has become of one file."""

    WAITING = "waiting"
    MAKING = "making"
    """Lines of it are being spoken."""
    WRITING = "writing"
    DONE = "done"
    SKIPPED = "skipped"
    """There was nothing to write, or a file that is to stay."""
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def ended(self) -> bool:
        """Whether nothing more happens unless the user asks for it."""
        return self not in {ItemState.WAITING, ItemState.MAKING, ItemState.WRITING}

    @property
    def can_retry(self) -> bool:
        """Whether another try may bring the file."""
        return self in {ItemState.FAILED, ItemState.CANCELLED}


@dataclass(frozen=True, slots=True)
class ItemStatus:
    """One file of the queue."""

    id: int
    """Unique in a queue; later ones are greater."""
    item: ExportItem
    state: ItemState = ItemState.WAITING
    share: float = 0.0
    """Of the work on it, 0 to 1."""
    reason: str = ""
    """A sentence for the user that says why it was skipped, failed or was cancelled."""
    written: Written | None = None
    """What was written, once it was."""

    @property
    def file(self) -> Path | None:
        """The file, once it is there."""
        return self.written.file if self.written else None


@dataclass(frozen=True, slots=True)
class Report:
    """How an export went, when its last file has ended."""

    written: tuple[Path, ...]
    skipped: tuple[ItemStatus, ...]
    failed: tuple[ItemStatus, ...]
    cancelled: tuple[ItemStatus, ...]


def report(statuses: Iterable[ItemStatus]) -> Report:
    """Sum up."""
    statuses = tuple(statuses)
    by_state = {state: tuple(s for s in statuses if s.state is state) for state in ItemState}
    return Report(
        tuple(status.file for status in by_state[ItemState.DONE] if status.file),
        by_state[ItemState.SKIPPED],
        by_state[ItemState.FAILED],
        by_state[ItemState.CANCELLED],
    )
