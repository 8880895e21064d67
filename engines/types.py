"""The values that flow through the engine: Utterance -> Phonemes -> Plan -> AudioChunk.

All are frozen. Each can be looked at, edited by hand (`dataclasses.replace`), saved and cached.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.prosody.emotion import NEUTRAL, Emotion
from engines.text.lexicon import NO_LEXICONS, Lexicons

if TYPE_CHECKING:
    from engines.models.base import Voice
    from engines.prosody.edits import SegmentEdit

FloatArray = NDArray[np.float32]
IntArray = NDArray[np.int64]


class Span(NamedTuple):
    """A half-open range of character positions in `Utterance.text`, as it was typed, markup included."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Slot:
    """The time that speech is to fill, and how far its natural length may be changed for that."""

    seconds: float
    shortest: float = 0.8
    """The least share of the natural length, above 0 and at most 1."""
    longest: float = 1.2
    """The greatest, at least 1."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """What to say, and how."""

    text: str
    """May have markup; see `engines.text.markup`."""
    voice: str
    language: str | None = None
    """`en-us`, `en-gb`, `zh`, `ja`, …; None detects the language of every span, helped by the voice's own."""
    speed: float = 1.0
    """Speaking rate; 2.0 is twice as fast. 0.5 to 2.0."""
    at_once: bool = False
    """For auditions: a voice that is new to this machine is not measured first, but speaks a segment at a time."""
    lexicons: Lexicons = NO_LEXICONS
    """The user's own readings, as they are at this moment."""
    emotion: Emotion = NEUTRAL
    """Of all of it; spans of the text may have their own."""
    edits: tuple[SegmentEdit, ...] = ()
    """Of its prosody, by hand; they come after the emotion."""
    excerpt: Span | None = None
    """Characters of the text, the segments of which are all that is heard, as they are said in the whole text."""
    slot: Slot | None = None
    """For dubbing: brings the speech into a time, so that all of it is planned before the first sound; None streams."""
    names: tuple[tuple[str, Emotion], ...] | None = None
    """What words of the text's tags mean, and no others, where that was found elsewhere; None: what they mean here."""
    anew: bool = False
    """For measurements: nothing is taken from what was made before, and nothing is kept for later."""


class Source(Enum):
    """Which rule produced a reading, strongest first."""

    OVERRIDE = "override"
    PROJECT_LEXICON = "project lexicon"
    USER_LEXICON = "user lexicon"
    LEXICON = "lexicon"
    RULE = "rule"
    GUESS = "guess"
    """Letter-to-sound rules or model; worth the user's check."""
    PUNCTUATION = "punctuation"
    SILENT = "silent"
    """Not spoken. `Reading.spoken` is empty, and the user is told."""
    MARKUP = "markup"
    """A tag, or a reading between braces: says how other text is spoken, and is not text itself."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How one word, character or mark of the text is said.

    The readings of a segment tile its span: every character belongs to exactly one reading.
    """

    span: Span
    spoken: str
    """The written-out form, for example `five dollars` for `$5`. Empty for marks and silent characters."""
    symbols: str
    """The model's symbols, one character each; `" "` for white space, empty when not spoken."""
    source: Source
    language: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A piece of the text that is not spoken as its markup or a lexicon says."""

    span: Span
    message: str
    """A sentence: what is wrong, and what to do."""


@dataclass(frozen=True, slots=True)
class Phonemes:
    """One segment of an utterance (a sentence, or a clause of a long one), ready for the model."""

    utterance: Utterance
    span: Span
    readings: tuple[Reading, ...]
    pause: float = 0.0
    """Silence after this segment, seconds."""
    pause_asked: bool = False
    """Whether the text asks for a pause there, which then is as long as it says."""
    before: float = 0.0
    """Silence before it, seconds: only where the text begins with a pause."""
    problems: tuple[Problem, ...] = ()
    """What is wrong with the markup of this piece of the text."""
    emotions: tuple[tuple[Span, Emotion], ...] = ()
    """Spans of the text with an emotion of their own, the outer before the inner ones, where this segment has any."""
    edit: SegmentEdit | None = None
    """The edit of the utterance that is of this segment."""

    @staticmethod
    def from_symbols(symbols: str, voice: str, language: str, *, speed: float = 1.0) -> Phonemes:
        """A segment that says the given symbols of the model, for calibration and tests."""
        span = Span(0, len(symbols))
        reading = Reading(span, symbols, symbols, Source.OVERRIDE, language)
        return Phonemes(Utterance(symbols, voice, language, speed), span, (reading,))

    @property
    def symbols(self) -> str:
        """All symbols of the segment, in order."""
        return "".join(reading.symbols for reading in self.readings)

    @property
    def unspoken(self) -> tuple[Reading, ...]:
        """The readings that will not be heard, to be reported to the user."""
        return tuple(r for r in self.readings if r.source is Source.SILENT)


class Idle(Enum):
    """What is yielded in the place of a step when there is nothing to do before something comes."""

    FOR_TEXT = "text"


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The prosody of one segment of L symbols (the two silent ends included) and T frames.

    A frame is `frame_samples` samples; pitch and energy have two values a frame.
    """

    phonemes: Phonemes
    voice: Voice
    durations: IntArray
    """[L] frames of every symbol, the silent start and end first and last; sums to T."""
    f0: FloatArray
    """[2T] Hz; 10 and below is unvoiced."""
    energy: FloatArray
    """[2T] the model's own log energy."""
    content: FloatArray
    """[C, L] the model's features of the symbols; opaque to all but the model."""
    tilt: FloatArray | None = None
    """[2T] dB by which the high part of its sound is louder; None is as the model makes it."""
    samples: int | None = None
    """How long its audio is to be; None is from the first sound to the last."""
    stretch: float = 1.0
    """The share of its natural length that the utterance has got to fit a slot."""

    @property
    def frames(self) -> int:
        """T, the length in frames."""
        return int(self.durations.sum())


@dataclass(frozen=True, slots=True)
class Mark:
    """When a reading is heard: samples from the start of the utterance."""

    reading: Reading
    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class AudioChunk:
    """A piece of audio: float32 mono, full scale at 1.0."""

    samples: FloatArray
    sample_rate: int
    start: int
    """Position of the first sample in the utterance."""
    marks: tuple[Mark, ...] = ()
    """The readings whose sound begins in this chunk, for the playhead."""
    stretch: float = 1.0
    """See `Plan.stretch`."""
