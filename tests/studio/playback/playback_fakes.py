"""An engine, a synthesis thread and a sound thread that do what a test tells them, and nothing by themselves."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from itertools import count

import numpy as np
from PySide6.QtCore import QObject, Signal

from engines.errors import NothingToSayError, VoiceNotFoundError
from engines.models.base import Progress, VoiceInfo
from engines.runtime.fallback import StageStatus
from engines.types import AudioChunk, Mark, Phonemes, Plan, Reading, Source, Span, Utterance
from engines.voices.morphs import Morphs
from engines.voices.profile import Origin, PitchRange, VoiceProfile
from engines.voices.store import VoiceStore
from studio.playback.messages import EngineInfo, Rendered

RATE = 24_000
CHUNK = 2400
VOICES = {
    "af_heart": VoiceInfo("af_heart", "en-us", "female", "tiny"),
    "zf_xiaoxiao": VoiceInfo("zf_xiaoxiao", "zh", "female", "tiny"),
}
INFO = EngineInfo("tiny", "fake", RATE, VOICES)


def chunk_of(text: str, number: int) -> AudioChunk:
    """Chunk `number` of a text: 0.1 s, whose level tells the text."""
    level = np.float32((sum(map(ord, text)) % 97 + 1) / 200)
    reading = Reading(Span(number, number + 1), text[number], text[number], Source.RULE, "en-us")
    start = number * CHUNK
    return AudioChunk(np.full(CHUNK, level, np.float32), RATE, start, (Mark(reading, start, start + CHUNK),))


class StepEngine:
    """One chunk a character. With `free` cleared, every chunk waits for a `step`."""

    sample_rate = RATE
    frame_seconds = CHUNK / RATE
    backend = "fake"
    at_once = 1
    is_slow = False

    def __init__(self, store: VoiceStore | None = None) -> None:
        self.store = store
        self.voices_of_model = VOICES
        self.voices = VOICES
        self.lent: tuple[VoiceProfile, ...] = ()
        self.free = threading.Event()
        self.free.set()
        self.asked = threading.Semaphore(0)
        self.said: list[str] = []
        self.known: set[str] = set()
        """Texts that were said to the end."""
        self.warmed: list[str] = []
        self.measures: set[str] = set()
        self.faults: dict[str, Exception] = {}
        self.closed = False
        self.rests = 0
        self.interrupted = threading.Event()
        self.measuring = threading.Event()
        self.waiting = threading.Event()
        self.status: tuple[StageStatus, ...] = ()

    def step(self, chunks: int = 1) -> None:
        self.asked.release(chunks)

    def refresh_emotions(self) -> None:
        """See `engines.engine.Engine`."""

    def refresh_voices(self, extra: Iterable[VoiceProfile] = ()) -> None:
        self.lent = tuple(extra)
        kept = self.store.profiles() if self.store else ()
        self.voices = {
            **self.voices_of_model,
            **{
                p.name: VoiceInfo(p.name, p.language, p.gender, p.family, p.title, p.origin)
                for p in (*kept, *self.lent)
            },
        }

    def profile_of(self, name: str) -> VoiceProfile:
        if name not in self.voices:
            raise VoiceNotFoundError(f"There is no voice {name}.")
        kept = {p.name: p for p in (*(self.store.profiles() if self.store else ()), *self.lent)}
        if name in kept:
            return kept[name]
        info, size = VOICES[name], float(sorted(VOICES).index(name) + 1)
        array = np.full(4, size, np.float32)
        pitch = PitchRange(5.0 + size / 10, 0.2)
        return VoiceProfile(
            name, name, info.language, info.gender, "tiny", array, array, pitch, 1.0, None, Origin("stock", "")
        )

    def morphs(self) -> Morphs:
        directions = {"size": 0.25, "brightness": 0.5, "clarity": 1.0}
        return Morphs({name: np.full(4, step, np.float32) for name, step in directions.items()})

    def warm_up(self, voice: str, progress: Progress | None = None) -> None:
        if voice not in self.voices:
            raise VoiceNotFoundError(f"There is no voice {voice}.")
        if voice in self.measures:
            self.measuring.set()
            assert progress
            progress("measuring", 0.25)
            if self.interrupted.wait(10):
                raise RuntimeError("terminated")
            self.measures.discard(voice)
        self.warmed.append(voice)

    def phonemize(self, utterance: Utterance) -> Iterator[Phonemes]:
        readings = tuple(
            Reading(Span(i, i + 1), c, c, Source.SILENT if c == "☃" else Source.RULE, "en-us")
            for i, c in enumerate(utterance.text)
        )
        yield Phonemes(utterance, Span(0, len(utterance.text)), readings)

    def plan(self, phonemes: Phonemes) -> Plan:
        """A frame a character, all of it voiced."""
        count = len(phonemes.symbols) + 2
        f0, energy = np.full(2 * count, 200, np.float32), np.full(2 * count, 5, np.float32)
        content = np.zeros((1, count), np.float32)
        return Plan(phonemes, None, np.ones(count, np.int64), f0, energy, content)  # type: ignore[arg-type]

    def speak(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        if utterance.text in self.faults:
            raise self.faults[utterance.text]
        if not utterance.text.strip("."):
            raise NothingToSayError("Nothing to say.")
        self.said.append(utterance.text)
        for number in range(len(utterance.text)):
            while not self.free.is_set():
                self.waiting.set()
                if self.interrupted.is_set():
                    raise RuntimeError("terminated")
                if self.asked.acquire(timeout=0.005):
                    break
            if cancel and cancel.is_set():
                return
            yield chunk_of(utterance.text, number)
        self.known.add(utterance.text)

    def speak_beside(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        return self.speak(utterance, cancel=cancel)

    def knows(self, utterance: Utterance) -> bool:
        return utterance.text in self.known

    def rest(self) -> None:
        self.rests += 1

    def interrupt(self, on: bool) -> None:
        (self.interrupted.set if on else self.interrupted.clear)()

    def close(self) -> None:
        self.closed = True


class FakeSynthesis(QObject):
    """Keeps what it is asked; the test answers."""

    loading = Signal(str, float)
    ready = Signal(object)
    unavailable = Signal(str)
    preparing = Signal(int, str, float)
    started = Signal(int)
    chunk = Signal(int, object)
    finished = Signal(int, object)
    failed = Signal(int, str)
    cancelled = Signal(int)
    read = Signal(int, object)

    def __init__(self) -> None:
        super().__init__()
        self._ids = count(1)
        self.open: dict[int, tuple[Utterance, bool]] = {}

    def say(self, utterance: Utterance, *, urgent: bool = False) -> int:
        request = next(self._ids)
        self.open[request] = utterance, urgent
        return request

    def urge(self, request: int, urgent: bool) -> None:
        self.open[request] = self.open[request][0], urgent

    def cancel(self, request: int) -> None:
        self.open.pop(request, None)

    @property
    def texts(self) -> list[str]:
        return [utterance.text for utterance, _ in self.open.values()]

    def request(self, text: str) -> int:
        return next(request for request, (utterance, _) in self.open.items() if utterance.text == text)

    def give(self, text: str, *numbers: int) -> None:
        for number in numbers:
            self.chunk.emit(self.request(text), chunk_of(text, number))

    def finish(self, text: str, unspoken: tuple[str, ...] = ()) -> None:
        request = self.request(text)
        del self.open[request]
        self.finished.emit(request, Rendered(len(text) / 10, 0.1, 0.2, unspoken))

    def complete(self, text: str) -> None:
        self.give(text, *range(len(text)))
        self.finish(text)

    def fail(self, text: str, sentence: str) -> None:
        request = self.request(text)
        del self.open[request]
        self.failed.emit(request, sentence)


class FakeSound(QObject):
    """Keeps clips; the test says what is heard."""

    queued = Signal(int, float)
    started = Signal(int)
    position = Signal(int, float)
    level = Signal(float)
    finished = Signal(int)
    unavailable = Signal(str)
    replaced = Signal(str)
    status_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._ids = count(1)
        self.clips: dict[int, list[np.ndarray]] = {}
        self.gaps: dict[int, float] = {}
        self.starts: dict[int, float] = {}
        self.complete: set[int] = set()
        self.seeks: list[tuple[int, float]] = []
        self.devices: tuple[str, ...] = ()
        self.device = ""
        self.device_in_use = "loudspeaker"
        self.latency = 0.05
        self.underruns = 0
        self.paused = False

    def add(self, *, gap: float = 0.0, start: float = 0.0) -> int:
        clip = next(self._ids)
        self.clips[clip], self.gaps[clip], self.starts[clip] = [], gap, start
        return clip

    def append(self, clip: int, samples: np.ndarray, rate: int) -> None:
        assert rate == RATE
        self.clips[clip].append(samples)

    def end(self, clip: int) -> None:
        self.complete.add(clip)

    def remove(self, clip: int) -> None:
        self.clips.pop(clip, None)

    def seek(self, clip: int, seconds: float) -> None:
        self.seeks.append((clip, seconds))

    def cut(self) -> None:
        self.clips.clear()

    @property
    def lengths(self) -> list[int]:
        """Chunks in every clip."""
        return [sum(map(len, pieces)) // CHUNK for pieces in self.clips.values()]

    @property
    def first(self) -> int:
        return next(iter(self.clips))

    def hear_start(self) -> int:
        clip = self.first
        self.started.emit(clip)
        return clip

    def hear_end(self) -> None:
        clip = self.first
        assert clip in self.complete
        del self.clips[clip]
        self.finished.emit(clip)

    def hear(self) -> None:
        self.hear_start()
        self.hear_end()
