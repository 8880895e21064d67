"""How much a voice that is being refined sounds like its speaker, step by step; every step can be chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.cloning.refinement import Step
from studio.windows import theme
from studio.windows.clone_ticks import tick_step, ticks

_GAP = 8
_DOT, _MARK = 3.0, 6.0
"""Radii in pixels."""
_ROUND = 10
"""Per cent: the lowest value of the axis is a multiple."""


class SimilarityCurve(QWidget):
    """Left and Right, or a click, choose a step; Space asks to hear it."""

    chosen_changed = Signal()
    hear_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps: tuple[Step, ...] = ()
        self._chosen = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(8 * self.fontMetrics().lineSpacing())
        self._retranslate()

    def sizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """As low as can be read."""
        return QSize(40 * self.fontMetrics().averageCharWidth(), self.minimumHeight())

    @property
    def chosen(self) -> Step | None:
        """The step that the user chose, or the last one."""
        return self._steps[self._chosen] if self._steps else None

    def show_steps(self, steps: Sequence[Step]) -> None:
        """Show these; the last one is chosen as long as it was before."""
        at_end = self._chosen in {-1, len(self._steps) - 1}
        self._steps = tuple(step for step in steps if step.similarity is not None)
        self._chosen = len(self._steps) - 1 if at_end else min(self._chosen, len(self._steps) - 1)
        self._show()

    def choose(self, index: int) -> None:
        """Choose a step by its place."""
        if self._steps:
            self._chosen = min(max(index, 0), len(self._steps) - 1)
            self._show()

    def place(self, number: float, percent: float) -> QPointF:
        """Where a step and a similarity are drawn."""
        area, (first, last), lowest = self._area, self._range, self._lowest
        share = (number - first) / (last - first)
        height = (percent - lowest) / (100.0 - lowest)
        return QPointF(area.left() + share * area.width(), area.bottom() - height * area.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Called by Qt."""
        moves = {Qt.Key.Key_Left: self._chosen - 1, Qt.Key.Key_Right: self._chosen + 1}
        moves |= {Qt.Key.Key_Home: 0, Qt.Key.Key_End: len(self._steps) - 1}
        key = Qt.Key(event.key())
        if key in moves:
            self.choose(moves[key])
        elif key == Qt.Key.Key_Space:
            self.hear_asked.emit()
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """Choose the step that is nearest."""
        x = event.position().x()
        if self._steps:
            self.choose(min(range(len(self._steps)), key=lambda i: abs(self._place_of(self._steps[i]).x() - x)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """The same while the button is held."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.mousePressEvent(event)

    def paintEvent(self, _event: object) -> None:  # noqa: N802 Qt's name
        """The curve over a grid."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("surface"))
        self._draw_grid(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        places = [self._place_of(step) for step in self._steps]
        wave = theme.colour("wave")
        painter.setPen(QPen(wave, 2))
        painter.drawPolyline(places)
        painter.setBrush(wave)
        for place in places:
            painter.drawEllipse(place, _DOT, _DOT)
        if chosen := self.chosen:
            painter.setPen(QPen(theme.colour("playhead"), 2))
            painter.setBrush(theme.colour("surface"))
            painter.drawEllipse(self._place_of(chosen), _MARK, _MARK)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("accent" if self.hasFocus() else "border"), 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 Qt's name
        """The frame shows it."""
        self.update()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 Qt's name
        """The frame shows it."""
        self.update()
        super().focusOutEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self.update()
        super().changeEvent(event)

    @property
    def _area(self) -> QRectF:
        """Of the curve, inside the labels."""
        metrics = self.fontMetrics()
        left = metrics.horizontalAdvance(self.tr("{0} %").format(100)) + 2 * _GAP
        return QRectF(self.rect()).adjusted(left, _GAP + _MARK, -_GAP - _MARK, -2 * metrics.height() - _GAP)

    @property
    def _range(self) -> tuple[float, float]:
        """First and last step of the axis."""
        numbers = [step.number for step in self._steps] or [0]
        return float(numbers[0]), float(max(numbers[-1], numbers[0] + 1))

    @property
    def _lowest(self) -> float:
        """Per cent at the bottom."""
        lowest = min((_percent(step) for step in self._steps), default=0.0)
        return max(0.0, lowest // _ROUND * _ROUND - _ROUND)

    def _place_of(self, step: Step) -> QPointF:
        return self.place(step.number, _percent(step))

    def _draw_grid(self, painter: QPainter) -> None:
        area, (first, last), metrics = self._area, self._range, painter.fontMetrics()
        muted, grid = theme.colour("muted"), theme.colour("grid")
        rows = int(area.height() / (2.5 * metrics.height()))
        for percent in ticks(self._lowest, 100.0, tick_step(100.0 - self._lowest, rows, least=1.0)):
            y = self.place(first, percent).y()
            painter.setPen(grid)
            painter.drawLine(QLineF(area.left(), y, area.right(), y))
            painter.setPen(muted)
            box = QRectF(0, y - metrics.height() / 2, area.left() - _GAP, metrics.height())
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, right, self.tr("{0} %").format(round(percent)))
        wide = metrics.horizontalAdvance(str(round(last))) + 3 * _GAP
        for number in ticks(first, last, tick_step(last - first, int(area.width() / wide), least=1.0)):
            box = QRectF(self.place(number, 0).x() - wide / 2, area.bottom() + _GAP / 2, wide, metrics.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(round(number)))
        below = QRectF(area.left(), self.height() - metrics.height() - _GAP / 2, area.width(), metrics.height())
        painter.drawText(below, Qt.AlignmentFlag.AlignCenter, self.tr("Step"))

    def _show(self) -> None:
        self.update()
        self._retranslate()
        self.chosen_changed.emit()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Similarity to the speaker, step by step"))
        self.update()
        chosen = self.chosen
        if chosen:
            self.setAccessibleDescription(self.tr("Step {0}: {1} %").format(chosen.number, round(_percent(chosen))))


def _percent(step: Step) -> float:
    return 100.0 * (step.similarity or 0.0)
