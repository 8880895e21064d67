"""What is being edited of a clause, and the steps that keyboard, mouse, toolbar and table share. Knows no document."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from engines.prosody import edit_steps
from engines.prosody.edit_steps import Clip, Kind, curve_of
from engines.prosody.edits import Point, SegmentEdit
from engines.types import IntArray
from studio.windows.curve_clause import Clause, Shown

_STEPS = {Kind.PITCH: (0.5, 2.0), Kind.ENERGY: (1.0, 3.0)}
"""Semitones and dB by which the arrow keys move, without and with Shift."""
_WHOLE = {Kind.PITCH: (1.0, 3.0), Kind.ENERGY: (1.0, 3.0)}
"""The same with snapping."""
LIVELIER = 1.15
"""Factor of the movement of a curve, for a step."""
_LONGER = 1.1
"""Factor of a length."""
_ALONG = (0.1, 0.5)
"""Symbols by which a point moves."""
_BORDER = (1, 4)
"""Frames by which a border moves."""


class CurveState(QObject):
    """A clause with its edit, what is chosen of it, and what is done with that.

    A change that is still being dragged is a draft: it is shown, and told by `edited` once it is settled.
    """

    changed = Signal()
    """What is shown or chosen."""
    edited = Signal(object, str, str)
    """The `SegmentEdit` of the clause, what was done, and a key by which steps that follow each other are one."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shown: Shown | None = None
        self._kept: SegmentEdit | None = None
        self.kind = Kind.PITCH
        """The curve that the keyboard works on."""
        self.selection = (0, 1)
        """Symbols [start, end)."""
        self.point = -1
        """Index of the chosen point of the curve; -1 for none."""
        self.snap = False
        """Whether pitches are moved to whole semitones, and levels to whole dB."""
        self.clip: Clip | None = None
        """What was copied; stays when another line is shown."""

    # What is shown and chosen.

    def show(self, clause: Clause | None, edit: SegmentEdit | None = None) -> None:
        """Show a clause, or the same with another edit, or none."""
        before = self.shown.clause if self.shown else None
        self._kept = edit
        self.shown = Shown(clause, edit) if clause and edit else None
        if clause is not before and (clause is None or before is None or clause.symbols != before.symbols):
            self.selection, self.point = (0, 1), -1
        self._keep_point()
        self.changed.emit()

    def select(self, start: int, end: int) -> None:
        """Choose symbols [start, end), and no point."""
        if self.shown:
            start = min(max(start, 0), self.shown.count - 1)
            self.selection = start, min(max(end, start + 1), self.shown.count)
            self.point = -1
            self.changed.emit()

    def select_all(self) -> None:
        """Choose the whole clause."""
        if self.shown:
            self.select(0, self.shown.count)

    def choose_kind(self, kind: Kind) -> None:
        """Work on this curve."""
        if kind is not self.kind:
            self.kind, self.point = kind, -1
            self.changed.emit()

    def choose_point(self, kind: Kind, index: int) -> None:
        """Choose a point of a curve."""
        self.kind, self.point = kind, index
        self.changed.emit()

    def next_point(self, step: int) -> None:
        """Choose the next point of the curve, or the previous one."""
        points = self.shown and curve_of(self.shown.edit, self.kind)
        if points:
            self.choose_point(self.kind, (self.point + step) % len(points) if self.point >= 0 else min(step, 0))

    @property
    def natural(self) -> IntArray:
        """[L] frames without edits; only while a clause is shown."""
        assert self.shown
        return self.shown.clause.plan.durations

    def snapped(self, value: float) -> float:
        """A pitch (of MIDI) or a level that the user points at."""
        return float(round(value)) if self.snap else value

    # Drafts.

    def draft(self, edit: SegmentEdit) -> None:
        """Show an edit that is still being made."""
        if self.shown:
            self.shown = Shown(self.shown.clause, edit)
            self._keep_point()
            self.changed.emit()

    def settle(self, name: str, merge: str = "") -> None:
        """What is shown is what was meant."""
        if self.shown and self.shown.edit != self._kept:
            self._kept = self.shown.edit
            self.edited.emit(self.shown.edit, name, merge)

    def give_up(self) -> None:
        """Show again what was there before the draft."""
        if self._kept:
            self.draft(self._kept)

    # What is done with the selection, or with the point.

    def move_up(self, direction: int, *, far: bool = False) -> None:
        """Raise (1) or lower (-1) the chosen point, or the curve over the selection."""
        by = direction * (_WHOLE if self.snap else _STEPS)[self.kind][far]
        if self.point >= 0:
            self._move_point(0.0, by)
        else:
            start, end = self.selection
            self._do(lambda edit: edit_steps.shift(edit, self.kind, start, end, by), self.shift_name(), "shift")

    def move_along(self, direction: int, *, far: bool = False) -> None:
        """Move the chosen point, or the border behind the selection, to the right (1) or left (-1)."""
        if self.point >= 0:
            self._move_point(direction * _ALONG[far], 0.0)
        else:
            index, frames = self.selection[1] - 1, direction * _BORDER[far]
            self._do(
                lambda edit: edit_steps.move_border(edit, self.natural, index, frames),
                self.border_name(),
                "border",
            )

    def lengthen(self, direction: int) -> None:
        """Make the selected symbols longer (1) or shorter (-1), each by a frame at least."""

        def change(edit: SegmentEdit) -> SegmentEdit:
            lengths = edit_steps.frames_of(edit, self.natural)
            wanted = {}
            for index in range(*self.selection):
                frames = float(lengths[index])
                factor = _LONGER**direction
                wanted[index] = max(frames * factor, frames + 1) if direction > 0 else min(frames * factor, frames - 1)
            return edit_steps.set_frames(edit, self.natural, wanted)

        self._do(change, self.tr("Change phoneme lengths"), "lengths")

    def set_length(self, index: int, seconds: float) -> None:
        """Give a symbol a length."""
        frames = seconds / self.shown.clause.frame_seconds if self.shown else 0.0
        self._do(
            lambda edit: edit_steps.set_frames(edit, self.natural, {index: frames}), self.tr("Change phoneme lengths")
        )

    def set_mean(self, kind: Kind, index: int, value: float) -> None:
        """Shift a curve over a symbol so that its mean there is a value; nothing where it is not heard."""
        mean = self.shown.mean(kind, index) if self.shown else None
        if mean is not None:
            by = value - mean
            self._do(lambda edit: edit_steps.shift(edit, kind, index, index + 1, by), self.shift_name(kind))

    def scale(self, factor: float) -> None:
        """Make the movement of the curve over the selection larger or smaller."""
        start, end = self.selection
        shown = self.shown
        if shown:
            self._do(
                lambda edit: edit_steps.scale(edit, self.kind, start, end, factor, shown.clause.plan),
                self.scale_name(),
                "scale",
            )

    def add_point(self) -> None:
        """Put a point on the curve in the middle of the selection, and choose it."""
        if self.shown:
            place = sum(self.selection) / 2
            self.add_point_at(self.kind, place, self.shown.value_at(self.kind, place))
            self.settle(self.point_name(self.kind))

    def add_point_at(self, kind: Kind, place: float, value: float) -> None:
        """Put a point at a position in symbols and a value, as a draft, and choose it."""
        if self.shown:
            edit, index = edit_steps.add_point(self.shown.edit, kind, self.point_of(kind, place, value))
            self.draft(edit)
            self.choose_point(kind, index)

    def point_of(self, kind: Kind, place: float, value: float) -> Point:
        """A position in symbols and a value as a point of the edit."""
        assert self.shown
        return Point(place, self.snapped(value) - float(self.shown.clause.natural_at(kind, place)))

    def delete(self) -> None:
        """Take the chosen point away, or else all edits of the selection."""
        if self.point >= 0:
            index, self.point = self.point, -1
            self._do(lambda edit: edit_steps.remove_point(edit, self.kind, index), self.tr("Remove a point"))
        else:
            self._do(lambda edit: edit_steps.reset(edit, *self.selection), self.tr("Reset prosody"))

    def reset(self) -> None:
        """Take away all edits of the clause."""
        self.point = -1
        self._do(lambda edit: SegmentEdit(edit.symbols, edit.occurrence), self.tr("Reset prosody of the clause"))

    def copy(self) -> None:
        """Remember the edits of the selection."""
        if self.shown:
            self.clip = edit_steps.copied(self.shown.edit, *self.selection)
            self.changed.emit()

    def paste(self) -> None:
        """Lay what was copied over the selection."""
        clip = self.clip
        if clip:
            self.point = -1
            self._do(lambda edit: edit_steps.pasted(edit, clip, *self.selection), self.tr("Paste prosody"))

    def point_name(self, kind: Kind) -> str:
        """What moving a point is called."""
        return self.tr("Move a point of the pitch") if kind is Kind.PITCH else self.tr("Move a point of the energy")

    def stroke_name(self, kind: Kind) -> str:
        """What drawing a curve is called."""
        return self.tr("Draw the pitch") if kind is Kind.PITCH else self.tr("Draw the energy")

    def border_name(self) -> str:
        """What moving a border is called."""
        return self.tr("Move a phoneme border")

    def scale_name(self) -> str:
        """What scaling the curve is called."""
        return self.tr("Scale the pitch") if self.kind is Kind.PITCH else self.tr("Scale the energy")

    def shift_name(self, kind: Kind | None = None) -> str:
        """What shifting a curve is called."""
        return self.tr("Shift the pitch") if (kind or self.kind) is Kind.PITCH else self.tr("Shift the energy")

    def _move_point(self, along: float, up: float) -> None:
        index, kind = self.point, self.kind

        def change(edit: SegmentEdit) -> SegmentEdit:
            point = curve_of(edit, kind)[index]
            return edit_steps.set_point(edit, kind, index, Point(point.at + along, point.offset + up))

        self._do(change, self.point_name(kind), f"point {index}")

    def _keep_point(self) -> None:
        """A point that is not there any more is not chosen."""
        if self.shown is None or self.point >= len(curve_of(self.shown.edit, self.kind)):
            self.point = -1

    def _do(self, change: Callable[[SegmentEdit], SegmentEdit], name: str, merge: str = "") -> None:
        if self.shown:
            key = f"{merge} {self.kind.value} {self.selection}" if merge else ""
            self.draft(change(self.shown.edit))
            self.settle(name, key)
