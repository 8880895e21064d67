"""The curves of a clause as a drawing that is edited with mouse and keyboard. Knows no document."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from engines.prosody.edit_steps import Kind
from studio.windows import theme
from studio.windows.curve_asking import ClauseSound
from studio.windows.curve_drawing import Chosen, draw_clause
from studio.windows.curve_gestures import Gesture, Pressed, border_at, gesture_of, point_at
from studio.windows.curve_keys import act_of
from studio.windows.curve_menu import menu_of
from studio.windows.curve_scale import Scale, limits_of, scale_of
from studio.windows.curve_state import CurveState
from studio.windows.curve_words import selection_text, value_text
from studio.windows.waveform_range import TimeRange

_WHEEL_STEP, _KEY_STEP = 0.8, 0.5
_NOTCH = 120
_MARGIN = 0.06
"""Seconds of silence that are shown before the first sound and behind the words."""


class CurveView(QWidget):
    """Shows what a `CurveState` has and does what mouse and keyboard say."""

    hear_asked = Signal()
    clause_asked = Signal(int)
    """1 for the next clause, -1 for the previous one."""

    def __init__(self, state: CurveState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._sound: ClauseSound | None = None
        self._gesture: Gesture | None = None
        self._limits: dict[Kind, tuple[float, float]] = {}
        self._range = TimeRange(0.0)
        self._whole = True
        """Whether all words are in view, and are to be."""
        self._fitted: object = None
        """The clause that the view was fitted to."""
        self.drawing = False
        """Whether the tool is the pencil."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(11 * self.fontMetrics().height())
        state.changed.connect(self._follow)
        self._retranslate()

    def sizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """As low as can be worked with."""
        return QSize(60 * self.fontMetrics().averageCharWidth(), 14 * self.fontMetrics().height())

    def set_sound(self, sound: ClauseSound | None) -> None:
        """Draw this sound behind the curves."""
        self._sound = sound
        self.update()

    def set_drawing(self, drawing: bool) -> None:
        """Take the pencil, or the arrow."""
        self.drawing = drawing
        self.setCursor(Qt.CursorShape.CrossCursor if drawing else Qt.CursorShape.ArrowCursor)

    @property
    def scale(self) -> Scale | None:
        """How the drawing is laid out; None while there is nothing to show."""
        if self._state.shown is None or not self._limits:
            return None
        metrics = self.fontMetrics()
        gutter = metrics.horizontalAdvance(value_text(Kind.PITCH, 100.0)) + 12.0
        area = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        return scale_of(area, self._range, self._limits, line=metrics.height(), gutter=gutter)

    # The view.

    def zoom(self, factor: float, anchor: float | None = None) -> None:
        """Show `factor` times as much, around a second or what is chosen."""
        shown = self._state.shown
        if shown:
            middle = (shown.border(self._state.selection[0]) + shown.border(self._state.selection[1])) / 2
            self._range = self._range.zoomed(factor, middle if anchor is None else anchor)
            self._whole = False
            self.update()

    def zoom_in(self) -> None:
        """Show half as much."""
        self.zoom(_KEY_STEP)

    def zoom_out(self) -> None:
        """Show twice as much."""
        self.zoom(1 / _KEY_STEP)

    def zoom_fit(self) -> None:
        """Show the words from the first to the last."""
        shown = self._state.shown
        if shown:
            start = max(min(shown.border(0), shown.first_sound) - _MARGIN, 0.0)
            end = min(shown.border(shown.count) + _MARGIN, shown.seconds)
            self._range = TimeRange(shown.seconds, start, end - start)
            self._whole = True
            self.update()

    def _follow(self) -> None:
        shown = self._state.shown
        if shown is None:
            self._sound, self._limits, self._fitted, self._gesture = None, {}, None, None
        else:
            if self._gesture is None:  # axes do not move under the mouse
                self._limits = limits_of(shown)
            if self._fitted is not shown.clause:
                self._fitted, self._gesture = shown.clause, None
                self._limits = limits_of(shown)
                self.zoom_fit()
            elif self._whole and self._gesture is None:
                self.zoom_fit()
            elif self._gesture is None:
                self._range = self._range.lasting(shown.seconds).showing(shown.border(self._state.selection[0]))
            else:
                self._range = self._range.lasting(shown.seconds)
            if self._sound and self._sound.shown.clause is not shown.clause:
                self._sound = None
        self._describe()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 Qt's name
        """Everything, and a frame while the keyboard is here."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("surface"))
        state, scale = self._state, self.scale
        if scale and state.shown:
            chosen = Chosen(state.kind, state.selection, state.point)
            draw_clause(painter, scale, state.shown, self._sound, chosen)
        if self.hasFocus():
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    # The mouse.

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """Begin a drag; another button gives up the one that is under way."""
        scale = self.scale
        if event.button() != Qt.MouseButton.LeftButton:
            if self._gesture:
                self._gesture = None
                self._state.give_up()
            super().mousePressEvent(event)
        elif scale:
            pressed = Pressed(event.position(), scale, event.modifiers(), self.drawing)
            self._gesture = gesture_of(self._state, pressed)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """Drag, or show what can be dragged."""
        scale = self.scale
        if scale and self._gesture:
            self._gesture.move(event.position(), scale)
        elif scale:
            self._show_cursor(event.position(), scale)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """What was dragged is meant."""
        if event.button() == Qt.MouseButton.LeftButton and self._gesture:
            gesture, self._gesture = self._gesture, None
            gesture.end()
            self._follow()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """Put a point there; on one, take it away; in the strip, choose the word."""
        state, scale = self._state, self.scale
        shown = state.shown
        if scale is None or shown is None or event.button() != Qt.MouseButton.LeftButton or self.drawing:
            return
        place, kind = event.position(), scale.lane_at(event.position())
        if found := point_at(place, scale, shown):
            state.choose_point(*found)
            state.delete()
        elif kind:
            at = shown.place(scale.seconds(place.x()))
            state.add_point_at(kind, at, scale.lanes[kind].value(place.y()))
            state.settle(state.point_name(kind))
        elif scale.strip.contains(place):
            symbol = shown.symbol_at(scale.seconds(place.x()))
            for _word, start, end in shown.clause.words:
                if start <= symbol < end:
                    state.select(start, end)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802 Qt's name
        """What can be done with what is chosen."""
        if self._state.shown:
            menu_of(self._state, self.hear_asked.emit, self).popup(event.globalPos())

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 Qt's name
        """Up and down zooms at the mouse; sideways, or with Shift, scrolls."""
        turned, scale = event.angleDelta(), self.scale
        if scale is None:
            return
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier or abs(turned.x()) > abs(turned.y()):
            by = -(turned.x() or turned.y()) / _NOTCH * 0.1 * self._range.width
            self._range = self._range.moved_to(self._range.start + by)
            self._whole = False
            self.update()
        elif turned.y():
            self.zoom(_WHEEL_STEP ** (turned.y() / _NOTCH), scale.seconds(event.position().x()))
        event.accept()

    def _show_cursor(self, place: QPointF, scale: Scale) -> None:
        shown = self._state.shown
        if shown and border_at(place, scale, shown) >= 0:
            self.setCursor(Qt.CursorShape.SplitHCursor)
        elif shown and not self.drawing and point_at(place, scale, shown):
            self.setCursor(Qt.CursorShape.SizeAllCursor)
        else:
            self.set_drawing(self.drawing)

    # The keyboard.

    def focusNextPrevChild(self, forward: bool) -> bool:  # noqa: N802 Qt's name
        """Tab goes from symbol to symbol, and on at the last."""
        shown = self._state.shown
        start, end = self._state.selection
        if shown and forward and end < shown.count:
            self._state.select(end, end + 1)
            return True
        if shown and not forward and start > 0:
            self._state.select(start - 1, start)
            return True
        return super().focusNextPrevChild(forward)

    def event(self, event: QEvent) -> bool:
        """Keys that mean something here do not go to the window's shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._act_of(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """See `studio.windows.curve_keys`."""
        act = self._act_of(event)
        if act:
            act()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 Qt's name
        """Show the frame."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 Qt's name
        """Hide the frame."""
        super().focusOutEvent(event)
        self.update()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
            self.update()
        super().changeEvent(event)

    def _act_of(self, event: QKeyEvent) -> Callable[[], None] | None:
        return act_of(event, self._state, self) if self._state.shown else None

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Pitch, energy and phonemes"))
        self._describe()

    def _describe(self) -> None:
        """For a screen reader: what is chosen, and how it is said."""
        shown, (start, end) = self._state.shown, self._state.selection
        self.setAccessibleDescription(selection_text(shown, start, end) if shown else "")
