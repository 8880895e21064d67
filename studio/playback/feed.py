"""The queue between whoever makes audio and the sound card's callback. Knows no sound card."""

from __future__ import annotations

import time
from collections import deque
from typing import NamedTuple

import numpy as np

from engines.types import FloatArray

_RAMP_SECONDS = 0.005
_EMPTY: FloatArray = np.zeros(0, np.float32)
_HISTORY = 256
"""Blocks that are remembered: more than any device keeps before they are heard."""


class Line:
    """Audio waiting to be played, in order. One thread puts in and the callback takes out; neither ever waits.

    Every counter has one writer, and a deque's ends may be used from two threads, so no lock is needed.
    """

    def __init__(self) -> None:
        self.blocks: deque[FloatArray | None] = deque()
        """Samples; None ends a piece of speech."""
        self.put_in = 0
        self.taken_out = 0
        self.handed = 0
        """Samples that the sound card has been given."""

    def put(self, samples: FloatArray) -> None:
        """Append [N] samples."""
        if len(samples):
            self.put_in += len(samples)
            self.blocks.append(samples)

    def end(self) -> None:
        """Say that silence after this point is intended."""
        self.blocks.append(None)

    @property
    def waiting(self) -> int:
        """Samples that the callback has not begun to play."""
        return self.put_in - self.taken_out


class Heard(NamedTuple):
    """What a block of the sound card was filled with."""

    time: float
    """When it was asked for, on `time.monotonic`'s clock."""
    line: Line
    start: int
    """Samples of the line that came before it."""
    end: int
    peak: float


class Feed:
    """Gives the callback the samples of the current line, and silence when there are none.

    When the line runs dry in the middle of speech, or is cut off, the last sample fades out within 5 ms, and speech
    that goes on fades in, so neither clicks. Speech that ends as intended is not touched.

    Parameters
    ----------
    rate
        Sample rate, Hz.
    """

    def __init__(self, rate: int) -> None:
        self.rate = rate
        self._ramp = np.linspace(1.0, 0.0, int(rate * _RAMP_SECONDS), dtype=np.float32)
        self.line = Line()
        """Where to put audio; `cut` replaces it."""
        self._playing = self.line
        self._head = _EMPTY
        self._head_is_speech = False
        self._last = 0.0
        self._held = False
        self._history: deque[Heard] = deque(maxlen=_HISTORY)
        self.paused = False
        """While set, nothing is taken from the line; both edges are faded."""
        self._speaking = False
        self._dry = False
        self.underruns = 0
        """How often speech was interrupted because its next samples were not there in time."""

    def cut(self) -> None:
        """Forget everything not yet played; the next block is silent but for a short fade."""
        self.line = Line()

    @property
    def idle(self) -> bool:
        """Whether everything that was put in has been handed to the sound card."""
        # The order matters: `read` moves a block to the head before it leaves the line.
        return self.line is self._playing and not self.line.blocks and not len(self._head)

    def read(self, out: FloatArray) -> None:
        """Fill [N] samples. Called from the sound card's thread."""
        now = time.monotonic()
        line = self.line
        if line is not self._playing:
            self._playing = line
            self._set_head(self._fade_out(), speech=False)
            self._speaking = self._dry = False
        start = line.handed
        if self.paused:
            self._hold(line, out)
        else:
            self._fill(line, out)
            if self._held:
                self._held = False
                edge = out[: len(self._ramp)]
                edge *= self._ramp[::-1][: len(edge)]
        self._history.append(Heard(now, line, start, line.handed, float(np.abs(out).max(initial=0.0))))

    def heard(self, at: float, since: float = 0.0) -> Heard | None:
        """What the sound card began to play at a time of `time.monotonic`, as far as the feed knows.

        `end` is the position at just that time, and `peak` the greatest since `since`.
        """
        blocks = [block for block in list(self._history) if block.time <= at]
        if not blocks:
            return None
        last = blocks[-1]
        position = min(last.start + round((at - last.time) * self.rate), last.end)
        peak = max((block.peak for block in blocks if block.time > since), default=last.peak)
        return last._replace(end=position, peak=peak)

    def _hold(self, line: Line, out: FloatArray) -> None:
        edge = out[: 0 if self._held else len(self._ramp)]
        self._fill(line, edge)
        edge *= self._ramp[: len(edge)]
        out[len(edge) :] = 0.0
        self._last = 0.0
        self._held = True

    def _fill(self, line: Line, out: FloatArray) -> None:
        filled = 0
        while filled < len(out) and (len(self._head) or self._next_block(line)):
            piece = self._head[: len(out) - filled]
            out[filled : filled + len(piece)] = piece
            self._head = self._head[len(piece) :]
            filled += len(piece)
            self._last = float(piece[-1])
            if self._head_is_speech:
                line.handed += len(piece)
        if filled < len(out):
            out[filled:] = 0.0
            self._last = 0.0

    def _set_head(self, samples: FloatArray, *, speech: bool) -> None:
        self._head = samples
        self._head_is_speech = speech

    def _next_block(self, line: Line) -> bool:
        """Make the next block the head; False when there is nothing more to play now."""
        while line.blocks:
            block = line.blocks[0]
            if block is None:
                self._speaking = self._dry = False
                line.blocks.popleft()
                continue
            if self._dry:
                block = block.copy()
                ramp = self._ramp[::-1][: len(block)]
                block[: len(ramp)] *= ramp
            self._speaking, self._dry = True, False
            line.taken_out += len(block)
            self._set_head(block, speech=True)
            line.blocks.popleft()
            return True
        if self._speaking and not self._dry:
            self._dry = True
            self.underruns += 1
            self._set_head(self._fade_out(), speech=False)
            return len(self._head) > 0
        return False

    def _fade_out(self) -> FloatArray:
        return self._last * self._ramp if self._last else _EMPTY
