"""The picture of a recording: its outline, the part that a voice is made of, and where something is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QPainter
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engines.voices.speech_detection import Stretch
from studio.cloning.tools import Source
from studio.windows import theme
from studio.windows.drops import read_drop
from studio.windows.time_plot import TimePlot
from studio.windows.waveform_audio import Sound
from studio.windows.waveform_envelope import Envelope
from studio.windows.waveform_plot import OutlineItem
from studio.windows.waveform_range import TimeRange

_FLAG = 0.12
"""Height of the marks of what is wrong, of that of the plot."""


class SpanItem(pg.GraphicsObject):  # type: ignore[misc] # pyqtgraph has no types
    """Stretches of time in one colour, over a part of the height."""

    def __init__(self, role: str, bottom: float, top: float) -> None:
        super().__init__()
        self._role, self._bottom, self._top = role, bottom, top
        self._spans: tuple[Stretch, ...] = ()

    def set_spans(self, spans: Sequence[Stretch]) -> None:
        """Show these, in seconds."""
        self.prepareGeometryChange()
        self._spans = tuple(spans)
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802 Qt's name
        """In seconds and plot heights."""
        end = max((span.end for span in self._spans), default=0.0)
        return QRectF(0.0, self._bottom, end, self._top - self._bottom)

    def paint(self, painter: QPainter, *_: Any) -> None:
        """Called by the scene."""
        colour = theme.colour(self._role)
        # At least as wide as can be seen.
        least = 3 * abs(self.pixelWidth())
        for span in self._spans:
            rect = QRectF(span.start, self._bottom, max(span.seconds, least), self._top - self._bottom)
            painter.fillRect(rect, colour)


class _Plot(TimePlot):
    """The drawing alone."""

    def __init__(self) -> None:
        super().__init__()
        self._chosen = SpanItem("accent-soft", 0.0, 1.0)
        self._wrong = SpanItem("warning", 1.0 - _FLAG, 1.0)
        self._outline = OutlineItem()
        self._sound: Sound | None = None
        for item in (self._chosen, self._outline, self._wrong):
            self._box.addItem(item, ignoreBounds=True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAcceptDrops(False)  # what is around it takes them
        self.refresh_colours()

    def show_source(self, sound: Sound, chosen: Sequence[Stretch], wrong: Sequence[Stretch]) -> None:
        """Draw a recording."""
        self._sound = sound
        self._outline.set_sound(sound, "wave")
        self._outline.set_heights(0.0, 1.0 - _FLAG, sound.envelope.peak)
        self._chosen.set_spans(chosen)
        self._wrong.set_spans(wrong)
        self._box.setXRange(0.0, max(sound.seconds, 0.1), padding=0)
        self._tell()

    def refresh_colours(self) -> None:
        """Take those of the present theme."""
        self.setBackground(theme.colour("surface"))
        self._axis.setPen(pg.mkPen(theme.colour("grid")))
        self._axis.setTextPen(pg.mkPen(theme.colour("muted")))
        self._axis.setStyle(tickFont=self.font(), tickLength=-4)
        self._outline.set_sound(self._sound, "wave")

    def resizeEvent(self, event: Any) -> None:  # noqa: N802 Qt's name
        """More pixels show more."""
        super().resizeEvent(event)
        if hasattr(self, "_outline"):  # pyqtgraph resizes while it is being made
            self._tell()

    def _tell(self) -> None:
        if self._sound:
            ratio = self.devicePixelRatioF()
            view = TimeRange(max(self._sound.seconds, 0.1))
            self._outline.set_view(view, round(self.width() * ratio), round(self._box.height() * ratio))


class ClonePicture(QWidget):
    """Takes recordings that are dropped on it, and shows the one that was taken."""

    dropped = Signal(object)
    """The path of a recording."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source: Source | None = None
        self._plot = _Plot()
        self._plot.hide()
        self.hint = QLabel(wordWrap=True)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setMargin(12)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.addWidget(self._plot)
        layout.addWidget(self.hint)
        self.setAcceptDrops(True)
        self.setFixedHeight(10 * self.fontMetrics().lineSpacing())
        self._retranslate()

    def show_source(self, source: Source) -> None:
        """Draw a recording; a short one is drawn with room to the right of it."""
        self._source = source
        reference = source.reference
        wrong = [span for check in reference.checks for span in check.spans]
        self._plot.show_source(Sound(Envelope(source.samples), source.rate), reference.spans, wrong)
        self._plot.setVisible(len(source.samples) > 0)
        self.hint.setVisible(not len(source.samples))
        self._retranslate()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 Qt's name
        """Take one file, whatever its name says."""
        if self._path(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 Qt's name
        """Take it."""
        path = self._path(event)
        if path:
            event.acceptProposedAction()
            self.dropped.emit(path)

    def paintEvent(self, _event: object) -> None:  # noqa: N802 Qt's name
        """A frame, dashed while something may be dropped."""
        painter = QPainter(self)
        area = self.rect().adjusted(0, 0, -1, -1)
        painter.fillRect(area, theme.colour("surface"))
        pen = pg.mkPen(theme.colour("outline"), width=1)
        if self._source is None:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRect(area)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self._plot.refresh_colours()
        super().changeEvent(event)

    @staticmethod
    def _path(event: QDropEvent) -> object:
        drop = read_drop(event.mimeData())
        return next(iter((*drop.audio, *drop.others)), None)

    def _retranslate(self) -> None:
        self.hint.setText(self.tr("Drop a recording of one voice here: 5 to 30 seconds of clear speech are best."))
        self.setAccessibleName(self.tr("The recording"))
        self.setAccessibleDescription(self._described())

    def _described(self) -> str:
        if self._source is None:
            return self.hint.text()
        reference = self._source.reference
        chosen = sum(span.seconds for span in reference.spans)
        return self.tr("{0} seconds, of which {1} seconds were chosen").format(
            f"{reference.seconds:.1f}", f"{chosen:.1f}"
        )
