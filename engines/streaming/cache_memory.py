"""Values in memory up to some bytes; those not used for longest go first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Counts(NamedTuple):
    """What a cache holds, and what it was good for."""

    entries: int
    bytes: int
    hits: int
    misses: int


class ByteCache(Generic[K, V]):
    """A mapping that forgets. All methods may be called from any thread.

    Parameters
    ----------
    limit
        Bytes of all values together; never exceeded.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._bytes = self._hits = self._misses = 0

    def get(self, key: K) -> V | None:
        """A value, which thereby is the last to go; None if there is none."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                self._misses += 1
                return None
            self._hits += 1
            self._kept.move_to_end(key)
            return found[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Keep a value of so many bytes, in the place of an earlier one; one beyond the limit by itself is not kept."""
        with self._lock:
            self._drop(key)
            if size > self._limit:
                return
            self._kept[key] = value, size
            self._bytes += size
            while self._bytes > self._limit:
                self._drop(next(iter(self._kept)))

    def discard(self, key: K) -> None:
        """Forget a value, if it is there."""
        with self._lock:
            self._drop(key)

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._kept.clear()
            self._bytes = 0

    def __contains__(self, key: K) -> bool:
        with self._lock:
            return key in self._kept

    @property
    def counts(self) -> Counts:
        """As they are now."""
        with self._lock:
            return Counts(len(self._kept), self._bytes, self._hits, self._misses)

    def _drop(self, key: K) -> None:
        found = self._kept.pop(key, None)
        if found is not None:
            self._bytes -= found[1]
