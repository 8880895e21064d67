"""The lines of the script on the time of the video: a box for each, in the colour of who says it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from studio.document.script import Script
from studio.video.placing import Placed
from studio.windows import theme
from studio.windows.waveform_range import TimeRange

_ROWS = 2
_LEAST = 2.0
"""Pixels of a box, however far out."""


@dataclass(frozen=True, slots=True)
class Cue:
    """A box."""

    line_id: str
    start: float
    end: float
    text: str
    member: int
    """Position in the cast."""
    made: bool
    row: int
    """0, or 1 below it for one that begins while another is heard."""


def cues_of(script: Script, placed: Sequence[Placed]) -> tuple[Cue, ...]:
    """What is drawn of the lines, by start."""
    members: Mapping[str, int] = {member.name: index for index, member in enumerate(script.cast)}
    free = [float("-inf")] * _ROWS
    cues = []
    for each in sorted(placed, key=lambda one: one.start):
        line = script.line(each.line_id)
        if line is None:
            continue
        row = next((row for row in range(_ROWS) if free[row] <= each.start), free.index(min(free)))
        free[row] = each.end
        member = members.get(line.member, 0)
        cues.append(Cue(line.id, each.start, each.end, line.text, member, each.take is not None, row))
    return tuple(cues)


class VideoCues(QWidget):
    """Draws the cues in view. A box with a dashed edge is not made yet; the one that is heard is filled."""

    pointed = Signal(str, float)
    """A line that was clicked, and when it begins."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cues: tuple[Cue, ...] = ()
        self._starts: list[float] = []
        self._longest = 0.0
        self._view = TimeRange(0.0)
        self._current = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._retranslate()

    @property
    def cues(self) -> tuple[Cue, ...]:
        """All of them."""
        return self._cues

    @property
    def current(self) -> str:
        """The line that is heard; empty for none."""
        return self._current

    def set_cues(self, cues: tuple[Cue, ...]) -> None:
        """Show others."""
        if cues != self._cues:
            self._cues = cues
            self._starts = [cue.start for cue in cues]
            self._longest = max((cue.end - cue.start for cue in cues), default=0.0)
            self.update()

    def set_view(self, view: TimeRange) -> None:
        """Bring a stretch of time into view."""
        if view != self._view:
            self._view = view
            self.update()

    def set_current(self, line_id: str) -> None:
        """Fill the box of the line that is heard."""
        if line_id != self._current:
            self._current = line_id
            self.update()

    def in_view(self) -> tuple[Cue, ...]:
        """Those that are drawn."""
        first = bisect_left(self._starts, self._view.start - self._longest)
        last = bisect_left(self._starts, self._view.end)
        return tuple(cue for cue in self._cues[first:last] if cue.end > self._view.start)

    def sizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """Two rows of text."""
        return QSize(200, _ROWS * self._row_height)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """As narrow as need be."""
        return QSize(40, self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow font, theme and language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        super().changeEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """Go to the line that was clicked."""
        cue = self._at(event.position().x(), event.position().y())
        if cue and event.button() == Qt.MouseButton.LeftButton:
            self.pointed.emit(cue.line_id, max(0.0, cue.start))

    def event(self, event: QEvent) -> bool:
        """Show the whole text of a box under the mouse."""
        if isinstance(event, QHelpEvent):
            cue = self._at(event.pos().x(), event.pos().y())
            QToolTip.showText(event.globalPos(), cue.text if cue else "", self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 Qt's name
        """Boxes with as much of their text as there is room for."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("surface"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = painter.fontMetrics()
        for cue in self.in_view():
            place = self._place(cue)
            colour = theme.member_colour(cue.member)
            heard = cue.line_id == self._current
            soft = QColor(colour)
            soft.setAlpha(40)
            painter.setPen(QPen(colour, 1, Qt.PenStyle.SolidLine if cue.made else Qt.PenStyle.DashLine))
            painter.setBrush(colour if heard else soft)
            painter.drawRoundedRect(place, 3, 3)
            inside = place.adjusted(4, 0, -4, 0).intersected(QRectF(self.rect()))
            if inside.width() > metrics.averageCharWidth() * 2:
                painter.setPen(theme.colour("surface" if heard else "text"))
                text = metrics.elidedText(cue.text, Qt.TextElideMode.ElideRight, int(inside.width()))
                painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, text)

    @property
    def _row_height(self) -> int:
        return self.fontMetrics().height() + 8

    def _place(self, cue: Cue) -> QRectF:
        scale = self.width() / self._view.width
        left = (cue.start - self._view.start) * scale
        width = max(_LEAST, (cue.end - cue.start) * scale - 1)
        return QRectF(left + 0.5, cue.row * self._row_height + 1.5, width, self._row_height - 3)

    def _at(self, x: float, y: float) -> Cue | None:
        return next((cue for cue in reversed(self.in_view()) if self._place(cue).contains(x, y)), None)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Lines on the time of the video"))
