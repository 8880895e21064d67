"""Looking over the machine: what speech needs, what is there, and the line that mends what is not.

Nothing here raises: a check that fails says so and the others go on.
"""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from importlib.util import find_spec
from pathlib import Path

from engines.errors import TimbreError
from studio.engine_look import EngineLook, command_in, look, precision


class State(Enum):
    """How a finding is to be read."""

    OK = "ok"
    MISSING = "missing"
    """Something the user should have; `fix` says how."""
    NOTE = "note"
    """Neither good nor bad, or optional and not there."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report."""

    area: str
    text: str
    state: State = State.OK
    fix: str | None = None
    """One command or sentence."""


def diagnose() -> list[Finding]:
    """Look at everything."""
    findings: list[Finding] = []
    for area, check in _CHECKS.items():
        try:
            findings += [Finding(area, *found) for found in check()]
        except TimbreError as error:
            findings.append(Finding(area, str(error), State.MISSING))
        except Exception as error:
            findings.append(Finding(area, f"could not be checked ({type(error).__name__}: {error})", State.NOTE))
    return findings


_Found = tuple[str] | tuple[str, State] | tuple[str, State, str]


def _python() -> Iterator[_Found]:
    yield (f"{platform.python_implementation()} {platform.python_version()} on {platform.platform()}",)


def _processor() -> Iterator[_Found]:
    info = _proc_table("/proc/cpuinfo")
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    flags = set(info.get("flags", info.get("Features", "")).split())
    known = {"AVX2": "avx2", "AVX-512": "avx512f", "AVX-512 VNNI": "avx512_vnni", "AVX VNNI": "avx_vnni"}
    known |= {"AMX": "amx_int8", "NEON": "asimd"}
    there = [name for name, flag in known.items() if flag in flags]
    name = info.get("model name") or platform.processor() or platform.machine()
    yield (f"{name}, {usable} of {os.cpu_count()} cores usable; {', '.join(there) or 'no vector extensions known'}",)


def _memory() -> Iterator[_Found]:
    info = _proc_table("/proc/meminfo")
    if "MemTotal" in info:
        total, free = (int(info[key].split()[0]) / 2**20 for key in ("MemTotal", "MemAvailable"))
        yield (f"{total:.1f} GiB, {free:.1f} GiB of them free",)
    else:
        yield (f"{os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE') / 2**30:.1f} GiB",)


def _gpu() -> Iterator[_Found]:
    from engines.paths import home  # noqa: PLC0415

    found = look(home())
    for card in found.cards:
        yield (f"{card} (memory, driver)",)
    if gpu := found.gpu:
        yield (
            f"{gpu.runtime} on {gpu.name}, compute capability {gpu.capability}, "
            f"{gpu.free / 2**30:.1f} of {gpu.total / 2**30:.1f} GiB free",
        )
    elif found.cards:
        yield _wrong(found.missing)
    else:
        yield "no NVIDIA GPU; speech is made on the processor", State.NOTE
    # A package of Timbre Studio has the bindings without the package that names them.
    for package in ("tensorrt", "tensorrt_rtx", "tensorrt_rtx_cu12_bindings", "pycuda"):
        version = _version(package)
        if version:
            yield (f"{package} {version}",)
    yield from _built_engines(found)


def _built_engines(found: EngineLook) -> Iterator[_Found]:
    build = "timbre engines build"
    if found.problem:
        yield _wrong(found.problem)
    for stage in found.stages:
        if stage.built:
            size = stage.built.size / 1e6
            yield (f"{stage.stage} is built in {precision(stage.built)}, {size:.0f} MB, {stage.built.built}",)
        else:
            yield f"{stage.stage} is not built for this GPU", State.MISSING, build
    if found.cached:
        yield f"{len(found.cached)} engines are kept, {found.size / 1e6:.0f} MB", State.NOTE
    else:
        yield "no engines are built", State.NOTE


def _stages() -> Iterator[_Found]:
    from engines.engine import Engine  # noqa: PLC0415
    from engines.errors import ModelMissingError  # noqa: PLC0415

    try:
        with Engine.open() as engine:
            stages = engine.status
    except ModelMissingError:
        yield "nothing can be said without a speech model", State.NOTE
        return
    for stage in stages:
        if stage.fell_back:
            text, *rest = _wrong(stage.reason)
            yield (f"{stage.stage}: {stage.running} instead of {stage.wanted}, since {text}", *rest)
        else:
            yield (f"{stage.stage}: {stage.running}, the fastest that can be used here",)


def _wrong(sentence: str) -> _Found:
    """What is wrong, and the line that mends it where the sentence names one."""
    command = command_in(sentence)
    return (sentence, State.MISSING, command) if command else (sentence, State.MISSING)


def _backends() -> Iterator[_Found]:
    import onnxruntime  # noqa: PLC0415

    providers = [name.removesuffix("ExecutionProvider") for name in onnxruntime.get_available_providers()]
    yield (f"ONNX Runtime {onnxruntime.__version__} with {', '.join(providers)}",)


def _sound() -> Iterator[_Found]:
    from studio.playback.devices import output_devices  # noqa: PLC0415

    devices = output_devices()
    if devices:
        yield (f"{len(devices)} output devices: {', '.join(devices)}",)
    else:
        yield "no output device", State.NOTE, "connect one or start the sound server; files can be written without"


def _models() -> Iterator[_Found]:
    from engines.engine import DEFAULT_PACK  # noqa: PLC0415
    from engines.models import store  # noqa: PLC0415
    from engines.paths import home  # noqa: PLC0415

    for pack in store.ModelStore(home()).available():
        install = f"timbre models install {pack.name}"
        if pack.state is store.State.READY:
            yield (f"{pack.title} ({pack.bytes / 1e6:.0f} MB in {pack.folder})",)
        elif pack.state is not store.State.ABSENT:
            yield f"{pack.title} is {pack.state.value}", State.MISSING, install
        elif pack.name == DEFAULT_PACK:
            yield f"{pack.title} is not installed", State.MISSING, install
        else:
            yield f"{pack.title} is not installed", State.NOTE, install


def _caches() -> Iterator[_Found]:
    from engines.paths import cache, home  # noqa: PLC0415

    yield (f"home {home()}, {shutil.disk_usage(_existing(home())).free / 1e9:.1f} GB free there",)
    yield (f"cache {cache()}, {_size(cache()) / 1e6:.1f} MB",)


def _front_ends() -> Iterator[_Found]:
    from engines.text.frontends import installed_front_ends  # noqa: PLC0415

    front_ends = installed_front_ends()
    for language in sorted(front_ends.languages):
        try:
            front_ends.get(language)
        except Exception as error:
            yield f"{language} cannot be read ({error})", State.MISSING, "make setup"
        else:
            yield (f"{language} can be read",)


_CHECKS: dict[str, Callable[[], Iterator[_Found]]] = {
    "Python": _python,
    "processor": _processor,
    "memory": _memory,
    "GPU": _gpu,
    "backends": _backends,
    "sound": _sound,
    "models": _models,
    "stages": _stages,
    "languages": _front_ends,
    "folders": _caches,
}


def _proc_table(path: str) -> dict[str, str]:
    """First value of every `key : value` line; empty where there is no such file."""
    try:
        lines = Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return {}
    table: dict[str, str] = {}
    for line in lines:
        key, colon, value = line.partition(":")
        if colon:
            table.setdefault(key.strip(), value.strip())
    return table


def _version(package: str) -> str | None:
    """Version of a package without importing it, since importing GPU libraries can take long or hang."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "of unknown version" if find_spec(package) else None


def _existing(folder: Path) -> Path:
    return next(path for path in (folder, *folder.parents) if path.exists())


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
