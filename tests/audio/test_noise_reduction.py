from __future__ import annotations

import numpy as np
import pytest

from engines.audio.noise_reduction import reduce_noise
from engines.types import FloatArray

RATE = 24_000


def bursts(seconds: float = 6.0) -> FloatArray:
    """Tones that come and go four times a second, as syllables do, with half a second of silence every two seconds."""
    t = np.arange(int(seconds * RATE)) / RATE
    tone = sum(np.sin(2 * np.pi * f * t) / k for k, f in enumerate((180, 360, 720, 1440, 2880), 1))
    return (0.1 * tone * np.sin(np.pi * 4 * t) ** 2 * (t % 2 < 1.5)).astype(np.float32)


def hiss(count: int, level: float = 0.01) -> FloatArray:
    return (level * np.random.default_rng(0).standard_normal(count)).astype(np.float32)


def decibels(a: FloatArray, b: FloatArray) -> float:
    return float(10 * np.log10((a**2).sum() / (b**2).sum()))


@pytest.mark.parametrize("rate", [16_000, 24_000, 44_100])
def test_noise_becomes_soft(rate: int) -> None:
    noise = hiss(4 * rate)
    assert decibels(noise, reduce_noise(noise, rate)) > 14


@pytest.mark.parametrize("level", [0.005, 0.02])
def test_what_is_said_is_heard_better(level: float) -> None:
    clean = bursts()
    noise = hiss(len(clean), level)
    left = reduce_noise(clean + noise, RATE) - clean
    assert decibels(clean, left) > decibels(clean, noise) + 6


def test_pauses_become_quiet() -> None:
    clean = bursts()
    pausing = np.arange(len(clean)) / RATE % 2 > 1.6
    noisy = clean + hiss(len(clean))
    assert decibels(noisy[pausing], reduce_noise(noisy, RATE)[pausing]) > 12


def test_hum_goes() -> None:
    clean = bursts()
    hum = (0.02 * np.sin(2 * np.pi * 100 * np.arange(len(clean)) / RATE)).astype(np.float32)
    left = reduce_noise(clean + hum, RATE) - clean
    assert decibels(clean, left) > decibels(clean, hum) + 6


def test_without_noise_hardly_anything_changes() -> None:
    clean = bursts()
    assert decibels(clean, reduce_noise(clean, RATE) - clean) > 25


@pytest.mark.parametrize("count", [0, 1, 5000, 24_000])
def test_length_and_type_stay(count: int) -> None:
    cleaned = reduce_noise(hiss(count), RATE)
    assert (cleaned.shape, cleaned.dtype) == ((count,), np.float32)
    assert np.isfinite(cleaned).all()
    assert np.isfinite(reduce_noise(np.zeros(count, np.float32), RATE)).all()
