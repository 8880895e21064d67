"""Audio of segments in a Redis, for several servers that say the same; the entries are those of the disk.

No text waits for it: what does not come in a few hundredths of a second is made, and a Redis that fails is left alone
for a while. Nothing of a text is in the keys, which are digests; the audio itself is there, as it is on the disk.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotInTimeError
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from engines.errors import TimbreError
from engines.extras import adding
from engines.streaming.cache_entry import decoded, digest, encoded
from engines.streaming.cache_keys import AudioKey
from engines.streaming.render import SegmentAudio

_PREFIX = "timbre:audio:"
_CONNECT_SECONDS = 1.0
_LEFT_ALONE_SECONDS = 15.0
"""After a failure."""
_LATE = 3
"""Answers in a row that may come too late, as on a computer that has much to do, before it counts as lost."""
_WRITING = 16
"""Entries that wait to be written; further ones are not kept."""
_THREADS = 4


class SharedCacheError(TimbreError):
    """A shared cache cannot be used as it is asked for."""


@dataclass(frozen=True, slots=True)
class SharedSize:
    """What is put into a shared cache; how much it holds in all is set in Redis itself (`maxmemory`)."""

    entry_bytes: int = 4 << 20
    """Of one segment; 43 seconds by default."""
    seconds: float = 7 * 86_400.0
    """After which what nobody asked for is forgotten."""
    patience: float = 0.05
    """Seconds that an answer may take."""


class SharedAudio:
    """Looks up and keeps audio in a Redis. It never fails, and all methods may be called from any thread.

    Parameters
    ----------
    client
        Of `redis`, or alike.
    told
        Called with a sentence when it is lost, once, and when it is back; from any thread.
    clock
        Seconds.
    """

    def __init__(
        self,
        client: Any,
        size: SharedSize | None = None,
        told: Callable[[str], None] = lambda _: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client, self._size, self._told, self._clock = client, size or SharedSize(), told, clock
        self._lock = threading.Lock()
        self._lost = False
        self._closed_until = 0.0
        self._late = 0
        self._writing = 0
        self._closed = False
        # Looking a name up in the network knows no time-out, so all is done in threads that can be left behind.
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="timbre-shared")

    @classmethod
    def open(
        cls, url: str, size: SharedSize | None = None, told: Callable[[str], None] = lambda _: None
    ) -> SharedAudio:
        """At an address such as `redis://cache:6379/0`, with TLS `rediss://…`. It need not be there yet.

        Raises
        ------
        SharedCacheError
            That is no address, or the package that it needs is not installed.
        """
        try:
            from redis import Redis  # noqa: PLC0415 an extra
            from redis.backoff import NoBackoff  # noqa: PLC0415
            from redis.retry import Retry  # noqa: PLC0415
        except ImportError as error:
            raise SharedCacheError(f"A shared cache needs a client: run {adding('redis')}.") from error
        parts = urlsplit(url)
        if parts.scheme not in {"redis", "rediss"} or not parts.hostname:
            raise SharedCacheError(f"{_shown(url)} is no shared cache: write redis://host:6379/0.")
        try:
            client = Redis.from_url(
                url,
                socket_timeout=_CONNECT_SECONDS,
                socket_connect_timeout=_CONNECT_SECONDS,
                retry=Retry(NoBackoff(), 0),
            )
        except ValueError as error:
            raise SharedCacheError(f"{_shown(url)} is no shared cache ({error}): write redis://host:6379/0.") from error
        return cls(client, size, told)

    def get(self, key: AudioKey) -> SegmentAudio | None:
        """The audio of a segment, or None if there is none in time; a damaged entry is removed."""
        name = digest(key)
        data = self._asked(lambda: self._client.getex(_name(name), ex=self._seconds))
        if data is None:
            return None
        audio = decoded(data, name)
        if audio is None:
            self._later(lambda: self._client.delete(_name(name)))
        return audio

    def put(self, key: AudioKey, audio: SegmentAudio) -> None:
        """Keep the audio of a segment, by and by."""
        if audio.nbytes > self._size.entry_bytes or not self._usable():
            return
        name = digest(key)
        data = encoded(audio, name)
        self._later(lambda: self._client.set(_name(name), data, ex=self._seconds))

    def close(self) -> None:
        """Finish what is being written, and keep nothing more."""
        with self._lock:
            self._closed = True
        self._pool.shutdown()
        self._client.close()

    @property
    def _seconds(self) -> int:
        return max(1, round(self._size.seconds))

    def _asked(self, ask: Callable[[], Any]) -> Any:
        """The answer, or None if it does not come in time."""
        if not self._usable():
            return None
        future = self._submit(ask)
        if future is None:
            return None
        try:
            answer = future.result(self._size.patience)
        except NotInTimeError:
            self._late += 1
            if self._late >= _LATE:
                self._lose("it takes too long")
            return None
        except Exception as error:  # whatever the client raises for a server that is not as it should be
            self._lose(_reason(error))
            return None
        self._late = 0
        return answer

    def _later(self, write: Callable[[], Any]) -> None:
        with self._lock:
            if self._writing >= _WRITING:
                return
            self._writing += 1

        def work() -> None:
            try:
                write()
            except Exception as error:  # as above
                self._lose(_reason(error))
            finally:
                with self._lock:
                    self._writing -= 1

        if self._submit(work) is None:
            with self._lock:
                self._writing -= 1

    def _submit(self, work: Callable[[], Any]) -> Future[Any] | None:
        with self._lock:
            return None if self._closed else self._pool.submit(work)

    def _usable(self) -> bool:
        """Whether it may be asked. One that was lost is first looked at in another thread: nobody waits for that."""
        with self._lock:
            if not self._lost:
                return not self._closed
            if self._clock() < self._closed_until:
                return False
            self._closed_until = self._clock() + _LEFT_ALONE_SECONDS
        self._submit(self._look)
        return False

    def _look(self) -> None:
        try:
            self._client.ping()
        except Exception:  # as above
            return
        with self._lock:
            self._lost, self._late = False, 0
        self._told("The shared cache is back.")

    def _lose(self, reason: str) -> None:
        with self._lock:
            told, self._lost = self._lost, True
            self._closed_until = self._clock() + _LEFT_ALONE_SECONDS
        if not told:
            self._told(f"The shared cache does not answer ({reason}): everything is made here until it does.")


def _name(key: bytes) -> str:
    return _PREFIX + key.hex()[:40]


def _reason(error: Exception) -> str:
    return str(error).rstrip(".") or type(error).__name__


def _shown(url: str) -> str:
    """An address without its password."""
    return url.rpartition("@")[2]
