"""The balance of high and low sound."""

from __future__ import annotations

import numpy as np
import pytest

from engines.audio.tilt import REACH, tilted

RATE = 24_000


def tone(hertz: float, seconds: float = 0.5) -> np.ndarray:
    return 0.3 * np.sin(2 * np.pi * hertz * np.arange(int(seconds * RATE)) / RATE).astype(np.float32)


def level(samples: np.ndarray) -> float:
    return 10 * float(np.log10(np.mean(samples[RATE // 10 : -RATE // 10] ** 2)))


@pytest.mark.parametrize("decibels", [-6.0, 4.0])
def test_high_sound_changes_and_low_sound_stays(decibels: float) -> None:
    curve = np.full(40, decibels, np.float32)
    for hertz, wanted in ((200, 0.0), (600, 0.0), (2000, decibels), (8000, decibels)):
        assert level(tilted(tone(hertz), RATE, curve)) - level(tone(hertz)) == pytest.approx(wanted, abs=0.3)


def test_nothing_is_changed_where_nothing_is_wanted() -> None:
    noise = (0.1 * np.random.default_rng(0).normal(size=12_000)).astype(np.float32)
    assert (tilted(noise, RATE, np.zeros(40, np.float32)) == noise).all()
    half = np.repeat(np.float32([0, 6]), 20)
    changed = tilted(noise, RATE, half)
    assert (changed[:5800] == noise[:5800]).all()
    assert not np.allclose(changed[6300:], noise[6300:])


def test_a_piece_with_context_is_the_same_as_in_the_whole() -> None:
    noise = (0.1 * np.random.default_rng(0).normal(size=12_000)).astype(np.float32)
    curve = np.linspace(-6, 6, 40).astype(np.float32)
    piece = tilted(noise[3000:9000], RATE, curve[10:30])
    inside = slice(2 * REACH, -2 * REACH)
    assert piece[inside] == pytest.approx(tilted(noise, RATE, curve)[3000:9000][inside], abs=1e-5)


def test_loud_peaks_stay_within_full_scale() -> None:
    loud = tone(3000) * np.float32(3.0)
    assert np.abs(tilted(loud, RATE, np.full(40, 6.0, np.float32))).max() <= 1.0
