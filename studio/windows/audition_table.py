"""The grid of an audition: what has become of each way to say the line."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from studio.auditions import Auditions, CellState, Place, Way
from studio.windows.icons import icon
from studio.windows.script_columns import seconds_text

_ICONS = {
    CellState.WAITING: ("state-queued", "muted"),
    CellState.MAKING: ("state-making", "accent"),
    CellState.READY: ("state-ready", "success"),
    CellState.FAILED: ("state-failed", "error"),
}


class AuditionTable(QTableWidget):
    """Arrow keys move; the other keys ask by signals."""

    play_asked = Signal()
    keep_asked = Signal()
    letter_asked = Signal(str, bool)
    """`a`, `b` or `x`, and whether the present cell is to become it."""

    def __init__(self, auditions: Auditions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._auditions = auditions
        self._marks: dict[Place, str] = {}
        self._playing: Place | None = None
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setSectionsClickable(False)
        self.verticalHeader().setSectionsClickable(False)
        self.cellDoubleClicked.connect(lambda _row, _column: self.play_asked.emit())
        auditions.changed.connect(self.refresh)

    @property
    def place(self) -> Place | None:
        """Where the keyboard is."""
        row, column = self.currentRow(), self.currentColumn()
        return (row, column) if row >= 0 and column >= 0 else None

    def lay_out(self, rows: Sequence[Way], columns: Sequence[Way]) -> None:
        """Show these, before their cells are asked for."""
        self.setRowCount(len(rows))
        self.setColumnCount(len(columns))
        as_it_is = self.tr("As it is")
        self.setVerticalHeaderLabels([way.title or as_it_is for way in rows])
        self.setHorizontalHeaderLabels([way.title or as_it_is for way in columns])
        for row in range(len(rows)):
            for column in range(len(columns)):
                if self.item(row, column) is None:
                    self.setItem(row, column, QTableWidgetItem())
        if self.place is None and rows and columns:
            self.setCurrentCell(0, 0)

    def set_marks(self, marks: dict[Place, str], playing: Place | None) -> None:
        """Letters of cells, and the one that is heard now."""
        self._marks, self._playing = marks, playing
        self.refresh()

    def refresh(self) -> None:
        """Show what the cells are now."""
        for row in range(self.rowCount()):
            for column in range(self.columnCount()):
                item = self.item(row, column)
                if item:
                    self._show(item, (row, column))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Space plays, Enter keeps, letters are heard or, with Shift, given."""
        letter = {Qt.Key.Key_A: "a", Qt.Key.Key_B: "b", Qt.Key.Key_X: "x"}.get(Qt.Key(event.key()))
        given = event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        if event.key() == Qt.Key.Key_Space:
            self.play_asked.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.keep_asked.emit()
        elif letter and (given or event.modifiers() == Qt.KeyboardModifier.NoModifier):
            self.letter_asked.emit(letter, given)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self.refresh()
        super().changeEvent(event)

    def _show(self, item: QTableWidgetItem, place: Place) -> None:
        cell = self._auditions.cell(place)
        words = {
            CellState.WAITING: self.tr("waiting"),
            CellState.MAKING: self.tr("making"),
            CellState.READY: seconds_text(cell.seconds),
            CellState.FAILED: self.tr("failed"),
        }
        text = words[cell.state]
        if mark := self._marks.get(place):
            text = f"{mark} · {text}"
        is_kept = self._auditions.is_kept(place)
        font = item.font()
        font.setBold(is_kept)
        item.setFont(font)
        if is_kept:
            text = f"{text} ✓"
        name, role = ("play", "accent") if place == self._playing else _ICONS[cell.state]
        item.setText(text)
        item.setIcon(icon(name, role))
        item.setToolTip(cell.error)
        title = self._auditions.title(place)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}: {text}")
        item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, cell.error)
