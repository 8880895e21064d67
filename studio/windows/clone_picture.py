"""The picture of a recording: its outline, the part that a voice is made of, and where something is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLineF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QPainter, QPen
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from studio.cloning.tools import Source
from studio.windows import theme
from studio.windows.clone_ticks import places, tick_step, ticks
from studio.windows.drops import read_drop
from studio.windows.numbers import number
from studio.windows.waveform_envelope import Envelope

if TYPE_CHECKING:
    from engines.voices.speech_detection import Stretch

_FLAG = 0.12
"""Height of the marks of what is wrong, of that of the drawing."""
_LEAST_PEAK = 0.1
"""Quieter recordings are not blown up to fill the height."""
_HEADROOM = 0.94
_SHORTEST = 0.1
"""Seconds over the whole width, at least."""
_LEAST_MARK = 3
"""Pixels that a marked place is wide at least."""
_TICK = 4
"""Pixels."""


class ClonePicture(QWidget):
    """Takes recordings that are dropped on it, and shows the one that was taken.

    Drawn here and not by a plotting library, which would keep the window from opening for longer than all the rest.
    """

    dropped = Signal(object)
    """The path of a recording."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source: Source | None = None
        self._envelope = Envelope()
        self.hint = QLabel(wordWrap=True)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.hint.setMargin(12)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.addWidget(self.hint)
        self.setAcceptDrops(True)
        self.setFixedHeight(10 * self.fontMetrics().lineSpacing())
        self._retranslate()

    def show_source(self, source: Source) -> None:
        """Draw a recording."""
        self._source = source
        self._envelope = Envelope(source.samples)
        self.hint.setVisible(not len(source.samples))
        self._retranslate()
        self.update()

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
        """The recording in a frame, which is dashed while there is none."""
        painter = QPainter(self)
        area = self.rect().adjusted(0, 0, -1, -1)
        painter.fillRect(area, theme.colour("surface"))
        if self._source and len(self._envelope):
            self._draw(painter, self._source, area.adjusted(1, 1, 0, 0))
        line = Qt.PenStyle.SolidLine if self._source else Qt.PenStyle.DashLine
        painter.setPen(QPen(theme.colour("outline"), 1, line))
        painter.drawRect(area)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self.update()
        super().changeEvent(event)

    def _draw(self, painter: QPainter, source: Source, area: QRect) -> None:
        seconds = max(len(self._envelope) / source.rate, _SHORTEST)
        axis = painter.fontMetrics().height() + _TICK
        sound = QRectF(area.adjusted(0, axis, 0, 0))
        flags = QRectF(sound.left(), sound.top(), sound.width(), sound.height() * _FLAG)
        reference = source.reference
        self._mark(painter, sound, seconds, reference.spans, "accent-soft")
        self._draw_outline(painter, sound.adjusted(0, flags.height(), 0, 0), seconds * source.rate)
        self._mark(painter, flags, seconds, [s for check in reference.checks for s in check.spans], "warning")
        self._draw_axis(painter, QRectF(area.left(), area.top(), area.width(), axis), seconds)

    @staticmethod
    def _mark(painter: QPainter, area: QRectF, seconds: float, spans: Sequence[Stretch], role: str) -> None:
        """Stretches of time over the height of an area."""
        scale = area.width() / seconds
        for span in spans:
            left, width = area.left() + span.start * scale, max(span.seconds * scale, _LEAST_MARK)
            painter.fillRect(QRectF(left, area.top(), width, area.height()) & area, theme.colour(role))

    def _draw_outline(self, painter: QPainter, area: QRectF, samples: float) -> None:
        """A bar for every pixel of the screen, at least one high."""
        width = area.width() * len(self._envelope) / samples
        columns = max(1, round(width * self.devicePixelRatioF()))
        low, high = self._envelope.columns(0.0, float(len(self._envelope)), columns)
        pixel = 1 / self.devicePixelRatioF()
        scale = 0.5 * area.height() * _HEADROOM / max(self._envelope.peak, _LEAST_PEAK)
        tops, bottoms = area.center().y() - scale * high, area.center().y() - scale * low
        xs = [area.left() + (column + 0.5) * pixel for column in range(columns)]
        painter.setPen(QPen(theme.colour("wave"), pixel, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLines(
            [
                QLineF(x, top, x, max(bottom, top + pixel))
                for x, top, bottom in zip(xs, tops.tolist(), bottoms.tolist(), strict=True)
            ]
        )

    def _draw_axis(self, painter: QPainter, area: QRectF, seconds: float) -> None:
        """Round seconds, each at its tick."""
        room = painter.fontMetrics().horizontalAdvance(self._second(seconds, 1)) * 2
        step = tick_step(seconds, int(area.width() / room))
        for second in ticks(0.0, seconds, step):
            x = area.left() + second * area.width() / seconds
            text = self._second(second, places(step))
            width = painter.fontMetrics().horizontalAdvance(text)
            painter.setPen(theme.colour("outline"))
            painter.drawLine(QLineF(x, area.bottom() - _TICK, x, area.bottom()))
            painter.setPen(theme.colour("muted"))
            left = min(max(x - width / 2, area.left() + _TICK), area.right() - width - _TICK)
            painter.drawText(
                QRectF(left, area.top(), width + 1, area.height() - _TICK), Qt.AlignmentFlag.AlignTop, text
            )

    def _second(self, second: float, digits: int) -> str:
        return self.tr("{0} s").format(f"{second:.{digits}f}")

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
            number(reference.seconds, 1), number(chosen, 1)
        )
