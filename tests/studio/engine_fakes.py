"""A graphics card, its engines and a process that builds them, where there is none."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from engines.runtime.engine_cache import CachedStage, EngineKey
from engines.runtime.fallback import StageStatus
from studio.engine_look import EngineLook, Gpu, StageEngine
from studio.engine_setup import EngineTools

CHILD = Path(__file__).with_name("building_child.py")
STAGES = ("text", "prosody", "front", "generator")
GPU = Gpu("NVIDIA Example", "9.0", 130 << 30, 139 << 30, "TensorRT 8.6.1")
NO_CARD = EngineLook(missing="PyCUDA is not installed; install it with `timbre extras install gpu`.")
NO_PYCUDA = EngineLook(("NVIDIA Example, 143771 MiB, 550.54",), missing=NO_CARD.missing)


def cached(stage: str, *, half: bool = True) -> CachedStage:
    """A stage that is built."""
    profile = '{"half": true}' if half else '{"half": false}'
    key = EngineKey(stage, "ab", profile, "TensorRT", "8.6.1", GPU.name, GPU.capability, 3)
    return CachedStage(Path("/engines") / key.folder, key, 48_000_000, "2026-03-01T10:00:00", 61.0)


def found(*built: str) -> EngineLook:
    """A card, and the stages that are built for it."""
    stages = tuple(StageEngine(stage, cached(stage) if stage in built else None) for stage in STAGES)
    return EngineLook(("NVIDIA Example",), GPU, stages=stages, cached=tuple(map(cached, built)))


def status(*slow: str, reason: str = "the GPU was not done after 500 ms") -> tuple[StageStatus, ...]:
    """All stages on TensorRT, but for those that run on something slower."""
    return tuple(
        StageStatus(stage, "ONNX Runtime CPU", "TensorRT 8.6.1", reason)
        if stage in slow
        else StageStatus(stage, "TensorRT 8.6.1", "TensorRT 8.6.1")
        for stage in STAGES
    )


class FakeMachine:
    """What `EngineTools` work on."""

    def __init__(self, look: EngineLook = NO_CARD, mode: str = "") -> None:
        self.found, self.mode = look, mode
        self.asked: list[bool] = []
        self.built: list[bool] = []
        self.threads: set[int] = set()
        self.error: Exception | None = None

    @property
    def tools(self) -> EngineTools:
        return EngineTools(self._look, self._clear, self._command)

    def _look(self, half: bool) -> EngineLook:
        self.asked.append(half)
        self.threads.add(threading.get_ident())
        if self.error:
            raise self.error
        return self.found

    def _clear(self) -> int:
        if self.error:
            raise self.error
        size, self.found = self.found.size, found()
        return size

    def _command(self, half: bool) -> Sequence[str]:
        self.built.append(half)
        return sys.executable, str(CHILD), self.mode
