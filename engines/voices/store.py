"""The voices on the user's disk: one `.timbrevoice` a voice, whose name is the voice's."""

from __future__ import annotations

import threading
import time
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path

from engines.errors import TimbreError, VoiceNotFoundError
from engines.files import changing
from engines.voices.profile import VoiceProfile
from engines.voices.voice_file import SUFFIX, VoiceFileError, read_voice, write_voice

HOUSE_VOICES = Path(__file__).resolve().parents[2] / "assets" / "voices"
"""The voices that come with the program."""

_REMOVED = ".removed"
_KEPT = 20
"""Removed voices that can still be brought back."""
_LONGEST_NAME = 48
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


class VoiceStoreError(TimbreError):
    """The voices on disk could not be changed in the way that was asked for."""


@dataclass(frozen=True, slots=True)
class Removed:
    """A removed voice, which `VoiceStore.restore` brings back."""

    name: str
    path: Path


class VoiceStore:
    """A folder of voices, and folders of voices that can only be read. All methods may be called from any thread.

    Parameters
    ----------
    folder
        The user's own; made when a voice is added.
    house
        Folders of voices that come with the program.
    """

    def __init__(self, folder: Path, house: Sequence[Path] = ()) -> None:
        self.folder = folder
        self._house = tuple(house)
        self._lock = threading.Lock()
        self._read: dict[Path, tuple[tuple[int, int], VoiceProfile | VoiceFileError]] = {}

    @classmethod
    def open(cls, home: Path) -> VoiceStore:
        """The voices below the folder `engines.paths.home()`, and those that come with the program."""
        return cls(home / "voices", (HOUSE_VOICES,))

    def profiles(self) -> tuple[VoiceProfile, ...]:
        """All voices that can be read, the user's own first, by name. A file that has not changed is not read again."""
        found: dict[str, VoiceProfile] = {}
        for path in self._paths():
            profile = self._profile(path)
            if isinstance(profile, VoiceProfile):
                found.setdefault(profile.name, profile)
        return tuple(found.values())

    def problems(self) -> tuple[str, ...]:
        """A sentence for every file of the folders that is not a usable voice."""
        return tuple(str(found) for found in map(self._profile, self._paths()) if isinstance(found, VoiceFileError))

    def get(self, name: str) -> VoiceProfile:
        """The voice of that name.

        Raises
        ------
        VoiceNotFoundError
            If there is none.
        VoiceFileError
            If its file is damaged.
        """
        profile = self._profile(self._path(name))
        if isinstance(profile, VoiceFileError):
            raise profile
        return profile

    def is_own(self, name: str) -> bool:
        """Whether the voice is in the user's folder, so that it can be changed."""
        return self._file(name).is_file()

    def add(self, profile: VoiceProfile, *, name: str = "") -> VoiceProfile:
        """Keep a voice under a name that no other voice has, as near as can be to `name`, or else to its title.

        Returns it as it is kept.
        """
        with self._changing():
            name = self._unique(slug(name or profile.title))
            write_voice(replace(profile, name=name), self._file(name))
        return self.get(name)

    def replace(self, profile: VoiceProfile) -> VoiceProfile:
        """Write a voice over the one of its name. Returns it as it is kept. Raises VoiceNotFoundError."""
        with self._changing():
            self._own(profile.name)
            write_voice(profile, self._file(profile.name))
        return self.get(profile.name)

    def rename(self, name: str, title: str) -> VoiceProfile:
        """Give a voice another title; its name, which projects know it by, stays. Raises VoiceNotFoundError."""
        if not title.strip():
            raise VoiceStoreError("A voice needs a title: type at least one letter.")
        return self.replace(replace(self.get(name), title=title.strip()))

    def duplicate(self, name: str, title: str = "") -> VoiceProfile:
        """Add a copy of a voice, by default under its title and a number. Raises VoiceNotFoundError."""
        original = self.get(name)
        origin = original.origin
        if origin.kind == "house":  # the copy is the user's
            origin = replace(origin, kind="blend")
        return self.add(replace(original, title=title.strip() or self._numbered(original.title), origin=origin))

    def remove(self, name: str) -> Removed:
        """Take a voice away; what is returned brings it back. Raises VoiceNotFoundError."""
        with self._changing():
            self._own(name)
            bin_ = self.folder / _REMOVED
            bin_.mkdir(exist_ok=True)
            target = bin_ / f"{name}.{time.time_ns()}{SUFFIX}"
            self._file(name).replace(target)
            for path in self._bin()[_KEPT:]:
                path.unlink(missing_ok=True)
        return Removed(name, target)

    def removed(self) -> tuple[Removed, ...]:
        """The voices that can be brought back, the last removed first."""
        return tuple(Removed(path.stem.rpartition(".")[0], path) for path in self._bin())

    def restore(self, removed: Removed) -> VoiceProfile:
        """Bring a removed voice back, under another name if its own has been taken. Raises VoiceNotFoundError."""
        with self._changing():
            if not removed.path.is_file():
                raise VoiceNotFoundError(f"The voice {removed.name} cannot be brought back: it was removed long ago.")
            name = self._unique(removed.name)
            removed.path.replace(self._file(name))
        return self.get(name)

    def import_file(self, path: Path) -> VoiceProfile:
        """Add a voice from a file. Raises VoiceFileError."""
        return self.add(read_voice(path))

    def export_file(self, name: str, path: Path, *, overwrite: bool = False) -> Path:
        """Copy a voice into a file, or into a folder under its title. Returns the file's path.

        Raises
        ------
        VoiceNotFoundError
            If there is no such voice.
        VoiceStoreError
            If the file exists and is not to be replaced.
        VoiceFileError
            If it cannot be written.
        """
        profile = self.get(name)
        if path.is_dir():
            path = path / (_file_name(profile.title) + SUFFIX)
        if path.exists() and not overwrite:
            raise VoiceStoreError(f"{path} exists: choose another name, or allow it to be replaced.")
        write_voice(profile, path)
        return path

    def _paths(self) -> Iterator[Path]:
        for folder in (self.folder, *self._house):
            yield from sorted(p for p in folder.glob(f"*{SUFFIX}") if not p.name.startswith("."))

    def _profile(self, path: Path) -> VoiceProfile | VoiceFileError:
        """The voice in a file as it is now, or what is wrong with it."""
        try:
            status = path.stat()
        except OSError as error:
            return VoiceFileError(f"{path} cannot be read ({error.strerror}): put it back.")
        state = status.st_mtime_ns, status.st_size
        with self._lock:
            known = self._read.get(path)
        if known is None or known[0] != state:
            known = state, self._load(path)
            with self._lock:
                self._read[path] = known
        return known[1]

    @staticmethod
    def _load(path: Path) -> VoiceProfile | VoiceFileError:
        name = unicodedata.normalize("NFC", path.stem)  # some systems take names apart
        if slug(name) != name:
            return VoiceFileError(f"{path} was not put there by Timbre Studio: use `timbre voices import` instead.")
        try:
            return replace(read_voice(path), name=name)
        except VoiceFileError as error:
            return error

    def _file(self, name: str) -> Path:
        return self.folder / (name + SUFFIX)

    def _path(self, name: str) -> Path:
        for path in self._paths():
            if unicodedata.normalize("NFC", path.stem) == name:
                return path
        raise VoiceNotFoundError(
            f"There is no voice of your own named {name!r}; `timbre voices` lists those there are."
        )

    def _own(self, name: str) -> None:
        """Raise unless the voice can be changed."""
        path = self._path(name)
        if path.parent != self.folder:
            raise VoiceStoreError(f"The voice {name} comes with Timbre Studio: duplicate it and change the copy.")

    def _unique(self, name: str) -> str:
        taken = {unicodedata.normalize("NFC", path.stem) for path in self._paths()}
        return next(n for n in _with_numbers(name, "-") if n not in taken)

    def _numbered(self, title: str) -> str:
        taken = {profile.title for profile in self.profiles()}
        return next(t for t in _with_numbers(title, " ") if t not in taken)

    def _bin(self) -> list[Path]:
        return sorted(
            (self.folder / _REMOVED).glob(f"*{SUFFIX}"), key=lambda p: p.stem.rpartition(".")[2], reverse=True
        )

    def _changing(self) -> AbstractContextManager[None]:
        return changing(
            self.folder / ".lock", VoiceStoreError, "Another program is changing the voices: wait for it and try again."
        )


def slug(title: str) -> str:
    """A name for a voice of that title: lower-case letters and digits of any script, joined by hyphens.

    Never one of a stock voice, which has an underscore, and always good for a file.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", title).casefold())
    # Letters, digits, and the marks without which words of some scripts fall apart.
    words = "".join(c if unicodedata.category(c)[0] in "LNM" else " " for c in folded).split()
    name = "-".join(words)[:_LONGEST_NAME].strip("-")
    return f"{name}-voice" if name in _RESERVED else name or "voice"


def _file_name(title: str) -> str:
    """A title as the name of a file that every system takes."""
    clean = "".join(" " if c in '<>:"/\\|?*' or not c.isprintable() else c for c in title)
    return " ".join(clean.split()).strip(". ")[:_LONGEST_NAME] or slug(title)


def _with_numbers(text: str, joint: str) -> Iterator[str]:
    """The text, and then the text with 2, 3, …"""
    yield text
    number = 2
    while True:
        yield f"{text}{joint}{number}"
        number += 1
