"""Which frames are rendered together, so that sound comes at once, never stops, and little is rendered twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Window(NamedTuple):
    """Frames [start, end) to be heard, and the wider [left, right) to be generated for them."""

    start: int
    end: int
    left: int
    right: int


@dataclass(frozen=True)
class Pace:
    """What work costs on the slowest machine that playback shall never wait for, in seconds.

    Measured on two cores at 3 GHz with ONNX Runtime and fast integers, and two thirds added for a busy machine.
    """

    symbol: float = 0.0025
    """Text and prosody, a symbol of the segment."""
    frame: float = 0.0009
    """Pitch and the front, a frame of the segment."""
    generated: float = 0.0105
    """The generator, a frame of a window, its context included."""


class Pacer:
    """Chooses the size of each window from the audio in hand, as if it had been played since the first chunk.

    The listener waits for the first window, so it is small. Each later one is as large as can be made while the audio
    in hand lasts on a machine of the given pace: context is rendered twice, so large windows cost less. It is a model,
    not a clock: the same text is always cut alike.
    """

    first = 12
    largest = 104

    def __init__(self, frame_seconds: float, context: int, pace: Pace | None = None) -> None:
        self._frame_seconds = frame_seconds
        self._context = context
        self._pace = pace or Pace()
        self._in_hand: float | None = None  # seconds; None before the first chunk

    def prepare(self, symbols: int, frames: int) -> None:
        """Count the planning of a segment."""
        self._spend(symbols * self._pace.symbol + frames * self._pace.frame)

    def pause(self, seconds: float) -> None:
        """Count silence between segments."""
        if self._in_hand is not None:
            self._in_hand += seconds

    def windows(self, start: int, end: int, frames: int) -> Iterator[Window]:
        """Cut frames [start, end) of a segment into windows that tile it; contexts stay inside."""
        del frames
        at = start
        while at < end:
            size = self._size()
            left = end - at
            if left <= size + self._context:  # what would remain is cheaper rendered at once
                size = left
            elif left < 2 * size:  # two alike rather than a large and a small one
                size = -(-left // 2)
            stop = at + size
            window = Window(at, stop, max(start, at - self._context), min(end, stop + self._context))
            self._spend((window.right - window.left) * self._pace.generated)
            yield window
            self._in_hand = (self._in_hand or 0.0) + size * self._frame_seconds
            at = stop

    def _spend(self, seconds: float) -> None:
        if self._in_hand is not None:
            self._in_hand = max(self._in_hand - seconds, 0.0)

    def _size(self) -> int:
        if self._in_hand is None:
            return self.first
        in_time = int(self._in_hand / self._pace.generated) - 2 * self._context
        return min(max(in_time, self.first), self.largest)


class FixedPacer:
    """Windows of one width, for a machine so fast that no window makes a listener wait: all share a batch.

    Contexts reach beyond the frames to be heard, wherever the segment does; a segment shorter than the width is one
    window.
    """

    def __init__(self, width: int, context: int) -> None:
        self._width, self._context = width, context

    def prepare(self, symbols: int, frames: int) -> None:
        """Nothing: the work before the first window does not change the windows."""

    def pause(self, seconds: float) -> None:
        """Nothing, as in `prepare`."""

    def windows(self, start: int, end: int, frames: int) -> Iterator[Window]:
        """Cut frames [start, end) of a segment of so many frames into windows that tile it."""
        at = start
        while at < end:
            left = max(min(at - self._context, frames - self._width), 0)
            right = min(left + self._width, frames)
            stop = end if right == frames else min(right - self._context, end)
            yield Window(at, stop, left, right)
            at = stop


AnyPacer = Pacer | FixedPacer
