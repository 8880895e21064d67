"""Recordings of lines: what was made, from what, and where its audio is."""

from __future__ import annotations

from dataclasses import dataclass

from studio.document.script import Delivery, Line


@dataclass(frozen=True, slots=True)
class TakeMark:
    """When a word of a take is heard, and how it was read."""

    start: float
    """Seconds from the start of the take."""
    end: float
    text: tuple[int, int]
    """Half-open range of characters in the delivery's text."""
    symbols: str
    source: str
    """The rule that read it: a value of `engines.types.Source`."""
    language: str = ""
    """In which it was read; empty in takes of earlier versions."""


@dataclass(frozen=True, slots=True)
class Take:
    """One finished rendering of a line."""

    id: str
    line: str
    """Id of the line it was made for."""
    delivery: Delivery
    model: str
    """The model pack that spoke."""
    seconds: float
    sample_rate: int
    created: str
    """ISO 8601, UTC."""
    marks: tuple[TakeMark, ...] = ()
    unspoken: tuple[str, ...] = ()
    """Pieces of the text that could not be spoken."""
    stretch: float = 1.0
    """The share of its natural length that it has got to fit a slot."""

    @property
    def file_name(self) -> str:
        """Of its audio, in a folder of takes."""
        return f"{self.id}.flac"


def fitting_take(line: Line, delivery: Delivery, takes: tuple[Take, ...]) -> Take | None:
    """A take that says what is written now: the one that the user chose if it does, else the newest that does."""
    return _preferred(line, tuple(take for take in takes if take.delivery == delivery))


def current_take(line: Line, delivery: Delivery, takes: tuple[Take, ...]) -> Take | None:
    """The take that stands for a line: a fitting one if there is any, else a stale one."""
    return fitting_take(line, delivery, takes) or _preferred(line, takes)


def _preferred(line: Line, takes: tuple[Take, ...]) -> Take | None:
    chosen = next((take for take in takes if take.id == line.take), None)
    return chosen or (takes[-1] if takes else None)
