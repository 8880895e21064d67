"""Kernels of our own: compiled for the GPU once, and kept on disk."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from engines.runtime.backend import RunFailedError
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

    def functions(
        self, source: str, names: Sequence[str], definitions: Mapping[str, float] | None = None
    ) -> list[Callable[..., None]]:
        """The named kernels of a source text. Raises CompilerMissingError and KernelError."""
        options = [f"-D{key}={value}" for key, value in sorted((definitions or {}).items())]
        capability = self._device.capability
        key = hashlib.sha256("\0".join([source, *options, str(capability)]).encode()).hexdigest()[:16]
        path = self._folder / f"{names[0]}-{key}.cubin"
        try:
            return self._device.kernels(path.read_bytes(), names)
        except (OSError, RunFailedError):  # not there, or damaged: compiled anew
            pass
        code = Compiler().compile(source, f"{names[0]}.cu", capability, options)
        with contextlib.suppress(OSError):  # a full disk costs a compilation the next time, no more
            self._keep(path, code)
        return self._device.kernels(code, names)

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
