"""Who wants to know how long the steps of a request take: nobody, as a rule, and then it costs next to nothing.

A request is observed by what is in `OBSERVER` where it is begun; what is done for it later, in any thread, tells that.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")
Observer = Callable[[str, float, float], None]
"""Told the name of a step, and when it began and ended: seconds of `time.perf_counter`. Called in any thread."""

OBSERVER: ContextVar[Observer | None] = ContextVar("observer", default=None)


@contextmanager
def observed_by(observer: Observer | None) -> Iterator[None]:
    """Let steps that this thread takes tell an observer."""
    token = OBSERVER.set(observer)
    try:
        yield
    finally:
        OBSERVER.reset(token)


@contextmanager
def step(name: str) -> Iterator[None]:
    """Take a step."""
    observer = OBSERVER.get()
    if observer is None:
        yield
        return
    begun = time.perf_counter()
    try:
        yield
    finally:
        observer(name, begun, time.perf_counter())


def steps(name: str, items: Iterable[T]) -> Iterator[T]:
    """The same items; getting each is a step."""
    iterator = iter(items)
    while True:
        with step(name):
            try:
                item = next(iterator)
            except StopIteration:
                return
        yield item
