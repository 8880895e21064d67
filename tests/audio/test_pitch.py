"""Pitch tracking, on vowels whose pitch is known and on sounds that have none."""

from __future__ import annotations

import time

import numpy as np
import pytest

from engines.audio.pitch import HIGHEST_HZ, HOP_SECONDS, LOWEST_HZ, track_pitch, track_pitch_widened, widen
from engines.types import FloatArray

RATE = 24_000
HALF_A_SEMITONE = 2 ** (0.5 / 12) - 1


def vowel(f0: FloatArray, rate: int = RATE, formants: tuple[float, ...] = (660.0, 1200.0, 2500.0)) -> FloatArray:
    """A voice with the given pitch at every sample: harmonics that fall off as a glottis' do, through formants."""
    phase = 2 * np.pi * np.cumsum(f0, dtype=np.float64) / rate
    sound = np.zeros(len(f0))
    for number in range(1, 25):
        frequency = number * f0
        gain = sum(1.0 / (1.0 + ((frequency - formant) / 90.0) ** 2) for formant in formants) + 0.02
        sound += np.where(frequency < rate / 2, gain / number, 0.0) * np.cos(number * phase)
    return (0.1 * sound / np.abs(sound).max()).astype(np.float32)


def steady(hertz: float, seconds: float = 1.0, rate: int = RATE) -> FloatArray:
    return np.full(round(seconds * rate), hertz, np.float32)


def inner(f0: FloatArray) -> FloatArray:
    """Without the frames whose window reaches past the ends."""
    return f0[4:-4]


@pytest.mark.parametrize("hertz", [70.0, 85.0, 110.0, 160.0, 220.0, 310.0, 430.0])
def test_a_steady_voice_has_its_pitch_in_every_frame(hertz: float) -> None:
    np.testing.assert_allclose(inner(track_pitch(vowel(steady(hertz)), RATE)), hertz, rtol=0.006)


@pytest.mark.parametrize("rate", [8_000, 16_000, 44_100, 48_000, 192_000])
def test_the_rate_of_the_sound_does_not_matter(rate: int) -> None:
    f0 = track_pitch(vowel(steady(137.0, rate=rate), rate), rate)
    assert len(f0) == 80
    np.testing.assert_allclose(inner(f0), 137.0, rtol=0.006)


@pytest.mark.parametrize("count", [0, 1, 299, 300, 301, 24_000, 24_299, 24_300])
def test_there_is_a_frame_for_every_whole_hop(count: int) -> None:
    samples = vowel(steady(120.0, 2.0))[:count]
    assert len(track_pitch(samples, RATE)) == count // 300
    assert len(track_pitch_widened(samples, RATE)) == count // 300


def test_a_gliding_voice_is_followed_where_the_frame_is() -> None:
    seconds = np.arange(2 * RATE, dtype=np.float32) / RATE
    glide = 150.0 * 2 ** (0.5 * np.sin(2 * np.pi * seconds))
    f0 = track_pitch(vowel(glide), RATE)
    there = glide[(np.arange(len(f0)) * HOP_SECONDS * RATE).astype(int)]
    wrong = np.abs(inner(f0) / inner(there) - 1)
    assert np.median(wrong) < 0.01
    assert wrong.max() < HALF_A_SEMITONE


@pytest.mark.parametrize("level", [1e-3, 1.0, 5.0])
def test_the_level_does_not_matter(level: float) -> None:
    sound = vowel(steady(180.0))
    np.testing.assert_allclose(track_pitch(level * sound, RATE), track_pitch(sound, RATE), rtol=1e-3)


def test_a_voice_in_noise_keeps_its_pitch() -> None:
    sound = vowel(steady(140.0, 2.0))
    noise = np.random.default_rng(0).standard_normal(len(sound)).astype(np.float32)
    f0 = inner(track_pitch(sound + noise * sound.std() / noise.std() * 10 ** (-10 / 20), RATE))
    assert (np.abs(f0 / 140.0 - 1) < HALF_A_SEMITONE).mean() > 0.95


def test_voicing_ends_where_the_voice_does() -> None:
    noise = np.random.default_rng(0).standard_normal(RATE // 2).astype(np.float32) * 0.002
    f0 = track_pitch(np.concatenate([noise, vowel(steady(200.0)), noise]), RATE)
    assert (f0[:38] == 0).all()
    assert (f0[43:117] > 0).all()
    assert (f0[122:] == 0).all()


@pytest.mark.parametrize(
    "samples",
    [
        np.zeros(RATE, np.float32),
        np.full(RATE, 0.3, np.float32),
        (np.random.default_rng(1).standard_normal(RATE) * 0.1).astype(np.float32),
    ],
    ids=["silence", "a constant", "noise"],
)
def test_what_has_no_voice_is_unvoiced(samples: FloatArray) -> None:
    assert (inner(track_pitch(samples, RATE)) > 0).mean() < 0.05


def test_a_longer_hop_gives_the_same_pitch_less_often() -> None:
    f0 = track_pitch(vowel(steady(210.0, 2.0)), RATE, hop_seconds=0.025)
    assert len(f0) == 80
    np.testing.assert_allclose(inner(f0), 210.0, rtol=0.006)


def test_pitches_stay_within_the_range() -> None:
    f0 = track_pitch(vowel(np.geomspace(40.0, 700.0, 3 * RATE).astype(np.float32)), RATE)
    voiced = f0[f0 > 0]
    assert voiced.min() >= LOWEST_HZ
    assert voiced.max() <= HIGHEST_HZ


def test_long_sounds_are_filtered_without_seams() -> None:
    """The second block of the filter begins after 33 seconds."""
    f0 = track_pitch(vowel(steady(120.0, 36.0, 16_000), 16_000), 16_000)
    np.testing.assert_allclose(inner(f0), 120.0, rtol=0.006)


def test_fifteen_seconds_take_well_under_half_a_second() -> None:
    sound = vowel(steady(120.0, 15.0))
    start = time.process_time()
    track_pitch(sound, RATE)
    assert time.process_time() - start < 0.5


def test_runs_are_widened_and_short_gaps_bridged() -> None:
    f0 = np.array([0, 0, 100, 0, 0, 0, 200, 0, 0, 0, 0, 400, 0, 0], np.float32)
    expected = [0, 100, 100, 100 * 2**0.25, 100 * 2**0.5, 100 * 2**0.75, 200, 200 * 2**0.2, 0, 0, 400 / 2**0.2, 400]
    np.testing.assert_allclose(widen(f0), [*expected, 400, 0], rtol=1e-5)


def test_widening_silence_changes_nothing() -> None:
    assert not widen(np.zeros(7, np.float32)).any()
    assert len(widen(np.zeros(0, np.float32))) == 0
