"""The table of the cast: whole rows, and keys for what the panel's buttons do."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from studio.windows.cast_model import CastModel, Column
from studio.windows.voices_model import Index


class CastTable(QTableView):
    """Whole rows, and keys for what the buttons do."""

    edit_pressed = Signal(QModelIndex)
    remove_pressed = Signal()
    move_pressed = Signal(int)
    current_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DropOnly)
        self.setDropIndicatorShown(True)
        self.setDragDropOverwriteMode(True)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setHighlightSections(False)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 40)

    def setModel(self, model: CastModel) -> None:  # type: ignore[override]  # noqa: N802 Qt's name
        """Share the width once the columns are known."""
        super().setModel(model)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(self.fontMetrics().averageCharWidth() * 6)
        for column in Column:
            stretched = column in {Column.NAME, Column.VOICE}
            mode = QHeaderView.ResizeMode.Stretch if stretched else QHeaderView.ResizeMode.ResizeToContents
            header.setSectionResizeMode(column, mode)

    def event(self, event: QEvent) -> bool:
        """Claim the keys that move a member before the shortcuts that move lines do."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _moves(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Enter and F2 edit, Delete removes, Alt with an arrow moves."""
        if self.state() == QAbstractItemView.State.EditingState:
            # The field that is being edited has passed on the key that ends it.
            super().keyPressEvent(event)
            return
        index = self.currentIndex()
        if index.isValid() and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2}:
            self.edit_pressed.emit(index)
        elif event.key() == Qt.Key.Key_Delete:
            self.remove_pressed.emit()
        elif _moves(event):
            self.move_pressed.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
        else:
            super().keyPressEvent(event)

    def currentChanged(self, current: Index, previous: Index) -> None:  # noqa: N802 Qt's name
        """Called by Qt."""
        super().currentChanged(current, previous)
        self.current_changed.emit()


def _moves(event: QKeyEvent) -> bool:
    arrow = event.key() in {Qt.Key.Key_Up, Qt.Key.Key_Down}
    return arrow and bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
