"""The script: its table with the rows that filter and find, and what can be done to lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeySequence
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from studio.document.document import Change, Document
from studio.document.script import Line
from studio.emotions import EmotionLibrary
from studio.playback.making import Making
from studio.voices import VoiceLibrary
from studio.windows.actions import Actions
from studio.windows.find_bar import FindBar
from studio.windows.script_columns import Column
from studio.windows.script_delegates import (
    CellDelegate,
    EmotionDelegate,
    FigureDelegate,
    FitDelegate,
    MemberDelegate,
    SpeedDelegate,
    VoiceDelegate,
)
from studio.windows.script_drawing import NumberDelegate, StateDelegate, TextDelegate
from studio.windows.script_editing import ScriptEditing
from studio.windows.script_empty import EmptyScript
from studio.windows.script_filter import Criteria, ScriptFilter
from studio.windows.script_filter_bar import ScriptFilterBar
from studio.windows.script_finding import ScriptFinding
from studio.windows.script_handlers import ScriptHandlers
from studio.windows.script_menu import context_menu
from studio.windows.script_model import ScriptModel
from studio.windows.script_table import ScriptTable, local_files

_FEW = 200
"""Lines that are selected when they come by an import or an undo; of more, only the first."""


class ScriptPanel(QWidget):
    """Lines to read, write and arrange.

    Parameters
    ----------
    document, making, voices
        What is shown and edited.
    actions
        Those of `line.` and those of `edit.` for lines are bound here.
    """

    selection_changed = Signal(tuple)
    """Ids of the selected lines."""
    current_changed = Signal(str)
    """Id of the line that the keyboard is at; empty for none."""
    play_requested = Signal(str)
    """Id of a line that is to be made and heard."""
    open_requested = Signal()
    """The user wants to choose a file to begin with."""
    sample_requested = Signal()
    files_dropped = Signal(list)
    """Paths."""
    problem = Signal(str)
    """A sentence that says why something was not done."""

    def __init__(
        self,
        *,
        document: Document,
        making: Making,
        voices: VoiceLibrary,
        emotions: EmotionLibrary,
        actions: Actions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._making, self._voices, self._actions = document, making, voices, actions
        self._emotions = emotions
        self._told: tuple[tuple[str, ...], str] = ((), "")
        self.editing = ScriptEditing(document, voices, self)
        self.model = ScriptModel(document, making, voices, emotions, self.editing, self)
        self.lines = ScriptFilter(self.model, self)
        self.table = ScriptTable(self.lines)
        self.filter_bar = ScriptFilterBar(emotions)
        self.find_bar = FindBar()
        self._empty = EmptyScript()
        self._stack = QStackedWidget()
        text = self._set_delegates()
        self.finding = ScriptFinding(document, self.find_bar, self.table, self.lines, text)
        # The current line may leave the filter once the user goes on, but not while Qt is changing it.
        self._keep_timer = QTimer(self, singleShot=True, interval=0)
        self.handlers = ScriptHandlers(
            document, making, self.lines, self.table, self.finding, self.select, self.edit_text, self
        )
        self.handlers.bind(actions)
        self.table.addActions(actions.in_scope("script"))
        self._lay_out()
        self._connect()
        self._retranslate()
        self._refresh()

    # What other parts ask for.

    def selected_ids(self) -> tuple[str, ...]:
        """The selected lines, in order."""
        return self.table.selected_ids()

    def current_id(self) -> str:
        """The line that the keyboard is at; empty for none."""
        return self.table.current_id()

    def shown_ids(self) -> tuple[str, ...]:
        """The lines that the filter shows, in order."""
        return self.lines.ids()

    def select(self, ids: Sequence[str]) -> None:
        """Select lines and go to the first; a filter that hides one of them is cleared."""
        rows = [self.lines.row_of(line_id) for line_id in ids if self.model.row_of(line_id) >= 0]
        if -1 in rows:
            self.filter_bar.clear()
            rows = [self.lines.row_of(line_id) for line_id in ids]
        self.table.select_rows(rows)

    def edit_text(self, line_id: str = "") -> None:
        """Edit the text of a line; of the current one if none is given."""
        line_id = line_id or self.current_id()
        if self.lines.row_of(line_id) < 0 and line_id:
            self.select((line_id,))
        self.table.edit_cell(line_id, Column.TEXT)

    def commit_editor(self) -> None:
        """Take over what is being typed, before the project is saved, played or closed."""
        self.table.commit_editor()

    def set_playing(self, line_id: str) -> None:
        """Mark the line that is being played, and make it visible; empty for none."""
        self.model.set_playing(line_id)
        row = self.lines.row_of(line_id) if line_id else -1
        if row >= 0 and self.table.open_editor() is None:
            self.table.scrollTo(self.lines.index(row, Column.NUMBER))

    def save_columns(self) -> QByteArray:
        """Widths and order of the columns."""
        return self.table.horizontalHeader().saveState()

    def restore_columns(self, state: QByteArray) -> None:
        """Take over what `save_columns` gave."""
        self.table.horizontalHeader().restoreState(state)
        self._show_times()

    # Names that are Qt's.

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        """Follow the language and the font."""
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self.table.fit_font()
        super().changeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        """Files may be dropped beside the table too."""
        if local_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """The window knows what to do with files."""
        event.acceptProposedAction()
        self.files_dropped.emit(local_files(event.mimeData()))

    # Inside.

    def _set_delegates(self) -> TextDelegate:
        common = (self.editing, self.table.targets, self._is_plain_key, self.table)
        text = TextDelegate(*common)
        delegates: dict[Column, CellDelegate] = {
            Column.NUMBER: NumberDelegate(*common),
            Column.MEMBER: MemberDelegate(self._document, *common),
            Column.TEXT: text,
            Column.VOICE: VoiceDelegate(self._document, self._voices, *common),
            Column.EMOTION: EmotionDelegate(self._document, self._emotions, *common),
            Column.SPEED: SpeedDelegate(*common),
            Column.START: FigureDelegate(*common),
            Column.END: FigureDelegate(*common),
            Column.DURATION: FigureDelegate(*common),
            Column.FIT: FitDelegate(*common),
            Column.STATE: StateDelegate(*common),
        }
        for column, delegate in delegates.items():
            self.table.setItemDelegateForColumn(column, delegate)
            delegate.play_requested.connect(self.play_requested)
        return text

    def _lay_out(self) -> None:
        self._stack.addWidget(self.table)
        self._stack.addWidget(self._empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(4)
        layout.addWidget(self.filter_bar)
        layout.addWidget(self.find_bar)
        layout.addWidget(self._stack, 1)
        self.setAcceptDrops(True)
        self.setFocusProxy(self.table)

    def _connect(self) -> None:
        self._document.changed.connect(self._script_changed)
        self._document.replaced.connect(self._refresh)
        self.editing.refused.connect(self.problem)
        self.handlers.refused.connect(self.problem)
        self.handlers.done.connect(self._tell_selection)
        self.filter_bar.changed.connect(self._filter)
        self.table.selectionModel().selectionChanged.connect(self._tell_selection)
        self.table.selectionModel().currentChanged.connect(self._tell_selection)
        self.table.customContextMenuRequested.connect(self._open_menu)
        self.table.lines_moved.connect(self.handlers.drop_lines)
        self.table.content_dropped.connect(self.handlers.drop_content)
        self.table.files_dropped.connect(self.files_dropped)
        for signal in (
            self.lines.rowsInserted,
            self.lines.rowsRemoved,
            self.lines.layoutChanged,
            self.lines.modelReset,
        ):
            signal.connect(self._show_count)
        self._keep_timer.timeout.connect(self._keep_current)
        self._empty.type_requested.connect(self.handlers.add_line)
        self._empty.open_requested.connect(self.open_requested)
        self._empty.sample_requested.connect(self.sample_requested)

    def _is_plain_key(self, keys: QKeySequence) -> bool:
        return any(keys in action.shortcuts() for action in self._actions.in_scope("script"))

    def _script_changed(self, change: Change) -> None:
        had_selection = bool(self._told[0])
        if self.handlers.busy:
            self._refresh()
            return
        # An undo or an import brought lines: show them.
        came = [line.id for line in change.after.lines if line.id not in change.before.rows]
        if came:
            self.select(came if len(came) <= _FEW else came[:1])
        elif had_selection and not self.selected_ids():
            # An undo took the selected lines away: go on with their neighbour.
            self.select((self.current_id(),))
        self._refresh()

    def _refresh(self) -> None:
        script = self._document.script
        self._stack.setCurrentWidget(self.table if script.lines else self._empty)
        self.filter_bar.set_cast(script.cast)
        self.filter_bar.setVisible(bool(script.lines))
        self._show_times()
        self._show_count()
        self._tell_selection()

    def _show_times(self) -> None:
        timed = any(line.start is not None or line.end is not None for line in self._document.script.lines)
        self.table.show_times(timed)

    def _show_count(self) -> None:
        self.filter_bar.set_shown(self.lines.rowCount(), self.model.rowCount())

    def _filter(self, criteria: Criteria) -> None:
        if criteria != self.lines.criteria:
            self.lines.apply(criteria)
            self._tell_selection()

    def _tell_selection(self) -> None:
        if self.handlers.busy or self.model.is_following:
            return
        now = self.selected_ids(), self.current_id()
        before, self._told = self._told, now
        self.handlers.enable(self._actions, bool(now[0] or now[1]))
        if now[0] != before[0]:
            self.selection_changed.emit(now[0])
        if now[1] != before[1]:
            self._keep_timer.start()
            self.current_changed.emit(now[1])

    def _keep_current(self) -> None:
        self.lines.keep(self.current_id())

    def _open_menu(self, at: QPoint) -> None:
        script = self._document.script
        lines: list[Line] = [line for line in map(script.line, self.handlers.chosen()) if line]
        menu = context_menu(
            self.table,
            self._actions,
            self._document,
            self._voices,
            self._emotions,
            lines,
            self._choose,
            self._choose_voice,
            self._shorten,
        )
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.table.viewport().mapToGlobal(at))

    def _choose(self, column: Column, value: Any) -> None:
        self.editing.set_value(self.handlers.chosen(), column, value)

    def _shorten(self) -> None:
        self.edit_text(self.current_id())

    def _choose_voice(self) -> None:
        self.table.edit_cell(self.current_id(), Column.VOICE)

    def _retranslate(self) -> None:
        self.table.setAccessibleName(self.tr("Script"))
        self.model.retranslate()
