"""How much of an export is done and how long the rest takes, from the speed so far."""

from __future__ import annotations

from dataclasses import dataclass

_MAKING_WEIGHT = 20
"""How many times as long as writing a line, roughly, its making takes; only evens out the progress bar."""


@dataclass(frozen=True, slots=True)
class Load:
    """Work, in characters of text."""

    to_make: float = 0.0
    """That have to be spoken first."""
    to_write: float = 0.0

    @property
    def weight(self) -> float:
        """Both together, for progress."""
        return _MAKING_WEIGHT * self.to_make + self.to_write

    def __add__(self, other: Load) -> Load:
        return Load(self.to_make + other.to_make, self.to_write + other.to_write)

    def __sub__(self, other: Load) -> Load:
        return Load(max(0.0, self.to_make - other.to_make), max(0.0, self.to_write - other.to_write))

    def made(self, share: float) -> Load:
        """What is done of this when `share` of it has been spoken."""
        return Load(self.to_make * share)

    def written(self, share: float) -> Load:
        """What is done of this when all of it has been spoken and `share` of it written."""
        return Load(self.to_make, self.to_write * share)

    def share(self, done: Load) -> float:
        """`done` as a part of this, 0 to 1."""
        return min(1.0, done.weight / self.weight) if self.weight else 0.0


class Pace:
    """The measured speed of making and of writing."""

    def __init__(self) -> None:
        self._characters = [0.0, 0.0]
        self._seconds = [0.0, 0.0]

    def made(self, characters: float, seconds: float) -> None:
        """Note that so many characters were spoken in so many seconds."""
        self._note(0, characters, seconds)

    def wrote(self, characters: float, seconds: float) -> None:
        """Note that so many characters' worth of audio was written in so many seconds."""
        self._note(1, characters, seconds)

    def remaining(self, left: Load) -> float | None:
        """Seconds that the rest will take; None before there is a measurement to tell from."""
        total = 0.0
        for which, characters in enumerate((left.to_make, left.to_write)):
            if not characters:
                continue
            if not self._characters[which]:
                if which == 0:
                    return None
                continue  # writing is quick beside making: not worth waiting for
            total += characters * self._seconds[which] / self._characters[which]
        return total if any(self._characters) else None

    def _note(self, which: int, characters: float, seconds: float) -> None:
        self._characters[which] += characters
        self._seconds[which] += seconds
