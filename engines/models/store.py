"""The models on the user's disk: install, check, remove.

`models/<pack>` holds what the engine loads, `sources/<pack>/<source>` what was fetched. The sources of a converted
pack are kept (120 MB for the default one): an update of the converter then needs no network, and no registry that
may have dropped the package since. A package of the system may bring the sources for all users; then there is no copy.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from engines.errors import FetchError, ModelDamagedError, ModelMissingError
from engines.models import installed
from engines.models.clients import CLIENTS, Client
from engines.models.disk import clear, exclusive, sync
from engines.models.families import FAMILIES, Families
from engines.models.fetch import Progress, fetch, is_joined, missing
from engines.models.installed import Problem, Record
from engines.models.manifest import Pack, Package, load_packs
from engines.paths import explain

_FETCHED, _CONVERTED = 0.6, 0.95
"""Shares of the progress bar."""


class State(Enum):
    """How a pack is on this disk."""

    ABSENT = "absent"
    READY = "ready"
    OUTDATED = "outdated"
    """Made by another version of the converter; installing again needs no download."""
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class PackInfo:
    """A pack, as a list of models shows it."""

    name: str
    title: str
    licence: str
    upstream: str
    sources: Mapping[str, int]
    """Bytes to fetch, by name of the source."""
    state: State
    folder: Path
    source: str | None
    """Where the installed one came from."""
    bytes: int
    """Size of the installed files; 0 if there are none."""
    without: Mapping[str, str] = field(default_factory=dict)
    """Optional packages that it lacks, and why; to install it again tries to fetch them."""


class ModelStore:
    """The packs below `home`. Safe to use from several processes; several may install at once, one after the other.

    Parameters
    ----------
    home
        `engines.paths.home()`, or a folder of one's own. Made when something is installed.
    packs, clients, families
        The packs on offer, what fetches their packages and what converts them.
    lock_timeout
        Seconds to wait for another installation of the same pack.
    offline
        Never fetch anything.
    provided
        Folders with `sources` like those below `home`, which are only read: `engines.paths.provided()`.
    """

    def __init__(
        self,
        home: Path,
        *,
        packs: Mapping[str, Pack] | None = None,
        clients: Mapping[str, Client] = CLIENTS,
        families: Families = FAMILIES,
        lock_timeout: float = 900.0,
        offline: bool = False,
        provided: Sequence[Path] = (),
    ) -> None:
        self._offline = offline
        self._provided = provided
        self._models = home / "models"
        self._sources = home / "sources"
        self._packs = load_packs() if packs is None else packs
        self._clients = clients
        self._families = families
        self._lock_timeout = lock_timeout

    def available(self) -> list[PackInfo]:
        """Every pack on offer, installed or not."""
        return [self.info(name) for name in self._packs]

    def installed(self) -> list[PackInfo]:
        """The packs that are on this disk, in whatever state."""
        return [info for info in self.available() if info.state is not State.ABSENT]

    def info(self, name: str) -> PackInfo:
        """One pack; `ModelMissingError` if there is none of that name."""
        pack = self._pack(name)
        record = self._record(name)
        state = State.READY
        if not (self._models / name / installed.RECORD).exists():
            state = State.ABSENT
        elif self.quick_check(name):
            state = State.DAMAGED
        elif record and record.conversion != self._conversion(pack):
            state = State.OUTDATED
        return PackInfo(
            name=name,
            title=pack.title,
            licence=pack.licence,
            upstream=pack.upstream,
            sources={key: source.bytes for key, source in pack.sources.items()},
            state=state,
            folder=self._models / name,
            source=record.source if record else None,
            bytes=record.bytes if record else 0,
            without=record.without if record else {},
        )

    def require(self, name: str) -> Path:
        """The folder of an installed pack that is fit to be loaded.

        Raises
        ------
        ModelMissingError, ModelDamagedError
            With the command that mends it.
        """
        if problems := self.quick_check(name):
            raise ModelDamagedError(f"The model {name} is damaged ({problems[0]}): run `timbre models install {name}`.")
        if self.info(name).state is State.OUTDATED:
            raise ModelMissingError(
                f"The model {name} was made for another version of Timbre Studio: run `timbre models install {name}`."
            )
        return self._models / name

    def quick_check(self, name: str) -> list[Problem]:
        """What sizes and times of change reveal; for every load."""
        return self._check(name, thorough=False)

    def verify(self, name: str) -> list[Problem]:
        """Read every byte of an installed pack and compare it with the record."""
        return self._check(name, thorough=True)

    def install(
        self, name: str, *, source: str | None = None, offline: bool = False, progress: Progress | None = None
    ) -> Path:
        """Fetch, check and convert a pack, or mend one; returns its folder.

        A pack that is installed is verified, and nothing more is done if it is whole and up to date. What is optional
        may fail to be fetched: see `PackInfo.without`.

        Parameters
        ----------
        source
            A name from the manifest (`registry`, `hub`); None keeps to the one it was installed from, or takes the
            manifest's first.
        offline
            Start no client and open no connection: only what has been fetched before is used.
        progress
            Called with each step and how much of the whole is done.

        Raises
        ------
        ModelMissingError
            No such pack, or `offline` and not all of it is here.
        FetchError
            It could not be fetched, or the disk refused. The next attempt continues.
        """
        pack = self._pack(name)
        offline = offline or self._offline
        report = progress or (lambda step, share: None)
        with self._changing(name, report):
            record = self._record(name)
            chosen = source or (record.source if record and record.source in pack.sources else next(iter(pack.sources)))
            recipe = pack.source(chosen)
            target = self._models / name
            if record and record.source == chosen and record.conversion == self._conversion(pack):
                report(f"Checking {pack.title}", 0.0)
                whole = not installed.compare(target, record, thorough=True)
                if whole and (offline or not record.without):
                    report(f"{pack.title} is installed", 1.0)
                    return target
            else:
                whole = False
            raw, left = self._sources_of(pack, chosen)
            needed = [package for package in left if not package.optional]
            if needed and offline:
                raise ModelMissingError(
                    f"{needed[0].name}, a part of the model {name}, has not been fetched yet and fetching is off: "
                    f"run `timbre models install {name}` without --offline."
                )
            without = {package.name: "Fetching is off." for package in left}
            if not raw.is_relative_to(self._sources):  # provided, and whole
                self._make_room(pack, 0)
            elif not offline:
                self._make_room(pack, sum(package.bytes for package in left))
                without = fetch(recipe, left, raw, self._clients, lambda step, share: report(step, share * _FETCHED))
            if not (whole and record and without.keys() == record.without.keys()):
                self._convert(pack, chosen, raw, without, report)
            report(f"{pack.title} is installed", 1.0)
        return target

    def remove(self, name: str) -> None:
        """Take a pack and its sources off the disk; `ModelMissingError` if nothing of it is there."""
        self._pack(name)
        folders = [folder for folder in (self._models / name, self._sources / name) if folder.exists()]
        if not folders:
            raise ModelMissingError(f"The model {name} is not installed.")
        with self._changing(name, lambda step, share: None):
            for folder in folders:
                if folder.exists():
                    gone = folder.with_name(f".{name}.removed")
                    shutil.rmtree(gone, ignore_errors=True)
                    folder.replace(gone)
                    shutil.rmtree(gone)

    def _sources_of(self, pack: Pack, source: str) -> tuple[Path, list[Package]]:
        """The folder of the sources, and what is missing there: the user's own, unless a provided one is whole."""
        recipe = pack.source(source)
        own = self._sources / pack.name / source
        left = missing(recipe, own)
        if left and pack.family:  # what is not converted is moved into place, and so has to be the user's own
            for folder in self._provided:
                provided = folder / "sources" / pack.name / source
                if provided.is_dir() and not missing(recipe, provided) and is_joined(recipe, provided):
                    return provided, []
        return own, left

    def _pack(self, name: str) -> Pack:
        if name not in self._packs:
            raise ModelMissingError(f"There is no model called {name}: `timbre models list` shows those there are.")
        return self._packs[name]

    def _conversion(self, pack: Pack) -> int:
        return self._families[pack.family]().VERSION if pack.family else 0

    def _record(self, name: str) -> Record | None:
        try:
            return installed.read(self._models / name)
        except (FileNotFoundError, ModelDamagedError):
            return None

    def _check(self, name: str, *, thorough: bool) -> list[Problem]:
        self._pack(name)
        folder = self._models / name
        try:
            return installed.compare(folder, installed.read(folder), thorough=thorough)
        except FileNotFoundError:
            raise ModelMissingError(f"The model {name} is not installed: run `timbre models install {name}`.") from None
        except ModelDamagedError:
            return [Problem(installed.RECORD, "is damaged")]

    def _make_room(self, pack: Pack, to_fetch: int) -> None:
        # An archive and what is taken out of it, or the parts of a file and the whole, exist side by side for a while.
        needed = 2 * to_fetch + pack.installed_bytes
        free = shutil.disk_usage(self._models).free
        if free < needed:
            raise FetchError(
                f"{pack.title} needs {needed / 1e6:.0f} MB in {self._models} and {free / 1e6:.0f} MB are free: "
                "free some space and try again."
            )

    def _convert(self, pack: Pack, source: str, raw: Path, without: dict[str, str], report: Progress) -> None:
        staging = clear(self._models / f".{pack.name}.staging")
        try:
            self._fill(staging, pack, source, raw, without, report)
            self._put_in_place(staging, pack.name)
        finally:
            shutil.rmtree(staging, ignore_errors=True)
        for other in (self._sources / pack.name).glob("*"):
            if other != raw:
                shutil.rmtree(other)

    def _fill(
        self, staging: Path, pack: Pack, source: str, raw: Path, without: dict[str, str], report: Progress
    ) -> None:
        if pack.family:
            self._families[pack.family]().convert(
                raw, staging, lambda step, share: report(step, _FETCHED + share * (_CONVERTED - _FETCHED))
            )
        else:
            staging.rmdir()
            raw.replace(staging)
        installed.write(
            staging,
            source,
            self._conversion(pack),
            without,
            lambda share: report(f"Recording {pack.title}", _CONVERTED + share * (1 - _CONVERTED)),
        )

    def _put_in_place(self, staging: Path, name: str) -> None:
        target, previous = self._models / name, self._models / f".{name}.previous"
        shutil.rmtree(previous, ignore_errors=True)
        if target.exists():
            target.replace(previous)
        staging.replace(target)
        sync(self._models)
        shutil.rmtree(previous, ignore_errors=True)

    @contextmanager
    def _changing(self, name: str, report: Progress) -> Iterator[None]:
        """Alone with the pack; whatever the disk refuses becomes a sentence."""
        waiting = f"Waiting for another installation of {name}"
        try:
            with exclusive(self._models / f".{name}.lock", self._lock_timeout, lambda: report(waiting, 0.0)):
                yield
        except TimeoutError as error:
            raise FetchError(f"{name} is being installed by another process: wait for it and try again.") from error
        except OSError as error:
            raise FetchError(explain(error, self._models.parent)) from error
