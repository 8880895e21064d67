"""Speaking one utterance into files, streams and the sound device, and measuring how fast that goes."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from engines.types import AudioChunk, FloatArray, Phonemes, Utterance
from studio.commands.services import SpeechEngine
from studio.playback.player import Player


class Sink(Protocol):
    """Takes audio as it is made: `WavWriter` and `AudioStream`."""

    def write(self, samples: FloatArray) -> None:
        """Take [N] samples."""
        ...


@dataclass(frozen=True, slots=True)
class Speech:
    """What was spoken and how fast. All times in seconds."""

    duration: float
    """Of the audio."""
    first_sound: float
    """From asking for speech until the first piece of audio was there, with the engine loaded and warm."""
    making: float
    """Spent making all of the audio; waiting for disk or loudspeaker not counted."""
    unspoken: tuple[str, ...]
    """Pieces of the text that were not spoken, in order."""
    problems: tuple[str, ...] = ()
    """Sentences about markup and readings that could not be followed, each with its piece of the text."""

    @property
    def real_time_factor(self) -> float:
        """Time spent a second of audio; below 1 is faster than playing it."""
        return self.making / self.duration if self.duration else 0.0


def speak(
    engine: SpeechEngine,
    utterance: Utterance,
    sinks: Sequence[Sink] = (),
    *,
    player: Player | None = None,
    progress: Callable[[float], None] | None = None,
) -> Speech:
    """Speak an utterance into every sink, and through the player if there is one; return when it has been heard.

    The voice is expected to be warm. `progress` is called with the share of the text that has been made. Whatever
    interrupts this also stops the engine and the player.
    """
    cancel = threading.Event()
    meter = _Meter(lambda: engine.speak(utterance, cancel=cancel))
    chunks = _through(meter.chunks(), sinks, _reporter(utterance, progress))
    try:
        if player:
            player.play(chunks)
        else:
            for _ in chunks:
                pass
        read = list(engine.phonemize(utterance))
        unspoken = tuple(_unspoken(read, utterance))
        problems = tuple(_problems(read, utterance))
        if player:
            player.drain()
    except BaseException:
        cancel.set()
        if player:
            player.stop()
        raise
    return Speech(meter.duration, meter.first_sound, meter.making, unspoken, problems)


class _Meter:
    """Measures the time spent inside an iterator of audio."""

    def __init__(self, start: Callable[[], Iterator[AudioChunk]]) -> None:
        self._start = start
        self.duration = 0.0
        self.first_sound = 0.0
        self.making = 0.0

    def chunks(self) -> Iterator[AudioChunk]:
        before = time.perf_counter()
        source = self._start()
        for chunk in source:
            self.making += time.perf_counter() - before
            if not self.duration:
                self.first_sound = self.making
            self.duration += len(chunk.samples) / chunk.sample_rate
            yield chunk
            before = time.perf_counter()
        self.making += time.perf_counter() - before


def _through(
    chunks: Iterator[AudioChunk], sinks: Sequence[Sink], report: Callable[[AudioChunk], None]
) -> Iterator[AudioChunk]:
    for chunk in chunks:
        for sink in sinks:
            sink.write(chunk.samples)
        report(chunk)
        yield chunk


def _reporter(utterance: Utterance, progress: Callable[[float], None] | None) -> Callable[[AudioChunk], None]:
    def report(chunk: AudioChunk) -> None:
        if progress and chunk.marks:
            progress(chunk.marks[-1].reading.span.end / len(utterance.text))

    return report


def _unspoken(read: Iterable[Phonemes], utterance: Utterance) -> Iterator[str]:
    for phonemes in read:
        for reading in phonemes.unspoken:
            yield utterance.text[reading.span.start : reading.span.end]


def _problems(read: Iterable[Phonemes], utterance: Utterance) -> Iterator[str]:
    for phonemes in read:
        for problem in phonemes.problems:
            yield f"“{utterance.text[slice(*problem.span)]}”: {problem.message}"
