"""The painting of a clause's curves, over its waveform and its phonemes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from engines.prosody.edit_steps import Kind, curve_of
from studio.windows import theme
from studio.windows.clone_ticks import places, tick_step, ticks
from studio.windows.curve_asking import ClauseSound
from studio.windows.curve_clause import Floats, Shown
from studio.windows.curve_scale import Lane, Scale
from studio.windows.curve_words import value_text
from studio.windows.waveform_words import readable

_POINT, _CHOSEN = 3.0, 5.0
"""Half the sides of points, in pixels."""
_ROLES = {Kind.PITCH: "accent", Kind.ENERGY: "success"}


class Chosen(NamedTuple):
    """What is marked in the drawing."""

    kind: Kind
    selection: tuple[int, int]
    point: int


def draw_clause(painter: QPainter, scale: Scale, shown: Shown, sound: ClauseSound | None, chosen: Chosen) -> None:
    """All of it, in the colours of the present theme."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw_selection(painter, scale, shown, chosen)
    if sound:
        for lane in scale.lanes.values():
            _draw_wave(painter, scale, lane, shown, sound)
    _draw_grid(painter, scale, shown)
    inside = QRectF(scale.left, 0, scale.width, scale.strip.bottom())
    painter.save()
    painter.setClipRect(inside)
    for kind, lane in scale.lanes.items():
        painter.save()
        painter.setClipRect(lane.area.adjusted(0, -_CHOSEN, 0, _CHOSEN).intersected(inside))
        _draw_curve(painter, scale, shown, kind, natural=True)
        _draw_curve(painter, scale, shown, kind, natural=False)
        _draw_points(painter, scale, shown, kind, chosen)
        painter.restore()
    _draw_strip(painter, scale, shown, chosen)
    painter.restore()
    _draw_axes(painter, scale, shown.border(0), chosen)


def points_of(scale: Scale, shown: Shown, kind: Kind) -> list[QPointF]:
    """Where the points of a curve are drawn."""
    points = curve_of(shown.edit, kind)
    if not points:
        return []
    natural = shown.clause.natural_at(kind, np.array([point.at for point in points]))
    return [
        scale.point(kind, shown.time(point.at), float(value) + point.offset)
        for point, value in zip(points, natural, strict=True)
    ]


def _draw_selection(painter: QPainter, scale: Scale, shown: Shown, chosen: Chosen) -> None:
    left, right = (scale.x(shown.border(index)) for index in chosen.selection)
    left, right = max(left, scale.left), min(right, scale.left + scale.width)
    if left < right:
        top = scale.lanes[Kind.PITCH].area.top()
        painter.fillRect(QRectF(left, top, right - left, scale.strip.bottom() - top), theme.colour("accent-soft"))


def _draw_wave(painter: QPainter, scale: Scale, lane: Lane, shown: Shown, sound: ClauseSound) -> None:
    """The sound as it was said last, each symbol of it as long as it is now."""
    peak = max(sound.envelope.peak, 0.1)
    middle, half = lane.area.center().y(), lane.area.height() / 2 * 0.94 / peak
    colour = QColor(theme.colour("wave-soft"))
    colour.setAlphaF(0.45)
    painter.setPen(QPen(colour, 1))
    lines = []
    for index in range(len(shown.edges) - 1):
        first, last = scale.x(float(shown.edges[index])), scale.x(float(shown.edges[index + 1]))
        start, end = ((float(sound.shown.edges[index + i]) - sound.start) * sound.rate for i in (0, 1))
        share = (last - first) / max(end - start, 1.0)  # pixels a sample
        if start < 0:
            first, start = first - start * share, 0.0
        if end > len(sound.envelope):
            last, end = last - (end - len(sound.envelope)) * share, float(len(sound.envelope))
        columns = round(last) - round(first)
        if columns < 1 or end - start < 2 or last < scale.left or first > scale.left + scale.width:
            continue
        low, high = sound.envelope.columns(start, end, columns)
        for column in range(columns):
            x = round(first) + column + 0.5
            if scale.left <= x <= scale.left + scale.width:
                lines.append(QLineF(x, middle - float(high[column]) * half, x, middle - float(low[column]) * half))
    painter.drawLines(lines)


def _draw_grid(painter: QPainter, scale: Scale, shown: Shown) -> None:
    painter.setPen(QPen(theme.colour("grid"), 1))
    for index in range(shown.count + 1):
        x = round(scale.x(shown.border(index))) + 0.5
        if scale.left <= x <= scale.left + scale.width:
            painter.drawLine(QLineF(x, scale.axis.bottom(), x, scale.strip.bottom()))
    for lane in scale.lanes.values():
        for value in _values(painter, lane):
            y = round(lane.y(value)) + 0.5
            painter.drawLine(QLineF(lane.area.left(), y, lane.area.right(), y))


def _draw_curve(painter: QPainter, scale: Scale, shown: Shown, kind: Kind, *, natural: bool) -> None:
    pen = QPen(theme.colour("muted" if natural else _ROLES[kind]), 1.0 if natural else 2.0)
    if natural:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    for part in _parts(shown.curve(kind, natural=natural)):
        line = [scale.point(kind, float(shown.times[i]), value) for i, value in part]
        painter.drawPolyline(QPolygonF(line))


def _parts(values: Floats) -> list[list[tuple[int, float]]]:
    """The stretches in which a curve is heard."""
    heard = np.flatnonzero(np.isfinite(values))
    runs = np.split(heard, np.flatnonzero(np.diff(heard) > 1) + 1)
    return [[(int(i), float(values[i])) for i in run] for run in runs if len(run)]


def _draw_points(painter: QPainter, scale: Scale, shown: Shown, kind: Kind, chosen: Chosen) -> None:
    colour = theme.colour(_ROLES[kind])
    for index, place in enumerate(points_of(scale, shown, kind)):
        current = kind is chosen.kind and index == chosen.point
        half = _CHOSEN if current else _POINT
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(colour if current else theme.colour("surface"))
        painter.drawRect(QRectF(place.x() - half, place.y() - half, 2 * half, 2 * half))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _draw_strip(painter: QPainter, scale: Scale, shown: Shown, chosen: Chosen) -> None:
    metrics, strip = painter.fontMetrics(), scale.strip
    line = metrics.height()
    painter.setPen(QPen(theme.colour("border"), 1))
    painter.drawLine(QLineF(strip.left(), strip.top() + 0.5, strip.right(), strip.top() + 0.5))
    for index, symbol in enumerate(shown.clause.symbols):
        left, right = scale.x(shown.border(index)), scale.x(shown.border(index + 1))
        inside = chosen.selection[0] <= index < chosen.selection[1]
        painter.setPen(QPen(theme.colour("outline"), 1))
        painter.drawLine(QLineF(right, strip.top(), right, strip.top() + line + 4))
        text = readable(symbol)
        if metrics.horizontalAdvance(text) <= right - left + 2:
            painter.setPen(theme.colour("accent" if inside else "text"))
            box = QRectF(left, strip.top() + 2, right - left, line)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    painter.setPen(theme.colour("muted"))
    for word, start, end in shown.clause.words:
        left, right = scale.x(shown.border(start)), scale.x(shown.border(end))
        box = QRectF(left, strip.top() + line + 4, right - left, line)
        text = metrics.elidedText(word, Qt.TextElideMode.ElideRight, round(right - left) + 4)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _draw_axes(painter: QPainter, scale: Scale, origin: float, chosen: Chosen) -> None:
    """Values beside the lanes, and seconds from the first symbol on."""
    metrics = painter.fontMetrics()
    right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
    for kind, lane in scale.lanes.items():
        painter.setPen(theme.colour(_ROLES[kind] if kind is chosen.kind else "muted"))
        for value in _values(painter, lane):
            box = QRectF(0, lane.y(value) - metrics.height() / 2, scale.left - 6, metrics.height())
            painter.drawText(box, right, value_text(kind, value))
    wide = metrics.horizontalAdvance("0.00 s") * 1.8
    step = tick_step(scale.view.width, int(scale.width / wide), least=0.01)
    painter.setPen(theme.colour("muted"))
    for seconds in ticks(scale.view.start - origin, scale.view.end - origin, step):
        text = QCoreApplication.translate("Curves", "{0} s").format(f"{seconds:.{places(step)}f}")
        box = QRectF(scale.x(origin + seconds) - wide / 2, scale.axis.top(), wide, scale.axis.height())
        if box.left() >= scale.left - wide / 2 and box.right() <= scale.axis.right() + 4:
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _values(painter: QPainter, lane: Lane) -> list[float]:
    """Values at which there are lines and labels."""
    most = int(lane.area.height() / (2.2 * painter.fontMetrics().height()))
    return ticks(lane.low, lane.high, tick_step(lane.high - lane.low, most, least=1.0))
