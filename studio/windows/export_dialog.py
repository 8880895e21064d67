"""Choosing what to export to where, with the names of the files before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QDir, QStandardPaths, QStringListModel, Qt, QTimer
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engines.audio.pcm import SampleFormat
from engines.audio.wav import SAMPLE_RATES
from studio.document.document import Document
from studio.export.naming import FIELDS
from studio.export.plan import ExportMode, ExportOptions, OnExisting
from studio.export.preview import Preview, preview
from studio.export.queue import ExportQueue
from studio.export.remembered import MAX_GAP, recall, recall_pattern, remember
from studio.operations import Operation, Operations, Task
from studio.settings import Settings
from studio.windows.choices import fill
from studio.windows.export_words import existing_note, plan_summary
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
        options = recall(settings, self._first_folder())
        self._patterns = {mode: recall_pattern(settings, mode) for mode in ExportMode}

        self._folder = QLineEdit(QDir.toNativeSeparators(str(options.folder)))
        self._mode = QComboBox()
        self._gap = QDoubleSpinBox(maximum=MAX_GAP, decimals=2, singleStep=0.1, value=options.gap)
        self._pattern = QLineEdit(options.pattern)
        self._rate = QComboBox()
        self._format = QComboBox()
        self._existing = QComboBox()
        self._problem = Note()
        self._count = QLabel(wordWrap=True)
        self._names = QStringListModel(self)
        self._list = QListView()
        self._list.setUniformItemSizes(True)
        self._list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self._list.setModel(self._names)
        self._list.setMinimumHeight(6 * self.fontMetrics().lineSpacing())
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self._export = self._buttons.addButton(self.tr("Export"), QDialogButtonBox.ButtonRole.AcceptRole)
        self._export.setIcon(icon("export"))
        self._buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        self._fill(options)
        self._lay_out()

        self._soon = QTimer(self, singleShot=True, interval=_TYPING)
        self._soon.timeout.connect(self._look)
        self._folder.textChanged.connect(self._changed)
        self._pattern.textEdited.connect(self._pattern_edited)
        self._pattern.textChanged.connect(self._changed)
        self._mode.activated.connect(self._mode_chosen)
        self._gap.valueChanged.connect(self._changed)
        for box in (self._rate, self._format, self._existing):
            box.activated.connect(self._changed)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._export.setDefault(True)
        self._show(None)
        self._look()

    @property
    def options(self) -> ExportOptions:
        """As they are chosen now."""
        return ExportOptions(
            folder=Path(self._folder.text().strip()),
            mode=self._chosen_mode,
            pattern=self._pattern.text(),
            rate=int(self._rate.currentData()),
            sample_format=SampleFormat(self._format.currentData()),
            existing=OnExisting(self._existing.currentData()),
            gap=self._gap.value(),
        )

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
        chooser = QFileDialog(self, self.tr("Folder for the files"), self._folder.text())
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.setFileMode(QFileDialog.FileMode.Directory)
        chooser.setOption(QFileDialog.Option.ShowDirsOnly)
        chooser.fileSelected.connect(self._folder_chosen)
        chooser.open()

    @property
    def _chosen_mode(self) -> ExportMode:
        return ExportMode(self._mode.currentData())

    @property
    def _project(self) -> str:
        return self._document.path.stem if self._document.path else self.tr("Untitled")

    def _first_folder(self) -> Path:
        if self._document.path:
            return self._document.path.parent
        return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.MusicLocation))

    def _fill(self, options: ExportOptions) -> None:
        modes = (
            (ExportMode.LINES.value, self.tr("One file for each line")),
            (ExportMode.JOINED.value, self.tr("All lines in one file")),
        )
        formats = (
            (SampleFormat.PCM_16.value, self.tr("WAV, 16 bits")),
            (SampleFormat.PCM_24.value, self.tr("WAV, 24 bits")),
            (SampleFormat.FLOAT_32.value, self.tr("WAV, 32-bit float")),
        )
        existing = (
            (OnExisting.NUMBER.value, self.tr("Keep both, number the new one")),
            (OnExisting.SKIP.value, self.tr("Keep it, skip the new one")),
            (OnExisting.REPLACE.value, self.tr("Replace it")),
        )
        rates = [(str(rate), self.tr("{0} kHz").format(f"{rate / 1000:g}")) for rate in SAMPLE_RATES]
        fill(self._mode, modes, options.mode.value)
        fill(self._format, formats, options.sample_format.value)
        fill(self._existing, existing, options.existing.value)
        fill(self._rate, rates, str(options.rate))
        self._gap.setSuffix(self.tr(" s"))
        self._gap.setEnabled(options.mode is ExportMode.JOINED)

    def _lay_out(self) -> None:
        count = len(self._line_ids)
        self.setWindowTitle(self.tr("Export %n line(s)", "", count))
        browse = QPushButton(icon("folder-open"), self.tr("&Browse…"), autoDefault=False)
        browse.clicked.connect(self.choose_folder)
        self._list.setAccessibleName(self.tr("Files that will be written"))
        form = QFormLayout(horizontalSpacing=12, verticalSpacing=8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for text, field, extra in (
            (self.tr("&Folder"), self._folder, browse),
            (self.tr("F&iles"), self._mode, None),
            (self.tr("&Gap between lines"), self._gap, None),
            (self.tr("File &names"), self._pattern, self._field_button()),
            (self.tr("Sample &rate"), self._rate, None),
            (self.tr("For&mat"), self._format, None),
            (self.tr("If a file e&xists"), self._existing, None),
        ):
            label = QLabel(text)
            label.setBuddy(field)
            if extra is None:
                form.addRow(label, field)
                continue
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(field, 1)
            row.addWidget(extra)
            form.addRow(label, row)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        layout.addLayout(form)
        layout.addWidget(self._problem)
        layout.addWidget(self._count)
        layout.addWidget(self._list, 1)
        layout.addWidget(self._buttons)
        width = self.fontMetrics().averageCharWidth()
        self.resize(
            max(self.sizeHint().width(), 88 * width), self.sizeHint().height() + 4 * self.fontMetrics().height()
        )

    def _field_button(self) -> QPushButton:
        """Inserts fields into the pattern, so that nobody has to know them."""
        texts = {
            "number": self.tr("Number of the line"),
            "member": self.tr("Cast member"),
            "text": self.tr("Text"),
            "voice": self.tr("Voice"),
            "language": self.tr("Language"),
            "project": self.tr("Project"),
        }
        menu = QMenu(self)
        for field in FIELDS:
            written = {"number": "{number:04}", "text": "{text:40}"}.get(field, f"{{{field}}}")
            menu.addAction(f"{texts[field]}\t{written}").triggered.connect(partial(self._pattern.insert, written))
        button = QPushButton(self.tr("Inser&t"), autoDefault=False)
        button.setMenu(menu)
        return button

    def _folder_chosen(self, folder: str) -> None:
        self._folder.setText(QDir.toNativeSeparators(folder))

    def _pattern_edited(self, pattern: str) -> None:
        self._patterns[self._chosen_mode] = pattern

    def _mode_chosen(self) -> None:
        self._gap.setEnabled(self._chosen_mode is ExportMode.JOINED)
        self._pattern.setText(self._patterns[self._chosen_mode])
        self._changed()

    def _changed(self) -> None:
        # What is shown no longer holds, so it cannot be accepted; the names stay until there are new ones.
        self._preview = None
        self._export.setEnabled(False)
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
        if problem := result.pattern_problem or result.folder.problem:
            self._problem.complain(problem)
        elif result.tight:
            self._problem.inform(self.tr("The disk may become full: choose another folder or free some space."))
        self._count.setText(plan_summary(result))
        self._count.setVisible(result.plan is not None)
        items = result.plan.items if result.plan else ()
        self._names.setStringList([item.file.name + existing_note(item) for item in items])
