"""The export queue as a table, and how its progress is drawn."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QIcon, QPainter
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionProgressBar, QStyleOptionViewItem

from studio.export.queue import ExportQueue
from studio.export.status import ItemState, ItemStatus
from studio.windows.export_words import details, state_icon, state_word

_Index = QModelIndex | QPersistentModelIndex

STATUS_ROLE = Qt.ItemDataRole.UserRole
"""The `ItemStatus` of a row."""


class Column(IntEnum):
    """What the table shows."""

    FILE = 0
    STATE = 1
    DETAILS = 2


class ExportModel(QAbstractTableModel):
    """One row a file. Only what changed is drawn again."""

    def __init__(self, queue: ExportQueue, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._queue = queue
        self._ids: list[int] = []
        self._icons: dict[ItemState, QIcon] = {}
        queue.added.connect(self._added)
        queue.changed.connect(self._changed)
        queue.removed.connect(self._reread)
        self._reread()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: N802, B008 Qt's
        """One row a file."""
        return 0 if parent.isValid() else len(self._ids)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: N802, B008 Qt's
        """See `Column`."""
        return 0 if parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:  # noqa: N802
        """Titles of the columns."""
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("File"), self.tr("State"), self.tr("Details"))[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Text, sign and tooltip of a cell."""
        if not index.isValid():
            return None
        status = self.status(index.row())
        if role == STATUS_ROLE:
            return status
        column = Column(index.column())
        if role == Qt.ItemDataRole.DecorationRole and column is Column.STATE:
            return self._icon(status.state)
        if role == Qt.ItemDataRole.ToolTipRole:
            return str(status.file or status.item.file) if column is Column.FILE else status.reason or None
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            if column is Column.FILE:
                return (status.file or status.item.file).name
            return state_word(status.state) if column is Column.STATE else details(status)
        return None

    def status(self, row: int) -> ItemStatus:
        """Of one file."""
        return self._queue.status(self._ids[row])

    def refresh(self) -> None:
        """Draw all again, in another theme or language."""
        self._icons.clear()
        if self._ids:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._ids) - 1, len(Column) - 1))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)

    def _icon(self, state: ItemState) -> QIcon:
        if state not in self._icons:
            self._icons[state] = state_icon(state)
        return self._icons[state]

    def _added(self, first: int, count: int) -> None:
        self.beginInsertRows(QModelIndex(), first, first + count - 1)
        self._ids += [status.id for status in self._queue.statuses[first : first + count]]
        self.endInsertRows()

    def _changed(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(Column) - 1))

    def _reread(self) -> None:
        self.beginResetModel()
        self._ids = [status.id for status in self._queue.statuses]
        self.endResetModel()


class ExportDelegate(QStyledItemDelegate):
    """Draws signs that show on a selected row too, and a bar while a file is worked on."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:  # noqa: N802 Qt's
        """Called before painting."""
        super().initStyleOption(option, index)
        if index.column() == Column.STATE and option.state & QStyle.StateFlag.State_Selected:
            option.icon = state_icon(index.data(STATUS_ROLE).state, "on-selection")

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Called by the view."""
        status = index.data(STATUS_ROLE)
        if index.column() != Column.DETAILS or status.state not in {ItemState.MAKING, ItemState.WRITING}:
            super().paint(painter, option, index)
            return
        cell = QStyleOptionViewItem(option)
        self.initStyleOption(cell, index)
        cell.text = ""
        style = option.widget.style() if option.widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, cell, painter, option.widget)
        bar = QStyleOptionProgressBar()
        bar.state = option.state | QStyle.StateFlag.State_Horizontal
        bar.direction = option.direction
        bar.fontMetrics = option.fontMetrics
        bar.palette = option.palette
        bar.rect = option.rect.adjusted(4, 4, -4, -4)
        bar.maximum = 100
        bar.progress = int(100 * status.share)
        bar.text = details(status)
        bar.textVisible = True
        bar.textAlignment = Qt.AlignmentFlag.AlignCenter
        style.drawControl(QStyle.ControlElement.CE_ProgressBar, bar, painter, option.widget)
