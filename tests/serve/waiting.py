"""Waiting for what another thread does."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def until(true: Callable[[], Any], seconds: float = 5.0) -> None:
    """Return once it is so; fail if that takes too long."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.005)
