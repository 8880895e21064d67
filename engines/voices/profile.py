"""A voice as data: what the compiled engine takes as inputs, and where it came from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from engines.models.kokoro.statistics import VoiceStatistics
from engines.types import FloatArray

SLOWEST_RATE, FASTEST_RATE = 0.72, 1.3
VOICED_ABOVE_HZ = 40.0
"""Lower values of a pitch curve are on their way to unvoiced: no pitch that a speaker could have."""
_FARTHEST = 0.6
_LEAST_VOICED = 20
KINDS = ("instant", "refined", "blend", "house", "stock")
GENDERS = ("female", "male")
NOISE_REDUCTION, STUDIO_SOUND = "noise-reduction", "studio-sound"
"""What may have been done to a recording before; see `engines.voices.cleaning`."""


class PitchRange(NamedTuple):
    """The pitch of a speaker: mean and standard deviation of the natural logarithm of F0 in Hz."""

    mean_log_hz: float
    spread_log_hz: float

    @classmethod
    def of(cls, f0: FloatArray) -> PitchRange | None:
        """The range of an F0 curve in Hz, voiced above 40; None where too little is voiced to tell.

        Values further than 0.6 (most of an octave) from the median are left out: errors of a tracker by an octave, and
        the slopes with which the curves of the model go from voiced to unvoiced.
        """
        logs = np.log(f0[f0 > VOICED_ABOVE_HZ].astype(np.float64))
        if len(logs) < _LEAST_VOICED:
            return None
        logs = logs[np.abs(logs - np.median(logs)) < _FARTHEST]
        return cls(float(logs.mean()), float(logs.std()))


@dataclass(frozen=True)
class Origin:
    """Where a voice came from, and whose it is."""

    kind: str
    """`instant` or `refined` (cloned), `blend`, `house` (comes with the program), or `stock` (the model's own)."""
    created: str
    """ISO 8601 date."""
    source_sha256: str = ""
    """Of the file that it was cloned from."""
    source_name: str = ""
    transcript: str = ""
    """What is said in the reference."""
    similarity: float | None = None
    """To the reference, as measured when the voice was made; 1.0 is the speaker's own."""
    parts: tuple[tuple[str, float], ...] = ()
    """Names and weights of the voices that a blend is made of."""
    owner: str = ""
    """Whose voice it is, and that they agreed: the answer given when it was cloned."""
    description: str = ""
    cleaning: tuple[str, ...] = ()
    """What was done to the recording before: `NOISE_REDUCTION`, `STUDIO_SOUND`."""


@dataclass(frozen=True, eq=False)
class VoiceProfile:
    """A voice that is not one of the model's stock voices. Its arrays are inputs of the model pack `family`.

    Raises
    ------
    ValueError
        If a number cannot be right: not finite, a rate outside its limits, an unknown kind or gender.
    """

    name: str
    """What the engine calls it: a slug, unique in a store, never a stock voice's."""
    title: str
    """As shown, in any language."""
    language: str
    """`en-us`, `zh`, …"""
    gender: str
    """`female` or `male`."""
    family: str
    """The model pack whose inputs the arrays are, for example `kokoro-v1.0`."""
    modulation: FloatArray
    """[37396] for Kokoro v1.0: every adaptive normalisation of the front and then of the generator, in graph order;
    gains less one and then shifts of each."""
    prosody: FloatArray
    """[128] for Kokoro v1.0: the style of durations, pitch and energy."""
    pitch: PitchRange | None
    """What the pitch of speech is mapped to; None keeps the model's own."""
    rate: float
    """Multiplies the speaking rate."""
    statistics: VoiceStatistics | None
    """Of the generator; None has them measured on first use."""
    origin: Origin
    colour: FloatArray | None = None
    """[BINS] the long-term spectrum of the reference, which speech is brought to; see `engines.audio.colour`."""
    extra: Mapping[str, object] = field(default_factory=dict)
    """Fields of a voice file that this version does not know, kept for those that do; JSON values."""

    def __post_init__(self) -> None:
        if not self.name or not self.title.strip():
            raise ValueError("a voice needs a name and a title")
        if self.gender not in GENDERS or self.origin.kind not in KINDS:
            raise ValueError(f"{self.gender!r} or {self.origin.kind!r} is not known")
        for array in (self.modulation, self.prosody, *(() if self.colour is None else (self.colour,))):
            if array.ndim != 1 or array.dtype != np.float32 or not np.isfinite(array).all():
                raise ValueError("modulation and prosody must be finite float32 vectors")
        if self.pitch is not None and not (np.isfinite(self.pitch).all() and self.pitch.spread_log_hz >= 0):
            raise ValueError(f"{self.pitch} is no range of pitch")
        if not SLOWEST_RATE <= self.rate <= FASTEST_RATE:
            raise ValueError(f"a rate of {self.rate} is not between {SLOWEST_RATE} and {FASTEST_RATE}")

    @cached_property
    def digest(self) -> str:
        """Of everything that decides how the voice sounds: 16 hexadecimal digits.

        The modulation counts as a voice file keeps it, in float16, so that saving a voice does not change it.
        """
        words = [self.family, self.language, self.pitch and list(self.pitch), self.rate]
        content = hashlib.sha256(json.dumps(words).encode())
        content.update(self.modulation.astype("<f2").tobytes())
        content.update(self.prosody.astype("<f4").tobytes())
        if self.colour is not None:
            content.update(self.colour.astype("<f4").tobytes())
        return content.hexdigest()[:16]
