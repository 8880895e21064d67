"""The audio of lines that are being made, as a few peaks to draw."""

from __future__ import annotations

from collections.abc import Set

import numpy as np

from engines.types import AudioChunk

PEAKS_A_SECOND = 12


class Growth:
    """Peaks of what has been made of each line so far."""

    def __init__(self) -> None:
        self._peaks: dict[str, tuple[float, ...]] = {}

    @property
    def ids(self) -> Set[str]:
        """The lines that have any."""
        return self._peaks.keys()

    def peaks(self, line_id: str) -> tuple[float, ...]:
        """Each 0 to 1, `PEAKS_A_SECOND` of them; empty when nothing is there yet."""
        return self._peaks.get(line_id, ())

    def add(self, line_id: str, chunk: AudioChunk) -> None:
        """Take over the next piece; one from the start begins anew."""
        before = () if chunk.start == 0 else self._peaks.get(line_id, ())
        size = max(1, chunk.sample_rate // PEAKS_A_SECOND)
        loud = np.abs(chunk.samples)
        if loud.size:
            found = np.minimum(np.maximum.reduceat(loud, np.arange(0, loud.size, size)), 1.0)
            self._peaks[line_id] = before + tuple(float(peak) for peak in found)

    def drop(self, line_id: str) -> None:
        """Forget a line that is finished."""
        self._peaks.pop(line_id, None)

    def forget(self) -> None:
        """Forget all lines."""
        self._peaks.clear()
