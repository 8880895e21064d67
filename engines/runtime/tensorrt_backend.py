"""TensorRT as a backend: stages from the cache of built engines, on one GPU."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager
from pathlib import Path

from engines.errors import TimbreError
from engines.runtime.backend import Profile
from engines.runtime.cuda import Device, open_device
from engines.runtime.engine_cache import DamagedEngineError, EngineCache, EngineKey
from engines.runtime.kernels import KernelCache
from engines.runtime.tensorrt import BuildOptions, EngineLoadError, TensorRT, find_tensorrt
from engines.runtime.tensorrt_session import DEFAULT_TIMEOUT, StageRunner, TensorRTSession


class EngineMissingError(TimbreError):
    """A stage has not been built for this GPU."""


class TensorRTBackend:
    """Engines that were built for this GPU and this version; nothing is built here, since that takes minutes.

    Parameters
    ----------
    cache
        Of built engines.
    kernels
        Folder of compiled kernels.
    half
        Use float16 where the profile of a stage allows it.
    timeout
        Seconds that one run of a stage may take.
    """

    fast_integers = False
    even_windows = True

    def __init__(
        self,
        device: Device,
        tensorrt: TensorRT,
        cache: EngineCache,
        kernels: Path,
        *,
        half: bool = True,
        level: int = 3,
        timeout: float = DEFAULT_TIMEOUT,
    ) -> None:
        self.device, self.tensorrt, self.cache = device, tensorrt, cache
        self.kernels = KernelCache(kernels, device)
        self.timeout = timeout
        self.half = half
        self._level = level
        self._stopped = threading.Event()

    @classmethod
    def open(cls, folder: Path, *, half: bool = True, timeout: float = DEFAULT_TIMEOUT) -> TensorRTBackend:
        """On the first GPU, with the caches under a folder.

        Raises
        ------
        NoDeviceError, TensorRTMissingError
            If there is no GPU, or no TensorRT that runs on it.
        """
        device = open_device()
        tensorrt = find_tensorrt(device.capability)
        return cls(device, tensorrt, EngineCache(folder / "engines"), folder / "kernels", half=half, timeout=timeout)

    @property
    def name(self) -> str:
        """Flavour and version."""
        return f"{self.tensorrt.name} {self.tensorrt.version}"

    def stopped(self) -> bool:
        """Whether it is interrupted."""
        return self._stopped.is_set()

    def options(self, profile: Profile) -> BuildOptions:
        """How a stage is built for this backend."""
        capability = self.device.capability if self.tensorrt.rtx else None
        return BuildOptions(self.half and profile.half, self._level, capability)

    def key(self, graph: Path, profile: Profile) -> EngineKey:
        """What its engines of a stage are kept under. Raises ModelDamagedError."""
        from engines.runtime.stage_building import stage_key  # noqa: PLC0415 loads onnx, which a CPU needs not

        options = self.options(profile)
        return stage_key(graph, profile, self.tensorrt, self.device.name, self.device.capability, options)

    def current(self) -> AbstractContextManager[None]:
        """Make the GPU the calling thread's."""
        return self.device.current()

    def load(self, graph: Path, profile: Profile) -> TensorRTSession:
        """A stage from its built engines; see `Backend.load`.

        Raises
        ------
        EngineMissingError
            If it has not been built for this GPU and version, or its engines are damaged.
        """
        return TensorRTSession(self.runner(graph, profile), profile, self.device, self.timeout, self.stopped)

    def runner(self, graph: Path, profile: Profile) -> StageRunner:
        """A stage whose inputs are made on the GPU. Raises like `load`."""
        key = self.key(graph, profile)
        try:
            built = self.cache.get(key)
        except DamagedEngineError as error:
            raise EngineMissingError(
                f"the engine of the {graph.stem} stage was damaged ({error}) and has been removed; "
                "build it again with `timbre engines build`"
            ) from error
        if built is None:
            raise EngineMissingError(
                f"the {graph.stem} stage is not built for {self.device.name} yet; build it with `timbre engines build`"
            )
        try:
            with self.device.current():
                return StageRunner(built, profile, self.tensorrt, self.device, self.kernels)
        except EngineLoadError as error:
            self.cache.remove(self.cache.folder_of(key))
            raise EngineMissingError(f"{error}; build it again with `timbre engines build`") from error

    def interrupt(self, on: bool) -> None:
        """Fail every run from the next on; one under way ends within its time-out."""
        (self._stopped.set if on else self._stopped.clear)()
