"""How much a project file may unpack to: some are made to fill the disk or the memory."""

from __future__ import annotations

LARGEST_DOCUMENT = 64 << 20
"""Bytes of `project.json`: a hundred times a script of 5,000 lines with their takes."""
_RATIO = 16
_FLOOR = 16 << 20


class Allowance:
    """What the takes of a project may unpack to: audio hardly packs, so it is not much more than the file itself.

    Parameters
    ----------
    packed
        Bytes of the project file.
    """

    def __init__(self, packed: int) -> None:
        self._left = _RATIO * packed + _FLOOR

    def take(self, size: int) -> None:
        """Count what was unpacked. Raises ValueError when it is more than an honest file has."""
        self._left -= size
        if self._left < 0:
            raise ValueError("unpacks to more than it may")
