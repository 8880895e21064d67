from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engines.streaming.windows import WindowPolicy, windows


@given(
    start=st.integers(0, 50),
    length=st.integers(1, 3000),
    context=st.integers(0, 10),
    first=st.integers(1, 40),
    growth=st.floats(1.0, 4.0),
)
def test_windows_tile_and_keep_their_context(start: int, length: int, context: int, first: int, growth: float) -> None:
    end = start + length
    policy = WindowPolicy(first=first, growth=growth, largest=max(first, 88))
    cut = list(windows(start, end, context, policy))
    assert [w.start for w in cut] == [start, *(w.end for w in cut[:-1])]
    assert cut[-1].end == end
    for w in cut:
        assert w.left == max(start, w.start - context)
        assert w.right == min(end, w.end + context)


def test_the_first_window_is_small_and_later_ones_grow_to_a_bound() -> None:
    policy = WindowPolicy()
    sizes = [w.end - w.start for w in windows(0, 2000, 4, policy)]
    assert sizes[0] == policy.first
    assert sizes[:-1] == sorted(sizes[:-1])
    assert max(sizes) <= policy.largest + 4


def test_audio_in_hand_always_lasts_until_the_next_window() -> None:
    """On a machine that renders frames, contexts included, three times as fast as they play, playback never waits."""
    cost = 1 / 3
    in_hand = 0.0
    for i, w in enumerate(windows(0, 1000, 4, WindowPolicy())):
        in_hand -= (w.right - w.left) * cost if i else 0
        assert in_hand >= 0
        in_hand += w.end - w.start
