"""What the transport has before it."""

from __future__ import annotations

from dataclasses import dataclass

from engines.types import FloatArray, Utterance
from studio.document.script import Delivery
from studio.document.takes import Take


@dataclass(frozen=True, eq=False)
class Recording:
    """Sound that is there already."""

    samples: FloatArray
    """[N] mono."""
    rate: int
    """Hz."""


@dataclass(frozen=True)
class Item:
    """Something to play: a line as it is when its turn comes, a take, a text that is no line, or a recording."""

    line_id: str = ""
    take: Take | None = None
    utterance: Utterance | None = None
    recording: Recording | None = None


@dataclass(eq=False)
class Entry:
    """An item whose turn has come, or will soon."""

    turn: int
    """Counts on when a loop begins anew."""
    item: Item
    clip: int
    delivery: Delivery | None = None
    """Of a line when it was queued; once it is another one, this entry must not be heard any more."""
    request: int = 0
    """Of the synthesis thread, for a text that is no line."""
    received: bool = False
    ended: bool = False

    @property
    def streams(self) -> bool:
        """Whether it takes what `Making` makes."""
        return self.delivery is not None and not self.ended
