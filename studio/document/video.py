"""The video that a script is spoken over: where it is, and how it sounds under the speech."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from engines.media.mixing import Mixing, Original

LOWERED_RANGE = (0.0, 60.0)
OFFSET_RANGE = (-36_000.0, 36_000.0)
"""Seconds."""
_ORIGINALS = frozenset(kind.value for kind in Original)


@dataclass(frozen=True, slots=True)
class Video:
    """A video or audio file; it is not part of the project, which only knows where it is."""

    path: str
    """Absolute."""
    relative: str = ""
    """The same from the folder of the project file, with `/`; filled in when the project is saved."""
    offset: float = 0.0
    """Seconds in the video at which the time of the lines is 0."""
    original: str = Original.DUCK.value
    """A value of `Original`."""
    lowered: float = Mixing().lowered
    """dB by which the original is lowered under speech."""

    @property
    def file(self) -> Path:
        """Where it is."""
        return Path(self.path)

    @property
    def mixing(self) -> Mixing:
        """How much of it is heard."""
        return Mixing(Original(self.original), self.lowered)

    def tidy(self) -> Video:
        """The nearest values that the program knows."""
        original = self.original if self.original in _ORIGINALS else Original.DUCK.value
        lowered, offset = _within(self.lowered, LOWERED_RANGE), _within(self.offset, OFFSET_RANGE)
        return replace(self, original=original, lowered=lowered, offset=offset)

    def beside(self, folder: Path) -> Video:
        """As a project in a folder remembers it."""
        try:
            relative = PurePath(os.path.relpath(self.path, folder)).as_posix()
        except ValueError:  # on another drive
            relative = ""
        return replace(self, relative=relative)

    def found(self, folder: Path) -> Video:
        """The same for a project opened in a folder: the two may have been moved together. Looks at the disk."""
        if self.relative:
            moved = Path(os.path.normpath(folder / self.relative))
            if moved.is_file():
                return replace(self, path=str(moved))
        return self


def _within(value: float, bounds: tuple[float, float]) -> float:
    return min(max(value, bounds[0]), bounds[1]) if math.isfinite(value) else 0.0
