"""Speech made by Triton Inference Servers, each with `packaging/triton` loaded: a desk whose engines are elsewhere.

Each text goes to the server with the fewest; what one refuses, or loses before the first chunk, is spoken by another.
"""

from __future__ import annotations

import queue
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from engines.errors import TimbreError
from engines.models.base import Progress, VoiceInfo
from engines.runtime.fallback import StageStatus
from engines.serve.desk import Opened, Told
from engines.serve.failures import RefusedError
from engines.serve.triton_connection import Connection
from engines.serve.triton_servers import Servers, TritonLostError, addresses_of
from engines.serve.wire import marks_in, utterance_out
from engines.streaming.cache_memory import Counts
from engines.streaming.scheduler import Limits, Load
from engines.text.arriving import LiveText
from engines.types import AudioChunk, Utterance

_SECONDS = 10.0
"""For an answer that is no speech."""


def open_triton(backend: str) -> Opened:
    """What `engines.serve.app.create_app` needs. Raises TritonLostError, ConfigError."""
    servers = Servers(addresses_of(backend))
    return TritonSpeaker(servers), lambda limits, _watch: TritonDesk(servers, limits)


class TritonSpeaker:
    """What is known of the engines elsewhere; see `engines.serve.desk.VoiceSource`."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers
        self._voices: Mapping[str, VoiceInfo] = {}
        self._rate = 0
        self.refresh_voices()

    @property
    def voices(self) -> Mapping[str, VoiceInfo]:
        """Those that all servers have."""
        return self._voices

    @property
    def sample_rate(self) -> int:
        """Hz."""
        return self._rate

    @property
    def status(self) -> tuple[StageStatus, ...]:
        """The servers, as stages."""
        lost = self._servers.lost
        name = "Triton {}".format
        return tuple(
            StageStatus(a, "nothing" if a in lost else name(a), name(a), "it does not answer" if a in lost else "")
            for a in self._servers.addresses
        )

    @property
    def cache_counts(self) -> Counts:
        """Nothing is kept here."""
        return Counts(0, 0, 0, 0)

    def refresh_voices(self) -> None:
        """Let all servers look at their voices again. Raises TritonLostError."""
        answers = list(self._ask_all({"type": "about", "refresh": True}))
        if not answers:
            names = ", ".join(self._servers.addresses)
            raise TritonLostError(f"No Triton server answers ({names}): check that they run.")
        known = [{v["name"]: VoiceInfo(**v) for v in answer["voices"]} for answer in answers]
        self._voices = {name: info for name, info in known[0].items() if all(name in other for other in known)}
        self._rate = int(answers[0]["sample_rate"])

    def warm_up(self, voice: str, progress: Progress | None = None) -> None:
        """On all servers."""
        list(self._ask_all({"type": "warm", "voice": voice}))

    def close(self) -> None:
        """Nothing is to be closed."""

    def _ask_all(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for address in self._servers.addresses:
            answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
            connection = Connection(address, *_into(answers))
            try:
                connection.send(message)
                if (event := answers.get(timeout=_SECONDS)) is not None:
                    _check(event)
                    yield event
            except queue.Empty:
                continue
            finally:
                connection.close()


def _into(
    answers: queue.SimpleQueue[dict[str, Any] | None],
) -> tuple[Callable[[dict[str, Any], Any], None], Callable[[], None]]:
    return lambda event, _samples: answers.put(event), lambda: answers.put(None)


class TritonDesk:
    """See `engines.serve.desk.Desk`."""

    def __init__(self, servers: Servers, limits: Limits) -> None:
        self._servers, self._limits = servers, limits
        self._lock = threading.Lock()
        self._texts: set[TritonText] = set()
        # Connections are made and ended in threads of their own, since both wait.
        self._work = ThreadPoolExecutor(4, thread_name_prefix="timbre-triton")

    @property
    def load(self) -> Load:
        """See `Desk`."""
        with self._lock:
            return Load(len(self._texts), sum(not text.begun for text in self._texts))

    def submit(self, utterance: Utterance, told: Told) -> TritonText:
        """See `Desk`."""
        live = LiveText(utterance)
        live.end()
        return self.submit_live(live, told)

    def submit_live(self, live: LiveText, told: Told) -> TritonText:
        """See `Desk`."""
        text = TritonText(self._servers, live, told, self._work, self._done)
        with self._lock:
            self._texts.add(text)
        text.begin()
        return text

    def close(self) -> None:
        """See `Desk`."""
        with self._lock:
            texts = list(self._texts)
        for text in texts:
            text.cancel()
        self._work.shutdown()

    def _done(self, text: TritonText) -> None:
        with self._lock:
            self._texts.discard(text)


class TritonText:
    """One text that is spoken elsewhere; see `engines.serve.desk.Heard`."""

    def __init__(
        self,
        servers: Servers,
        live: LiveText,
        told: Told,
        work: ThreadPoolExecutor,
        done: Callable[[TritonText], None],
    ) -> None:
        self._servers, self._live, self._told, self._work, self._done = servers, live, told, work, done
        self._lock = threading.RLock()
        self._items: queue.SimpleQueue[AudioChunk | TimbreError | None] = queue.SimpleQueue()
        self._tried: list[str] = []
        self._connection: Connection | None = None
        self._turn = ""
        self._refusal: RefusedError | None = None
        self._sent = 0
        self._complete = self._over = False
        self.begun = False
        """Whether there was audio."""

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
            self._turn, self._sent, self._complete = secrets.token_hex(8), 0, False
            turn = self._turn
            utterance = self._live.utterance
            entries = [*utterance.lexicons.project, *utterance.lexicons.user]
            start = {"type": "start", "turn": turn, "utterance": utterance_out(utterance, entries)}
            try:
                self._connection = Connection(
                    address, lambda event, samples: self._heard(turn, event, samples), lambda: self._lost(turn)
                )
                self._connection.send(start)
            except Exception:  # whatever the client library raises for a server that is not there
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
                if ended and not self._complete:
                    connection.send({"type": "end", "turn": turn})
                    self._complete = True
            except Exception:  # as above
                self._lost(turn)

    def _heard(self, turn: str, event: dict[str, Any], samples: Any) -> None:
        """Called in the connection's thread."""
        if turn != self._turn or self._over:
            return
        if event["type"] == "audio":
            self.begun = True
            marks = marks_in(event["marks"])
            rate, start = int(event["sample_rate"]), int(event["start"])
            self._items.put(AudioChunk(samples, rate, start, marks, float(event["stretch"])))
            self._told()
        elif event["type"] == "error":
            try:
                _check(event)
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
        """Called for every request of the turn that is lost with its server."""
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
        """Let go of the connection, which is closed in another thread than its own."""
        connection, self._connection = self._connection, None
        if self._tried and connection is not None:
            self._servers.give_back(self._tried[-1], lost=lost)
        elif self._tried and lost:
            self._servers.give_back(self._tried[-1], lost=True)
        if connection is not None:
            threading.Thread(target=connection.close, name="timbre-triton-close").start()


def _check(event: Mapping[str, Any]) -> None:
    """Raise RefusedError for an answer that is one."""
    if event["type"] == "error":
        raise RefusedError(
            event["code"],
            int(event["status"]),
            event["message"],
            param=event["param"],
            retry_after=event["retry_after"],
        )
