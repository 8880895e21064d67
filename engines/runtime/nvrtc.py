"""CUDA C++ to machine code by NVRTC, which comes as a small package and needs neither a toolkit nor a GPU."""

from __future__ import annotations

import ctypes
import ctypes.util
import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path

from engines.errors import TimbreError
from engines.extras import adding


class CompilerMissingError(TimbreError):
    """NVRTC is not installed."""


class KernelError(TimbreError):
    """A kernel does not compile."""


class Compiler:
    """NVRTC.

    Raises
    ------
    CompilerMissingError
        If its library is not found.
    """

    def __init__(self) -> None:
        self._library = _load()
        major, minor = ctypes.c_int(), ctypes.c_int()
        self._library.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
        self.version = f"{major.value}.{minor.value}"

    def compile(self, source: str, name: str, capability: tuple[int, int], options: Sequence[str] = ()) -> bytes:
        """Machine code (a cubin) for a compute capability.

        Raises
        ------
        KernelError
            If the source has errors, or the capability is unknown to this compiler.
        """
        lib = self._library
        program = ctypes.c_void_p()
        self._check(lib.nvrtcCreateProgram(ctypes.byref(program), source.encode(), name.encode(), 0, None, None), name)
        try:
            given = [f"--gpu-architecture=sm_{capability[0]}{capability[1]}", "--std=c++17", *options]
            array = (ctypes.c_char_p * len(given))(*(option.encode() for option in given))
            if lib.nvrtcCompileProgram(program, len(given), array):
                raise KernelError(f"The GPU kernel {name} does not compile: {self._log(program)}")
            size = ctypes.c_size_t()
            self._check(lib.nvrtcGetCUBINSize(program, ctypes.byref(size)), name)
            code = ctypes.create_string_buffer(size.value)
            self._check(lib.nvrtcGetCUBIN(program, code), name)
            return code.raw
        finally:
            lib.nvrtcDestroyProgram(ctypes.byref(program))

    def _log(self, program: ctypes.c_void_p) -> str:
        size = ctypes.c_size_t()
        self._library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        text = ctypes.create_string_buffer(size.value)
        self._library.nvrtcGetProgramLog(program, text)
        return text.value.decode(errors="replace").strip()

    @staticmethod
    def _check(status: int, name: str) -> None:
        if status:
            raise KernelError(f"The GPU kernel {name} does not compile: NVRTC gave the error {status}.")


def _load() -> ctypes.CDLL:
    for candidate in _candidates():
        try:
            return ctypes.CDLL(str(candidate))
        except OSError:
            continue
    raise CompilerMissingError(f"The CUDA run-time compiler is missing; install it with {adding('gpu')}.")


def _candidates() -> Iterator[Path | str]:
    try:
        found = importlib.util.find_spec("nvidia.cuda_nvrtc")
    except ModuleNotFoundError:
        found = None
    for folder in (found.submodule_search_locations or ()) if found else ():
        for pattern in ("lib/libnvrtc.so.*", "bin/nvrtc64_*.dll"):
            yield from (p for p in sorted(Path(folder).glob(pattern)) if "builtins" not in p.name)
    system = ctypes.util.find_library("nvrtc")
    if system:
        yield system
    yield from ("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so")
