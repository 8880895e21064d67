"""The wheels that a part of a bundle is made of, named with their SHA-256 when the bundle was built.

A wheel is either whole and checked in the folder of those that were fetched, or not there: after an interruption only
the one that was under way is fetched again.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engines.errors import TimbreError
from engines.models.clients import Runner, failed, is_full, pip, reason
from engines.models.disk import clear, sha256_of

_LINE = re.compile(r"(?P<name>[\w.-]+)==(?P<version>\S+) --hash=sha256:(?P<sha256>[0-9a-f]{64})")
_OTHER_BYTES = "DO NOT MATCH THE HASHES"
"""What pip says of a file that is not the one that was named."""

Progress = Callable[[str, float], None]
"""Called with the step in words and how much of the whole is done, 0 to 1."""


class ExtraError(TimbreError):
    """A part of the program could not be added or removed."""


@dataclass(frozen=True, slots=True)
class Pin:
    """One wheel."""

    name: str
    version: str
    sha256: str

    @property
    def line(self) -> str:
        """For pip, which refuses any other bytes."""
        return f"{self.name}=={self.version} --hash=sha256:{self.sha256}\n"

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


def read(lock: Path) -> list[Pin]:
    """What a file of the bundle names."""
    return [Pin(**found.groupdict()) for found in _LINE.finditer(lock.read_text("utf-8"))]


def missing(pins: Iterable[Pin], folders: Iterable[Path]) -> list[Pin]:
    """Those of which no folder has a wheel with the same bytes."""
    there = {sha256_of(wheel) for folder in folders for wheel in folder.glob("*.whl")}
    return [pin for pin in pins if pin.sha256 not in there]


def fetch(left: Sequence[Pin], folder: Path, report: Progress, runner: Runner) -> None:
    """Have pip put wheels into `folder`, in which they appear whole and checked.

    Raises
    ------
    ExtraError, FetchError
        pip is missing, failed, or was given other bytes.
    OSError
        The disk is full, or refuses.
    """
    folder.mkdir(parents=True, exist_ok=True)
    options = ["--no-deps", "--only-binary=:all:", "--no-cache-dir", "--quiet", "--dest", "."]
    for done, pin in enumerate(left):
        report(f"Fetching {pin.name}", done / len(left))
        work = clear(folder / ".fetching")
        wanted = work / "wanted.txt"  # pip takes no hash in a command
        wanted.write_text(pin.line, "utf-8")
        result = runner([*pip(), "download", *options, "--requirement", wanted.name], work)
        if result.code and _OTHER_BYTES in result.output:
            raise ExtraError(
                f"What was fetched as {pin} is not what it was when this program was packaged, and was thrown away: "
                "try again, or look for a newer version of Timbre Studio."
            )
        if result.code:
            raise failed(str(pin), "pip", result.output)
        for wheel in work.glob("*.whl"):
            wheel.replace(folder / wheel.name)
        shutil.rmtree(work)


def install(lock: Path, folders: Iterable[Path], target: Path, runner: Runner) -> None:
    """Have pip unpack the wheels of `folders` that a lock names into the folder `target`, checked once more.

    Raises
    ------
    ExtraError, FetchError
        pip failed, or is missing.
    """
    options = ["--no-index", "--no-deps", "--only-binary=:all:", "--require-hashes", "--no-user", "--no-cache-dir"]
    quiet = ["--quiet", "--no-warn-script-location", "--root-user-action=ignore"]
    found = (word for folder in folders for word in ("--find-links", str(folder)))
    command = [*pip(), "install", *options, *quiet, *found, "--requirement", str(lock), "--target", str(target)]
    result = runner(command, target)
    if result.code and is_full(result.output):
        raise ExtraError(f"The disk is full, so {lock.stem} could not be unpacked: free some space and try again.")
    if result.code:
        raise ExtraError(f"{lock.stem} could not be unpacked ({reason(result.output)}): try again.")
