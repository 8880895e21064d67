"""Lanes under each other at one time scale, with zoom, scrolling, cursor and keyboard. Knows no document."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QScrollBar, QVBoxLayout, QWidget

from studio.windows import theme
from studio.windows.numbers import number
from studio.windows.waveform_audio import Sound
from studio.windows.waveform_lane import WaveformLane
from studio.windows.waveform_range import TimeRange
from studio.windows.waveform_words import Word

MOST_LANES = 2
_ZOOM = 0.5
_NUDGE, _STEP = 0.05, 0.5
"""Seconds by which the arrow keys move the cursor, without and with Shift."""
_TICKS = 1000
"""Steps of the scroll bar a second."""
_FIRST_GUESS = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class LaneContent:
    """What a lane shows."""

    take_id: str
    """Empty for a line being made."""
    letter: str
    """Empty where there is nothing to tell apart."""
    active: bool
    sound: Sound | None
    """None until it was read."""
    seconds: float
    words: tuple[Word, ...]
    finished: bool = True


class WaveformView(QWidget):
    """Up to `MOST_LANES` sounds."""

    pointed = Signal(str, float)
    """The take of a lane, and a second in it that the user chose with the mouse."""
    cursor_moved = Signal(float)
    """The user moved the cursor with the keyboard."""
    play_asked = Signal(float)
    """The user asked to play from the cursor."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.range = TimeRange(0.0)
        self.lanes = tuple(WaveformLane() for _ in range(MOST_LANES))
        self._contents: tuple[LaneContent, ...] = ()
        self._cursor = 0.0
        self._playhead: float | None = None
        self._held = False
        self._scroll_bar = QScrollBar(Qt.Orientation.Horizontal)
        self._scroll_bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll_bar.valueChanged.connect(self._scrolled)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)  # room for the focus frame
        layout.setSpacing(4)
        for lane in self.lanes:
            layout.addWidget(lane, 1)
            lane.hide()
            lane.pointed.connect(self._point)
            lane.plot.zoom_asked.connect(self._zoom)
            lane.plot.scroll_asked.connect(self._scroll)
        self.lanes[1].plot.set_axis_shown(False)
        layout.addWidget(self._scroll_bar)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._retranslate()

    @property
    def cursor_position(self) -> float:
        """Second from which the user wants to hear."""
        return self._cursor

    @property
    def playhead(self) -> float:
        """Second that is heard, or else the cursor."""
        return self._cursor if self._playhead is None else self._playhead

    def set_contents(self, contents: tuple[LaneContent, ...], *, whole: bool = False) -> None:
        """Show these lanes; `whole` brings all of them into view, with the cursor at the start."""
        self._contents = contents
        peak = max((c.sound.envelope.peak for c in contents if c.sound), default=0.0)
        for lane, content in zip(self.lanes, contents, strict=False):
            lane.set_letter(content.letter, active=content.active)
            lane.plot.set_peak(peak if all(c.finished for c in contents) else 1.0)
            lane.show_sound(content.take_id, content.sound, content.words, finished=content.finished)
        for index, lane in enumerate(self.lanes):
            lane.setVisible(index < len(contents))
        duration = _shown_seconds(contents)
        if whole:
            self._cursor, self._playhead = 0.0, None
            self._set_range(TimeRange(duration))
        else:
            self._cursor = min(self._cursor, duration)
            self._set_range(self.range.lasting(duration))
        self._place_playhead()

    def set_playhead(self, seconds: float | None) -> None:
        """Follow what is heard, turning the page at the end of the view; None goes back to the cursor."""
        was_in_view = self._playhead is None or self.range.start <= self._playhead <= self.range.end
        self._playhead = seconds
        if self._held:
            return
        if seconds is not None and was_in_view:
            self._set_range(self.range.showing(seconds))
        self._place_playhead()

    def set_cursor(self, seconds: float) -> None:
        """Move it, and bring it into view."""
        self._cursor = min(max(0.0, seconds), self.range.duration)
        self._set_range(self.range.showing(self._cursor))
        self._place_playhead()

    def set_spectrogram_shown(self, shown: bool) -> None:
        """In all lanes."""
        for lane in self.lanes:
            lane.plot.set_spectrogram_shown(shown)

    def zoom_in(self) -> None:
        """Show half as much, around the playhead if it is in view."""
        self._zoom(_ZOOM, self._anchor())

    def zoom_out(self) -> None:
        """Show twice as much."""
        self._zoom(1 / _ZOOM, self._anchor())

    def zoom_fit(self) -> None:
        """Show all of it."""
        self._set_range(self.range.fit())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Left, Right, Home and End move the cursor; Return plays from it; plus and minus zoom."""
        at = self.playhead
        step = _STEP if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else _NUDGE
        moves: Mapping[int, float] = {
            Qt.Key.Key_Left: at - step,
            Qt.Key.Key_Right: at + step,
            Qt.Key.Key_Home: 0.0,
            Qt.Key.Key_End: self.range.duration,
        }
        others: Mapping[int, Callable[[], None]] = {
            Qt.Key.Key_Return: lambda: self.play_asked.emit(self._cursor),
            Qt.Key.Key_Enter: lambda: self.play_asked.emit(self._cursor),
            Qt.Key.Key_Plus: self.zoom_in,
            Qt.Key.Key_Minus: self.zoom_out,
        }
        if event.key() in moves:
            self.set_cursor(moves[event.key()])
            self.cursor_moved.emit(self._cursor)
        elif event.key() in others:
            others[event.key()]()
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

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 Qt's name
        """A frame while the keyboard is here."""
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Waveform"))
        self._scroll_bar.setAccessibleName(self.tr("Position of the view"))
        self._describe()

    def _describe(self) -> None:
        """For a screen reader: where the cursor is and what is said there."""
        word = self.lanes[0].words.current
        where = self.tr("Cursor at {0} of {1} seconds").format(number(self._cursor, 2), number(self.range.duration, 2))
        self.setAccessibleDescription(f"{where}: {word.text} {word.symbols}" if word else where)

    def _point(self, seconds: float, done: bool) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        lane = self.sender()
        seconds = min(max(0.0, seconds), self.range.duration)
        self._cursor = seconds
        # While the button is held the playhead follows the mouse rather than the sound.
        self._held = not done
        for each in self.lanes:
            each.set_playhead(seconds)
        if done and isinstance(lane, WaveformLane):
            self.pointed.emit(lane.take_id, seconds)

    def _anchor(self) -> float:
        at = self.playhead
        return at if self.range.start <= at <= self.range.end else self.range.start + self.range.width / 2

    def _zoom(self, factor: float, anchor: float) -> None:
        self._set_range(self.range.zoomed(factor, anchor))

    def _scroll(self, share: float) -> None:
        self._set_range(self.range.moved_to(self.range.start + share * self.range.width))

    def _scrolled(self, value: int) -> None:
        self._set_range(self.range.moved_to(value / _TICKS))

    def _set_range(self, view: TimeRange) -> None:
        self.range = view
        for lane in self.lanes[: max(1, len(self._contents))]:
            lane.set_view(view)
        self._scroll_bar.blockSignals(True)
        self._scroll_bar.setPageStep(round(view.width * _TICKS))
        self._scroll_bar.setSingleStep(max(1, round(view.width * _TICKS / 10)))
        self._scroll_bar.setRange(0, max(0, round((view.duration - view.width) * _TICKS)))
        self._scroll_bar.setValue(round(view.start * _TICKS))
        self._scroll_bar.blockSignals(False)

    def _place_playhead(self) -> None:
        for lane in self.lanes[: len(self._contents)]:
            lane.set_playhead(self.playhead)
        if self._playhead is None:
            self._describe()


def _shown_seconds(contents: tuple[LaneContent, ...]) -> float:
    """The longest; while one is being made, the next power of two, lest the scale change with every chunk."""
    longest = max((content.seconds for content in contents), default=0.0)
    if all(content.finished for content in contents):
        return longest
    room = _FIRST_GUESS
    while room < longest:
        room *= 2
    return room
