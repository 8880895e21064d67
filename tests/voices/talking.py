"""A made-up voice that a speech detector takes for real: syllables of gliding vowels, between soft consonants."""

from __future__ import annotations

from functools import cache

import numpy as np

from engines.types import FloatArray

RATE = 16_000
_VOWELS = (
    (730, 1090, 2440),
    (270, 2290, 3010),
    (300, 870, 2240),
    (530, 1840, 2480),
    (570, 840, 2410),
    (440, 1020, 2240),
)


@cache
def talk(seconds: float, *, pitch: float = 120.0, size: float = 1.0, seed: int = 0) -> FloatArray:
    """[N] at 16 kHz; `size` scales the formants: 1 for a man, 1.2 for a woman."""
    random = np.random.default_rng(seed)
    count = round(seconds * RATE)
    times = np.arange(count) / RATE
    knots = np.arange(0.0, seconds + 0.4, 0.2)
    # Every second or so has all vowels, as speech does, or parts of one voice would seem to be different people.
    order = np.concatenate([random.permutation(len(_VOWELS)) for _ in range(len(knots) // len(_VOWELS) + 1)])
    vowels = np.array(_VOWELS)[order[: len(knots)]] * size
    f0 = pitch * 2 ** np.interp(times, knots, 0.25 * random.standard_normal(len(knots)))
    phase = 2 * np.pi * np.cumsum(f0) / RATE
    voice = np.zeros(count)
    formants = [np.interp(times, knots, vowels[:, n]) for n in range(3)]
    for number in range(1, 30):
        frequency = number * f0
        gain = sum(1 / (1 + ((frequency - formant) / 80) ** 2) for formant in formants)
        voice += np.where(frequency < RATE / 2, gain / number**0.5, 0) * np.cos(number * phase)
    syllable = np.abs(np.sin(np.pi * times / 0.2)) ** 0.7
    hiss = np.diff(random.standard_normal(count + 1)) * (syllable < 0.45) * 0.15
    samples = (0.1 * (voice * syllable + hiss * np.abs(voice).max()) / np.abs(voice).max()).astype(np.float32)
    samples.flags.writeable = False
    return samples


def pause(seconds: float, level: float = 1e-4, seed: int = 1) -> FloatArray:
    """[N] of a quiet room at 16 kHz."""
    return (level * np.random.default_rng(seed).standard_normal(round(seconds * RATE))).astype(np.float32)
