"""Whose voice is cloned: asked every time, and kept with the voice."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Owner(Enum):
    """Whose voice it is. The values are what a voice file says, in any language of the interface."""

    MINE = "The voice of the person who made this file"
    AGREED = "The voice of somebody who agreed to this"
    OTHER = "Another voice, used on the responsibility of the person who made this file"


@dataclass(frozen=True, slots=True)
class Consent:
    """The user's answer."""

    owner: Owner
    note: str = ""
    """Who it is, or where they agreed."""

    @property
    def complete(self) -> bool:
        """Whether enough is said: a voice of somebody else needs a note that says whose."""
        return self.owner is Owner.MINE or bool(self.note.strip())

    @property
    def words(self) -> str:
        """What is kept with the voice."""
        note = " ".join(self.note.split())
        return f"{self.owner.value}: {note}" if note else self.owner.value
