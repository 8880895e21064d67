"""A synthesis thread that says what a test's engine says, when the test lets it, and plans without a model."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
from fake_line_services import RATE, FakeSynthesis, sound
from PySide6.QtCore import Signal

from engines.prosody.directing import Preparing
from engines.types import AudioChunk, Mark, Phonemes, Plan, Reading, Source, Span, Utterance

FRAME = 600
SILENCE = 12
"""Frames of silence at both ends."""


class PlanningEngine:
    """A clause a sentence, a symbol a character; every symbol is 4 frames, its pitch falls, and spaces are unvoiced."""

    frame_seconds = FRAME / RATE
    sample_rate = RATE

    def __init__(self) -> None:
        self.planned = 0

    def phonemize(self, utterance: Utterance) -> Iterator[Phonemes]:
        return map(Preparing(utterance).prepared, self._read(utterance))

    def plan(self, phonemes: Phonemes) -> Plan:
        self.planned += 1
        symbols = phonemes.symbols
        durations = np.array([SILENCE, *[4] * len(symbols), SILENCE])
        index = np.repeat(np.arange(len(durations)), 2 * durations)
        voiced = np.array([False, *(symbol.isalpha() for symbol in symbols), False])[index]
        falling = np.linspace(240.0, 160.0, len(index))
        wave = 12 * np.sin(np.arange(len(index)) / 3)
        f0 = np.where(voiced, falling + wave, 0.0).astype(np.float32)
        energy = np.where(voiced, 5 + np.sin(np.arange(len(index)) / 5), -9.0).astype(np.float32)
        content = np.zeros((1, len(durations)), np.float32)
        return Plan(phonemes, None, durations, f0, energy, content)  # type: ignore[arg-type]

    def speak(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """Each heard clause is a tone as long as its symbols, which begins with the first of them."""
        position = 0
        for phonemes in self.phonemize(utterance):
            excerpt = utterance.excerpt
            if excerpt and not (phonemes.span.start < excerpt.end and excerpt.start < phonemes.span.end):
                continue
            samples = sound(len(phonemes.symbols) * 4 * FRAME / RATE)
            marks, at = [], position
            for reading in phonemes.readings:
                end = at + len(reading.symbols) * 4 * FRAME
                marks.append(Mark(reading, at, end))
                at = end
            yield AudioChunk(samples, RATE, position, tuple(marks))
            position += len(samples)

    def _read(self, utterance: Utterance) -> Iterator[Phonemes]:
        at = 0
        for sentence in utterance.text.split(". "):
            span = Span(at, at + len(sentence))
            readings, place = [], at
            for word in sentence.split(" "):
                word_span = Span(place, place + len(word))
                readings.append(Reading(word_span, word, word.lower(), Source.LEXICON, "en-us"))
                place += len(word)
                if place < span.end:
                    readings.append(Reading(Span(place, place + 1), "", " ", Source.PUNCTUATION, "en-us"))
                    place += 1
            at = span.end + 2
            yield Phonemes(utterance, span, tuple(readings))


class SpeakingSynthesis(FakeSynthesis):
    """Also says things."""

    chunk = Signal(int, object)
    finished = Signal(int, object)
    voices_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.said: dict[int, Utterance] = {}

    def say(self, utterance: Utterance, *, urgent: bool = False) -> int:
        request = 5000 + len(self.said)
        self.said[request] = utterance
        return request

    def speak(self, engine: PlanningEngine) -> None:
        """Answer what was asked to be said and has not been cancelled."""
        for request, utterance in list(self.said.items()):
            if request not in self.cancelled:
                self.cancelled.append(request)
                for chunk in engine.speak(utterance):
                    self.chunk.emit(request, chunk)
                self.finished.emit(request, None)
