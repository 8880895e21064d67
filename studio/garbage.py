"""Python's garbage collector, kept from holding up the window and from freeing widgets in the wrong thread.

A full collection looks at every object there is, half a million once Qt and the model are loaded, and all threads wait.
And Python collects in whatever thread happens to make an object: circles that hold a widget, or a timer, would be freed
there, which Qt does not survive.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QTimer

_INTERVAL = 1000
"""Milliseconds between two looks at how much there is to collect."""
_FULL_EVERY = 300
"""Looks between two full collections."""


@contextmanager
def many_objects() -> Iterator[None]:
    """For making many objects that stay, as in reading a project: no collection meanwhile, and none that looks at them.

    They are freed as usual when nothing refers to them any more, unless they refer to each other in a circle.
    """
    automatic = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if automatic:
            gc.enable()
        gc.freeze()


class Collector(QObject):
    """Collects in the thread of the window, and nowhere else, from its making to `close`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._looks = 0
        self._timer = QTimer(self, interval=_INTERVAL)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def look(self) -> None:
        """Collect what Python would have: the young, and with them the older ones when it is their turn."""
        self._looks += 1
        if self._looks % _FULL_EVERY == 0:
            gc.collect()
            return
        young, middle, _ = gc.get_count()
        least = gc.get_threshold()
        if young > least[0]:
            gc.collect(1 if middle > least[1] else 0)

    def close(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        gc.enable()
