"""From a recording to an example; see `engines.prosody.example`."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engines.audio.reading import read_audio
from engines.prosody.example import Example, ExampleError
from engines.prosody.measuring import Prosody, prosody_of
from engines.prosody.neutral import change_from, neutral_for
from engines.types import FloatArray
from engines.voices.measurements import Recording

LONGEST_SECONDS = 120.0
"""Of a recording that are listened to."""
SHORTEST_SPEECH = 1.0
"""Seconds, from which anything can be told."""
_FASTEST_SOURCE = 48_000
_NOISIEST_DB = 6.0
"""Where noise is as near to the voice as this, pitch and pauses are not found."""


def open_example(path: Path, neutral: Path | None = None) -> Example:
    """The prosody of an audio or video file; of its first two minutes, if it is longer.

    Parameters
    ----------
    neutral
        Another recording of the same speaker, in which nothing is felt. With it more is known for certain: how far the
        pitch is raised, and how loud the speech is.

    Raises
    ------
    AudioReadError
        There is no sound in a file that can be read.
    ExampleError
        Too little is spoken in a recording, or it is too noisy.
    """
    samples, rate = _read(path)
    return example_of(samples, rate, path.stem, None if neutral is None else _read(neutral))


def example_of(
    samples: FloatArray, sample_rate: int, title: str, neutral: tuple[FloatArray, int] | None = None
) -> Example:
    """The prosody of a recording, relative to what its speaker does when nothing is felt.

    Parameters
    ----------
    samples
        [N] mono, at any level.
    sample_rate
        Hz.
    title
        What the example is called, usually the name of the file.
    neutral
        Samples and rate of another recording of the same speaker, in which nothing is felt; None compares with what is
        usual for such a voice.

    Raises
    ------
    ExampleError
        Too little is spoken in a recording, or it is too noisy; the sentence says what to do.
    """
    own = None if neutral is None else _measured(*neutral, "The neutral recording")
    heard = _measured(samples, sample_rate, "The example")
    return Example.bounded(title, change_from(neutral_for(heard, own), heard))


def _read(path: Path) -> tuple[FloatArray, int]:
    return read_audio(path, longest=LONGEST_SECONDS, fastest=_FASTEST_SOURCE)


def _measured(samples: FloatArray, sample_rate: int, subject: str) -> Prosody:
    heard = np.nan_to_num(samples[: round(LONGEST_SECONDS * sample_rate)], posinf=0.0, neginf=0.0)
    if not len(heard) or not heard.any():
        raise ExampleError(f"{subject} is silent: choose a recording in which somebody speaks.")
    recording = Recording(heard, sample_rate)
    speech = sum(phrase.seconds for phrase in recording.phrases)
    if not recording.phrases:
        raise ExampleError(
            f"Nobody is heard to speak in it. {subject} has to be a recording of speech: choose another."
        )
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
