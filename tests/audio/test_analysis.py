from typing import Literal

import numpy as np
import pytest

from engines.audio.analysis import band_centres, centred_power, hertz, log_mel, mel, mel_filters

RATE = 24_000


def tone(pitch: float, seconds: float = 0.5, level: float = 1.0) -> np.ndarray:
    return (level * np.sin(2 * np.pi * pitch * np.arange(int(seconds * RATE)) / RATE)).astype(np.float32)


def test_mel_scale_is_inverted_exactly() -> None:
    pitches = np.array([0.0, 100.0, 1000.0, 12_000.0], np.float32)
    np.testing.assert_allclose(hertz(mel(pitches)), pitches, rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize("pitch", [200.0, 1000.0, 6000.0])
def test_tone_is_loudest_in_the_band_at_its_pitch(pitch: float) -> None:
    levels = log_mel(tone(pitch), RATE)
    loudest = int(levels[len(levels) // 2].argmax())
    centres = band_centres(RATE, levels.shape[1])
    assert abs(mel(centres[loudest]) - mel(pitch)) < 45


def test_full_scale_is_near_zero_and_a_tenth_is_twenty_decibels_less() -> None:
    loud = log_mel(tone(1000.0), RATE).max()
    quiet = log_mel(tone(1000.0, level=0.1), RATE).max()
    assert abs(loud) < 4
    assert loud - quiet == pytest.approx(20, abs=0.1)


def test_frames_tell_the_time() -> None:
    samples = np.concatenate([np.zeros(RATE // 2, np.float32), tone(1000.0)])
    levels = log_mel(samples, RATE, hop=0.005)
    assert len(levels) == 200
    loud = levels.max(axis=1) > -10
    assert abs(int(loud.argmax()) - 100) <= 2
    assert levels[:95].max() == pytest.approx(-120)


def test_every_band_hears_something_at_any_rate() -> None:
    for rate in (8_000, 24_000, 48_000):
        assert (mel_filters(rate, 512, 80).sum(axis=0) > 0).all()


@pytest.mark.parametrize("length", [0, 1, 119, 120, 121])
def test_short_sounds_have_a_frame_for_every_hop_begun(length: int) -> None:
    assert log_mel(np.zeros(length, np.float32), RATE, hop=0.005).shape == (-(-length // 120), 80)


@pytest.mark.parametrize("edges", ["constant", "reflect"])
def test_centred_frames_are_those_of_a_window_around_every_hop(edges: Literal["constant", "reflect"]) -> None:
    samples = np.random.default_rng(0).standard_normal(1000).astype(np.float32)
    power = centred_power(samples, 256, 200, 100, edges)
    assert power.shape == (11, 129)
    window = np.hanning(201)[:-1]
    alone = np.abs(np.fft.rfft(samples[400:600] * window, 256)) ** 2  # around sample 500
    np.testing.assert_allclose(power[5], alone, rtol=1e-9)
    beyond = samples[100:0:-1] if edges == "reflect" else np.zeros(100, np.float32)
    first = np.abs(np.fft.rfft(np.concatenate([beyond, samples[:100]]) * window, 256)) ** 2
    np.testing.assert_allclose(power[0], first, rtol=1e-9)


def test_blocks_leave_no_seam() -> None:
    random = np.random.default_rng(0)
    samples = random.standard_normal(RATE * 4).astype(np.float32)
    whole = log_mel(samples, RATE)
    later = log_mel(samples[RATE:], RATE)
    np.testing.assert_allclose(whole[205:600], later[5:400], atol=1e-2)


def test_it_can_be_given_up() -> None:
    class StopError(Exception):
        pass

    def check() -> None:
        raise StopError

    with pytest.raises(StopError):
        log_mel(tone(1000.0), RATE, check=check)
