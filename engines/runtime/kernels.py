"""Kernels of our own: compiled for the GPU once, and kept on disk."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from engines.runtime.cuda import Device
from engines.runtime.nvrtc import Compiler


class KernelCache:
    """Compiles CUDA C++ for a device when it is first needed on a machine.

    Parameters
    ----------
    folder
        Of the compiled code; files are named by source, definitions and capability.
    """

    def __init__(self, folder: Path, device: Device) -> None:
        self._folder, self._device = folder, device

    def function(self, source: str, name: str, definitions: Mapping[str, float] | None = None) -> Callable[..., None]:
        """A kernel `name` of a source text. Raises CompilerMissingError and KernelError."""
        options = [f"-D{key}={value}" for key, value in sorted((definitions or {}).items())]
        capability = self._device.capability
        key = hashlib.sha256("\0".join([source, *options, str(capability)]).encode()).hexdigest()[:16]
        path = self._folder / f"{name}-{key}.cubin"
        try:
            return self._device.kernel(path.read_bytes(), name)
        except FileNotFoundError:
            pass
        except self._device.driver.Error:  # a damaged file: compiled anew
            pass
        code = Compiler().compile(source, f"{name}.cu", capability, options)
        with contextlib.suppress(OSError):  # a full disk costs a compilation the next time, no more
            self._keep(path, code)
        return self._device.kernel(code, name)

    def _keep(self, path: Path, code: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        handle, work = tempfile.mkstemp(dir=self._folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(code)
            Path(work).replace(path)
        except OSError:
            Path(work).unlink(missing_ok=True)
            raise
