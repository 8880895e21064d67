"""A built stage at work on a GPU: its engines and recurrences one after the other on one stream."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from engines.runtime.backend import Array, Profile, RunFailedError, RunInterruptedError, Shape
from engines.runtime.cuda import Buffer, Device, Graph, keep_for_ever, kernel_source
from engines.runtime.engine_cache import BuiltRecurrence, BuiltStage
from engines.runtime.kernels import KernelCache
from engines.runtime.tensorrt import TensorRT

DEFAULT_TIMEOUT = 0.5
"""Seconds that a run may take."""
_PARTS = 8
"""Blocks a direction of a recurrence."""
_SMALLEST_SPLIT = 64
"""Recurrences with fewer units are done by one block a direction."""


class _Recurrence:
    def __init__(self, built: BuiltRecurrence, device: Device, kernels: KernelCache, stream: Any) -> None:
        self.gates, self.states = built.gates, built.states
        self.hidden = int(built.weight.shape[2])
        self._parts = _PARTS if self.hidden >= _SMALLEST_SPLIT and self.hidden % _PARTS == 0 else 1
        if 2 * self._parts > device.processors:
            raise RunFailedError(f"a GPU of {device.processors} multiprocessors is too small for its kernels")
        definitions = {"HIDDEN": self.hidden, "PARTS": self._parts}
        (self._kernel,) = kernels.functions(kernel_source("lstm"), ["lstm"], definitions)
        self._weight = device.buffer_of(np.ascontiguousarray(built.weight, np.float32), stream)
        self._exchange = device.buffer(2 * 2 * self.hidden * 8)

    def enqueue(self, gates: Buffer, states: Buffer, steps: int, stream: Any) -> None:
        self._exchange.clear(stream)
        addresses = (gates.address, self._weight.address, self._exchange.address, states.address)
        self._kernel(
            *(np.uintp(address) for address in addresses),
            np.int32(steps),
            grid=(self._parts, 2),
            block=(8 * self.hidden // self._parts, 1, 1),
            stream=stream,
        )


class _Piece:
    """One engine, and the recurrences that follow it."""

    def __init__(self, tensorrt: TensorRT, plan: bytes, recurrences: tuple[_Recurrence, ...], device: Device) -> None:
        self._device, self._tensorrt = device, tensorrt
        self._engine = tensorrt.load(plan)
        self.inputs = dict(tensorrt.inputs(self._engine))
        self.outputs = dict(tensorrt.outputs(self._engine))
        self.recurrences = recurrences
        self.scratch = tensorrt.scratch_bytes(self._engine)

    def context(self, scratch: Buffer, stream: Any) -> Any:
        """A way to run it, with a memory of its own for what depends on shapes; the weights are those of the engine."""
        context = self._tensorrt.context(self._engine, scratch.address, scratch.size, stream)
        if context is None:
            raise RunFailedError("the GPU has no memory left for an engine")
        return context

    def __del__(self) -> None:
        if self._device.lost:
            keep_for_ever(*vars(self).values())


class _Pass:
    """Contexts of all engines of a stage, at the shapes of their latest run."""

    def __init__(self, pieces: Sequence[_Piece], scratch: Buffer, device: Device, stream: Any) -> None:
        self._pieces, self._device = pieces, device
        self.contexts = [piece.context(scratch, stream) for piece in pieces]
        self.shapes: dict[str, Shape] = {}

    def __del__(self) -> None:
        if self._device.lost:
            keep_for_ever(self.__dict__.get("contexts"))

    def follow(self, inputs: Mapping[str, Shape]) -> None:
        """Set all shapes for those of the stage's inputs."""
        shapes = dict(inputs)
        for piece, context in zip(self._pieces, self.contexts, strict=True):
            for name in piece.inputs:
                if tuple(context.get_tensor_shape(name)) != tuple(shapes[name]) and not (
                    context.set_input_shape(name, shapes[name])
                ):
                    raise RunFailedError(f"the shape {shapes[name]} of {name} is not one that was built for")
            for name in piece.outputs:
                shapes[name] = tuple(context.get_tensor_shape(name))
            for recurrence in piece.recurrences:
                steps, batch, _ = shapes[recurrence.gates]
                shapes[recurrence.states] = (steps, 2, batch, recurrence.hidden)
        self.shapes = shapes

    def bind(self, buffers: Mapping[str, Buffer]) -> None:
        """Say where every tensor is."""
        for piece, context in zip(self._pieces, self.contexts, strict=True):
            for name in (*piece.inputs, *piece.outputs):
                context.set_tensor_address(name, buffers[name].address)

    def enqueue(self, buffers: Mapping[str, Buffer], stream: Any) -> None:
        """Give a run at these shapes to the stream."""
        for piece, context in zip(self._pieces, self.contexts, strict=True):
            if not context.execute_async_v3(stream.handle):
                raise RunFailedError("TensorRT refused to run an engine")
            for recurrence in piece.recurrences:
                gates, states = buffers[recurrence.gates], buffers[recurrence.states]
                recurrence.enqueue(gates, states, self.shapes[recurrence.gates][0], stream)


class StageRunner:
    """The engines and recurrences of a stage, with a buffer on the device for every tensor between them.

    All its runs go through one stream, so they share these buffers and the engines' scratch memory. Not safe to call
    from several threads at once; a CUDA context must be current.
    """

    def __init__(
        self, built: BuiltStage, profile: Profile, tensorrt: TensorRT, device: Device, kernels: KernelCache
    ) -> None:
        self._device = device
        self.outputs = built.outputs
        self.stream = device.stream()
        self.pieces = [
            _Piece(
                tensorrt,
                piece.plan,
                tuple(_Recurrence(r, device, kernels, self.stream) for r in piece.recurrences),
                device,
            )
            for piece in built.pieces
        ]
        device.wait(self.stream, 10.0)
        self.types = {name: dtype for piece in self.pieces for name, dtype in piece.inputs.items()}
        self.types |= {name: dtype for piece in self.pieces for name, dtype in piece.outputs.items()}
        self._scratch = device.buffer(max(piece.scratch for piece in self.pieces))
        self._any_shapes = self._latest = _Pass(self.pieces, self._scratch, device, self.stream)
        # The largest shapes go through all engines once, to know every buffer's size.
        self._any_shapes.follow({name: shapes.largest for name, shapes in profile.shapes.items()})
        self._buffers = {
            name: device.buffer(int(np.prod(shape)) * np.dtype(self.types.get(name, np.float32)).itemsize)
            for name, shape in self._any_shapes.shapes.items()
        }
        self._any_shapes.bind(self._buffers)
        self._captured: dict[tuple[tuple[str, Shape], ...], tuple[_Pass, Graph] | None] = {}
        """None where TensorRT or the GPU would not."""

    def buffer(self, name: str) -> Buffer:
        """The device memory of a tensor."""
        return self._buffers[name]

    def shape(self, name: str) -> Shape:
        """The shape of a tensor in the latest run."""
        return self._latest.shapes[name]

    def enqueue(self, inputs: Mapping[str, Shape]) -> None:
        """Give a run to the stream, on what the input buffers will then hold."""
        self._latest = self._any_shapes
        self._latest.follow(inputs)
        self._latest.enqueue(self._buffers, self.stream)

    def launch(self, inputs: Mapping[str, Shape]) -> None:
        """Like `enqueue`, as one captured graph, for shapes that come again and again.

        A graph needs contexts that run nothing else: what depends on shapes is kept on the device by the context, and
        a graph does not bring it back (8.6 then gave wrong audio).
        """
        key = tuple(sorted(inputs.items()))
        if key not in self._captured:
            try:
                self._captured[key] = self._capture(inputs)
                return
            except RunFailedError:
                self._captured[key] = None
        captured = self._captured[key]
        if captured is None:
            self.enqueue(inputs)
        else:
            self._latest, graph = captured
            graph.launch(self.stream)

    def _capture(self, inputs: Mapping[str, Shape]) -> tuple[_Pass, Graph]:
        """Run once, and make a graph of it."""
        alone = _Pass(self.pieces, self._scratch, self._device, self.stream)
        alone.bind(self._buffers)
        alone.follow(inputs)
        alone.enqueue(self._buffers, self.stream)  # TensorRT does what it does only once outside of the capture
        self._device.wait(self.stream, 10.0)
        graph = self._device.capture(self.stream, lambda: alone.enqueue(self._buffers, self.stream))
        self._latest = alone
        return alone, graph


class TensorRTSession:
    """A stage on a GPU, from and to arrays of the host; see `engines.runtime.backend.Session`."""

    def __init__(
        self,
        runner: StageRunner,
        profile: Profile,
        device: Device,
        timeout: float = DEFAULT_TIMEOUT,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self._runner, self._profile, self._device = runner, profile, device
        self._timeout, self._stopped = timeout, stopped
        self._lock = threading.Lock()

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        """All outputs by name. Raises RunFailedError and RunInterruptedError."""
        if self._stopped():
            raise RunInterruptedError
        runner = self._runner
        with self._lock, self._device.current():
            for name, array in inputs.items():
                runner.buffer(name).upload(array, runner.stream, runner.types[name])
            runner.enqueue({name: array.shape for name, array in inputs.items()})
            results = {
                name: runner.buffer(name).download(runner.shape(name), runner.types[name], runner.stream)
                for name in runner.outputs
            }
            self._device.wait(runner.stream, self._timeout)
            return {name: result.copy() for name, result in results.items()}

    def warm_up(self) -> None:
        """Run once on zeros of the usual shapes."""
        self.run(
            {name: np.zeros(shapes.usual, self._runner.types[name]) for name, shapes in self._profile.shapes.items()}
        )
