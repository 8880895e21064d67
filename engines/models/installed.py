"""The record of an installed pack: which files it has, and whether they are still the same."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from engines.errors import ModelDamagedError
from engines.models.disk import sha256_of, sync

RECORD = "installed.json"


@dataclass(frozen=True, slots=True)
class FileRecord:
    """One file as it was when it was installed."""

    size: int
    sha256: str
    modified: int
    """Time of its last change, nanoseconds."""


@dataclass(frozen=True, slots=True)
class Record:
    """What `installed.json` says."""

    source: str
    conversion: int
    """Version of the converter that made the files; 0 where nothing was converted."""
    files: dict[str, FileRecord]
    without: dict[str, str] = field(default_factory=dict)
    """Optional packages that could not be fetched, and why."""

    @property
    def bytes(self) -> int:
        """Size of all files together."""
        return sum(file.size for file in self.files.values())


@dataclass(frozen=True, slots=True)
class Problem:
    """A file of an installed pack that is not as it was."""

    file: str
    what: str

    def __str__(self) -> str:
        return f"{self.file} {self.what}"


def write(
    folder: Path, source: str, conversion: int, without: dict[str, str], progress: Callable[[float], None]
) -> None:
    """Record every file below `folder`, with all of them safely on the disk first."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    total = max(sum(path.stat().st_size for path in paths), 1)
    files, done = {}, 0
    for path in paths:
        progress(done / total)
        status = path.stat()
        sync(path)
        files[path.relative_to(folder).as_posix()] = FileRecord(status.st_size, sha256_of(path), status.st_mtime_ns)
        done += status.st_size
    _store(folder, Record(source, conversion, files, without))


def read(folder: Path) -> Record:
    """The record of `folder`; `ModelDamagedError` if it cannot be understood, `FileNotFoundError` if there is none."""
    text = (folder / RECORD).read_bytes()
    try:
        data = json.loads(text)
        files = {name: FileRecord(**entry) for name, entry in data["files"].items()}
        return Record(data["source"], data["conversion"], files, dict(data.get("without", {})))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelDamagedError(f"{folder / RECORD} is damaged.") from error


def digest(folder: Path) -> str:
    """Of the content of all files of a pack. Without a record, as of a pack made by hand, they are read for it."""
    try:
        files = {name: file.sha256 for name, file in read(folder).files.items()}
    except (FileNotFoundError, ModelDamagedError):
        paths = [path for path in folder.rglob("*") if path.is_file() and path.name != RECORD]
        files = {path.relative_to(folder).as_posix(): sha256_of(path) for path in paths}
    return hashlib.sha256(json.dumps(sorted(files.items())).encode()).hexdigest()


def compare(folder: Path, record: Record, *, thorough: bool) -> list[Problem]:
    """The files of `folder` that differ from the record.

    Sizes and times of change are compared; a file is read only if `thorough`, or if its time says that it was touched.
    """
    problems, touched = [], {}
    for name, expected in record.files.items():
        path = folder / name
        try:
            status = path.stat()
        except FileNotFoundError:
            problems.append(Problem(name, "is missing"))
            continue
        if status.st_size != expected.size:
            problems.append(Problem(name, f"has {status.st_size} bytes instead of {expected.size}"))
        elif thorough or status.st_mtime_ns != expected.modified:
            if sha256_of(path) != expected.sha256:
                problems.append(Problem(name, "has changed"))
            elif status.st_mtime_ns != expected.modified:
                touched[name] = FileRecord(expected.size, expected.sha256, status.st_mtime_ns)
    if touched and os.access(folder, os.W_OK):
        # A copied folder: read once, then trusted as before.
        _store(folder, replace(record, files={**record.files, **touched}))
    return problems


def _store(folder: Path, record: Record) -> None:
    path = folder / RECORD
    unfinished = path.with_name(path.name + ".part")
    unfinished.write_text(json.dumps(asdict(record), indent=1), encoding="utf-8")
    sync(unfinished)
    unfinished.replace(path)
