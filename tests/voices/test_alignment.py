"""Warping one sound onto another, and the durations that come of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from engines.types import FloatArray, IntArray
from engines.voices.alignment import HOP, RATE, align, carry_over, cepstra, warp

FRAME = 2 * HOP
NEIGHBOURS = ((1, 1), (1, 0), (0, 1))

costs = arrays.arrays(
    np.float64, arrays.array_shapes(min_dims=2, max_dims=2, max_side=5), elements=st.integers(0, 9).map(float)
)


def all_paths(n: int, m: int, at: tuple[int, int] = (0, 0)) -> Iterator[tuple[tuple[int, int], ...]]:
    """Every monotonic path from `at` to the last corner."""
    if at == (n - 1, m - 1):
        yield (at,)
    for down, right in NEIGHBOURS:
        following = at[0] + down, at[1] + right
        if following[0] < n and following[1] < m:
            yield from ((at, *rest) for rest in all_paths(n, m, following))


@given(costs)
@settings(max_examples=60, deadline=None)
def test_the_path_is_the_cheapest(cost: np.ndarray) -> None:
    path, mean = warp(cost)
    total = cost[path[:, 0], path[:, 1]].sum()
    assert total == min(sum(cost[at] for at in other) for other in all_paths(*cost.shape))
    assert mean == pytest.approx(total / len(path))


@given(costs)
@settings(deadline=None)
def test_the_path_goes_from_corner_to_corner_by_single_steps(cost: np.ndarray) -> None:
    path, _ = warp(cost)
    assert tuple(path[0]) == (0, 0)
    assert tuple(path[-1]) == (cost.shape[0] - 1, cost.shape[1] - 1)
    assert {tuple(step) for step in np.diff(path, axis=0)} <= set(NEIGHBOURS)


def test_a_valley_is_followed() -> None:
    cost = np.ones((6, 4))
    valley = [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 3)]
    for at in valley:
        cost[at] = 0.0
    path, mean = warp(cost)
    assert [tuple(at) for at in path] == valley
    assert mean == 0.0


def some_path(n: int, m: int, seed: int) -> np.ndarray:
    """A random monotonic path; the sides need not be of like length."""
    rng = np.random.default_rng(seed)
    path, i, j = [(0, 0)], 0, 0
    while (i, j) != (n - 1, m - 1):
        down, right = NEIGHBOURS[rng.integers(3)]
        i, j = min(i + down, n - 1), min(j + right, m - 1)
        path.append((i, j))
    return np.array(path)


@given(st.lists(st.integers(1, 12), min_size=1, max_size=20), st.integers(1, 120), st.integers(0, 2**32 - 1))
@settings(deadline=None)
def test_durations_fill_the_recording(durations: list[int], frames: int, seed: int) -> None:
    path = some_path(2 * sum(durations), 2 * frames, seed)
    found = carry_over(path, np.array(durations), frames)
    if frames < len(durations):
        assert found is None
        return
    assert found is not None
    assert found.sum() == frames
    assert found.shape == (len(durations),)
    assert found.min() >= 1


def test_the_diagonal_keeps_durations() -> None:
    durations = np.array([3, 1, 7, 2])
    steps = np.arange(2 * durations.sum())
    found = carry_over(np.stack([steps, steps], axis=1), durations, int(durations.sum()))
    assert found is not None
    assert found.tolist() == durations.tolist()


def sounds(durations: IntArray, pitch: float, size: float, seed: int) -> FloatArray:
    """[FRAME * sum] one sound a segment, each with two resonances of its own, and a little noise over all."""
    rng = np.random.default_rng(seed)
    lower, upper = np.random.default_rng(5).permuted(
        [np.geomspace(250, 1000, len(durations)), np.geomspace(1100, 4500, len(durations))], axis=1
    )
    parts = []
    for number, count in enumerate(durations):
        times = np.arange(count * FRAME) / RATE
        harmonics = pitch * np.arange(1, int(RATE / 2 / pitch))
        gains = sum(1 / (1 + ((harmonics - size * centre[number]) / 90) ** 2) for centre in (lower, upper))
        phases = rng.uniform(0, 2 * np.pi, len(harmonics))
        parts.append((gains[:, None] * np.cos(2 * np.pi * harmonics[:, None] * times + phases[:, None])).sum(axis=0))
    samples = np.concatenate(parts)
    return (0.05 * samples / samples.std() + 5e-3 * rng.standard_normal(len(samples))).astype(np.float32)


def test_the_durations_of_a_recording_are_found() -> None:
    rng = np.random.default_rng(7)
    spoken = rng.integers(3, 12, 16)
    recorded = np.maximum(np.rint(spoken * rng.uniform(0.6, 2.2, 16)), 2).astype(np.int64)
    given_sound, recording = sounds(spoken, 200.0, 1.1, 0), sounds(recorded, 125.0, 0.95, 1)
    alignment = align(given_sound, spoken, recording)
    assert alignment is not None
    assert alignment.durations.sum() == recorded.sum()
    assert boundary_error(alignment.durations, recorded) < 0.025
    assert boundary_error(spoken, recorded) > 0.2, "there was nothing to find"
    wrong = align(given_sound[::-1].copy(), spoken, recording)
    assert wrong is not None
    assert wrong.cost > 1.1 * alignment.cost
    again = align(sounds(alignment.durations, 125.0, 1.1, 2), alignment.durations, recording, in_step=True)
    assert again is not None
    assert boundary_error(again.durations, recorded) < 0.025


def boundary_error(found: IntArray, wanted: IntArray) -> float:
    """Median over boundaries, seconds."""
    return float(np.median(np.abs(np.cumsum(found) - np.cumsum(wanted))[:-1])) * FRAME / RATE


def test_a_recording_with_fewer_frames_than_symbols_has_no_alignment() -> None:
    durations = np.full(8, 3)
    sound = sounds(durations, 150.0, 1.0, 0)
    assert align(sound, durations, sound[: 7 * FRAME]) is None
    assert align(sound, durations, sound[: 8 * FRAME]) is not None


def test_cepstra_do_not_know_the_level() -> None:
    sound = sounds(np.full(8, 3), 150.0, 1.0, 0)
    found = cepstra(sound)
    assert found.shape == (48, 32)
    assert found[:, :16].mean(axis=0) == pytest.approx(np.zeros(16), abs=1e-3)
    assert cepstra(4 * sound) == pytest.approx(found, abs=0.02)
