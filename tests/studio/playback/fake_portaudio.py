"""A `sounddevice` whose devices come, go, and play when the test says so."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

RATE = 48_000
BLOCK = 480


class FakeStream:
    latency = 0.0

    def __init__(self, owner: FakePortAudio, name: str, callback: Callable[..., None], rate: int) -> None:
        self.owner, self.name, self.callback, self.rate = owner, name, callback, rate
        self.active = False
        self.heard: list[np.ndarray] = []

    def start(self) -> None:
        self.active = True

    def close(self, ignore_errors: bool = False) -> None:
        self.owner.check_thread()
        self.active = False

    def play(self, seconds: float) -> None:
        """Ask for so much audio, as the sound card does."""
        for _ in range(round(seconds * self.rate / BLOCK)):
            out = np.full((BLOCK, 2), np.nan, np.float32)
            self.callback(out, BLOCK, None, SimpleNamespace(output_underflow=False))
            self.heard.append(out[:, 0])

    @property
    def sound(self) -> np.ndarray:
        return np.concatenate(self.heard)


class FakePortAudio:
    """Lists devices as they were at `_initialize`, as the real one does."""

    class PortAudioError(Exception):
        pass

    def __init__(self, *names: str) -> None:
        self.present = list(names)
        self.listed = list(names)
        self.refused_rates: set[int] = set()
        self.busy: set[str] = set()
        self.streams: list[FakeStream] = []
        self.thread = 0

    def open(self) -> FakePortAudio:
        return self

    def check_thread(self) -> None:
        """All calls must come from one thread, which is not that of the window."""
        # Not `current_thread`, which would make up a thread for one of Qt's that never ends.
        self.thread = self.thread or threading.get_ident()
        assert self.thread == threading.get_ident()
        assert self.thread != threading.main_thread().ident

    @property
    def stream(self) -> FakeStream:
        return self.streams[-1]

    def unplug(self, name: str) -> None:
        self.present.remove(name)
        for stream in self.streams:
            if stream.name == name:
                stream.active = False

    def plug(self, name: str) -> None:
        self.present.append(name)

    def _terminate(self) -> None:
        self.check_thread()
        assert not any(stream.active for stream in self.streams)

    def _initialize(self) -> None:
        self.listed = list(self.present)

    def query_devices(self, device: int | str | None = "all", kind: str = "") -> Any:
        self.check_thread()
        infos = [
            {"name": name, "index": i, "max_output_channels": 2, "default_samplerate": 44_100.0}
            for i, name in enumerate(self.listed)
        ]
        if device == "all":
            return infos
        if not infos:
            raise self.PortAudioError("Error querying device -1")
        return infos[0 if device is None else device]

    def OutputStream(self, *, samplerate: int, device: int, callback: Callable[..., None], **_: Any) -> FakeStream:  # noqa: N802
        self.check_thread()
        name = self.listed[device]
        if samplerate in self.refused_rates or name in self.busy or name not in self.present:
            raise self.PortAudioError("Invalid sample rate")
        self.streams.append(FakeStream(self, name, callback, samplerate))
        return self.streams[-1]
