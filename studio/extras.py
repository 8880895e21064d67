"""Parts of the program that not everybody wants, added and removed by its user.

In a bundle, each is a folder of its own below the user's home of the program, made of the wheels that were named when
the bundle was built (`studio.extras_lock`). A folder holds for one version of Python; what the bundle has itself is not
among the wheels, and comes first. Any other Python is left to its pip, to which they are extras of the same names.
"""

from __future__ import annotations

import importlib.util
import platform
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from engines.extras import adding
from engines.models.clients import Runner, is_full, pip, reason, run
from engines.models.disk import clear, exclusive
from engines.paths import explain, writable
from studio import extras_lock
from studio.extras_lock import ExtraError, Progress
from studio.licences import DISTRIBUTION, version

_LOCK = "wheels.txt"
"""In the folder of a part: what it was made of."""
_PATIENCE = 600.0
"""Seconds to wait for another process."""


@dataclass(frozen=True, slots=True)
class Extra:
    """A part that may be added."""

    purpose: str
    megabytes: int
    """To fetch for a bundle, about; 0 where a bundle has it already."""
    module: str
    """That is there if the part is."""


EXTRAS: Mapping[str, Extra] = {
    "media": Extra("M4A files and video; has codecs under the GPL", 35, "av"),
    "transcribe": Extra("writing down what is said in a recording", 120, "faster_whisper"),
    "clone": Extra("refining a voice: PyTorch", 3000, "torch"),
    "gpu": Extra("an NVIDIA graphics card: TensorRT-RTX and CUDA, under the licences of NVIDIA", 180, "pycuda"),
    "redis": Extra("servers that share what they have made", 1, "redis"),
    "traces": Extra("traces of what a server does", 2, "opentelemetry.exporter"),
    "triton": Extra("letting Triton servers speak", 15, "tritonclient"),
    "hub": Extra("models from the model hub", 10, "huggingface_hub"),
    "ja": Extra("Japanese", 0, "sudachipy"),
    "serve": Extra("speaking for other programs and computers", 0, "uvicorn"),
    "app": Extra("the window", 0, "PySide6"),
}
"""By the names that they have in pyproject.toml."""


def folder_in(home: Path) -> Path:
    """Where a bundle keeps them for this version of Python."""
    return home / "extras" / f"python{sys.version_info.major}.{sys.version_info.minor}"


def offered() -> list[str]:
    """The names of those that can be added here."""
    locks = _locks()
    return [name for name in EXTRAS if locks is None or (locks / f"{name}.txt").is_file()]


def installed(home: Path) -> list[str]:
    """The names of those that were added."""
    if _locks() is None:
        return [name for name, extra in EXTRAS.items() if _importable(extra.module)]
    return [name for name in EXTRAS if (folder_in(home) / name).is_dir()]


def outdated(home: Path) -> list[str]:
    """The names of those that were added to another version of this bundle, which named other wheels."""
    locks = _locks()
    if locks is None:
        return []
    made_of = {name: folder_in(home) / name / _LOCK for name in offered()}
    return [
        name
        for name, kept in made_of.items()
        if kept.is_file() and kept.read_bytes() != (locks / f"{name}.txt").read_bytes()
    ]


def use(home: Path) -> None:
    """Have those that were added to a bundle imported from where they are, after everything else."""
    sys.path.extend(str(folder_in(home) / name) for name in installed(home))


def install(
    name: str, home: Path, source: Path | None = None, report: Progress = lambda *_: None, runner: Runner = run
) -> None:
    """Fetch a part, or fetch it anew.

    Parameters
    ----------
    source
        A folder with the wheels; nothing is fetched then.

    Raises
    ------
    ExtraError, FetchError
        There is none of that name, or it could not be fetched: what was there before is untouched, and of a bundle the
        wheels that did arrive are kept for another attempt.
    """
    lock = _lock(name)
    if lock is None:
        _install_by_pip(name, source, runner)
        return
    folder = writable(folder_in(home))
    pins, staging, wheels = extras_lock.read(lock), folder / f".{name}.staging", folder / f".{name}.wheels"
    places = [lock.parent / "wheels", source.absolute() if source else wheels]
    with _alone(folder, name):
        left = extras_lock.missing(pins, places)
        if left and source:
            raise ExtraError(
                f"{source} has no whole wheel of {', '.join(map(str, left))}: fetch them with "
                f"`timbre extras download {name} FOLDER` on a computer with this version of Timbre Studio."
            )
        extras_lock.fetch(left, wheels, report, runner)
        report(f"Unpacking {name}", 1.0)
        try:
            extras_lock.install(lock, places, clear(staging), runner)
            shutil.copyfile(lock, staging / _LOCK)
            shutil.rmtree(folder / name, ignore_errors=True)
            staging.replace(folder / name)
        finally:
            shutil.rmtree(staging, ignore_errors=True)
        shutil.rmtree(wheels, ignore_errors=True)


def download(name: str, folder: Path, report: Progress = lambda *_: None, runner: Runner = run) -> None:
    """Fetch the wheels of a part of a bundle into a folder, for a computer without a connection.

    Raises
    ------
    ExtraError, FetchError
        As `install`.
    """
    lock = _lock(name)
    if lock is None:
        raise ExtraError(
            f'This is an ordinary installation, for which pip fetches: run `pip download "{DISTRIBUTION}[{name}]"`.'
        )
    with _alone(writable(folder), name):
        left = extras_lock.missing(extras_lock.read(lock), [lock.parent / "wheels", folder])
        extras_lock.fetch(left, folder, report, runner)


def remove(name: str, home: Path) -> None:
    """Take a part away; ExtraError if it is not there."""
    if name not in installed(home):
        raise ExtraError(f"{name} has not been added: `timbre extras` lists what has.")
    if _locks() is None:
        raise ExtraError(f"{name} is a part of this Python: take its packages away with `pip uninstall`.")
    try:
        shutil.rmtree(folder_in(home) / name)
    except OSError as error:
        raise ExtraError(explain(error, folder_in(home))) from error


def _locks() -> Path | None:
    """The folder of a bundle that says what its parts are made of; None where this is no bundle."""
    inside = getattr(sys, "_MEIPASS", None) if getattr(sys, "frozen", False) else None
    return Path(inside) / "extras" if inside else None


def _lock(name: str) -> Path | None:
    if name not in EXTRAS:
        raise ExtraError(f"There is no part called {name}: choose {', '.join(offered())}.")
    locks = _locks()
    if locks is None or (locks / f"{name}.txt").is_file():
        return locks / f"{name}.txt" if locks else None
    if _importable(EXTRAS[name].module):
        raise ExtraError(f"{name} is in this package from the start; nothing has to be added.")
    raise ExtraError(
        f"{name} cannot be added to this package on {platform.system()} ({platform.machine()}): install Timbre Studio "
        f"from the source and run {adding(name)} there."
    )


def _install_by_pip(name: str, source: Path | None, runner: Runner) -> None:
    wanted = f"{DISTRIBUTION}[{name}]=={version()}"
    options = ["--no-index", "--find-links", str(source.absolute())] if source else []
    result = runner([*pip(), "install", "--quiet", *options, wanted], Path.cwd())
    if result.code and is_full(result.output):
        raise ExtraError(f"The disk is full, so {name} could not be added: free some space and try again.")
    if result.code:
        raise ExtraError(
            f'pip could not add {name} ({reason(result.output)}): run `pip install "{wanted}"` to see more.'
        )


@contextmanager
def _alone(folder: Path, name: str) -> Iterator[None]:
    """With no other process at it; whatever the disk refuses becomes a sentence."""
    try:
        with exclusive(folder / ".lock", _PATIENCE, lambda: None):
            yield
    except TimeoutError as error:
        raise ExtraError(f"{name} is being added by another process: wait for it and try again.") from error
    except OSError as error:
        raise ExtraError(explain(error, folder)) from error


def _importable(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # of its parent
        return False
