"""What is understood of files, and what is odd about them, before their lines are added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from studio.document.document import Document
from studio.document.importing import Choices, Imported, import_script
from studio.garbage import many_objects
from studio.operations import Operation, Operations, Task
from studio.projects import Projects
from studio.windows.choices import fill
from studio.windows.icons import icon
from studio.windows.import_columns import ImportColumns
from studio.windows.import_model import ImportModel, PreviewColumn
from studio.windows.import_words import ENCODINGS, encoding_title, kind_title, summary
from studio.windows.note import Note

_LANE = "import preview"
_PROSE = frozenset({".txt", ".md", ".docx", ".epub"})
_WIDTHS = {PreviewColumn.NUMBER: 6, PreviewColumn.START: 13, PreviewColumn.END: 13, PreviewColumn.MEMBER: 14}
"""In average characters."""


@dataclass
class _Draft:
    """A file, and what is known of it so far."""

    path: Path
    choices: Choices = field(default_factory=Choices)
    imported: Imported | None = None
    error: str = ""
    reading: Operation[Imported] | None = None


class ImportDialog(QDialog):
    """Shows files one at a time; when it is accepted, the lines of all are added.

    Files are read away from the GUI thread, and again whenever the user says something else about them.

    Parameters
    ----------
    paths
        One file or more.
    """

    def __init__(
        self,
        *,
        paths: Sequence[Path],
        document: Document,
        projects: Projects,
        operations: Operations,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._document = document
        self._projects = projects
        self._operations = operations
        self._drafts = [_Draft(path) for path in paths]
        self.file = QComboBox()
        self.kind = QLabel()
        self.encoding = QComboBox()
        self.names = QCheckBox(self.tr("&Names before a colon say who speaks"))
        self.styles = QCheckBox(self.tr("St&yles say who speaks"))
        self.sentences = QCheckBox(self.tr("Each sentence is a &line"))
        self.joined = QCheckBox(self.tr("&Join lines that were broken to fit a page"))
        self.columns = ImportColumns()
        self.note = Note()
        self.summary = QLabel()
        self.only_odd = QCheckBox(self.tr("Only what is &odd"))
        self.with_tags = QCheckBox(self.tr("Show ta&gs and styles"))
        self.model = ImportModel(self)
        self.table = QTableView()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.accept_button = self.buttons.addButton(self.tr("Import"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.accept_button.setIcon(icon("import"))
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        self._lay_out()
        self._set_up_table()
        self._connect()
        self.accept_button.setDefault(True)
        for draft in self._drafts:
            self._read(draft)
        self._show()

    def accept(self) -> None:
        """Add the lines of all files that could be read; nothing happens while there are none."""
        if not self._is_ready():
            return
        for draft in self._drafts:
            if draft.imported and draft.imported.lines:
                self._projects.add_imported(draft.path.name, draft.imported)
        super().accept()

    @property
    def _draft(self) -> _Draft:
        return self._drafts[max(self.file.currentIndex(), 0)]

    def _lay_out(self) -> None:
        count = len(self._drafts)
        self.setWindowTitle(
            self.tr("Import {0}").format(self._drafts[0].path.name)
            if count == 1
            else self.tr("Import %n file(s)", "", count)
        )
        fill(self.file, [(str(at), draft.path.name) for at, draft in enumerate(self._drafts)], "0")
        self.file.setVisible(count > 1)
        self.file.setAccessibleName(self.tr("File"))
        self._encoding_label = QLabel(self.tr("En&coding"))
        self._encoding_label.setBuddy(self.encoding)
        head = QHBoxLayout()
        head.setSpacing(8)
        for widget in (self.file, self.kind):
            head.addWidget(widget)
        head.addStretch(1)
        for widget in (self._encoding_label, self.encoding):
            head.addWidget(widget)
        choices = QVBoxLayout()
        choices.setSpacing(4)
        for box in (self.names, self.styles, self.joined, self.sentences):
            choices.addWidget(box)
        below = QHBoxLayout()
        below.setSpacing(12)
        below.addWidget(self.summary, 1)
        below.addWidget(self.only_odd)
        below.addWidget(self.with_tags)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addLayout(choices)
        layout.addWidget(self.columns)
        layout.addWidget(self.note)
        layout.addLayout(below)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.buttons)
        width, height = self.fontMetrics().averageCharWidth(), self.fontMetrics().height()
        self.resize(120 * width, 36 * height)

    def _set_up_table(self) -> None:
        self.table.setModel(self.model)
        self.table.setAccessibleName(self.tr("What was understood"))
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setWordWrap(False)
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        rows = self.table.verticalHeader()
        rows.hide()
        # One height for all: nothing has to be measured, however long the file.
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(self.fontMetrics().height() + 8)
        columns = self.table.horizontalHeader()
        columns.setHighlightSections(False)
        columns.setSectionResizeMode(PreviewColumn.TEXT, QHeaderView.ResizeMode.Stretch)
        for column, characters in _WIDTHS.items():
            columns.resizeSection(column, self.fontMetrics().averageCharWidth() * characters)
        columns.resizeSection(PreviewColumn.NOTE, self.fontMetrics().averageCharWidth() * 36)

    def _connect(self) -> None:
        self.file.activated.connect(self._show)
        self.encoding.activated.connect(self._choose_encoding)
        self.names.toggled.connect(self._choose_names)
        self.styles.toggled.connect(self._choose_styles)
        self.sentences.toggled.connect(self._choose_sentences)
        self.joined.toggled.connect(self._choose_joined)
        self.columns.changed.connect(self._choose_columns)
        self.only_odd.toggled.connect(self._show_pieces)
        self.with_tags.toggled.connect(self._show_pieces)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    # What the user says about a file.

    def _choose_encoding(self) -> None:
        self._choose(encoding=str(self.encoding.currentData()))

    def _choose_names(self, wanted: bool) -> None:
        self._choose(names=wanted)

    def _choose_styles(self, wanted: bool) -> None:
        self._choose(styles=wanted)

    def _choose_sentences(self, wanted: bool) -> None:
        self._choose(sentences=wanted)

    def _choose_joined(self, wanted: bool) -> None:
        self._choose(joined=wanted)

    def _choose_columns(self) -> None:
        self._choose(columns=self.columns.columns())

    def _choose(self, **choices: object) -> None:
        draft = self._draft
        draft.choices = replace(draft.choices, **choices)  # type: ignore[arg-type]  # one field, of its own type
        self._read(draft)
        self._enable()

    # Reading.

    def _read(self, draft: _Draft) -> None:
        if draft.reading:
            draft.reading.cancel()
        path, choices, script = draft.path, draft.choices, self._document.script

        def work(_task: Task) -> Imported:
            with many_objects():
                return import_script(path, script, choices)

        def done(imported: Imported) -> None:
            if draft.reading is operation:
                self._take(draft, imported, "")

        def failed(sentence: str) -> None:
            if draft.reading is operation:
                self._take(draft, None, sentence)

        operation = Operation(self, "", work)
        draft.reading = operation
        operation.on_success(done).on_failure(failed).run(self._operations, lane=_LANE)

    def _take(self, draft: _Draft, imported: Imported | None, error: str) -> None:
        draft.imported, draft.error, draft.reading = imported, error, None
        if draft is self._draft:
            self._show()
        else:
            self._enable()

    # What is shown.

    def _show(self) -> None:
        draft = self._draft
        imported = draft.imported
        found = imported.found if imported else None
        self.note.clear()
        if draft.error:
            self.note.complain(draft.error)
        elif imported and imported.warnings:
            say = self.note.inform if imported.lines else self.note.complain
            say(" ".join(imported.warnings))
        self.kind.setText(kind_title(found.kind) if found else self.tr("Reading…") if draft.reading else "")
        has_encoding = bool((found and found.encoding) or draft.choices.encoding)
        for widget in (self._encoding_label, self.encoding):
            widget.setVisible(has_encoding)
        if found and found.encoding:
            automatic = self.tr("Found: {0}").format(encoding_title(found.encoding))
            chosen = draft.choices.encoding
            fill(self.encoding, [("", self.tr("Find out") if chosen else automatic), *ENCODINGS], chosen)
        if found:
            self._show_choices(draft, found.kind, len(found.styles), found.joined)
            self.columns.setVisible(found.table is not None)
            if found.table is not None:
                self.columns.show_table(found.table, found.columns)
        else:
            for box in (self.names, self.styles, self.sentences, self.joined):
                box.hide()
            self.columns.hide()
        self._show_pieces()
        self._enable()

    def _show_choices(self, draft: _Draft, kind: str, styles: int, joined: bool) -> None:
        for box, value, is_visible in (
            (self.names, draft.choices.names, True),
            (self.styles, draft.choices.styles, styles > 1),
            (self.sentences, draft.choices.sentences, kind in _PROSE),
            (self.joined, joined, kind == ".txt"),
        ):
            box.blockSignals(True)
            box.setChecked(value)
            box.blockSignals(False)
            box.setVisible(is_visible)

    def _show_pieces(self) -> None:
        imported = self._draft.imported
        pieces = imported.pieces if imported else ()
        self.model.show(pieces, only_odd=self.only_odd.isChecked(), with_tags=self.with_tags.isChecked())
        self.summary.setText(summary(imported) if imported else "")
        self.only_odd.setEnabled(any(each.odd for each in pieces))

    def _is_ready(self) -> bool:
        if any(draft.reading for draft in self._drafts):
            return False
        return any(draft.imported and draft.imported.lines for draft in self._drafts)

    def _enable(self) -> None:
        self.accept_button.setEnabled(self._is_ready())
