"""Files that are replaced whole, so that a crash leaves the old one or the new one, and folders that one changes."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from engines.errors import TimbreError
from engines.models.disk import exclusive, sync
from engines.paths import explain

_LEFTOVER_AFTER = 3600.0
"""Seconds after which an unfinished file is taken for one that a killed program left: no writing lasts so long."""
_PATIENCE = 10.0
"""Seconds to wait for another process that is changing a folder."""


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A new file beside `path`, which takes its place when the block ends well, and is removed when it does not.

    Raises `OSError`; `path` is untouched then.
    """
    path = path.resolve()  # a link stays one
    _sweep(path)
    unfinished = path.with_name(f"{_prefix(path)}{secrets.token_hex(4)}.part")
    try:
        with unfinished.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, unfinished)
        unfinished.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
    with contextlib.suppress(OSError):  # some file systems sync no folders
        sync(path.parent)


@contextmanager
def changing(lock: Path, failure: type[TimbreError], busy: str) -> Iterator[None]:
    """Alone with the folder of a lock file; whatever the disk refuses becomes a sentence.

    Raises `failure`: with the sentence `busy` while another process is changing the folder.
    """
    try:
        with exclusive(lock, _PATIENCE, lambda: None):
            yield
    except TimeoutError as error:
        raise failure(busy) from error
    except OSError as error:
        raise failure(explain(error, lock.parent)) from error


def _prefix(path: Path) -> str:
    return f".{path.name[:40]}-"


def _sweep(path: Path) -> None:
    with contextlib.suppress(OSError):
        for leftover in path.parent.iterdir():
            if leftover.name.startswith(_prefix(path)) and leftover.suffix == ".part":
                with contextlib.suppress(OSError):
                    if time.time() - leftover.stat().st_mtime > _LEFTOVER_AFTER:
                        leftover.unlink()
