"""What there is to make speech faster: the GPU, what is missing for it, and which stages are built for it. No Qt.

Nothing here is for the GUI thread: a driver is asked, and files are read.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engines.errors import TimbreError

if TYPE_CHECKING:
    from engines.runtime.backend import Profile
    from engines.runtime.engine_cache import CachedStage, EngineCache

COMMAND = re.compile(r"`([^`]+)`")
"""How a sentence of the engine names a line to type."""
_PATIENCE = 10
"""Seconds for the program that lists the graphics cards."""


@dataclass(frozen=True)
class Gpu:
    """A graphics card that engines can be built for and run on."""

    name: str
    capability: str
    """Of its compute units, such as `8.9`."""
    free: int
    total: int
    """Bytes of its memory."""
    runtime: str
    """What runs the engines, such as `TensorRT 8.6.1`."""


@dataclass(frozen=True)
class StageEngine:
    """A stage, and what is built of it for this card, this version and the chosen precision; None if nothing is."""

    stage: str
    built: CachedStage | None


@dataclass(frozen=True)
class EngineLook:
    """What was found."""

    cards: tuple[str, ...] = ()
    """The NVIDIA cards of the machine, usable or not."""
    gpu: Gpu | None = None
    missing: str = ""
    """Why there is no `gpu`, and what to do about it."""
    stages: tuple[StageEngine, ...] = ()
    """Those that could be built, in the order of the work; empty without a card and without a model."""
    problem: str = ""
    """Why there are no `stages`, where there is a `gpu`."""
    cached: tuple[CachedStage, ...] = ()
    """All that was ever built and is still kept, for other cards and versions too."""

    @property
    def unbuilt(self) -> tuple[str, ...]:
        """Names of the stages that wait to be built."""
        return tuple(stage.stage for stage in self.stages if stage.built is None)

    @property
    def size(self) -> int:
        """Bytes of all engines that are kept."""
        return sum(stage.size for stage in self.cached)


def look(home: Path, *, half: bool = True) -> EngineLook:
    """Look over the machine.

    Parameters
    ----------
    half
        Whether the engines that matter are those with float16.
    """
    from engines.runtime.backend import RunFailedError  # noqa: PLC0415
    from engines.runtime.choosing import Acceleration, open_tensorrt  # noqa: PLC0415

    cards, cached = nvidia_cards(), tuple(engine_cache(home).list())
    try:
        backend = open_tensorrt(home, Acceleration(half=half))
        free, total = backend.device.memory
    except (TimbreError, RunFailedError) as error:
        return EngineLook(cards, missing=str(error), cached=cached)
    capability = ".".join(map(str, backend.device.capability))
    gpu = Gpu(backend.device.name, capability, free, total, backend.name)
    kept = {stage.folder: stage for stage in cached}
    try:
        stages = tuple(
            StageEngine(stage, kept.get(backend.cache.folder_of(backend.key(graph, profile))))
            for stage, (graph, profile) in stage_graphs(home).items()
        )
    except TimbreError as error:
        return EngineLook(cards, gpu, problem=str(error), cached=cached)
    return EngineLook(cards, gpu, stages=stages, cached=cached)


def engine_cache(home: Path) -> EngineCache:
    """The engines that are kept in `home`."""
    from engines.runtime.choosing import engine_folder  # noqa: PLC0415
    from engines.runtime.engine_cache import EngineCache  # noqa: PLC0415

    return EngineCache(engine_folder(home) / "engines")


def precision(stage: CachedStage) -> str:
    """`float16`, where that was allowed, or `float32`."""
    return "float16" if '"half": true' in stage.key.profile else "float32"


def nvidia_cards() -> tuple[str, ...]:
    """Name, memory and driver of every NVIDIA card, as its driver's own program tells; empty without one."""
    program = shutil.which("nvidia-smi")
    if not program:
        return ()
    query = [program, "--query-gpu=name,memory.total,driver_version", "--format=csv,noheader"]
    try:
        answer = subprocess.run(query, capture_output=True, text=True, timeout=_PATIENCE, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return ()
    return tuple(line.strip() for line in answer.splitlines() if line.strip())


def command_in(sentence: str) -> str | None:
    """The line to type that a sentence of the engine names between backticks; None if it names none."""
    found = COMMAND.search(sentence)
    return found[1] if found else None


def stage_graphs(home: Path) -> dict[str, tuple[Path, Profile]]:
    """Graph and profile of every stage of the default model that runs on a GPU. Raises ModelMissingError."""
    from engines.engine import DEFAULT_PACK  # noqa: PLC0415
    from engines.models.kokoro.config import KokoroConfig  # noqa: PLC0415
    from engines.models.kokoro.running import device_stages  # noqa: PLC0415
    from engines.models.store import ModelStore  # noqa: PLC0415

    return device_stages(ModelStore(home).require(DEFAULT_PACK), KokoroConfig())
