"""Recordings, cloners and a refining process that do what a test wants of them."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from engines.audio.reading import AudioReadError
from engines.errors import TimbreError
from engines.types import FloatArray
from engines.voices.checks import SILENT, Check
from engines.voices.cleaning import Cleaning
from engines.voices.profile import Origin, PitchRange, VoiceProfile
from engines.voices.reference import Reference
from engines.voices.speech_detection import Stretch
from studio.cloning.refinements import Job
from studio.cloning.tools import Missing, Source, Tools, Written

RATE = 24_000
CLIPPED = Check("clipped", "warning", "It is too loud in places: record it again.", (Stretch(1.0, 1.2),))
SHORT = Check("short", "note", "There are 4 seconds of speech: more is better.", value=4.0)

CHILD = Path(__file__).with_name("refining_child.py")
"""A process that keeps to the protocol."""


def profile(title: str = "Grandma", name: str = "", *, level: float = 1.0, **changes: Any) -> VoiceProfile:
    """A voice of four numbers."""
    array = np.full(4, level, np.float32)
    origin = changes.pop("origin", Origin("instant", "2026-01-01", source_sha256="", owner="mine"))
    fields: dict[str, Any] = {
        "name": name or title.lower(),
        "title": title,
        "language": "en-us",
        "gender": "female",
        "family": "tiny",
        "modulation": array,
        "prosody": array,
        "pitch": PitchRange(5.2, 0.2),
        "rate": 1.0,
        "statistics": None,
        "origin": origin,
    }
    return VoiceProfile(**{**fields, **changes})


def speech(seconds: float = 4.0) -> FloatArray:
    """Something like syllables."""
    time = np.arange(round(seconds * RATE)) / RATE
    return (0.3 * np.sin(2 * np.pi * 180 * time) * np.abs(np.sin(2 * np.pi * 2 * time))).astype(np.float32)


def source(path: Path, checks: Sequence[Check] = (CLIPPED, SHORT), seconds: float = 4.0) -> Source:
    """A recording whose middle was chosen."""
    samples = speech(seconds)
    stop = any(check.severity == "stop" for check in checks)
    chosen = () if stop else (Stretch(0.5, seconds - 0.5),)
    used = samples[:0] if stop else samples[RATE // 2 : -RATE // 2]
    return Source(path, samples, RATE, Reference(used, chosen, tuple(checks), "5" * 64, path.name, seconds))


@dataclass
class FakeTools:
    """Everything is there and quick, unless a test says otherwise."""

    missing: Missing = field(default_factory=Missing)
    checks: tuple[Check, ...] = (CLIPPED, SHORT)
    refusal: str = ""
    words: str = "Once upon a time."
    mode: str = ""
    """Of the refining process; see `refining_child`."""
    go_on: threading.Event = field(default_factory=threading.Event)
    threads: set[int] = field(default_factory=set)
    opened: list[Path] = field(default_factory=list)
    cloned: list[SimpleNamespace] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.go_on.set()

    @property
    def tools(self) -> Tools:
        return Tools(self._open, lambda: self, self._transcribe, lambda: self.missing, self._command, self._clean)

    def clone(
        self, reference: Reference, *, title: str, language: str | None, transcript: str, owner: str
    ) -> VoiceProfile:
        self._note_thread()
        if self.refusal:
            raise TimbreError(self.refusal)
        self.cloned.append(
            SimpleNamespace(
                title=title, language=language, transcript=transcript, owner=owner, samples=reference.samples
            )
        )
        origin = Origin("instant", "2026-01-01", source_sha256=reference.sha256, transcript=transcript, owner=owner)
        return profile(title, "voice", language=language or "en-us", origin=origin)

    def _open(self, path: Path) -> Source:
        self._note_thread()
        self.opened.append(path)
        if path.name == "silent.wav":
            return source(path, (SILENT,))
        if path.name == "broken.wav":
            raise AudioReadError(f"“{path}” is no sound file: choose another file.")
        return source(path, self.checks)

    def _transcribe(self, reference: Reference, language: str | None) -> Written:
        self._note_thread()
        if self.refusal:
            raise TimbreError(self.refusal)
        return SimpleNamespace(text=self.words, language="en")

    def _clean(self, reference: Reference, cleaning: Cleaning) -> Reference:
        """Half as loud."""
        self._note_thread()
        return replace(reference, samples=0.5 * reference.samples) if cleaning else reference

    def _command(self, job: Job) -> Sequence[str]:
        self.jobs.append(job)
        return (sys.executable, str(CHILD), str(job.start), self.mode)

    def _note_thread(self) -> None:
        assert self.go_on.wait(5)
        self.threads.add(threading.get_ident())


class FakeInput:
    """An input stream that hears when the test says so."""

    def __init__(self, owner: FakeMicrophones, callback: Any, rate: int) -> None:
        self.owner, self.callback, self.rate = owner, callback, rate
        self.open = False

    def start(self) -> None:
        self.open = True
        self.owner.begun.set()

    def close(self, ignore_errors: bool = False) -> None:
        self.owner.threads.add(threading.get_ident())
        self.open = False


class FakeMicrophones:
    """A `sounddevice` with one microphone, or none."""

    class PortAudioError(Exception):
        pass

    def __init__(self, *, there: bool = True, busy: bool = False) -> None:
        self.there, self.busy = there, busy
        self.begun = threading.Event()
        self.threads: set[int] = set()
        self.streams: list[FakeInput] = []

    def open(self) -> Any:
        return self

    def query_devices(self, device: object, kind: str) -> dict[str, Any]:
        assert kind == "input"
        if not self.there:
            raise self.PortAudioError("Error querying device -1")
        return {"name": "desk", "index": 3, "default_samplerate": 16_000.0}

    def InputStream(self, *, samplerate: int, callback: Any, **_: Any) -> FakeInput:  # noqa: N802
        self.threads.add(threading.get_ident())
        if self.busy:
            raise self.PortAudioError("Device unavailable\nand more")
        self.streams.append(FakeInput(self, callback, samplerate))
        return self.streams[-1]

    def hear(self, samples: FloatArray) -> None:
        """As the sound card would."""
        assert self.begun.wait(5)
        block = samples[:, None].copy()
        self.streams[-1].callback(block, len(block), None, None)
        block[:] = np.nan  # the buffer is PortAudio's again
