"""Ways to make a voice of a recording: those that clone, and those that clones must beat."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import soxr
from rich.progress import track

from engines import paths
from engines.audio.pitch import track_pitch
from engines.engine import Engine
from engines.errors import TimbreError
from engines.models.kokoro.config import GRAPH_VERSION
from engines.types import FloatArray, IntArray, Plan, Utterance
from engines.voices.alignment import align
from engines.voices.instant import InstantCloner
from engines.voices.profile import FASTEST_RATE, SLOWEST_RATE, Origin, PitchRange
from engines.voices.reference import prepare
from engines.voices.voice_file import read_voice
from tests.bench import listen
from tests.bench.clone_rating import Voice, speak
from tests.bench.metrics.embedders import RATE, Embedder, mean_direction
from tests.bench.report import console

Method = Callable[[str, FloatArray, str], Voice]
"""Name of the speaker, [N] samples of the reference at 16 kHz and its language (`en-us`, `zh`), to a voice."""
_AUDITION = (
    "Most of the letters were written in winter, when nobody could travel.",
    "Would you like to sit by the window, or closer to the stage?",
)
"""What stock voices say to be compared with a reference."""
_RATE_EXPONENT = 0.8
"""The speaking rate of one recording is taken for the speaker's with some caution."""


class Made(NamedTuple):
    """A voice, and how long it took."""

    voice: Voice
    seconds: float


def make(method: Method, speaker: str, reference: FloatArray, language: str = "en-us") -> Made:
    """Make one voice."""
    start = time.perf_counter()
    voice = method(speaker, reference, language)
    return Made(voice, time.perf_counter() - start)


class Stock:
    """The stock voice whose embedding is nearest."""

    def __init__(self, engine: Engine, embedder: Embedder) -> None:
        self._embedder = embedder
        self._directions = _stock_directions(engine, embedder)

    def __call__(self, speaker: str, reference: FloatArray, language: str) -> str:
        heard = self._embedder.embed(reference)
        return max(self._directions, key=lambda name: float(heard @ self._directions[name]))


class Mapped:
    """The nearest stock voice with the pitch range and the speaking rate of the reference, which Whisper reads."""

    def __init__(self, engine: Engine, stock: Stock) -> None:
        self._engine = engine
        self._stock = stock

    def __call__(self, speaker: str, reference: FloatArray, language: str) -> Voice:
        nearest = self._stock(speaker, reference, language)
        return replace(
            self._engine.profile_of(nearest),
            name=f"bench-map-{speaker}",
            title=f"{nearest} as {speaker}",
            pitch=PitchRange.of(track_pitch(reference, RATE)),
            rate=speaking_rate(self._engine, nearest, reference, language),
            origin=Origin("instant", ""),
        )


class Instant:
    """The project's instant clone, from samples to a voice; loading the encoder is not counted."""

    def __init__(self) -> None:
        self._cloner = InstantCloner.open()

    def __call__(self, speaker: str, reference: FloatArray, language: str) -> Voice:
        # All of it: how much there is to hear is what is measured.
        heard = prepare(reference, RATE, source_name=speaker, seconds=len(reference) / RATE)
        return self._cloner.clone(heard, name=f"bench-instant-{speaker}", title=speaker, language=language)


class Files:
    """Voices that were made before: `<folder>/<speaker>.timbrevoice`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, speaker: str, reference: FloatArray, language: str) -> Voice:
        path = self._folder / f"{speaker}.timbrevoice"
        if not path.is_file():
            raise TimbreError(f"{self._folder} has no {path.name}: make a voice of every judged speaker first.")
        return replace(read_voice(path), name=f"bench-file-{speaker}")


def speaking_rate(engine: Engine, voice: str, reference: FloatArray, language: str) -> float:
    """How much faster the reference is than a voice that says the same, pauses left out; 1 if they do not fit."""
    transcript = listen.transcribe(reference, RATE, language[:2])
    plans = [engine.plan(phonemes) for phonemes in engine.phonemize(Utterance(transcript, voice, language))]
    durations: IntArray = np.concatenate([plan.durations for plan in plans])
    found = align(_whole(engine, plans), durations, reference)
    if found is None:
        return 1.0
    spoken = np.concatenate([_speech(plan) for plan in plans])
    ratio = durations[spoken].sum() / found.durations[spoken].sum()
    return float(np.clip(ratio**_RATE_EXPONENT, SLOWEST_RATE, FASTEST_RATE))


def _whole(engine: Engine, plans: list[Plan]) -> FloatArray:
    """The plans spoken frame for frame, silence at the ends of each included, at 16 kHz."""
    pieces = [engine.model.generate(engine.model.prepare(plan), 0, plan.frames) for plan in plans]
    samples: FloatArray = soxr.resample(np.concatenate(pieces), engine.sample_rate, RATE)
    return samples


def _speech(plan: Plan) -> FloatArray:
    """Which symbols of a plan are sounds: no silent ends, spaces or punctuation."""
    return np.array([False, *(symbol.isalpha() for symbol in plan.phonemes.symbols), False])


def _stock_directions(engine: Engine, embedder: Embedder) -> Mapping[str, FloatArray]:
    """The direction of every stock voice. Each is kept in the cache: to hear them all takes some minutes."""
    key = hashlib.sha256(repr((_AUDITION, GRAPH_VERSION)).encode()).hexdigest()[:12]
    folder = paths.writable(paths.cache() / "judges" / f"stock-voices-{key}")
    names = [name for name, info in engine.voices.items() if info.kind == "stock"]
    directions = {}
    for name in track(names, "hearing the stock voices", console=console):
        path = folder / f"{name}.npy"
        if not path.is_file():
            np.save(path, mean_direction(np.stack([embedder.embed(speak(engine, name, text)) for text in _AUDITION])))
        directions[name] = np.load(path)
    return directions
