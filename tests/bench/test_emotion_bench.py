"""What the bench of emotions measures with."""

from __future__ import annotations

import numpy as np
import pytest

for package in ("rapidfuzz", "opencc", "pypinyin", "sudachipy", "speechmos"):
    pytest.importorskip(package, reason="the `bench` extra is not installed")

from engines.prosody.presets import built_in  # noqa: E402
from tests.bench import corpus  # noqa: E402
from tests.bench.metrics.expression import Measured, measure  # noqa: E402
from tests.bench.metrics.published_emotions import DOWN, OPEN, PUBLISHED, UP, is_graded  # noqa: E402
from tests.bench.metrics.telling_apart import blind_guesses, effect_size  # noqa: E402

RATE = 24000


def tone(melody: np.ndarray, level: float = 0.3, silent: tuple[float, float] | None = None) -> np.ndarray:
    """A voice of ten harmonics with a melody in Hz, perhaps with a silence from one second to another."""
    phase = 2 * np.pi * np.cumsum(melody) / RATE
    voice = sum(np.sin(k * phase) / k for k in range(1, 11)) * level / 2
    if silent:
        voice[int(silent[0] * RATE) : int(silent[1] * RATE)] = 0
    edge = np.zeros(RATE // 5)
    return np.concatenate([edge, voice, edge]).astype(np.float32)


def melody(mean: float = 150.0, width: float = 2.0, seconds: float = 1.5) -> np.ndarray:
    time = np.arange(int(seconds * RATE)) / RATE
    return mean * 2 ** (width * np.sin(2 * np.pi * 2 * time) / 12)


def changes(one: np.ndarray, other: np.ndarray) -> Measured:
    return Measured(*(np.array(measure(one, RATE)) - measure(other, RATE)))


def test_measures_are_of_what_was_changed() -> None:
    plain = tone(melody())
    assert changes(tone(melody(300.0)), plain).pitch == pytest.approx(12.0, abs=0.3)
    assert changes(tone(melody(width=4.0)), plain).range == pytest.approx(np.log(2), abs=0.15)
    assert changes(tone(melody(seconds=3.0)), plain).rate == pytest.approx(-np.log(2), abs=0.05)
    assert changes(tone(melody(), 0.15), plain).energy == pytest.approx(-6.0, abs=0.2)
    assert changes(tone(melody(), silent=(0.5, 0.9)), plain).pauses == pytest.approx(0.4 / 1.5, abs=0.05)
    rising = melody() * np.linspace(1.0, 2 ** (4 / 12), int(1.5 * RATE))
    assert changes(tone(rising), plain).slope == pytest.approx(4.0, abs=0.7)


def test_a_judge_tells_what_can_be_told_and_no_more() -> None:
    rng = np.random.default_rng(0)
    labels = [name for _ in range(20) for name in "abcd"]
    groups = [group for group in range(20) for _ in "abcd"]
    means = np.array([[0.0, 0], [3, 0], [0, 3], [3, 3]])
    values = np.tile(means, (20, 1)) + rng.normal(size=(80, 2)) * 0.5
    guessed = blind_guesses(values, labels, groups)
    assert np.mean([guess == label for guess, label in zip(guessed, labels, strict=True)]) > 0.95
    guessed = blind_guesses(rng.normal(size=(80, 2)), labels, groups)
    assert np.mean([guess == label for guess, label in zip(guessed, labels, strict=True)]) < 0.45


def test_effect_sizes_are_in_standard_deviations() -> None:
    rng = np.random.default_rng(0)
    assert effect_size(rng.normal(1.0, 2.0, 5000), rng.normal(0.0, 2.0, 5000)) == pytest.approx(0.5, abs=0.1)


def test_every_preset_is_measured_and_the_sentences_are_enough() -> None:
    assert set(PUBLISHED) == set(built_in().names)
    sentences = corpus.load("emotion")
    assert len(sentences) >= 20
    assert len({sentence.voice for sentence in sentences}) >= 4


def test_graded_is_further_and_further_in_the_published_direction() -> None:
    assert is_graded([0.1, 0.2, 0.4], UP)
    assert is_graded([-0.1, -0.2, -0.4], DOWN)
    assert not is_graded([0.1, 0.4, 0.2], UP)
    assert not is_graded([0.1, 0.2, 0.4], DOWN)
    assert is_graded([0.1, -0.2, 0.4], OPEN)
