"""How something is felt when it is said: graded, blended, and the same for any voice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.prosody.example import Example

FEELINGS = ("happy", "angry", "sad", "afraid", "disgusted", "melancholic", "surprised", "calm")


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
    energy: float = 0.0
    """Offset of the level in dB. -12 to 12."""
    example: Example | None = None
    """The prosody of a recording; see `engines.prosody.example`."""
    strength: float = 1.0
    """0 to 1, of the example."""


NEUTRAL = Emotion()
