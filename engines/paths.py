"""Where the user's models and caches live, and what to say when the disk refuses."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import platformdirs

from engines.errors import TimbreError

HOME_VARIABLE = "TIMBRE_HOME"

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_FORBIDDEN = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_NOT_A_FOLDER = frozenset({errno.EEXIST, errno.ENOTDIR})


def home() -> Path:
    """The folder of everything that is kept between runs: `TIMBRE_HOME`, or the platform's place for user data.

    The folder is named, not made: a read-only one is good enough to speak from.
    """
    chosen = os.environ.get(HOME_VARIABLE)
    if chosen:
        return Path(chosen).expanduser().absolute()
    return platformdirs.user_data_path("timbre-studio", appauthor=False)


def cache() -> Path:
    """The folder of what can be made again at any time."""
    return home() / "cache"


def provided() -> tuple[Path, ...]:
    """Folders in which packages of the system put what `home` would have for one user: read, never written."""
    folders = platformdirs.site_data_dir("timbre-studio", appauthor=False, multipath=True)
    return tuple(Path(folder) for folder in folders.split(os.pathsep))


def writable(folder: Path) -> Path:
    """Make `folder` with its parents and return it; a `TimbreError` says why it cannot be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TimbreError(explain(error, folder)) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise TimbreError(explain(PermissionError(errno.EACCES, os.strerror(errno.EACCES)), folder))
    return folder


def explain(error: OSError, folder: Path) -> str:
    """One sentence for a failed write below `folder`: what is wrong and what to do about it."""
    if error.errno in _FULL:
        return f"The disk with {folder} is full: free some space and try again."
    if error.errno in _FORBIDDEN:
        return f"{folder} cannot be written to: allow it, or set {HOME_VARIABLE} to a folder of your own."
    if error.errno in _NOT_A_FOLDER:
        return f"A file is in the way of the folder {folder}: move it, or set {HOME_VARIABLE} to another folder."
    return f"{error.filename or folder} failed ({error.strerror or error}): check the disk and try again."
