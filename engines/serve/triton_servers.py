"""Which Triton servers there are, how many texts each has, and how many it can keep up with."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from engines.serve.config import ConfigError
from engines.serve.failures import RefusedError

_LEFT_ALONE_SECONDS = 15.0
"""After a server was lost."""


class TritonLostError(RefusedError):
    """No Triton server answers, or the one that spoke does so no more."""

    def __init__(self, message: str) -> None:
        super().__init__("engine_lost", 503, message, retry_after=2)


def addresses_of(backend: str) -> tuple[str, ...]:
    """Host and port of each server in `triton://a:8001,triton://b:8001`. Raises ConfigError."""
    found = []
    for part in backend.split(","):
        parts = urlsplit(part.strip())
        if parts.scheme != "triton" or not parts.hostname or not parts.port:
            raise ConfigError(f"{backend} is no backend: write triton://host:8001, and more after commas.")
        found.append(parts.netloc)
    return tuple(found)


class Servers:
    """The addresses, how many texts each has, and how many it can keep up with."""

    def __init__(self, addresses: Sequence[str], clock: Callable[[], float] = time.monotonic) -> None:
        self.addresses = tuple(addresses)
        self._clock = clock
        self._lock = threading.Lock()
        self._texts: Counter[str] = Counter()
        self._capacities: dict[str, int | None] = {}
        self._closed_until: dict[str, float] = {}

    def take(self, tried: Sequence[str] = ()) -> str:
        """The one with the fewest texts for what it can do, which has one more now.

        Raises
        ------
        TritonLostError
            If none is left.
        """
        with self._lock:
            now = self._clock()
            left = [a for a in self.addresses if a not in tried]
            good = [a for a in left if self._closed_until.get(a, 0.0) <= now] or left
            if not good:
                raise TritonLostError(f"No Triton server answers ({', '.join(self.addresses)}): check that they run.")
            known = [capacity for a in good if (capacity := self._capacities.get(a))]
            typical = max(known, default=1)  # of one that has not told yet
            chosen = min(good, key=lambda a: (self._texts[a] + 1) / (self._capacities.get(a) or typical))
            self._texts[chosen] += 1
            return chosen

    def give_back(self, address: str, *, lost: bool = False) -> None:
        """A text is done, or its server lost."""
        with self._lock:
            self._texts[address] -= 1
            if lost:
                self._closed_until[address] = self._clock() + _LEFT_ALONE_SECONDS

    def measured(self, address: str, capacity: int | None) -> None:
        """Know how many texts at once a server can keep up with; None is not known."""
        with self._lock:
            self._capacities[address] = capacity

    @property
    def capacity(self) -> int | None:
        """Of all together that are not lost; None while one has not told."""
        lost = self.lost
        with self._lock:
            found = [self._capacities.get(address) for address in self.addresses if address not in lost]
        return sum(capacity or 0 for capacity in found) if found and None not in found else None

    @property
    def lost(self) -> tuple[str, ...]:
        """Those that are left alone for now."""
        with self._lock:
            return tuple(a for a in self.addresses if self._closed_until.get(a, 0.0) > self._clock())
