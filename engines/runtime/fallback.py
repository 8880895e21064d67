"""A chain of ways to do one thing: the first that works is used, a failure is told once, and better ways are retried.

A way that fails is left for a while, twice as long each time, and then tried again, so that what was wrong for a
moment (another program took the GPU's memory) does not cost the whole day.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from engines.errors import TimbreError
from engines.runtime.backend import Array, RunFailedError, Session

T = TypeVar("T")
R = TypeVar("R")

FIRST_RETRY_SECONDS = 30.0
LONGEST_RETRY_SECONDS = 1800.0


@dataclass(frozen=True)
class StageStatus:
    """What runs a stage now."""

    stage: str
    running: str
    """Name of the way in use, for example `TensorRT 8.6.0`."""
    wanted: str
    """Name of the first way; something else runs the stage if they differ."""
    reason: str = ""
    """Why the first way is not in use, in words."""

    @property
    def fell_back(self) -> bool:
        """Whether something else than the first way is in use."""
        return self.running != self.wanted


class StageFailedError(TimbreError):
    """No runtime could run a stage."""


Listener = Callable[[StageStatus], None]
"""Told whenever what runs a stage has changed. Called in the thread that ran it."""


@dataclass(frozen=True)
class Link(Generic[T]):
    """One way: its name, and what opens it."""

    name: str
    open: Callable[[], T]


class _State(Generic[T]):
    """What is known of a link: opened or not, and until when it is left alone."""

    def __init__(self, link: Link[T]) -> None:
        self.link = link
        self.opened: T | None = None
        self.closed_until = 0.0
        self.pause = FIRST_RETRY_SECONDS
        self.reason = ""

    def fail(self, reason: str, now: float, *, reopen: bool) -> None:
        self.reason = reason
        self.closed_until = now + self.pause
        self.pause = min(2 * self.pause, LONGEST_RETRY_SECONDS)
        if reopen:
            self.opened = None


class Fallback(Generic[T]):
    """The links of one stage, in the order of preference; the last one is expected to work always.

    Parameters
    ----------
    stage
        Its name, for the messages.
    listener
        Told when another link comes into use.
    clock
        Seconds; for tests.
    """

    def __init__(
        self,
        stage: str,
        links: Sequence[Link[T]],
        listener: Listener | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stage, self._listener, self._clock = stage, listener, clock
        self._states = [_State(link) for link in links]
        self._lock = threading.Lock()
        self._running = links[0].name

    def open(self) -> None:
        """Open the first link that can be, so that the first call need not. Raises what the last link raises."""
        self.call(lambda _: None)

    def close(self) -> None:
        """Let go of the last link, which is the one in this computer's own memory, until the next call."""
        with self._lock:
            self._states[-1].opened = None

    @property
    def status(self) -> StageStatus:
        """What runs the stage now, and why."""
        first = self._states[0]
        reason = first.reason if self._running != first.link.name else ""
        return StageStatus(self._stage, self._running, first.link.name, reason)

    def retry(self) -> None:
        """Try all links again from the next call on: the cause of a failure is thought to be gone."""
        with self._lock:
            for state in self._states:
                state.closed_until, state.pause = 0.0, FIRST_RETRY_SECONDS

    def call(self, use: Callable[[T], R]) -> R:
        """The result of the first link that gives one. Raises StageFailedError, or what the last link raises."""
        last = self._states[-1]
        for state in self._states:
            if state is not last and self._clock() < state.closed_until:
                continue
            try:
                result = use(self._opened(state))
            except (RunFailedError, TimbreError) as error:
                if state is last:
                    if isinstance(error, TimbreError):
                        raise
                    raise StageFailedError(
                        f"The {self._stage} stage failed on {state.link.name}: {error}; run `timbre models verify`."
                    ) from error
                # A link that could not even be opened has nothing to keep; a failed one may be in any state.
                state.fail(str(error).rstrip("."), self._clock(), reopen=True)
                continue
            if state.opened is not None:
                state.pause = FIRST_RETRY_SECONDS
            self._note(state.link.name)
            return result
        raise AssertionError("the last link is always tried")

    def _opened(self, state: _State[T]) -> T:
        with self._lock:
            if state.opened is None:
                state.opened = state.link.open()
            return state.opened

    def _note(self, name: str) -> None:
        with self._lock:
            changed = name != self._running
            self._running = name
        if changed and self._listener:
            self._listener(self.status)


class FallbackSession:
    """A stage on the first of several runtimes that works; see `engines.runtime.backend.Session`.

    Results with a value that is not a number count as a failure of the runtime.
    """

    def __init__(self, chain: Fallback[Session]) -> None:
        self.chain = chain

    def run(self, inputs: Mapping[str, Array]) -> dict[str, Array]:
        """All outputs by name."""
        return self.chain.call(lambda session: checked(session.run(inputs)))

    def warm_up(self) -> None:
        """Warm up what is in use."""
        self.chain.call(lambda session: session.warm_up())


def checked(outputs: dict[str, Array]) -> dict[str, Array]:
    """The outputs, if all of them are numbers. Raises RunFailedError."""
    for name, values in outputs.items():
        # A sum is not finite if any value is not, and costs no array of its own.
        if values.dtype.kind == "f" and not np.isfinite(values.sum()):
            raise RunFailedError(f"the result `{name}` is not finite")
    return outputs
