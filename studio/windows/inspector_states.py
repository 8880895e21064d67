"""What has become of the inspected lines, also where they are thousands."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from studio.document.state import LineState
from studio.playback.making import Making

_AT_ONCE = 200
"""Lines that are looked at in one turn of the event loop."""


class LineStates(QObject):
    """Looks at every line once, and again when it is told to: a step at a time, so that the window goes on."""

    changed = Signal()
    """All have been looked at."""

    def __init__(self, making: Making, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._making = making
        self._known: dict[str, LineState | None] = {}
        self._waiting: dict[str, None] = {}
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._step)

    @property
    def values(self) -> list[LineState]:
        """The states as far as they are known, in the order of the lines."""
        return [state for state in self._known.values() if state is not None]

    def set_lines(self, ids: Sequence[str]) -> None:
        """Look at these from now on; the first of them are known at once."""
        self._known = dict.fromkeys(ids)
        self._waiting = dict.fromkeys(ids)
        self._step()

    def look_again(self, line_id: str) -> None:
        """Something may have become of a line."""
        if line_id in self._known:
            self._waiting[line_id] = None
            if len(self._known) == 1:
                self._step()
            else:
                self._timer.start()

    def _step(self) -> None:
        for line_id in list(self._waiting)[:_AT_ONCE]:
            del self._waiting[line_id]
            self._known[line_id] = self._making.state(line_id)
        if self._waiting:
            self._timer.start()
        else:
            self._timer.stop()
            self.changed.emit()
