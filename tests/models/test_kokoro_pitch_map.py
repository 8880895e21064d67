from __future__ import annotations

import numpy as np
import pytest

from engines.models.kokoro.pitch_map import PitchMap
from engines.voices.profile import PitchRange

OWN = PitchRange(float(np.log(200)), 0.2)


def test_a_speaker_is_moved_into_the_range_of_another() -> None:
    curve = np.exp(np.random.default_rng(0).normal(*OWN, 2000)).astype(np.float32)
    moved = np.log(PitchMap.between(OWN, PitchRange(float(np.log(110)), 0.25))(curve))
    assert (moved.mean(), moved.std()) == pytest.approx((np.log(110), 0.25), abs=0.01)


def test_the_same_range_leaves_the_curve() -> None:
    curve = np.array([0, 3, 30, 45, 150, 300], np.float32)
    assert PitchMap.between(OWN, OWN)(curve) == pytest.approx(curve, rel=1e-5)


@pytest.mark.parametrize(("spread", "ratio"), [(0.01, 0.7), (0.2, 1.0), (2.0, 1.35)])
def test_liveliness_is_limited(spread: float, ratio: float) -> None:
    assert PitchMap.between(OWN, PitchRange(5.0, spread)).ratio == pytest.approx(ratio)


def test_unvoiced_stays_and_the_curve_has_no_jump() -> None:
    lower = PitchMap.between(OWN, PitchRange(float(np.log(90)), 0.14))
    rising = np.linspace(-5, 120, 5001).astype(np.float32)
    moved = lower(rising)
    assert np.array_equal(moved[rising <= 25], rising[rising <= 25])
    assert np.abs(np.diff(moved)).max() < 2.0  # Hz


def test_a_piece_is_mapped_as_in_the_whole() -> None:
    """A segment keeps its height among the others: the map does not depend on what else is mapped."""
    curve = np.exp(np.random.default_rng(0).normal(*OWN, 400)).astype(np.float32)
    mapped = PitchMap.between(OWN, PitchRange(5.0, 0.3))
    assert np.array_equal(mapped(curve)[100:180], mapped(curve[100:180]))
