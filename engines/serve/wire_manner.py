"""How a text is said, as JSON values: emotions, edits by hand, an excerpt and a time slot.

Numbers are written so that they come back to the bit, and the audio with them. All that comes in is checked.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from engines.errors import TimbreError
from engines.prosody.edits import Point, SegmentEdit
from engines.prosody.emotion import LIMITS, Emotion
from engines.prosody.example import Example, ExampleError
from engines.prosody.expression import Expression
from engines.types import Slot, Span

T = TypeVar("T")
Json = dict[str, Any]

_MOST_NAMES = 200
_MOST_EDITS = 500
_MOST_POINTS = 2000
_LONGEST_WORD = 64
_LONGEST_SEGMENT = 512
"""Symbols; the model's own bound is less."""
_LONGEST_TEXT = 10_000_000
_FAR = 1e4
_LONGEST_SLOT = 3600.0
_CHANGES = tuple(each.name for each in fields(Expression))


class WireError(TimbreError):
    """What came over the network cannot be followed."""

    def __init__(self, place: str, message: str) -> None:
        super().__init__(f"{place} is wrong: {message}.")


def emotion_out(emotion: Emotion) -> Json:
    """The numbers that are not as usual, and the example."""
    numbers = {name: value for name, (_, _, usual) in LIMITS.items() if (value := getattr(emotion, name)) != usual}
    if emotion.example is None:
        return numbers
    change = {name: value for name in _CHANGES if (value := getattr(emotion.example.change, name))}
    return {**numbers, "example": {"title": emotion.example.title, "change": change}, "strength": emotion.strength}


def emotion_in(data: Any, place: str = "emotion") -> Emotion:
    """The reverse of `emotion_out`. Raises WireError."""
    table = _table(data, place, {*LIMITS, "example", "strength"})
    numbers = {
        n: _number(table[n], f"{place}.{n}", least, most) for n, (least, most, _) in LIMITS.items() if n in table
    }
    if "example" not in table:
        return Emotion.of(numbers)
    try:
        example = Example.from_json(table["example"])
    except ExampleError as error:
        raise WireError(f"{place}.example", str(error).rstrip(".")) from error
    strength = _number(table.get("strength", 1.0), f"{place}.strength", 0.0, 1.0)
    return Emotion(**numbers, example=example, strength=strength)


def names_out(names: Iterable[tuple[str, Emotion]]) -> Json:
    """What words of the text's tags mean."""
    return {word: emotion_out(emotion) for word, emotion in names}


def names_in(data: Any) -> tuple[tuple[str, Emotion], ...]:
    """The reverse of `names_out`. Raises WireError."""
    if not isinstance(data, Mapping) or len(data) > _MOST_NAMES:
        raise WireError("names", f"they have to be an object of {_MOST_NAMES} words at most")
    return tuple((_text(word, "names", _LONGEST_WORD), emotion_in(data[word], f"names.{word[:20]}")) for word in data)


def edits_out(edits: Iterable[SegmentEdit]) -> list[Json]:
    """The edits of the segments of a text."""
    return [
        {
            "symbols": edit.symbols,
            "occurrence": edit.occurrence,
            "durations": [list(pair) for pair in edit.durations],
            "pitch": [list(point) for point in edit.pitch],
            "energy": [list(point) for point in edit.energy],
        }
        for edit in edits
    ]


def edits_in(data: Any) -> tuple[SegmentEdit, ...]:
    """The reverse of `edits_out`. Raises WireError."""
    return tuple(_edit(item, f"edits.{i}") for i, item in enumerate(_list(data, "edits", _MOST_EDITS)))


def _edit(data: Any, place: str) -> SegmentEdit:
    table = _table(data, place, {"symbols", "occurrence", "durations", "pitch", "energy"})

    def pairs(name: str, make: Callable[[Any, Any], T], most: int) -> tuple[T, ...]:
        return tuple(
            make(*_pair(item, f"{place}.{name}")) for item in _list(table.get(name, []), f"{place}.{name}", most)
        )

    def duration(index: Any, share: Any) -> tuple[int, float]:
        at = _whole(index, f"{place}.durations", _LONGEST_SEGMENT)
        return at, _number(share, f"{place}.durations", 0.0, _FAR)

    def point(at: Any, offset: Any) -> Point:
        return Point(_number(at, place, -_FAR, _FAR), _number(offset, place, -_FAR, _FAR))

    return SegmentEdit(
        _text(table.get("symbols"), f"{place}.symbols", _LONGEST_SEGMENT),
        _whole(table.get("occurrence", 0), f"{place}.occurrence", _LONGEST_TEXT),
        pairs("durations", duration, _LONGEST_SEGMENT),
        pairs("pitch", point, _MOST_POINTS),
        pairs("energy", point, _MOST_POINTS),
    )


def excerpt_in(data: Any) -> Span:
    """Two places in the text. Raises WireError."""
    start, end = (_whole(value, "excerpt", _LONGEST_TEXT) for value in _pair(data, "excerpt"))
    return Span(start, end)


def slot_out(slot: Slot) -> Json:
    """A time that speech is to fill."""
    return {"seconds": slot.seconds, "shortest": slot.shortest, "longest": slot.longest}


def slot_in(data: Any) -> Slot:
    """The reverse of `slot_out`. Raises WireError."""
    table = _table(data, "slot", {"seconds", "shortest", "longest"})
    usual = Slot(1.0)
    return Slot(
        _number(table.get("seconds"), "slot.seconds", 0.01, _LONGEST_SLOT),
        _number(table.get("shortest", usual.shortest), "slot.shortest", 0.01, 1.0),
        _number(table.get("longest", usual.longest), "slot.longest", 1.0, 100.0),
    )


def _table(data: Any, place: str, known: set[str]) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise WireError(place, "it has to be an object")
    if unknown := set(data) - known:
        raise WireError(place, f"“{min(unknown)[:20]}” is not known there")
    return data


def _list(data: Any, place: str, most: int) -> Sequence[Any]:
    if not isinstance(data, list) or len(data) > most:
        raise WireError(place, f"it has to be a list of {most} at most")
    return data


def _pair(data: Any, place: str) -> Sequence[Any]:
    if not isinstance(data, list | tuple) or len(data) != 2:
        raise WireError(place, "it has to be two numbers")
    return data


def _text(data: Any, place: str, longest: int) -> str:
    if not isinstance(data, str) or not 0 < len(data) <= longest:
        raise WireError(place, f"it has to be a text of {longest} characters at most")
    return data


def _whole(data: Any, place: str, most: int) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data <= most:
        raise WireError(place, f"it has to be a whole number from 0 to {most}")
    return data


def _number(data: Any, place: str, least: float, most: float) -> float:
    good = isinstance(data, int | float) and not isinstance(data, bool) and math.isfinite(data)
    if not good or not least <= data <= most:
        raise WireError(place, f"it has to be a number from {least:g} to {most:g}")
    return float(data)
