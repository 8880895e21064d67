"""Threads that make lines beside the thread that owns the engine."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Helpers:
    """As many threads as are wanted."""

    def __init__(self) -> None:
        self._threads: list[threading.Thread] = []
        self.wanted = 0
        """Threads that have work to do; those with this number and higher ones rest."""

    def want(self, count: int, work: Callable[[int], None]) -> None:
        """Have at least so many threads.

        Parameters
        ----------
        work
            What thread number N does, counted from 0; it returns when all is over. It is not kept: whoever passes a
            method of its own would never be freed, or be freed by any thread.
        """
        self.wanted = count
        while len(self._threads) < count:
            number = len(self._threads)
            thread = threading.Thread(target=work, args=(number,), name=f"timbre-helper-{number}")
            self._threads.append(thread)
            thread.start()

    def join(self) -> None:
        """Wait for the end of all of them."""
        for thread in self._threads:
            thread.join()
        self._threads.clear()
