from __future__ import annotations

import math

import numpy as np
import pytest

from engines.audio.levels import SHORTEST, Change, Target, apply, measure, settle
from engines.audio.loudness import true_peak
from tests.audio.speechlike import speechlike
from tests.ebur128 import ebur128

RATE = 24_000


def brought(samples, target, rate=RATE, channels=1, **options):
    change, wanted = settle(lambda: np.array_split(samples, 7), rate, channels, target, **options)
    return np.concatenate(list(apply(change, np.array_split(samples, 3), rate))), change, wanted


@pytest.mark.parametrize("target", [Target.LOUD, Target.MEDIUM, Target.BROADCAST])
@pytest.mark.parametrize("rate", [24_000, 44_100, 48_000])
def test_targets_are_met_as_another_program_measures(target, rate):
    samples, change, wanted = brought(0.1 * speechlike(3.5, rate), target, rate)
    loudness, peak = ebur128(samples, rate)
    assert loudness == pytest.approx(target.level, abs=0.3)
    assert peak <= -1.0
    assert wanted.level == pytest.approx(target.level, abs=0.06)
    assert len(samples) == 3.5 * rate
    # Its pulses are 18 dB above its loudness: a gentle limiter would end at -17 LUFS.
    assert change.hard == (target is Target.LOUD)


def test_acx_is_met():
    samples, _, wanted = brought(speechlike(4, 44_100), Target.ACX, 44_100)
    rms = 10 * np.log10(np.mean(samples.astype(float) ** 2))
    assert rms == pytest.approx(-20, abs=0.1)
    assert true_peak(samples, 44_100) <= -3.0
    assert wanted.level == pytest.approx(rms, abs=0.01)


def test_two_channels_need_three_decibel_less():
    samples = 0.1 * speechlike(5, RATE)
    one, two = brought(samples, Target.BROADCAST)[1], brought(samples, Target.BROADCAST, channels=2)[1]
    assert one.gain - two.gain == pytest.approx(3.01, abs=0.01)


def test_short_clips_are_measured_where_they_are_heard():
    word = speechlike(0.8, RATE)
    padded = np.concatenate([np.zeros(RATE // 2, np.float32), word, np.zeros(RATE, np.float32)])
    gains = [brought(samples, Target.BROADCAST)[1].gain for samples in (word, padded)]
    assert gains[0] == pytest.approx(gains[1], abs=0.05)
    assert measure([padded], RATE, 1, Target.BROADCAST).short
    assert len(padded) < SHORTEST * RATE
    # Nearly as loud as the same in a long clip.
    long_gain = brought(np.tile(word, 5), Target.BROADCAST)[1].gain
    assert gains[0] == pytest.approx(long_gain, abs=1.5)


def test_a_click_and_a_breath_are_not_blown_up():
    click = np.zeros(2400, np.float32)
    click[1200:1300] = 0.01 * np.sin(np.arange(100))
    assert brought(click, Target.LOUD)[1].gain == 20.0
    assert brought(1e-4 * speechlike(2, RATE), Target.LOUD)[1] == Change()


@pytest.mark.parametrize("samples", [np.zeros(0, np.float32), np.zeros(5 * RATE, np.float32)])
@pytest.mark.parametrize("target", Target)
def test_silence_stays_silence(samples, target):
    result, change, wanted = brought(samples, target)
    assert change == Change()
    assert wanted.level == -math.inf
    assert not result.any()


def test_as_made_changes_only_what_would_be_clipped():
    quiet, loud = speechlike(4, RATE), 3.0 * speechlike(4, RATE)
    np.testing.assert_array_equal(brought(quiet, Target.AS_MADE)[0], quiet)
    assert true_peak(brought(loud, Target.AS_MADE)[0], RATE) <= -0.1


def test_what_a_codec_takes_is_given_before():
    _, plain, _ = brought(0.1 * speechlike(5, RATE), Target.BROADCAST)
    _, more, wanted = brought(0.1 * speechlike(5, RATE), Target.BROADCAST, louder=0.5)
    assert more.gain - plain.gain == pytest.approx(0.5)
    assert wanted.level == pytest.approx(-22.5, abs=0.05)
    assert brought(speechlike(5, RATE), Target.LOUD, lower=0.7)[1].ceiling == pytest.approx(-1.75)
