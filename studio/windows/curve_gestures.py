"""What the mouse does to a clause, from the press of its button to where it is let go."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from PySide6.QtCore import QPointF, Qt

from engines.prosody import edit_steps
from engines.prosody.edit_steps import Kind
from engines.prosody.edits import Point
from studio.windows.curve_clause import Shown
from studio.windows.curve_drawing import points_of
from studio.windows.curve_scale import Scale
from studio.windows.curve_state import CurveState

NEAR = 6.0
"""Pixels within which something is meant."""
_SCALE_PIXELS = 120.0
"""Moved up, by which a scaled curve moves three times as much."""


class Gesture(Protocol):
    """One drag."""

    def move(self, place: QPointF, scale: Scale) -> None:
        """The mouse is there, with the button held."""
        ...

    def end(self) -> None:
        """The button was let go."""
        ...


class Pressed(NamedTuple):
    """How a drag begins."""

    place: QPointF
    scale: Scale
    modifiers: Qt.KeyboardModifier
    drawing: bool
    """Whether the tool is the pencil."""


def border_at(place: QPointF, scale: Scale, shown: Shown) -> int:
    """The symbol behind which there is a border at a place in the strip; -1 for none."""
    if not scale.strip.contains(place):
        return -1
    borders = [abs(scale.x(shown.border(index + 1)) - place.x()) for index in range(shown.count)]
    nearest = int(np.argmin(borders))
    return nearest if borders[nearest] <= NEAR else -1


def point_at(place: QPointF, scale: Scale, shown: Shown) -> tuple[Kind, int] | None:
    """The point of a curve at a place."""
    for kind in Kind:
        for index, drawn in enumerate(points_of(scale, shown, kind)):
            if abs(drawn.x() - place.x()) <= NEAR and abs(drawn.y() - place.y()) <= NEAR:
                return kind, index
    return None


def gesture_of(state: CurveState, pressed: Pressed) -> Gesture | None:
    """What a press begins."""
    shown, place, scale = state.shown, pressed.place, pressed.scale
    if shown is None:
        return None
    border = border_at(place, scale, shown)
    if border >= 0:
        return BorderDrag(state, shown, border, alone=bool(pressed.modifiers & Qt.KeyboardModifier.ShiftModifier))
    kind = scale.lane_at(place)
    if kind is None:
        return Selecting(state, shown, place, scale) if scale.strip.contains(place) else None
    if pressed.drawing:
        state.choose_kind(kind)
        return Stroke(state, shown, kind, place, scale)
    found = point_at(place, scale, shown)
    if found:
        state.choose_point(*found)
        return PointDrag(state, shown, *found)
    symbol = shown.symbol_at(scale.seconds(place.x()))
    start, end = state.selection
    state.choose_kind(kind)
    if start <= symbol < end and not pressed.modifiers & Qt.KeyboardModifier.ShiftModifier:
        scaling = bool(pressed.modifiers & Qt.KeyboardModifier.ControlModifier)
        return CurveDrag(state, shown, place, scaling=scaling)
    return Selecting(state, shown, place, scale)


class BorderDrag:
    """Moves the border behind a symbol; alone, what follows moves along instead of giving way."""

    def __init__(self, state: CurveState, shown: Shown, index: int, *, alone: bool) -> None:
        self._state, self._shown, self._index, self._alone = state, shown, index, alone
        state.select(index, index + 1)

    def move(self, place: QPointF, scale: Scale) -> None:
        """The border is under the mouse."""
        shown, index = self._shown, self._index
        by = round((scale.seconds(place.x()) - shown.border(index + 1)) / shown.clause.frame_seconds)
        natural = shown.clause.plan.durations
        if self._alone or index == shown.count - 1:
            frames = float(edit_steps.frames_of(shown.edit, natural)[index]) + by
            self._state.draft(edit_steps.set_frames(shown.edit, natural, {index: frames}))
        else:
            self._state.draft(edit_steps.move_border(shown.edit, natural, index, by))

    def end(self) -> None:
        """It stays there."""
        self._state.settle(self._state.border_name())


class PointDrag:
    """Moves a point of a curve."""

    def __init__(self, state: CurveState, shown: Shown, kind: Kind, index: int) -> None:
        self._state, self._shown, self._kind, self._index = state, shown, kind, index

    def move(self, place: QPointF, scale: Scale) -> None:
        """The point is under the mouse."""
        shown, kind = self._shown, self._kind
        at = shown.place(scale.seconds(place.x()))
        point = self._state.point_of(kind, at, scale.lanes[kind].value(place.y()))
        self._state.draft(edit_steps.set_point(shown.edit, kind, self._index, point))

    def end(self) -> None:
        """It stays there."""
        self._state.settle(self._state.point_name(self._kind))


class Stroke:
    """Draws a curve with the pencil."""

    def __init__(self, state: CurveState, shown: Shown, kind: Kind, place: QPointF, scale: Scale) -> None:
        self._state, self._shown, self._kind = state, shown, kind
        self._drawn: dict[float, float] = {}
        """Values by seconds."""
        self._last = scale.seconds(place.x())
        self._put(place, scale)

    def move(self, place: QPointF, scale: Scale) -> None:
        """The pencil is there; what it passes again is drawn anew."""
        now = scale.seconds(place.x())
        low, high = min(now, self._last), max(now, self._last)
        self._drawn = {
            seconds: value
            for seconds, value in self._drawn.items()
            if not low < seconds < high or seconds == self._last
        }
        self._last = now
        self._put(place, scale)
        self._show()

    def end(self) -> None:
        """What is drawn stays."""
        self._state.settle(self._state.stroke_name(self._kind))

    def _put(self, place: QPointF, scale: Scale) -> None:
        self._drawn[scale.seconds(place.x())] = self._state.snapped(scale.lanes[self._kind].value(place.y()))

    def _show(self) -> None:
        """The drawn line as offsets at every half-frame under it."""
        shown, kind = self._shown, self._kind
        seconds = sorted(self._drawn)
        ends = [shown.place(seconds[0]), shown.place(seconds[-1])]
        inside = shown.clause.places[(shown.clause.places > ends[0]) & (shown.clause.places < ends[1])]
        at = np.concatenate([ends[:1], inside, ends[1:]])
        values = np.interp([shown.time(place) for place in at], seconds, [self._drawn[second] for second in seconds])
        offsets = values - shown.clause.natural_at(kind, at)
        stroke = [Point(float(a), float(offset)) for a, offset in zip(at, offsets, strict=True)]
        self._state.draft(edit_steps.draw(shown.edit, kind, stroke))


class CurveDrag:
    """Shifts the curve over the selection up and down, or scales its movement."""

    def __init__(self, state: CurveState, shown: Shown, place: QPointF, *, scaling: bool) -> None:
        self._state, self._shown, self._scaling = state, shown, scaling
        self._from = place
        self._moved = False

    def move(self, place: QPointF, scale: Scale) -> None:
        """Up is higher, or livelier."""
        if not self._moved and abs(place.y() - self._from.y()) < NEAR / 2:
            return
        self._moved = True
        state, shown = self._state, self._shown
        start, end = state.selection
        if self._scaling:
            factor = float(3 ** ((self._from.y() - place.y()) / _SCALE_PIXELS))
            state.draft(edit_steps.scale(shown.edit, state.kind, start, end, factor, shown.clause.plan))
        else:
            lane = scale.lanes[state.kind]
            by = state.snapped(lane.value(place.y()) - lane.value(self._from.y()))
            state.draft(edit_steps.shift(shown.edit, state.kind, start, end, by))

    def end(self) -> None:
        """It stays so."""
        state = self._state
        if self._moved:
            state.settle(state.scale_name() if self._scaling else state.shift_name())


class Selecting:
    """Chooses symbols."""

    def __init__(self, state: CurveState, shown: Shown, place: QPointF, scale: Scale) -> None:
        self._state, self._shown = state, shown
        self._first = shown.symbol_at(scale.seconds(place.x()))
        state.select(self._first, self._first + 1)

    def move(self, place: QPointF, scale: Scale) -> None:
        """From the first one to that under the mouse."""
        last = self._shown.symbol_at(scale.seconds(place.x()))
        self._state.select(min(self._first, last), max(self._first, last) + 1)

    def end(self) -> None:
        """They stay chosen."""
