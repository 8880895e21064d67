"""When the lines of a script are heard in the video."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from studio.document.script import Script
from studio.document.takes import Take
from studio.export.plan import speech_seconds

GAP = 0.5
"""Seconds between a line and the next one, where that has no time of its own."""


class Placed(NamedTuple):
    """A line on the time of the video."""

    line_id: str
    start: float
    """Seconds in the video; below 0 where the line begins before it."""
    seconds: float
    """How long it is heard; of a line that is not made yet, the time that there is for it."""
    take: Take | None

    @property
    def end(self) -> float:
        """Seconds in the video."""
        return self.start + self.seconds


def place(script: Script, take_of: Callable[[str], Take | None]) -> tuple[Placed, ...]:
    """All lines that say something, in the order of the script.

    A line begins at its own time; one that has none follows the line above it.

    Parameters
    ----------
    take_of
        Gives the take that says a line, None where there is none yet.
    """
    offset = script.video.offset if script.video else 0.0
    placed: list[Placed] = []
    free = 0.0
    """Where a line without a time may begin, on the time of the script."""
    for line in script.lines:
        if not line.text.strip():
            continue
        take = take_of(line.id)
        seconds = take.seconds if take else line.slot or speech_seconds(line.text)
        start = free if line.start is None else line.start
        placed.append(Placed(line.id, start + offset, seconds, take))
        free = start + seconds + GAP
    return tuple(placed)
