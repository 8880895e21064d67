"""The stages of the model: what runs them, what is built of them, and why nothing faster runs them."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from studio.windows.engine_words import StageRow

_Index = QModelIndex | QPersistentModelIndex
_USUAL_ROWS = 4
_PADDING = 8
"""Pixels above and below the text of a row, together."""


class _Model(QAbstractTableModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.rows: tuple[StageRow, ...] = ()

    def show_rows(self, rows: tuple[StageRow, ...]) -> None:
        if len(rows) != len(self.rows):
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()
        elif rows and rows != self.rows:
            self.rows = rows
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, 3))

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: N802, B008 Qt's name and default
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: N802, B008 Qt's name and default
        return 0 if parent.isValid() else 4

    def headerData(  # noqa: N802 Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        return (self.tr("Stage"), self.tr("Runs on"), self.tr("Engine"), self.tr("Why nothing faster"))[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        text = (row.stage, row.running, row.engine, row.reason)[index.column()]
        if role == Qt.ItemDataRole.DisplayRole or (role == Qt.ItemDataRole.ToolTipRole and text):
            return text
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None


class StageTable(QTableView):
    """As high as its rows: what is around it scrolls."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = _Model(self)
        self.setModel(self._model)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.verticalHeader().hide()
        self.verticalHeader().setMinimumSectionSize(self.fontMetrics().height() + _PADDING)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._retranslate()

    @property
    def rows(self) -> tuple[StageRow, ...]:
        """What is shown."""
        return self._model.rows

    def show_rows(self, rows: tuple[StageRow, ...]) -> None:
        """Show these."""
        self._model.show_rows(rows)
        self._fit()

    def sizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """All rows."""
        rows = sum(self.rowHeight(row) for row in range(self._model.rowCount()))
        usual = _USUAL_ROWS * (self.fontMetrics().height() + _PADDING)
        height = self.horizontalHeader().sizeHint().height() + max(rows, usual) + 2 * self.frameWidth()
        if self.horizontalHeader().length() > self.viewport().width():
            height += self.horizontalScrollBar().sizeHint().height()
        return QSize(super().sizeHint().width(), height)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 Qt's name
        """Wrap what no longer fits."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _fit(self) -> None:
        self.resizeRowsToContents()
        self.setFixedHeight(self.sizeHint().height())

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("The stages of the speech model and what runs them"))
        self._model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 3)
