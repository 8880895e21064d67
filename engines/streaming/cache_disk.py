"""Audio of segments on disk: one file each, checked whole before it is used, and removed if it was not written so."""

from __future__ import annotations

import contextlib
import os
import secrets
import threading
import time
from pathlib import Path

from engines.streaming.cache_entry import decoded, digest, encoded
from engines.streaming.cache_keys import AudioKey
from engines.streaming.render import SegmentAudio

_SUFFIX = ".segment"
_ABANDONED_SECONDS = 3600
_TRIMMED = 0.9
"""Share of the limit that is left when files have to go, so that not every new one costs a look at all."""


class AudioFolder:
    """A folder of audio, shared with other processes. It never fails: a disk that refuses keeps nothing.

    Parameters
    ----------
    folder
        Made when first written to.
    limit
        Bytes; the least recently used files beyond it are removed.
    """

    def __init__(self, folder: Path, limit: int) -> None:
        self._folder, self._limit = folder, limit
        self._lock = threading.Lock()
        self._bytes: int | None = None
        """As counted by this process; None before it has looked."""

    def get(self, key: AudioKey) -> SegmentAudio | None:
        """The audio of a segment, or None if there is none; a damaged file is removed."""
        path = self._path(key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        audio = decoded(data, digest(key))
        with contextlib.suppress(OSError):
            if audio is None:
                path.unlink()
            else:
                os.utime(path)
        return audio

    def put(self, key: AudioKey, audio: SegmentAudio) -> None:
        """Keep the audio of a segment; other processes see all of it or nothing."""
        data = encoded(audio, digest(key))
        if len(data) > self._limit:
            return
        path = self._path(key)
        unfinished = path.with_name(f".{secrets.token_hex(8)}.part")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            try:
                unfinished.write_bytes(data)
                unfinished.replace(path)
            finally:
                unfinished.unlink(missing_ok=True)
            self._count(len(data))
        except OSError:
            return

    def touch(self, key: AudioKey) -> bool:
        """Whether there is a file, which thereby is the last to go; it is not read."""
        try:
            os.utime(self._path(key))
        except OSError:
            return False
        return True

    def clear(self) -> int:
        """Remove all; returns the bytes freed."""
        with self._lock:
            self._bytes = 0
            return _remove(self._files())

    def _path(self, key: AudioKey) -> Path:
        return self._folder / f"{digest(key).hex()[:40]}{_SUFFIX}"

    def _files(self) -> list[tuple[Path, os.stat_result]]:
        """All files, the latest used first. Raises OSError."""
        found = []
        if self._folder.is_dir():
            for path in self._folder.iterdir():
                with contextlib.suppress(FileNotFoundError):  # another process trims, too
                    found.append((path, path.stat()))
        return sorted(found, key=lambda file: file[1].st_mtime, reverse=True)

    def _count(self, written: int) -> None:
        with self._lock:
            if self._bytes is None:
                self._bytes = sum(status.st_size for _, status in self._sweep())
            else:
                self._bytes += written
            if self._bytes > self._limit:
                self._trim()

    def _trim(self) -> None:
        total, beyond = 0, []
        for file in self._sweep():
            if total + file[1].st_size > self._limit * _TRIMMED:
                beyond.append(file)
            else:
                total += file[1].st_size
        _remove(beyond)
        self._bytes = total

    def _sweep(self) -> list[tuple[Path, os.stat_result]]:
        """All files but what processes that were killed have left, which is removed."""
        files = self._files()
        old = time.time() - _ABANDONED_SECONDS
        _remove([(path, s) for path, s in files if path.suffix != _SUFFIX and s.st_mtime < old])
        return [(path, s) for path, s in files if path.suffix == _SUFFIX]


def _remove(files: list[tuple[Path, os.stat_result]]) -> int:
    freed = 0
    for path, status in files:
        with contextlib.suppress(OSError):  # in use elsewhere: it goes the next time
            path.unlink()
            freed += status.st_size
    return freed
