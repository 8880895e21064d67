"""The user's lexicon on the disk: one file, replaced whole."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from engines.errors import TimbreError
from engines.files import changing, replacing
from engines.text.lexicon import Lexicon
from engines.text.lexicon_formats import LexiconFileError, decode, encode

_FORMAT = ".json"


class LexiconStore:
    """A file that several processes may read and change. All methods may be called from any thread.

    Parameters
    ----------
    path
        There need be no file, nor a folder, before the first change.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: tuple[tuple[int, int, int], Lexicon] | None = None
        """The last that was read or written, and how the file was then."""

    @classmethod
    def open(cls, home: Path) -> LexiconStore:
        """The lexicon below the folder `engines.paths.home()`."""
        return cls(home / "lexicons" / f"user{_FORMAT}")

    def load(self) -> Lexicon:
        """The lexicon as it is on the disk; empty where there is none. Raises LexiconFileError for a damaged one."""
        try:
            state = self._state()
            if self._known and self._known[0] == state:
                return self._known[1]
            data = self.path.read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return Lexicon()
        except OSError as error:
            raise LexiconFileError(f"{self.path} could not be read ({error.strerror}); check the disk.") from error
        lexicon = decode(data, _FORMAT, str(self.path)).lexicon
        self._known = state, lexicon
        return lexicon

    def change(self, step: Callable[[Lexicon], Lexicon]) -> Lexicon:
        """Replace the lexicon by what `step` makes of it, and return that; nobody else changes it meanwhile.

        A damaged file is kept beside the new one. Raises TimbreError when it cannot be written.
        """
        with self._changing():
            try:
                before = self.load()
            except LexiconFileError:
                before = Lexicon()
                self._set_aside()
            after = step(before)
            if after != before or not self.path.exists():
                self._write(encode(after, _FORMAT))
                self._known = self._state(), after
            return after

    def _state(self) -> tuple[int, int, int]:
        """Another one whenever the file is."""
        found = self.path.stat()
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _write(self, data: bytes) -> None:
        with replacing(self.path) as file:
            file.write(data)

    def _set_aside(self) -> None:
        number = 1
        while (kept := self.path.with_name(f"{self.path.stem}.damaged-{number}{_FORMAT}")).exists():
            number += 1
        self.path.rename(kept)

    def _changing(self) -> AbstractContextManager[None]:
        return changing(
            self.path.with_name(".lock"), TimbreError, "Another program is changing the lexicon; try again in a moment."
        )
