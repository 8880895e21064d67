"""Find and take over what programs that were killed have left."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QLockFile

from studio.document.errors import ProjectFileError
from studio.document.journal import State
from studio.document.workspace import Workspace, changed_at, delete, load, locked

_YOUNG = 60.0
"""Seconds during which an empty folder may belong to a program that has just made it and not locked it yet."""
_NAME = 40


class Recovered(NamedTuple):
    """Unsaved work of a program that ended badly."""

    folder: Path
    name: str
    """Of the project file, or else the first words of the script."""
    when: datetime
    """When it last changed, local time."""
    path: Path | None
    """The project file."""
    lines: int


def recoverable(root: Path) -> list[Recovered]:
    """The unsaved work of programs that are gone, the latest first. Reads all of it, so not for the GUI thread.

    Folders in which there is nothing to recover are deleted; those that cannot be read are left alone.
    """
    found = []
    for folder in sorted(root.iterdir()) if root.is_dir() else ():
        with suppress(ProjectFileError, OSError):
            age = time.time() - folder.stat().st_mtime  # before it is locked, which changes it
            with _held(folder) as lock:
                state = load(folder) if lock else None
                if state and state.unsaved and (state.script.lines or state.takes):
                    found.append(_described(folder, state))
                elif lock and (state or age > _YOUNG):
                    delete(folder, lock)
    return sorted(found, key=lambda recovered: recovered.when, reverse=True)


def recover(recovered: Recovered) -> tuple[Workspace, State]:
    """Go on with the work, in the folder where it is.

    Raises `ProjectFileError` when another program was quicker, or the disk refuses.
    """
    with _held(recovered.folder, release=False) as lock:
        taken = lock and Workspace.take_over(recovered.folder, lock)
        if not taken:
            text = QCoreApplication.translate("Document", "{0} was recovered or discarded in another window.")
            raise ProjectFileError(text.format(recovered.name))
        return taken


def discard(recovered: Recovered) -> None:
    """Delete the work, unless another program has taken it over."""
    with _held(recovered.folder) as lock:
        if lock:
            delete(recovered.folder, lock)


@contextmanager
def _held(folder: Path, *, release: bool = True) -> Iterator[QLockFile | None]:
    """The lock of a folder, let go of at the end; `release` False only when the block fails."""
    lock = locked(folder) if folder.is_dir() else None
    try:
        yield lock
    except BaseException:
        release = True
        raise
    finally:
        if lock and release:
            lock.unlock()


def _described(folder: Path, state: State) -> Recovered:
    words = next((line.text.strip() for line in state.script.lines if line.text.strip()), "")
    name = state.path.name if state.path else words[:_NAME]
    when = datetime.fromtimestamp(changed_at(folder), timezone.utc).astimezone()
    return Recovered(folder, name, when, state.path, len(state.script.lines))
