"""The export queue: what is written, how far it is, and what went wrong."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QItemSelection, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from studio.export.queue import ExportQueue
from studio.export.status import ItemStatus, Report
from studio.windows.actions import Actions
from studio.windows.durations import roughly
from studio.windows.export_model import Column, ExportDelegate, ExportModel
from studio.windows.export_words import summary
from studio.windows.icons import icon
from studio.windows.note import Note

_REFRESH = 500
"""Milliseconds between two looks at the remaining time."""


class ExportPanel(QWidget):
    """A table of files with a bar for all of them; without any, it says how to begin.

    Parameters
    ----------
    queue
        What is shown.
    actions
        Those that begin an export are offered while there is none.
    """

    def __init__(self, *, queue: ExportQueue, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._queue = queue
        self._report: Report | None = None
        self._model = ExportModel(queue, self)
        self._table = QTableView()
        self._prepare_table()
        self._summary = QLabel()
        self._summary.setWordWrap(True)
        self._bar = QProgressBar()
        self._bar.setRange(0, 1000)
        self._bar.setTextVisible(False)
        self._cancel = QAction(self)
        self._cancel.setShortcut(QKeySequence(Qt.Key.Key_Delete))
        self._cancel.triggered.connect(self.cancel)
        self._pause = QAction(self)
        self._pause.triggered.connect(self.pause_or_resume)
        self._retry = QAction(self)
        self._retry.triggered.connect(self.retry)
        self._open = QAction(self)
        self._open.triggered.connect(self.open_folder)
        self._clear = QAction(self)
        self._clear.triggered.connect(queue.remove_ended)
        for action in (self._pause, self._cancel, self._retry, self._open, self._clear):
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self._table.addAction(action)
        self._table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._trouble = Note()
        self._empty_text = QLabel()
        self._pages = QStackedWidget()
        self._pages.addWidget(self._empty_page(actions))
        self._list = self._queue_page()
        self._pages.addWidget(self._list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pages)

        self._timer = QTimer(self, interval=_REFRESH)
        self._timer.timeout.connect(self._update)
        queue.added.connect(self._began)
        queue.changed.connect(self._began)
        queue.removed.connect(self._update)
        queue.finished.connect(self._finished)
        queue.paused_changed.connect(self._update)
        self._table.selectionModel().selectionChanged.connect(self._selected)
        self._retranslate()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            self._retranslate()
        super().changeEvent(event)

    def prepare(self) -> None:
        """Draw the list unseen, so that its icons and fonts are ready when the first export is asked for."""
        self._list.grab()

    def cancel(self) -> None:
        """Stop the chosen files, or all when none is chosen."""
        self._queue.cancel(self._chosen_ids())

    def pause_or_resume(self) -> None:
        """Hold everything, or go on."""
        if self._queue.paused:
            self._queue.resume()
        else:
            self._queue.pause()

    def retry(self) -> None:
        """Try the chosen files again, or all that failed or were cancelled when none is chosen."""
        self._queue.retry(self._chosen_ids())

    def open_folder(self) -> None:
        """Show the folder of the chosen file, or of the last one, in the system's file manager."""
        folder = self._folder()
        if folder:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def _prepare_table(self) -> None:
        table = self._table
        table.setModel(self._model)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setAlternatingRowColors(True)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.setItemDelegate(ExportDelegate(table))
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(Column.FILE, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(Column.DETAILS, QHeaderView.ResizeMode.Stretch)

    def _empty_page(self, actions: Actions) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        self._empty_text.setWordWrap(True)
        self._empty_text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        layout.addStretch(1)
        layout.addWidget(self._empty_text)
        for name in ("file.export", "file.export_selected"):
            button = QToolButton()
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setDefaultAction(actions[name])
            layout.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        return page

    def _queue_page(self) -> QWidget:
        page = QWidget()
        actions = (self._pause, self._cancel, self._retry, self._open, self._clear)
        self._buttons = {action: QPushButton() for action in actions}
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for action, button in self._buttons.items():
            button.clicked.connect(action.trigger)
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        layout.addWidget(self._summary)
        layout.addWidget(self._bar)
        layout.addWidget(self._trouble)
        layout.addWidget(self._table, 1)
        layout.addLayout(buttons)
        return page

    def _began(self) -> None:
        # The queue may change thousands of times a second; what is no cell is shown again only now and then.
        if self._queue.active and not self._timer.isActive():
            self._report = None
            self._timer.start()
            self._update()

    def _finished(self, report: Report) -> None:
        self._report = report
        self._update()

    def _selected(self, _selected: QItemSelection, _deselected: QItemSelection) -> None:
        self._update_actions()

    def _chosen(self) -> list[ItemStatus]:
        return [self._model.status(index.row()) for index in self._table.selectionModel().selectedRows()]

    def _chosen_ids(self) -> list[int] | None:
        return [status.id for status in self._chosen()] or None

    def _folder(self) -> Path | None:
        statuses = self._chosen() or self._queue.statuses
        return (statuses[-1].file or statuses[-1].item.file).parent if statuses else None

    def _update(self) -> None:
        if not self._queue.active:
            self._timer.stop()
        self._pages.setCurrentIndex(1 if self._model.rowCount() else 0)
        self._bar.setVisible(self._queue.active)
        self._bar.setValue(round(1000 * self._queue.progress))
        self._summary.setText(self._summary_text())
        if self._trouble.text != self._queue.trouble:
            self._trouble.complain(self._queue.trouble)
        self._update_actions()

    def _summary_text(self) -> str:
        if self._report or not self._queue.active:
            return summary(self._report) if self._report else ""
        ended, count = self._queue.counts
        parts = [self.tr("{0} of %n file(s)", "", count).format(ended)]
        left = self._queue.remaining
        if self._queue.paused:
            parts.append(self.tr("paused"))
        elif left is not None:
            parts.append(roughly(left))
        return " · ".join(parts)

    def _update_actions(self) -> None:
        statuses = self._chosen() or self._queue.statuses
        chosen = bool(self._chosen())
        self._pause.setEnabled(self._queue.active or self._queue.paused)
        self._pause.setText(self.tr("Resume") if self._queue.paused else self.tr("Pause"))
        self._pause.setIcon(icon("play" if self._queue.paused else "pause"))
        self._cancel.setEnabled(any(not status.state.ended for status in statuses))
        self._retry.setEnabled(any(status.state.can_retry for status in statuses))
        self._open.setEnabled(bool(statuses))
        self._clear.setEnabled(any(status.state.ended for status in self._queue.statuses))
        self._cancel.setText(self.tr("Cancel") if chosen else self.tr("Cancel all"))
        self._retry.setText(self.tr("Retry") if chosen else self.tr("Retry all"))
        for action, button in self._buttons.items():
            button.setText(action.text())
            button.setIcon(action.icon())
            button.setEnabled(action.isEnabled())

    def _retranslate(self) -> None:
        self._table.setAccessibleName(self.tr("Files to export"))
        self._bar.setAccessibleName(self.tr("Progress of the export"))
        self._empty_text.setText(
            self.tr("Nothing is being exported. Write lines to files here; what is not made yet is made first.")
        )
        self._open.setText(self.tr("Open folder"))
        self._clear.setText(self.tr("Clear finished"))
        for action, name in (
            (self._cancel, "cancel"),
            (self._retry, "retry"),
            (self._open, "folder-open"),
            (self._clear, "check"),
        ):
            action.setIcon(icon(name))
        metrics = self.fontMetrics()
        self._table.verticalHeader().setDefaultSectionSize(metrics.height() + 12)
        self._table.setColumnWidth(Column.STATE, metrics.averageCharWidth() * 16)
        self._model.refresh()
        self._update()
