from __future__ import annotations

import pytest

from engines.streaming.throughput import Throughput


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_nothing_is_known_before_something_was_made(clock: Clock) -> None:
    throughput = Throughput(clock)
    assert throughput.speed is None
    with throughput.work():
        clock.now += 0.1
        throughput.made(0.5)
    assert throughput.speed is None


def test_time_without_work_does_not_count_and_that_of_two_threads_counts_once(clock: Clock) -> None:
    throughput = Throughput(clock)
    for _ in range(3):
        with throughput.work():
            clock.now += 0.1
            with throughput.work():
                clock.now += 0.3
            clock.now += 0.1
            throughput.made(2.0)
        clock.now += 50
    assert throughput.speed == pytest.approx(4.0, rel=0.05)


def test_it_follows_the_machine(clock: Clock) -> None:
    throughput = Throughput(clock)

    def work(speed: float) -> None:
        for _ in range(400):
            with throughput.work():
                clock.now += 0.1
                throughput.made(0.1 * speed)

    work(10.0)
    assert throughput.speed == pytest.approx(10.0, rel=0.05)
    work(3.0)
    assert throughput.speed == pytest.approx(3.5, abs=0.2)
