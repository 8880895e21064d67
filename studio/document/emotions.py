"""What a line is felt with when it is said: a preset, perhaps altered, or a blend of one's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

from engines.prosody.emotion import FEELINGS, NEUTRAL, Emotion

PLAIN = "neutral"
"""The word for no emotion at all."""
RATE_RANGE = (-0.5, 1.0)
PITCH_RANGE = (-12.0, 12.0)
ENERGY_RANGE = (-12.0, 12.0)
_RANGES = {"rate": RATE_RANGE, "pitch": PITCH_RANGE, "energy": ENERGY_RANGE}
_WORDS = re.compile(r"(?P<name>.*?)(?:\s+(?P<number>\d*[.,]?\d+)\s*(?P<percent>%)?)?")


@dataclass(frozen=True, slots=True)
class LineEmotion:
    """The values themselves, so that a project sounds the same wherever it is opened, and where they came from."""

    preset: str = ""
    """The preset that they are of, or were before they were altered; empty for a blend from nothing."""
    emotion: Emotion = NEUTRAL

    @property
    def is_neutral(self) -> bool:
        """Whether nothing of it is heard."""
        return heard(self.emotion) == NEUTRAL

    def graded(self, intensity: float) -> LineEmotion:
        """The same, more or less intense."""
        return replace(self, emotion=replace(self.emotion, intensity=_within(intensity, (0.0, 1.0))))

    def tidy(self) -> LineEmotion:
        """The nearest whose values are in their ranges."""
        values: dict[str, Any] = {
            field.name: _within(getattr(self.emotion, field.name), _RANGES.get(field.name, (0.0, 1.0)))
            for field in fields(Emotion)
            if field.name != "example"
        }
        return replace(self, emotion=replace(self.emotion, **values))


UNMOVED = LineEmotion()
"""Neutral."""


def heard(emotion: Emotion) -> Emotion:
    """The same emotion, or `NEUTRAL` where it changes nothing, so that what sounds the same is equal."""
    if emotion is NEUTRAL:
        return emotion
    if emotion.example is None or not emotion.strength:
        emotion = replace(emotion, example=None, strength=1.0)
    return NEUTRAL if not emotion.intensity or replace(emotion, intensity=1.0) == NEUTRAL else emotion


def named(name: str) -> LineEmotion | None:
    """The emotion of that name, as a table or an older project writes it; None when there is none."""
    if name == PLAIN:
        return UNMOVED
    whole: dict[str, Any] = {name: 1.0}
    return LineEmotion(name, Emotion(**whole)) if name in FEELINGS else None


def in_words(text: str, find: Callable[[str], LineEmotion | None] = named) -> LineEmotion | None:
    """`sad`, `sad 0.6` or `sad 60 %`; None when it is none of them. `find` is asked for the name."""
    match = _WORDS.fullmatch(text.strip())
    emotion = find(match["name"].lower()) if match else None
    if match is None or emotion is None or match["number"] is None:
        return emotion
    intensity = float(match["number"].replace(",", ".")) / (100 if match["percent"] else 1)
    return emotion.graded(intensity) if intensity <= 1.0 else None


def _within(value: float, bounds: tuple[float, float]) -> float:
    return min(max(value, bounds[0]), bounds[1])
