"""When lines are heard in the video, and what the mix of both is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engines.audio.loudness import loudness, true_peak
from engines.media.mixing import Mixing, Original
from studio.document.script import Delivery, Line, Script
from studio.document.takes import Take
from studio.document.video import Video
from studio.video.mix import CEILING, RATE, Mix, Sources, render, written
from studio.video.placing import GAP, Placed, place
from tests.media.media_samples import write_video


def take(line: str, seconds: float, rate: int = 24_000) -> Take:
    return Take(f"take-{line}", line, Delivery("", "", "", 1.0), "tiny", seconds, rate, "")


def tone(one: Take, level: float = 0.5, hz: float = 440.0) -> np.ndarray:
    at = np.arange(round(one.seconds * one.sample_rate)) / one.sample_rate
    return (level * np.sin(2 * np.pi * hz * at)).astype(np.float32)


def test_lines_are_at_their_times_and_follow_each_other_without() -> None:
    lines = (
        Line("a", "One", start=1.0, end=2.0),
        Line("b", "Two"),
        Line("c", "  "),
        Line("d", "Four", start=9.0, end=10.5),
    )
    takes = {"a": take("a", 1.4), "b": take("b", 2.0)}
    placed = place(Script(lines, video=Video("/f.mp4", offset=0.5)), takes.get)
    assert [(each.line_id, each.start, each.seconds) for each in placed] == [
        ("a", 1.5, 1.4),
        ("b", 1.5 + 1.4 + GAP, 2.0),
        ("d", 9.5, 1.5),
    ]


def test_the_mix_is_the_sum_and_the_same_in_every_window(tmp_path: Path) -> None:
    original = np.random.default_rng(2).normal(0, 0.1, 6 * RATE).astype(np.float32)
    film = write_video(tmp_path / "film.mov", [n / 25 for n in range(150)], original, codec="pcm_s16le")
    one = take("a", 1.0, RATE)
    mix = Mix((Placed("a", 2.0, 1.0, one),), Mixing(lowered=20.0))
    whole = render(mix, Sources(film, tone), 0, 6 * RATE)
    np.testing.assert_allclose(whole[:RATE, 0], original[:RATE], atol=1e-4)
    inside = slice(2 * RATE, 3 * RATE)
    np.testing.assert_allclose(whole[inside, 1], 0.1 * original[inside] + tone(one), atol=1e-4)
    sources = Sources(film, tone)
    for start in (0, 100_000, 30_000, 4 * RATE):  # in order and not
        part = render(mix, sources, start, 48_000)
        assert np.abs(part - whole[start : start + 48_000]).max() < 1e-3
    sources.close()


@pytest.mark.parametrize("lowered", [6.0, 15.0])
def test_under_speech_the_original_is_as_loud_as_set(tmp_path: Path, lowered: float) -> None:
    original = np.random.default_rng(4).normal(0, 0.1, 12 * RATE).astype(np.float32)
    film = write_video(tmp_path / "film.mov", [0.0, 12.0], original, codec="pcm_s16le")
    silent = take("a", 4.0, RATE)
    mix = Mix((Placed("a", 4.0, 4.0, silent),), Mixing(lowered=lowered))
    heard = render(mix, Sources(film, lambda one: np.zeros(4 * RATE, np.float32)), 0, 12 * RATE)[:, 0]
    under, before = heard[4 * RATE : 8 * RATE], heard[: 3 * RATE]
    assert loudness(before, RATE) - loudness(under, RATE) == pytest.approx(lowered, abs=0.2)


def test_a_line_that_begins_before_the_video_is_heard_from_its_middle() -> None:
    one = take("a", 1.0, RATE)
    mix = Mix((Placed("a", -0.5, 1.0, one),))
    heard = render(mix, Sources(None, tone), 0, RATE)[:, 0]
    assert heard[: RATE // 2] == pytest.approx(tone(one)[RATE // 2 :], abs=1e-6)
    assert not heard[RATE // 2 :].any()


def test_a_muted_original_is_not_even_read(tmp_path: Path) -> None:
    mix = Mix((), Mixing(Original.MUTE))
    assert not render(mix, Sources(tmp_path / "gone.mp4", tone), 0, 100).any()


def test_what_is_written_is_whole_and_under_the_ceiling() -> None:
    loud = [Placed(str(n), n * 0.1, 2.0, take(str(n), 2.0, RATE)) for n in range(5)]
    told: list[float] = []
    blocks = list(written(Mix(tuple(loud)), Sources(None, lambda one: tone(one, 0.6)), 3.0, told.append))
    sound = np.concatenate(blocks)
    assert sound.shape == (3 * RATE, 2)
    assert true_peak(sound[:, 0], RATE) <= CEILING + 0.05
    assert told == sorted(told)
