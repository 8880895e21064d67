"""One gRPC stream to each Triton server, which all texts share, and the answers to what is asked over it.

Triton 2.51 does not survive for long that streams are cancelled while they are answered (see tests/bench/RESULTS.md).
So a text is ended by a message to the model, never by gRPC, and a stream lasts as long as its server.
"""

from __future__ import annotations

import itertools
import json
import queue
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

MODEL = "timbre"
_PING_SECONDS = 1.0
"""Between questions whether a server is there, and what it can do."""
_SILENT_SECONDS = 10.0
"""After which one that answers nothing is lost; that a process ended is known at once."""
_DRAIN_SECONDS = 5.0
"""For what is under way at the end."""
_OPTIONS = (("grpc.max_send_message_length", -1), ("grpc.max_receive_message_length", -1))

Heard = Callable[[dict[str, Any], Any], None]
Lost = Callable[[], None]


class LostError(Exception):
    """A stream that is no more was to carry a message."""


class Connections:
    """The streams, one for each server that is spoken with; one that was lost is made anew when it is needed.

    Parameters
    ----------
    measured
        Told how many texts at once a server can keep up with, now and then; None while that is not known.
    """

    def __init__(self, measured: Callable[[str, int | None], None]) -> None:
        self._measured = measured
        self._lock = threading.Lock()
        self._streams: dict[str, _Stream] = {}

    def open(self, address: str, heard: Heard, lost: Lost) -> Connection:
        """A way to ask a server.

        Parameters
        ----------
        heard
            Called with every event and its samples, in the thread of the stream; the event `final` ends each request.
        lost
            Called once, in any thread, when the server is lost while it has something to answer.
        """
        with self._lock:
            stream = self._streams.get(address)
            if stream is None or stream.is_lost:
                stream = self._streams[address] = _Stream(address, self._measured)
        return Connection(stream, heard, lost)

    def close(self) -> None:
        """End the streams, after what is under way."""
        with self._lock:
            streams, self._streams = list(self._streams.values()), {}
        for stream in streams:
            stream.close()


class Connection:
    """What one text asks, and is answered; see `Connections.open`."""

    def __init__(self, stream: _Stream, heard: Heard, lost: Lost) -> None:
        self._stream, self._heard, self._lost = stream, heard, lost
        self._closed = False

    def send(self, message: Mapping[str, Any]) -> None:
        """Ask. Raises LostError."""
        self._stream.send(message, self)

    def close(self) -> None:
        """Hear nothing more."""
        self._closed = True

    def hear(self, event: dict[str, Any], samples: Any) -> None:
        """For the stream."""
        if not self._closed:
            self._heard(event, samples)

    def lose(self) -> None:
        """Likewise."""
        if not self._closed:
            self.close()
            self._lost()


class _Stream:
    def __init__(self, address: str, measured: Callable[[str, int | None], None]) -> None:
        import grpc  # noqa: PLC0415 an extra
        from tritonclient.grpc import InferResult, service_pb2, service_pb2_grpc  # noqa: PLC0415

        self._messages, self._result, self._failure = service_pb2, InferResult, grpc.RpcError
        self._address, self._measured = address, measured
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._asked: dict[str, Connection] = {}
        """Who waits for answers to a request, by its number."""
        self._heard_at = time.monotonic()
        self._requests: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._lost, self._done = threading.Event(), threading.Condition(self._lock)
        self._channel = grpc.insecure_channel(address, _OPTIONS)
        self._answers = service_pb2_grpc.GRPCInferenceServiceStub(self._channel).ModelStreamInfer(
            iter(self._requests.get, None)
        )
        self._threads = [threading.Thread(target=target, name="timbre-triton") for target in (self._read, self._watch)]
        for thread in self._threads:
            thread.start()

    @property
    def is_lost(self) -> bool:
        return self._lost.is_set()

    def send(self, message: Mapping[str, Any], connection: Connection) -> None:
        data = json.dumps(message).encode()
        with self._lock:
            if self.is_lost:
                raise LostError
            number = str(next(self._numbers))
            self._asked[number] = connection
            request = self._messages.ModelInferRequest(model_name=MODEL, id=number)
            request.inputs.add(name="MESSAGE", datatype="BYTES", shape=[1])
            request.raw_input_contents.append(len(data).to_bytes(4, "little") + data)
            request.parameters["triton_enable_empty_final_response"].bool_param = True
            self._requests.put(request)

    def close(self) -> None:
        with self._lock:
            self._done.wait_for(lambda: not self._asked, _DRAIN_SECONDS)
        self._requests.put(None)
        self._threads[0].join(_DRAIN_SECONDS)
        self._lose()
        for thread in self._threads:
            thread.join()

    def _read(self) -> None:
        try:
            for answer in self._answers:
                if answer.error_message:  # of Triton, whose model is gone: what the model refuses are events
                    break
                self._answer(answer.infer_response)
        except self._failure:
            pass
        finally:
            self._lose()

    def _answer(self, response: Any) -> None:
        result = self._result(response)
        event = result.as_numpy("EVENT")
        with self._lock:
            self._heard_at = time.monotonic()
            connection = self._asked.get(response.id)
            if event is None:
                self._asked.pop(response.id, None)
                self._done.notify_all()
        if connection is None:
            return
        if event is None:
            connection.hear({"type": "final"}, None)
        else:
            connection.hear(json.loads(event[0]), result.as_numpy("AUDIO"))

    def _watch(self) -> None:
        connection = Connection(self, self._told, lambda: None)
        while not self._lost.wait(_PING_SECONDS):
            if time.monotonic() - self._heard_at > _SILENT_SECONDS:
                self._lose()
                return
            with suppress(LostError):
                connection.send({"type": "ping"})

    def _told(self, event: dict[str, Any], _samples: Any) -> None:
        if event["type"] == "load":
            self._measured(self._address, event["capacity"])

    def _lose(self) -> None:
        with self._lock:
            if self.is_lost:
                return
            self._lost.set()
            connections = set(self._asked.values())
            self._asked.clear()
            self._done.notify_all()
        self._requests.put(None)
        self._answers.cancel()
        self._channel.close()
        self._measured(self._address, None)
        for connection in connections:
            connection.lose()
