"""The view of the script table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QHeaderView, QLineEdit, QTableView, QWidget

from studio.windows.script_clipboard import LINES_MIME
from studio.windows.script_columns import Column
from studio.windows.script_filter import ScriptFilter
from studio.windows.script_steps import ranges

_WIDTHS = {
    Column.NUMBER: 6,
    Column.MEMBER: 14,
    Column.TEXT: 40,
    Column.VOICE: 13,
    Column.EMOTION: 17,
    Column.SPEED: 8,
    Column.START: 12,
    Column.END: 12,
    Column.DURATION: 30,
    Column.FIT: 22,
    Column.STATE: 19,
}
"""In average characters."""
_PLAIN_DURATION = 11
"""Where there are no times to compare with."""
_LEAST_TEXT = 28


class ScriptTable(QTableView):
    """Shows the lines of a `ScriptFilter`; whole rows are selected, single cells edited."""

    lines_moved = Signal(int)
    """The selected lines were dropped before this shown row."""
    content_dropped = Signal(object, int)
    """`QMimeData` with lines or text from elsewhere, and the shown row before which it was dropped."""
    files_dropped = Signal(list)
    """Paths."""

    def __init__(self, lines: ScriptFilter, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines_model = lines
        self.setModel(lines)
        lines.modelAboutToBeReset.connect(self.drop_editor)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(True)
        self.setDragDropOverwriteMode(False)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        rows = self.verticalHeader()
        rows.hide()
        # One height for all: nothing has to be measured, however long the script.
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns = self.horizontalHeader()
        columns.setSectionsMovable(True)
        columns.setHighlightSections(False)
        # The header would ask every cell whether its whole column is selected, which takes long when all are.
        columns.setSelectionModel(QItemSelectionModel(lines, self))
        self._fitting = False
        columns.sectionResized.connect(self._fit_text)
        self.fit_font()

    def fit_font(self) -> None:
        """Give rows and columns their sizes for the present font."""
        metrics = self.fontMetrics()
        self.verticalHeader().setDefaultSectionSize(-(-(metrics.height() + 10) // 4) * 4)
        columns = self.horizontalHeader()
        columns.setMinimumSectionSize(metrics.averageCharWidth() * 4)
        for column, characters in _WIDTHS.items():
            columns.resizeSection(column, metrics.averageCharWidth() * characters)

    def show_times(self, timed: bool) -> None:
        """Show or hide what only lines with times have."""
        if self.isColumnHidden(Column.START) is not timed:
            return
        self._fitting = True
        self.setColumnHidden(Column.START, not timed)
        self.setColumnHidden(Column.END, not timed)
        self.setColumnHidden(Column.FIT, not timed)
        width = _WIDTHS[Column.DURATION] if timed else _PLAIN_DURATION
        self.horizontalHeader().resizeSection(Column.DURATION, self.fontMetrics().averageCharWidth() * width)
        self._fitting = False
        self._fit_text()

    def selected_ids(self) -> tuple[str, ...]:
        """The selected lines, in order."""
        # Ranges, not indexes: everything may be selected.
        rows: set[int] = set()
        selection = self.selectionModel().selection()
        for part in map(selection.at, range(selection.size())):
            rows.update(range(part.top(), part.bottom() + 1))
        if len(rows) == self._lines_model.rowCount():
            return self._lines_model.ids()
        return tuple(self._lines_model.id_at(row) for row in sorted(rows))

    def current_id(self) -> str:
        """The line that the keyboard is at; empty for none."""
        index = self.currentIndex()
        return self._lines_model.id_at(index.row()) if index.isValid() else ""

    def select_rows(self, rows: Iterable[int]) -> None:
        """Select some shown rows, go to the first, and make it visible."""
        wanted = sorted(row for row in set(rows) if row >= 0)
        selection = QItemSelection()
        last_column = len(Column) - 1
        for first, last in ranges(wanted):
            selection.select(self._lines_model.index(first, 0), self._lines_model.index(last, last_column))
        flags = QItemSelectionModel.SelectionFlag
        chosen = self.selectionModel()
        if wanted:
            column = max(self.currentIndex().column(), Column.MEMBER) if self.currentIndex().isValid() else Column.TEXT
            index = self._lines_model.index(wanted[0], column)
            chosen.setCurrentIndex(index, flags.NoUpdate)
            chosen.select(selection, flags.ClearAndSelect)
            self.scrollTo(index)
        else:
            chosen.clear()

    def go_to(self, row: int, column: Column) -> None:
        """Make a cell the current one, and visible; the selection stays."""
        index = self._lines_model.index(row, column)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.scrollTo(index)

    def targets(self, line_id: str) -> Sequence[str]:
        """The lines that get a value which is given to one: all selected ones, if it is among them."""
        selected = self.selected_ids()
        return selected if line_id in selected else (line_id,)

    def edit_cell(self, line_id: str, column: Column) -> bool:
        """Begin to edit a cell; False when the line is not shown."""
        row = self._lines_model.row_of(line_id)
        if row < 0:
            return False
        index = self._lines_model.index(row, column)
        if self.selectionModel().isRowSelected(row, QModelIndex()):
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
        else:
            self.setCurrentIndex(index)
        self.scrollTo(index)
        self.setFocus()
        self.edit(index)
        return True

    def open_editor(self) -> QWidget | None:
        """The editor of the current cell; None when nothing is being edited."""
        if self.state() is not QAbstractItemView.State.EditingState:
            return None
        return self.indexWidget(self.currentIndex())

    def text_cursor(self) -> int | None:
        """Where the cursor is while a text is being edited."""
        editor = self.open_editor()
        if self.currentIndex().column() != Column.TEXT or not isinstance(editor, QLineEdit):
            return None
        return editor.cursorPosition()

    def selected_text(self) -> str:
        """What is selected in the text that is being edited."""
        editor = self.open_editor()
        return editor.selectedText() if isinstance(editor, QLineEdit) else ""

    def commit_editor(self) -> None:
        """Take over what is being typed, and end editing."""
        editor = self.open_editor()
        if editor:
            self.commitData(editor)
            self.closeEditor(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    def drop_editor(self) -> None:
        """End editing without taking anything over."""
        editor = self.open_editor()
        if editor:
            self.closeEditor(editor, QAbstractItemDelegate.EndEditHint.RevertModelCache)

    # Names below are Qt's.

    def rowsAboutToBeRemoved(self, parent: QModelIndex | QPersistentModelIndex, start: int, end: int) -> None:  # noqa: N802
        """An editor goes with its line, before it could ask for a cell that is gone."""
        if start <= self.currentIndex().row() <= end:
            self.drop_editor()
        super().rowsAboutToBeRemoved(parent, start, end)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Files, lines and text are welcome."""
        if local_files(event.mimeData()):
            event.acceptProposedAction()
            return
        super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:  # noqa: N802
        """Files may be dropped anywhere, lines between rows."""
        if local_files(event.mimeData()):
            event.acceptProposedAction()
            return
        super().dragMoveEvent(event)
        # The base class refuses to drop on a row, which here means above or below it.
        if any(map(event.mimeData().hasFormat, (LINES_MIME, "text/plain"))):
            event.setDropAction(Qt.DropAction.MoveAction if event.source() is self else Qt.DropAction.CopyAction)
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Told by signals; the model does nothing by itself."""
        files = local_files(event.mimeData())
        if files:
            event.acceptProposedAction()
            self.files_dropped.emit(files)
        elif event.source() is self:
            # A copy, so that the view does not delete the dragged rows when the drag is over.
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
            self.lines_moved.emit(self._drop_row(event))
        elif event.mimeData().hasText():
            event.acceptProposedAction()
            self.content_dropped.emit(event.mimeData(), self._drop_row(event))
        self.setState(QAbstractItemView.State.NoState)
        self.viewport().update()

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> object:  # noqa: N802
        """Keys are commands here; only editors compose characters."""
        if query is Qt.InputMethodQuery.ImEnabled:
            return False
        return super().inputMethodQuery(query)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """The text takes the room that is left."""
        super().resizeEvent(event)
        self._fit_text()

    def _fit_text(self) -> None:
        # Not the header's own stretching, which would make the text as narrow as nothing.
        if self._fitting:
            return
        self._fitting = True
        columns = self.horizontalHeader()
        others = sum(columns.sectionSize(column) for column in Column if column is not Column.TEXT)
        least = self.fontMetrics().averageCharWidth() * _LEAST_TEXT
        columns.resizeSection(Column.TEXT, max(least, self.viewport().width() - others))
        self._fitting = False

    def _drop_row(self, event: QDropEvent) -> int:
        at = event.position().toPoint()
        row = self.rowAt(at.y())
        if row < 0:
            return self._lines_model.rowCount()
        middle = self.rowViewportPosition(row) + self.rowHeight(row) / 2
        return row if at.y() < middle else row + 1


def local_files(data: QMimeData) -> list[Path]:
    """The files in the user's hand; the disk is not touched."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()] if data.hasUrls() else []
