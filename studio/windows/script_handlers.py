"""What the actions for lines do in the script table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication

from studio.document.document import Document
from studio.playback.making import Making
from studio.windows.actions import Actions
from studio.windows.script_commands import ScriptCommands
from studio.windows.script_filter import ScriptFilter
from studio.windows.script_finding import ScriptFinding
from studio.windows.script_table import ScriptTable

_NEEDS_LINES = (
    "edit.cut",
    "edit.copy",
    "line.edit",
    "line.split",
    "line.join",
    "line.duplicate",
    "line.section",
    "line.delete",
    "line.up",
    "line.down",
    "line.make",
    "line.make_again",
)


class ScriptHandlers(QObject):
    """One method for each action, which acts on the selected lines and selects what came of it.

    Parameters
    ----------
    select, edit_text
        Those of the panel.
    """

    refused = Signal(str)
    """A sentence that says why something was not done."""
    done = Signal()
    """A command has been carried out, and the selection is as it stays."""

    def __init__(
        self,
        document: Document,
        making: Making,
        lines: ScriptFilter,
        table: ScriptTable,
        finding: ScriptFinding,
        select: Callable[[Sequence[str]], None],
        edit_text: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._document, self._making, self._lines, self._table = document, making, lines, table
        self._finding, self._select, self._edit_text = finding, select, edit_text
        self._commands = ScriptCommands(document, self)
        self._commands.refused.connect(self.refused)
        self.busy = False
        """While a command is carried out and the selection is not yet what it will be."""

    def bind(self, actions: Actions) -> None:
        """Let the actions do it."""
        handlers: dict[str, Callable[[], object]] = {
            "edit.cut": self.cut,
            "edit.copy": self.copy,
            "edit.paste": self.paste,
            "edit.find": self.find,
            "edit.replace": self.replace,
            "line.add": self.add_line,
            "line.edit": self.edit,
            "line.split": self.split,
            "line.join": self.join,
            "line.duplicate": self.duplicate,
            "line.section": self.begin_section,
            "line.delete": self.delete,
            "line.up": self.move_up,
            "line.down": self.move_down,
            "line.make": self.make,
            "line.make_again": self.make_again,
            "line.make_all": self.make_all,
            "line.previous_problem": self.previous_problem,
            "line.next_problem": self.next_problem,
        }
        for action_id, handler in handlers.items():
            actions.bind(action_id, handler)

    def enable(self, actions: Actions, has_lines: bool) -> None:
        """Let those actions be triggered that have lines to act on."""
        for action_id in _NEEDS_LINES:
            actions[action_id].setEnabled(has_lines)

    def edit(self) -> None:
        """Edit the text of the current line."""
        self._edit_text(self._table.current_id())

    def add_line(self) -> None:
        """A new line below the selected ones, ready to type."""
        below = self.chosen()
        self._do(lambda: self._commands.add(below))
        self._edit_text(self._table.current_id())

    def split(self) -> None:
        """Cut the current line in two, at the cursor while its text is being edited."""
        at = self._table.text_cursor()
        line_id = self._table.current_id()
        self._do(lambda: self._commands.split(line_id, at))

    def join(self) -> None:
        """Make one line of the selected ones."""
        self._do(lambda: self._commands.join(self.chosen()))

    def duplicate(self) -> None:
        """Copies of the selected lines, below them."""
        self._do(lambda: self._commands.duplicate(self.chosen()))

    def begin_section(self) -> None:
        """Let a section begin with the selected lines, or no longer."""
        self._do(lambda: self._commands.begin_section(self.chosen()))

    def delete(self) -> None:
        """Take the selected lines out."""
        self._do(lambda: self._commands.delete(self.chosen()))

    def move_up(self) -> None:
        """Move the selected lines up by one that is shown."""
        self._do(lambda: self._move(-1))

    def move_down(self) -> None:
        """Move the selected lines down by one that is shown."""
        self._do(lambda: self._move(1))

    def cut(self) -> None:
        """Take the selected lines to the clipboard."""
        self.copy()
        self._do(lambda: self._commands.cut(self.chosen()))

    def copy(self) -> None:
        """Copy the selected lines to the clipboard."""
        self._table.commit_editor()
        ids = self.chosen()
        if ids:
            QGuiApplication.clipboard().setMimeData(self._commands.copy(ids))

    def paste(self) -> None:
        """Put what is on the clipboard below the selected lines."""
        mime = QGuiApplication.clipboard().mimeData()
        self._do(lambda: self._commands.paste(mime, self.chosen()))

    def find(self) -> None:
        """Open the bar that finds."""
        self._finding.open(replacing=False)

    def replace(self) -> None:
        """Open the bar that finds and replaces."""
        self._finding.open(replacing=True)

    def make(self) -> None:
        """Make the selected lines that are not made as they are written now."""
        self._table.commit_editor()
        self._making.make(self.chosen())

    def make_again(self) -> None:
        """Make another take of the selected lines."""
        self._table.commit_editor()
        self._making.make(self.chosen(), again=True)

    def make_all(self) -> None:
        """Make all lines, whatever the filter shows."""
        self._table.commit_editor()
        self._making.make([line.id for line in self._document.script.lines])

    def previous_problem(self) -> None:
        """Go to the line above that is stale, failed or too long; after the first comes the last."""
        self._go_to_problem(-1)

    def next_problem(self) -> None:
        """Go to the line below that is stale, failed or too long."""
        self._go_to_problem(1)

    def _go_to_problem(self, step: int) -> None:
        ids = self._lines.ids()
        if not ids:
            return
        current = self._table.current_id()
        before_the_first = -1 if step > 0 else 0
        here = self._lines.row_of(current) if current else before_the_first
        for distance in range(1, len(ids) + 1):
            line = self._document.script.line(ids[(here + step * distance) % len(ids)])
            if line and self._lines.is_problem(line):
                self._select((line.id,))
                return
        self.refused.emit(self.tr("No line is stale, failed or too long."))

    def _move(self, step: int) -> tuple[str, ...]:
        ids = self.chosen()
        shown = self._lines.ids()
        if not ids or len(shown) == len(self._document.script.lines):
            return self._commands.move(ids, step)
        rows = sorted(self._lines.row_of(line_id) for line_id in ids)
        neighbour = rows[0] - 1 if step < 0 else rows[-1] + 1
        if not 0 <= neighbour < len(shown):
            return ids
        return self._commands.move_past(ids, shown[neighbour], step)

    def chosen(self) -> tuple[str, ...]:
        """The selected lines, or else the current one."""
        return self._table.selected_ids() or tuple(filter(None, (self._table.current_id(),)))

    def _do(self, command: Callable[[], tuple[str, ...]]) -> None:
        """Run a command on what the user sees, and select what it says."""
        self._table.commit_editor()
        self.busy = True
        try:
            ids = command()
        finally:
            self.busy = False
        if ids:
            self._select(ids)
        self.done.emit()

    def drop_lines(self, row: int) -> None:
        """Move the selected lines before a shown row."""
        target = self._lines.id_at(row) if row < self._lines.rowCount() else ""
        self._do(lambda: self._commands.move_before(self.chosen(), target))

    def drop_content(self, mime: QMimeData, row: int) -> None:
        """Insert what was dropped before a shown row."""
        target = self._lines.id_at(row) if row < self._lines.rowCount() else ""
        self._do(lambda: self._commands.paste_before(mime, target))
