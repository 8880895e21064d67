"""What is to be said, by whom and how: frozen values; an edit makes a new script that shares the unchanged lines."""

from __future__ import annotations

import hashlib
import json
import math
import secrets
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from enum import Enum
from functools import cached_property, lru_cache

from engines.prosody.edits import SegmentEdit
from engines.prosody.emotion import NEUTRAL, Emotion
from engines.prosody.presets import Presets
from engines.text.lexicon import Lexicon, Lexicons, differing
from engines.text.markup_edits import plain
from engines.text.sanitise import sanitise
from engines.types import Slot, Utterance
from studio.document.emotions import UNMOVED, LineEmotion, heard
from studio.document.video import Video

SECTION, PARAGRAPH = "section", "paragraph"
"""See `Line.begins`."""
SPEED_RANGE = (0.5, 2.0)
SHORTEST_RANGE = (0.5, 1.0)
"""Of the shares of its natural length to which speech may be shortened."""
LONGEST_RANGE = (1.0, 1.5)
"""Of those to which it may be drawn out."""


class Overrun(Enum):
    """What is done about a line that is too long for its time."""

    NONE = ""
    """It is hurried to the limit, and what is too long is a problem."""
    OVERLAP = "overlap"
    """The same, but it may go on while the next one begins."""
    GAP = "gap"
    """It may take of the time until the next one begins, and is hurried only for what does not fit there."""
    FASTER = "faster"
    """It may be hurried more than others."""


@dataclass(frozen=True, slots=True)
class FitLimits:
    """How far lines with times may be shortened and drawn out, as shares of their natural length."""

    shortest: float = 0.8
    longest: float = 1.2
    hurried: float = 0.6
    """The least for lines that may be spoken faster than others; at most `shortest`."""

    def tidy(self) -> FitLimits:
        """The nearest that speech survives."""
        shortest = _within(self.shortest, SHORTEST_RANGE)
        hurried = min(_within(self.hurried, SHORTEST_RANGE), shortest)
        return FitLimits(shortest, _within(self.longest, LONGEST_RANGE), hurried)


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
    emotion: LineEmotion | None = None
    """One for this line alone; None takes the member's."""
    speed: float | None = None
    """A rate for this line alone; None takes the member's."""
    start: float | None = None
    """Seconds, where the line came from subtitles."""
    end: float | None = None
    take: str = ""
    """The take that the user chose; empty is the newest that fits."""
    begins: str = ""
    """`SECTION` or `PARAGRAPH` where one begins with this line; a section is called what its first line says."""
    overrun: str = ""
    """A value of `Overrun`."""
    edits: tuple[SegmentEdit, ...] = ()
    """Of its prosody, by hand. Those of words that are no longer in its text are kept: the words may come back."""

    @property
    def slot(self) -> float | None:
        """Seconds from start to end, where it has both."""
        if self.start is None or self.end is None:
            return None
        length = self.end - self.start
        return length if math.isfinite(length) and length > 0 else None


@dataclass(frozen=True, slots=True)
class Member:
    """One of the cast."""

    name: str
    """Unique in a script; empty is the narrator."""
    voice: str
    speed: float = 1.0
    emotion: LineEmotion = UNMOVED
    """Of the lines that have none of their own."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """All that the sound of a line depends on, besides the model."""

    text: str
    voice: str
    language: str
    speed: float
    slot: float | None = None
    """Seconds that it is to take; None is as long as it takes."""
    shortest: float = 1.0
    """The least share of its natural length, where it has a slot."""
    longest: float = 1.0
    """The greatest."""
    lexicon: str = ""
    """Changes with the entries of lexicons that touch the text; see `engines.text.lexicon.Lexicons.aspect`."""
    emotion: Emotion = NEUTRAL
    presets: str = ""
    """Changes with the user's emotions that the text names."""
    edits: tuple[SegmentEdit, ...] = ()
    """Of its prosody, by hand."""

    @property
    def key(self) -> str:
        """Equal for deliveries that sound the same."""
        content = json.dumps(asdict(self), ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def utterance(self, lexicons: Lexicons) -> Utterance:
        """The same for the engine; `lexicons` are those of the script."""
        slot = None if self.slot is None else Slot(self.slot, self.shortest, self.longest)
        return Utterance(
            self.text,
            self.voice,
            self.language or None,
            self.speed,
            lexicons=lexicons,
            emotion=self.emotion,
            edits=self.edits,
            slot=slot,
        )


@dataclass(frozen=True)
class Script:
    """Lines in order, and the cast."""

    lines: tuple[Line, ...] = ()
    cast: tuple[Member, ...] = (Member("", "af_heart"),)
    """Never empty: the first is the narrator, who says what nobody else does."""
    limits: FitLimits = FitLimits()
    """Of lines with times."""
    lexicon: Lexicon = field(default_factory=Lexicon)
    """The project's own readings."""
    video: Video | None = None
    """What it is spoken over, where there is one."""
    user_lexicon: Lexicon = field(default_factory=Lexicon, compare=False)
    """The user's, as it is at this moment: no part of the project, and kept up to date by the document."""

    presets: Presets | None = field(default=None, compare=False, repr=False)
    """The emotions that texts may name, likewise; None are those of the program."""

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
        lexicon = self.lexicons.aspect(read_text(line.text)) if self.lexicons else ""
        emotion = heard(self.emotion(line).emotion)
        voice = line.voice or member.voice
        presets = self._named_presets(line.text) if self.presets and "[" in line.text else ""
        slot, shortest, longest = (None, 1.0, 1.0) if line.slot is None else self._fit(line, line.slot)
        return Delivery(
            line.text,
            voice,
            line.language,
            speed,
            slot,
            shortest,
            longest,
            lexicon=lexicon,
            emotion=emotion,
            presets=presets,
            edits=line.edits,
        )

    def emotion(self, line: Line) -> LineEmotion:
        """What a line is felt with: its own, or its member's."""
        return self.members.get(line.member, self.narrator).emotion if line.emotion is None else line.emotion

    @cached_property
    def lexicons(self) -> Lexicons:
        """All that is laid down for words."""
        return Lexicons(self.lexicon, self.user_lexicon)

    def gap_after(self, line: Line) -> float:
        """Seconds between the end of a line and the next start; infinite behind the last, 0 where lines overlap."""
        if line.start is None or line.end is None:
            return 0.0
        # What starts with it or before it, such as a second speaker's line, ends no gap.
        row = bisect_left(self._starts, math.nextafter(line.start, math.inf))
        return max(self._starts[row] - line.end, 0.0) if row < len(self._starts) else math.inf

    def _named_presets(self, text: str) -> str:
        """Of the user's own, those whose name occurs in a text: more than are in its tags do no harm."""
        folded = text.casefold()
        found = [
            (preset.name, preset.emotion)
            for preset in self.presets or ()
            if preset.own and any(word.casefold() in folded for word in (preset.name, preset.title))
        ]
        return hashlib.sha256(repr(found).encode("utf-8", "surrogatepass")).hexdigest()[:16] if found else ""

    @cached_property
    def _starts(self) -> list[float]:
        return sorted(line.start for line in self.lines if line.start is not None)

    def _fit(self, line: Line, slot: float) -> tuple[float | None, float, float]:
        """The time that a line is to take, and the least and the greatest share of its natural length."""
        limits = self.limits
        if line.overrun == Overrun.GAP.value:
            # It is not drawn out into the gap.
            slot += self.gap_after(line)
            return (slot, limits.shortest, 1.0) if math.isfinite(slot) else (None, 1.0, 1.0)
        return slot, limits.hurried if line.overrun == Overrun.FASTER.value else limits.shortest, limits.longest


def changed_lines(before: Script, after: Script) -> Iterable[str]:
    """Ids of the lines of `after` that are new, or that are to be said otherwise than before."""
    same_rules = before.cast == after.cast and before.limits == after.limits
    reread = _changed_entries(before, after)
    alike: dict[tuple[int, int], bool] = {}
    for line in after.lines:
        old = before.line(line.id)
        # One that borrows the gap behind it depends on the line that follows.
        same_words = not reread or not reread.entries_in(read_text(line.text))
        same_presets = before.presets is after.presets or "[" not in line.text
        if old is line and same_rules and same_words and same_presets and line.overrun != Overrun.GAP.value:
            continue
        if old is None or old.text != line.text:
            yield line.id
            continue
        # Thousands of lines are changed alike: two that are felt otherwise need no whole delivery to be told apart.
        felt, feels = before.emotion(old), after.emotion(line)
        both = id(felt), id(feels)
        if both not in alike:
            alike[both] = heard(felt.emotion) == heard(feels.emotion)
        if not alike[both] or before.delivery(old) != after.delivery(line):
            yield line.id


def same_lexicons(before: Script, after: Script) -> bool:
    """Whether nobody changed a lexicon; takes no time, however many entries there are."""
    return before.lexicon is after.lexicon and before.user_lexicon is after.user_lexicon


def _changed_entries(before: Script, after: Script) -> Lexicon:
    """The entries of either script's lexicons that are not in the other's, or in another place there."""
    pairs = ((before.lexicon, after.lexicon), (before.user_lexicon, after.user_lexicon))
    return Lexicon(tuple(entry for old, new in pairs if old is not new for entry in differing(old, new)))


@lru_cache(maxsize=16_384)
def read_text(text: str) -> str:
    """What is read of a line, in the form in which words are looked for. What was asked for before costs nothing."""
    return sanitise(plain(text))


def _within(value: float, bounds: tuple[float, float]) -> float:
    return min(max(value, bounds[0]), bounds[1])
