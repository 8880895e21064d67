"""Fills the folder of a pack's sources, continuing where an earlier attempt stopped."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from engines.errors import FetchError
from engines.models.clients import DAMAGED_ARCHIVE, Client
from engines.models.disk import Chain, MismatchError, clear, is_intact, place
from engines.models.manifest import Package, Source

Progress = Callable[[str, float], None]
"""Called with the step in words and how much of the whole is done, 0 to 1."""


def missing(source: Source, folder: Path) -> list[Package]:
    """The packages that still have to be fetched, each with only the files that are not in `folder` yet.

    What is there is read and compared with its SHA-256, so damaged files are missing files.
    """
    joined = {
        part for join in source.joins if is_intact(folder / join.to, join.sha256, join.size) for part in join.parts
    }
    left = []
    for package in source.packages:
        files = tuple(
            file
            for file in package.files
            if file.to not in joined and not is_intact(folder / file.to, file.sha256, file.size)
        )
        if files:
            left.append(dataclasses.replace(package, files=files))
    return left


def is_joined(source: Source, folder: Path) -> bool:
    """Whether all that has to be put together in `folder` has been."""
    return all(is_intact(folder / join.to, join.sha256, join.size) for join in source.joins)


def fetch(
    source: Source, left: list[Package], folder: Path, clients: Mapping[str, Client], progress: Progress
) -> dict[str, str]:
    """Fetch `left`, what is `missing` of `source`, into `folder`. Files appear there only when whole and checked.

    Returns
    -------
    The names of optional packages that could not be fetched, and why, in a sentence.

    Raises
    ------
    FetchError
        A client failed, or gave something else than the manifest announces.
    OSError
        The disk is full, or refuses.
    """
    scratch = folder / ".fetching"
    total = sum(package.bytes for package in left)
    done = 0
    failed: dict[str, str] = {}
    try:
        for package in left:
            size = package.bytes
            progress(f"Fetching {package.name} ({max(size / 1e6, 1):.0f} MB)", done / max(total, 1))
            try:
                _fetch_package(package, folder, clear(scratch), clients[package.client])
            except FetchError as error:
                if not package.optional:
                    raise
                failed[package.name] = str(error)
            done += size
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    for join in source.joins:
        parts = [folder / part for part in join.parts]
        if not is_intact(folder / join.to, join.sha256, join.size):
            progress(f"Joining {join.to}", 1.0)
            with Chain(parts) as stream:
                try:
                    place(stream, folder / join.to, join.sha256, join.size)
                except MismatchError as error:
                    raise FetchError(f"The parts of {join.to} do not fit together ({error}): try again.") from error
        for part in parts:
            part.unlink(missing_ok=True)
    return failed


def _fetch_package(package: Package, folder: Path, scratch: Path, client: Client) -> None:
    wanted = {file.member: file for file in package.files}
    try:
        for member, stream in client(package, scratch):
            if file := wanted.pop(member, None):  # an archive may hold a name twice
                place(stream, folder / file.to, file.sha256, file.size)
    except (MismatchError, *DAMAGED_ARCHIVE) as error:
        raise FetchError(
            f"{package.name} {package.version} arrived damaged or is not what it was ({error}): try again."
        ) from error
    if wanted:
        raise FetchError(
            f"{package.name} {package.version} has no {min(wanted)}: the package has changed; look for a newer version "
            "of Timbre Studio."
        )
