"""Triton's side of `engines.serve.triton_host`: tensors to messages, and chunks to responses."""

from __future__ import annotations

import json
import os
import threading
import time
from typing import Any

import numpy as np
import triton_python_backend_utils as pb_utils

from engines.serve.logs import start_logging
from engines.serve.opening import open_engine, open_shared
from engines.serve.triton_host import Host, settings_of


class TritonPythonModel:
    """See Triton's Python backend."""

    def initialize(self, arguments: dict[str, str]) -> None:
        """Load the engine of `TIMBRE_HOME`, on the GPU where there is one."""
        threading.Thread(target=_end_with_triton, name="timbre-watch", daemon=True).start()
        if path := os.environ.get("TIMBRE_TRITON_WATCH"):
            self._watched = open(path, "w")  # noqa: PTH123, SIM115 run.sh waits for its end, which is ours
        start_logging()
        settings = settings_of(arguments["model_config"])
        shared = open_shared(settings)
        engine = open_engine(settings, shared)
        engine.warm_up(next(iter(engine.voices)))
        self._host = Host(engine, shared=shared)

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


def _end_with_triton() -> None:
    """A Triton that was killed leaves its models behind, which would wait for messages for ever."""
    triton = os.getppid()
    while os.getppid() == triton:
        time.sleep(1)
    os._exit(1)
