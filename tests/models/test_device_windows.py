"""Windows that are wider than a GPU's engine takes are made in parts that join without a seam."""

from __future__ import annotations

from typing import cast

from hypothesis import given
from hypothesis import strategies as st

from engines.models.kokoro.device_generator import parts_of
from engines.models.kokoro.segment import KokoroSegment, WindowRequest

SEGMENT = cast(KokoroSegment, object())


@given(st.integers(0, 300), st.integers(1, 300), st.integers(1, 6), st.integers(1, 40))
def test_parts_tile_a_window_and_have_their_context(start: int, length: int, context: int, spare: int) -> None:
    width = 2 * context + spare
    end = start + length
    at = start
    for (segment, left, right), skipped, kept in parts_of(WindowRequest(SEGMENT, start, end), width, context):
        assert segment is SEGMENT
        assert right - left <= width
        assert left + skipped == at
        assert kept > 0
        assert skipped >= min(context, at - start)
        at += kept
        assert right - at >= min(context, end - at)
    assert at == end


def test_a_window_of_the_usual_width_is_one_part() -> None:
    request = WindowRequest(SEGMENT, 7, 47)
    assert parts_of(request, 40, 5) == [(request, 0, 40)]
