"""Sound with the peaks and pauses of speech."""

from __future__ import annotations

import numpy as np

from engines.types import FloatArray


def speechlike(seconds: float, rate: int, seed: int = 0) -> FloatArray:
    """[N]: pulses of a low voice through resonances, in syllables, with pauses; peak at half of full scale."""
    count = round(seconds * rate)
    t = np.arange(count) / rate
    pitch = 110 + 25 * np.sin(2 * np.pi * 0.7 * t)
    phase = np.cumsum(pitch) / rate
    pulses = np.diff(np.floor(phase), prepend=0.0)
    size = round(0.03 * rate)
    ring = np.arange(size) / rate
    body = sum(
        gain * np.exp(-ring * 2 * np.pi * width) * np.sin(2 * np.pi * centre * ring)
        for centre, width, gain in ((650, 60, 1.0), (1100, 80, 0.5), (2600, 120, 0.25))
    )
    noise = np.random.default_rng(seed).standard_normal(count)
    syllables = np.clip(np.sin(2 * np.pi * 3.1 * t), 0, None) * (np.sin(2 * np.pi * 0.21 * t) > -0.7)
    voiced = np.convolve(pulses, body)[:count]
    samples = syllables * (voiced / np.abs(voiced).max() + 0.02 * noise)
    result: FloatArray = (0.5 * samples / np.abs(samples).max()).astype(np.float32)
    return result
