"""The script as a table model: follows the document and the making of lines with exact signals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer

from engines.types import AudioChunk
from studio.document.document import Change, Document
from studio.document.script import Line, Script
from studio.document.state import LineState
from studio.emotions import EmotionLibrary
from studio.playback.making import Making
from studio.voices import VoiceLibrary
from studio.windows.script_cells import ScriptCells
from studio.windows.script_clipboard import LINES_MIME, lines_to_mime
from studio.windows.script_columns import EDITABLE, FIGURES, Column, column_help, title
from studio.windows.script_editing import ScriptEditing
from studio.windows.script_growth import Growth
from studio.windows.script_roles import ID_ROLE, LOOK_ROLE, Look
from studio.windows.script_steps import Inserted, Moved, Removed, ranges, steps_between

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

_COLUMNS = tuple(Column)
_PLAIN = (
    Qt.ItemFlag.ItemIsEnabled
    | Qt.ItemFlag.ItemIsSelectable
    | Qt.ItemFlag.ItemIsDragEnabled
    | Qt.ItemFlag.ItemNeverHasChildren
)
_FLAGS = tuple(_PLAIN | Qt.ItemFlag.ItemIsEditable if column in EDITABLE else _PLAIN for column in Column)
_FLUSH_MS = 15
_MAX_RANGES = 40
_MAX_TOOLTIP = 1500
_NOWHERE = QModelIndex()


def as_tooltip(text: str) -> str:
    """A text of any length so that Qt wraps it and shows its signs as they are."""
    return f"<p>{escape(text[:_MAX_TOOLTIP])}</p>" if text else ""


class ScriptModel(QAbstractTableModel):
    """Lines as rows, `Column` as columns.

    Parameters
    ----------
    document, making, voices
        What is shown.
    editing
        Takes the edits of cells.
    """

    def __init__(
        self,
        document: Document,
        making: Making,
        voices: VoiceLibrary,
        emotions: EmotionLibrary,
        editing: ScriptEditing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._editing = editing
        self._script = document.script
        self._lines: list[Line] = list(document.script.lines)
        self._cells = ScriptCells(document, making, voices, emotions, self)
        self._growth = Growth()
        self._playing = ""
        self.is_following = False
        """While rows come and go; the selection is not yet what it will be."""
        self._touched: set[str] = set()
        # States of many lines change at once when all are queued: views are told a frame's worth at a time.
        self._flush_timer = QTimer(self, singleShot=True, interval=_FLUSH_MS)
        self._flush_timer.timeout.connect(self._flush)
        document.changed.connect(self._follow)
        document.replaced.connect(self._reset)
        document.takes_changed.connect(self._touch)
        making.state_changed.connect(self._touch)
        making.preparing.connect(self._preparing)
        making.chunk.connect(self._grow)
        voices.changed.connect(self._voices_changed)
        emotions.changed.connect(self._announce_all)

    @property
    def script(self) -> Script:
        """The script that the rows show."""
        return self._script

    def line_at(self, row: int) -> Line:
        """The line of a row."""
        return self._lines[row]

    def row_of(self, line_id: str) -> int:
        """The row of a line; -1 when there is none."""
        return self._script.rows.get(line_id, -1)

    def state(self, line: Line) -> LineState:
        """What has become of a line."""
        return self._cells.state(line)

    def is_problem(self, line: Line) -> bool:
        """Whether a line is stale, failed, or longer than its slot."""
        return self._cells.is_problem(line)

    def set_playing(self, line_id: str) -> None:
        """Mark the line that is being played; empty for none."""
        before, self._playing = self._playing, line_id
        for row in (self.row_of(before), self.row_of(line_id)):
            if row >= 0:
                self._announce_rows(row, row, Column.NUMBER, Column.NUMBER)

    def retranslate(self) -> None:
        """Show all words anew."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(Column) - 1)
        self._voices_changed()

    # What views ask for; names are Qt's.

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """How many lines there are."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """How many columns there are."""
        return 0 if parent.isValid() else len(Column)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """All can be selected and dragged, some edited."""
        return _FLAGS[index.column()] if index.isValid() else Qt.ItemFlag.ItemIsDropEnabled

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """What a cell shows."""
        row = index.row()
        if not index.isValid() or row >= len(self._lines):
            return None
        line, column = self._lines[row], _COLUMNS[index.column()]
        if role == LOOK_ROLE:
            return self._look(row, line, column)
        if role == Role.DisplayRole:
            return str(row + 1) if column is Column.NUMBER else self._cells.text(line, column)
        if role == Role.EditRole:
            return self._cells.edit_value(line, column)
        if role == Role.ToolTipRole:
            return as_tooltip(self._cells.tooltip(line, column))
        if role == Role.AccessibleTextRole:
            shown = str(row + 1) if column is Column.NUMBER else self._cells.text(line, column)
            return f"{title(column)}: {shown}"
        if role == Role.AccessibleDescriptionRole:
            return self._cells.tooltip(line, column)
        return line.id if role == ID_ROLE else None

    def _look(self, row: int, line: Line, column: Column) -> Look:
        cells = self._cells
        if column is Column.NUMBER:
            playing, begins = line.id == self._playing, cells.begins_section(line)
            return Look(str(row + 1), False, False, is_playing=playing, begins_section=begins)
        text = cells.text(line, column)
        if column is Column.TEXT:
            return Look(text, False, False, begins_section=cells.begins_section(line))
        if column is Column.STATE:
            return Look(text, False, False, cells.state(line), self._growth.peaks(line.id))
        odd = cells.is_odd(line, column)
        if column is Column.MEMBER:
            return Look(text, False, odd, hue=cells.hue(line))
        return Look(text, cells.is_inherited(line, column), odd)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:  # noqa: N802
        """Titles of the columns, with what they mean as tooltip."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(Column):
            return None
        if role == Role.DisplayRole:
            return title(Column(section))
        if role in (Role.ToolTipRole, Role.AccessibleDescriptionRole):
            return column_help(Column(section))
        if role == Role.AccessibleTextRole:
            return title(Column(section))
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if Column(section) in FIGURES else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:  # noqa: N802
        """Edit a cell."""
        if role != Role.EditRole or not index.isValid():
            return False
        return self._editing.set_value((self._lines[index.row()].id,), Column(index.column()), value)

    def supportedDropActions(self) -> Qt.DropAction:  # noqa: N802
        """Lines are moved inside the table."""
        return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction

    def mimeTypes(self) -> list[str]:  # noqa: N802
        """What lines are dragged as."""
        return [LINES_MIME, "text/plain"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:  # noqa: N802
        """The lines of some cells, in order."""
        rows = sorted({index.row() for index in indexes})
        return lines_to_mime(self._script, [self._lines[row].id for row in rows])

    # What happens elsewhere.

    def _follow(self, change: Change) -> None:
        self.is_following = True
        try:
            self._change(*change)
        finally:
            self.is_following = False

    def _change(self, before: Script, after: Script) -> None:
        steps = steps_between([line.id for line in self._lines], [line.id for line in after.lines])
        self._cells.script_changed(before, after)
        if steps is None:
            self.beginResetModel()
            self._script, self._lines = after, list(after.lines)
            self.endResetModel()
            return
        self._script = after
        for step in steps:
            self._take(step, after)
        changed = [row for row, (old, new) in enumerate(zip(self._lines, after.lines, strict=True)) if old is not new]
        self._lines = list(after.lines)
        if before.cast != after.cast or before.limits != after.limits:
            self._announce_rows(0, len(self._lines) - 1, Column.NUMBER, Column.STATE)
            return
        self._announce(changed, Column.NUMBER, Column.STATE)
        if steps and not _at_the_end(steps, len(self._lines)):
            # The numbers of the lines below have changed.
            self._announce_rows(0, len(self._lines) - 1, Column.NUMBER, Column.NUMBER)

    def _take(self, step: Removed | Inserted | Moved, after: Script) -> None:
        if isinstance(step, Removed):
            self.beginRemoveRows(_NOWHERE, step.first, step.last)
            del self._lines[step.first : step.last + 1]
            self.endRemoveRows()
        elif isinstance(step, Inserted):
            self.beginInsertRows(_NOWHERE, step.row, step.row + step.length - 1)
            self._lines[step.row : step.row] = after.lines[step.row : step.row + step.length]
            self.endInsertRows()
        else:
            self.beginMoveRows(_NOWHERE, step.first, step.last, _NOWHERE, step.row)
            block = self._lines[step.first : step.last + 1]
            del self._lines[step.first : step.last + 1]
            self._lines[step.row : step.row] = block
            self.endMoveRows()

    def _reset(self) -> None:
        self.beginResetModel()
        self._script = self._document.script
        self._lines = list(self._script.lines)
        self._cells.forget()
        self._growth.forget()
        self._touched.clear()
        self.endResetModel()

    def _touch(self, line_id: str) -> None:
        self._cells.line_touched(line_id)
        self._touched.add(line_id)
        if not self._flush_timer.isActive():
            self._flush_timer.start()

    def _preparing(self, line_id: str, step: str, share: float) -> None:
        self._cells.set_step(line_id, step, share)
        self._touch(line_id)

    def _grow(self, line_id: str, chunk: AudioChunk) -> None:
        self._growth.add(line_id, chunk)
        self._cells.set_step(line_id, "", 0.0)
        self._touch(line_id)

    def _flush(self) -> None:
        touched, self._touched = self._touched, set()
        rows = self._script.rows
        for line_id in touched & (self._growth.ids | self._cells.stepping):
            line = self._script.line(line_id)
            if line is None or self._cells.state(line) is not LineState.MAKING:
                self._growth.drop(line_id)
                self._cells.drop_step(line_id)
        self._announce(sorted(rows[line_id] for line_id in touched if line_id in rows), Column.DURATION, Column.STATE)

    def _voices_changed(self) -> None:
        self._cells.voices_changed()
        self._announce_all()

    def _announce_all(self) -> None:
        if self._lines:
            self._announce_rows(0, len(self._lines) - 1, Column.NUMBER, Column.STATE)

    def _announce(self, rows: Iterable[int], left: Column, right: Column) -> None:
        runs = list(ranges(rows))
        if len(runs) > _MAX_RANGES:
            runs = [(runs[0][0], runs[-1][1])]
        for first, last in runs:
            self._announce_rows(first, last, left, right)

    def _announce_rows(self, first: int, last: int, left: Column, right: Column) -> None:
        if last >= first:
            self.dataChanged.emit(self.index(first, left), self.index(last, right))


def _at_the_end(steps: Sequence[Removed | Inserted | Moved], count: int) -> bool:
    """Whether lines were only added after all others."""
    step = steps[0]
    return len(steps) == 1 and isinstance(step, Inserted) and step.row + step.length == count
