"""What a folder of programs and libraries needs of the system, as Debian names it."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

_PASSED_OVER = ("libqgtk3.so",)
"""Plugins that Qt does without where their libraries are not there."""


def needed(tree: Path) -> list[str]:
    """The packages of the system that have what the programs and libraries below `tree` load."""
    elves = [path for path in _elves(tree) if path.name not in _PASSED_OVER]
    own = sorted({path.parent for path in elves if ".so" in path.name})
    options = ["-O", "--ignore-missing-info", "--warnings=0", *(f"-l{folder}" for folder in own)]
    with tempfile.TemporaryDirectory() as folder:
        control = Path(folder) / "debian" / "control"  # without which the command does not start
        control.parent.mkdir()
        control.write_text("Source: any\n\nPackage: any\nArchitecture: any\n", "utf-8")
        command = ["dpkg-shlibdeps", *options, *(f"-e{path}" for path in elves)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"dpkg-shlibdeps does not know what the bundle needs:\n{done.stderr}")
    _, _, found = done.stdout.strip().partition("=")
    return found.split(", ")


def _elves(tree: Path) -> Iterator[Path]:
    for path in sorted(tree.rglob("*")):
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if file.read(4) == b"\x7fELF":
                    yield path
