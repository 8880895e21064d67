"""ONNX Runtime: on the CPU, the backend that always works, and on an NVIDIA GPU where its CUDA build is installed."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnxruntime as ort

from engines.errors import ModelDamagedError
from engines.runtime.backend import Array, Profile

_DTYPES = {"tensor(float)": np.float32, "tensor(int64)": np.int64}
_DOT_PRODUCTS = {"avx512_vnni", "avx_vnni", "asimddp"}
"""CPU flags of the 8-bit dot product. Without it x86 sums pairs in 16 bits, which saturate and are not even faster."""


def usable_cores() -> int:
    """CPU cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def has_dot_product(cpu_info: Path = Path("/proc/cpuinfo")) -> bool:
    """Whether the CPU multiplies and sums 8-bit integers in one instruction; False where it cannot be told."""
    if platform.system() == "Darwin":
        return platform.machine() == "arm64"
    try:
        text = cpu_info.read_text("utf-8", "replace")
    except OSError:
        return False
    return not _DOT_PRODUCTS.isdisjoint(text.split())


_threads_are_shared = False


def share_threads() -> None:
    """Let all sessions of this process use one pool of threads, as large as there are cores; 5 to 10 % faster.

    For a program that owns its process, before its first session: ONNX Runtime then refuses sessions that do not ask
    for the shared pool, also those of other libraries.
    """
    global _threads_are_shared  # noqa: PLW0603 ONNX Runtime's own setting is global, too
    if not _threads_are_shared and hasattr(ort, "set_global_thread_pool_sizes"):
        ort.set_global_thread_pool_sizes(usable_cores(), 1)
        _threads_are_shared = True


class OnnxRuntimeSession:
    """A graph loaded by ONNX Runtime.

    Parameters
    ----------
    tuned
        Whether kernels are chosen by the shapes of a run, as on a GPU: then it is warmed up with the usual ones.
    """

    def __init__(
        self, session: ort.InferenceSession, profile: Profile, options: ort.RunOptions, *, tuned: bool = False
    ) -> None:
        self._session, self._tuned = session, tuned
        self._profile = profile
        self._options = options
        self._outputs = [output.name for output in session.get_outputs()]

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        """All outputs by name."""
        return dict(zip(self._outputs, self._session.run(self._outputs, dict(inputs), self._options), strict=True))

    def warm_up(self) -> None:
        """Run once on zeros, on a CPU of the smallest shapes: a second less until the first sound."""
        shapes = {name: shape.usual if self._tuned else shape.smallest for name, shape in self._profile.shapes.items()}
        self.run({node.name: np.zeros(shapes[node.name], _DTYPES[node.type]) for node in self._session.get_inputs()})


def cuda_available() -> bool:
    """Whether the ONNX Runtime that is installed runs on NVIDIA GPUs."""
    return "CUDAExecutionProvider" in ort.get_available_providers()


class OnnxRuntimeBackend:
    """ONNX Runtime with the CPU provider, or the CUDA provider.

    Parameters
    ----------
    threads
        Threads of one run, if they are not shared (`share_threads`); all usable cores by default.
    fast_integers
        See `Backend.fast_integers`; found out by default.
    cuda
        Run on the GPU.
    """

    half = False

    def __init__(self, threads: int | None = None, *, fast_integers: bool | None = None, cuda: bool = False) -> None:
        self.name = "ONNX Runtime CUDA" if cuda else "ONNX Runtime CPU"
        self._cuda = cuda
        self._providers = ["CUDAExecutionProvider"] if cuda else ["CPUExecutionProvider"]
        self._threads = threads or usable_cores()
        self.fast_integers = (not cuda and has_dot_product()) if fast_integers is None else fast_integers
        self.even_windows = cuda  # cuDNN prepares every convolution anew when the shape is not that of the run before
        self._run_options = ort.RunOptions()

    def load(self, graph: Path, profile: Profile) -> OnnxRuntimeSession:
        """Load a graph file; see `Backend.load`."""
        options = ort.SessionOptions()
        options.log_severity_level = 3
        # Lengths vary from run to run, and an arena keeps the largest of everything: 180 MB for no gain in speed.
        options.enable_cpu_mem_arena = False
        # 8-bit weights are dequantised once when loading, not in every run: 110 MB for a tenth of the short runs' time.
        options.add_session_config_entry("session.disable_quant_qdq", "1")
        if _threads_are_shared:
            options.use_per_session_threads = False
        else:
            options.intra_op_num_threads = self._threads
            options.inter_op_num_threads = 1
        try:
            session = ort.InferenceSession(str(graph), options, providers=self._providers)
        except Exception as error:  # ONNX Runtime's exception types are private to its binding
            raise ModelDamagedError(
                f"{graph.name} cannot be loaded; run `timbre models verify` and install the damaged pack again."
            ) from error
        return OnnxRuntimeSession(session, profile, self._run_options, tuned=self._cuda)

    def interrupt(self, on: bool) -> None:
        """Fail every run; see `Backend.interrupt`. ONNX Runtime looks between two operators: 10 ms."""
        self._run_options.terminate = on
