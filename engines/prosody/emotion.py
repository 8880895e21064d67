"""How something is felt when it is said: graded, blended, and the same for any voice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from engines.prosody.example import Example, mixed

FEELINGS = ("happy", "angry", "sad", "afraid", "disgusted", "melancholic", "surprised", "calm")
OFFSETS = ("rate", "pitch", "range", "energy", "pauses")
LIMITS: Mapping[str, tuple[float, float, float]] = {
    **dict.fromkeys(FEELINGS, (0.0, 1.0, 0.0)),
    "rate": (-0.5, 1.0, 0.0),
    "pitch": (-12.0, 12.0, 0.0),
    "range": (-0.8, 1.0, 0.0),
    "energy": (-12.0, 12.0, 0.0),
    "pauses": (-0.8, 2.0, 0.0),
    "intensity": (0.0, 1.0, 1.0),
}
"""The least, the greatest and the usual value of every number of an emotion by itself."""


@dataclass(frozen=True, slots=True)
class Emotion:
    """A blend of feelings, offsets by hand, and perhaps the prosody of an example.

    Intensity 0 is neutral exactly, whatever the rest says.
    """

    happy: float = 0.0
    """0 to 1, like the other feelings; they need not sum to 1."""
    angry: float = 0.0
    sad: float = 0.0
    afraid: float = 0.0
    disgusted: float = 0.0
    melancholic: float = 0.0
    surprised: float = 0.0
    calm: float = 0.0
    intensity: float = 1.0
    """0 to 1, of all that follows from the feelings, the offsets and the example."""
    rate: float = 0.0
    """Offset of the speaking rate, as a share: 0.1 is 10 % faster. -0.5 to 1."""
    pitch: float = 0.0
    """Offset of the mean pitch in semitones. -12 to 12."""
    range: float = 0.0
    """Offset of the range of the pitch, as a share: 0.2 is livelier by a fifth. -0.8 to 1."""
    energy: float = 0.0
    """Offset of the level in dB. -12 to 12."""
    pauses: float = 0.0
    """Offset of the length of pauses, as a share. -0.8 to 2."""
    example: Example | None = None
    """The prosody of a recording; see `engines.prosody.example`."""
    strength: float = 1.0
    """0 to 1, of the example."""

    @classmethod
    def of(cls, numbers: Mapping[str, float]) -> Emotion:
        """From numbers by their names, which are those of `LIMITS`; others are as usual."""
        values: dict[str, Any] = dict(numbers)
        return cls(**values)

    @property
    def feelings(self) -> tuple[float, ...]:
        """In the order of `FEELINGS`."""
        return _FEELINGS_OF(self)

    @property
    def offsets(self) -> tuple[float, ...]:
        """In the order of `OFFSETS`."""
        return _OFFSETS_OF(self)

    @property
    def only_offsets(self) -> bool:
        """Whether it has no feelings and no example, so that it adds to what is felt around it."""
        return self.intensity > 0 and self.example is None and not any(self.feelings) and any(self.offsets)

    @property
    def felt(self) -> bool:
        """Whether anything follows from it."""
        exemplified = self.example is not None and self.strength > 0
        return self.intensity > 0 and (exemplified or any(self.feelings) or any(self.offsets))


_FEELINGS_OF: Callable[[Emotion], tuple[float, ...]] = attrgetter(*FEELINGS)
_OFFSETS_OF: Callable[[Emotion], tuple[float, ...]] = attrgetter(*OFFSETS)
NEUTRAL = Emotion()


def blended(parts: Iterable[tuple[Emotion, float]]) -> Emotion:
    """Emotions added up with weights, each within its limits; a single one with a weight is that much less intense.

    So are their examples, each by its strength.
    """
    parts = list(parts)
    examples = [(e.example, e.strength * e.intensity * weight) for e, weight in parts if e.example is not None]
    example, strength = mixed(examples)
    sums = dict.fromkeys((*FEELINGS, *OFFSETS), 0.0)
    for emotion, weight in parts:
        for name in sums:
            sums[name] += getattr(emotion, name) * emotion.intensity * weight
    within: dict[str, Any] = {name: min(max(value, LIMITS[name][0]), LIMITS[name][1]) for name, value in sums.items()}
    return Emotion(**within, example=example, strength=strength)
