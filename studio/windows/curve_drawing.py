"""The painting of a clause's curves, over its waveform and its phonemes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication, QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from engines.prosody.edit_steps import Kind, curve_of
from studio.windows import theme
from studio.windows.clone_ticks import places, tick_step, ticks
from studio.windows.curve_asking import ClauseSound
from studio.windows.curve_clause import Shown
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
        _draw_wave(painter, scale, shown, sound)
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
    natural = shown.clause.natural_at(kind, [point.at for point in points])
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


def _draw_wave(painter: QPainter, scale: Scale, shown: Shown, sound: ClauseSound) -> None:
    """The sound behind both curves."""
    colour = QColor(theme.colour("wave-soft"))
    colour.setAlphaF(0.45)
    painter.setPen(QPen(colour, 1))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # thousands of upright lines
    columns = list(_wave_columns(scale, shown, sound))
    for lane in scale.lanes.values():
        middle, half = lane.area.center().y(), lane.area.height() / 2 * 0.94 / max(sound.envelope.peak, 0.1)
        painter.drawLines([QLineF(x, middle - high * half, x, middle - low * half) for x, low, high in columns])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _wave_columns(scale: Scale, shown: Shown, sound: ClauseSound) -> Iterator[tuple[float, float, float]]:
    """Place, lowest and highest sample of every column of pixels: each symbol is as long as it is now."""
    right = scale.left + scale.width
    edges = scale.x(shown.edges).tolist()
    samples = ((sound.shown.edges - sound.start) * sound.rate).tolist()
    for index in range(len(edges) - 1):
        (first, last), (start, end) = edges[index : index + 2], samples[index : index + 2]
        share = (last - first) / max(end - start, 1.0)  # pixels a sample
        if start < 0:
            first, start = first - start * share, 0.0
        if end > len(sound.envelope):
            last, end = last - (end - len(sound.envelope)) * share, float(len(sound.envelope))
        count = round(last) - round(first)
        if count < 1 or end - start < 2 or last < scale.left or first > right:
            continue
        low, high = sound.envelope.columns(start, end, count)
        places = np.arange(round(first), round(last)) + 0.5
        inside = (places >= scale.left) & (places <= right)
        yield from zip(places[inside].tolist(), low[inside].tolist(), high[inside].tolist(), strict=True)


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
    lane, times = scale.lanes[kind], shown.times
    values = (shown.clause.heard if natural else shown.curves)[kind]
    first, last = np.searchsorted(times, [scale.view.start, scale.view.end])
    inside = slice(max(int(first) - 1, 0), int(last) + 1)
    x, y = scale.x(times[inside]), lane.y(values[inside])
    heard = np.flatnonzero(np.isfinite(y))
    for run in np.split(heard, np.flatnonzero(np.diff(heard) > 1) + 1):
        painter.drawPolyline(
            QPolygonF([QPointF(*place) for place in zip(x[run].tolist(), y[run].tolist(), strict=True)])
        )


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
    edges = scale.x(shown.edges[1:-1]).tolist()
    painter.setPen(QPen(theme.colour("border"), 1))
    painter.drawLine(QLineF(strip.left(), strip.top() + 0.5, strip.right(), strip.top() + 0.5))
    for index, symbol in enumerate(shown.clause.symbols):
        left, right = edges[index : index + 2]
        if right < scale.left or left > scale.left + scale.width:
            continue
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
        left, right = edges[start], edges[end]
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
