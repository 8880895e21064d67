"""Work away from the GUI thread: one helper for everything but speech and sound, which have their own threads."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from itertools import count
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Qt, QThreadPool, Signal
from shiboken6 import isValid

from engines.errors import TimbreError

T = TypeVar("T")


class Cancelled(Exception):  # noqa: N818 not an error
    """Raised inside an operation that the user has stopped."""


class Task:
    """What the work may use to speak to the outside, from its own thread."""

    def __init__(self, tell: Callable[[str, float], None], stop: threading.Event) -> None:
        self._tell = tell
        self.stop = stop
        """Set when the user cancels."""

    def progress(self, step: str, share: float) -> None:
        """Tell what is being done and how much of it is done, 0 to 1. Raises Cancelled after a cancel."""
        self.check()
        self._tell(step, share)

    def check(self) -> None:
        """Raise Cancelled after a cancel."""
        if self.stop.is_set():
            raise Cancelled


class Activity(QObject):
    """Work that is listed while it lasts, wherever it runs.

    Parameters
    ----------
    title
        What the list of activities shows, translated; empty keeps it off that list.
    essential
        Is finished even when the program ends, as saving is.
    """

    progressed = Signal(str, float)

    def __init__(self, parent: QObject, title: str, *, essential: bool = False) -> None:
        super().__init__(parent)
        self.title = title
        self.essential = essential
        self.step = ""
        self.share = 0.0

    def cancel(self) -> None:
        """Ask the work to stop."""
        raise NotImplementedError

    def progress(self, step: str, share: float) -> None:
        """Called with what is being done and how much of it is done."""
        self.step, self.share = step, share
        self.progressed.emit(step, share)


class Operation(Activity, Generic[T]):
    """A piece of work built up in one sentence.

        Operation(window, "Saving", lambda task: write(path)).on_success(saved).run(operations)

    The work runs on a pool's thread; callbacks run on the GUI thread, and not at all once the parent is gone. Exactly
    one of success, failure and cancelled is called, and then `finished` is emitted.

    Parameters
    ----------
    parent
        Who asked for it.
    work
        Called with a `Task`. A `TimbreError` is a sentence for the user; anything else is a fault of ours, which is
        reported as such and goes to `sys.excepthook` too.
    """

    finished = Signal()

    def __init__(self, parent: QObject, title: str, work: Callable[[Task], T], *, essential: bool = False) -> None:
        super().__init__(parent, title, essential=essential)
        self._work = work
        self._stop = threading.Event()
        self._on_success: Callable[[T], None] | None = None
        self._on_failure: Callable[[str], None] | None = None
        self._on_cancelled: Callable[[], None] | None = None

    def on_success(self, callback: Callable[[T], None]) -> Operation[T]:
        """Called with the result."""
        self._on_success = callback
        return self

    def on_failure(self, callback: Callable[[str], None]) -> Operation[T]:
        """Called with a sentence for the user. Without it, the sentence goes to `Operations.failed`."""
        self._on_failure = callback
        return self

    def on_cancelled(self, callback: Callable[[], None]) -> Operation[T]:
        """Called when the user has stopped it."""
        self._on_cancelled = callback
        return self

    def run(self, operations: Operations, *, lane: str = "") -> Operation[T]:
        """Start. Operations of one non-empty lane run one after the other, in order."""
        operations.start(self, self._work, self._stop, lane)
        return self

    def cancel(self) -> None:
        """Ask the work to stop; it does so at its next report of progress."""
        self._stop.set()

    def succeed(self, result: T) -> None:
        """Called by `Operations` with the result of the work."""
        if self._on_success:
            self._on_success(result)

    def fail(self, error: BaseException) -> str:
        """Called by `Operations` with what the work has raised; returns the sentence that nobody took, if any."""
        if isinstance(error, Cancelled):
            if self._on_cancelled:
                self._on_cancelled()
            return ""
        sentence = str(error)
        if not isinstance(error, TimbreError):
            sys.excepthook(type(error), error, error.__traceback__)
            sentence = self.tr("Something went wrong inside the program ({0}); your work is kept.").format(error)
        if not self._on_failure:
            return sentence
        self._on_failure(sentence)
        return ""


class _Relay(QObject):
    """Carries news from the pool's threads to the GUI thread; the only Qt object that both touch."""

    news = Signal(int, str, object)
    """Number of an operation, `progress`, `succeed` or `fail`, and what goes with it."""


class Operations(QObject):
    """All work that is under way."""

    started = Signal(object)
    """An `Activity`."""
    ended = Signal(object)
    """An `Activity`; not emitted for one whose parent is gone."""
    failed = Signal(str, str)
    """Title and sentence of one that failed and has nobody else to tell."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(4)
        self._lanes: dict[str, QThreadPool] = {}
        self._numbers = count(1)
        self._running: dict[int, Operation[Any]] = {}
        self._elsewhere: list[Activity] = []
        self._relay = _Relay(self)
        # Named explicitly: a direct call would run the callbacks on the pool's thread.
        self._relay.news.connect(self._on_news, Qt.ConnectionType.QueuedConnection)

    @property
    def running(self) -> tuple[Activity, ...]:
        """Those not ended yet: work of our threads, oldest first, and then other work."""
        return tuple(each for each in (*self._running.values(), *self._elsewhere) if isValid(each))

    def announce(self, activity: Activity) -> None:
        """List work that runs elsewhere, such as in another process, until `withdraw`."""
        self._elsewhere.append(activity)
        self.started.emit(activity)

    def withdraw(self, activity: Activity) -> None:
        """Work that was announced is over."""
        self._elsewhere.remove(activity)
        self.ended.emit(activity)

    def start(self, operation: Operation[T], work: Callable[[Task], T], stop: threading.Event, lane: str) -> None:
        """Called by `Operation.run`."""
        number, relay = next(self._numbers), self._relay
        task = Task(lambda step, share: relay.news.emit(number, "progress", (step, share)), stop)
        waiting = [work]

        def run() -> None:
            # What the work refers to must not be let go last by this thread: windows may be among it.
            mine = waiting.pop()
            try:
                task.check()
                news: tuple[str, object] = ("succeed", mine(task))
            except BaseException as error:
                news = ("fail", error)
            del mine
            relay.news.emit(number, *news)

        self._running[number] = operation
        self.started.emit(operation)
        self._lane(lane).start(run)

    def close(self, seconds: float = 30.0) -> bool:
        """Cancel all that is not essential, and wait; False when something still runs after so many seconds."""
        for operation in self.running:
            if not operation.essential:
                operation.cancel()
        pools = [self._pool, *self._lanes.values()]
        return all(pool.waitForDone(int(seconds * 1000)) for pool in pools)

    def _on_news(self, number: int, kind: str, content: Any) -> None:
        if kind == "progress":
            operation = self._running[number]
            if isValid(operation):
                operation.progress(*content)
            return
        operation = self._running.pop(number)
        if not isValid(operation):
            return
        title = operation.title
        sentence = ""
        try:
            if kind == "succeed":
                operation.succeed(content)
            else:
                sentence = operation.fail(content)
        finally:
            if isValid(operation):
                operation.finished.emit()
                self.ended.emit(operation)
                operation.deleteLater()
        if sentence:
            self.failed.emit(title, sentence)

    def _lane(self, name: str) -> QThreadPool:
        if not name:
            return self._pool
        if name not in self._lanes:
            self._lanes[name] = QThreadPool(self)
            self._lanes[name].setMaxThreadCount(1)
        return self._lanes[name]
