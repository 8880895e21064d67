"""A text that a Triton server speaks, on its way there and back; see `engines.serve.triton`."""

from __future__ import annotations

import queue
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from engines.errors import TimbreError
from engines.serve.desk import Told
from engines.serve.failures import RefusedError
from engines.serve.triton_connection import Connection, Connections, LostError
from engines.serve.triton_servers import Servers, TritonLostError
from engines.serve.wire import marks_in, utterance_out
from engines.streaming.requests import runs_dry
from engines.text.arriving import LiveText
from engines.types import AudioChunk

_PATIENCE_SECONDS = 1.0
"""For the first audio of a text."""


class TritonText:
    """One text that is spoken elsewhere; see `engines.serve.desk.Heard`."""

    def __init__(
        self,
        servers: Servers,
        connections: Connections,
        live: LiveText,
        told: Told,
        work: ThreadPoolExecutor,
        done: Callable[[TritonText], None],
    ) -> None:
        self._servers, self._connections, self._live = servers, connections, live
        self._told, self._work, self._done = told, work, done
        self._lock = threading.RLock()
        self._items: queue.SimpleQueue[AudioChunk | TimbreError | None] = queue.SimpleQueue()
        self._tried: list[str] = []
        self._connection: Connection | None = None
        self._turn = ""
        self._refusal: RefusedError | None = None
        self._sent = 0
        self._over = False
        self._complete: float | None = None
        """When all of the text was sent."""
        self._began: float | None = None
        self._heard_seconds = 0.0

    @property
    def begun(self) -> bool:
        """Whether there was audio."""
        return self._began is not None

    @property
    def is_late(self) -> bool:
        """Whether its listener has almost nothing left to hear, or waits to begin, and all of the text is sent."""
        complete, began, now = self._complete, self._began, time.monotonic()
        if complete is None or self._over:
            return False
        if began is None:
            return now - complete > _PATIENCE_SECONDS
        return runs_dry(now - began, self._heard_seconds - (now - began))

    def begin(self) -> None:
        """Hand it to a server."""
        self._work.submit(self._connect)

    def take(self) -> AudioChunk | None:
        """See `Stream.take`."""
        item = self._items.get_nowait()
        if isinstance(item, TimbreError):
            raise item
        return item

    def wake(self) -> None:
        """There is more text."""
        if not self._over:
            self._work.submit(self._write)

    def cancel(self) -> None:
        """End it."""
        with self._lock:
            if self._connection is not None:
                with suppress(LostError):
                    self._connection.send({"type": "cancel", "turn": self._turn})
            self._end(None)

    def _connect(self) -> None:
        with self._lock:
            if self._over:
                return
            try:
                address = self._servers.take(self._tried)
            except TritonLostError as error:
                self._end(self._refusal or error)
                return
            self._tried.append(address)
            self._turn, self._sent, self._complete = secrets.token_hex(8), 0, None
            turn = self._turn
            utterance = self._live.utterance
            entries = [*utterance.lexicons.project, *utterance.lexicons.user]
            start = {"type": "start", "turn": turn, "utterance": utterance_out(utterance, entries)}
            try:
                self._connection = self._connections.open(
                    address, lambda event, samples: self._heard(turn, event, samples), lambda: self._lost(turn)
                )
                self._connection.send(start)
            except LostError:
                self._lost(turn)
                return
            self._write()

    def _write(self) -> None:
        """Send what there is of the text that has not been sent."""
        with self._lock:
            connection, turn = self._connection, self._turn
            if self._over or connection is None:
                return
            text, ended = self._live.look()
            try:
                if len(text) > self._sent:
                    connection.send({"type": "text", "turn": turn, "text": text[self._sent :]})
                    self._sent = len(text)
                if ended and self._complete is None:
                    connection.send({"type": "end", "turn": turn})
                    self._complete = time.monotonic()
            except LostError:
                self._lost(turn)

    def _heard(self, turn: str, event: dict[str, Any], samples: Any) -> None:
        """Called in the thread of the stream."""
        if turn != self._turn or self._over:
            return
        if event["type"] == "audio":
            marks = marks_in(event["marks"])
            rate, start = int(event["sample_rate"]), int(event["start"])
            self._heard_seconds += len(samples) / rate
            self._began = self._began or time.monotonic()
            self._items.put(AudioChunk(samples, rate, start, marks, float(event["stretch"])))
            self._told()
        elif event["type"] == "error":
            try:
                refuse(event)
            except RefusedError as error:
                if error.status == 429 and not self.begun:
                    self._refused(turn, error)
                else:
                    self._end(error)
        elif event["type"] == "done":
            self._end(None)

    def _refused(self, turn: str, error: RefusedError) -> None:
        """A server has too much to do: perhaps another one has not."""
        with self._lock:
            if turn != self._turn or self._over:
                return
            self._turn, self._refusal = "", error
            self._drop(lost=False)
            self._work.submit(self._connect)

    def _lost(self, turn: str) -> None:
        """Its server was lost."""
        with self._lock:
            if turn != self._turn or self._over:
                return
            self._turn = ""
            if self.begun:
                self._end(TritonLostError("The Triton server was lost while it spoke: ask again."), lost=True)
                return
            self._drop(lost=True)
            self._work.submit(self._connect)

    def _end(self, error: TimbreError | None, *, lost: bool = False) -> None:
        with self._lock:
            if self._over:
                return
            self._over = True
        self._items.put(error)
        self._told()
        self._drop(lost=lost)
        self._done(self)

    def _drop(self, *, lost: bool) -> None:
        """Let go of the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            self._servers.give_back(self._tried[-1], lost=lost)
            connection.close()


def refuse(event: Mapping[str, Any]) -> None:
    """Raise RefusedError for an answer that is one."""
    if event["type"] == "error":
        raise RefusedError(
            event["code"],
            int(event["status"]),
            event["message"],
            param=event["param"],
            retry_after=event["retry_after"],
        )
