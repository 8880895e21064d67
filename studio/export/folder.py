"""What can be known about a folder before exporting to it. Touches the disk: for use off the GUI thread."""

from __future__ import annotations

import errno
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication


@dataclass(frozen=True, slots=True)
class FolderState:
    """A folder as it is now."""

    names: frozenset[str] = frozenset()
    """What is in it."""
    free: int = 0
    """Bytes."""
    problem: str = ""
    """A sentence that says why nothing can be written there; empty if it can, be it after making the folder."""


def inspect(folder: Path) -> FolderState:
    """Look at a folder, or at the one that it would be made in. Never raises."""
    if not folder.is_absolute():
        return FolderState(problem=QCoreApplication.translate("Export", "Choose a folder for the files."))
    try:
        place = folder
        while not place.exists() and place != place.parent:
            place = place.parent
        names = frozenset(entry.name for entry in folder.iterdir()) if place == folder else frozenset()
        with tempfile.TemporaryFile(dir=place):  # the only answer that permissions, mounts and quotas agree on
            pass
        return FolderState(names, shutil.disk_usage(place).free)
    except (OSError, ValueError) as error:
        return FolderState(problem=sentence(folder, error))


def sentence(folder: Path, error: OSError | ValueError) -> str:
    """What is wrong with the folder and what to do about it."""
    number = error.errno if isinstance(error, OSError) else None
    if number in {errno.EACCES, errno.EPERM, errno.EROFS}:
        text = QCoreApplication.translate("Export", "“{0}” cannot be written to; choose a folder of your own.")
    elif number in {errno.ENOTDIR, errno.EEXIST}:
        text = QCoreApplication.translate("Export", "A part of “{0}” is a file, not a folder; choose another one.")
    elif number in {errno.ENOSPC, errno.EDQUOT}:
        text = QCoreApplication.translate("Export", "The disk of “{0}” is full; free some space or choose another one.")
    else:
        text = QCoreApplication.translate("Export", "“{0}” cannot be used as a folder; choose another one.")
    return text.format(folder)
