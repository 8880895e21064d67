"""Speech made by Triton Inference Servers, each with `packaging/triton` loaded: a desk whose engines are elsewhere.

Each text goes to the server with the fewest; what one refuses, or loses before the first chunk, is spoken by another.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from engines.errors import TimbreError, VoiceNotFoundError
from engines.models.base import Progress, VoiceInfo
from engines.runtime.fallback import StageStatus
from engines.serve.desk import Opened, Told
from engines.serve.triton_connection import Connections, LostError
from engines.serve.triton_servers import Servers, TritonLostError, addresses_of
from engines.serve.triton_text import TritonText, refuse
from engines.streaming.cache_memory import Counts
from engines.streaming.scheduler import Limits, Load, QueueFullError
from engines.text.arriving import LiveText
from engines.types import Utterance

_SECONDS = 10.0
"""For an answer that is no speech."""


def open_triton(backend: str) -> Opened:
    """What `engines.serve.app.create_app` needs. Raises TritonLostError, ConfigError."""
    servers = Servers(addresses_of(backend))
    connections = Connections(servers.measured)
    return TritonSpeaker(servers, connections), lambda limits, _watch: TritonDesk(servers, connections, limits)


class TritonSpeaker:
    """What is known of the engines elsewhere; see `engines.serve.desk.VoiceSource`.

    Parameters
    ----------
    connections
        Closed with it, and when no server answers.
    """

    def __init__(self, servers: Servers, connections: Connections) -> None:
        self._servers, self._connections = servers, connections
        self._voices: Mapping[str, VoiceInfo] = {}
        self._rate = 0
        try:
            self.refresh_voices()
        except TimbreError:
            connections.close()
            raise

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
        """On all servers. Raises VoiceNotFoundError."""
        if voice not in self._voices:
            raise VoiceNotFoundError(f"There is no voice {voice!r} that all Triton servers have.")
        list(self._ask_all({"type": "warm", "voice": voice}))

    def close(self) -> None:
        """End the streams to the servers."""
        self._connections.close()

    def _ask_all(self, message: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for address in self._servers.addresses:
            answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
            connection = self._connections.open(address, *_into(answers))
            try:
                connection.send(message)
                if (event := answers.get(timeout=_SECONDS)) is not None:
                    refuse(event)
                    yield event
            except (queue.Empty, LostError):
                continue
            finally:
                connection.close()


def _into(
    answers: queue.SimpleQueue[dict[str, Any] | None],
) -> tuple[Callable[[dict[str, Any], Any], None], Callable[[], None]]:
    return lambda event, _samples: answers.put(event), lambda: answers.put(None)


class TritonDesk:
    """See `engines.serve.desk.Desk`."""

    def __init__(self, servers: Servers, connections: Connections, limits: Limits) -> None:
        self._servers, self._connections, self._limits = servers, connections, limits
        self._lock = threading.Lock()
        self._texts: set[TritonText] = set()
        # A stream is opened in a thread of its own, since it may wait.
        self._work = ThreadPoolExecutor(4, thread_name_prefix="timbre-triton")

    @property
    def load(self) -> Load:
        """See `Desk`."""
        with self._lock:
            unheard = sum(not text.begun for text in self._texts)
            return Load(len(self._texts), unheard, self._servers.capacity)

    def submit(self, utterance: Utterance, told: Told) -> TritonText:
        """See `Desk`."""
        live = LiveText(utterance)
        live.end()
        return self.submit_live(live, told)

    def submit_live(self, live: LiveText, told: Told) -> TritonText:
        """See `Desk`."""
        text = TritonText(self._servers, self._connections, live, told, self._work, self._done)
        with self._lock:
            if self._limits.share is not None and not self._keeps_up:
                raise QueueFullError(len(self._texts))
            self._texts.add(text)
        text.begin()
        return text

    @property
    def _keeps_up(self) -> bool:
        """Whether the servers can make one more as far as they have told, and what they make arrives in time.

        The servers refuse by themselves what they cannot make; that is known here without asking them.
        """
        capacity = self._servers.capacity
        room = capacity is None or len(self._texts) < capacity
        return room and not any(text.is_late for text in self._texts)

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
