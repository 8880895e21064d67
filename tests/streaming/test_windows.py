from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.streaming.windows import Pace, Pacer, Window

FRAME = 0.025


def cut(start: int, end: int, context: int = 4, pace: Pace | None = None) -> list[Window]:
    return list(Pacer(FRAME, context, pace).windows(start, end, end))


@given(
    start=st.integers(0, 50),
    length=st.integers(1, 3000),
    context=st.integers(0, 10),
    generated=st.floats(0.0005, 0.1),
)
def test_windows_tile_and_keep_their_context(start: int, length: int, context: int, generated: float) -> None:
    end = start + length
    windows = cut(start, end, context, Pace(generated=generated))
    assert [w.start for w in windows] == [start, *(w.end for w in windows[:-1])]
    assert windows[-1].end == end
    for w in windows:
        assert w.left == max(start, w.start - context)
        assert w.right == min(end, w.end + context)


def test_the_first_window_is_small_and_later_ones_grow_to_a_bound() -> None:
    sizes = [w.end - w.start for w in cut(0, 3000)]
    assert sizes[0] == Pacer.first
    assert sizes[:-2] == sorted(sizes[:-2])
    assert Pacer.largest <= max(sizes) <= Pacer.largest + 4


def test_little_is_rendered_twice() -> None:
    windows = cut(0, 1000)
    assert sum(w.right - w.left for w in windows) < 1.12 * 1000


@pytest.mark.parametrize("segments", [[(60, 30)], [(45, 15), (300, 100), (700, 200)], [(2000, 500)]])
def test_playback_never_waits_at_the_stated_pace(segments: list[tuple[int, int]]) -> None:
    """A listener's clock, run beside the pacer's: audio in hand never runs out between chunks."""
    pace, pacer = Pace(), Pacer(FRAME, 4)
    in_hand: float | None = None
    for i, (frames, symbols) in enumerate(segments):
        if i and in_hand is not None:
            pacer.pause(0.15)
            in_hand += 0.15
        pacer.prepare(symbols, frames)
        cost = symbols * pace.symbol + frames * pace.frame
        for window in pacer.windows(0, frames, frames):
            cost += (window.right - window.left) * pace.generated
            if in_hand is not None:
                assert in_hand >= cost - 1e-9
            in_hand = (0.0 if in_hand is None else in_hand - cost) + (window.end - window.start) * FRAME
            cost = 0.0


def test_the_same_text_is_cut_alike() -> None:
    assert cut(3, 777) == cut(3, 777)
