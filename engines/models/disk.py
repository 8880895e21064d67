"""Files that are either whole and checked, or not there."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

_BLOCK = 1 << 20


class Readable(Protocol):
    """Anything bytes can be read from, one block at a time."""

    def read(self, size: int, /) -> bytes: ...  # noqa: D102


class MismatchError(Exception):
    """The bytes are not those that were announced."""


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def is_intact(path: Path, sha256: str, size: int | None = None) -> bool:
    """Whether `path` is there with these bytes; the size, where known, saves reading a truncated file."""
    if not path.is_file() or (size is not None and path.stat().st_size != size):
        return False
    return sha256_of(path) == sha256


def place(stream: Readable, target: Path, sha256: str, size: int | None = None) -> None:
    """Copy `stream` to `target`, which appears in one step once its bytes are on the disk and match.

    Raises
    ------
    MismatchError
        The stream gave other bytes; `target` is untouched. No more than `size` bytes are written.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(target.name + ".part")
    try:
        with unfinished.open("wb") as out:
            digest, written = hashlib.sha256(), 0
            while block := stream.read(_BLOCK):
                written += len(block)
                if size is not None and written > size:
                    raise MismatchError(f"more than the expected {size} bytes")
                digest.update(block)
                out.write(block)
            if size is not None and written != size:
                raise MismatchError(f"{written} bytes instead of {size}")
            if digest.hexdigest() != sha256:
                raise MismatchError(f"SHA-256 {digest.hexdigest()} instead of {sha256}")
            out.flush()
            os.fsync(out.fileno())
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


class Chain:
    """The bytes of several files, one after the other."""

    def __init__(self, paths: list[Path]) -> None:
        self._waiting = list(paths)
        self._open: IO[bytes] | None = None

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes; none at the end of the last file."""
        while True:
            if self._open is None:
                if not self._waiting:
                    return b""
                self._open = self._waiting.pop(0).open("rb")
            if block := self._open.read(size):
                return block
            self._open.close()
            self._open = None

    def __enter__(self) -> Chain:
        return self

    def __exit__(self, *_: object) -> None:
        if self._open is not None:
            self._open.close()


def clear(folder: Path) -> Path:
    """Empty `folder`, or make it."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)
    return folder


def sync(path: Path) -> None:
    """Have a file's bytes, or a folder's names, on the disk before anything that follows."""
    if path.is_dir() and sys.platform == "win32":
        return  # Windows opens no folders, and writes their names at once
    handle = os.open(path, os.O_RDONLY if sys.platform != "win32" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def exclusive(path: Path, timeout: float, waiting: Callable[[], None]) -> Iterator[None]:
    """Hold the lock file `path`; the system lets go of it if the process dies.

    `waiting` is called once if another process or thread holds it; `TimeoutError` after `timeout` seconds.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+b") as lock:
        deadline, told = time.monotonic() + timeout, False
        while not _try_lock(lock):
            if time.monotonic() >= deadline:
                raise TimeoutError(f"{path} is held by another process")
            if not told:
                waiting()
                told = True
            time.sleep(min(0.1, timeout))
        yield


if sys.platform == "win32":
    import msvcrt

    def _try_lock(lock: IO[bytes]) -> bool:
        lock.seek(0)
        try:
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try_lock(lock: IO[bytes]) -> bool:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
