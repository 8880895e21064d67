"""How much speech is made in a second of work, measured while it is made: how many listeners can be kept up with."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_MEMORY_SECONDS = 15.0
"""Of work, after which what was measured counts for a third: another program may take the processor meanwhile."""
_ENOUGH_SECONDS = 1.0
"""Of audio, before which nothing is known."""


class Throughput:
    """Seconds of audio for a second in which anything was at work, the later the more they count.

    Of several threads that work at once, the time counts once: under full load this is all that the machine can do.
    Under less it is too low rather than too high, since nothing is done beside then, and batches are small.

    Parameters
    ----------
    clock
        Seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._working = 0
        self._since = 0.0
        self._seconds = self._audio = 0.0

    @contextmanager
    def work(self) -> Iterator[None]:
        """Be at work, in one of the threads."""
        with self._lock:
            if not self._working:
                self._since = self._clock()
            self._working += 1
        try:
            yield
        finally:
            with self._lock:
                self._count()
                self._working -= 1

    def made(self, seconds: float) -> None:
        """Count audio that was made, not found."""
        with self._lock:
            self._audio += seconds

    @property
    def speed(self) -> float | None:
        """Seconds of audio a second; None while too little was made."""
        with self._lock:
            if self._working:
                self._count()
            if self._audio < _ENOUGH_SECONDS or self._seconds <= 0:
                return None
            return self._audio / self._seconds

    def _count(self) -> None:
        now = self._clock()
        passed, self._since = now - self._since, now
        kept = math.exp(-passed / _MEMORY_SECONDS)
        self._seconds = self._seconds * kept + passed
        self._audio *= kept
