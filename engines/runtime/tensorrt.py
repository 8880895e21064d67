"""TensorRT and TensorRT-RTX behind one adapter, explicit about where their versions differ.

- Precision: TensorRT-RTX and TensorRT 11 take it from the types in the graph; 8.6 also needs its FP16 flag, and 10 is
  told to take it from the graph.
- TensorRT-RTX builds without a GPU, for named compute capabilities, and refuses 9.0; TensorRT builds on the GPU.
- 8.6 takes int64 inputs as int32, reports no progress, and needs flags to parse instance normalisation by itself and
  to let several contexts use one profile.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engines.errors import TimbreError
from engines.extras import adding
from engines.runtime.backend import Profile

RTX_CAPABILITIES = ((7, 5), (8, 0), (8, 6), (8, 9), (12, 0))
"""What TensorRT-RTX builds for."""
_MODULES = ("tensorrt", "tensorrt_rtx_bindings")
"""The second is all that the package `tensorrt_rtx` passes on, and is there without it too."""
_WORKSPACE_BYTES = 4 << 30

Capability = tuple[int, int]
BuildProgress = Callable[[str, float], bool]
"""Told the phase and the share of it that is done; returns whether to go on."""


class TensorRTMissingError(TimbreError):
    """No TensorRT is installed, or none that works on this GPU."""


class EngineBuildError(TimbreError):
    """TensorRT could not build an engine."""


class EngineLoadError(TimbreError):
    """TensorRT could not load an engine."""


@dataclass(frozen=True)
class BuildOptions:
    """How an engine is built."""

    half: bool = False
    """The graph has float16 in it."""
    level: int = 3
    """How long TensorRT looks for fast kernels, 0 to 5."""
    capability: Capability | None = None
    """TensorRT-RTX only: the GPU to build for; None is the one of this machine."""


class TensorRT:
    """One installed TensorRT.

    Parameters
    ----------
    module
        `tensorrt` or `tensorrt_rtx_bindings`.
    """

    def __init__(self, module: Any) -> None:
        self._trt = module
        self.version: str = module.__version__
        self.rtx = not hasattr(module.BuilderFlag, "FP16") and module.__name__ == "tensorrt_rtx_bindings"
        self.name = "TensorRT-RTX" if self.rtx else "TensorRT"
        self._logger = _logger(module)

    def supports(self, capability: Capability) -> bool:
        """Whether it runs on GPUs of a compute capability."""
        return not self.rtx or capability in RTX_CAPABILITIES

    def build(
        self,
        model: bytes,
        profiles: Sequence[Profile],
        options: BuildOptions | None = None,
        progress: BuildProgress | None = None,
    ) -> bytes:
        """An engine, from a serialised ONNX model.

        Raises
        ------
        EngineBuildError
            If the graph cannot be parsed or built, or `progress` said to stop.
        """
        trt, options = self._trt, options or BuildOptions()
        self._logger.messages.clear()
        builder = trt.Builder(self._logger)
        network = builder.create_network(self._network_flags())
        parser = trt.OnnxParser(network, self._logger)
        if hasattr(getattr(trt, "OnnxParserFlag", None), "NATIVE_INSTANCENORM"):  # not in the first of 8.6
            parser.set_flag(trt.OnnxParserFlag.NATIVE_INSTANCENORM)
        if not parser.parse(model):
            errors = "; ".join(parser.get_error(i).desc() for i in range(parser.num_errors))
            raise EngineBuildError(f"{self.name} {self.version} does not take the graph: {errors}")
        config = builder.create_builder_config()
        config.set_memory_pool_limit(trt.MemoryPoolType.WORKSPACE, _WORKSPACE_BYTES)
        if not self.rtx:
            config.builder_optimization_level = options.level
        if options.half and hasattr(trt.BuilderFlag, "FP16") and not self._strongly_typed:
            config.set_flag(trt.BuilderFlag.FP16)
        preview = getattr(trt, "PreviewFeature", None)
        if hasattr(preview, "PROFILE_SHARING_0806"):  # as later versions do without being asked
            config.set_preview_feature(trt.PreviewFeature.PROFILE_SHARING_0806, True)
        if self.rtx:
            config.num_compute_capabilities = 1
            config.set_compute_capability(_rtx_capability(trt, options.capability), 0)
        if hasattr(trt.TacticSource, "CUBLAS"):
            # Their libraries are not dependencies of ours, and the kernels TensorRT brings are as fast here.
            sources = (trt.TacticSource.EDGE_MASK_CONVOLUTIONS, trt.TacticSource.JIT_CONVOLUTIONS)
            config.set_tactic_sources(sum(1 << int(source) for source in sources))
        if progress and hasattr(trt, "IProgressMonitor"):
            config.progress_monitor = _monitor(trt, progress)
        for profile in profiles:
            shapes = builder.create_optimization_profile()
            for name, given in profile.shapes.items():
                if given.smallest != given.largest:
                    shapes.set_shape(name, given.smallest, given.usual, given.largest)
            config.add_optimization_profile(shapes)
        plan = builder.build_serialized_network(network, config)
        if plan is None:
            raise EngineBuildError(f"{self.name} {self.version} cannot build the graph: {self._logger.last}")
        return bytes(plan)

    def load(self, plan: bytes) -> Any:
        """A deserialised engine (`ICudaEngine`). A CUDA context must be current.

        Raises
        ------
        EngineLoadError
            If the bytes are not an engine of this version for this GPU.
        """
        self._logger.messages.clear()
        runtime = self._trt.Runtime(self._logger)
        engine = runtime.deserialize_cuda_engine(plan)
        if engine is None:
            raise EngineLoadError(f"{self.name} {self.version} cannot load the engine: {self._logger.last}")
        return engine

    def scratch_bytes(self, engine: Any) -> int:
        """Device memory that a run of an engine needs beside its weights and tensors."""
        return int(
            engine.device_memory_size_v2 if hasattr(engine, "device_memory_size_v2") else engine.device_memory_size
        )

    def context(self, engine: Any, scratch: int, size: int, stream: Any) -> Any:
        """A context (`IExecutionContext`) of an engine; None where the GPU has no memory for it.

        Parameters
        ----------
        scratch, size
            Address of device memory of at least `scratch_bytes`, and its bytes. Contexts that never run at the same
            time may share it.
        stream
            Where shapes are set.
        """
        strategies = getattr(self._trt, "ExecutionContextAllocationStrategy", None)
        if strategies is None:  # 8.6
            context = engine.create_execution_context_without_device_memory()
        else:
            context = engine.create_execution_context(strategies.USER_MANAGED)
        if context is None:
            return None
        if hasattr(context, "set_device_memory"):
            context.set_device_memory(scratch, size)
        else:  # before 10.1
            context.device_memory = scratch
        if context.active_optimization_profile < 0:  # all but the first of an engine
            context.set_optimization_profile_async(0, stream.handle)
        return context

    def inputs(self, engine: Any) -> Iterator[tuple[str, Any]]:
        """Name and NumPy type of every input."""
        return self._tensors(engine, self._trt.TensorIOMode.INPUT)

    def outputs(self, engine: Any) -> Iterator[tuple[str, Any]]:
        """Name and NumPy type of every output."""
        return self._tensors(engine, self._trt.TensorIOMode.OUTPUT)

    def _tensors(self, engine: Any, mode: Any) -> Iterator[tuple[str, Any]]:
        for i in range(engine.num_io_tensors):
            name = engine.get_tensor_name(i)
            if engine.get_tensor_mode(name) == mode:
                yield name, self._trt.nptype(engine.get_tensor_dtype(name))

    @property
    def _strongly_typed(self) -> bool:
        return hasattr(self._trt.NetworkDefinitionCreationFlag, "STRONGLY_TYPED")

    def _network_flags(self) -> int:
        flags = self._trt.NetworkDefinitionCreationFlag
        return 1 << int(flags.STRONGLY_TYPED if self._strongly_typed else flags.EXPLICIT_BATCH)


def find_tensorrt(capability: Capability | None = None) -> TensorRT:
    """The installed TensorRT, the full one first; one that runs on a GPU of `capability`, if given.

    Raises
    ------
    TensorRTMissingError
        If there is none.
    """
    found = []
    for name in _MODULES:
        try:
            found.append(TensorRT(importlib.import_module(name)))
        except (ImportError, OSError):
            continue
    if not found:
        raise TensorRTMissingError(f"TensorRT is not installed; install it with {adding('gpu')}.")
    for tensorrt in found:
        if capability is None or tensorrt.supports(capability):
            return tensorrt
    assert capability is not None
    raise TensorRTMissingError(
        f"{found[0].name} does not run on GPUs of compute capability {capability[0]}.{capability[1]}; "
        "install the package `tensorrt` beside Timbre Studio, for which it has to be installed from the source."
    )


def _rtx_capability(trt: Any, capability: Capability | None) -> Any:
    if capability is None:
        return trt.ComputeCapability.CURRENT
    try:
        return getattr(trt.ComputeCapability, f"SM{capability[0]}{capability[1]}")
    except AttributeError:
        raise EngineBuildError(
            f"TensorRT-RTX does not build for compute capability {capability[0]}.{capability[1]}."
        ) from None


def _logger(trt: Any) -> Any:
    """A logger that keeps the errors, to be told with the failure, and prints nothing."""

    class Logger(trt.ILogger):  # type: ignore[misc]
        def __init__(self) -> None:
            trt.ILogger.__init__(self)
            self.messages: list[str] = []

        def log(self, severity: Any, message: str) -> None:
            if severity in (trt.ILogger.ERROR, trt.ILogger.INTERNAL_ERROR):
                self.messages.append(message)

        @property
        def last(self) -> str:
            return self.messages[-1] if self.messages else "it gave no reason"

    return Logger()


def _monitor(trt: Any, progress: BuildProgress) -> Any:
    """TensorRT's tree of phases as one call each step; the outermost phase is what is told."""

    class Monitor(trt.IProgressMonitor):  # type: ignore[misc]
        def __init__(self) -> None:
            trt.IProgressMonitor.__init__(self)
            self._steps: dict[str, int] = {}
            self._going = True

        def phase_start(self, phase_name: str, parent_phase: str | None, num_steps: int) -> None:
            del parent_phase
            self._steps[phase_name] = max(num_steps, 1)

        def step_complete(self, phase_name: str, step: int) -> bool:
            self._going = self._going and progress(phase_name, (step + 1) / self._steps.get(phase_name, 1))
            return self._going

        def phase_finish(self, phase_name: str) -> None:
            self._steps.pop(phase_name, None)

    return Monitor()
