"""The level of references, and the energy curve that the model is told."""

from __future__ import annotations

import numpy as np
import pytest

from engines.voices.acoustics import LEVEL, levelled, model_energy

RATE = 24_000
HOP = 300


def noise(count: int, level: float = LEVEL) -> np.ndarray:
    return (level * np.random.default_rng(0).standard_normal(count)).astype(np.float32)


@pytest.mark.parametrize("level", [1e-3, 1.0])
def test_levelled_has_the_level_and_keeps_the_shape(level: float) -> None:
    samples = noise(RATE, level)
    found = levelled(samples)
    assert found.dtype == np.float32
    assert np.sqrt(np.square(found, dtype=np.float64).mean()) == pytest.approx(LEVEL, rel=1e-3)
    assert np.corrcoef(found, samples)[0, 1] == pytest.approx(1.0, abs=1e-6)


def test_silence_stays_silence() -> None:
    assert not levelled(np.zeros(RATE, np.float32)).any()
    energy = model_energy(np.zeros(RATE, np.float32))
    assert np.ptp(energy) == 0
    assert energy[0] < -8


@pytest.mark.parametrize("count", [300, 899, 1024, 1025, 7_000, 24_000])
def test_two_values_a_frame(count: int) -> None:
    energy = model_energy(noise(count))
    assert energy.shape == (count // HOP,)
    assert energy.dtype == np.float32
    assert np.isfinite(energy).all()


def test_louder_is_larger() -> None:
    """Ten times the amplitude is a hundred times the power."""
    quiet, loud = (model_energy(noise(RATE, level)) for level in (0.02, 0.2))
    assert loud - quiet == pytest.approx(np.log(100), abs=0.01)


def test_a_sound_is_where_it_is() -> None:
    samples = np.zeros(RATE, np.float32)
    samples[40 * HOP : 44 * HOP] = noise(4 * HOP)
    energy = model_energy(samples)
    # A window is four hops wide and centred on the first sample of its own.
    assert np.flatnonzero(energy > energy[0] + 1).tolist() == list(range(39, 46))
    assert energy.argmax() in range(41, 44)
