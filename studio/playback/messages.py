"""What the threads of synthesis and playback tell the GUI thread: frozen values, safe to hand over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from engines.models.base import VoiceInfo
from engines.runtime.fallback import StageStatus


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """The engine that is ready."""

    model: str
    """Name of the model pack."""
    backend: str
    """For the status bar, for example `ONNX Runtime, 2 threads`."""
    sample_rate: int
    voices: Mapping[str, VoiceInfo]
    stages: tuple[StageStatus, ...] = ()
    """What runs every stage of the model, in the order of the work."""
    at_once: int = 1
    """Lines that are best made at once."""

    @property
    def slower(self) -> tuple[StageStatus, ...]:
        """The stages that run on something slower than they should."""
        return tuple(stage for stage in self.stages if stage.fell_back)


@dataclass(frozen=True, slots=True)
class Rendered:
    """How a request went. Times in seconds."""

    seconds: float
    """Of audio."""
    first_sound: float
    """From taking up the request to its first chunk, warm voice included."""
    making: float
    """Until its last chunk."""
    unspoken: tuple[str, ...]
    """Pieces of the text that could not be spoken, in order."""


class TransportState(Enum):
    """What the transport is doing."""

    STOPPED = "stopped"
    WAITING = "waiting"
    """Play was pressed and no audio is there yet."""
    PLAYING = "playing"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class PlaybackStats:
    """For the status bar."""

    device: str
    """Name of the output in use; empty when there is none."""
    latency: float
    """Seconds from the queue to the loudspeaker."""
    underruns: int
    first_sound: float | None
    """Seconds from the last press of play until its first sample was queued; None before the first."""
