"""Which backends this machine has besides the processor, the fastest first."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from engines.errors import TimbreError
from engines.runtime.backend import Backend
from engines.runtime.onnx_runtime import OnnxRuntimeBackend, cuda_available
from engines.runtime.tensorrt_backend import TensorRTBackend
from engines.runtime.tensorrt_session import DEFAULT_TIMEOUT


@dataclass(frozen=True)
class Acceleration:
    """What the user wants of the GPU."""

    gpu: bool = True
    """Use one where there is one."""
    half: bool = True
    """Compute in float16 where that was measured to be exact enough."""
    timeout: float = DEFAULT_TIMEOUT
    """Seconds that one run of a stage may take on it."""


def engine_folder(home: Path) -> Path:
    """Where built engines and compiled kernels are kept."""
    return home / "cache" / "tensorrt"


def faster_backends(home: Path, wanted: Acceleration | None = None) -> tuple[Backend, ...]:
    """TensorRT and ONNX Runtime on the GPU, each if it is installed and there is a GPU for it; often none."""
    wanted = wanted or Acceleration()
    if not wanted.gpu:
        return ()
    found: list[Backend] = []
    with contextlib.suppress(TimbreError):  # no GPU, or nothing installed for it: `timbre doctor` tells which
        found.append(open_tensorrt(home, wanted))
    if cuda_available():
        found.append(OnnxRuntimeBackend(cuda=True))
    return tuple(found)


def open_tensorrt(home: Path, wanted: Acceleration | None = None) -> TensorRTBackend:
    """TensorRT on the first GPU. Raises NoDeviceError and TensorRTMissingError, which say what is missing."""
    wanted = wanted or Acceleration()
    return TensorRTBackend.open(engine_folder(home), half=wanted.half, timeout=wanted.timeout)
