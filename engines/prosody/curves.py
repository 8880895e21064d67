"""Curves of offsets that are drawn by hand: points in order, joined by straight lines and held at the ends.

Two points at one place are a step. No points are no offset anywhere, and every function here gives none where none are
needed. Positions are in symbols, so that a curve stays where it is in the words when their lengths change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engines.prosody.edits import Point

Curve = tuple[Point, ...]
_SAME = 1e-6


def offsets_at(curve: Curve, at: ArrayLike) -> NDArray[np.float64]:
    """[N] offsets at positions [N]."""
    at = np.asarray(at, np.float64)
    if not curve:
        return np.zeros(at.shape)
    return np.asarray(np.interp(at, [point.at for point in curve], [point.offset for point in curve]))


def drawn(curve: Curve, stroke: Sequence[Point]) -> Curve:
    """The curve with a stroke drawn over it, from its leftmost to its rightmost point; nothing changes beside it."""
    stroke = sorted(stroke, key=lambda point: point.at)
    if not stroke:
        return curve
    before = tuple(point for point in curve if point.at < stroke[0].at)
    after = tuple(point for point in curve if point.at > stroke[-1].at)
    left = Point(stroke[0].at, _before(curve, stroke[0].at))
    right = Point(stroke[-1].at, float(offsets_at(curve, stroke[-1].at)))
    return tidy((*before, left, *stroke, right, *after))


def changed(curve: Curve, start: float, end: float, change: Callable[[float], float]) -> Curve:
    """The curve with every offset between two positions changed; steps at both, so that nothing changes beside it."""
    inside = tuple(point for point in curve if start < point.at < end)
    first, last = float(offsets_at(curve, start)), _before(curve, end)
    part = (Point(start, first), *inside, Point(end, last))
    return drawn(curve, [Point(point.at, change(point.offset)) for point in part])


def cleared(curve: Curve, start: float, end: float) -> Curve:
    """The curve without offsets between two positions."""
    return drawn(curve, (Point(start, 0.0), Point(end, 0.0)))


def part_of(curve: Curve, start: float, end: float) -> Curve:
    """What is between two positions, as positions 0 to 1; with a point at either end."""
    inside = tuple(point for point in curve if start < point.at < end)
    ends = Point(start, float(offsets_at(curve, start))), Point(end, _before(curve, end))
    width = end - start
    return tuple(Point((point.at - start) / width, point.offset) for point in (ends[0], *inside, ends[1]))


def put_into(curve: Curve, part: Curve, start: float, end: float) -> Curve:
    """The curve with such a part between two positions, however far apart they are."""
    return drawn(curve, [Point(start + point.at * (end - start), point.offset) for point in part])


def limited(curve: Curve, most: float) -> Curve:
    """The curve with no offset beyond a limit on either side."""
    return tuple(Point(point.at, min(max(point.offset, -most), most)) for point in curve)


def tidy(curve: Curve) -> Curve:
    """The same curve without the points that change nothing."""
    kept: list[Point] = []
    for point in curve:
        while _is_needless(kept, point):
            kept.pop()
        kept.append(point)
    # What is held at the ends needs but one point.
    while len(kept) > 1 and abs(kept[0].offset - kept[1].offset) < _SAME:
        kept.pop(0)
    while len(kept) > 1 and abs(kept[-1].offset - kept[-2].offset) < _SAME:
        kept.pop()
    return tuple(kept) if any(abs(point.offset) >= _SAME for point in kept) else ()


def simplified(points: Sequence[Point], tolerance: float) -> Curve:
    """Points that are in order, without those that are no further than so much from the line between the others.

    Ramer-Douglas-Peucker, with distances measured along the offset alone.
    """
    if len(points) < 3:
        return tuple(points)
    at = np.array([point.at for point in points])
    offsets = np.array([point.offset for point in points])
    kept = np.zeros(len(points), bool)
    kept[[0, -1]] = True
    ranges = [(0, len(points) - 1)]
    while ranges:
        first, last = ranges.pop()
        if last - first < 2:
            continue
        line = np.interp(at[first + 1 : last], at[[first, last]], offsets[[first, last]])
        distance = np.abs(offsets[first + 1 : last] - line)
        if distance.max() > tolerance:
            middle = first + 1 + int(distance.argmax())
            kept[middle] = True
            ranges += [(first, middle), (middle, last)]
    return tuple(point for point, keep in zip(points, kept, strict=True) if keep)


def _before(curve: Curve, at: float) -> float:
    """The offset just before a position, where there may be a step."""
    reached = [point for point in curve if point.at >= at]
    return reached[0].offset if reached and reached[0].at == at else float(offsets_at(curve, at))


def _is_needless(kept: Sequence[Point], after: Point) -> bool:
    """Whether the last of the points is on the line between its neighbours."""
    if not kept:
        return False
    if kept[-1] == after:
        return True
    if len(kept) < 2:
        return False
    before, point = kept[-2], kept[-1]
    if before.at == after.at:  # the middle one of three in one place
        return True
    share = (point.at - before.at) / (after.at - before.at)
    return abs(before.offset + share * (after.offset - before.offset) - point.offset) < _SAME
