"""The audio to be played, as it was made: it outlives the device that plays it. Knows no sound card."""

from __future__ import annotations

import threading
import time
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from engines.audio.resample import Resampler
from engines.types import FloatArray
from studio.playback.feed import Feed, Line

_AHEAD_SECONDS = 1.0
"""Kept in the feed: more than this thread may ever be late."""
_STEP_SECONDS = 0.25


@dataclass(eq=False)
class Clip:
    """One piece of speech. It may be played while it is still being added to."""

    id: int
    gap: float
    """Seconds of silence before it."""
    begin: float
    """Seconds left out at its head."""
    rate: int = 1
    """Hz; known from its first samples on."""
    start: int = 0
    """The sample with which it begins."""
    cursor: int = 0
    """The next sample to be given to the feed."""
    pieces: list[FloatArray] = field(default_factory=list)
    length: int = 0
    ended: bool = False
    resampler: Resampler | None = None
    """None before its first sample was given to the present feed."""
    all_given: bool = False

    def read(self, most: int) -> FloatArray:
        """Take up to so many samples from the cursor."""
        start = 0
        for piece in self.pieces:
            if self.cursor < start + len(piece):
                taken = piece[self.cursor - start : self.cursor - start + most]
                self.cursor += len(taken)
                return taken
            start += len(piece)
        return np.zeros(0, np.float32)

    def rewind(self, start: int) -> None:
        """Begin at another sample, on a new line of the feed."""
        self.start = self.cursor = max(start, 0)
        self.resampler = None
        self.all_given = False


class Moment(NamedTuple):
    """What is heard."""

    clip: int
    seconds: float
    """In the clip."""
    peak: float
    """Greatest sample since the last time."""
    done: tuple[int, ...]
    """Clips that have been heard to their end."""


class _Stretch(NamedTuple):
    """Where a clip is on the feed's line."""

    at: int
    clip: Clip
    origin: int
    """The clip's sample at that place."""


class ClipQueue:
    """Clips in the order in which they are played. Safe to use from several threads; nothing in it waits long."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._clips: list[Clip] = []
        self._feed: Feed | None = None
        self._line: Line | None = None
        self._stretches: list[_Stretch] = []
        self._ends: list[tuple[int, Clip]] = []
        self._paused = False
        self._asked_at = 0.0

    def __len__(self) -> int:
        return len(self._clips)

    @property
    def paused(self) -> bool:
        """Whether playing is held."""
        return self._paused

    @paused.setter
    def paused(self, value: bool) -> None:
        with self._lock:
            self._paused = value
            if self._feed:
                self._feed.paused = value

    def add(self, clip_id: int, *, gap: float = 0.0, start: float = 0.0) -> None:
        """Begin a clip that is played after those before it."""
        with self._lock:
            self._clips.append(Clip(clip_id, gap, start))

    def append(self, clip_id: int, samples: FloatArray, rate: int) -> None:
        """Add audio to a clip."""
        with self._lock:
            clip = self._find(clip_id)
            if clip and len(samples):
                if not clip.pieces:
                    clip.rate = rate
                    clip.rewind(round(clip.begin * rate))
                clip.pieces.append(samples)
                clip.length += len(samples)

    def end(self, clip_id: int) -> None:
        """Say that a clip is complete."""
        with self._lock:
            clip = self._find(clip_id)
            if clip:
                clip.ended = True

    def cut(self) -> None:
        """Forget everything; the device's next block is silent but for a short fade."""
        with self._lock:
            self._clips.clear()
            self._new_line()

    def remove(self, clip_id: int) -> None:
        """Forget one clip; when it has begun, the next follows at once."""
        with self._lock:
            clip = self._find(clip_id)
            if clip:
                if any(stretch.clip is clip for stretch in self._stretches):
                    self._rewind(self._line.handed if self._line else 0)
                self._clips.remove(clip)

    def seek(self, clip_id: int, seconds: float) -> None:
        """Go on from another place in a clip; those before it are over."""
        with self._lock:
            clip = self._find(clip_id)
            if clip:
                del self._clips[: self._clips.index(clip)]
                self._rewind(0)
                last = clip.length - 1 if clip.ended else clip.length
                clip.rewind(min(round(seconds * clip.rate), last))

    def attach(self, feed: Feed) -> None:
        """Play on another device, from where the last one ended."""
        with self._lock:
            feed.paused = self._paused
            self._feed = feed
            self._new_line()

    def detach(self, latency: float) -> None:
        """The device is gone: what it has not made audible is to be played again."""
        with self._lock:
            if self._feed and self._line:
                heard = self._feed.heard(time.monotonic() - latency)
                self._rewind(heard.end if heard and heard.line is self._line else 0)
            self._feed = self._line = None

    def pump(self) -> list[int]:
        """Fill the feed as far ahead as is good; returns the clips that were begun."""
        begun: list[int] = []
        while self._pump_step(begun):
            pass
        return begun

    def moment(self, latency: float) -> Moment | None:
        """What is heard now; None when nothing is. Clips that are over are forgotten."""
        with self._lock:
            if not (self._feed and self._line):
                return None
            at = time.monotonic() - latency
            heard = self._feed.heard(at, self._asked_at)
            self._asked_at = at
            if heard is None or heard.line is not self._line:
                return None
            done = [clip for end, clip in self._ends if heard.end >= end]
            index = bisect_right(self._stretches, heard.end, key=lambda stretch: stretch.at) - 1
            if index < 0:
                return None
            at_sample, clip, origin = self._stretches[index]
            seconds = origin / clip.rate + (heard.end - at_sample) / self._feed.rate
            for over in done:
                self._clips.remove(over)
            del self._ends[: len(done)]
            del self._stretches[:index]
            if clip not in self._clips and clip not in done:
                return None
            return Moment(clip.id, min(seconds, clip.length / clip.rate), heard.peak, tuple(clip.id for clip in done))

    def _pump_step(self, begun: list[int]) -> bool:
        with self._lock:
            feed, line = self._feed, self._line
            if not (feed and line) or line.waiting > _AHEAD_SECONDS * feed.rate:
                return False
            clip = next((clip for clip in self._clips if not clip.all_given), None)
            if clip is None:
                return False
            samples = clip.read(round(_STEP_SECONDS * clip.rate))
            if len(samples):
                if clip.resampler is None:
                    clip.resampler = Resampler(clip.rate, feed.rate)
                    if clip.gap and self._stretches:
                        line.put(np.zeros(round(clip.gap * feed.rate), np.float32))
                    self._stretches.append(_Stretch(line.put_in, clip, clip.cursor - len(samples)))
                    begun.append(clip.id)
                line.put(clip.resampler.push(samples))
                return True
            if not clip.ended:
                return False
            if clip.resampler:
                line.put(clip.resampler.flush())
            else:
                self._stretches.append(_Stretch(line.put_in, clip, clip.cursor))
            line.end()
            clip.all_given = True
            self._ends.append((line.put_in, clip))
            return True

    def _find(self, clip_id: int) -> Clip | None:
        return next((clip for clip in self._clips if clip.id == clip_id), None)

    def _rewind(self, position: int) -> None:
        """Give everything after a position of the line to the feed once more, on a new line."""
        at = max(
            (stretch for stretch in self._stretches if stretch.at <= position),
            key=lambda stretch: stretch.at,
            default=None,
        )
        for clip in self._clips:
            if clip.resampler or clip.all_given:
                clip.rewind(clip.start)
        if at and self._feed and at.clip in self._clips:
            del self._clips[: self._clips.index(at.clip)]
            passed = (position - at.at) / self._feed.rate
            at.clip.rewind(min(at.origin + round(passed * at.clip.rate), at.clip.length))
        self._new_line()

    def _new_line(self) -> None:
        self._stretches.clear()
        self._ends.clear()
        if self._feed:
            self._feed.cut()
            self._line = self._feed.line
