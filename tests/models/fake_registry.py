"""A registry on this disk: stands in for pip and npm, and counts what it is asked for."""

from __future__ import annotations

import hashlib
import io
import tarfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from engines.models.clients import Result, with_runner
from engines.models.manifest import Join, Pack, Package, Source, SourceFile
from engines.models.store import ModelStore

PART_ONE, PART_TWO = b"the first half, " * 9, b"and the second" * 7
VOICES = {f"voices/v{i}.bin": bytes([i]) * 100 for i in range(3)}
WHOLE = PART_ONE + PART_TWO


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def tiny_pack(family: str | None = "tiny", *, optional: bool = False) -> Pack:
    """A pack with the structure of the default one: a file in two pip packages, a folder in an npm package."""
    parts = [
        Package("pip", f"part-{i}", "1.0", (SourceFile(f"part_{i}/part.bin", f"model.{i}", sha256(data), len(data)),))
        for i, data in ((1, PART_ONE), (2, PART_TWO))
    ]
    voices = tuple(SourceFile(f"package/{name}", name, sha256(data), len(data)) for name, data in VOICES.items())
    registry = Source(
        (*parts, Package("npm", "voices", "2.0", voices, optional=optional)),
        (Join("model.bin", ("model.1", "model.2"), sha256(WHOLE), len(WHOLE)),),
    )
    hub = Source((Package("hub", "someone/tiny", "abc", (SourceFile("tiny.pth", "tiny.pth", sha256(b"hub")),)),), ())
    return Pack("tiny", "Tiny", family, "MIT", "nobody", 1000, {"registry": registry, "hub": hub})


def wheel(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def tarball(members: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, data in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


class FakeRegistry:
    """A `Runner`. `archives` holds what each `name==version` or `name@version` downloads as; tests spoil them."""

    def __init__(self) -> None:
        self.commands: list[list[str]] = []
        self.archives = {
            "part-1==1.0": wheel({"part_1/part.bin": PART_ONE, "part_1/__init__.py": b""}),
            "part-2==1.0": wheel({"part_2/part.bin": PART_TWO}),
            "voices@2.0": tarball({f"package/{name}": data for name, data in VOICES.items()}),
        }
        self.before: Callable[[str], None] = lambda requirement: None

    def __call__(self, command: Sequence[str], folder: Path) -> Result:
        self.commands.append(list(command))
        requirement = next(word for word in command if "==" in word or "@" in word)
        self.before(requirement)
        if requirement not in self.archives:
            return Result(1, f"looking\nERROR: no matching distribution for {requirement}\n")
        name = "archive.tgz" if "@" in requirement else "archive.whl"
        (folder / name).write_bytes(self.archives[requirement])
        return Result(0, "")

    @property
    def asked(self) -> list[str]:
        """The packages asked for, in order."""
        return [next(word for word in command if "==" in word or "@" in word) for command in self.commands]


class Converter:
    """Writes what it was given in another form; `fail` makes it stop half-way."""

    def __init__(self) -> None:
        self.VERSION = 1
        self.runs = 0
        self.fail: Exception | None = None

    def convert(self, source: Path, target: Path, progress: Callable[[str, float], None]) -> None:
        self.runs += 1
        progress("Converting", 0.5)
        (target / "graph.bin").write_bytes(b"graph " + b"".join(p.read_bytes() for p in sorted(source.rglob("*.bin"))))
        if self.fail:
            raise self.fail
        (target / "tables").mkdir()
        (target / "tables" / "voices.bin").write_bytes(b"v" * 50)


def make_store(
    home: Path,
    registry: FakeRegistry,
    converter: Converter | None = None,
    *,
    lock_timeout: float = 5.0,
    optional: bool = False,
    provided: Sequence[Path] = (),
) -> ModelStore:
    return ModelStore(
        home,
        packs={"tiny": tiny_pack("tiny" if converter else None, optional=optional)},
        clients=with_runner(registry),
        families={"tiny": lambda: converter} if converter else {},
        lock_timeout=lock_timeout,
        provided=provided,
    )
