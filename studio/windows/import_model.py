"""What was understood of a file, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from studio.document.importing import Understood
from studio.windows import theme
from studio.windows.icons import icon
from studio.windows.import_words import oddities_text
from studio.windows.script_columns import exact_time, member_title

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
_NOWHERE = QModelIndex()
_MAX_SHOWN = 400
"""Characters of a text: more never fit a row."""


class PreviewColumn(IntEnum):
    """From left to right."""

    NUMBER = 0
    START = 1
    END = 2
    MEMBER = 3
    TEXT = 4
    NOTE = 5


_FIGURES = frozenset({PreviewColumn.NUMBER, PreviewColumn.START, PreviewColumn.END})


class ImportModel(QAbstractTableModel):
    """A row for each line that there will be, and for each piece of the file that is left out."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[tuple[int, Understood]] = ()
        self._only_odd = False
        self._with_tags = False

    def show(self, pieces: Sequence[Understood], *, only_odd: bool, with_tags: bool) -> None:
        """Show pieces.

        Parameters
        ----------
        only_odd
            Leave out those about which there is nothing to tell.
        with_tags
            Show the texts as they are in the file, with tags and styles; the lines are without in any case.
        """
        self.beginResetModel()
        self._with_tags = with_tags
        self._rows = [(row, each) for row, each in enumerate(pieces, 1) if each.odd or not only_odd]
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802 Qt's name
        """How many pieces are shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802 Qt's name
        """How many columns there are."""
        return 0 if parent.isValid() else len(PreviewColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:  # noqa: N802
        """Titles of the columns."""
        if orientation is Qt.Orientation.Horizontal and role == Role.DisplayRole and section < len(PreviewColumn):
            return _titles()[section]
        return None

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """What a cell shows."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        number, each = self._rows[index.row()]
        column = PreviewColumn(index.column())
        if role == Role.DisplayRole:
            return self._text(number, each, column)
        if role == Role.ToolTipRole:
            return each.piece.raw[:_MAX_SHOWN] if column is PreviewColumn.TEXT else oddities_text(each.odd)
        if role == Role.DecorationRole and column is PreviewColumn.NOTE and each.odd:
            return icon("warning", "warning") if each.line else icon("blocked", "muted")
        if role == Role.ForegroundRole and each.line is None:
            return theme.colour("muted")
        if role == Role.FontRole and each.line is None and column is PreviewColumn.TEXT:
            font = QFont()
            font.setStrikeOut(True)
            return font
        if role == Role.TextAlignmentRole and column in _FIGURES:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def _text(self, number: int, each: Understood, column: PreviewColumn) -> str:
        piece, line = each.piece, each.line
        if column is PreviewColumn.NUMBER:
            return str(number)
        if column is PreviewColumn.START:
            return "" if piece.start is None else exact_time(piece.start)
        if column is PreviewColumn.END:
            return "" if piece.end is None else exact_time(piece.end)
        if column is PreviewColumn.MEMBER:
            return "" if line is None else member_title(line.member)
        if column is PreviewColumn.NOTE:
            return oddities_text(each.odd)
        if self._with_tags:
            raw = f"[{piece.style}] {piece.raw}" if piece.style else piece.raw
            return " ⏎ ".join(raw[:_MAX_SHOWN].splitlines())
        return (line.text if line else piece.text or piece.raw)[:_MAX_SHOWN]


def _titles() -> tuple[str, ...]:
    return (
        "#",
        QCoreApplication.translate("Import", "Start"),
        QCoreApplication.translate("Import", "End"),
        QCoreApplication.translate("Import", "Cast"),
        QCoreApplication.translate("Import", "Text"),
        QCoreApplication.translate("Import", "Note"),
    )
