"""Lets a voice speak, and has it judged: by the embedders, by DNSMOS and by Whisper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import soxr
from rich.table import Table

from engines.engine import Engine
from engines.types import FloatArray, Utterance
from engines.voices.profile import VoiceProfile
from tests.bench import listen
from tests.bench.metrics import audio, english, scoring
from tests.bench.metrics.embedders import RATE
from tests.bench.metrics.similarity import Likeness, Panel
from tests.bench.report import console, number

Voice = VoiceProfile | str
"""A profile, or the name of a stock voice."""
_PEAK = 0.5
"""DNSMOS hears level; this is what it is given, of real speech as well."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Of the sentences that one voice said."""

    speaker: str
    likeness: Likeness
    opinion: audio.Opinion
    scores: tuple[scoring.Score, ...]
    heard: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """Of one method, over its voices."""

    method: str
    ratings: tuple[Rating, ...]
    seconds: float
    """To make one voice, the mean."""

    @property
    def likeness(self) -> Likeness:
        """The mean of the voices."""
        return Likeness(*np.mean([rating.likeness for rating in self.ratings], axis=0).tolist())

    @property
    def opinion(self) -> audio.Opinion:
        """The mean of the voices."""
        return audio.Opinion(*np.mean([rating.opinion for rating in self.ratings], axis=0).tolist())

    @property
    def word_errors(self) -> float:
        """Word error rate of all voices, per cent."""
        return 100 * scoring.total(score for rating in self.ratings for score in rating.scores)


def speak(engine: Engine, voice: Voice, text: str, language: str = "en-us", *, at_once: bool = False) -> FloatArray:
    """[N] samples at 16 kHz. The language is that of the text: the nearest stock voice may be of any."""
    utterance = Utterance(text, enter(engine, voice), language, at_once=at_once)
    samples = np.concatenate([chunk.samples for chunk in engine.speak(utterance)])
    return np.asarray(soxr.resample(samples, engine.sample_rate, RATE), np.float32)


def enter(engine: Engine, voice: Voice) -> str:
    """Make a profile one of the engine's voices, in the place of the one entered before, and return its name."""
    if isinstance(voice, str):
        return voice
    engine.refresh_voices([voice])
    return voice.name


def rate(
    panel: Panel, speaker: str, sentences: Sequence[str], spoken: Sequence[FloatArray], *, intelligible: bool = True
) -> Rating:
    """Judge sentences in English; `intelligible` False leaves out what was understood."""
    heard = tuple(listen.transcribe(samples, RATE, "en") for samples in spoken) if intelligible else ()
    return Rating(
        speaker,
        Likeness(*np.mean([panel.judge(samples, speaker) for samples in spoken], axis=0).tolist()),
        audio.Opinion(*np.mean([opinion(samples) for samples in spoken], axis=0).tolist()),
        tuple(
            scoring.score([sentence], english.slots(text), english.tokens)
            for sentence, text in zip(sentences, heard, strict=False)
        ),
        heard,
    )


def opinion(samples: FloatArray) -> audio.Opinion:
    """DNSMOS of [N] samples at 16 kHz, at one level."""
    return audio.opinion(samples * (_PEAK / max(float(np.abs(samples).max()), 1e-9)), RATE)


def show(title: str, rows: Sequence[Row]) -> None:
    """Print one line a method, and below each the likeness of every voice."""
    table = Table(title=title, title_justify="left")
    table.add_column("method")
    columns: tuple[tuple[str, Callable[[Row], float]], ...] = (
        ("ind %", lambda row: row.likeness.independent),
        ("indEQ %", lambda row: row.likeness.flattened),
        ("res %", lambda row: row.likeness.fitted),
        ("SIG", lambda row: row.opinion.signal),
        ("BAK", lambda row: row.opinion.background),
        ("OVRL", lambda row: row.opinion.overall),
        ("WER %", lambda row: row.word_errors),
        ("s a voice", lambda row: row.seconds),
    )
    for name, _ in columns:
        table.add_column(name, justify="right")
    table.add_column("ind / indEQ of each speaker")
    for row in rows:
        each = "  ".join(f"{r.likeness.independent:.0f}/{r.likeness.flattened:.0f}" for r in row.ratings)
        table.add_row(row.method, *(number(value(row)) for _, value in columns), each)
    console.print(table)
