"""Who may ask how often, and for how much at once. For one thread, that of the event loop."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engines.serve.failures import RefusedError

_MOST_KEYS = 10_000


class Rate:
    """Requests a minute for each key, a quarter of them at once (token bucket).

    Parameters
    ----------
    clock
        Seconds.
    """

    def __init__(self, a_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._a_second = a_minute / 60
        self._most = max(1.0, a_minute / 4)
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> None:
        """Count a request. Raises RefusedError if there were too many."""
        now = self._clock()
        left, then = self._left.pop(key, (self._most, now))
        left = min(self._most, left + (now - then) * self._a_second)
        if left < 1:
            self._left[key] = left, now
            wait = (1 - left) / self._a_second
            raise RefusedError("too_many_requests", 429, "Too many requests: wait a moment.", retry_after=wait)
        self._left[key] = left - 1, now
        while len(self._left) > _MOST_KEYS:  # whoever was not seen for longest begins anew
            self._left.popitem(last=False)


class Slots:
    """A number of things at once, of all and of each key."""

    def __init__(self, name: str, most: int, most_of_one: int) -> None:
        self._name, self._most, self._most_of_one = name, most, most_of_one
        self._held: Counter[str] = Counter()

    @property
    def held(self) -> int:
        """How many there are now."""
        return self._held.total()

    @contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Have one. Raises RefusedError if there are too many."""
        if self.held >= self._most or self._held[key] >= self._most_of_one:
            raise RefusedError(
                f"too_many_{self._name}", 429, f"There are too many {self._name} at once: end one.", retry_after=2
            )
        self._held[key] += 1
        try:
            yield
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]
