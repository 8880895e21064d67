"""Files that are replaced whole: after a crash at any moment there is the old one or the new one."""

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

from engines.models.disk import sync

_LEFTOVER_AFTER = 3600.0
"""Seconds after which an unfinished file is taken for one that a killed program left: no writing lasts so long."""


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


def _prefix(path: Path) -> str:
    return f".{path.name[:40]}-"


def _sweep(path: Path) -> None:
    with contextlib.suppress(OSError):
        for leftover in path.parent.iterdir():
            if leftover.name.startswith(_prefix(path)) and leftover.suffix == ".part":
                with contextlib.suppress(OSError):
                    if time.time() - leftover.stat().st_mtime > _LEFTOVER_AFTER:
                        leftover.unlink()
