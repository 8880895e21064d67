"""The sound of the video over time, with the lines under it, the playhead, and a stretch that the user chose."""

from __future__ import annotations

from typing import NamedTuple

import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QScrollBar, QVBoxLayout, QWidget

from engines.media.sound import Outline
from studio.windows import theme
from studio.windows.video_cues import Cue, VideoCues
from studio.windows.waveform_audio import Sound
from studio.windows.waveform_envelope import Envelope
from studio.windows.waveform_plot import WaveformPlot
from studio.windows.waveform_range import TimeRange

_MILLISECONDS = 1000
_STEP_SECONDS, _LARGE_STEP_SECONDS = 1.0, 10.0
_LEAST_STRETCH = 0.05
"""Seconds; less is a slip of the mouse."""


class Stretch(NamedTuple):
    """A part of the video."""

    start: float
    end: float

    @property
    def seconds(self) -> float:
        """How long it is."""
        return self.end - self.start


class VideoPlot(WaveformPlot):
    """With a stretch that is chosen with Shift and the mouse."""

    dragged = Signal(float, float, bool)
    """From and to which second, and whether the button was let go there."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._from: float | None = None
        self._region = pg.LinearRegionItem(movable=False)
        self._region.setZValue(5)
        self._region.hide()
        self._box.addItem(self._region, ignoreBounds=True)
        self._colour_region()

    def show_stretch(self, stretch: Stretch | None) -> None:
        """Mark it, or none."""
        self._region.setVisible(stretch is not None)
        if stretch:
            self._region.setRegion(stretch)

    def refresh_colours(self) -> None:
        """Take those of the present theme."""
        super().refresh_colours()
        if hasattr(self, "_region"):
            self._colour_region()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """With Shift, begin a stretch."""
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and event.button() == Qt.MouseButton.LeftButton:
            self._from = self._second_at(event.position())
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """Draw it out."""
        if self._from is None:
            super().mouseMoveEvent(event)
        else:
            self.dragged.emit(self._from, self._second_at(event.position()), False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """This is it."""
        if self._from is None:
            super().mouseReleaseEvent(event)
        else:
            start, self._from = self._from, None
            self.dragged.emit(start, self._second_at(event.position()), True)

    def _colour_region(self) -> None:
        fill, edge = theme.colour("accent"), theme.colour("accent")
        fill.setAlpha(60)
        self._region.setBrush(fill)
        for line in self._region.lines:
            line.setPen(pg.mkPen(edge, width=1))


class VideoTimeline(QWidget):
    """Shows what it is told. Wheel zooms, Shift and wheel scrolls; arrow keys move the playhead."""

    pointed = Signal(float, bool)
    """A second that was gone to, and whether it is the one that was meant."""
    line_pointed = Signal(str, float)
    """A line that was clicked, and when it begins."""
    stretch_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot = VideoPlot()
        self.cues = VideoCues()
        self.stretch: Stretch | None = None
        """What the user chose; None for nothing."""
        self._view = TimeRange(0.0)
        self._playhead = 0.0
        self._scroll = QScrollBar(Qt.Orientation.Horizontal)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.plot, 1)
        layout.addWidget(self.cues)
        layout.addWidget(self._scroll)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.plot.pointed.connect(self.pointed)
        self.plot.dragged.connect(self._dragged)
        self.plot.zoom_asked.connect(self.zoom)
        self.plot.scroll_asked.connect(
            lambda share: self._show(self._view.moved_to(self._view.start + share * self._view.width))
        )
        self.cues.pointed.connect(self.line_pointed)
        self._scroll.valueChanged.connect(lambda value: self._show(self._view.moved_to(value / _MILLISECONDS)))
        self._retranslate()
        self._show(self._view)

    @property
    def view(self) -> TimeRange:
        """What is in view."""
        return self._view

    def set_seconds(self, seconds: float) -> None:
        """How long the video and the speech over it are."""
        if seconds != self._view.duration:
            self._show(self._view.lasting(seconds))

    def set_outline(self, outline: Outline | None) -> None:
        """Draw a sound, or none."""
        sound = Sound(Envelope(outline.extremes), outline.rate) if outline else None
        self.plot.set_peak(sound.envelope.peak if sound else 1.0)
        self.plot.set_sound(sound, finished=True)

    def set_cues(self, cues: tuple[Cue, ...]) -> None:
        """Draw lines."""
        self.cues.set_cues(cues)

    def set_playhead(self, seconds: float, *, follow: bool) -> None:
        """Move it; `follow` turns the page when it leaves the view."""
        self._playhead = seconds
        self.plot.set_playhead(seconds)
        if follow:
            self._show(self._view.showing(seconds))

    def set_stretch(self, stretch: Stretch | None) -> None:
        """Choose another one, or none."""
        if stretch != self.stretch:
            self.stretch = stretch
            self.plot.show_stretch(stretch)
            self.stretch_changed.emit()

    def zoom(self, factor: float, anchor: float) -> None:
        """Show `factor` times as much around a second."""
        self._show(self._view.zoomed(factor, anchor))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Arrows move the playhead, plus and minus zoom at it."""
        steps = {
            Qt.Key.Key_Left: -_STEP_SECONDS,
            Qt.Key.Key_Right: _STEP_SECONDS,
            Qt.Key.Key_PageUp: -_LARGE_STEP_SECONDS,
            Qt.Key.Key_PageDown: _LARGE_STEP_SECONDS,
            Qt.Key.Key_Home: -self._view.duration,
            Qt.Key.Key_End: self._view.duration,
        }
        key = Qt.Key(event.key())
        if key in steps:
            target = min(max(0.0, self._playhead + steps[key]), self._view.duration)
            self.pointed.emit(target, True)
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
            self.zoom(0.5, self._playhead)
        elif key == Qt.Key.Key_Minus:
            self.zoom(2.0, self._playhead)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() == QEvent.Type.PaletteChange:
            self.plot.refresh_colours()
            self.cues.update()
        elif event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _dragged(self, start: float, end: float, _done: bool) -> None:
        low, high = sorted(min(max(0.0, at), self._view.duration) for at in (start, end))
        self.set_stretch(Stretch(low, high) if high - low >= _LEAST_STRETCH else None)

    def _show(self, view: TimeRange) -> None:
        self._view = view
        self.plot.set_view(view)
        self.cues.set_view(view)
        self._scroll.blockSignals(True)
        self._scroll.setRange(0, round(max(0.0, view.duration - view.width) * _MILLISECONDS))
        self._scroll.setPageStep(round(view.width * _MILLISECONDS))
        self._scroll.setSingleStep(max(1, round(0.1 * view.width * _MILLISECONDS)))
        self._scroll.setValue(round(view.start * _MILLISECONDS))
        self._scroll.blockSignals(False)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Sound of the video"))
        self.setToolTip(self.tr("Click to go there. Drag with Shift to choose a stretch, as for cloning a voice."))
