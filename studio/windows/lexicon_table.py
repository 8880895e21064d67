"""The table of a lexicon, with editors that judge a reading while it is typed."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engines.text.lexicon import LONGEST_READING, LONGEST_WORD, Entry
from studio.windows.choices import fill
from studio.windows.lexicon_model import ENTRY_ROLE, Column, LexiconModel
from studio.windows.lexicon_ticks import TickDelegate
from studio.windows.lexicon_words import case_choices, language_choices

_Index = QModelIndex | QPersistentModelIndex
_WIDTHS = {Column.WORD: 24, Column.READING: 28, Column.LANGUAGE: 16, Column.CASE: 12, Column.USES: 8}
"""In average characters; the note takes the rest."""


class _Delegate(TickDelegate):
    typed = Signal(object, str)
    """An `Entry`, and the reading that is being typed for it."""
    ended = Signal()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:  # noqa: N802
        column = Column(index.column())
        if column in {Column.LANGUAGE, Column.CASE}:
            box = QComboBox(parent)
            fill(box, language_choices() if column is Column.LANGUAGE else case_choices(), "")
            box.activated.connect(lambda: self.commitData.emit(box))
            return box
        field = QLineEdit(parent)
        field.setFrame(False)
        if column in {Column.WORD, Column.READING}:
            field.setMaxLength(LONGEST_WORD if column is Column.WORD else LONGEST_READING)
        if column is Column.READING:
            entry: Entry = index.data(ENTRY_ROLE)
            field.textEdited.connect(lambda text: self.typed.emit(entry, text))
        return field

    def setEditorData(self, editor: QWidget, index: _Index) -> None:  # noqa: N802 Qt's name
        if isinstance(editor, QComboBox):
            value = index.data(Qt.ItemDataRole.EditRole)
            at = editor.findData(value)
            if at < 0:
                editor.addItem(value, value)
            editor.setCurrentIndex(editor.findData(value))
        elif isinstance(editor, QLineEdit):
            editor.setText(index.data(Qt.ItemDataRole.EditRole))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:  # noqa: N802 Qt's name
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentData())
        elif isinstance(editor, QLineEdit):
            model.setData(index, editor.text())

    def destroyEditor(self, editor: QWidget, index: _Index) -> None:  # noqa: N802 Qt's name
        super().destroyEditor(editor, index)
        self.ended.emit()


class LexiconTable(QTableView):
    """Delete removes the selected rows; F2, Enter or a double click edits; Space switches an entry on or off."""

    delete_asked = Signal()
    typed = Signal(object, str)
    """An `Entry`, and the reading that is being typed for it."""
    left_editor = Signal()

    def __init__(self, model: LexiconModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries = model
        self.setModel(model)
        delegate = _Delegate(self)
        delegate.typed.connect(self.typed)
        delegate.ended.connect(self.left_editor)
        self.setItemDelegate(delegate)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setAlternatingRowColors(True)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSortingEnabled(True)
        self.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        vertical = self.verticalHeader()
        vertical.hide()
        # One height for all: to ask each of thousands of rows takes long.
        vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        vertical.setDefaultSectionSize(self.fontMetrics().height() + 8)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        # Painted, a header asks of every cell of its column whether it is selected; here it knows of no selection.
        header.setSelectionModel(QItemSelectionModel(model, header))
        em = self.fontMetrics().averageCharWidth()
        for column, width in _WIDTHS.items():
            header.resizeSection(column, width * em)
        header.setSectionResizeMode(Column.NOTE, QHeaderView.ResizeMode.Stretch)

    def sizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """Room for all columns and some rows."""
        em = self.fontMetrics().averageCharWidth()
        return QSize((sum(_WIDTHS.values()) + 24) * em, 14 * self.verticalHeader().defaultSectionSize())

    def chosen(self) -> tuple[Entry, ...]:
        """The entries of the selected rows."""
        return tuple(map(self._entries.entry, self.chosen_rows()))

    def chosen_rows(self) -> list[int]:
        """The selected rows, from above; `selectedRows` would look at every cell of thousands."""
        ranges = self.selectionModel().selection().toList()
        return sorted({row for part in ranges for row in range(part.top(), part.bottom() + 1)})

    def current(self) -> Entry | None:
        """The one with the cursor."""
        row = self.currentIndex().row()
        return self._entries.entry(row) if 0 <= row < self._entries.rowCount() else None

    def choose(self, entry: Entry, column: int = Column.WORD) -> None:
        """Select an entry, and bring it into view."""
        row = self._entries.row_of(entry)
        if row >= 0:
            index = self._entries.index(row, column)
            self.setCurrentIndex(index)
            self.scrollTo(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Keys that Qt has no meaning for."""
        editing = self.state() is QAbstractItemView.State.EditingState
        index = self.currentIndex()
        if not editing and index.isValid() and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.edit(index)
        elif not editing and event.key() == Qt.Key.Key_Delete:
            self.delete_asked.emit()
        else:
            super().keyPressEvent(event)
