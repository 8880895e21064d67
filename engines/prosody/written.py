"""Emotions as they are written: `happy 0.6`, `happy 0.6 surprised 0.3`, `excited`, and the tags of texts.

`[happy 0.6]…[/]` is what is felt in a span: feelings and presets by name, each with a share from 0 to 1, or all of it.
`[rate …]`, `[pitch …]`, `[range …]`, `[volume …]` and `[emphasis …]` add to what is felt there. Their values are those
of the Speech Synthesis Markup Language 1.1, and plain factors of the rate; the sizes of its words, which it leaves
open, are this project's.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping

from engines.errors import TimbreError
from engines.prosody.emotion import FEELINGS, LIMITS, Emotion, blended
from engines.prosody.presets import Presets
from engines.prosody.voicing import SEMITONES

_NUMBER = re.compile(r"\d*\.?\d+%?")
_SIGNED = re.compile(r"([+-]?)(\d*\.?\d+)\s*(%|st|db|hz)?", re.IGNORECASE)
_RATES = {"x-slow": 0.6, "slow": 0.8, "medium": 1.0, "default": 1.0, "fast": 1.25, "x-fast": 1.6}
_PITCHES = {"x-low": -4.0, "low": -2.0, "medium": 0.0, "default": 0.0, "high": 2.0, "x-high": 4.0}
_RANGES = {"x-low": 0.5, "low": 0.75, "medium": 1.0, "default": 1.0, "high": 1.3, "x-high": 1.6}
_VOLUMES = {"silent": -12.0, "x-soft": -9.0, "soft": -5.0, "medium": 0.0, "default": 0.0, "loud": 4.0, "x-loud": 7.0}
_EMPHASES = {
    "strong": Emotion(pitch=2.5, range=0.25, energy=4.0, rate=-0.15),
    "moderate": Emotion(pitch=1.3, range=0.12, energy=2.0, rate=-0.08),
    "none": Emotion(),
    "reduced": Emotion(pitch=-0.7, range=-0.2, energy=-2.0, rate=0.08),
}


class EmotionError(TimbreError):
    """What is written is no emotion."""


def emotion_of(text: str, presets: Presets) -> Emotion:
    """The emotion that `happy:0.6`, `happy 0.6, surprised 0.3` or the name of a preset stands for.

    Raises
    ------
    EmotionError
        The message says what is wrong with it.
    """
    parts: list[tuple[Emotion, float]] = []
    for word in re.sub(r"[:,;=，：；]", " ", text).split():
        if _NUMBER.fullmatch(word):
            share = float(word.rstrip("%")) / (100 if word.endswith("%") else 1)
            if not parts or parts[-1][1] >= 0:
                raise EmotionError(f"“{word}” does not stand behind the name of an emotion; write happy 0.6.")
            if share > 1:
                raise EmotionError(f"“{word}” is more than the whole of an emotion; write a number from 0 to 1.")
            parts[-1] = parts[-1][0], share
        elif (emotion := presets.find(word)) is not None:
            parts.append((emotion, -1.0))
        else:
            raise EmotionError(f"There is no emotion named “{word}”; there are {', '.join(_known(presets))}.")
    if not parts:
        raise EmotionError("There is no emotion in it; write for example happy 0.6.")
    return blended((emotion, 1.0 if share < 0 else share) for emotion, share in parts)


def emotion_of_tag(name: str, value: str, presets: Presets) -> Emotion | None:
    """What `[name value]` says about how its text is felt; None where it says nothing about that.

    Raises
    ------
    EmotionError
        It is about that, but cannot be followed; the message says what to write.
    """
    if name in _TAGS:
        emotion = _TAGS[name](value.lower())
        return emotion if emotion.felt else None
    if name in _WITHOUT_EFFECT:
        raise EmotionError(f"[{name}] has no effect here; write [pitch +2st] or [rate slow], or edit the curves.")
    if presets.find(name) is None and not _NUMBER.fullmatch(value.partition(" ")[0]):
        return None
    emotion = emotion_of(f"{name} {value}", presets)
    return emotion if emotion.felt else Emotion(intensity=0.0)


def written(emotion: Emotion) -> str:
    """The feelings of an emotion as `emotion_of` reads them, intensity included; empty where there are none."""
    felt = ((name, getattr(emotion, name) * emotion.intensity) for name in FEELINGS)
    return " ".join(f"{name} {share:.2g}" for name, share in felt if share > 0)


def _known(presets: Presets) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*FEELINGS, *presets.names)))


def _rate(value: str) -> Emotion:
    factor = _RATES.get(value)
    if factor is None:
        sign, number, unit = _signed(value, ("", "%"), "[rate]: write slow, fast, 90% or +10%.")
        share = number / 100 if unit else number
        factor = 1 + share if sign > 0 else 1 - share if sign < 0 else share
    return _within("rate", factor - 1)


def _pitch(value: str) -> Emotion:
    semitones = _PITCHES.get(value)
    if semitones is None:
        sign, number, unit = _signed(value, ("st", "%"), "[pitch]: write low, high, +2st or +10%.")
        if not sign:
            raise EmotionError(f"[pitch {value}] is not from where the voice is; write +2st or -10%.")
        semitones = sign * number if unit == "st" else _semitones_of(1 + sign * number / 100)
    return _within("pitch", semitones)


def _range(value: str) -> Emotion:
    factor = _RANGES.get(value)
    if factor is None:
        sign, number, _ = _signed(value, ("%",), "[range]: write low, high or +20%.")
        factor = 1 + sign * number / 100 if sign else number / 100
    return _within("range", factor - 1)


def _volume(value: str) -> Emotion:
    decibels = _VOLUMES.get(value)
    if decibels is None:
        sign, number, _ = _signed(value, ("db",), "[volume]: write soft, loud or +3dB.")
        decibels = (sign or 1) * number
    return _within("energy", decibels)


def _emphasis(value: str) -> Emotion:
    if value not in _EMPHASES:
        raise EmotionError(f"[emphasis {value}] is not known; write {', '.join(_EMPHASES)}.")
    return _EMPHASES[value]


_TAGS: Mapping[str, Callable[[str], Emotion]] = {
    "rate": _rate,
    "pitch": _pitch,
    "range": _range,
    "volume": _volume,
    "emphasis": _emphasis,
}
_WITHOUT_EFFECT = frozenset({"contour", "duration"})


def _signed(value: str, units: tuple[str, ...], otherwise: str) -> tuple[int, float, str]:
    """Sign (0 where there is none), number and unit."""
    match = _SIGNED.fullmatch(value)
    if not match or (match[3] or "") not in units:
        raise EmotionError(f"“{value}” cannot be followed in {otherwise}")
    return {"+": 1, "-": -1, "": 0}[match[1]], float(match[2]), match[3] or ""


def _semitones_of(factor: float) -> float:
    return math.log(factor) * SEMITONES if factor > 0 else -math.inf


def _within(name: str, value: float) -> Emotion:
    """One offset, as far as it may go."""
    least, most, _ = LIMITS[name]
    return Emotion.of({name: min(max(value, least), most)})
