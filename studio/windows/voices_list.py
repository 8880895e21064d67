"""The list of voices, with keys for what the buttons of a row do."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListView

from studio.voices import VoiceEntry
from studio.windows.voices_model import ENTRY, Index

ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
LIST_KEYS = frozenset({Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown})
"""Keys that move in a list, also while the keyboard is in the search field above it."""


class VoiceList(QListView):
    """Space plays, * marks, Del takes away, Enter is up to the owner."""

    play_pressed = Signal(str)
    star_pressed = Signal(str)
    delete_pressed = Signal(str)
    entered_on = Signal(str)
    current_changed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setMouseTracking(True)
        self.setDragEnabled(True)
        self.setDragDropMode(QListView.DragDropMode.DragOnly)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QListView.SelectionMode.SingleSelection)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """Three rows."""
        return QSize(super().minimumSizeHint().width(), self.fontMetrics().height() * 9)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Called by Qt."""
        entry: VoiceEntry | None = self.currentIndex().data(ENTRY)
        signal = None
        if event.key() == Qt.Key.Key_Space:
            signal = self.play_pressed
        elif event.text() == "*":
            signal = self.star_pressed
        elif event.key() == Qt.Key.Key_Delete:
            signal = self.delete_pressed
        elif event.key() in ENTER:
            signal = self.entered_on
        if signal is None or entry is None:
            super().keyPressEvent(event)
            return
        if not event.isAutoRepeat():
            signal.emit(entry.name)

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: N802 Qt's name
        """Keep the selection with the keyboard, also while a filter moves it."""
        super().currentChanged(current, previous)
        if current.isValid():
            self.selectionModel().select(current, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        entry: VoiceEntry | None = current.data(ENTRY)
        self.current_changed.emit(entry.name if entry else "")
