"""How much of an export is done and how long the rest takes, from the speed so far."""

from __future__ import annotations

import time
from collections.abc import Callable
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


class Meter:
    """The speed of a kind of work of which several pieces may be done at once: time counts while any is.

    Parameters
    ----------
    clock
        Seconds; for tests.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._under_way = 0
        self._since = self._seconds = self._characters = 0.0

    def begin(self) -> None:
        """A piece is begun."""
        if not self._under_way:
            self._since = self._clock()
        self._under_way += 1

    def end(self, characters: float) -> None:
        """A piece has ended, with so many characters done."""
        now = self._clock()
        self._seconds += now - self._since
        self._since = now
        self._under_way -= 1
        self._characters += characters

    def seconds(self, characters: float) -> float | None:
        """How long so many will take; None before there is a measurement to tell from."""
        return characters * self._seconds / self._characters if self._characters else None


class Pace:
    """The measured speed of making and of writing."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.making, self.writing = Meter(clock), Meter(clock)

    def remaining(self, left: Load) -> float | None:
        """Seconds that the rest will take; None before there is a measurement to tell from."""
        making = self.making.seconds(left.to_make) if left.to_make else 0.0
        writing = self.writing.seconds(left.to_write) if left.to_write else 0.0
        if making is None or (writing is None and not left.to_make):
            return None
        return making + (writing or 0.0)  # writing is quick beside making: not worth waiting for
