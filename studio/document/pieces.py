"""What a file that is imported says, piece by piece, and what is odd about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from studio.document.emotions import LineEmotion


class Oddity(Enum):
    """Something about a piece that the user may want to look at."""

    NO_NUMBER = "no number"
    """Other subtitles of the file have one."""
    REPEATED_NUMBER = "repeated number"
    ONLY_NUMBER = "only a number"
    UNORDERED = "out of order"
    """It begins before the one above it in the file."""
    OVERLAPPING = "overlapping"
    """It begins before the one above it is over."""
    ENDLESS = "endless"
    """It ends before it begins; it has no end now."""
    NO_TIME = "no time"
    """Its time cannot be read; its text is kept."""
    DIALOGUE = "dialogue"
    """Two people seem to speak."""
    BAD_VALUE = "bad value"
    """A column has a value that cannot be used."""
    EMPTY = "empty"
    SONG = "song"
    """Karaoke, which is sung."""
    DRAWING = "drawing"
    COMMENT = "comment"
    LAYER = "layer"
    """The same is said at the same time on another layer."""
    UNREAD = "unread"
    """It makes no sense."""


LEFT_OUT = frozenset(
    {Oddity.EMPTY, Oddity.SONG, Oddity.DRAWING, Oddity.COMMENT, Oddity.LAYER, Oddity.UNREAD},
)
"""What is not said."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A subtitle, a paragraph or a row of a table."""

    text: str
    """On one line, without tags."""
    raw: str
    """As it is in the file."""
    start: float | None = None
    """Seconds."""
    end: float | None = None
    speaker: str = ""
    """As the file declares it."""
    style: str = ""
    """Of SubStation Alpha."""
    begins: str = ""
    """See `Line.begins`."""
    voice: str = ""
    language: str = ""
    emotion: LineEmotion | None = None
    speed: float | None = None
    odd: tuple[Oddity, ...] = ()

    @property
    def is_left_out(self) -> bool:
        """Whether it becomes no line."""
        return any(oddity in LEFT_OUT for oddity in self.odd)
