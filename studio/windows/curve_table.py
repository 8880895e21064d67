"""The curves of a clause as numbers: a row a phoneme, each of which can be written over."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from engines.prosody.edit_steps import Kind
from studio.windows.curve_clause import Shown, hertz, semitone
from studio.windows.curve_state import CurveState
from studio.windows.curve_words import symbol_text, value_text
from studio.windows.inspector_reading import milliseconds

_Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """Of the table."""

    PHONEME = 0
    WORD = 1
    LENGTH = 2
    PITCH = 3
    ENERGY = 4


_KINDS = {Column.PITCH: Kind.PITCH, Column.ENERGY: Kind.ENERGY}


class CurveModel(QAbstractTableModel):
    """What a `CurveState` shows, phoneme by phoneme."""

    def __init__(self, state: CurveState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._shown: Shown | None = None
        self._words: dict[int, str] = {}
        state.changed.connect(self._follow)
        self._follow()

    def rowCount(self, parent: _Index | None = None) -> int:  # noqa: N802 Qt's name
        """A table has no branches."""
        return 0 if self._shown is None or (parent is not None and parent.isValid()) else self._shown.count

    def columnCount(self, parent: _Index | None = None) -> int:  # noqa: N802 Qt's name
        """See `Column`."""
        return 0 if parent is not None and parent.isValid() else len(Column)

    def headerData(  # noqa: N802 Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        """The names of the columns, and the numbers of the rows."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return section + 1
        return {
            Column.PHONEME: self.tr("Phoneme"),
            Column.WORD: self.tr("Word"),
            Column.LENGTH: self.tr("Length"),
            Column.PITCH: self.tr("Pitch"),
            Column.ENERGY: self.tr("Energy"),
        }[Column(section)]

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Texts with units, and bare numbers for the editors."""
        if self._shown is None or role not in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole}:
            return None
        row, column = index.row(), Column(index.column())
        if column is Column.PHONEME:
            return symbol_text(self._shown.clause.symbols[row])
        if column is Column.WORD:
            return self._words.get(row, "")
        if column is Column.LENGTH:
            seconds = self._shown.length(row)
            return milliseconds(seconds) if role == Qt.ItemDataRole.DisplayRole else round(seconds * 1000)
        kind = _KINDS[column]
        mean = self._shown.mean(kind, row)
        if mean is None:
            return "–" if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return value_text(kind, mean)
        return round(hertz(mean)) if kind is Kind.PITCH else round(mean, 1)

    def setData(self, index: _Index, value: Any, role: int = int(Qt.ItemDataRole.EditRole)) -> bool:  # noqa: N802
        """Give a phoneme another length, pitch or energy."""
        if self._shown is None or role != Qt.ItemDataRole.EditRole or value == self.data(index, role):
            return False
        row, column = index.row(), Column(index.column())
        if column is Column.LENGTH:
            self._state.set_length(row, float(value) / 1000)
        elif column is Column.PITCH:
            self._state.set_mean(Kind.PITCH, row, semitone(float(value)))
        elif column is Column.ENERGY:
            self._state.set_mean(Kind.ENERGY, row, float(value))
        return column in {Column.LENGTH, *_KINDS}

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Numbers that are there can be written over."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.column() >= Column.LENGTH and self.data(index, int(Qt.ItemDataRole.EditRole)) is not None:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def _follow(self) -> None:
        before, after = self._shown, self._state.shown
        if before is after:
            return
        if before is None or after is None or before.clause is not after.clause:
            self.beginResetModel()
            self._shown = after
            words = after.clause.words if after else ()
            self._words = {symbol: word for word, start, end in words for symbol in range(start, end)}
            self.endResetModel()
        else:
            self._shown = after
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))


class CurveTable(QTableView):
    """Rows that are chosen are the phonemes that are chosen in the drawing."""

    def __init__(self, state: CurveState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._following = False
        self.setModel(CurveModel(state, self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setTabKeyNavigation(False)
        self.setAlternatingRowColors(True)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        state.changed.connect(self._follow)
        self.selectionModel().selectionChanged.connect(self._choose)
        self._retranslate()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Delete resets the chosen phonemes; copy and paste are of their edits."""
        acts = (
            (QKeySequence.StandardKey.Delete, self._state.delete),
            (QKeySequence.StandardKey.Copy, self._state.copy),
            (QKeySequence.StandardKey.Paste, self._state.paste),
        )
        act = next((act for key, act in acts if event.matches(key)), None)
        if act:
            act()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 Qt's name
        """Choose what was chosen meanwhile."""
        super().showEvent(event)
        self._follow()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Phonemes with their length, pitch and energy"))

    def _follow(self) -> None:
        """Choose what is chosen in the drawing, if anybody sees it."""
        start, end = self._state.selection
        if self._state.shown is None or not self.isVisible() or self._rows() == [start, end]:
            return
        self._following = True
        model, selection = self.model(), self.selectionModel()
        current = self.currentIndex()
        column = current.column() if current.isValid() else int(Column.LENGTH)
        if not start <= current.row() < end:
            selection.setCurrentIndex(model.index(start, column), QItemSelectionModel.SelectionFlag.NoUpdate)
        selection.clearSelection()
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        selection.select(QItemSelection(model.index(start, 0), model.index(end - 1, 0)), flags)
        self._following = False

    def _choose(self) -> None:
        rows = self._rows()
        if rows and not self._following:
            self._state.select(*rows)

    def _rows(self) -> list[int]:
        """The first of the chosen rows and the one behind the last; nothing where there are none."""
        rows = [index.row() for index in self.selectionModel().selection().indexes()]
        return [min(rows), max(rows) + 1] if rows else []
