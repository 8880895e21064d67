"""A GPU by PyCUDA: context, memory, streams and kernels; and CUDA graphs, which PyCUDA lacks, by the driver itself."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import importlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from engines.errors import TimbreError
from engines.extras import adding
from engines.runtime.backend import Array, RunFailedError, RunTimedOutError, Shape

_SPIN_SECONDS = 0.003
"""A wait shorter than this is spent polling: to sleep costs 60 microseconds and more."""
_NAP_SECONDS = 0.0002
_DONE, _NOT_YET = 0, 600
"""CUDA_SUCCESS and CUDA_ERROR_NOT_READY."""


class NoDeviceError(TimbreError):
    """No usable GPU."""


class DeviceMemoryError(RunFailedError):
    """The GPU's memory does not suffice."""


class Memory(NamedTuple):
    """Bytes of a GPU."""

    free: int
    total: int

    @property
    def used_share(self) -> float:
        """0 to 1, of all programs together."""
        return 1 - self.free / self.total


class DeviceLostError(RunFailedError):
    """The driver has given up on this process: nothing of the GPU works until the program is started again."""


def keep_for_ever(*objects: object) -> None:
    """Never destroy objects of the GPU: for those of a lost device, whose destruction fails or does not return."""
    for thing in objects:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(thing))


class Buffer:
    """Device memory, and pinned host memory of the same size when first asked for."""

    def __init__(self, device: Device, size: int) -> None:
        self.size = size
        self._device = device
        self._memory = device.allocate(size)
        self._pinned: Array | None = None

    def __del__(self) -> None:
        """Back to the pool. PyCUDA ends the process where memory of a pool goes while no context is current."""
        memory = self.__dict__.pop("_memory", None)
        if memory is None:  # there was none left
            return
        try:
            with self._device.current():
                self._pinned = None
                memory.free()
        except Exception:  # the context is gone, and its memory with it
            keep_for_ever(memory, self._pinned)

    @property
    def address(self) -> int:
        """In device memory."""
        return int(self._memory)

    def pinned(self, shape: Shape, dtype: DTypeLike) -> Array:
        """Host memory that copies to and from the device run through at full speed; the same at every call."""
        if self._pinned is None:
            self._pinned = self._device.driver.pagelocked_empty(self.size, np.uint8)
        count = int(np.prod(shape)) * np.dtype(dtype).itemsize
        return self._pinned[:count].view(dtype).reshape(shape)

    def upload(self, array: Array, stream: Any, dtype: DTypeLike | None = None) -> None:
        """Copy an array to the device, after what the stream already has to do."""
        staged = self.pinned(array.shape, dtype or array.dtype)
        np.copyto(staged, array, casting="same_kind")
        self._device.driver.memcpy_htod_async(self.address, staged, stream)

    def download(self, shape: Shape, dtype: DTypeLike, stream: Any) -> Array:
        """Begin a copy to the host; the array is filled when the stream is done, and overwritten by the next."""
        staged = self.pinned(shape, dtype)
        self._device.driver.memcpy_dtoh_async(staged, self.address, stream)
        return staged

    def clear(self, stream: Any) -> None:
        """Fill with zero bytes."""
        self._device.driver.memset_d32_async(self.address, 0, self.size // 4, stream)


class Graph:
    """Work captured from a stream, which launches as one."""

    def __init__(self, device: Device, library: ctypes.CDLL, executable: ctypes.c_void_p) -> None:
        self._device, self._library, self._executable = device, library, executable

    def launch(self, stream: Any) -> None:
        """Do the work again, with whatever its buffers now hold."""
        _check(self._library.cuGraphLaunch(self._executable, ctypes.c_void_p(stream.handle)), "launch a graph")

    def __del__(self) -> None:
        if not self._device.lost:
            self._library.cuGraphExecDestroy(self._executable)


class Device:
    """A GPU and its primary context, which other libraries of the process share; see `open_device`.

    Raises
    ------
    NoDeviceError
        If PyCUDA, the driver or the GPU is missing.
    """

    def __init__(self, ordinal: int = 0) -> None:
        try:
            self.driver = importlib.import_module("pycuda.driver")
            self.driver.init()
            self._device = self.driver.Device(ordinal)
            self._context = self._device.retain_primary_context()
        except ModuleNotFoundError as error:
            raise NoDeviceError(f"PyCUDA is not installed; install it with {adding('gpu')}.") from error
        except Exception as error:  # PyCUDA's exception types exist only where it does, and it only with a driver
            raise NoDeviceError(f"No NVIDIA GPU can be used: {error}. Check the driver with `nvidia-smi`.") from error
        self.lost = False
        """Whether the driver has failed for good; see `DeviceLostError`."""
        self._library = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
        self.name: str = self._device.name()
        self.capability: tuple[int, int] = tuple(self._device.compute_capability())
        with self.current():
            # Memory given back is kept: to free it would wait for all that the GPU is doing.
            self._pool = importlib.import_module("pycuda.tools").DeviceMemoryPool()
        # PyCUDA ends the process when a pool is destroyed without a context, as at the exit of the interpreter; the
        # memory goes with the process anyway.
        keep_for_ever(self._pool)
        attribute = self.driver.device_attribute
        self.processors: int = self._device.get_attribute(attribute.MULTIPROCESSOR_COUNT)

    @contextlib.contextmanager
    def current(self) -> Iterator[None]:
        """Make the context that of the calling thread. Errors of the driver become RunFailedError in there.

        Raises
        ------
        DeviceLostError
            Once the driver has failed for good; nothing is asked of it then.
        """
        if self.lost:
            raise DeviceLostError("the GPU's driver has failed; start the program again to use the GPU")
        try:
            self._context.push()
            try:
                yield
            except (self.driver.Error, RunFailedError):
                # What the driver says of its default stream it says of everything once the context is broken.
                self.lost = self._library.cuStreamQuery(None) not in (_DONE, _NOT_YET)
                raise
            finally:
                self.driver.Context.pop()
        except self.driver.Error as error:
            raise RunFailedError(f"the GPU reported: {error}") from error

    @property
    def memory(self) -> Memory:
        """Of the whole GPU, now."""
        with self.current():
            return Memory(*self.driver.mem_get_info())

    def allocate(self, size: int) -> Any:
        """Device memory. Raises DeviceMemoryError."""
        with self.current():
            try:
                return self._pool.allocate(max(size, 4))
            except self.driver.MemoryError as error:
                raise DeviceMemoryError(f"the GPU has no {size / 1e6:.0f} MB left") from error

    def buffer(self, size: int) -> Buffer:
        """A buffer of so many bytes."""
        return Buffer(self, size)

    def buffer_of(self, array: Array, stream: Any) -> Buffer:
        """A buffer that holds an array when the stream is done. The context must be current."""
        buffer = Buffer(self, array.nbytes)
        # From ordinary memory: the driver takes the values before it returns, so the array may go.
        self.driver.memcpy_htod_async(buffer.address, np.ascontiguousarray(array), stream)
        return buffer

    def release_unused(self) -> None:
        """Give memory that nothing uses back to the GPU."""
        with self.current():
            self._pool.free_held()

    def stream(self) -> Any:
        """A new stream."""
        with self.current():
            return self.driver.Stream()

    def kernels(self, code: bytes, names: Sequence[str]) -> list[Callable[..., None]]:
        """Functions of a module of machine code; called with their arguments, `block`, `grid` and `stream`."""
        with self.current():
            module = self.driver.module_from_buffer(code)
            return [module.get_function(name) for name in names]

    def wait(self, stream: Any, seconds: float) -> None:
        """Wait until a stream has done all it was given. The context must be current.

        Raises
        ------
        RunTimedOutError
            If it takes longer.
        """
        event = self.driver.Event(self.driver.event_flags.DISABLE_TIMING)
        event.record(stream)
        begun = time.monotonic()
        while not event.query():
            passed = time.monotonic() - begun
            if passed > seconds:
                raise RunTimedOutError(f"the GPU was not done after {seconds * 1000:.0f} ms")
            # Even no sleep lets other Python threads run, which would else wait 5 ms for their turn.
            time.sleep(_NAP_SECONDS if passed > _SPIN_SECONDS else 0)

    def capture(self, stream: Any, work: Callable[[], None]) -> Graph:
        """The work that a function gives to a stream, without doing it.

        Raises
        ------
        RunFailedError
            If a part of it cannot be captured.
        """
        library, handle = self._library, ctypes.c_void_p(stream.handle)
        graph, executable = ctypes.c_void_p(), ctypes.c_void_p()
        _check(library.cuStreamBeginCapture_v2(handle, 2), "begin a capture")  # 2: other threads are not looked at
        try:
            work()
        finally:
            status = library.cuStreamEndCapture(handle, ctypes.byref(graph))
        _check(status, "capture a graph")
        try:
            flags = ctypes.c_ulonglong(0)
            _check(library.cuGraphInstantiateWithFlags(ctypes.byref(executable), graph, flags), "prepare a graph")
        finally:
            library.cuGraphDestroy(graph)
        return Graph(self, library, executable)


@functools.lru_cache
def open_device(ordinal: int = 0) -> Device:
    """The GPU of that number; the same object at every call, kept until the program ends. Raises NoDeviceError."""
    return Device(ordinal)


def memory_in_use() -> int:
    """Bytes in use on the GPU, of all programs; 0 where this program does not use it."""
    if not open_device.cache_info().currsize:
        return 0
    memory = open_device().memory
    return memory.total - memory.free


def _check(status: int, what: str) -> None:
    if status:
        raise RunFailedError(f"the CUDA driver could not {what} (error {status})")


def kernel_source(name: str) -> str:
    """The text of a kernel of this package."""
    return (Path(__file__).parent / "kernels" / f"{name}.cu").read_text("utf-8")
