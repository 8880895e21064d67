"""What a queue of files has to do since it last had nothing to do, and how much of that is done."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable

from studio.export.pace import Load, Pace

_MEASURED_AT_ONCE = 200
"""Files whose work is found out before the event loop has its turn."""


class Workload:
    """The work on the files of one run of a queue, by their ids.

    Parameters
    ----------
    measure
        How much work a file is, as things are now; asked once a run, when there is time, or when its turn comes.
    """

    def __init__(self, measure: Callable[[int], Load]) -> None:
        self.pace = Pace()
        self._measure = measure
        self._loads: dict[int, Load | None] = {}
        """By file, in order; None before it is known."""
        self._unmeasured: deque[int] = deque()
        self._total = self._ended = Load()

    @property
    def ids(self) -> tuple[int, ...]:
        """The files, in the order in which they were added."""
        return tuple(self._loads)

    def __bool__(self) -> bool:
        """Whether a run is under way."""
        return bool(self._loads)

    def add(self, item_id: int) -> None:
        """A file is to be made, perhaps once more."""
        if not self._loads:
            self._total = self._ended = Load()
        self._loads[item_id] = None
        self._unmeasured.append(item_id)

    def load(self, item_id: int) -> Load:
        """How much work a file is."""
        load = self._loads.get(item_id)
        if load is None:
            load = self._measure(item_id)
            self._loads[item_id] = load
            self._total += load
        return load

    def measure_some(self) -> bool:
        """Find out how much work some more files are; whether there are others left."""
        for _ in range(min(_MEASURED_AT_ONCE, len(self._unmeasured))):
            item_id = self._unmeasured.popleft()
            if item_id in self._loads:
                self.load(item_id)
        return bool(self._unmeasured)

    def end(self, item_id: int) -> None:
        """Nothing more is done for a file; what it would have been is not worth finding out any more."""
        if item_id in self._loads:
            load = self._loads[item_id] = self._loads[item_id] or Load()
            self._ended += load

    def keep(self, ids: Collection[int]) -> None:
        """Forget all files but these."""
        self._loads = {item_id: load for item_id, load in self._loads.items() if item_id in ids}

    def finish(self) -> tuple[int, ...]:
        """The run is over; returns its files."""
        ids = self.ids
        self._loads.clear()
        return ids

    def share(self, under_way: Iterable[Load]) -> float:
        """What is done, 0 to 1, with what is done of the files under way."""
        return self._total.share(self._done(under_way)) if self else 1.0

    def remaining(self, under_way: Iterable[Load]) -> float | None:
        """Seconds until all is done, from the speed so far; None while that cannot be told."""
        return self.pace.remaining(self._total - self._done(under_way)) if self else None

    def _done(self, under_way: Iterable[Load]) -> Load:
        return sum(under_way, self._ended)
