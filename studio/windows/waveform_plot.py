"""The drawing of one sound over time: outline, spectrogram, playhead and time axis. Knows no document."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engines.types import FloatArray
from studio.windows import theme
from studio.windows.spectrogram import SpectrogramItem
from studio.windows.time_plot import TimePlot
from studio.windows.waveform_audio import Sound
from studio.windows.waveform_range import TimeRange

_SPECTROGRAM_SHARE = 0.55
_WHEEL_STEP = 0.8
_NOTCH = 120
_LEAST_PEAK = 0.1
"""Quieter sounds are not blown up to fill the height."""


class OutlineItem(pg.GraphicsObject):  # type: ignore[misc] # pyqtgraph has no types
    """The outline of a sound. It is worked out again when the view changes, and only painted when a playhead passes."""

    def __init__(self) -> None:
        super().__init__()
        self._sound: Sound | None = None
        self._view = TimeRange(0.0)
        self._columns, self._rows = 0, 0
        self._bottom, self._height = 0.0, 1.0
        self._peak = 1.0
        self._image: QImage | None = None
        self._curve: QPolygonF | None = None
        self._place = QRectF()
        self._colour = theme.colour("wave")

    def set_sound(self, sound: Sound | None, role: str) -> None:
        """Show another, or the same after it grew, in a colour of the theme."""
        self.prepareGeometryChange()
        self._sound = sound
        self._colour = theme.colour(role)
        self._forget()

    def set_view(self, view: TimeRange, columns: int, rows: int) -> None:
        """What is in view, and how many pixels the whole plot has for it."""
        if (view, columns, rows) != (self._view, self._columns, self._rows):
            self._view, self._columns, self._rows = view, columns, rows
            self._forget()

    def set_heights(self, bottom: float, top: float, peak: float) -> None:
        """Where in the plot it is drawn, and the magnitude that reaches the edges."""
        self.prepareGeometryChange()
        self._bottom, self._height = bottom, top - bottom
        self._peak = max(peak, _LEAST_PEAK) / 0.94
        self._forget()

    def boundingRect(self) -> QRectF:  # noqa: N802 Qt's name
        """In seconds and plot heights."""
        seconds = self._sound.seconds if self._sound else 0.0
        return QRectF(0.0, self._bottom, seconds, self._height)

    def paint(self, painter: QPainter, *_: Any) -> None:
        """Called by the scene."""
        if self._image is None and self._curve is None:
            self._work_out()
        if self._image is not None:
            painter.drawImage(self._place, self._image)
        elif self._curve is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(pg.mkPen(self._colour, width=1))
            painter.drawPolyline(self._curve)

    def _forget(self) -> None:
        self._image = self._curve = None
        self.update()

    def _work_out(self) -> None:
        """An image with a bar for every pixel, or the curve itself where there is about one sample a pixel."""
        sound, view = self._sound, self._view
        if sound is None or self._columns < 1 or self._rows < 1:
            return
        start = max(0.0, view.start * sound.rate)
        end = min(float(len(sound.envelope)), view.end * sound.rate)
        if end <= start:
            return
        columns = max(1, round(self._columns * (end - start) / (view.width * sound.rate)))
        if end - start <= 2 * columns:
            first, last = int(start), min(len(sound.envelope), int(end) + 2)
            heights = self._bottom + self._height * self._shares(sound.envelope.samples[first:last])
            self._curve = pg.functions.arrayToQPolygonF(np.arange(first, last) / sound.rate, heights)
            return
        low, high = sound.envelope.columns(start, end, columns)
        rows = max(1, round(self._rows * self._height))
        self._image = _bars(self._shares(low), self._shares(high), rows, self._colour)
        self._place = QRectF(start / sound.rate, self._bottom, (end - start) / sound.rate, self._height)

    def _shares(self, values: FloatArray) -> FloatArray:
        """Samples as heights, 0 to 1."""
        shares: FloatArray = np.clip(0.5 + values * (0.5 / self._peak), 0.0, 1.0)
        return shares


def _bars(low: FloatArray, high: FloatArray, rows: int, colour: QColor) -> QImage:
    """An image of a bar for every column, at least one pixel high. Row 0 is the bottom: plots count upwards."""
    last = rows - 1
    bottom, top = (low * last).astype(np.int32), (high * last).astype(np.int32)
    height = np.arange(rows, dtype=np.int32)[:, None]
    inside = ((height >= bottom) & (height <= top)).view(np.uint8)
    image = QImage(inside.tobytes(), len(low), rows, len(low), QImage.Format.Format_Indexed8)
    image.setColorTable([0, colour.rgba()])
    # Not only faster to draw: it also owns its pixels.
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


class WaveformPlot(TimePlot):
    """One sound over the time in view. It asks for another view by signals, and is told by `set_view`."""

    zoom_asked = Signal(float, float)
    """Factor, and the second that stays where it is."""
    scroll_asked = Signal(float)
    """Share of the width in view, to the right."""
    pointed = Signal(float, bool)
    """A second under the mouse, and whether the button was let go there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = TimeRange(0.0)
        self._peak = 1.0
        self._with_spectrogram = False
        self._sound: Sound | None = None
        self._role = "wave"
        self._outline = OutlineItem()
        self._image = SpectrogramItem(0.0, _SPECTROGRAM_SHARE)
        self._playhead = pg.InfiniteLine(0.0, angle=90, movable=False)
        self._playhead.setZValue(10)
        for item in (self._image, self._outline, self._playhead):
            self._box.addItem(item, ignoreBounds=True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(64)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.refresh_colours()

    @property
    def playhead(self) -> float:
        """Seconds."""
        return float(self._playhead.value())

    def set_playhead(self, seconds: float) -> None:
        """Move it; nothing else is worked out again."""
        self._playhead.setValue(seconds)

    def set_axis_shown(self, shown: bool) -> None:
        """The time axis is shown over the first of several plots."""
        self._axis.setVisible(shown)
        self.getPlotItem().showAxis("top", shown)

    def set_sound(self, sound: Sound | None, *, finished: bool) -> None:
        """Show another sound, or the same after it grew."""
        self._sound, self._role = sound, "wave" if finished else "wave-soft"
        self._outline.set_sound(sound, self._role)
        self._show_spectrogram()

    def set_peak(self, peak: float) -> None:
        """The magnitude that fills the height, the same for sounds that are compared."""
        self._peak = peak
        self._lay_out()

    def set_spectrogram_shown(self, shown: bool) -> None:
        """Whether the lower part shows the spectrogram, once there is one."""
        self._with_spectrogram = shown
        self._show_spectrogram()

    def set_view(self, view: TimeRange) -> None:
        """Bring a stretch of time into view."""
        self._view = view
        self._box.setXRange(view.start, view.end, padding=0)
        self._tell_items()

    def refresh_colours(self) -> None:
        """Take those of the present theme."""
        self.setBackground(theme.colour("surface"))
        self._axis.setPen(pg.mkPen(theme.colour("grid")))
        self._axis.setTextPen(pg.mkPen(theme.colour("muted")))
        self._axis.setStyle(tickFont=self.font(), tickLength=-4)
        self._playhead.setPen(pg.mkPen(theme.colour("playhead"), width=2))
        self._image.refresh_colours()
        self._outline.set_sound(self._sound, self._role)

    def resizeEvent(self, event: Any) -> None:  # noqa: N802 Qt's name
        """More pixels show more."""
        super().resizeEvent(event)
        if hasattr(self, "_outline"):  # pyqtgraph resizes while it is being made
            self._tell_items()

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 Qt's name
        """Up and down zooms at the mouse; sideways, or with Shift, scrolls."""
        turned = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier or abs(turned.x()) > abs(turned.y()):
            self.scroll_asked.emit(-(turned.x() or turned.y()) / _NOTCH * 0.1)
        elif turned.y():
            self.zoom_asked.emit(_WHEEL_STEP ** (turned.y() / _NOTCH), self._second_at(event.position()))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """Point at a second."""
        self._point(event, Qt.MouseButton.LeftButton == event.button(), False)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """Point while the button is held."""
        self._point(event, bool(event.buttons() & Qt.MouseButton.LeftButton), False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """The second that was meant."""
        self._point(event, Qt.MouseButton.LeftButton == event.button(), True)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """The second click of two."""
        self.mousePressEvent(event)

    def _point(self, event: QMouseEvent, meant: bool, done: bool) -> None:
        if meant:
            self.pointed.emit(self._second_at(event.position()), done)
            event.accept()
        else:
            event.ignore()

    def _second_at(self, place: QPointF) -> float:
        return self._view.start + self._view.width * place.x() / max(1, int(self.width()))

    def _show_spectrogram(self) -> None:
        known = self._sound.spectrogram if self._sound and self._with_spectrogram else None
        self._image.set_spectrogram(known)
        self._image.setVisible(known is not None)
        self._lay_out()
        self._tell_items()

    def _lay_out(self) -> None:
        bottom = _SPECTROGRAM_SHARE if self._image.isVisible() else 0.0
        self._outline.set_heights(bottom, 1.0, self._peak)

    def _tell_items(self) -> None:
        ratio = self.devicePixelRatioF()
        columns = round(self.width() * ratio)
        self._outline.set_view(self._view, columns, round(self._box.height() * ratio))
        self._image.show_range(self._view.start, self._view.end, columns)
