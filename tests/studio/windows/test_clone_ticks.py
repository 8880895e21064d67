from __future__ import annotations

import pytest

from studio.windows.clone_ticks import places, tick_step, ticks


@pytest.mark.parametrize(
    ("span", "most", "step"),
    [(4.0, 8, 0.5), (4.0, 4, 1.0), (1200.0, 7, 200.0), (0.1, 5, 0.02), (7.0, 7, 1.0), (60.0, 11, 10.0)],
)
def test_steps_are_round_and_fit(span: float, most: int, step: float) -> None:
    assert tick_step(span, most) == pytest.approx(step)
    assert len(ticks(0.0, span, step)) <= most + 1


def test_steps_are_no_smaller_than_wanted() -> None:
    assert tick_step(1.0, 10, least=1.0) == 1.0


def test_without_room_there_is_one_step() -> None:
    assert tick_step(15.0, 0) == 20.0
    assert tick_step(0.0, 3) == 1.0


def test_ticks_are_the_multiples_between() -> None:
    assert ticks(25.0, 100.0, 50.0) == [50.0, 100.0]
    assert ticks(0.0, 0.3, 0.1) == pytest.approx([0.0, 0.1, 0.2, 0.3])


def test_as_many_digits_as_are_needed() -> None:
    assert [places(step) for step in (0.05, 0.2, 1.0, 20.0)] == [2, 1, 0, 0]
