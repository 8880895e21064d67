"""A built stage at work on a GPU: its engines and recurrences one after the other on one stream."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
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
    """One engine and its context."""

    def __init__(self, tensorrt: TensorRT, plan: bytes, recurrences: tuple[_Recurrence, ...], device: Device) -> None:
        self._device = device
        self._engine = tensorrt.load(plan)
        self.context = self._engine.create_execution_context()
        if self.context is None:
            raise RunFailedError("the GPU has no memory left for an engine")
        self.inputs = dict(tensorrt.inputs(self._engine))
        self.outputs = dict(tensorrt.outputs(self._engine))
        self.recurrences = recurrences

    def __del__(self) -> None:
        if self._device.lost:
            keep_for_ever(*vars(self).values())


class StageRunner:
    """The engines and recurrences of a stage, with a buffer on the device for every tensor between them.

    Not safe to call from several threads at once; a CUDA context must be current.
    """

    def __init__(
        self, built: BuiltStage, profile: Profile, tensorrt: TensorRT, device: Device, kernels: KernelCache
    ) -> None:
        self._device = device
        self.outputs = built.outputs
        self.stream = device.stream()
        self._pieces = [
            _Piece(
                tensorrt,
                piece.plan,
                tuple(_Recurrence(r, device, kernels, self.stream) for r in piece.recurrences),
                device,
            )
            for piece in built.pieces
        ]
        device.wait(self.stream, 10.0)
        self.types = {name: dtype for piece in self._pieces for name, dtype in piece.inputs.items()}
        self.types |= {name: dtype for piece in self._pieces for name, dtype in piece.outputs.items()}
        self._shapes: dict[str, Shape] = {}
        self._buffers: dict[str, Buffer] = {}
        largest = {name: shapes.largest for name, shapes in profile.shapes.items()}
        # The largest shapes run through all pieces once, to know every buffer's size.
        self._follow(largest, self._make_buffer)
        self._bind()
        self._graphs: dict[tuple[tuple[str, Shape], ...], Graph] = {}

    def buffer(self, name: str) -> Buffer:
        """The device memory of a tensor."""
        return self._buffers[name]

    def shape(self, name: str) -> Shape:
        """The shape of a tensor in the latest run."""
        return self._shapes[name]

    def enqueue(self, inputs: Mapping[str, Shape]) -> None:
        """Give a run to the stream, on what the input buffers will then hold."""
        self._follow(inputs, None)
        for piece in self._pieces:
            if not piece.context.execute_async_v3(self.stream.handle):
                raise RunFailedError("TensorRT refused to run an engine")
            for recurrence in piece.recurrences:
                recurrence.enqueue(
                    self._buffers[recurrence.gates],
                    self._buffers[recurrence.states],
                    self._shapes[recurrence.gates][0],
                    self.stream,
                )

    def launch(self, inputs: Mapping[str, Shape]) -> None:
        """Like `enqueue`, as one captured graph, for shapes that come again and again."""
        key = tuple(sorted(inputs.items()))
        graph = self._graphs.get(key)
        if graph is None:
            self.enqueue(inputs)  # TensorRT does what it does only once outside of the capture
            self._device.wait(self.stream, 10.0)
            graph = self._graphs[key] = self._device.capture(self.stream, lambda: self.enqueue(inputs))
        elif any(self._shapes[name] != shape for name, shape in inputs.items()):
            # What a context keeps on the device is that of its latest shapes, and a graph does not bring it back.
            self.enqueue(inputs)
            return
        graph.launch(self.stream)

    def _make_buffer(self, name: str, shape: Shape) -> None:
        size = int(np.prod(shape)) * np.dtype(self.types.get(name, np.float32)).itemsize
        self._buffers[name] = self._device.buffer(size)

    def _bind(self) -> None:
        for piece in self._pieces:
            for name in (*piece.inputs, *piece.outputs):
                piece.context.set_tensor_address(name, self._buffers[name].address)

    def _follow(self, inputs: Mapping[str, Shape], seen: Callable[[str, Shape], None] | None) -> None:
        """Set the shapes of all contexts for shapes of the stage's inputs."""
        shapes = dict(inputs)
        for piece in self._pieces:
            for name in piece.inputs:
                if tuple(piece.context.get_tensor_shape(name)) != tuple(shapes[name]) and not (
                    piece.context.set_input_shape(name, shapes[name])
                ):
                    raise RunFailedError(f"the shape {shapes[name]} of {name} is not one that was built for")
            for name in piece.outputs:
                shapes[name] = tuple(piece.context.get_tensor_shape(name))
            for recurrence in piece.recurrences:
                steps, batch, _ = shapes[recurrence.gates]
                shapes[recurrence.states] = (steps, 2, batch, recurrence.hidden)
        self._shapes = shapes
        if seen:
            for name, shape in shapes.items():
                seen(name, shape)


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
