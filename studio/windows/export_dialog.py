"""Choosing what to export to where, with the names of the files before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QStandardPaths, QStringListModel, Qt, QTimer
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListView,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from studio.document.document import Document
from studio.export.plan import ExportMode, ExportOptions
from studio.export.presets import PRESETS
from studio.export.preview import Preview, preview
from studio.export.queue import ExportQueue
from studio.export.remembered import recall, recall_pattern, remember
from studio.operations import Operation, Operations, Task
from studio.settings import Settings
from studio.windows.choices import fill
from studio.windows.export_pages import ExportPage, FilesPage, SoundPage, TimesPage
from studio.windows.export_words import existing_note, plan_hint, plan_summary
from studio.windows.icons import icon
from studio.windows.note import Note

_TYPING = 150
"""Milliseconds without a change after which the files are named anew."""


class ExportDialog(QDialog):
    """Options of an export. When it is accepted, the files are in the queue.

    Parameters
    ----------
    line_ids
        The lines to export, in order.
    """

    def __init__(
        self,
        *,
        document: Document,
        queue: ExportQueue,
        operations: Operations,
        settings: Settings,
        line_ids: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._document = document
        self._queue = queue
        self._operations = operations
        self._settings = settings
        self._line_ids = tuple(line_ids)
        self._preview: Preview | None = None
        self._looking: Operation[Preview] | None = None
        first = recall(settings, self._first_folder())

        self._preset = QComboBox()
        self._files = FilesPage({mode: recall_pattern(settings, mode) for mode in ExportMode})
        self._times = TimesPage()
        self._pages: tuple[ExportPage, ...] = (self._files, SoundPage(), self._times)
        self._tabs = QTabWidget()
        self._problem = Note()
        self._count = QLabel(wordWrap=True)
        self._names = QStringListModel(self)
        self._list = QListView()
        self._list.setUniformItemSizes(True)
        self._list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._list.setModel(self._names)
        self._list.setMinimumHeight(5 * self.fontMetrics().lineSpacing())
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._export = self._buttons.addButton(self.tr("Export"), QDialogButtonBox.ButtonRole.AcceptRole)
        self._export.setIcon(icon("export"))
        self._buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        self._lay_out()

        self._soon = QTimer(self, singleShot=True, interval=_TYPING)
        self._soon.timeout.connect(self._look)
        for page in self._pages:
            page.show_options(first)
            page.changed.connect(self._changed)
        self._files.browse.connect(self.choose_folder)
        self._preset.activated.connect(self._preset_chosen)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._export.setDefault(True)
        self._follow_options()
        self._show(None)
        self._look()

    @property
    def options(self) -> ExportOptions:
        """As they are chosen now."""
        options = ExportOptions(Path())
        for page in self._pages:
            options = page.options(options)
        return options

    def accept(self) -> None:
        """Put the files that are shown into the queue; nothing happens while they cannot be written."""
        shown = self._preview
        if shown is None or shown.plan is None or not shown.possible:
            return
        remember(self._settings, shown.options)
        self._queue.add(shown.plan.items)
        super().accept()

    def choose_folder(self) -> None:
        """Ask for the folder."""
        chooser = QFileDialog(self, self.tr("Folder for the files"), self._files.folder)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.setFileMode(QFileDialog.FileMode.Directory)
        chooser.setOption(QFileDialog.Option.ShowDirsOnly)
        chooser.fileSelected.connect(self._folder_chosen)
        chooser.open()

    @property
    def _project(self) -> str:
        return self._document.path.stem if self._document.path else self.tr("Untitled")

    def _first_folder(self) -> Path:
        if self._document.path:
            return self._document.path.parent
        return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.MusicLocation))

    def _lay_out(self) -> None:
        self.setWindowTitle(self.tr("Export %n line(s)", "", len(self._line_ids)))
        presets = [("", self.tr("My own choices")), *((preset.name, preset.text) for preset in PRESETS)]
        fill(self._preset, presets, "")
        label = QLabel(self.tr("Export &as"))
        label.setBuddy(self._preset)
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(label)
        top.addWidget(self._preset, 1)
        for page, title in zip(self._pages, (self.tr("Files"), self.tr("Sound"), self.tr("Times")), strict=True):
            self._tabs.addTab(page, title)
        self._list.setAccessibleName(self.tr("Files that will be written"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self._tabs)
        layout.addWidget(self._problem)
        layout.addWidget(self._count)
        layout.addWidget(self._list, 1)
        layout.addWidget(self._buttons)
        width, height = self.fontMetrics().averageCharWidth(), self.fontMetrics().height()
        self.resize(max(self.sizeHint().width(), 88 * width), self.sizeHint().height() + 4 * height)

    def _folder_chosen(self, folder: str) -> None:
        self._files.folder = folder

    def _preset_chosen(self) -> None:
        chosen = next((preset for preset in PRESETS if preset.name == self._preset.currentData()), None)
        if chosen:
            options = chosen.apply(self.options)
            for page in self._pages:
                page.show_options(options)
        self._changed()

    def _follow_options(self) -> None:
        """Show which preset this is, and offer what has an effect."""
        options = self.options
        self._times.allow(options.mode)
        name = next((preset.name for preset in PRESETS if preset.matches(options)), "")
        self._preset.setCurrentIndex(self._preset.findData(name))

    def _changed(self) -> None:
        # What is shown no longer holds, so it cannot be accepted; the names stay until there are new ones.
        self._preview = None
        self._export.setEnabled(False)
        self._follow_options()
        self._soon.start()

    def _look(self) -> None:
        if self._looking:
            self._looking.cancel()
        script, line_ids, options, project = self._document.script, self._line_ids, self.options, self._project

        def work(_task: Task) -> Preview:
            return preview(script, line_ids, options, project)

        self._looking = Operation(self, "", work).on_success(self._looked)
        self._looking.run(self._operations, lane="export preview")

    def _looked(self, result: Preview) -> None:
        if result.options == self.options:
            self._show(result)

    def _show(self, result: Preview | None) -> None:
        self._preview = result
        self._export.setEnabled(bool(result and result.possible))
        self._problem.clear()
        if result is None:
            self._count.setText(self.tr("Looking at the folder…"))
            return
        if problem := result.problem:
            self._problem.complain(problem)
        elif hint := plan_hint(result):
            self._problem.inform(hint)
        self._count.setText(plan_summary(result))
        self._count.setVisible(result.plan is not None)
        items = result.plan.items if result.plan else ()
        self._names.setStringList([item.file.name + existing_note(item) for item in items])
