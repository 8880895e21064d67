"""Joins the find bar to the script table."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from studio.document.document import Document
from studio.windows.find_bar import FindBar
from studio.windows.script_columns import Column
from studio.windows.script_drawing import TextDelegate
from studio.windows.script_filter import ScriptFilter
from studio.windows.script_finder import Finder, FindError, Query
from studio.windows.script_table import ScriptTable


class ScriptFinding(QObject):
    """Searches the lines that are shown while the bar is open, and goes to what was found."""

    def __init__(
        self, document: Document, bar: FindBar, table: ScriptTable, lines: ScriptFilter, delegate: TextDelegate
    ) -> None:
        super().__init__(bar)
        self._bar, self._table, self._lines, self._delegate = bar, table, lines, delegate
        self._finder = Finder(document, self)
        self._selection: tuple[str, ...] = ()
        # Typing and edits that come in bursts are searched for once.
        self._again = QTimer(self, singleShot=True, interval=0)
        self._again.timeout.connect(self._search)
        bar.query_changed.connect(self._look_for)
        bar.next_requested.connect(self.find_next)
        bar.previous_requested.connect(self.find_previous)
        bar.replace_requested.connect(self._replace)
        bar.replace_all_requested.connect(self._replace_all)
        bar.closed.connect(self._close)
        document.changed.connect(self._stale)
        document.replaced.connect(self._stale)
        lines.layoutChanged.connect(self._stale)

    def open(self, *, replacing: bool) -> None:
        """Show the bar, beginning with what is selected in a text that is being edited."""
        selected = self._table.selected_text()
        self._table.commit_editor()
        self._bar.open_bar(replacing=replacing, text=selected)

    def find_next(self) -> None:
        """Go to the next match."""
        self._go(backwards=False)

    def find_previous(self) -> None:
        """Go to the previous match."""
        self._go(backwards=True)

    def _look_for(self, query: Query) -> None:
        if query.in_selection and not self._selection:
            self._selection = self._table.selected_ids()
        if not query.in_selection:
            self._selection = ()
        try:
            self._finder.look_for(query)
        except FindError as error:
            self._show_result()
            self._bar.set_result(0, 0)
            self._bar.set_message(str(error))
            return
        self._search()

    def _stale(self) -> None:
        if self._bar.isVisible():
            self._again.start()

    def _search(self) -> None:
        ids = self._lines.ids()
        if self._selection:
            chosen = set(self._selection)
            ids = tuple(line_id for line_id in ids if line_id in chosen)
        self._finder.search(ids)
        self._show_result()

    def _show_result(self) -> None:
        if self._finder.pattern is not None or not self._bar.query.text:
            self._bar.set_result(self._finder.position, self._finder.total)
        current = self._finder.current
        self._delegate.mark(self._finder.pattern, (current.line, current.span) if current else None)
        self._table.viewport().update()

    def _go(self, *, backwards: bool) -> None:
        if self._again.isActive():
            self._again.stop()
            self._search()
        self._finder.next(self._table.current_id(), backwards=backwards)
        self._show_current()

    def _show_current(self) -> None:
        match = self._finder.current
        if match:
            row = self._lines.row_of(match.line)
            if self._selection:
                # What is searched stays selected.
                self._table.go_to(row, Column.TEXT)
            else:
                self._table.select_rows([row])
        self._show_result()

    def _replace(self, replacement: str) -> None:
        if self._finder.current is None:
            self.find_next()
            return
        try:
            self._finder.replace(replacement)
        except FindError as error:
            self._bar.set_message(str(error))
            return
        self._show_current()

    def _replace_all(self, replacement: str) -> None:
        try:
            count = self._finder.replace_all(replacement)
        except FindError as error:
            self._bar.set_message(str(error))
            return
        self._again.stop()
        self._search()
        self._bar.set_message(self.tr("%n match(es) replaced; undo brings them back.", "", count) if count else "")

    def _close(self) -> None:
        self._selection = ()
        self._finder.look_for(Query())
        self._delegate.mark(None, None)
        self._table.viewport().update()
        self._table.setFocus()
