"""Built engines on disk: one folder a stage, named by everything that an engine depends on.

A folder is written beside its name and renamed when it is whole; what is in it is checked by length and SHA-256
before it is used, and removed when it is not what was written.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from engines.runtime.backend import Array, Profile

FORMAT = 2
"""Raised when the folder's layout or the passes over graphs change."""
DEFAULT_LIMIT_BYTES = 6 << 30
_ABANDONED_SECONDS = 3600
_ABOUT = "stage.json"
_WEIGHTS = "recurrences.npz"


@dataclass(frozen=True)
class EngineKey:
    """Everything that a stage's engines depend on."""

    stage: str
    graph_sha256: str
    profile: str
    """The shapes and the precision; see `profile_text`."""
    flavour: str
    version: str
    device: str
    capability: str
    level: int

    @property
    def folder(self) -> str:
        """The name of its folder."""
        text = json.dumps([FORMAT, asdict(self)], sort_keys=True)
        return f"{self.stage}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def profile_text(profile: Profile, half: bool) -> str:
    """A profile and a precision as text that is the same whenever they are."""
    shapes = {name: [list(shape) for shape in shapes] for name, shapes in sorted(profile.shapes.items())}
    return json.dumps({"shapes": shapes, "half": half, "float32_after": sorted(profile.float32_after)})


@dataclass(frozen=True, eq=False)
class BuiltRecurrence:
    """See `engines.runtime.graphs.Recurrence`."""

    gates: str
    states: str
    weight: Array


@dataclass(frozen=True, eq=False)
class BuiltPiece:
    """An engine and the recurrences after it."""

    plan: bytes
    recurrences: tuple[BuiltRecurrence, ...] = ()


@dataclass(frozen=True, eq=False)
class BuiltStage:
    """All pieces of a stage in the order in which they run."""

    pieces: tuple[BuiltPiece, ...]
    outputs: tuple[str, ...]
    """Names of the stage's results."""


@dataclass(frozen=True)
class CachedStage:
    """What a list shows of a folder."""

    folder: Path
    key: EngineKey
    size: int
    built: str
    """ISO date and time."""
    seconds: float
    """That the build took."""


class DamagedEngineError(Exception):
    """A folder does not hold what was written."""


class EngineCache:
    """The folder of all built stages.

    Parameters
    ----------
    folder
        Made when first written to.
    limit
        Bytes; the least recently used stages beyond it are removed when another is added.
    """

    def __init__(self, folder: Path, limit: int = DEFAULT_LIMIT_BYTES) -> None:
        self._folder, self._limit = folder, limit

    def get(self, key: EngineKey) -> BuiltStage | None:
        """A built stage, or None if there is none.

        Raises
        ------
        DamagedEngineError
            If there was one but it was damaged or of another format; it has been removed.
        """
        folder = self.folder_of(key)
        if not folder.is_dir():
            return None
        try:
            stage = _read(folder)
        except DamagedEngineError:
            self.remove(folder)
            raise
        os.utime(folder)
        return stage

    def put(self, key: EngineKey, stage: BuiltStage, seconds: float) -> None:
        """Keep a built stage, and remove the least recently used ones beyond the limit."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._sweep()
        work = Path(tempfile.mkdtemp(prefix=f".{key.stage}-", dir=self._folder))
        try:
            _write(work, key, stage, seconds)
            target = self.folder_of(key)
            shutil.rmtree(target, ignore_errors=True)
            work.replace(target)
        finally:
            shutil.rmtree(work, ignore_errors=True)
        self._trim(keep=key.folder)

    def folder_of(self, key: EngineKey) -> Path:
        """Where a stage is kept, whether it is there or not."""
        return self._folder / key.folder

    def list(self) -> list[CachedStage]:
        """The stages that look whole, the latest used first; their content is not read."""
        return sorted(self._stages(), key=lambda s: s.folder.stat().st_mtime, reverse=True)

    def verify(self) -> Iterator[tuple[CachedStage, str]]:
        """Every stage with what is wrong with it, empty where nothing is; damaged ones are removed."""
        for stage in self.list():
            try:
                _read(stage.folder)
            except DamagedEngineError as error:
                self.remove(stage.folder)
                yield stage, str(error)
            else:
                yield stage, ""

    def clear(self, only: Callable[[CachedStage], bool] = lambda _: True) -> int:
        """Remove stages, all by default, and whatever is not a whole one; bytes freed."""
        freed = 0
        if not self._folder.is_dir():
            return freed
        whole = {stage.folder: stage for stage in self._stages()}
        for folder in list(self._folder.iterdir()):
            if folder not in whole or only(whole[folder]):
                freed += _size(folder)
                self.remove(folder)
        return freed

    def remove(self, folder: Path) -> None:
        """Remove one stage; a file that is in use elsewhere stays until the next time."""
        shutil.rmtree(folder, ignore_errors=True)

    def _stages(self) -> Iterator[CachedStage]:
        if not self._folder.is_dir():
            return
        for folder in self._folder.iterdir():
            try:
                about = json.loads((folder / _ABOUT).read_text("utf-8"))
                yield CachedStage(
                    folder, EngineKey(**about["key"]), _size(folder), str(about["built"]), float(about["seconds"])
                )
            except (OSError, ValueError, KeyError, TypeError):
                continue

    def _trim(self, keep: str) -> None:
        total = 0
        for stage in self.list():
            total += stage.size
            if total > self._limit and stage.folder.name != keep:
                self.remove(stage.folder)

    def _sweep(self) -> None:
        """Remove what builds that were killed have left."""
        for folder in self._folder.glob(".*"):
            if time.time() - folder.stat().st_mtime > _ABANDONED_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)


def _write(folder: Path, key: EngineKey, stage: BuiltStage, seconds: float) -> None:
    files = {f"piece-{i}.engine": piece.plan for i, piece in enumerate(stage.pieces)}
    recurrences = [(i, r) for i, piece in enumerate(stage.pieces) for r in piece.recurrences]
    if recurrences:
        weights = io.BytesIO()
        np.savez(weights, allow_pickle=False, **{str(n): r.weight for n, (_, r) in enumerate(recurrences)})
        files[_WEIGHTS] = weights.getvalue()
    about = {
        "format": FORMAT,
        "key": asdict(key),
        "built": time.strftime("%Y-%m-%dT%H:%M:%S"),
        "seconds": round(seconds, 1),
        "pieces": len(stage.pieces),
        "outputs": list(stage.outputs),
        "recurrences": [{"piece": i, "gates": r.gates, "states": r.states} for i, r in recurrences],
        "files": {name: [len(data), hashlib.sha256(data).hexdigest()] for name, data in files.items()},
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)
    (folder / _ABOUT).write_text(json.dumps(about, indent=1), "utf-8")


def _read(folder: Path) -> BuiltStage:
    try:
        about = json.loads((folder / _ABOUT).read_text("utf-8"))
        if about["format"] != FORMAT:
            raise DamagedEngineError("it is of another format")
        expected_names = {f"piece-{i}.engine" for i in range(about["pieces"])}
        expected_names |= {_WEIGHTS} if about["recurrences"] else set()
        if set(about["files"]) != expected_names:
            raise DamagedEngineError("it has other files than it should")
        files = {name: _checked(folder / name, *expected) for name, expected in about["files"].items()}
        weights: list[Array] = []
        if about["recurrences"]:
            with np.load(io.BytesIO(files[_WEIGHTS]), allow_pickle=False) as table:
                weights = [table[str(n)] for n in range(len(about["recurrences"]))]
        return BuiltStage(
            tuple(
                BuiltPiece(
                    files[f"piece-{i}.engine"],
                    tuple(
                        BuiltRecurrence(r["gates"], r["states"], weight)
                        for r, weight in zip(about["recurrences"], weights, strict=True)
                        if r["piece"] == i
                    ),
                )
                for i in range(about["pieces"])
            ),
            tuple(about["outputs"]),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DamagedEngineError(f"it cannot be read ({error})") from error


def _checked(path: Path, size: int, sha256: str) -> bytes:
    data = path.read_bytes()
    if len(data) != size:
        raise DamagedEngineError(f"{path.name} is {len(data)} bytes long instead of {size}")
    if hashlib.sha256(data).hexdigest() != sha256:
        raise DamagedEngineError(f"{path.name} has been changed")
    return data


def _size(folder: Path) -> int:
    if not folder.is_dir():
        return folder.stat().st_size
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
