"""Triton's side of `engines.serve.triton_host`: tensors to messages, and chunks to responses."""

from __future__ import annotations

import json
import threading
from typing import Any

import numpy as np
import triton_python_backend_utils as pb_utils

from engines.engine import Engine
from engines.serve.triton_host import Host


class TritonPythonModel:
    """See Triton's Python backend."""

    def initialize(self, _arguments: dict[str, str]) -> None:
        """Load the engine of `TIMBRE_HOME`, on the GPU where there is one."""
        engine = Engine.open()
        engine.warm_up(next(iter(engine.voices)))
        self._host = Host(engine)

    def execute(self, requests: list[Any]) -> None:
        """Take messages on; they are answered by and by."""
        for request in requests:
            message = pb_utils.get_input_tensor_by_name(request, "MESSAGE").as_numpy()[0]
            self._host.handle(message.decode(), _Answer(request.get_response_sender()))

    def finalize(self) -> None:
        """End all that is spoken."""
        self._host.close()


class _Answer:
    def __init__(self, sender: Any) -> None:
        self._sender = sender
        self._lock = threading.Lock()

    def send(self, event: dict[str, Any], samples: Any = None) -> None:
        audio = np.zeros(0, np.float32) if samples is None else samples
        tensors = [
            pb_utils.Tensor("EVENT", np.array([json.dumps(event).encode()], dtype=np.object_)),
            pb_utils.Tensor("AUDIO", np.ascontiguousarray(audio, np.float32)),
        ]
        with self._lock:
            self._sender.send(pb_utils.InferenceResponse(tensors))

    def finish(self) -> None:
        with self._lock:
            self._sender.send(flags=pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL)

    def is_cancelled(self) -> bool:
        return bool(self._sender.is_cancelled())
