"""What a user does to the prosody of a segment, as functions from an edit to the next.

Positions are in symbols; see `engines.prosody.edits.Point`. Lengths are in frames and need the durations without edits:
[L] of the plan, silent ends included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from engines.prosody import curves
from engines.prosody.curves import Curve
from engines.prosody.editing import (
    LOWEST_HZ,
    MOST_DB,
    MOST_SEMITONES,
    SHARES,
    SILENT,
    edited_durations,
    half_frames,
)
from engines.prosody.edits import Point, SegmentEdit
from engines.prosody.level import DB_OF_ENERGY
from engines.types import IntArray, Plan

_TOLERANCE = 0.1
"""Semitones or dB that a curve may be off where many points are made fewer; neither is heard."""


class Kind(Enum):
    """The curves that can be edited."""

    PITCH = "pitch"
    ENERGY = "energy"


MOST: Mapping[Kind, float] = {Kind.PITCH: MOST_SEMITONES, Kind.ENERGY: MOST_DB}
"""Greatest offset of a curve, up or down."""


@dataclass(frozen=True, slots=True)
class Clip:
    """A part of an edit that was copied, with positions from 0 to 1."""

    pitch: Curve
    energy: Curve
    durations: tuple[float, ...]
    """Shares of the symbols that were copied, one after the other."""


def curve_of(edit: SegmentEdit, kind: Kind) -> Curve:
    """Pitch or energy."""
    return edit.pitch if kind is Kind.PITCH else edit.energy


def with_curve(edit: SegmentEdit, kind: Kind, curve: Curve) -> SegmentEdit:
    """The edit with another curve, as far as offsets may go."""
    curve = curves.tidy(curves.limited(curve, MOST[kind]))
    return replace(edit, pitch=curve) if kind is Kind.PITCH else replace(edit, energy=curve)


# Curves


def draw(edit: SegmentEdit, kind: Kind, stroke: Sequence[Point]) -> SegmentEdit:
    """Lay a stroke of the mouse over a curve."""
    ordered = sorted(stroke, key=lambda point: point.at)
    return with_curve(edit, kind, curves.drawn(curve_of(edit, kind), curves.simplified(ordered, _TOLERANCE)))


def set_point(edit: SegmentEdit, kind: Kind, index: int, point: Point) -> SegmentEdit:
    """Move a point of a curve; it does not pass its neighbours."""
    curve = curve_of(edit, kind)
    low = curve[index - 1].at if index else -np.inf
    high = curve[index + 1].at if index + 1 < len(curve) else np.inf
    moved = Point(min(max(point.at, low), high), point.offset)
    limit = curves.limited((*curve[:index], moved, *curve[index + 1 :]), MOST[kind])
    # Not tidied while it is being moved: the point must stay in hand also where it changes nothing.
    return replace(edit, pitch=limit) if kind is Kind.PITCH else replace(edit, energy=limit)


def add_point(edit: SegmentEdit, kind: Kind, point: Point) -> tuple[SegmentEdit, int]:
    """Put a point into a curve, and tell its index.

    A symbol beyond what has points already, the curve stays as it was.
    """
    curve = curve_of(edit, kind)
    before = tuple(other for other in curve if other.at <= point.at)
    after = curve[len(before) :]
    if not before:
        before = (Point(point.at - 1, curve[0].offset if curve else 0.0),)
    if not after:
        after = (Point(point.at + 1, curve[-1].offset if curve else 0.0),)
    limit = curves.limited((*before, point, *after), MOST[kind])
    return (replace(edit, pitch=limit) if kind is Kind.PITCH else replace(edit, energy=limit)), len(before)


def remove_point(edit: SegmentEdit, kind: Kind, index: int) -> SegmentEdit:
    """Take a point out of a curve."""
    curve = curve_of(edit, kind)
    return with_curve(edit, kind, (*curve[:index], *curve[index + 1 :]))


def shift(edit: SegmentEdit, kind: Kind, start: float, end: float, by: float) -> SegmentEdit:
    """Raise or lower a curve between two positions."""
    return with_curve(edit, kind, curves.changed(curve_of(edit, kind), start, end, lambda offset: offset + by))


def scale(edit: SegmentEdit, kind: Kind, start: float, end: float, factor: float, plan: Plan) -> SegmentEdit:
    """Make the movement of a curve between two positions larger or smaller, about its mean there.

    Parameters
    ----------
    plan
        Without edits: what moves is the curve that is heard, not the offsets alone.
    """
    at = half_frames(plan.durations)
    heard = plan.f0 > LOWEST_HZ if kind is Kind.PITCH else plan.energy >= SILENT
    heard &= (at >= start) & (at <= end)
    if not heard.any():
        return edit
    natural = _semitones(plan) if kind is Kind.PITCH else plan.energy * DB_OF_ENERGY
    curve = curve_of(edit, kind)
    inside = np.concatenate([[start], at[heard], [end]])
    offsets = curves.offsets_at(curve, inside)
    total = np.interp(inside, at[heard], natural[heard]) + offsets
    offsets += (factor - 1) * (total - total[1:-1].mean())
    stroke = [Point(float(a), float(offset)) for a, offset in zip(inside, offsets, strict=True)]
    return draw(edit, kind, stroke)


# Lengths


def frames_of(edit: SegmentEdit, natural: IntArray) -> IntArray:
    """[L - 2] frames of every symbol."""
    return edited_durations(natural, edit)[1:-1]


def set_frames(edit: SegmentEdit, natural: IntArray, lengths: Mapping[int, float]) -> SegmentEdit:
    """Give some symbols, by their index, another length in frames."""
    shares = dict(edit.durations)
    for index, frames in lengths.items():
        unedited = int(natural[index + 1])
        wanted = max(round(frames), 1)
        shares[index] = min(max(wanted / unedited, SHARES[0]), SHARES[1])
        if round(unedited * shares[index]) == unedited:
            del shares[index]
    return replace(edit, durations=tuple(sorted(shares.items())))


def stretch(edit: SegmentEdit, natural: IntArray, start: int, end: int, factor: float) -> SegmentEdit:
    """Lengthen or shorten symbols [start, end) together."""
    lengths = frames_of(edit, natural)
    return set_frames(edit, natural, {index: float(lengths[index] * factor) for index in range(start, end)})


def move_border(edit: SegmentEdit, natural: IntArray, index: int, by: int) -> SegmentEdit:
    """Move the border behind a symbol by so many frames: it gains what the next one loses, as far as both allow."""
    lengths = frames_of(edit, natural)
    if not 0 <= index < len(lengths) - 1:
        return edit
    left, right = _room(natural, index), _room(natural, index + 1)
    low = max(left[0] - int(lengths[index]), int(lengths[index + 1]) - right[1])
    high = min(left[1] - int(lengths[index]), int(lengths[index + 1]) - right[0])
    by = min(max(by, low), high)
    return set_frames(edit, natural, {index: float(lengths[index] + by), index + 1: float(lengths[index + 1] - by)})


# All of it


def reset(edit: SegmentEdit, start: float, end: float, kinds: Sequence[Kind] = tuple(Kind)) -> SegmentEdit:
    """Without edits of these curves between two positions; of both curves: without those of the lengths there, too."""
    for kind in kinds:
        edit = with_curve(edit, kind, curves.cleared(curve_of(edit, kind), start, end))
    if len(kinds) == len(Kind):
        kept = tuple((index, share) for index, share in edit.durations if not start <= index + 0.5 <= end)
        edit = replace(edit, durations=kept)
    return edit


def copied(edit: SegmentEdit, start: int, end: int) -> Clip:
    """The edits of symbols [start, end), of which there must be one."""
    shares = dict(edit.durations)
    return Clip(
        curves.part_of(edit.pitch, start, end),
        curves.part_of(edit.energy, start, end),
        tuple(shares.get(index, 1.0) for index in range(start, end)),
    )


def pasted(edit: SegmentEdit, clip: Clip, start: int, end: int) -> SegmentEdit:
    """The edit with what was copied laid over symbols [start, end), however many were copied."""
    edit = with_curve(edit, Kind.PITCH, curves.put_into(edit.pitch, clip.pitch, start, end))
    edit = with_curve(edit, Kind.ENERGY, curves.put_into(edit.energy, clip.energy, start, end))
    shares = dict(edit.durations)
    for index in range(start, end):
        share = clip.durations[int((index - start + 0.5) / (end - start) * len(clip.durations))]
        shares.pop(index, None)
        if share != 1.0:
            shares[index] = share
    return replace(edit, durations=tuple(sorted(shares.items())))


def _room(natural: IntArray, index: int) -> tuple[int, int]:
    """Least and greatest frames of a symbol."""
    unedited = int(natural[index + 1])
    return max(round(unedited * SHARES[0]), 1), round(unedited * SHARES[1])


def _semitones(plan: Plan) -> NDArray[np.float64]:
    """[2T] above 1 Hz, where it is voiced."""
    return np.asarray(12 * np.log2(np.maximum(plan.f0, 1.0)), np.float64)
