"""Python's garbage collector, kept from holding up the window.

A full collection looks at every object there is, half a million once Qt and the model are loaded, and all threads wait.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def many_objects() -> Iterator[None]:
    """For making many objects that stay, as in reading a project: no collection meanwhile, and none that looks at them.

    They are freed as usual when nothing refers to them any more, unless they refer to each other in a circle.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.freeze()
