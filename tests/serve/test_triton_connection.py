"""The stream to a Triton that does not answer, or is not there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

from engines.serve.triton_connection import Connection
from tests.serve.waiting import until

pytest.importorskip("tritonclient.grpc")
grpc = pytest.importorskip("grpc")


class Silent(grpc.GenericRpcHandler):  # type: ignore[misc, name-defined]
    """Takes all that comes and answers nothing."""

    def __init__(self) -> None:
        self.taken = 0

    def service(self, _call: Any) -> Any:
        return grpc.stream_stream_rpc_method_handler(self._stream)

    def _stream(self, requests: Iterator[bytes], _context: Any) -> Iterator[bytes]:
        for _ in requests:
            self.taken += 1
        yield from ()


@pytest.fixture
def silent() -> Iterator[tuple[str, Silent]]:
    handler = Silent()
    with ThreadPoolExecutor(8) as pool:
        server = grpc.server(pool)
        server.add_generic_rpc_handlers((handler,))
        port = server.add_insecure_port("127.0.0.1:0")
        server.start()
        yield f"127.0.0.1:{port}", handler
        server.stop(0).wait()


def test_what_is_ended_leaves_no_thread_behind(silent: tuple[str, Silent]) -> None:
    address, handler = silent
    connections = [Connection(address, lambda _event, _samples: None, lambda: None) for _ in range(5)]
    for connection in connections:
        connection.send({"type": "start"})
    until(lambda: handler.taken == 5)
    during = threading.active_count()
    for connection in connections:
        connection.close()
    until(lambda: threading.active_count() <= during - 10)  # one that sends and one that receives


def test_a_server_that_is_not_there_is_lost() -> None:
    lost = threading.Event()
    connection = Connection("127.0.0.1:9", lambda _event, _samples: None, lost.set)
    with suppress(Exception):  # it may be known already
        connection.send({"type": "start"})
    assert lost.wait(10)
    connection.close()
