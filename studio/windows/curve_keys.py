"""The keys of the curve editor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from engines.prosody.edit_steps import Kind
from studio.windows.curve_state import LIVELIER, CurveState

if TYPE_CHECKING:
    from studio.windows.curve_view import CurveView

Act = Callable[[], None]


def act_of(event: QKeyEvent, state: CurveState, view: CurveView) -> Act | None:
    """What a key does; None where it means nothing to the editor."""
    standard: tuple[tuple[QKeySequence.StandardKey, Act], ...] = (
        (QKeySequence.StandardKey.Copy, state.copy),
        (QKeySequence.StandardKey.Paste, state.paste),
        (QKeySequence.StandardKey.SelectAll, state.select_all),
    )
    for key, act in standard:
        if event.matches(key):
            return act
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    far = modifiers == Qt.KeyboardModifier.ShiftModifier
    if modifiers == Qt.KeyboardModifier.ControlModifier:
        return _with_control(state).get(event.key())
    if far or modifiers == Qt.KeyboardModifier.NoModifier:
        return _plain(state, view, far=far).get(event.key())
    return None


def _plain(state: CurveState, view: CurveView, *, far: bool) -> Mapping[int, Act]:
    key = Qt.Key
    count = state.shown.count if state.shown else 0
    return {
        key.Key_Up: lambda: state.move_up(1, far=far),
        key.Key_Down: lambda: state.move_up(-1, far=far),
        key.Key_Right: lambda: state.move_along(1, far=far),
        key.Key_Left: lambda: state.move_along(-1, far=far),
        key.Key_Plus: lambda: state.lengthen(1),
        key.Key_Equal: lambda: state.lengthen(1),
        key.Key_Minus: lambda: state.lengthen(-1),
        key.Key_Delete: state.delete,
        key.Key_Backspace: state.delete,
        key.Key_Insert: state.add_point,
        key.Key_N: lambda: state.next_point(-1 if far else 1),
        key.Key_P: lambda: state.choose_kind(Kind.PITCH),
        key.Key_E: lambda: state.choose_kind(Kind.ENERGY),
        key.Key_Home: lambda: state.select(0, 1),
        key.Key_End: lambda: state.select(count - 1, count),
        key.Key_PageDown: lambda: view.clause_asked.emit(1),
        key.Key_PageUp: lambda: view.clause_asked.emit(-1),
        key.Key_Space: view.hear_asked.emit,
        key.Key_Return: view.hear_asked.emit,
        key.Key_Enter: view.hear_asked.emit,
        key.Key_Z: view.zoom_out if far else view.zoom_in,
        key.Key_0: view.zoom_fit,
    }


def _with_control(state: CurveState) -> Mapping[int, Act]:
    key = Qt.Key
    start, end = state.selection
    return {
        key.Key_Up: lambda: state.scale(LIVELIER),
        key.Key_Down: lambda: state.scale(1 / LIVELIER),
        key.Key_Right: lambda: state.select(start, end + 1),
        key.Key_Left: lambda: state.select(start, end - 1),
    }
