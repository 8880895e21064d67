"""A breaker for GPU memory: as it fills, batches become smaller, then single, and then nothing is begun."""

from __future__ import annotations

import time
from collections.abc import Callable

from engines.runtime.cuda import DeviceMemoryError, Memory

SMALLER_ABOVE = 0.90
"""Share of the GPU's memory in use, of all programs, above which batches are a quarter."""
SINGLE_ABOVE = 0.94
NOTHING_ABOVE = 0.98
_LOOK_EVERY_SECONDS = 0.25
"""To ask the driver costs tens of microseconds."""


class MemoryGuard:
    """Says how large a batch may be.

    Parameters
    ----------
    memory
        Of the GPU, now.
    release
        Gives back what is kept but not used; called when memory is short.
    """

    def __init__(
        self,
        memory: Callable[[], Memory],
        release: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._memory, self._release, self._clock = memory, release, clock
        self._looked = float("-inf")
        self._used = 0.0

    def allowed(self, largest: int) -> int:
        """How many of `largest` may be run together now.

        Raises
        ------
        DeviceMemoryError
            If nothing may.
        """
        now = self._clock()
        if now - self._looked >= _LOOK_EVERY_SECONDS:
            self._looked = now
            self._used = self._memory().used_share
            if self._used > SMALLER_ABOVE:
                self._release()
                self._used = self._memory().used_share
        if self._used > NOTHING_ABOVE:
            raise DeviceMemoryError(f"{self._used:.0%} of the GPU's memory is in use; close other programs that use it")
        if self._used > SINGLE_ABOVE:
            return 1
        return max(largest // 4, 1) if self._used > SMALLER_ABOVE else largest
