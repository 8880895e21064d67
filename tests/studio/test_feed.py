"""The queue in front of the sound card, without one."""

from __future__ import annotations

import threading

import numpy as np

from studio.playback.feed import Feed

RATE = 24_000
RAMP = 120  # 5 ms


def ones(frames: int) -> np.ndarray:
    return np.ones(frames, np.float32)


def read(feed: Feed, frames: int) -> np.ndarray:
    out = np.full(frames, np.nan, np.float32)
    feed.read(out)
    return out


def largest_step(samples: np.ndarray) -> float:
    return float(np.abs(np.diff(samples)).max())


def test_nothing_to_say_is_silence() -> None:
    feed = Feed(RATE)
    assert feed.idle
    np.testing.assert_array_equal(read(feed, 100), 0)
    assert feed.underruns == 0


def test_every_sample_comes_out_once_and_in_order_whatever_the_block_size() -> None:
    audio = np.arange(1, 1001, dtype=np.float32)
    for block in (1, 7, 64, 999, 5000):
        feed = Feed(RATE)
        for start in range(0, 1000, 123):
            feed.line.put(audio[start : start + 123])
        feed.line.end()
        heard = np.concatenate([read(feed, block) for _ in range(-(-1000 // block))])
        np.testing.assert_array_equal(heard[:1000], audio)
        np.testing.assert_array_equal(heard[1000:], 0)
        read(feed, 1)
        assert feed.idle
        assert feed.underruns == 0


def test_waiting_counts_what_has_not_begun_to_play() -> None:
    feed = Feed(RATE)
    feed.line.put(ones(100))
    feed.line.put(ones(50))
    assert feed.line.waiting == 150
    read(feed, 10)
    assert feed.line.waiting == 50
    assert not feed.idle


def test_running_dry_in_speech_is_counted_once_and_does_not_click() -> None:
    feed = Feed(RATE)
    feed.line.put(ones(500))
    first = read(feed, 1000)
    read(feed, 1000)
    feed.line.put(ones(500))
    feed.line.end()
    second = read(feed, 1000)
    assert feed.underruns == 1
    np.testing.assert_array_equal(first[:500], 1)
    assert largest_step(first) <= 1.5 / RAMP
    assert second[0] == 0
    assert largest_step(second[:500]) <= 1.5 / RAMP
    np.testing.assert_array_equal(second[RAMP:500], 1)


def test_the_end_of_speech_is_not_an_underrun_and_is_not_faded() -> None:
    feed = Feed(RATE)
    feed.line.put(ones(500))
    feed.line.end()
    np.testing.assert_array_equal(read(feed, 600), np.r_[ones(500), np.zeros(100)])
    assert feed.underruns == 0


def test_a_cut_silences_the_next_block_with_a_short_fade() -> None:
    feed = Feed(RATE)
    old = feed.line
    old.put(ones(10_000))
    heard = read(feed, 256)
    feed.cut()
    old.put(ones(10_000))  # a producer that has not noticed yet
    heard = np.r_[heard, read(feed, 256)]
    assert largest_step(heard) <= 1.5 / RAMP
    np.testing.assert_array_equal(heard[256 + RAMP :], 0)
    np.testing.assert_array_equal(read(feed, 256), 0)
    assert feed.idle
    assert feed.underruns == 0


def test_new_speech_after_a_cut_is_complete() -> None:
    feed = Feed(RATE)
    feed.line.put(ones(1000))
    read(feed, 100)
    feed.cut()
    feed.line.put(np.full(50, 0.25, np.float32))
    feed.line.end()
    assert np.count_nonzero(read(feed, 500) == 0.25) >= 50


def test_two_threads_lose_nothing() -> None:
    audio = np.arange(1, 200_001, dtype=np.float32)
    feed = Feed(RATE)

    def produce() -> None:
        for start in range(0, len(audio), 97):
            feed.line.put(audio[start : start + 97])
        feed.line.end()

    thread = threading.Thread(target=produce)
    heard = []
    thread.start()
    while thread.is_alive() or not feed.idle:
        heard.append(read(feed, 64))
    thread.join()
    if feed.underruns == 0:
        played = np.concatenate(heard)
        np.testing.assert_array_equal(played[played != 0], audio)
    else:  # fades were put in: what was taken is still everything
        assert feed.line.taken_out == len(audio)


def test_a_pause_fades_and_loses_nothing() -> None:
    feed = Feed(RATE)
    feed.line.put(ones(2000))
    feed.line.end()
    heard = [read(feed, 256)]
    feed.paused = True
    heard += [read(feed, 256), read(feed, 256)]
    assert feed.line.handed == 256 + RAMP
    feed.paused = False
    heard += [read(feed, 256) for _ in range(8)]
    sound = np.concatenate(heard)
    assert largest_step(sound[:1500]) <= 1.5 / RAMP
    assert np.count_nonzero(sound) == 2000 - 2  # the ends of the two ramps
    assert feed.underruns == 0
    assert feed.idle


def test_it_tells_what_is_heard_at_a_time() -> None:
    feed = Feed(RATE)
    assert feed.heard(0.0) is None
    feed.line.put(0.5 * ones(300))
    read(feed, 240)
    first = feed.heard(1e9)
    assert first is not None
    assert (first.line, first.end, first.peak) == (feed.line, 240, 0.5)
    read(feed, 240)
    last = feed.heard(1e9)
    assert last is not None
    assert last.end == 300
    between = feed.heard(last.time - 1e-9)
    assert between is not None
    assert between.end <= 240
    just_then = feed.heard(last.time, since=last.time)
    assert just_then is not None
    assert just_then.end == 240


def test_fades_are_not_counted_as_heard() -> None:
    feed = Feed(RATE)
    feed.line.put(ones(100))
    read(feed, 256)
    assert feed.line.handed == 100
    feed.line.put(ones(100))
    read(feed, 50)
    feed.cut()
    read(feed, 256)
    assert feed.line.handed == 0
