"""Where a lexicon that is brought in and one's own disagree: the user says which entry stays."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from engines.text.lexicon import Entry
from engines.text.lexicon_merge import Comparison, Conflict
from studio.windows.lexicon_ticks import TickDelegate
from studio.windows.lexicon_words import describe

_Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """From left to right."""

    WORD = 0
    MINE = 1
    THEIRS = 2
    """Ticked where it is taken."""


class ConflictModel(QAbstractTableModel):
    """A row for each word that both have, with a tick where theirs is taken."""

    chosen = Signal()

    def __init__(self, conflicts: tuple[Conflict, ...], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._conflicts = conflicts
        self._theirs: set[int] = set()

    def keep(self, conflict: Conflict) -> Entry:
        """The entry that stays. One that came up only now is one's own."""
        taken = {self._conflicts[row] for row in self._theirs}
        return conflict.theirs if conflict in taken else conflict.mine

    @property
    def taken(self) -> int:
        """How many of theirs are taken."""
        return len(self._theirs)

    def take(self, theirs: bool) -> None:
        """Decide all alike."""
        self._theirs = set(range(len(self._conflicts))) if theirs else set()
        self.dataChanged.emit(self.index(0, 0), self.index(len(self._conflicts) - 1, Column.THEIRS))
        self.chosen.emit()

    def rowCount(self, parent: _Index | None = None) -> int:  # noqa: N802 Qt's name
        """A table has no branches."""
        return 0 if parent is not None and parent.isValid() else len(self._conflicts)

    def columnCount(self, parent: _Index | None = None) -> int:  # noqa: N802 Qt's name
        """The same for all."""
        return 0 if parent is not None and parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802 Qt's name
        """Titles of columns."""
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        titles = {
            Column.WORD: self.tr("Word"),
            Column.MINE: self.tr("Here"),
            Column.THEIRS: self.tr("In the file (tick to take it)"),
        }
        return titles[Column(section)]

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """The last column can be ticked."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == Column.THEIRS else flags

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Both sides in one line each."""
        conflict, column = self._conflicts[index.row()], Column(index.column())
        if role == Qt.ItemDataRole.CheckStateRole and column is Column.THEIRS:
            return Qt.CheckState.Checked if index.row() in self._theirs else Qt.CheckState.Unchecked
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            if column is Column.WORD:
                return conflict.mine.written
            return describe(conflict.mine if column is Column.MINE else conflict.theirs)
        return None

    def setData(self, index: _Index, value: Any, role: int = int(Qt.ItemDataRole.EditRole)) -> bool:  # noqa: N802
        """Tick or untick."""
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        take = Qt.CheckState(value) is Qt.CheckState.Checked
        (self._theirs.add if take else self._theirs.discard)(index.row())
        self.dataChanged.emit(index, index)
        self.chosen.emit()
        return True


class MergeDialog(QDialog):
    """Accepted, it tells by `model.keep` what stays."""

    def __init__(self, name: str, comparison: Comparison, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Bring in {0}").format(name))
        self.model = ConflictModel(comparison.conflicts, self)
        self._summary = QLabel(
            "\n".join(
                (
                    self.tr("%n word(s) are new and will be added.", "", len(comparison.new)),
                    self.tr("%n entry(s) are the same in both.", "", len(comparison.same)),
                    self.tr("%n word(s) are read otherwise in the file:", "", len(comparison.conflicts)),
                )
            )
        )
        self.table = QTableView()
        self.table.setModel(self.model)
        self.table.setItemDelegate(TickDelegate(self.table))
        self.table.setAccessibleName(self.tr("Words that are read otherwise"))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setTabKeyNavigation(False)
        self.table.setAlternatingRowColors(True)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.table.setCurrentIndex(self.model.index(0, Column.THEIRS))
        self.mine = QPushButton(self.tr("Keep all of &mine"))
        self.theirs = QPushButton(self.tr("Take all of the &file"))
        self.mine.clicked.connect(lambda: self.model.take(False))
        self.theirs.clicked.connect(lambda: self.model.take(True))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("&Bring in"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        every = QHBoxLayout()
        every.setSpacing(8)
        every.addWidget(self.mine)
        every.addWidget(self.theirs)
        every.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        layout.addWidget(self._summary)
        layout.addLayout(every)
        layout.addWidget(self.table, 1)
        layout.addWidget(buttons)
        em = self.fontMetrics().averageCharWidth()
        self.resize(em * 100, self.fontMetrics().height() * 24)
