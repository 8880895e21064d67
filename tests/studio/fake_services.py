"""An engine, a store and a player without models, registries or sound, for the commands."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from engines.errors import AudioDeviceError, FetchError, ModelMissingError, NothingToSayError, VoiceNotFoundError
from engines.models.base import VoiceInfo
from engines.models.installed import Problem
from engines.models.store import PackInfo, State
from engines.text.lexicon_store import LexiconStore
from engines.types import AudioChunk, Mark, Phonemes, Reading, Source, Span, Utterance
from engines.voices.morphs import Morphs
from engines.voices.profile import Origin, PitchRange, VoiceProfile
from engines.voices.store import VoiceStore
from studio.commands.services import Services

RATE = 24_000
CHUNK = 2400
"""0.1 s of sine for every character that is spoken."""

VOICES = {
    "af_heart": VoiceInfo("af_heart", "en-us", "female", "tiny"),
    "bm_george": VoiceInfo("bm_george", "en-gb", "male", "tiny"),
    "zf_xiaoxiao": VoiceInfo("zf_xiaoxiao", "zh", "female", "tiny"),
}


class FakeEngine:
    """Speaks letters and digits as a sine, marks as nothing, and reports everything else as silent."""

    sample_rate = RATE
    at_once = 2
    voices: Mapping[str, VoiceInfo] = VOICES

    def __init__(self, delay: float = 0.0, level: float = 0.5, fault: BaseException | None = None) -> None:
        self.delay = delay
        self.level = level
        self.fault = fault
        self.warm: list[str] = []
        self.cancels: list[threading.Event] = []
        self.spoken: list[Utterance] = []

    def __enter__(self) -> FakeEngine:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def warm_up(self, voice: str, progress: object = None) -> None:
        if voice not in VOICES:
            raise VoiceNotFoundError(f"There is no voice “{voice}”; `timbre voices` lists them.")
        self.warm.append(voice)

    def interrupt(self, on: bool) -> None:
        self.interrupted = on

    def refresh_emotions(self) -> None:
        """See `engines.engine.Engine`."""

    def refresh_voices(self, extra: Iterable[VoiceProfile] = ()) -> None:
        self.lent = tuple(extra)

    def profile_of(self, name: str) -> VoiceProfile:
        if name not in VOICES:
            raise VoiceNotFoundError(f"There is no voice “{name}”; `timbre voices` lists them.")
        info, size = VOICES[name], sorted(VOICES).index(name)
        ones = np.full(4, size, np.float32)
        pitch = PitchRange(5.0 + size / 10, 0.2)
        origin = Origin("stock", "")
        return VoiceProfile(name, name, info.language, info.gender, "tiny", ones, ones, pitch, 1.0, None, origin)

    def morphs(self) -> Morphs:
        directions = {"size": 0.25, "brightness": 0.5, "clarity": 1.0}
        return Morphs({name: np.full(4, step, np.float32) for name, step in directions.items()})

    def phonemize(self, utterance: Utterance) -> Iterator[Phonemes]:
        readings = []
        for position, character in enumerate(utterance.text):
            spoken = character.isalnum()
            mark = character.isspace() or character in ",.;:!?，。"
            source = Source.RULE if spoken else Source.PUNCTUATION if mark else Source.SILENT
            symbols = character.lower() if spoken else " " if mark else ""
            span = Span(position, position + 1)
            readings.append(Reading(span, character if spoken else "", symbols, source, "en-us"))
        yield Phonemes(utterance, Span(0, len(utterance.text)), tuple(readings))

    def speak_beside(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        return self.speak(utterance, cancel=cancel)

    def speak(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        assert cancel is not None
        assert utterance.voice in self.warm
        self.cancels.append(cancel)
        self.spoken.append(utterance)
        (phonemes,) = self.phonemize(utterance)
        spoken = [reading for reading in phonemes.readings if reading.spoken]
        if not spoken:
            raise NothingToSayError("There is nothing to say in this text; write at least one word.")
        for number, reading in enumerate(spoken):
            time.sleep(self.delay)
            if self.fault and number == 1:
                raise self.fault
            start = number * CHUNK
            phase = 2 * np.pi * 500 * np.arange(start, start + CHUNK) / RATE
            samples = (self.level * np.sin(phase)).astype(np.float32)
            yield AudioChunk(samples, RATE, start, (Mark(reading, start, start + CHUNK),))


@dataclass
class FakePlayer:
    """Remembers what it was asked to play."""

    heard: list[np.ndarray] = field(default_factory=list)
    drained: bool = False
    stopped: bool = False
    underruns: int = 0

    def __enter__(self) -> FakePlayer:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def play(self, chunks: Iterable[AudioChunk]) -> None:
        self.heard += [chunk.samples for chunk in chunks]

    def drain(self) -> None:
        self.drained = True

    def stop(self) -> None:
        self.stopped = True


class FakeStore:
    """One pack that can be installed from `registry` and one that is damaged."""

    def __init__(self) -> None:
        self.states = {"tiny": State.ABSENT, "broken": State.DAMAGED}
        self.calls: list[tuple[str, str | None, bool]] = []
        self.without: dict[str, str] = {}

    def available(self) -> list[PackInfo]:
        return [
            PackInfo(
                name=name,
                title=name.title(),
                licence="Apache-2.0",
                upstream="https://example.org",
                sources={"registry": 120_000_000},
                state=state,
                folder=Path("models") / name,
                source=None if state is State.ABSENT else "registry",
                bytes=0 if state is State.ABSENT else 350_000_000,
                without=self.without,
            )
            for name, state in self.states.items()
        ]

    def installed(self) -> list[PackInfo]:
        return [info for info in self.available() if info.state is not State.ABSENT]

    def install(self, name: str, *, source: str | None, offline: bool, progress: Any) -> Path:
        self.calls.append((name, source, offline))
        if offline:
            raise FetchError(f"{name} has not been fetched yet.")
        progress("Fetching", 0.5)
        progress("Done", 1.0)
        self.states[name] = State.READY
        return Path("models") / name

    def info(self, name: str) -> PackInfo:
        return next(info for info in self.available() if info.name == name)

    def verify(self, name: str) -> list[Problem]:
        return [Problem("front.onnx", "is truncated")] if self.states[name] is State.DAMAGED else []

    def remove(self, name: str) -> None:
        if self.states.get(name, State.ABSENT) is State.ABSENT:
            raise ModelMissingError(f"The model {name} is not installed.")
        self.states[name] = State.ABSENT


@dataclass
class Fakes:
    """The fakes behind one `Services`."""

    engine: FakeEngine = field(default_factory=FakeEngine)
    player: FakePlayer | None = field(default_factory=FakePlayer)
    store: FakeStore = field(default_factory=FakeStore)
    voices: VoiceStore = field(default_factory=lambda: VoiceStore(Path("there is no such folder")))
    lexicon: LexiconStore = field(default_factory=lambda: LexiconStore(Path("there is no such folder") / "user.json"))

    @property
    def services(self) -> Services:
        return Services(
            lambda: self.engine, lambda: self.store, lambda: self.voices, self._open_player, lambda: self.lexicon
        )

    def _open_player(self) -> FakePlayer:
        if self.player is None:
            raise AudioDeviceError("No sound output device was found; write a file with -o.")
        return self.player
