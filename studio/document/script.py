"""What is to be said, by whom and how: frozen values; an edit makes a new script that shares the unchanged lines."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cached_property

EMOTIONS = ("neutral", "happy", "sad", "angry", "afraid", "surprised", "disgusted", "calm")
"""Directions that a line may carry."""
SPEED_RANGE = (0.5, 2.0)


def new_id() -> str:
    """A name for a line or a take that no other will ever have."""
    return secrets.token_hex(6)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the script."""

    id: str
    text: str = ""
    member: str = ""
    """Name of the cast member who says it; empty is the narrator."""
    voice: str = ""
    """A voice for this line alone; empty takes the member's."""
    language: str = ""
    """A language for this line alone; empty detects it."""
    emotion: str = ""
    """One of `EMOTIONS`; empty is neutral."""
    speed: float | None = None
    """A rate for this line alone; None takes the member's."""
    start: float | None = None
    """Seconds, where the line came from subtitles."""
    end: float | None = None
    take: str = ""
    """The take that the user chose; empty is the newest that fits."""


@dataclass(frozen=True, slots=True)
class Member:
    """One of the cast."""

    name: str
    """Unique in a script; empty is the narrator."""
    voice: str
    speed: float = 1.0


@dataclass(frozen=True, slots=True)
class Delivery:
    """All that the sound of a line depends on, besides the model."""

    text: str
    voice: str
    language: str
    speed: float

    @property
    def key(self) -> str:
        """Equal for deliveries that sound the same."""
        content = json.dumps(asdict(self), ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True)
class Script:
    """Lines in order, and the cast."""

    lines: tuple[Line, ...] = ()
    cast: tuple[Member, ...] = (Member("", "af_heart"),)
    """Never empty: the first is the narrator, who says what nobody else does."""

    @property
    def narrator(self) -> Member:
        """Who says the lines of no or of an unknown member."""
        return self.cast[0]

    @cached_property
    def rows(self) -> dict[str, int]:
        """The row of every line by its id."""
        return {line.id: row for row, line in enumerate(self.lines)}

    @cached_property
    def members(self) -> dict[str, Member]:
        """The cast by name."""
        return {member.name: member for member in self.cast}

    def line(self, line_id: str) -> Line | None:
        """The line of that id, or None when it was deleted."""
        row = self.rows.get(line_id)
        return None if row is None else self.lines[row]

    def delivery(self, line: Line) -> Delivery:
        """How a line is to be said, with the cast's choices filled in."""
        member = self.members.get(line.member, self.narrator)
        speed = member.speed if line.speed is None else line.speed
        return Delivery(line.text, line.voice or member.voice, line.language, speed)


def changed_lines(before: Script, after: Script) -> Iterable[str]:
    """Ids of the lines of `after` that are new, or that are to be said otherwise than before."""
    same_cast = before.cast == after.cast
    for line in after.lines:
        old = before.line(line.id)
        if old is line and same_cast:
            continue
        if old is None or before.delivery(old) != after.delivery(line):
            yield line.id
