"""How loud it is: the peak of what is being played."""

from __future__ import annotations

import math
import time

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from studio.playback.transport import Transport
from studio.windows import theme

FLOOR = -60
"""dBFS at the left end, from which on nothing is shown."""
HOLD = 1.5
"""Seconds for which the highest peak stays marked."""
FALL = 24.0
"""dB a second by which the bar falls, slow enough to read."""
_LOUD = -6.0
_CLIP = -0.1
_FRAME = 40


class LevelMeter(QProgressBar):
    """A bar in dBFS; as a progress bar it tells a screen reader its value.

    Parameters
    ----------
    transport
        Whose level is shown; None where somebody else calls `set_level`.
    """

    def __init__(self, *, transport: Transport | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(FLOOR, 0)
        self.setTextVisible(False)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._level = self._peak = float(FLOOR)
        self._peak_at = self._drawn_at = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(_FRAME)
        self._timer.timeout.connect(self._fall)
        if transport:
            transport.level.connect(self.set_level)
        self._retranslate()
        self.reset_level()

    @property
    def level(self) -> float:
        """dBFS of the bar."""
        return self._level

    @property
    def peak(self) -> float:
        """dBFS of the mark."""
        return self._peak

    @property
    def clipped(self) -> bool:
        """Whether the marked peak touched full scale."""
        return self._peak >= _CLIP

    def set_level(self, peak: float) -> None:
        """A new peak in dBFS; minus infinity is silence."""
        level = min(0.0, max(float(FLOOR), peak)) if not math.isnan(peak) else float(FLOOR)
        now = time.monotonic()
        if level >= self._peak:
            self._peak, self._peak_at = level, now
        if level > self._level:
            self._level = level
            self._show()
        if self._peak > FLOOR and not self._timer.isActive():
            self._drawn_at = now
            self._timer.start()

    def reset_level(self) -> None:
        """Silence, at once."""
        self._level = self._peak = float(FLOOR)
        self._timer.stop()
        self._show()

    def sizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """As high as two thirds of a text, and long enough to see 3 dB."""
        height = self.fontMetrics().height()
        return QSize(8 * height, max(8, height * 2 // 3))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """The same."""
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 Qt's name
        """A bar, a tick every 12 dB, the held peak, and a full block at the right end after clipping."""
        painter = QPainter(self)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.fillRect(area, theme.colour("surface"))
        bar = QRectF(area)
        bar.setRight(self._place(self._level, area))
        painter.fillRect(bar, theme.colour("warning" if self._level > _LOUD else "success"))
        painter.setPen(QPen(theme.colour("border"), 1))
        for tick in range(FLOOR + 12, 0, 12):
            x = self._place(tick, area)
            painter.drawLine(QPointF(x, area.bottom() - 3), QPointF(x, area.bottom()))
        if self._peak > FLOOR:
            x = min(self._place(self._peak, area), area.right() - 1)
            painter.setPen(QPen(theme.colour("error" if self.clipped else "text"), 2))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        if self.clipped:
            painter.fillRect(QRectF(area.right() - 6, area.top(), 6, area.height()), theme.colour("error"))
        painter.setPen(QPen(theme.colour("border"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area)

    def _place(self, level: float, area: QRectF) -> float:
        return area.left() + area.width() * (level - FLOOR) / -FLOOR

    def _fall(self) -> None:
        now = time.monotonic()
        self._level = max(float(FLOOR), self._level - FALL * (now - self._drawn_at))
        self._drawn_at = now
        if now - self._peak_at > HOLD:
            self._peak = max(self._level, float(FLOOR))
        if self._peak <= FLOOR:
            self._timer.stop()
        self._show()

    def _show(self) -> None:
        self.setValue(round(self._level))
        self.update()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Output level in decibels below full scale"))
        self.setToolTip(
            self.tr("Peak level, from -60 dB to full scale; a block at the right end means that it was too loud")
        )
        self.setFormat(self.tr("%v dB"))
