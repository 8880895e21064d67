"""The speed of an export, on a clock that the test turns."""

from __future__ import annotations

from studio.export.pace import Load, Pace


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_time_counts_once_however_many_files_are_made() -> None:
    clock = Clock()
    pace = Pace(clock)
    assert pace.remaining(Load(10.0, 10.0)) is None
    pace.making.begin()
    pace.making.begin()
    clock.now = 2.0
    pace.making.end(10.0)
    clock.now = 4.0
    pace.making.end(10.0)
    clock.now = 100.0  # nothing is made
    pace.making.begin()
    clock.now = 101.0
    pace.making.end(5.0)
    assert pace.remaining(Load(50.0, 50.0)) == 10.0


def test_writing_is_added_once_it_is_known() -> None:
    clock = Clock()
    pace = Pace(clock)
    assert pace.remaining(Load(0.0, 10.0)) is None
    pace.writing.begin()
    clock.now = 1.0
    pace.writing.end(100.0)
    assert pace.remaining(Load(0.0, 50.0)) == 0.5
    assert pace.remaining(Load(10.0, 50.0)) is None
