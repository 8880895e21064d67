"""A stream of requests to one Triton server, and of their answers (its gRPC protocol, by NVIDIA's client)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

MODEL = "timbre"


class Connection:
    """A stream of requests to one server, and their answers.

    Parameters
    ----------
    heard
        Called with every event and its samples, in a thread of the connection; the event `final` ends each request.
    lost
        Called when the connection is lost.
    """

    def __init__(self, address: str, heard: Callable[[dict[str, Any], Any], None], lost: Callable[[], None]) -> None:
        from tritonclient import grpc  # noqa: PLC0415 an extra

        self._grpc, self._heard, self._lost = grpc, heard, lost
        self._client = grpc.InferenceServerClient(address)
        self._client.start_stream(self._answered)

    def send(self, message: Mapping[str, Any]) -> None:
        """Ask."""
        tensor = self._grpc.InferInput("MESSAGE", [1], "BYTES")
        tensor.set_data_from_numpy(np.array([json.dumps(message).encode()], dtype=np.object_))
        self._client.async_stream_infer(MODEL, [tensor], enable_empty_final_response=True)

    def close(self) -> None:
        """End it, with all that is under way; waits for its thread."""
        stream = self._client._stream
        self._client.stop_stream(cancel_requests=True)
        if stream is not None:
            # The client leaves the thread that hands on requests waiting for one more: a thread for every text.
            stream._request_queue.put(None)
        self._client.close()

    def _answered(self, result: Any, error: Exception | None) -> None:
        if error is not None or result is None:
            self._lost()
            return
        event = result.as_numpy("EVENT")
        if event is None:
            self._heard({"type": "final"}, None)
            return
        self._heard(json.loads(event[0]), result.as_numpy("AUDIO"))
