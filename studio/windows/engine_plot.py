"""How soon and how fast speech comes, over the length of the text: two small plots side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.benchmark import Figure
from studio.playback.messages import Rendered
from studio.windows import theme
from studio.windows.clone_ticks import places, tick_step, ticks
from studio.windows.engine_words import figures_text, summary
from studio.windows.numbers import number

_GAP = 8
_DOT, _MARK = 2.0, 4.0
"""Radii in pixels, of single runs and of medians."""
_ROOM = 1.15
"""The vertical axis goes so much higher than what is shown."""
_Results = Mapping[str, tuple[Figure, ...]]


@dataclass(frozen=True)
class _Quantity:
    """What one of the plots shows."""

    of_figure: Callable[[Figure], float]
    of_run: Callable[[Rendered], float]


_FIRST_SOUND = _Quantity(lambda figure: 1000 * figure.first_sound, lambda run: 1000 * run.first_sound)
_FACTOR = _Quantity(lambda figure: figure.factor, lambda run: run.making / run.seconds)


class BenchmarkPlot(QWidget):
    """Medians joined by a line, and every run as a dot. What ran the model tells the lines apart, and so do marks."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._results: _Results = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._retranslate()

    def show_results(self, results: _Results) -> None:
        """Show these."""
        self._results = results
        self._retranslate()
        self.updateGeometry()

    def sizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """Room for the plots, and a line of text for each of their lines."""
        lines = 14 + len(self._results)
        return QSize(48 * self.fontMetrics().averageCharWidth(), lines * self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """Half as wide."""
        return QSize(self.sizeHint().width() // 2, self.sizeHint().height())

    def paintEvent(self, _event: object) -> None:  # noqa: N802 Qt's name
        """Both plots over their grids, and the legend below."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), theme.colour("surface"))
        height = painter.fontMetrics().lineSpacing()
        legend = len(self._results) * height + 2 * _GAP
        half = self.width() / 2
        titles = (self.tr("First sound, ms"), self.tr("Real-time factor"))
        for i, (title, quantity) in enumerate(zip(titles, (_FIRST_SOUND, _FACTOR), strict=True)):
            area = QRectF(i * half, 0, half, self.height() - legend)
            _Plot(painter, area, self._results, quantity).draw(title, self.tr("Length of the speech, s"))
        for i, (name, figures) in enumerate(self._results.items()):
            y = self.height() - legend + _GAP + i * height + height / 2
            _draw_mark(painter, QPointF(2 * _GAP, y), i)
            painter.setPen(theme.colour("text"))
            box = QRectF(4 * _GAP, y - height / 2, self.width() - 5 * _GAP, height)
            text = painter.fontMetrics().elidedText(
                summary(name, figures), Qt.TextElideMode.ElideRight, int(box.width())
            )
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(theme.colour("border"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        words = figures_text(self._results)
        self.setAccessibleName(self.tr("First sound and real-time factor over the length of the speech"))
        self.setAccessibleDescription(words)
        self.setToolTip(words)
        self.update()


class _Plot:
    """One of them, while it is painted."""

    def __init__(self, painter: QPainter, frame: QRectF, results: _Results, quantity: _Quantity) -> None:
        self._painter, self._frame, self._results, self._quantity = painter, frame, results, quantity
        figures = [figure for all_of_one in results.values() for figure in all_of_one]
        runs = [quantity.of_run(run) for figure in figures for run in figure.runs]
        self._highest = _ROOM * max(runs, default=1.0)
        self._longest = _ROOM * max((figure.seconds for figure in figures), default=1.0)
        height = painter.fontMetrics().height()
        rows = max(int((frame.height() - 5 * height) / (1.6 * height)), 1)
        self._step = tick_step(self._highest, rows)
        widest = painter.fontMetrics().horizontalAdvance(number(self._highest, places(self._step)))
        self._area = frame.adjusted(widest + 3 * _GAP, height + 2 * _GAP, -2 * _GAP, -2 * height - _GAP)

    def draw(self, title: str, below: str) -> None:
        painter, area, frame = self._painter, self._area, self._frame
        self._draw_grid()
        height = painter.fontMetrics().height()
        painter.setPen(theme.colour("text"))
        painter.drawText(QRectF(frame.left(), _GAP, frame.width(), height), Qt.AlignmentFlag.AlignCenter, title)
        painter.setPen(theme.colour("muted"))
        place = QRectF(frame.left(), frame.bottom() - height, frame.width(), height)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, below)
        for i, figures in enumerate(self._results.values()):
            medians = [self._place(figure.seconds, self._quantity.of_figure(figure)) for figure in figures]
            colour = QColor(theme.member_colour(i))
            painter.setPen(QPen(colour, 1.5))
            painter.drawPolyline(medians)
            painter.setPen(Qt.PenStyle.NoPen)
            faint = QColor(colour)
            faint.setAlphaF(0.5)
            painter.setBrush(faint)
            for figure in figures:
                for run in figure.runs:
                    painter.drawEllipse(self._place(figure.seconds, self._quantity.of_run(run)), _DOT, _DOT)
            for median in medians:
                _draw_mark(painter, median, i)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(theme.colour("outline"))
        painter.drawLine(area.bottomLeft(), area.bottomRight())

    def _draw_grid(self) -> None:
        painter, area, metrics = self._painter, self._area, self._painter.fontMetrics()
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for value in ticks(0.0, self._highest, self._step):
            y = self._place(0.0, value).y()
            painter.setPen(theme.colour("grid"))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(theme.colour("muted"))
            box = QRectF(self._frame.left(), y - metrics.height() / 2, area.left() - self._frame.left() - _GAP, 0)
            painter.drawText(box.adjusted(0, 0, 0, metrics.height()), right, number(value, places(self._step)))
        wide = metrics.horizontalAdvance("00") + 2 * _GAP
        step = tick_step(self._longest, int(area.width() / wide), least=1.0)
        for seconds in ticks(0.0, self._longest, step):
            box = QRectF(self._place(seconds, 0.0).x() - wide / 2, area.bottom() + 2, wide, metrics.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, number(seconds))

    def _place(self, seconds: float, value: float) -> QPointF:
        area = self._area
        return QPointF(
            area.left() + seconds / self._longest * area.width(), area.bottom() - value / self._highest * area.height()
        )


def _draw_mark(painter: QPainter, place: QPointF, index: int) -> None:
    """The mark of a line: its colour, and one of three shapes."""
    colour = theme.member_colour(index)
    painter.setPen(QPen(colour, 1.5))
    painter.setBrush(theme.colour("surface") if index % 3 == 1 else colour)
    if index % 3 == 2:
        painter.drawRect(QRectF(place.x() - _MARK, place.y() - _MARK, 2 * _MARK, 2 * _MARK))
    else:
        painter.drawEllipse(place, _MARK, _MARK)
