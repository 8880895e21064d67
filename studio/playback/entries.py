"""What the transport has before it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

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


class Part(Protocol):
    """A piece of something longer, got ready by somebody else when its turn comes, and heard without a gap."""

    def supply(self, done: Callable[[Recording], None], failed: Callable[[str], None]) -> None:
        """Begin to get it ready, and call one of these, later or at once: with its sound, or with a sentence."""
        ...

    def cancel(self) -> None:
        """Nobody waits for it any more; neither is called."""
        ...


@dataclass(frozen=True)
class Item:
    """Something to play: a line as it is when its turn comes, a take, a text that is no line, a recording, a part."""

    line_id: str = ""
    take: Take | None = None
    utterance: Utterance | None = None
    recording: Recording | None = None
    part: Part | None = None

    @property
    def is_line(self) -> bool:
        """Whether it is a line as it is written."""
        return self.take is None and self.utterance is None and self.recording is None and self.part is None


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
