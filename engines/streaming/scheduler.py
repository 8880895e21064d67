"""Many utterances at once on one model: their windows are gathered into one batch each tick.

    submit -> planning threads (text, prosody, front) -> windows wanted -> ticks (generator, batched) -> chunks

An utterance is the generator of its steps (`Engine.steps`), which stops wherever a window is wanted; that frame is all
the state a request has. Windows that a listener waits for, the first of an utterance, go before later ones, and of
those the one whose listener has least audio in hand (continuous batching, as in LLM serving: Yu et al. 2022, Orca).
A request that is far ahead of its listener rests, so that memory stays bounded and nobody is starved; one whose text is
still being written rests until there is more of it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from engines.errors import TimbreError
from engines.models.base import SpeechModel
from engines.streaming.observing import OBSERVER, observed_by
from engines.streaming.render import LiveSteps, Steps, Wanted
from engines.streaming.requests import Request, Stream
from engines.streaming.throughput import Throughput
from engines.types import Idle, Utterance

_UNMEASURED = 2
"""Requests that are taken on before it is known how many can be."""


class QueueFullError(TimbreError):
    """More is asked for than can be made.

    Parameters
    ----------
    under_way
        Texts that are being spoken.
    """

    def __init__(self, under_way: int) -> None:
        super().__init__(f"{under_way} texts are being spoken, which is as many as can be; try again in a moment.")


class Speaker(Protocol):
    """What the scheduler needs of an `engines.engine.Engine`."""

    @property
    def model(self) -> SpeechModel:
        """Generates the windows."""
        ...

    def steps(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Steps:
        """An utterance taken apart."""
        ...


@dataclass(frozen=True)
class Limits:
    """What a scheduler takes on."""

    batch: int = 32
    """Windows of one tick."""
    waiting: int = 512
    """Requests under way; more are refused."""
    ahead_seconds: float = 30.0
    """Audio that a request may be ahead of its listener, real time counted from its first chunk."""
    planners: int = 2
    """Threads that read and plan, so that one reads text while the other waits for the GPU."""
    share: float | None = None
    """Of the speed that is measured, what may be asked for: with 0.8, of a machine that makes ten seconds of audio in
    one, eight requests; more are refused, rather than that all of them stop at times. None refuses none for that."""


@dataclass(frozen=True)
class Load:
    """What a scheduler has to do."""

    under_way: int
    """Requests that are not done."""
    unheard: int
    """Of them, those without a first chunk yet that do not wait for text: the queue."""
    capacity: int | None = None
    """Requests that can be kept up with, where that bounds them."""


class Scheduler:
    """Runs requests together. Close it, or use it as a context manager; what is under way then ends early.

    Parameters
    ----------
    watch
        Told the number of windows of every tick, in the thread of the ticks.
    """

    def __init__(
        self, speaker: Speaker, limits: Limits | None = None, watch: Callable[[int], None] | None = None
    ) -> None:
        self._speaker, self._limits, self._watch = speaker, limits or Limits(), watch
        self._lock = threading.Condition()
        self._requests: set[Request] = set()
        self._ready: list[Request] = []
        self._to_plan: list[Request] = []
        self._closed = False
        self._throughput = Throughput()
        names = ["timbre-generator", *(f"timbre-planner-{i}" for i in range(self._limits.planners))]
        targets = [self._generate, *([self._plan] * self._limits.planners)]
        self._threads = [threading.Thread(target=t, name=n) for t, n in zip(targets, names, strict=True)]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Scheduler:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def under_way(self) -> int:
        """Requests that are not done."""
        return self.load.under_way

    @property
    def load(self) -> Load:
        """What there is to do now."""
        with self._lock:
            unheard = sum(not (request.started or request.idle) for request in self._requests)
            return Load(len(self._requests), unheard, self._capacity)

    def submit(self, utterance: Utterance, told: Callable[[], None] | None = None) -> Stream:
        """Begin an utterance.

        Parameters
        ----------
        told
            Called, in a thread of the scheduler, whenever there is something for `Stream.take`. It must not wait.

        Raises
        ------
        QueueFullError
            If as many are under way as may be.
        """
        cancel = threading.Event()
        return self._begin(self._speaker.steps(utterance, cancel=cancel), cancel, told)

    def submit_live(
        self, steps: Callable[[threading.Event], LiveSteps], told: Callable[[], None] | None = None
    ) -> Stream:
        """Begin a text that is still being written; like `submit`. `Stream.wake` tells when there is more of it.

        Parameters
        ----------
        steps
            Makes its steps, which are to end when the event that they are given is set.
        """
        cancel = threading.Event()
        return self._begin(steps(cancel), cancel, told)

    def _begin(self, steps: LiveSteps, cancel: threading.Event, told: Callable[[], None] | None) -> Stream:
        request = Request(steps, cancel, told, time.monotonic(), observer=OBSERVER.get())
        with self._lock:
            if self._closed or len(self._requests) >= self._limits.waiting or not self._keeps_up:
                raise QueueFullError(len(self._requests))
            self._requests.add(request)
            self._to_plan.append(request)
            self._lock.notify_all()
        return Stream(request, self._listened, self._more_text)

    @property
    def _keeps_up(self) -> bool:
        """Whether one more can be kept up with: by the speed, and since nobody is late, as when it has just fallen."""
        if (capacity := self._capacity) is None:
            return True
        return len(self._requests) < capacity and not any(request.is_late for request in self._requests)

    @property
    def _capacity(self) -> int | None:
        if self._limits.share is None:
            return None
        speed = self._throughput.speed
        return _UNMEASURED if speed is None else max(1, int(speed * self._limits.share))

    def close(self) -> None:
        """End all requests and wait for the threads."""
        with self._lock:
            self._closed = True
            for request in self._requests:
                request.cancel.set()
            self._lock.notify_all()
        for thread in self._threads:
            thread.join()
        for request in list(self._requests):
            self._finish(request, None)

    def _listened(self, request: Request) -> None:
        """A listener has taken a chunk, or wants no more: a request that rests may go on."""
        with self._lock:
            if request.resting and (request.cancel.is_set() or not self._is_ahead(request)):
                request.resting = False
                self._ready.append(request)
                self._lock.notify_all()

    def _more_text(self, request: Request) -> None:
        with self._lock:
            if request.idle:
                request.resume()
                self._to_plan.append(request)
                self._lock.notify_all()
            else:
                request.woken = True

    def _rests_for_text(self, request: Request) -> bool:
        """Whether there is nothing to do for it; more text may have come in the meantime."""
        with self._lock:
            request.idle, request.woken = not request.woken, False
            return request.idle

    def _is_ahead(self, request: Request) -> bool:
        return request.in_hand >= self._limits.ahead_seconds

    def _plan(self) -> None:
        """A planning thread. Requests that have begun go first: rather let all wait longer than any stop."""
        while (request := self._next_to_plan()) is not None:
            with observed_by(request.observer), self._throughput.work():
                self._advance(request)

    def _next_to_plan(self) -> Request | None:
        with self._lock:
            while not self._to_plan and not self._closed:
                self._lock.wait()
            if self._closed:
                return None
            request = min(self._to_plan, key=lambda r: (not r.started, r.urgency, r.submitted))
            self._to_plan.remove(request)
            if request.observer and not request.planned:
                now = time.perf_counter()
                request.observer("queue", now - (time.monotonic() - request.submitted), now)
            request.planned = True
            return request

    def _advance(self, request: Request) -> None:
        """Take steps until a window is wanted or the utterance is over."""
        answer, request.answer = request.answer, None
        try:
            while not self._closed:
                step = request.steps.send(answer)
                made, answer = answer is not None, None
                if isinstance(step, Wanted):
                    request.wanted = step
                    self._want(request)
                    return
                if isinstance(step, Idle):
                    if self._rests_for_text(request):
                        return
                    continue
                seconds = len(step.samples) / step.sample_rate
                request.made_seconds += seconds
                if made:
                    self._throughput.made(seconds)
                if request.began is None:
                    request.began = time.monotonic()
                    request.observer = None
                request.give(step)
        except StopIteration:
            pass
        except Exception as error:  # whatever it is, it is the listener's to know
            self._finish(request, error)
            return
        self._finish(request, None)

    def _want(self, request: Request) -> None:
        with self._lock:
            if self._is_ahead(request) and not request.cancel.is_set():
                request.resting = True
                return
            self._ready.append(request)
            self._lock.notify_all()

    def _finish(self, request: Request, error: BaseException | None) -> None:
        request.steps.close()
        with self._lock:
            self._requests.discard(request)
        request.give(error)

    def _generate(self) -> None:
        """The thread of the ticks."""
        while True:
            with self._lock:
                while not self._ready and not self._closed:
                    self._lock.wait()
                if self._closed:
                    return
                self._ready.sort(key=lambda r: r.urgency)
                batch, self._ready = self._ready[: self._limits.batch], self._ready[self._limits.batch :]
            self._tick(batch)

    def _tick(self, batch: list[Request]) -> None:
        ended = [request for request in batch if request.cancel.is_set()]
        for request in ended:
            self._finish(request, None)
        going = [request for request in batch if request not in ended]
        if not going:
            return
        try:
            self._answer(going)
        except Exception as error:
            if len(going) == 1:
                self._finish(going[0], error)
                return
            # Which of them it was is found out one by one: the others go on.
            for request in going:
                self._tick([request])

    def _answer(self, requests: list[Request]) -> None:
        wanted = [request.wanted for request in requests if request.wanted is not None]
        if self._watch:
            self._watch(len(wanted))
        begun = time.perf_counter()
        with self._throughput.work():
            audio = self._speaker.model.generate_many(wanted)
        for request in requests:
            if request.observer:
                request.observer("generator", begun, time.perf_counter())
        with self._lock:
            for request, samples in zip(requests, audio, strict=True):
                request.answer = samples
                self._to_plan.append(request)
            self._lock.notify_all()
