from __future__ import annotations

import numpy as np
import pytest

from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.source import HARMONICS, HarmonicSource

CONFIG = KokoroConfig()
BINS = CONFIG.bins


def source(f0: np.ndarray, weight: np.ndarray | None = None, bias: float = 0.0) -> HarmonicSource:
    first_harmonic = np.zeros(HARMONICS, np.float32)
    first_harmonic[0] = 1.0
    return HarmonicSource(f0.astype(np.float32), first_harmonic if weight is None else weight, bias, CONFIG)


def test_shape_of_whole_and_window() -> None:
    whole = source(np.full(40, 200.0)).spectrum(0, 20)
    assert whole.shape == (2 * BINS, 20 * CONFIG.source_frames + 1)
    assert whole.dtype == np.float32
    assert source(np.full(40, 200.0)).spectrum(3, 4).shape == (2 * BINS, CONFIG.source_frames + 1)


def test_windows_are_cut_from_one_continuous_signal() -> None:
    rng = np.random.default_rng(0)
    f0 = np.where(rng.random(60) < 0.3, 0.0, rng.uniform(80, 400, 60))
    whole = source(f0).spectrum(0, 30)
    n = CONFIG.source_frames
    for start, end in ((0, 4), (4, 9), (9, 30), (12, 13)):
        assert np.array_equal(source(f0).spectrum(start, end), whole[:, start * n : end * n + 1])


def test_pitch_is_heard_at_its_frequency() -> None:
    # Bin k of the 20-point STFT is 1200 k Hz: a 1200 Hz pitch fills bin 1 and leaves bins 4 and up empty.
    magnitude = source(np.full(40, 1200.0)).spectrum(5, 15)[:BINS]
    assert magnitude[1].min() > 0.4
    assert magnitude[4:].max() < 0.02


def test_unvoiced_is_silent_but_for_the_bias() -> None:
    spectrum = source(np.full(20, 10.0), bias=0.1).spectrum(0, 10)
    window_sum = np.hanning(CONFIG.n_fft + 1).sum()
    assert spectrum[0] == pytest.approx(np.tanh(0.1) * window_sum, rel=1e-6)
    assert spectrum[3:BINS].max() < 1e-6


def test_phase_of_a_negative_real_value_is_plus_pi() -> None:
    spectrum = source(np.zeros(20), bias=-0.1).spectrum(0, 10)
    assert spectrum[BINS] == pytest.approx(np.pi)  # bin 0 of a negative constant


def test_empty_bins_have_no_phase() -> None:
    spectrum = source(np.zeros(20)).spectrum(0, 10)
    assert not spectrum.any()
