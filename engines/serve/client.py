"""A client of a server: speech as the engine gives it, over the network."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from engines.errors import TimbreError
from engines.models.base import VoiceInfo
from engines.serve.wire import marks_in, utterance_out
from engines.text.sanitise import sanitise
from engines.types import AudioChunk, Mark, Utterance

_SECONDS = 3.0
"""To connect, and to answer a question."""
_PATIENCE = 30.0
"""For the first audio, and between two chunks."""
_POLL = 0.1
_BUSY_POLLS = 5
_BUSY = frozenset({"queue_full", "too_many_streams", "too_many_sockets", "too_many_requests"})
AT_ONCE = 4
"""Utterances that a client asks for at once: enough to keep a server busy, and no more than one client should have."""
_PACK = "server"
_LARGEST_MESSAGE = 60_000
"""Bytes; a server refuses frames from 64 KiB on."""


class ServerError(TimbreError):
    """A server could not be used; the sentence says why."""


class ServerBusyError(ServerError):
    """A server has too much to do for one more text."""


class NotCarriedError(ServerError):
    """A text asks for more than goes over the network."""


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where a server is, and the token that it wants."""

    url: str
    """Such as `http://127.0.0.1:8766`."""
    token: str = ""

    @property
    def name(self) -> str:
        """For display: host and port."""
        return urlsplit(self.url).netloc or self.url

    @property
    def socket_url(self) -> str:
        """Of the WebSocket."""
        return self.checked().url.rstrip("/").replace("http", "ws", 1) + "/v1/stream"

    @property
    def headers(self) -> dict[str, str]:
        """That go with every request."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def checked(self) -> ServerAddress:
        """The same. Raises ServerError for what is no address."""
        parts = urlsplit(self.url)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise ServerError(f"“{self.url}” is no address of a server: write one such as http://127.0.0.1:8766.")
        return self


class SpeechClient:
    """Asks one server. All methods block, and may be called from any thread.

    Raises ServerError where the server cannot be reached, and where it refuses.
    """

    def __init__(self, address: ServerAddress) -> None:
        self.address = address.checked()

    def voices(self) -> Mapping[str, VoiceInfo]:
        """Its voices by name."""
        listed = self._get("/v1/voices")["data"]
        return {v["id"]: VoiceInfo(v["id"], v["language"], v["gender"], _PACK, v["title"], v["kind"]) for v in listed}

    def sample_rate(self) -> int:
        """Of its speech, Hz."""
        return int(self._get("/v1/voices")["sample_rate"])

    def latency(self) -> float:
        """Seconds until it answers whether it is ready."""
        self._get("/ready")
        begun = time.perf_counter()
        self._get("/ready")
        return time.perf_counter() - begun

    def speak(
        self, utterance: Utterance, ended: Callable[[], bool] = lambda: False, *, patience: float = _PATIENCE
    ) -> Iterator[AudioChunk]:
        """The audio of an utterance, while it is made; the samples are those that the server's engine made.

        The flags for auditions and measurements are not looked at. Ends soon after `ended` is true. NotCarriedError
        tells that it asks for more than one message holds.

        Parameters
        ----------
        patience
            Seconds to ask again a server that has too much to do; ServerBusyError after that.
        """
        until = time.monotonic() + patience
        while True:
            try:
                yield from self._spoken(utterance, ended)
                return
            except ServerBusyError:
                if time.monotonic() > until:
                    raise
            for _ in range(_BUSY_POLLS):
                if ended():
                    return
                time.sleep(_POLL)

    def _spoken(self, utterance: Utterance, ended: Callable[[], bool]) -> Iterator[AudioChunk]:
        from websockets.exceptions import WebSocketException  # noqa: PLC0415 an extra
        from websockets.sync.client import connect  # noqa: PLC0415

        messages = [json.dumps(message) for message in _messages(utterance)]
        if len(messages[0]) > _LARGEST_MESSAGE:
            raise NotCarriedError("This text has too many edits and words for a server: let this computer speak it.")
        url, headers = self.address.socket_url, self.address.headers
        try:
            with connect(url, additional_headers=headers, open_timeout=_SECONDS, max_size=None) as socket:
                for message in messages:
                    socket.send(message)
                yield from _chunks(socket.recv, ended)
        except (OSError, TimeoutError, WebSocketException, ValueError) as error:
            raise ServerError(self._unreachable(error)) from error

    def _get(self, path: str) -> Any:
        request = urllib.request.Request(self.address.url.rstrip("/") + path, headers=self.address.headers)
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                raise ServerError(_refusal(error.read())) from error
        except (OSError, ValueError) as error:
            raise ServerError(self._unreachable(error)) from error

    def _unreachable(self, error: Exception) -> str:
        reason = getattr(error, "reason", None) or error
        said = getattr(reason, "strerror", None) or str(reason) or type(error).__name__
        return f"The server {self.address.name} cannot be reached ({said}): check its address, and that it runs."


def _messages(utterance: Utterance) -> Iterator[dict[str, Any]]:
    text = sanitise(utterance.text)
    lexicons = utterance.lexicons
    entries = [*lexicons.project.entries_in(text), *lexicons.user.entries_in(text)]
    yield {"type": "start", "format": "float", "marks": True, **utterance_out(utterance, entries)}
    for at in range(0, len(utterance.text), 4000):  # frames are bounded
        yield {"type": "text", "text": utterance.text[at : at + 4000]}
    yield {"type": "end"}


def _chunks(receive: Callable[[float], str | bytes], ended: Callable[[], bool]) -> Iterator[AudioChunk]:
    position, rate, stretch = 0, 24_000, 1.0
    marks: tuple[Mark, ...] = ()
    heard = time.monotonic()
    while not ended():
        try:
            frame = receive(_POLL)
        except TimeoutError:
            if time.monotonic() - heard > _PATIENCE:
                raise
            continue
        heard = time.monotonic()
        if isinstance(frame, bytes):
            samples = np.frombuffer(frame, "<f4").astype(np.float32)
            yield AudioChunk(samples, rate, position, marks, stretch)
            position += len(samples)
            marks = ()
            continue
        message = json.loads(frame)
        if message["type"] == "started":
            rate = int(message["sample_rate"])
        elif message["type"] == "marks":
            marks, stretch = marks_in(message["marks"]), float(message["stretch"])
        elif message["type"] == "error":
            refusal = ServerBusyError if message["error"]["code"] in _BUSY else ServerError
            raise refusal(str(message["error"]["message"]))
        else:
            return


def _refusal(body: bytes) -> str:
    try:
        return str(json.loads(body)["error"]["message"])
    except (ValueError, KeyError, TypeError):
        return "The server answers as no server of Timbre does: check its address."
