"""A request to the scheduler, and how its listener gets the audio."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engines.streaming.observing import Observer
from engines.streaming.render import LiveSteps, Wanted
from engines.types import AudioChunk, FloatArray

_SETTLED_SECONDS = 1.0
_LATE_SECONDS = 0.3


def runs_dry(passed: float, left: float) -> bool:
    """Whether a listener who has heard audio for some seconds has almost nothing `left` to hear."""
    return passed > _SETTLED_SECONDS and left < _LATE_SECONDS


@dataclass(eq=False)
class Request:
    """All that is known of an utterance while it is made; the scheduler's own."""

    steps: LiveSteps
    cancel: threading.Event
    told: Callable[[], None] | None
    submitted: float
    chunks: queue.SimpleQueue[AudioChunk | BaseException | None] = field(default_factory=queue.SimpleQueue)
    wanted: Wanted | None = None
    made_seconds: float = 0.0
    taken_seconds: float = 0.0
    """By the listener: what `Stream` has handed out."""
    began: float | None = None
    """When its first chunk was made."""
    planned: bool = False
    """Whether a thread has begun to plan it."""
    resting: bool = False
    idle: bool = False
    """Until there is more text."""
    resumed: float = 0.0
    """When there last was more text."""
    woken: bool = False
    """There was, while it was not idle."""
    answer: FloatArray | None = field(default=None, repr=False)
    observer: Observer | None = None
    """Until there is audio."""

    @property
    def in_hand(self) -> float:
        """Seconds of audio that the listener has not taken yet."""
        return self.made_seconds - self.taken_seconds

    @property
    def started(self) -> bool:
        """Whether there is audio."""
        return self.began is not None

    @property
    def urgency(self) -> tuple[bool, float]:
        """Smaller is sooner: first chunks, then whoever runs dry soonest; equal ones in the order they came.

        A listener is taken to play what there is from the first chunk on, however much has been handed out already.
        """
        if self.began is None:
            return False, self.submitted
        return True, self._left

    @property
    def is_late(self) -> bool:
        """Whether its listener has almost nothing left to hear, though it has been under way for a while."""
        if self.began is None or self.idle:
            return False
        return runs_dry(time.monotonic() - max(self.began, self.resumed), self._left)

    def resume(self) -> None:
        """There is more text: the listener plays on from where the last has ended, and has missed nothing."""
        self.idle, self.resumed = False, time.monotonic()
        if self.began is not None and self._left < 0:
            self.began = time.monotonic() - self.made_seconds

    @property
    def _left(self) -> float:
        """Seconds that the listener can go on."""
        assert self.began is not None
        return self.made_seconds - (time.monotonic() - self.began)

    def give(self, item: AudioChunk | BaseException | None) -> None:
        """Hand a chunk to the listener, or the end."""
        self.chunks.put(item)
        if self.told:
            self.told()


class Stream:
    """The audio of a request as it is made: iterate it, in any one thread, or `take` what one was told of."""

    def __init__(self, request: Request, taken: Callable[[Request], None], wake: Callable[[Request], None]) -> None:
        self._request, self._taken, self._wake = request, taken, wake

    def cancel(self) -> None:
        """End it; takes effect at the next window."""
        self._request.cancel.set()
        self._taken(self._request)
        self._wake(self._request)

    def wake(self) -> None:
        """There is more text, or it is complete."""
        self._wake(self._request)

    def take(self) -> AudioChunk | None:
        """The next chunk, without waiting; None at the end. Raises what the request failed with.

        Raises
        ------
        queue.Empty
            If there is none yet.
        """
        return self._taken_from(self._request.chunks.get_nowait())

    def __iter__(self) -> Iterator[AudioChunk]:
        while (chunk := self._taken_from(self._request.chunks.get())) is not None:
            yield chunk

    def _taken_from(self, item: AudioChunk | BaseException | None) -> AudioChunk | None:
        if isinstance(item, BaseException):
            raise item
        if item is not None:
            self._request.taken_seconds += len(item.samples) / item.sample_rate
            self._taken(self._request)
        return item
