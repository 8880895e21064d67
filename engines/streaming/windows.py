"""Which frames are rendered, and in what pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Window(NamedTuple):
    """Frames [start, end) to be heard, and the wider [left, right) to be generated for them."""

    start: int
    end: int
    left: int
    right: int


@dataclass(frozen=True)
class WindowPolicy:
    """Sizes in frames of 25 ms.

    The first window is small, because the listener waits for it; each next one is as much larger as the audio in hand
    gives time for, up to a size at which the context (rendered twice) no longer matters.
    """

    first: int = 6
    growth: float = 1.7
    largest: int = 88


def windows(start: int, end: int, context: int, policy: WindowPolicy) -> Iterator[Window]:
    """Cut frames [start, end) into windows that tile it; contexts stay inside."""
    size = float(policy.first)
    at = start
    while at < end:
        stop = min(at + int(size), end)
        if end - stop <= context:  # a tail no longer than its context is cheaper rendered at once
            stop = end
        yield Window(at, stop, max(start, at - context), min(end, stop + context))
        at = stop
        size = min(size * policy.growth, policy.largest)
