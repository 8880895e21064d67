"""What a line is felt with when it is said: a preset, perhaps altered, or a blend of one's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engines.prosody.emotion import LIMITS, NEUTRAL, Emotion
from engines.prosody.example import Example
from engines.prosody.preset import Preset
from engines.prosody.presets import NEUTRAL_NAME, Presets, built_in
from engines.prosody.written import EmotionError, emotion_of

BOUNDS: Mapping[str, tuple[float, float, float]] = {**LIMITS, "strength": (0.0, 1.0, 1.0)}
"""The least, the greatest and the usual value of every number of an emotion, that of its example too."""
_WORDS = re.compile(r"(?P<name>.*?)(?:\s+(?P<number>\d*[.,]?\d+)\s*(?P<percent>%)?)?")


@dataclass(frozen=True, slots=True)
class LineEmotion:
    """The values themselves, so that a project sounds the same wherever it is opened, and where they came from."""

    preset: str = ""
    """The preset that they are of, or were before they were altered; empty for a blend from nothing."""
    emotion: Emotion = NEUTRAL

    @property
    def kind(self) -> str:
        """The preset, `NEUTRAL_NAME` where nothing is heard, empty for a blend from nothing."""
        return NEUTRAL_NAME if self.is_neutral else self.preset

    @property
    def is_neutral(self) -> bool:
        """Whether nothing of it is heard."""
        return not self.emotion.felt

    def graded(self, intensity: float) -> LineEmotion:
        """The same, more or less intense."""
        return self.with_values(intensity=intensity)

    def with_values(self, **values: float) -> LineEmotion:
        """The same with other numbers, which are named as in `BOUNDS`, each brought into its limits."""
        within: dict[str, Any] = {}
        for name, value in values.items():
            least, most, _ = BOUNDS[name]
            within[name] = min(max(value, least), most)
        return replace(self, emotion=replace(self.emotion, **within))

    def like(self, example: Example | None) -> LineEmotion:
        """The same with all of the prosody of an example, or none of it; what had no intensity has all of it then."""
        intensity = 1.0 if self.is_neutral else self.emotion.intensity
        return replace(self, emotion=replace(self.emotion, example=example, strength=1.0, intensity=intensity))

    def tidy(self) -> LineEmotion:
        """The nearest whose numbers are within their limits."""
        return self.with_values(**{name: getattr(self.emotion, name) for name in BOUNDS})


UNMOVED = LineEmotion()
"""Neutral."""


def heard(emotion: Emotion) -> Emotion:
    """The same emotion, or `NEUTRAL` where nothing of it is heard, so that what sounds the same is equal."""
    if emotion is NEUTRAL or not emotion.felt:
        return NEUTRAL
    if emotion.example is not None and not emotion.strength:
        return replace(emotion, example=None, strength=1.0)
    return emotion


def of_preset(preset: Preset) -> LineEmotion:
    """A preset as it is."""
    return LineEmotion(preset.name, preset.emotion)


def named(name: str, presets: Iterable[Preset] | None = None) -> LineEmotion | None:
    """The preset of that name or title, whatever its case; None when there is none."""
    wanted = name.strip().casefold()
    if wanted == NEUTRAL_NAME:
        return UNMOVED
    known = tuple(built_in() if presets is None else presets)
    for names in ((preset.name for preset in known), (p.title for p in known), (p.title_zh for p in known)):
        for preset, each in zip(known, names, strict=True):
            if wanted and each.casefold() == wanted:
                return of_preset(preset)
    return None


def in_words(text: str, presets: Presets | None = None) -> LineEmotion | None:
    """`sad`, `sad 0.6`, `sad 60 %` or `sad 0.6 calm 0.3`; None when it is none of them."""
    presets = built_in() if presets is None else presets
    match = _WORDS.fullmatch(text.strip())
    assert match is not None, "it fits any line"
    emotion = named(match["name"], presets)
    if emotion is None:
        return _blend(text, presets)
    if match["number"] is None:
        return emotion
    intensity = float(match["number"].replace(",", ".")) / (100 if match["percent"] else 1)
    return emotion.graded(intensity) if intensity <= 1.0 else None


def _blend(text: str, presets: Presets) -> LineEmotion | None:
    try:
        return LineEmotion("", emotion_of(text, presets))
    except EmotionError:
        return None
