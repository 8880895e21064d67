"""The emotions that have names: those that come with the program, and the user's own in a folder of the disk."""

from __future__ import annotations

import os
import secrets
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path

from engines.errors import TimbreError
from engines.files import changing
from engines.paths import explain
from engines.prosody.emotion import FEELINGS, Emotion
from engines.prosody.preset import LARGEST, SUFFIX, Preset, PresetFileError, decode, encode
from engines.voices.store import slug

BUILT_IN = Path(__file__).resolve().parents[2] / "assets" / "emotions"
NEUTRAL_NAME = "neutral"
_RESERVED = frozenset(
    {*FEELINGS, NEUTRAL_NAME, "say", "spell", "as", "pause", "rate", "pitch", "range", "volume", "contour", "duration"}
    | {"emphasis"}
)
"""What means something else in a text, or is a feeling by itself."""


class PresetStoreError(TimbreError):
    """The user's emotions could not be changed in the way that was asked for."""


class Presets:
    """Emotions by their names, as they are at one moment."""

    def __init__(self, presets: Iterable[Preset]) -> None:
        self._by_name: Mapping[str, Preset] = {preset.name: preset for preset in presets}

    def __iter__(self) -> Iterator[Preset]:
        return iter(self._by_name.values())

    @property
    def names(self) -> tuple[str, ...]:
        """In the order in which they are shown."""
        return tuple(self._by_name)

    def find(self, word: str) -> Emotion | None:
        """What a word of a text means: a feeling at its fullest, or the emotion of the preset with that name or title.

        Capitals make no difference.
        """
        word = _folded(word)
        if word in FEELINGS:
            return Emotion.of({word: 1.0})
        if word == NEUTRAL_NAME:
            return Emotion(intensity=0.0)
        preset = self._by_word.get(word)
        return preset.emotion if preset else None

    @cached_property
    def _by_word(self) -> Mapping[str, Preset]:
        titles = {_folded(title): preset for preset in self for title in (preset.title_zh, preset.title)}
        return {**titles, **{_folded(name): preset for name, preset in self._by_name.items()}}


class Named(Presets):
    """What words mean as it was found out elsewhere, and nothing besides."""

    def __init__(self, words: Iterable[tuple[str, Emotion]]) -> None:
        super().__init__(())
        self._words = {_folded(word): emotion for word, emotion in words}

    def find(self, word: str) -> Emotion | None:
        """See `Presets`."""
        return self._words.get(_folded(word))


class Noting(Presets):
    """Notes what is found in others."""

    def __init__(self, presets: Presets) -> None:
        super().__init__(presets)
        self.found: dict[str, Emotion] = {}
        """By the words that were asked for."""

    def find(self, word: str) -> Emotion | None:
        """See `Presets`."""
        emotion = super().find(word)
        if emotion is not None:
            self.found[_folded(word)] = emotion
        return emotion


@cache
def built_in() -> Presets:
    """Those that come with the program."""
    return Presets(decode(path.read_bytes(), path.stem, path.name) for path in sorted(BUILT_IN.glob(f"*{SUFFIX}")))


class PresetStore:
    """The user's emotions, one file each, and those that come with the program. For any thread and several processes.

    Parameters
    ----------
    folder
        Made when an emotion is added.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def open(cls, home: Path) -> PresetStore:
        """The emotions below the folder `engines.paths.home()`."""
        return cls(home / "emotions")

    def load(self) -> Presets:
        """All emotions that can be read: those of the program, then the user's own by name, which may not be called
        like one of those."""
        return Presets((*built_in(), *(found for found in self._own() if isinstance(found, Preset))))

    def problems(self) -> tuple[str, ...]:
        """A sentence for every file of the folder that is no usable emotion."""
        return tuple(str(found) for found in self._own() if isinstance(found, PresetFileError))

    def add(self, preset: Preset) -> Preset:
        """Keep an emotion under a name like its title that no other has. Returns it as it is kept."""
        with self._changing():
            return self._put(replace(preset, name=self._unique(preset.title), own=True))

    def copy(self, name: str, title: str = "") -> Preset:
        """Add a copy of an emotion, by default under its title and a number. Raises PresetStoreError."""
        original = self._get(name)
        if not title.strip():
            taken = {preset.title for preset in self.load()}
            title = next(t for n in range(2, len(taken) + 3) if (t := f"{original.title} {n}") not in taken)
            return self.add(replace(original, title=title, title_zh=""))
        return self.add(replace(original, title=_title(title), title_zh=""))

    def save(self, preset: Preset) -> Preset:
        """Write an emotion of the user's over the one of its name. Raises PresetStoreError."""
        with self._changing():
            self._require_own(preset.name)
            return self._put(replace(preset, own=True))

    def rename(self, name: str, title: str) -> Preset:
        """Give an emotion of the user's another title; its name, which texts know it by, stays."""
        return self.save(replace(self._get(name), title=_title(title), title_zh=""))

    def delete(self, name: str) -> Preset:
        """Remove an emotion of the user's; returned, so that `add` can bring it back. Raises PresetStoreError."""
        with self._changing():
            self._require_own(name)
            preset = self._get(name)
            self._path(name).unlink()
            return preset

    def import_file(self, path: Path) -> Preset:
        """Add an emotion from a file. Raises PresetFileError."""
        return self.add(decode(_read(path), path.stem, path.name))

    def export_file(self, name: str, path: Path, *, overwrite: bool = False) -> Path:
        """Copy an emotion into a file, or into a folder under its name. Returns the file's path.

        Raises
        ------
        PresetStoreError
            If there is no such emotion, or the file exists and is not to be replaced, or cannot be written.
        """
        preset = self._get(name)
        path = path / (name + SUFFIX) if path.is_dir() else path
        if path.exists() and not overwrite:
            raise PresetStoreError(f"{path} exists: choose another name, or allow it to be replaced.")
        try:
            _write(path, encode(preset))
        except OSError as error:
            raise PresetStoreError(explain(error, path.parent)) from error
        return path

    def _own(self) -> Iterator[Preset | PresetFileError]:
        for path in sorted(self.folder.glob(f"*{SUFFIX}")):
            if path.name.startswith("."):
                continue
            name = unicodedata.normalize("NFC", path.stem)
            try:
                if _name(name) != name or name in built_in().names:
                    raise PresetFileError(f"{path} has a name that emotions cannot have; import it instead.")
                yield decode(_read(path), name, str(path), own=True)
            except PresetFileError as error:
                yield error

    def _get(self, name: str) -> Preset:
        found = next((preset for preset in self.load() if preset.name == name), None)
        if found is None:
            raise PresetStoreError(f"There is no emotion named “{name}”; it may have been deleted.")
        return found

    def _require_own(self, name: str) -> None:
        if name in built_in().names:
            raise PresetStoreError(f"The emotion {name} comes with Timbre Studio: copy it and change the copy.")
        if not self._path(name).is_file():
            raise PresetStoreError(f"There is no emotion of your own named “{name}”; it may have been deleted.")

    def _put(self, preset: Preset) -> Preset:
        data = encode(preset)
        kept = decode(data, preset.name, f"The emotion “{preset.title}”", own=True)
        _write(self._path(preset.name), data)
        return kept

    def _path(self, name: str) -> Path:
        return self.folder / (name + SUFFIX)

    def _unique(self, title: str) -> str:
        name = _name(title)
        taken = {*built_in().names, *(unicodedata.normalize("NFC", p.stem) for p in self.folder.glob(f"*{SUFFIX}"))}
        return next(n for i in range(1, len(taken) + 2) if (n := name if i == 1 else f"{name}-{i}") not in taken)

    def _changing(self) -> AbstractContextManager[None]:
        return changing(
            self.folder / ".lock", PresetStoreError, "Another program is changing the emotions; try again in a moment."
        )


def _name(title: str) -> str:
    """What texts call an emotion of that title: begins with a letter, and means nothing else."""
    name = slug(title)[:32].strip("-")
    return f"my-{name}" if name in _RESERVED or not name[0].isalpha() else name


def _title(title: str) -> str:
    if not title.strip():
        raise PresetStoreError("An emotion needs a title: type at least one letter.")
    return title.strip()


def _folded(word: str) -> str:
    return unicodedata.normalize("NFC", word).casefold().strip()


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise PresetFileError(f"{path} cannot be read ({error.strerror}): choose another file.") from error


def _write(path: Path, data: bytes) -> None:
    unfinished = path.with_name(f".{path.name}-{secrets.token_hex(4)}.part")
    try:
        with unfinished.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
