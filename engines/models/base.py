"""What a model family provides to the engine, whatever its network looks like."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from engines.runtime.fallback import StageStatus
from engines.types import FloatArray, Phonemes, Plan

if TYPE_CHECKING:
    from engines.voices.profile import Origin, PitchRange, VoiceProfile

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
    title: str = ""
    """As shown, where it was given a title; empty for a stock voice, whose name is all there is."""
    origin: Origin | None = None
    """Where it came from; None for a stock voice."""

    @property
    def kind(self) -> str:
        """`stock`, or the kind of its origin."""
        return self.origin.kind if self.origin else "stock"

    @property
    def description(self) -> str:
        """A sentence about a voice that has one."""
        return self.origin.description if self.origin else ""


class Voice(Protocol):
    """A voice ready for its model: data that the same compiled engine takes as inputs."""

    @property
    def info(self) -> VoiceInfo:
        """Name and language."""
        ...

    @property
    def digest(self) -> str:
        """Of all its data: equal for voices that sound alike to the bit."""
        ...


class Segment(Protocol):
    """The part of rendering done once for a whole segment; windows of audio are generated from it."""

    @property
    def frames(self) -> int:
        """Length in frames."""
        ...

    @property
    def nbytes(self) -> int:
        """Memory of its arrays."""
        ...


class SpeechModel(Protocol):
    """A text-to-speech model in three steps: plan a segment, prepare it, generate windows of it."""

    @property
    def digest(self) -> str:
        """Of all that decides what it makes of a segment and a voice: its files, and what runs its stages now."""
        ...

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
        """The voices by name: stock voices, then profiles. A snapshot, which does not change."""
        ...

    @property
    def backend(self) -> str:
        """What runs the model, in words."""
        ...

    @property
    def status(self) -> tuple[StageStatus, ...]:
        """What runs every stage, in the order of the work."""
        ...

    def retry_backends(self) -> None:
        """Try backends that failed again at once, for example when engines have been built."""
        ...

    def rest(self) -> None:
        """Nothing is to be said for now: hold less memory. What is asked for next loads again what it needs."""
        ...

    @property
    def window(self) -> int | None:
        """Frames of the windows, context included, that it is fastest with; None where any will do."""
        ...

    def interrupt(self, on: bool) -> None:
        """While on, all work fails, also what is under way. May be called from any thread."""
        ...

    def take_profiles(self, profiles: Iterable[VoiceProfile]) -> None:
        """Speak with these voices too, from the next call of `voice` on; those taken before are forgotten.

        Profiles of other families, and those named like a stock voice, are left out. May be called from any thread.
        """
        ...

    def profile_of(self, name: str) -> VoiceProfile:
        """A voice as a profile whose range of pitch is known, to blend it; a stock voice at a usual length.

        Raises
        ------
        VoiceNotFoundError
            If there is no such voice.
        """
        ...

    def stock_modulations(self) -> dict[str, FloatArray]:
        """[modulation] of all stock voices at a usual length, as in their profiles."""
        ...

    def voice(self, name: str, progress: Progress | None = None, *, measured: bool = True) -> Voice:
        """Load a voice. The first time on a machine it is measured, which takes some seconds; `progress` is told.

        Without `measured` a voice that is new comes at once and speaks whole segments at a time.

        Raises
        ------
        VoiceNotFoundError
            If there is no such voice.
        """
        ...

    def pitch_range(self, voice: Voice) -> PitchRange | None:
        """The pitch with which a voice speaks; None where it cannot be told. Measured the first time on a machine."""
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

    def generate_many(self, windows: Sequence[tuple[Segment, int, int]]) -> list[FloatArray]:
        """Like `generate`, of several windows (segment, start, end) together, which may be much faster."""
        ...
