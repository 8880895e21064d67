"""Telling two sounds apart without knowing which is which (an ABX test)."""

from __future__ import annotations

import random

from studio.auditions import Place


class BlindTest:
    """A, B and an X that is one of them: whoever tells which, again and again, hears a difference.

    Parameters
    ----------
    choose
        Picks one of two; chance by default.
    """

    def __init__(self, choose: random.Random | None = None) -> None:
        self._random = choose or random.Random()
        self.a: Place | None = None
        self.b: Place | None = None
        self._x: Place | None = None
        self.right = 0
        self.total = 0

    def choose(self, letter: str, place: Place) -> None:
        """Make a place A or B; what was answered before was about others."""
        if letter == "a":
            self.a = place
        else:
            self.b = place
        self._x, self.right, self.total = None, 0, 0

    @property
    def x(self) -> Place | None:
        """A or B, the same until it is answered; None before both are chosen."""
        if self.a is None or self.b is None or self.a == self.b:
            return None
        if self._x is None:
            self._x = self._random.choice((self.a, self.b))
        return self._x

    def answer(self, letter: str) -> bool | None:
        """Say which one X is; whether that is right, and then X is another one. None when there is no X."""
        x = self.x
        if x is None:
            return None
        right = x == (self.a if letter == "a" else self.b)
        self.right += right
        self.total += 1
        self._x = None
        return right
