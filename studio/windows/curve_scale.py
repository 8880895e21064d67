"""Where the curves of a clause are drawn: frozen values, and the way from times and values to pixels and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from engines.prosody.edit_steps import Kind
from studio.windows.curve_clause import Floats, Shown
from studio.windows.waveform_range import TimeRange

Number = TypeVar("Number", float, Floats)
_ROOM = {Kind.PITCH: 4.0, Kind.ENERGY: 4.0}
"""Semitones and dB above and below the curves."""
_LEAST = {Kind.PITCH: 16.0, Kind.ENERGY: 18.0}
"""From the bottom to the top of a lane."""
_PITCH_SHARE = 0.62


@dataclass(frozen=True, slots=True)
class Lane:
    """A curve's part of the drawing."""

    area: QRectF
    low: float
    """The value at its bottom."""
    high: float

    def y(self, value: Number) -> Number:
        """Where a value is, or many."""
        return self.area.bottom() - (value - self.low) / (self.high - self.low) * self.area.height()

    def value(self, y: float) -> float:
        """The value at a height, within the lane."""
        share = (self.area.bottom() - y) / max(self.area.height(), 1.0)
        return self.low + min(max(share, 0.0), 1.0) * (self.high - self.low)


@dataclass(frozen=True, slots=True)
class Scale:
    """The drawing as a whole."""

    view: TimeRange
    left: float
    width: float
    lanes: Mapping[Kind, Lane]
    axis: QRectF
    """Of time, on top."""
    strip: QRectF
    """Of symbols and words, at the bottom."""

    def x(self, seconds: Number) -> Number:
        """Where a time is, or many."""
        return self.left + (seconds - self.view.start) / self.view.width * self.width

    def seconds(self, x: float) -> float:
        """The time at a place."""
        return self.view.start + (x - self.left) / max(self.width, 1.0) * self.view.width

    def lane_at(self, place: QPointF) -> Kind | None:
        """The curve whose lane that is."""
        return next((kind for kind, lane in self.lanes.items() if lane.area.contains(place)), None)

    def point(self, kind: Kind, seconds: float, value: float) -> QPointF:
        """Where a time and a value of a curve are."""
        return QPointF(self.x(seconds), self.lanes[kind].y(value))


def limits_of(shown: Shown) -> dict[Kind, tuple[float, float]]:
    """The least and the greatest value of every lane, with room around the curves."""
    limits = {}
    for kind in Kind:
        values = np.concatenate([shown.clause.heard[kind], shown.curves[kind]])
        values = values[np.isfinite(values)]
        low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 0.0)
        low, high = low - _ROOM[kind], high + _ROOM[kind]
        missing = max(_LEAST[kind] - (high - low), 0.0)
        limits[kind] = (low - missing / 2, high + missing / 2)
    return limits


def scale_of(
    area: QRectF, view: TimeRange, limits: Mapping[Kind, tuple[float, float]], *, line: float, gutter: float
) -> Scale:
    """How a drawing is laid out.

    Parameters
    ----------
    area
        All of it.
    line
        Height of a line of text.
    gutter
        Width of the labels to the left.
    """
    left, width = area.left() + gutter, max(area.width() - gutter - 4, 1.0)
    axis = QRectF(left, area.top(), width, line + 4)
    strip = QRectF(left, area.bottom() - 2 * line - 8, width, 2 * line + 8)
    gap = 8.0
    height = max(strip.top() - axis.bottom() - 2 * gap, 2.0)
    pitch = QRectF(left, axis.bottom(), width, height * _PITCH_SHARE)
    energy = QRectF(left, pitch.bottom() + gap, width, height * (1 - _PITCH_SHARE))
    lanes = {Kind.PITCH: Lane(pitch, *limits[Kind.PITCH]), Kind.ENERGY: Lane(energy, *limits[Kind.ENERGY])}
    return Scale(view, left, width, lanes, axis, strip)
