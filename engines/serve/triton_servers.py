"""Which Triton servers there are, and how many texts each has."""

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
    """The addresses, and how many texts each has."""

    def __init__(self, addresses: Sequence[str], clock: Callable[[], float] = time.monotonic) -> None:
        self.addresses = tuple(addresses)
        self._clock = clock
        self._lock = threading.Lock()
        self._texts: Counter[str] = Counter()
        self._closed_until: dict[str, float] = {}

    def take(self, tried: Sequence[str] = ()) -> str:
        """The one with the fewest texts, which has one more now. Raises TritonLostError if none is left."""
        with self._lock:
            now = self._clock()
            left = [a for a in self.addresses if a not in tried]
            good = [a for a in left if self._closed_until.get(a, 0.0) <= now] or left
            if not good:
                raise TritonLostError(f"No Triton server answers ({', '.join(self.addresses)}): check that they run.")
            chosen = min(good, key=lambda address: self._texts[address])
            self._texts[chosen] += 1
            return chosen

    def give_back(self, address: str, *, lost: bool = False) -> None:
        """A text is done, or its server lost."""
        with self._lock:
            self._texts[address] -= 1
            if lost:
                self._closed_until[address] = self._clock() + _LEFT_ALONE_SECONDS

    @property
    def lost(self) -> tuple[str, ...]:
        """Those that are left alone for now."""
        with self._lock:
            return tuple(a for a in self.addresses if self._closed_until.get(a, 0.0) > self._clock())
