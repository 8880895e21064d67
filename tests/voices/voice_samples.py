"""Profiles of the tiny network for tests, with random numbers in them."""

from __future__ import annotations

from typing import Any

import numpy as np

from engines.audio.colour import BINS
from engines.models.kokoro.statistics import VoiceStatistics
from engines.voices.profile import Origin, PitchRange, VoiceProfile
from tests.tiny import TINY

MODULATION = TINY.front_modulation + 2 * TINY.generator_channels_total


def profile(seed: int = 0, **changes: Any) -> VoiceProfile:
    """A voice that the tiny model can speak with."""
    rng = np.random.default_rng(seed)
    fields: dict[str, Any] = {
        "name": "anna",
        "title": "Anna",
        "language": "en-us",
        "gender": "female",
        "family": "tiny",
        "modulation": (rng.standard_normal(MODULATION) * 0.2).astype(np.float32),
        "prosody": (rng.standard_normal(TINY.style) * 0.3).astype(np.float32),
        "pitch": PitchRange(5.2, 0.2),
        "rate": 0.9,
        "statistics": None,
        "origin": Origin("instant", "2026-12-01", owner="my own voice"),
    }
    return VoiceProfile(**{**fields, **changes})


def statistics(seed: int = 0, channels: int = TINY.generator_channels_total) -> VoiceStatistics:
    """Statistics of some voice."""
    rng = np.random.default_rng(seed)
    mean = rng.standard_normal((3, channels)).astype(np.float32)
    return VoiceStatistics(mean, mean**2 + 1, np.full(channels, 0.5, np.float32), np.zeros(BINS, np.float32))
