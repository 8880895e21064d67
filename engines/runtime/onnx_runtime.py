"""ONNX Runtime on the CPU: the backend that always works."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnxruntime as ort

from engines.errors import ModelDamagedError
from engines.runtime.backend import Array, Profile

_DTYPES = {"tensor(float)": np.float32, "tensor(int64)": np.int64}


def usable_cores() -> int:
    """CPU cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class OnnxRuntimeSession:
    """A graph loaded by ONNX Runtime."""

    def __init__(self, session: ort.InferenceSession, profile: Profile) -> None:
        self._session = session
        self._profile = profile
        self._outputs = [output.name for output in session.get_outputs()]

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        """All outputs by name."""
        return dict(zip(self._outputs, self._session.run(self._outputs, dict(inputs)), strict=True))

    def warm_up(self) -> None:
        """Run once on zeros of the usual shapes."""
        self.run(
            {
                node.name: np.zeros(self._profile.shapes[node.name].usual, _DTYPES[node.type])
                for node in self._session.get_inputs()
            }
        )


class OnnxRuntimeBackend:
    """ONNX Runtime with the CPU provider.

    Parameters
    ----------
    threads
        Threads of one run; all usable cores by default.
    """

    name = "ONNX Runtime CPU"

    def __init__(self, threads: int | None = None) -> None:
        self._threads = threads or usable_cores()

    def load(self, graph: Path, profile: Profile) -> OnnxRuntimeSession:
        """Load a graph file; see `Backend.load`."""
        options = ort.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        try:
            session = ort.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # ONNX Runtime's exception types are private to its binding
            raise ModelDamagedError(
                f"{graph.name} cannot be loaded; run `timbre models verify` and install the damaged pack again."
            ) from error
        return OnnxRuntimeSession(session, profile)
