"""Emotion by example: the prosody of a recording, apart from who speaks in it."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TypedDict

from engines.errors import TimbreError
from engines.prosody.expression import Expression

LIMITS = Expression(
    pitch=8.0,
    range=0.8,
    movement=0.5,
    slope=6.0,
    final=5.0,
    rate=0.45,
    pauses=1.0,
    energy=9.0,
    dynamics=0.5,
    tilt=6.0,
)
"""The most that an example changes, either way: more than actors do, and little enough for words to be understood."""
_LONGEST_TITLE = 200


class Kept(TypedDict):
    """An example in JSON."""

    title: str
    change: dict[str, float]


class ExampleError(TimbreError):
    """A recording shows no prosody, or what was kept of one is damaged."""


@dataclass(frozen=True, slots=True)
class Example:
    """How a recording is spoken, relative to what its speaker does when nothing is felt.

    Raises
    ------
    ValueError
        If a change is not finite or beyond `LIMITS`.
    """

    title: str
    """Usually the name of the file."""
    change: Expression = field(default_factory=Expression)
    """What speech without a feeling has to be changed by to be spoken like the recording."""

    def __post_init__(self) -> None:
        for name, value, limit in _limited(self.change):
            if not abs(value) <= limit:
                raise ValueError(f"a {name} of {value} is not within {limit}")

    @classmethod
    def bounded(cls, title: str, change: Expression) -> Example:
        """With a change that is brought inside `LIMITS`, and what can be shown of a title."""
        inside = {name: min(max(value, -limit), limit) for name, value, limit in _limited(change)}
        shown = "".join(char for char in title if char.isprintable())
        return cls(shown[:_LONGEST_TITLE], Expression(**inside))

    def at(self, strength: float) -> Expression:
        """The change of so much of the example, 0 to 1; 0 is none at all."""
        return self.change * min(max(strength, 0.0), 1.0) if strength > 0 else Expression()

    def to_json(self) -> Kept:
        """For a project or a preset; `from_json` reads it."""
        change = {name: round(value, 4) for name, value, _ in _limited(self.change) if value}
        return {"title": self.title, "change": change}

    @classmethod
    def from_json(cls, value: object) -> Example:
        """What `to_json` has written, or its text. Names that this version does not know are left out.

        Raises
        ------
        ExampleError
            If it is not that, or a number in it cannot be right.
        """
        try:
            kept = json.loads(value) if isinstance(value, str | bytes) else value
            if not isinstance(kept, Mapping) or not isinstance(change := kept.get("change"), Mapping):
                raise ValueError("it is no example")
            title = kept.get("title")
            if not isinstance(title, str) or len(title) > _LONGEST_TITLE or not title.isprintable():
                raise ValueError("its title is no line of text, or too long")
            known = {name: _number(change.get(name, 0.0)) for name in _NAMES}
            return cls(title, Expression(**known))
        except (ValueError, OverflowError, RecursionError) as error:
            raise ExampleError(
                f"The kept example of an emotion is damaged ({error}): choose its recording again."
            ) from error


def mixed(parts: Sequence[tuple[Example, float]]) -> tuple[Example | None, float]:
    """An example and the strength at which it is all of these together, each at its own."""
    if not parts:
        return None, 1.0
    if len(parts) == 1:
        return parts[0][0], min(max(parts[0][1], 0.0), 1.0)
    total = Expression()
    for example, strength in parts:
        total = total + example.at(strength)
    return Example.bounded(", ".join(example.title for example, _ in parts), total), 1.0


_NAMES = tuple(each.name for each in fields(Expression))


def _limited(change: Expression) -> list[tuple[str, float, float]]:
    """Names, values and limits."""
    return list(zip(_NAMES, change.values, LIMITS.values, strict=True))


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{str(value)[:40]!r} is no number")
    return float(value)
