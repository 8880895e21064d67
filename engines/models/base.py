"""What a model family provides to the engine, whatever its network looks like."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from engines.types import FloatArray, Phonemes, Plan

Progress = Callable[[str, float], None]
"""Told the step that is being done, and the share of it that is done, 0 to 1."""


@dataclass(frozen=True, slots=True)
class VoiceInfo:
    """What a list of voices shows."""

    name: str
    language: str
    gender: str
    """`female` or `male`."""
    pack: str
    """The model pack that the voice belongs to."""


class Voice(Protocol):
    """A voice ready for its model: data that the same compiled engine takes as inputs."""

    @property
    def info(self) -> VoiceInfo:
        """Name and language."""
        ...


class Segment(Protocol):
    """The part of rendering done once for a whole segment; windows of audio are generated from it."""

    @property
    def frames(self) -> int:
        """Length in frames."""
        ...


class SpeechModel(Protocol):
    """A text-to-speech model in three steps: plan a segment, prepare it, generate windows of it."""

    @property
    def alphabet(self) -> frozenset[str]:
        """The symbols the model was trained on."""
        ...

    @property
    def max_symbols(self) -> int:
        """The longest segment."""
        ...

    @property
    def sample_rate(self) -> int:
        """Of the audio, in Hz."""
        ...

    @property
    def frame_samples(self) -> int:
        """Samples of one frame."""
        ...

    @property
    def context(self) -> int:
        """Frames that a window needs on either side for its inner frames to equal the whole."""
        ...

    @property
    def voices(self) -> Mapping[str, VoiceInfo]:
        """The stock voices by name."""
        ...

    @property
    def backend(self) -> str:
        """What runs the model, in words."""
        ...

    def interrupt(self, on: bool) -> None:
        """While on, all work fails, also what is under way. May be called from any thread."""
        ...

    def voice(self, name: str, progress: Progress | None = None) -> Voice:
        """Load a voice. The first time on a machine that takes some seconds, of which `progress` is told.

        Raises
        ------
        VoiceNotFoundError
            If there is no such voice.
        """
        ...

    def warm_up(self) -> None:
        """Run every part once, so that the first real run is as fast as the rest."""
        ...

    def plan(self, phonemes: Phonemes, voice: Voice) -> Plan:
        """Durations, pitch and energy of a segment."""
        ...

    def prepare(self, plan: Plan) -> Segment:
        """Everything that needs the whole segment."""
        ...

    def audible_frames(self, plan: Plan) -> tuple[int, int]:
        """The frames [start, end) worth rendering: the model's silence at both ends is left out."""
        ...

    def generate(self, segment: Segment, start: int, end: int) -> FloatArray:
        """Audio of frames [start, end), without regard to their neighbours: [(end - start) * frame_samples]."""
        ...
