from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.audio.limiter import TruePeakLimiter
from engines.audio.loudness import decibel, true_peak
from tests.audio.speechlike import speechlike

RATE = 24_000


def limited(samples, rate=RATE, ceiling=-1.0, gain=0.0, pieces=1, hard=False):
    limiter = TruePeakLimiter(rate, ceiling, gain, hard=hard)
    return np.concatenate([*(limiter.push(piece) for piece in np.array_split(samples, pieces)), limiter.flush()])


@pytest.mark.parametrize("rate", [24_000, 44_100, 48_000])
@pytest.mark.parametrize("hard", [False, True])
def test_no_true_peak_passes_the_ceiling(rate, hard):
    noise = np.random.default_rng(0).uniform(-0.9, 0.9, rate).astype(np.float32)
    for samples in (speechlike(2, rate), noise):
        for gain in (8.0, 24.0):
            result = limited(samples, rate, gain=gain, hard=hard)
            assert len(result) == len(samples)
            assert -1.6 < true_peak(result, rate) <= (-0.85 if hard else -0.98)  # quick gain changes sound themselves


def test_what_is_under_the_ceiling_is_untouched():
    samples = speechlike(2, RATE)
    np.testing.assert_array_equal(limited(samples), samples)
    np.testing.assert_allclose(limited(samples, gain=-6.0206), samples / 2, atol=1e-6)


def test_a_lone_peak_changes_only_what_is_near():
    samples = np.full(RATE, 0.25, np.float32)
    samples[RATE // 2] = 1.0
    result = limited(samples, ceiling=-6.0206)
    assert np.abs(result).max() <= 0.5003
    changed = np.flatnonzero(result != samples)
    assert changed[0] >= RATE // 2 - 0.006 * RATE
    assert changed[-1] <= RATE // 2 + 0.15 * RATE
    # It comes and goes without a step.
    gain = result / samples
    assert np.abs(np.diff(gain)).max() < 0.03


def test_equal_peaks_are_held_alike():
    samples = np.zeros(RATE, np.float32)
    samples[[4000, 4050, 9000]] = 0.9
    peaks = limited(samples, ceiling=-6.0)[[4000, 4050, 9000]]
    assert all(-6.3 < decibel(float(peak)) <= -6.0 for peak in peaks)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 4000), st.integers(1, 60), st.integers(0, 9))
def test_pieces_make_no_difference(length, pieces, seed):
    samples = np.random.default_rng(seed).normal(0, 0.7, length).astype(np.float32)
    np.testing.assert_allclose(limited(samples, pieces=pieces), limited(samples), atol=1e-6)
