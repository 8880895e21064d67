"""A bare drawing over seconds: an axis of time on top, no mouse of pyqtgraph's own."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from PySide6.QtWidgets import QWidget


class TimeAxis(pg.AxisItem):  # type: ignore[misc]
    """Seconds, with their unit on every label."""

    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:  # noqa: N802 pyqtgraph's
        """Labels of ticks that are `spacing` apart."""
        places = max(0, int(np.ceil(-np.log10(spacing) - 1e-6))) if spacing > 0 else 0
        return [self.tr("{0} s").format(f"{value:.{places}f}") for value in values]


class TimePlot(pg.PlotWidget):  # type: ignore[misc]
    """What the pictures of sound have in common; heights go from 0 to 1."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._axis = TimeAxis("top")
        super().__init__(parent, axisItems={"top": self._axis})
        plot = self.getPlotItem()
        plot.showAxis("top")
        for name in ("left", "bottom"):
            plot.hideAxis(name)
        plot.hideButtons()
        plot.setMenuEnabled(False)
        plot.layout.setContentsMargins(0, 0, 0, 0)
        self._box = plot.getViewBox()
        self._box.setMouseEnabled(False, False)
        self._box.setDefaultPadding(0.0)
        self._box.setYRange(0.0, 1.0, padding=0)
