"""Which lines of the script are shown."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QSortFilterProxyModel

from studio.document.script import Line
from studio.document.state import LineState
from studio.windows.script_model import ScriptModel

PROBLEMS = "problems"


@dataclass(frozen=True, slots=True)
class Criteria:
    """What a line must have to be shown; the default shows all."""

    text: str = ""
    """Words that occur in its text or in its member's name, in any order and case."""
    member: str | None = None
    """Who says it; None is anybody."""
    state: LineState | str | None = None
    """Its state, or `PROBLEMS`; None is any."""
    emotion: str | None = None
    """What it is felt with, as `LineEmotion.kind` says; None is anything."""


class ScriptFilter(QSortFilterProxyModel):
    """The rows of a `ScriptModel` that fit some criteria.

    The line that the user is at stays, and so do lines that came after the criteria were chosen: nothing vanishes under
    the user's hands.
    """

    def __init__(self, model: ScriptModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._criteria = Criteria()
        self._words: list[str] = []
        self._known: frozenset[str] = frozenset()
        self._kept = ""
        model.modelReset.connect(self._project_changed)
        self.setSourceModel(model)

    @property
    def criteria(self) -> Criteria:
        """The present ones."""
        return self._criteria

    def apply(self, criteria: Criteria) -> None:
        """Show what fits."""
        self._criteria = criteria
        self._words = criteria.text.casefold().split()
        self._known = frozenset(self._model.script.rows)
        # Not invalidateFilter, which announces every gap on its own.
        self.invalidate()

    def keep(self, line_id: str) -> None:
        """Show this line whatever the criteria, and no longer the one before."""
        before, self._kept = self._kept, line_id
        row = self._model.row_of(before)
        if self._criteria != Criteria() and before != line_id and row >= 0:
            index = self._model.index(row, 0)
            self._model.dataChanged.emit(index, index)

    def filterAcceptsRow(self, source_row: int, _parent: QModelIndex | QPersistentModelIndex) -> bool:  # noqa: N802
        """Whether a line is shown."""
        if self._criteria == _ALL:
            return True
        line = self._model.line_at(source_row)
        return line.id == self._kept or line.id not in self._known or self._fits(line)

    def is_problem(self, line: Line) -> bool:
        """Whether a line is stale, failed, or longer than its slot."""
        return self._model.is_problem(line)

    def ids(self) -> tuple[str, ...]:
        """The lines that are shown, in order."""
        lines = self._model.script.lines
        if self.rowCount() == len(lines):
            return tuple(line.id for line in lines)
        return tuple(self.id_at(row) for row in range(self.rowCount()))

    def id_at(self, row: int) -> str:
        """The line of a shown row."""
        if self._criteria == _ALL:
            return self._model.line_at(row).id
        return self._model.line_at(self.mapToSource(self.index(row, 0)).row()).id

    def row_of(self, line_id: str) -> int:
        """The shown row of a line; -1 when it is not shown."""
        row = self._model.row_of(line_id)
        if row < 0 or self._criteria == _ALL:
            return row
        return self.mapFromSource(self._model.index(row, 0)).row()

    def _fits(self, line: Line) -> bool:
        criteria = self._criteria
        if criteria.member is not None and line.member != criteria.member:
            return False
        if self._words:
            text = f"{line.member}\n{line.text}".casefold()
            if not all(word in text for word in self._words):
                return False
        if criteria.emotion is not None and self._model.script.emotion(line).kind != criteria.emotion:
            return False
        if criteria.state is None:
            return True
        if criteria.state == PROBLEMS:
            return self._model.is_problem(line)
        return self._model.state(line) is criteria.state

    def _project_changed(self) -> None:
        self._known = frozenset(self._model.script.rows)
        self._kept = ""


_ALL = Criteria()
