"""From a recording to an example; see `engines.prosody.example`.

First a clip is listened to; that needs no model. Then it is compared with what is usual, where an engine tells how long
its words usually take.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soxr

from engines.audio.reading import read_audio
from engines.prosody.example import Example, ExampleError
from engines.prosody.measuring import Prosody, prosody_of
from engines.prosody.neutral import change_from, neutral_for
from engines.prosody.pace import Pace, Planner, Words, pace_of, rate_beyond
from engines.types import FloatArray
from engines.voices.measurements import Recording
from engines.voices.reference import RATE
from engines.voices.transcript import Speech, TranscriberMissingError, transcribe

LONGEST_SECONDS = 120.0
"""Of a recording that are listened to."""
SHORTEST_SPEECH = 1.0
"""Seconds, from which anything can be told."""
_FASTEST_SOURCE = 48_000
_NOISIEST_DB = 6.0
"""Where noise is as near to the voice as this, pitch and pauses are not found."""
_WRITTEN_DOWN_SECONDS = 28.0
"""Of a recording; as much as the recogniser hears at once, and enough to tell the rate."""


@dataclass(frozen=True, eq=False)
class Clip:
    """A recording to listen to."""

    samples: FloatArray
    """[N] mono, at any level."""
    sample_rate: int
    title: str = ""
    """What an example of it is called."""
    transcript: str = ""
    """What is said in it, in its first two minutes; empty has it written down where that can be done."""

    @classmethod
    def open(cls, path: Path, transcript: str = "") -> Clip:
        """An audio or video file; its first two minutes, if it is longer. Raises AudioReadError."""
        return cls(*read_audio(path, longest=LONGEST_SECONDS, fastest=_FASTEST_SOURCE), path.stem, transcript)


@dataclass(frozen=True, eq=False)
class Passage:
    """The part of a recording that is written down."""

    samples: FloatArray
    """[N] mono at 24 kHz."""


@dataclass(frozen=True, eq=False)
class Listened:
    """What is heard in a clip."""

    title: str
    prosody: Prosody
    words: Words | None
    """What is said; None where nobody knows."""
    seconds: float
    """Of speech in which the words are said, without pauses."""
    given: bool = False
    """Whether the words were given, and not heard."""


Hear = Callable[[Passage], Words | None]
"""Writes down what is said; None where that cannot be done."""


def written_down(passage: Speech) -> Words | None:
    """What Whisper hears; None where it is not installed, or understands nothing. Raises ModelDamagedError."""
    try:
        heard = transcribe(passage)
    except TranscriberMissingError:
        return None
    return Words(heard.text, heard.language) if heard.text else None


def listen(clip: Clip, hear: Hear | None = None, subject: str = "The example") -> Listened:
    """Hear how a clip is spoken.

    Parameters
    ----------
    hear
        Writes down what is said in a clip without a transcript, so that its rate is known more surely.
    subject
        What the clip is called in messages.

    Raises
    ------
    ExampleError
        Too little is spoken in it, or it is too noisy; the sentence says what to do.
    """
    samples = np.nan_to_num(clip.samples[: round(LONGEST_SECONDS * clip.sample_rate)], posinf=0.0, neginf=0.0)
    if not len(samples) or not samples.any():
        raise ExampleError(f"{subject} is silent: choose a recording in which somebody speaks.")
    recording = Recording(samples, clip.sample_rate)
    prosody = _measured(recording, subject)
    if clip.transcript.strip():
        return Listened(clip.title, prosody, Words(clip.transcript), prosody.speech, given=True)
    if hear is None:
        return Listened(clip.title, prosody, None, prosody.speech)
    passage, seconds = passage_of(recording)
    return Listened(clip.title, prosody, hear(passage), seconds)


def example_from(heard: Listened, own: Listened | None = None, engine: Planner | None = None) -> Example:
    """How a clip is spoken, relative to what its speaker does when nothing is felt.

    Parameters
    ----------
    own
        Another recording of the same speaker, in which nothing is felt. With it more is known for certain: how far the
        pitch is raised, and how loud the speech is. None compares with what is usual for such a voice.
    engine
        Knows how long words usually take. Without it, or without the words, the rate is told by ear.

    Raises
    ------
    ExampleError
        A transcript that was given is not what is said.
    """
    neutral = neutral_for(heard.prosody, None if own is None else own.prosody)
    rate = None
    if engine is not None:
        pace = _pace(engine, heard, "the example")
        if own is None:
            rate = None if pace is None else rate_beyond(pace)
        elif pace is not None and (calm := _pace(engine, own, "the neutral recording")) is not None:
            rate = rate_beyond(pace, calm)
    return Example.bounded(heard.title, change_from(neutral, heard.prosody, rate))


def _pace(engine: Planner, listened: Listened, subject: str) -> Pace | None:
    """How fast the words are said; None where there are none, or a recogniser must have heard others."""
    pace = None if listened.words is None else pace_of(engine, listened.words, listened.seconds)
    if pace is None or pace.likely:
        return pace
    if listened.given:
        raise ExampleError(
            f"The transcript of {subject} is too {'long' if pace.log_rate > 0 else 'short'} for what is said in it: "
            "correct it, or leave it out."
        )
    return None


def passage_of(recording: Recording) -> tuple[Passage, float]:
    """The first phrases, as many as are written down, and the seconds of speech in them."""
    phrases = [each for each in recording.phrases if each.end <= _WRITTEN_DOWN_SECONDS] or recording.phrases[:1]
    following = recording.phrases[len(phrases) : len(phrases) + 1]
    # What the detector cuts off the end of a phrase is in the pause behind it.
    end = (phrases[-1].end + following[0].start) / 2 if following else recording.seconds
    end = min(end, max(_WRITTEN_DOWN_SECONDS, phrases[0].start + 1))
    samples = recording.samples[: round(end * recording.sample_rate)]
    sound = soxr.resample(samples, recording.sample_rate, RATE).astype(np.float32)
    return Passage(sound), sum(min(each.end, end) - each.start for each in phrases)


def _measured(recording: Recording, subject: str) -> Prosody:
    if not recording.phrases:
        raise ExampleError(
            f"Nobody is heard to speak in it. {subject} has to be a recording of speech: choose another."
        )
    speech = sum(phrase.seconds for phrase in recording.phrases)
    if speech < SHORTEST_SPEECH:
        raise ExampleError(
            f"{subject} has only {speech:.1f} seconds of speech: choose one of 3 seconds or more, better 10."
        )
    # Without pauses there is nothing to tell noise by, and a voice that never stops is not noise.
    noise = recording.signal_to_noise() if recording.pausing.any() else None
    if noise is not None and noise < _NOISIEST_DB:
        raise ExampleError(
            f"{subject} is too noisy for its melody to be heard, {noise:.0f} dB above the noise: choose a clearer one."
        )
    prosody = prosody_of(recording)
    if prosody is None:
        raise ExampleError(
            f"{subject} has no melody that can be heard, it may be whispered or too noisy: choose a clearer one."
        )
    return prosody
