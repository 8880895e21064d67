"""The stream to a Triton: who shares it, and when it is lost."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from engines.serve import triton_connection
from engines.serve.triton_connection import Connections, LostError
from tests.serve.waiting import until

service_pb2 = pytest.importorskip("tritonclient.grpc").service_pb2
grpc = pytest.importorskip("grpc")


class Model(grpc.GenericRpcHandler):  # type: ignore[misc, name-defined]
    """Triton's stream, which answers `ping`, and all else as it is told to."""

    def __init__(self) -> None:
        self.streams = 0
        self.asked: list[dict[str, Any]] = []
        self.answers: dict[str, list[dict[str, Any] | None]] = {"ping": [None]}
        """By type of message; None ends a request."""
        self.cancelled = 0
        self.broken = False
        self.address = ""
        self.stop: Callable[[], None] = lambda: None

    def service(self, _call: Any) -> Any:
        return grpc.stream_stream_rpc_method_handler(
            self._stream,
            service_pb2.ModelInferRequest.FromString,
            service_pb2.ModelStreamInferResponse.SerializeToString,
        )

    def _stream(self, requests: Iterator[Any], context: Any) -> Iterator[Any]:
        self.streams += 1
        ended = threading.Event()
        context.add_callback(lambda: ended.is_set() or setattr(self, "cancelled", self.cancelled + 1))
        for request in requests:
            message = json.loads(request.raw_input_contents[0][4:])
            self.asked.append(message)
            if self.broken:
                yield service_pb2.ModelStreamInferResponse(error_message="the stub is not healthy")
            for event in self.answers.get(message["type"], []):
                yield _answer(request.id, event)
        ended.set()


def _answer(number: str, event: dict[str, Any] | None) -> Any:
    answer = service_pb2.ModelStreamInferResponse()
    answer.infer_response.id = number
    if event is not None:
        data = json.dumps(event).encode()
        answer.infer_response.outputs.add(name="EVENT", datatype="BYTES", shape=[1])
        answer.infer_response.outputs.add(name="AUDIO", datatype="FP32", shape=[2])
        answer.infer_response.raw_output_contents.extend(
            [len(data).to_bytes(4, "little") + data, np.array([0.5, -0.5], np.float32).tobytes()]
        )
    return answer


@pytest.fixture
def model() -> Iterator[Model]:
    handler = Model()
    with ThreadPoolExecutor(8) as pool:
        server = grpc.server(pool)
        server.add_generic_rpc_handlers((handler,))
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        handler.address = f"127.0.0.1:{port}"
        handler.stop = lambda: server.stop(0).wait()
        yield handler
        handler.stop()


@pytest.fixture
def connections() -> Iterator[Connections]:
    connections = Connections(lambda _address, _capacity: None)
    yield connections
    connections.close()


class Text:
    """What one text hears."""

    def __init__(self, connections: Connections, address: str) -> None:
        self.events: list[dict[str, Any]] = []
        self.samples: list[Any] = []
        self.lost = threading.Event()
        self.connection = connections.open(address, self._heard, self.lost.set)

    def _heard(self, event: dict[str, Any], samples: Any) -> None:
        self.events.append(event)
        self.samples.append(samples)


def of_streams() -> int:
    return sum(thread.name == "timbre-triton" for thread in threading.enumerate())


def test_texts_share_a_stream_and_hear_their_own_answers(model: Model, connections: Connections) -> None:
    model.answers |= {"one": [{"type": "audio", "n": 1}, None], "two": [{"type": "audio", "n": 2}, None]}
    one, two = (Text(connections, model.address) for _ in range(2))
    threads = of_streams()
    for text, name in ((one, "one"), (two, "two"), (one, "two")):
        text.connection.send({"type": name})
    until(lambda: len(one.events) == 4 and len(two.events) == 2)
    final = {"type": "final"}
    assert [event.get("n") for event in one.events if event != final] == [1, 2]
    assert two.events == [{"type": "audio", "n": 2}, final]
    np.testing.assert_array_equal(two.samples[0], np.array([0.5, -0.5], np.float32))
    more = [Text(connections, model.address) for _ in range(20)]
    assert of_streams() == threads
    assert model.streams == 1
    assert not any(text.lost.is_set() for text in (one, two, *more))


def test_who_is_done_hears_nothing_more_and_cancels_nothing(model: Model, connections: Connections) -> None:
    model.answers["start"] = [None]
    text = Text(connections, model.address)
    text.connection.close()
    text.connection.send({"type": "start"})
    model.answers["late"] = [{"type": "audio"}, None]
    text.connection.send({"type": "late"})
    other = Text(connections, model.address)
    other.connection.send({"type": "late"})
    until(lambda: len(other.events) == 2)
    assert text.events == []
    assert model.cancelled == 0


def test_the_end_waits_for_what_is_under_way_and_closes_the_stream(model: Model) -> None:
    model.answers["late"] = [{"type": "audio"}, None]
    connections = Connections(lambda _address, _capacity: None)
    text = Text(connections, model.address)
    text.connection.send({"type": "late"})
    connections.close()
    assert len(text.events) == 2
    assert not text.lost.is_set()
    assert model.cancelled == 0
    assert of_streams() == 0


def test_a_server_that_is_not_there_is_lost(connections: Connections) -> None:
    text = Text(connections, "127.0.0.1:9")
    with suppress(LostError):  # it may be known already
        text.connection.send({"type": "start"})
        assert text.lost.wait(10)


def test_one_that_ends_is_lost_to_all_who_wait(model: Model, connections: Connections) -> None:
    texts = [Text(connections, model.address) for _ in range(3)]
    for text in texts[:2]:
        text.connection.send({"type": "start"})
    until(lambda: len(model.asked) == 2)
    model.stop()
    assert all(text.lost.wait(5) for text in texts[:2])
    with pytest.raises(LostError):
        texts[2].connection.send({"type": "start"})


def test_one_whose_model_is_gone_is_lost(model: Model, connections: Connections) -> None:
    first = Text(connections, model.address)
    first.connection.send({"type": "hello"})
    until(lambda: len(model.asked) == 1)
    model.broken = True
    second = Text(connections, model.address)
    second.connection.send({"type": "start"})
    assert first.lost.wait(5)
    assert second.lost.wait(5)
    model.broken = False
    model.answers["start"] = [{"type": "audio"}, None]
    third = Text(connections, model.address)
    third.connection.send({"type": "start"})
    until(lambda: len(third.events) == 2)
    assert model.streams == 2


def test_a_server_tells_what_it_can_do(model: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(triton_connection, "_PING_SECONDS", 0.02)
    model.answers["ping"] = [{"type": "load", "capacity": 7}, None]
    told: list[tuple[str, int | None]] = []
    connections = Connections(lambda address, capacity: told.append((address, capacity)))
    Text(connections, model.address)
    until(lambda: (model.address, 7) in told)
    connections.close()
    assert told[-1] == (model.address, None)


def test_one_that_answers_no_more_is_lost(
    model: Model, connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(triton_connection, "_PING_SECONDS", 0.02)
    monkeypatch.setattr(triton_connection, "_SILENT_SECONDS", 0.2)
    patient = Text(connections, model.address)
    patient.connection.send({"type": "start"})
    assert not patient.lost.wait(0.5)  # it answers that it is there
    model.answers["ping"] = []
    assert patient.lost.wait(5)
