"""Clips in front of a feed, without a sound card."""

from __future__ import annotations

import numpy as np
import pytest

from studio.playback.clips import ClipQueue
from studio.playback.feed import Feed

RATE = 24_000
BLOCK = 480
LATE = -1e6
"""A latency that makes everything handed over heard at once."""


class Listener:
    """A queue, a feed at some rate, and what came out of it."""

    def __init__(self, rate: int = RATE) -> None:
        self.clips = ClipQueue()
        self.feed = Feed(rate)
        self.clips.attach(self.feed)
        self.heard = np.zeros(0, np.float32)

    def listen(self, seconds: float) -> None:
        for _ in range(round(seconds * self.feed.rate / BLOCK)):
            self.clips.pump()
            block = np.empty(BLOCK, np.float32)
            self.feed.read(block)
            self.heard = np.concatenate([self.heard, block])

    def moment(self):
        return self.clips.moment(LATE)


def level(value: float, seconds: float) -> np.ndarray:
    return np.full(round(seconds * RATE), value, np.float32)


def test_clips_follow_each_other_with_a_gap() -> None:
    listener = Listener()
    clips = listener.clips
    for number in (1, 2):
        clips.add(number, gap=0.1)
        clips.append(number, level(number / 4, 0.1), RATE)
        clips.append(number, level(number / 4, 0.1), RATE)
        clips.end(number)
    listener.listen(0.6)
    expected = np.r_[level(0.25, 0.2), level(0, 0.1), level(0.5, 0.2), level(0, 0.1)]
    np.testing.assert_array_equal(listener.heard, expected)
    assert listener.feed.underruns == 0


def test_a_clip_is_played_while_it_grows_and_a_later_one_waits_for_it() -> None:
    listener = Listener()
    clips = listener.clips
    clips.add(1)
    clips.add(2, gap=0.0)
    clips.append(2, level(0.5, 0.1), RATE)
    clips.end(2)
    listener.listen(0.1)
    assert not listener.heard.any()
    clips.append(1, level(0.25, 0.1), RATE)
    assert clips.pump() == [1]
    clips.append(1, level(0.25, 0.1), RATE)
    clips.end(1)
    assert clips.pump() == [2]
    listener.listen(0.3)
    np.testing.assert_array_equal(listener.heard[2400:], np.r_[level(0.25, 0.2), level(0.5, 0.1)])


def test_it_tells_clip_and_seconds_and_what_is_over() -> None:
    listener = Listener(48_000)
    clips = listener.clips
    clips.add(1, start=0.05)
    clips.append(1, level(0.25, 0.2), RATE)
    clips.end(1)
    clips.add(2, gap=0.1)
    clips.append(2, level(0.5, 0.2), RATE)
    assert listener.moment() is None
    listener.listen(0.1)
    moment = listener.moment()
    assert (moment.clip, moment.done) == (1, ())
    assert moment.seconds == pytest.approx(0.15, abs=1e-3)
    assert moment.peak == pytest.approx(0.25, abs=0.05)
    listener.listen(0.1)
    moment = listener.moment()
    assert (moment.clip, moment.done) == (1, (1,))
    assert moment.seconds == pytest.approx(0.2)
    assert listener.moment() is None  # the gap
    listener.listen(0.1)
    moment = listener.moment()
    assert moment.clip == 2
    assert moment.seconds == pytest.approx(0.05, abs=2e-3)
    assert len(clips) == 1


def test_cutting_forgets_everything_and_what_comes_next_is_whole() -> None:
    listener = Listener()
    clips = listener.clips
    clips.add(1)
    clips.append(1, level(0.25, 2.0), RATE)
    listener.listen(0.1)
    clips.cut()
    clips.append(1, level(0.25, 1.0), RATE)
    clips.add(2)
    clips.append(2, level(0.5, 0.1), RATE)
    clips.end(2)
    listener.listen(0.2)
    assert np.count_nonzero(listener.heard == np.float32(0.5)) == 2400
    assert np.count_nonzero(listener.heard == np.float32(0.25)) <= 2400 + 1
    assert len(clips) == 1


def test_removing_what_is_heard_goes_on_with_the_next_from_its_start() -> None:
    listener = Listener()
    clips = listener.clips
    for number in (1, 2):
        clips.add(number, gap=0.2)
        clips.append(number, level(number / 4, 0.3), RATE)
        clips.end(number)
    listener.listen(0.1)
    clips.remove(1)
    listener.listen(0.5)
    assert np.count_nonzero(listener.heard == np.float32(0.25)) <= 2400 + 1
    assert np.count_nonzero(listener.heard == np.float32(0.5)) == 7200
    moment = listener.moment()
    assert (moment.clip, moment.done) == (2, (2,))


def test_removing_the_next_does_not_lose_a_sample_of_this_one() -> None:
    listener = Listener()
    clips = listener.clips
    ramp = np.linspace(0.1, 0.9, 7200, dtype=np.float32)
    clips.add(1)
    clips.append(1, ramp, RATE)
    clips.end(1)
    clips.add(2)
    clips.append(2, level(-0.5, 0.3), RATE)
    clips.end(2)
    listener.listen(0.1)
    clips.remove(2)
    listener.listen(0.5)
    assert np.isin(ramp, listener.heard).all()
    assert not (listener.heard < 0).any()


def test_seeking_goes_on_from_there() -> None:
    listener = Listener()
    clips = listener.clips
    ramp = np.linspace(0.1, 0.9, 24_000, dtype=np.float32)
    clips.add(1)
    for start in range(0, 24_000, 1000):
        clips.append(1, ramp[start : start + 1000], RATE)
    clips.end(1)
    listener.listen(0.1)
    clips.seek(1, 0.9)
    listener.listen(0.06)
    assert listener.moment().seconds == pytest.approx(0.96, abs=6e-3)  # a fade came first
    clips.seek(1, 0.5)
    listener.listen(0.1)
    assert listener.heard[-1] == ramp[12_000 + 2399 - 120]
    clips.seek(1, 99.0)
    listener.listen(0.1)
    assert listener.moment().done == (1,)


def test_a_pause_holds_the_position() -> None:
    listener = Listener()
    clips = listener.clips
    clips.add(1)
    clips.append(1, level(0.25, 1.0), RATE)
    clips.end(1)
    listener.listen(0.1)
    clips.paused = True
    listener.listen(0.2)
    held = listener.moment().seconds
    assert held == pytest.approx(0.105, abs=1e-3)
    listener.listen(0.2)
    assert listener.moment().seconds == held
    clips.paused = False
    listener.listen(0.1)
    assert listener.moment().seconds == pytest.approx(held + 0.1, abs=1e-3)


def test_another_device_goes_on_where_the_last_one_ended() -> None:
    listener = Listener()
    clips = listener.clips
    ramp = np.linspace(0.1, 0.9, 24_000, dtype=np.float32)
    for number in (1, 2):
        clips.add(number, gap=0.1)
        clips.append(number, ramp, RATE)
        clips.end(number)
    listener.listen(1.5)
    clips.detach(LATE)
    assert listener.moment() is None
    assert clips.pump() == []
    listener.feed = Feed(RATE)
    clips.attach(listener.feed)
    before = len(listener.heard)
    listener.listen(0.7)
    after = listener.heard[before:]
    np.testing.assert_array_equal(after[: 24_000 - 9600], ramp[9600:])
    assert listener.moment().done == (2,)


def test_a_device_that_never_played_anything_loses_nothing() -> None:
    listener = Listener()
    clips = listener.clips
    clips.add(1, start=0.1)
    clips.append(1, level(0.25, 0.3), RATE)
    clips.end(1)
    clips.pump()
    clips.detach(LATE)
    listener.feed = Feed(RATE)
    clips.attach(listener.feed)
    listener.listen(0.3)
    assert np.count_nonzero(listener.heard) == 4800


def test_a_clip_without_audio_is_over_at_once() -> None:
    listener = Listener()
    clips = listener.clips
    clips.add(1)
    clips.end(1)
    clips.add(2)
    clips.append(2, level(0.5, 0.1), RATE)
    clips.end(2)
    listener.listen(0.1)
    assert listener.moment().done == (1, 2)
    assert len(clips) == 0
