"""What the delegates of the script table ask of its model, besides what Qt has roles for."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import Qt

from studio.document.state import LineState


class Look(NamedTuple):
    """All that the drawing of a cell depends on: asked for at once, since each question crosses into C++ and back."""

    text: str
    is_inherited: bool
    """Whether it is what the cast says."""
    is_odd: bool
    """Whether it needs the user's attention; the tooltip says why."""
    state: LineState | None = None
    """In the column of states."""
    peaks: tuple[float, ...] = ()
    """There too, of the sound made so far."""
    hue: int | None = None
    """In the column of members: the position in the cast; None for the narrator."""
    is_playing: bool = False
    """In the column of numbers."""
    begins_section: bool = False
    """There, and in the column of texts."""


ID_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The line's id."""
LOOK_ROLE = ID_ROLE + 1
"""A `Look`."""
