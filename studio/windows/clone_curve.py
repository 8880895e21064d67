"""How much a voice that is being refined sounds like its speaker, step by step; every step can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy

from studio.cloning.refinement import Step
from studio.windows import theme


class PercentAxis(pg.AxisItem):  # type: ignore[misc] # pyqtgraph has no types
    """Labels with their unit."""

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: N802 pyqtgraph's
        """Whole per cents."""
        return [self.tr("{0} %").format(f"{value:.0f}") for value in values]


class StepAxis(pg.AxisItem):  # type: ignore[misc]
    """Whole numbers."""

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: N802 pyqtgraph's
        """None between two steps."""
        return [f"{value:.0f}" if value == round(value) else "" for value in values]


class SimilarityCurve(pg.PlotWidget):  # type: ignore[misc]
    """Left and Right, or a click, choose a step; Space asks to hear it."""

    chosen_changed = Signal()
    hear_asked = Signal()

    def __init__(self) -> None:
        self._axis = PercentAxis("left")
        super().__init__(axisItems={"left": self._axis, "bottom": StepAxis("bottom")})
        self._steps: tuple[Step, ...] = ()
        self._chosen = -1
        plot = self.getPlotItem()
        plot.hideButtons()
        plot.setMenuEnabled(False)
        plot.getViewBox().setMouseEnabled(False, False)
        self._line = plot.plot([], [], symbol="o", symbolSize=6)
        self._mark = plot.plot([], [], pen=None, symbol="o", symbolSize=12)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(8 * self.fontMetrics().lineSpacing())
        self.refresh_colours()
        self._retranslate()

    def sizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """As low as can be read; a plot would ask for 480 pixels, and what is around it would have to scroll."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    @property
    def chosen(self) -> Step | None:
        """The step that the user chose, or the last one."""
        return self._steps[self._chosen] if self._steps else None

    def show_steps(self, steps: Sequence[Step]) -> None:
        """Show these; the last one is chosen as long as it was before."""
        at_end = self._chosen in {-1, len(self._steps) - 1}
        self._steps = tuple(step for step in steps if step.similarity is not None)
        self._chosen = len(self._steps) - 1 if at_end else min(self._chosen, len(self._steps) - 1)
        self._draw()

    def choose(self, index: int) -> None:
        """Choose a step by its place."""
        if self._steps:
            self._chosen = min(max(index, 0), len(self._steps) - 1)
            self._draw()

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
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        at = self.getPlotItem().getViewBox().mapSceneToView(self.mapToScene(event.position().toPoint())).x()
        if self._steps:
            self.choose(min(range(len(self._steps)), key=lambda i: abs(self._steps[i].number - at)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """The same while the button is held."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """Nothing more; the plot would pan."""
        event.accept()

    def wheelEvent(self, event: Any) -> None:  # noqa: N802 Qt's name
        """What is around it scrolls."""
        event.ignore()

    def refresh_colours(self) -> None:
        """Take those of the present theme."""
        self.setBackground(theme.colour("surface"))
        for name in ("left", "bottom"):
            axis = self.getPlotItem().getAxis(name)
            axis.setPen(pg.mkPen(theme.colour("border")))
            axis.setTextPen(pg.mkPen(theme.colour("muted")))
            axis.setStyle(tickFont=self.font())
        self.getPlotItem().showGrid(y=True, alpha=0.2)
        self._line.setPen(pg.mkPen(theme.colour("wave"), width=2))
        self._line.setSymbolBrush(theme.colour("wave"))
        self._line.setSymbolPen(None)
        self._mark.setSymbolBrush(theme.colour("surface"))
        self._mark.setSymbolPen(pg.mkPen(theme.colour("playhead"), width=2))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.PaletteChange and hasattr(
            self, "_line"
        ):  # pyqtgraph sets one while it is made
            self.refresh_colours()
        super().changeEvent(event)

    def _draw(self) -> None:
        self._line.setData([step.number for step in self._steps], [_percent(step) for step in self._steps])
        lowest = min((_percent(step) for step in self._steps), default=0.0)
        self.getPlotItem().setYRange(max(0.0, lowest // 10 * 10 - 10), 100.0)
        chosen = self.chosen
        self._mark.setData([chosen.number] if chosen else [], [_percent(chosen)] if chosen else [])
        self._retranslate()
        self.chosen_changed.emit()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Similarity to the speaker, step by step"))
        self.getPlotItem().setLabel("bottom", self.tr("Step"))
        chosen = self.chosen
        if chosen:
            self.setAccessibleDescription(self.tr("Step {0}: {1} %").format(chosen.number, round(_percent(chosen))))


def _percent(step: Step) -> float:
    return 100.0 * (step.similarity or 0.0)
