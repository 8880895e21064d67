"""Files that get their name only once they are whole, and never take it from another one unasked."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engines.errors import AudioFileError
from engines.models.disk import is_intact, sha256_of, sync
from studio.export.folder import sentence
from studio.export.plan import OnExisting, free_names

_PREFIX, _SUFFIX = ".timbre-", ".part"
_LEFTOVER_AFTER = 3600.0
"""Seconds without a change after which an unfinished file is one that a killed program left."""


class DiskFullError(AudioFileError):
    """There is no room for a file; with some, the same can be tried again."""


@contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Turn what the system says about a folder into a sentence: `AudioFileError`, or `DiskFullError`."""
    try:
        yield
    except OSError as error:
        full = error.errno in {errno.ENOSPC, errno.EDQUOT}
        raise (DiskFullError if full else AudioFileError)(sentence(folder, error)) from error


@contextmanager
def unfinished(folder: Path, owner: str) -> Iterator[Path]:
    """A name for a file that is being written; whatever has it at the end of the block is removed.

    Parameters
    ----------
    owner
        Part of the name: who sweeps it should the program be killed.
    """
    path = folder / f"{_PREFIX}{owner}-{secrets.token_hex(6)}{_SUFFIX}"
    try:
        yield path
    finally:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def sweep(folder: Path, owner: str, *, older: float = _LEFTOVER_AFTER) -> None:
    """Remove what a killed program has left unfinished."""
    with contextlib.suppress(OSError):
        for entry in folder.iterdir():
            if entry.name.startswith(f"{_PREFIX}{owner}-") and entry.name.endswith(_SUFFIX):
                with contextlib.suppress(OSError):
                    if time.time() - entry.stat().st_mtime >= older:
                        entry.unlink()


def target(file: Path, existing: OnExisting, suffix: str = "") -> Path | None:
    """The name that a new file may have now, None when there is one that is to stay."""
    if existing is OnExisting.NUMBER:
        return next(name for name in free_names(file, suffix) if not name.exists())
    return None if existing is OnExisting.SKIP and file.exists() else file


def publish(part: Path, file: Path, existing: OnExisting, suffix: str = "") -> Path | None:
    """Give a finished file its name, in one step; returns the name, None when another one is to stay.

    A file that is there with the very same bytes is what was wanted, whoever wrote it: it is neither replaced nor
    numbered. So an export that was killed between giving the name and noting it does not write a second copy.

    Parameters
    ----------
    suffix
        Of the name, where it is more than what follows the last dot.
    """
    sync(part)
    digest, size = sha256_of(part), part.stat().st_size
    for name in free_names(file, suffix):
        if name.is_file() and is_intact(name, digest, size):
            return name
        if existing is OnExisting.REPLACE:
            part.replace(name.resolve())  # a link stays one
            break
        try:
            _claim(part, name)
            break
        except FileExistsError:
            if existing is OnExisting.SKIP:
                return None
    with contextlib.suppress(OSError):  # some file systems sync no folders
        sync(name.parent)
    return name


def write_text(file: Path, text: str, existing: OnExisting, owner: str, suffix: str = "") -> Path | None:
    """Write a small file of text in the same way."""
    with explained(file.parent), unfinished(file.parent, owner) as part:
        part.write_text(text, encoding="utf-8", errors="replace", newline="\n")
        return publish(part, file, existing, suffix)


def _claim(part: Path, name: Path) -> None:
    """Rename without taking the name from another file. Raises FileExistsError."""
    if os.name == "nt":
        part.rename(name)  # refuses there
        return
    try:
        os.link(part, name)
    except FileExistsError:
        raise
    except OSError as error:  # no hard links on this file system
        if name.exists():
            raise FileExistsError from error
        part.replace(name)
        return
    part.unlink()
