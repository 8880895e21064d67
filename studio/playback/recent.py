"""The audio of the takes used last, so that hearing one again needs no disk."""

from __future__ import annotations

from collections import OrderedDict

from engines.types import FloatArray


class RecentAudio:
    """Keeps what was put in last, up to some size.

    Parameters
    ----------
    limit
        Bytes.
    """

    def __init__(self, limit: int = 32_000_000) -> None:
        self._limit = limit
        self._size = 0
        self._kept: OrderedDict[str, FloatArray] = OrderedDict()

    def put(self, take_id: str, samples: FloatArray) -> None:
        """Keep the samples of a take, which nobody changes any more."""
        self._size -= self._kept.pop(take_id, samples[:0]).nbytes
        self._kept[take_id] = samples
        self._size += samples.nbytes
        while self._size > self._limit:
            _, oldest = self._kept.popitem(last=False)
            self._size -= oldest.nbytes

    def get(self, take_id: str) -> FloatArray | None:
        """The samples of a take, if they are still there."""
        samples = self._kept.get(take_id)
        if samples is not None:
            self._kept.move_to_end(take_id)
        return samples

    def clear(self) -> None:
        """Forget all."""
        self._kept.clear()
        self._size = 0
