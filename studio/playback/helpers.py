"""Threads that make lines beside the thread that owns the engine."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Helpers:
    """As many threads as are wanted, each of which does what it is given until there is nothing more.

    Parameters
    ----------
    work
        What thread number N does, counted from 0; it returns when all is over.
    """

    def __init__(self, work: Callable[[int], None]) -> None:
        self._work = work
        self._threads: list[threading.Thread] = []
        self.wanted = 0
        """Threads that have work to do; those with this number and higher ones rest."""

    def want(self, count: int) -> None:
        """Have at least so many threads."""
        self.wanted = count
        while len(self._threads) < count:
            number = len(self._threads)
            thread = threading.Thread(target=self._work, args=(number,), name=f"timbre-helper-{number}")
            self._threads.append(thread)
            thread.start()

    def join(self) -> None:
        """Wait for the end of all of them."""
        for thread in self._threads:
            thread.join()
        self._threads.clear()
