"""Memory that was freed and that the C library keeps: given back to the system."""

from __future__ import annotations

import ctypes
import platform


def release_heap() -> None:
    """Give it back. Takes some milliseconds; only glibc keeps so much that it matters."""
    if platform.libc_ver()[0] == "glibc":
        ctypes.CDLL(None).malloc_trim(0)
