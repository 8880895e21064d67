"""How fast something is said, told by its words: how long they take against how long the model takes to say them.

Two texts of one speaker differ in syllables a second, because syllables and sounds differ in length; that is left out
here, since the model knows how long the sounds of a text are. The pauses are left out on both sides.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

from engines.errors import NothingToSayError
from engines.models.base import VoiceInfo
from engines.prosody.sounds import Sound, sounds
from engines.text.markup_edits import escape
from engines.types import Phonemes, Plan, Utterance

NEUTRAL_PACE = Path(__file__).resolve().parents[2] / "assets" / "weights" / "neutral_pace.json"
_KNOWN_BEST = "en"
_READERS = ("af_heart", "zf_xiaobei")
"""Stock voices against which speech is measured; of a language that is theirs neither, the first of its own."""
_FARTHEST = 0.9
"""Logarithm of the rate."""
_LONGEST_SECONDS = 0.25
"""Of a sound: the model puts the silence at the end of a segment into its last sounds."""


class Words(NamedTuple):
    """What is said in a recording."""

    text: str
    language: str | None = None
    """The project's code; None tells it from the writing."""


class Planner(Protocol):
    """The part of `engines.engine.Engine` that is used."""

    @property
    def voices(self) -> Mapping[str, VoiceInfo]:
        """The voices by name."""
        ...

    @property
    def frame_seconds(self) -> float:
        """How long a frame of a plan is."""
        ...

    def phonemize(self, utterance: Utterance) -> Iterator[Phonemes]:
        """The segments of a text."""
        ...

    def plan(self, phonemes: Phonemes) -> Plan:
        """Durations of a segment."""
        ...


class Pace(NamedTuple):
    """How fast something is said."""

    log_rate: float
    """Logarithm of the rate, relative to that of the model; 0 is as fast."""
    language: str
    """Of the words."""

    @property
    def likely(self) -> bool:
        """Whether anybody speaks so; else the words are not those of the recording."""
        return abs(self.log_rate) < _FARTHEST


def base(language: str) -> str:
    """`en` of `en-gb`."""
    return language.partition("-")[0]


def pace_of(engine: Planner, words: Words, seconds: float) -> Pace | None:
    """How fast words are said.

    Parameters
    ----------
    engine
        That knows how long the words are.
    seconds
        Of speech in which they are said, without pauses.

    Returns
    -------
    None if no stock voice speaks the language, or nothing in the words can be said.
    """
    text = escape(words.text)
    try:
        language = words.language or _language_of(engine, text)
        reader = _reader(engine, language)
        if reader is None:
            return None
        frames = sum(_sounding(engine, phonemes) for phonemes in engine.phonemize(Utterance(text, reader, language)))
    except NothingToSayError:
        return None
    return Pace(math.log(frames * engine.frame_seconds / seconds), language) if frames else None


class Beyond(NamedTuple):
    """How much faster a clip is than usual speech."""

    value: float
    """Logarithm of the rate."""
    unsure: float
    """By how much it may be otherwise without a feeling: a standard deviation."""


class NeutralPace(NamedTuple):
    """Of speech in which nothing is felt; `engines.voices.training.neutral_pace` measures it."""

    usual: Mapping[str, float]
    """By `base` language, between that of readers and that of stock voices."""
    differ: float
    """Between speakers, a standard deviation."""
    vary: float
    """Between two clips of a speaker, likewise."""

    def of(self, language: str) -> float:
        """The usual pace in a language."""
        return self.usual.get(base(language), self.usual[_KNOWN_BEST])

    @classmethod
    def read(cls, path: Path = NEUTRAL_PACE) -> NeutralPace:
        """What comes with the program."""
        return cls(**json.loads(path.read_text(encoding="utf-8")))


def rate_beyond(pace: Pace, own: Pace | None = None) -> Beyond:
    """How much faster words are said than usual.

    Parameters
    ----------
    own
        Of a clip of the same speaker, in which nothing is felt; None if there is none.
    """
    neutral = _neutral()
    beyond = pace.log_rate - neutral.of(pace.language)
    if own is None:
        return Beyond(beyond, neutral.differ)
    return Beyond(beyond - own.log_rate + neutral.of(own.language), neutral.vary)


@cache
def _neutral() -> NeutralPace:
    return NeutralPace.read()


def _language_of(engine: Planner, text: str) -> str:
    """That of most of a text, by its writing."""
    letters: Counter[str] = Counter()
    for phonemes in engine.phonemize(Utterance(text, next(iter(engine.voices)))):
        for reading in phonemes.readings:
            letters[reading.language] += len(reading.symbols)
    return letters.most_common(1)[0][0]


def _reader(engine: Planner, language: str) -> str | None:
    spoken = base(language)
    stock = [voice.name for voice in engine.voices.values() if voice.origin is None and base(voice.language) == spoken]
    return next((name for name in (*_READERS, *stock) if name in stock), None)


def _sounding(engine: Planner, phonemes: Phonemes) -> float:
    """Frames of a segment that are no pauses, as long as the model makes them."""
    durations = engine.plan(phonemes).durations
    kinds = [Sound.PAUSE, *sounds(phonemes.symbols), Sound.PAUSE]
    longest = _LONGEST_SECONDS / engine.frame_seconds
    return float(sum(min(d, longest) for d, kind in zip(durations, kinds, strict=True) if kind != Sound.PAUSE))
