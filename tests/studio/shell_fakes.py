"""A session that speaks and plays without a model or a sound card."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

from studio.session import Session
from tests.studio.playback.fake_portaudio import FakePortAudio, FakeStream
from tests.studio.playback.playback_fakes import StepEngine


class ClockedStream(FakeStream):
    """Asks for audio as a sound card does, in real time or so many times as fast."""

    speed = 1.0

    def start(self) -> None:
        super().start()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="fake sound card")
        self._thread.start()

    def close(self, ignore_errors: bool = False) -> None:
        super().close(ignore_errors)
        self._end.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._end.wait(0.01):
            self.play(0.01 * self.speed)


class ClockedPortAudio(FakePortAudio):
    speed = 1.0

    def OutputStream(self, **options: Any) -> FakeStream:  # noqa: N802
        stream = super().OutputStream(**options)
        clocked = self.streams[-1] = ClockedStream(self, stream.name, stream.callback, stream.rate)
        clocked.speed = self.speed
        return clocked


def make_session(folder: Path, engine: StepEngine | None = None, **options: Any) -> Session:
    """A session in a folder, with one loudspeaker."""
    engine = engine or StepEngine()
    options.setdefault("open_engine", lambda: engine)
    options.setdefault("open_portaudio", ClockedPortAudio("loudspeaker", "headphones").open)
    return Session(folder, folder, **options)


class SlowOpening:
    """Opens an engine only when told: a model that is being read."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.go_on = threading.Event()

    def __call__(self) -> StepEngine:
        self.begun.set()
        self.go_on.wait(10)
        return StepEngine()


def seconds_of(work: Any) -> float:
    """How long a call takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin
