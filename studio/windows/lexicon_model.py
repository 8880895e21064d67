"""The entries of a lexicon as a table that is searched and sorted in place: thousands take no time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from engines.text.lexicon import Case, Entry, Lexicon
from studio.windows.lexicon_words import case_help, case_name, entry_language

ENTRY_ROLE = int(Qt.ItemDataRole.UserRole)
_Index = QModelIndex | QPersistentModelIndex


class Column(IntEnum):
    """From left to right."""

    WORD = 0
    """Ticked while it is enabled."""
    READING = 1
    LANGUAGE = 2
    CASE = 3
    NOTE = 4
    USES = 5


_FIELDS = {
    Column.WORD: "written",
    Column.READING: "reading",
    Column.LANGUAGE: "language",
    Column.CASE: "case",
    Column.NOTE: "note",
}


_SELECTABLE = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_EDITABLE = _SELECTABLE | Qt.ItemFlag.ItemIsEditable
_FLAGS = {
    **dict.fromkeys(Column, _EDITABLE),
    Column.WORD: _EDITABLE | Qt.ItemFlag.ItemIsUserCheckable,
    Column.USES: _SELECTABLE,
}


class LexiconModel(QAbstractTableModel):
    """Shows those entries of a lexicon that have what is looked for.

    It changes nothing itself: what the user wants changed is told by `edited`.
    """

    edited = Signal(object, object)
    """An `Entry` and what it is to become."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[Entry, ...] = ()
        self._haystacks: list[str] = []
        self._rows: list[int] = []
        self._sought = ""
        self._column, self._order = -1, Qt.SortOrder.AscendingOrder
        self._counted: tuple[Entry, ...] = ()
        self._uses: dict[int, int] = {}
        """By `id` of the entries in `_counted`: to hash thousands of entries takes longer than to sort them."""

    @property
    def total(self) -> int:
        """Entries, shown or not."""
        return len(self._entries)

    def entry(self, row: int) -> Entry:
        """The entry of a row."""
        return self._entries[self._rows[row]]

    def row_of(self, entry: Entry) -> int:
        """The row that shows an entry, or -1."""
        return next((row for row, at in enumerate(self._rows) if self._entries[at] is entry), -1)

    def set_lexicon(self, lexicon: Lexicon) -> None:
        """Show another one. An entry that was only edited stays where it is."""
        entries = lexicon.entries
        if entries is self._entries:
            return
        known = dict(zip(map(id, self._entries), self._haystacks, strict=True))
        new = [at for at, entry in enumerate(entries) if id(entry) not in known]
        edited = new[0] if len(new) == 1 and len(entries) == len(self._entries) else -1
        if edited >= 0 and _is_same_but(self._entries, entries, edited) and edited in self._rows:
            self._entries = entries
            self._haystacks[edited] = _haystack(entries[edited])
            row = self._rows.index(edited)
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(Column) - 1))
            return
        self.beginResetModel()
        self._entries = entries
        self._haystacks = [known.get(id(entry)) or _haystack(entry) for entry in entries]
        self._arrange()
        self.endResetModel()

    def set_uses(self, lexicon: Lexicon, uses: Sequence[int]) -> None:
        """How often the word of each entry occurs; those that came since are not counted yet."""
        self._counted = lexicon.entries
        self._uses = {id(entry): count for entry, count in zip(lexicon.entries, uses, strict=True)}
        if self._column == Column.USES:
            self.sort(self._column, self._order)
        elif self._rows:
            self.dataChanged.emit(self.index(0, Column.USES), self.index(len(self._rows) - 1, Column.USES))

    def search(self, text: str) -> None:
        """Show only entries with these words in any of their fields."""
        self._sought = text
        self._rearrange()

    def rowCount(self, parent: _Index | None = None) -> int:  # noqa: N802 Qt's name
        """A table has no branches."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: _Index | None = None) -> int:  # noqa: N802 Qt's name
        """The same for all."""
        return 0 if parent is not None and parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:  # noqa: N802 Qt's name
        """Titles of columns."""
        if orientation is not Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return {
            Column.WORD: self.tr("Word"),
            Column.READING: self.tr("Reading"),
            Column.LANGUAGE: self.tr("Language"),
            Column.CASE: self.tr("Capitals"),
            Column.NOTE: self.tr("Note"),
            Column.USES: self.tr("Uses"),
        }[Column(section)]

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """All but the count can be edited."""
        return _FLAGS[Column(index.column())]

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Text, what an editor begins with, and the entry itself."""
        entry, column = self.entry(index.row()), Column(index.column())
        if role == ENTRY_ROLE:
            return entry
        if role == Qt.ItemDataRole.CheckStateRole and column is Column.WORD:
            return Qt.CheckState.Checked if entry.enabled else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.ToolTipRole:
            return case_help() if column is Column.CASE else self._text(entry, column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column is Column.USES:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.EditRole and column is not Column.USES:
            value = getattr(entry, _FIELDS[column])
            return value.value if isinstance(value, Case) else value
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole}:
            return self._text(entry, column)
        return None

    def setData(self, index: _Index, value: Any, role: int = int(Qt.ItemDataRole.EditRole)) -> bool:  # noqa: N802
        """Tell what is wanted."""
        entry, column = self.entry(index.row()), Column(index.column())
        if role == Qt.ItemDataRole.CheckStateRole:
            new = replace(entry, enabled=Qt.CheckState(value) is Qt.CheckState.Checked)
        elif role == Qt.ItemDataRole.EditRole:
            content: dict[str, Any] = {_FIELDS[column]: Case(value) if column is Column.CASE else value}
            new = replace(entry, **content)
        else:
            return False
        if new != entry:
            self.edited.emit(entry, new)
        return True

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """By a column, or in the order of the lexicon for -1."""
        self._column, self._order = column, order
        self._rearrange()

    def _text(self, entry: Entry, column: Column) -> str:
        if column is Column.USES:
            count = self._uses.get(id(entry))
            return "…" if count is None else str(count)
        if column is Column.LANGUAGE:
            return entry_language(entry.language)
        return case_name(entry.case) if column is Column.CASE else str(getattr(entry, _FIELDS[column]))

    def _rearrange(self) -> None:
        self.beginResetModel()
        self._arrange()
        self.endResetModel()

    def _arrange(self) -> None:
        words = self._sought.casefold().split()
        rows = list(range(len(self._entries)))
        for word in words:
            rows = [at for at in rows if word in self._haystacks[at]]
        if self._column >= 0:
            key = self._key(Column(self._column))
            rows.sort(key=lambda at: key(self._entries[at]), reverse=self._order is Qt.SortOrder.DescendingOrder)
        self._rows = rows

    def _key(self, column: Column) -> Callable[[Entry], Any]:
        if column is Column.USES:
            return lambda entry: self._uses.get(id(entry), -1)
        if column in {Column.LANGUAGE, Column.CASE}:
            field = _FIELDS[column]
            return lambda entry: getattr(entry, field)
        field = _FIELDS[column]
        return lambda entry: getattr(entry, field).casefold()


def _is_same_but(old: Sequence[Entry], new: Sequence[Entry], at: int) -> bool:
    return old[:at] == new[:at] and old[at + 1 :] == new[at + 1 :]


def _haystack(entry: Entry) -> str:
    return f"{entry.written}\n{entry.reading}\n{entry.note}\n{entry.language}".casefold()
