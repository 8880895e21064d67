from __future__ import annotations

import numpy as np
import pytest

from engines.audio.colour import BINS, RATE, equalised, equaliser, long_term_spectrum, resampled, smoothed
from engines.types import FloatArray


def speech_like(seconds: float = 4.0, seed: int = 0) -> FloatArray:
    """Noise whose power falls with frequency, loud and soft by turns."""
    rng = np.random.default_rng(seed)
    count = int(seconds * RATE)
    spectrum = np.fft.rfft(rng.standard_normal(count)) / (1 + np.fft.rfftfreq(count, 1 / RATE) / 500)
    swell = 0.55 + 0.45 * np.sin(np.arange(count) * 2 * np.pi * 2 / RATE)
    return (np.fft.irfft(spectrum, count) * swell * 0.1).astype(np.float32)


def filtered(samples: FloatArray, decibels: list[float]) -> FloatArray:
    """Through a curve given at equal distances from 0 to 12 kHz."""
    spectrum = np.fft.rfft(samples)
    curve = np.interp(np.linspace(0, 1, len(spectrum)), np.linspace(0, 1, len(decibels)), decibels)
    return np.fft.irfft(spectrum * 10 ** (curve / 20), len(samples)).astype(np.float32)


def shape(samples: FloatArray) -> FloatArray:
    spectrum = long_term_spectrum(samples)
    return spectrum - spectrum.mean()


def test_other_speech_gets_four_fifths_of_the_colour() -> None:
    voice, reference = speech_like(seed=1), filtered(speech_like(seed=2), [0, 8, -8, 4, -6])
    taps = equaliser(long_term_spectrum(voice), long_term_spectrum(reference))
    before = np.abs(shape(voice) - shape(reference)).mean()
    after = np.abs(shape(equalised(voice, taps)) - shape(reference)).mean()
    assert after == pytest.approx(0.2 * before, rel=0.2)


def test_its_own_colour_changes_nothing() -> None:
    voice = speech_like()
    taps = equaliser(long_term_spectrum(voice), long_term_spectrum(voice))
    assert np.abs(equalised(voice, taps) - voice).max() < 1e-3 * np.abs(voice).max()


def test_level_stays_and_nothing_is_delayed() -> None:
    voice = speech_like()
    bright = equalised(voice, equaliser(long_term_spectrum(voice), shape(filtered(voice, [0, 0, 12, 12, 12]))))
    assert np.sqrt((bright**2).mean()) == pytest.approx(np.sqrt((voice**2).mean()), rel=0.3)
    assert len(bright) == len(voice)
    click = np.zeros(4000, np.float32)
    click[2000] = 1
    assert np.abs(equalised(click, equaliser(long_term_spectrum(voice), long_term_spectrum(bright)))).argmax() == 2000


def test_what_a_codec_took_away_is_no_colour() -> None:
    voice = speech_like()
    narrow = filtered(voice, [0, 0, 0, -200, -200, -200, -200])
    taps = equaliser(long_term_spectrum(voice), long_term_spectrum(narrow))
    high = [
        float((np.abs(np.fft.rfft(x))[int(len(x) * 9000 / RATE) :] ** 2).sum()) for x in (voice, equalised(voice, taps))
    ]
    assert high[1] > 0.1 * high[0]


def test_low_sounds_are_matched_more_finely_than_high_ones() -> None:
    """A narrow peak in the reference, of 100 Hz."""
    voice = speech_like(seed=1)
    hertz = np.linspace(0, RATE / 2, BINS)
    raised = []
    for centre in (500.0, 6000.0):
        peak = (5.0 * (np.abs(hertz - centre) < 50)).astype(np.float32)
        own = long_term_spectrum(voice)
        wanted = smoothed(own + peak)
        response = np.abs(np.fft.rfft(equaliser(smoothed(own), wanted)))
        raised.append(response[int(centre / (RATE / 2) * (BINS - 1))])
    assert raised[0] > 1.5 * raised[1]


def test_spectra_of_older_voices_still_say_the_same() -> None:
    spectrum = long_term_spectrum(speech_like())
    assert resampled(spectrum) is spectrum
    coarse = resampled(spectrum[::4])
    assert coarse.shape == (BINS,)
    assert np.abs(coarse - spectrum)[100:].mean() < 0.1


@pytest.mark.parametrize("count", [0, 1, 300, 2000])
def test_short_sounds(count: int) -> None:
    spectrum = long_term_spectrum(speech_like()[:count])
    assert spectrum.shape == (BINS,)
    assert np.isfinite(spectrum).all()
    assert np.isfinite(equaliser(spectrum, spectrum)).all()
