"""Parts that a bundle leaves out, added by its user: each in a folder of its own below the user's home of the program.

They are what the extras of the same names are to an ordinary installation, fetched by the client of the registry, which
checks what it gets. A folder holds for one version of Python; what the bundle has itself is not fetched once more, and
comes first.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from engines.errors import TimbreError
from engines.models.clients import Runner, pip, run
from engines.models.disk import clear, exclusive
from engines.paths import explain, writable
from studio.licences import DISTRIBUTION

_PATIENCE = 600.0
"""Seconds to wait for another process."""


class ExtraError(TimbreError):
    """A part of the program could not be added or removed."""


@dataclass(frozen=True, slots=True)
class Extra:
    """A part that may be added."""

    purpose: str
    megabytes: int
    """To fetch, about."""


OFFERED: Mapping[str, Extra] = {
    "media": Extra("M4A files and video; has codecs under the GPL", 35),
    "transcribe": Extra("writing down what is said in a recording", 120),
}
"""By the names that they have in pyproject.toml. PyCUDA, which has to be compiled, and PyTorch are not among them."""


def folder_in(home: Path) -> Path:
    """Where they are kept for this version of Python."""
    return home / "extras" / f"python{sys.version_info.major}.{sys.version_info.minor}"


def installed(home: Path) -> list[str]:
    """The names of those that are there."""
    return [name for name in OFFERED if (folder_in(home) / name).is_dir()]


def use(home: Path) -> None:
    """Have them imported from where they are, after everything else."""
    for name in installed(home):
        for packages in sorted((folder_in(home) / name).glob("**/site-packages")):
            sys.path.append(str(packages))


def install(name: str, home: Path, runner: Runner = run) -> None:
    """Fetch a part, or fetch it anew.

    Raises
    ------
    ExtraError
        There is none of that name, or it could not be fetched: what was there before is untouched.
    """
    requirements = _requirements(name)
    folder = writable(folder_in(home))
    staging = folder / f".{name}.staging"
    options = [
        "--only-binary=:all:",
        "--no-cache-dir",
        "--no-warn-script-location",
        "--root-user-action=ignore",
        "--quiet",
    ]
    try:
        with exclusive(folder / ".lock", _PATIENCE, lambda: None):
            command = [*pip(), "install", "--prefix", str(clear(staging)), *options, *requirements]
            result = runner(command, folder)
            if result.code != 0:
                reason = ([line for line in result.output.splitlines() if line.strip()] or ["no reason given"])[-1]
                raise ExtraError(
                    f"{name} could not be fetched ({reason.strip()[:300]}): check the connection and try again."
                )
            shutil.rmtree(folder / name, ignore_errors=True)
            staging.replace(folder / name)
    except TimeoutError as error:
        raise ExtraError(f"{name} is being added by another process: wait for it and try again.") from error
    except OSError as error:
        raise ExtraError(explain(error, folder)) from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def remove(name: str, home: Path) -> None:
    """Take a part away; ExtraError if it is not there."""
    if name not in installed(home):
        raise ExtraError(f"{name} has not been added: `timbre extras` lists what has.")
    try:
        shutil.rmtree(folder_in(home) / name)
    except OSError as error:
        raise ExtraError(explain(error, folder_in(home))) from error


def _requirements(name: str) -> list[str]:
    if name not in OFFERED:
        raise ExtraError(f"There is no part called {name}: choose {', '.join(OFFERED)}.")
    if not getattr(sys, "frozen", False):
        raise ExtraError(
            f'This is an ordinary installation, to which pip adds parts: run `pip install "{DISTRIBUTION}[{name}]"`.'
        )
    lines = (line.partition(";") for line in metadata.requires(DISTRIBUTION) or ())
    return [requirement.strip() for requirement, _, marker in lines if marker.strip() == f'extra == "{name}"']
