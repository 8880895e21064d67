"""What the threads of synthesis are asked for, in the order in which they do it. Safe to use from several threads."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from engines.types import Utterance

_NOTHING = Utterance("", "")
"""What is said in answer to a question."""
QUIET_SECONDS = 5.0
"""After which there is thought to be time to make something ahead."""


@dataclass(eq=False)
class Request:
    """One thing to do. Speech is done in steps, between which a more urgent request may go first."""

    id: int
    utterance: Utterance
    kind: str
    """`speech`, `reading` for its phonemes alone, `question` for something that has no utterance, or `ahead`."""
    urgent: bool = False
    cancel: threading.Event = field(default_factory=threading.Event)
    steps: Iterator[None] | None = None
    """The work under way; None before it begins."""
    question: Callable[[Any], object] | None = None
    """Called with the engine."""
    taken: bool = False
    """Whether a thread works on it now."""
    told: int = 0
    """Chunks that were handed out: when it is begun once more, they are not handed out again."""

    @property
    def begun(self) -> bool:
        """Whether something was made of it, which the rest has to fit."""
        return self.steps is not None or self.told > 0

    @property
    def can_wait(self) -> bool:
        """Whether nobody listens for it."""
        return self.kind == "speech" and not self.urgent


class Requests:
    """The queue: the urgent in order, then the rest in order; readings when no speech waits.

    A request stays in the queue until it is done or cancelled, so whatever becomes first is worked on next. The thread
    that gets one has it for itself until it gives it back.
    """

    def __init__(self) -> None:
        self.ahead = Request(0, _NOTHING, "ahead")
        """Stands for what may be made ahead."""
        self.quiet_seconds = QUIET_SECONDS
        self._is_quiet = False
        self._changed = threading.Condition()
        self._ids = count(1)
        self._urgent: OrderedDict[int, Request] = OrderedDict()
        self._normal: OrderedDict[int, Request] = OrderedDict()
        self._readings: OrderedDict[int, Request] = OrderedDict()
        self._cancelled: list[Request] = []
        self._taken: set[Request] = set()
        self._alone = False
        """Whether nobody begins anything beside what is prepared."""
        self._preparing: tuple[Request, Callable[[bool], None]] | None = None
        self._interrupt: Callable[[bool], None] | None = None
        self._slow = False
        self._leaving = False
        """Whether all that is being worked on was cancelled, and is interrupted."""
        self._reload = False
        self._closed = False

    @property
    def closed(self) -> bool:
        """Whether there will be nothing more to do."""
        return self._closed

    def add(self, utterance: Utterance, kind: str, *, urgent: bool = False) -> int:
        """Queue a request and return its id."""
        with self._changed:
            request = Request(next(self._ids), utterance, kind, urgent)
            self._queue(request)[request.id] = request
            if urgent:
                self._leave(listening=True)
            self._notify()
            return request.id

    def ask(self, question: Callable[[Any], object]) -> int:
        """Queue a question to the engine behind what is urgent, and return its id."""
        with self._changed:
            request = Request(next(self._ids), _NOTHING, "question", urgent=True, question=question)
            self._urgent[request.id] = request
            self._notify()
            return request.id

    def cancel(self, request_id: int) -> None:
        """Take a request out of the queue, wherever it is; nothing happens when it is done already."""
        with self._changed:
            for queue in (self._urgent, self._normal, self._readings):
                request = queue.pop(request_id, None)
                if request:
                    request.cancel.set()
                    self._cancelled.append(request)
                    self._leave(listening=False)
                    self._notify()

    def urge(self, request_id: int, urgent: bool) -> None:
        """Make a request urgent, or let it be so no longer; it then is the first of the others."""
        with self._changed:
            request = (self._normal if urgent else self._urgent).pop(request_id, None)
            if request:
                request.urgent = urgent
                self._queue(request)[request_id] = request
                if not urgent:
                    self._normal.move_to_end(request_id, last=False)
                elif not request.taken:
                    self._leave(listening=True)
                self._notify()

    def reload(self) -> None:
        """Ask for the engine to be opened again, once nothing is under way."""
        with self._changed:
            self._reload = True
            self._notify()

    def close(self) -> None:
        """Cancel everything, also what is being done."""
        with self._changed:
            self._closed = True
            for queue in (self._urgent, self._normal, self._readings):
                for request in queue.values():
                    request.cancel.set()
            self._notify()

    def done(self, request: Request) -> bool:
        """Forget a request; False when it has been cancelled meanwhile, which is reported instead."""
        with self._changed:
            return self._queue(request).pop(request.id, None) is not None

    def interrupted_by(self, interrupt: Callable[[bool], None] | None, *, slow: bool = False) -> None:
        """What makes all work fail while it is on: called when everything that is worked on was cancelled.

        Parameters
        ----------
        slow
            Whether work takes so long that it is also called for who listens, if all of it can wait.
        """
        with self._changed:
            self._interrupt, self._slow = interrupt, slow
            self._changed.notify_all()  # what is quick may have changed as well

    def was_left(self, request: Request) -> bool:
        """Whether a failure of a request comes from that, so that it is to be begun once more."""
        with self._changed:
            return self._leaving and not request.cancel.is_set()

    def next(self, quick: Callable[[Utterance], bool], *, ahead: bool = False, helped: bool = False) -> Request | None:
        """Wait for what is to be done next; None when the engine is to be opened again, or all is over.

        Parameters
        ----------
        quick
            Whether a text can be read in no time, so that it need not wait for speech to be finished.
        ahead
            Whether there is something to make ahead: `self.ahead` is then next while all is quiet.
        helped
            Whether others make what is not urgent, once nothing needs to be prepared for it.
        """
        with self._changed:
            while not self._closed:
                if cancelled := next((request for request in self._cancelled if not request.taken), None):
                    self._cancelled.remove(cancelled)
                    return self._take(cancelled)
                if self._reload and not self._under_way():
                    self._reload = False
                    return None
                request = self._best(quick, helped)
                if request and request.urgent and request.kind == "speech":
                    self._leave(listening=True)
                if request and not self._leaving:
                    return self._take(request)
                if ahead and self._is_quiet and not self._taken:
                    return self.ahead
                self._is_quiet = not self._changed.wait(self.quiet_seconds if ahead else None)
            return None

    def next_beside(self, quick: Callable[[Utterance], bool]) -> Request | None:
        """Wait for speech that can be made beside what is done already, and that nobody waits for.

        None when all is over.

        Parameters
        ----------
        quick
            Whether nothing needs to be prepared for a text.
        """
        with self._changed:
            while not self._closed:
                if not (self._urgent or self._alone or self._leaving):
                    waiting = (request for request in self._normal.values() if self._may_begin(request))
                    if request := next((request for request in waiting if quick(request.utterance)), None):
                        return self._take(request)
                self._changed.wait()
            return None

    def give_back(self, request: Request) -> None:
        """Let the others have a request that `next` or `next_beside` gave: a step of it is done."""
        with self._changed:
            request.taken = False
            self._taken.discard(request)
            if self._leaving and not self._taken:
                self._leaving = False
                if self._interrupt and not self._closed:
                    self._interrupt(False)
            self._changed.notify_all()

    @contextmanager
    def preparing(self, request: Request, interrupt: Callable[[bool], None]) -> Iterator[None]:
        """Wait until nothing else is worked on; then call `interrupt` as soon as the request has to give way."""
        with self._changed:
            self._alone = True
            while self._taken - {request}:
                self._changed.wait()
            self._preparing = request, interrupt
            if self._gives_way(request):
                interrupt(True)
        try:
            yield
        finally:
            with self._changed:
                self._preparing = None
                self._alone = False
                if not self._closed:
                    interrupt(False)
                self._changed.notify_all()

    def gives_way(self, request: Request) -> bool:
        """Whether a long preparation for this request is to be given up, so that others do not wait for it."""
        with self._changed:
            return self._gives_way(request)

    def _gives_way(self, request: Request) -> bool:
        if request.cancel.is_set() or self._closed:
            return True
        if request.kind == "ahead":
            return bool(self._urgent or self._normal or self._readings or self._reload)
        if request.kind == "reading":
            return bool(self._urgent or self._normal)
        return bool(self._urgent) and not request.urgent

    def _notify(self) -> None:
        self._is_quiet = False
        self._changed.notify_all()
        if self._preparing and self._gives_way(self._preparing[0]):
            self._preparing[1](True)

    def _leave(self, *, listening: bool) -> None:
        """Do not wait for windows that nobody wants, or not now; of a preparation, `gives_way` takes care."""
        listening = listening and self._slow
        can = all(request.cancel.is_set() or (listening and request.can_wait) for request in self._taken)
        if self._taken and can and self._interrupt and not (self._preparing or self._leaving):
            self._leaving = True
            self._interrupt(True)

    def _best(self, quick: Callable[[Utterance], bool], helped: bool) -> Request | None:
        mine = (r for r in self._normal.values() if self._may_begin(r) and not (helped and quick(r.utterance)))
        speech = next(iter(self._urgent.values()), None) or next(mine, None)
        reading = next(iter(self._readings.values()), None)
        if reading and (speech is None or quick(reading.utterance)):
            return reading
        # What has become urgent while another thread makes a window of it is given back in a moment.
        return None if speech is None or speech.taken else speech

    def _may_begin(self, request: Request) -> bool:
        return not request.taken and (request.begun or not self._reload)

    def _take(self, request: Request) -> Request:
        request.taken = True
        self._taken.add(request)
        return request

    def _under_way(self) -> bool:
        begun = any(request.begun for queue in (self._urgent, self._normal) for request in queue.values())
        return begun or bool(self._taken)

    def _queue(self, request: Request) -> OrderedDict[int, Request]:
        if request.kind == "reading":
            return self._readings
        return self._urgent if request.urgent else self._normal
