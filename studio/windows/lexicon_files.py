"""Bringing a lexicon in from a file, and giving one away."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from engines.text.lexicon import Entry, Lexicon
from engines.text.lexicon_formats import FORMATS, Imported, read_lexicon, write_lexicon
from engines.text.lexicon_merge import Comparison, Conflict, compare, merge
from studio.operations import Operation, Operations, Task
from studio.windows.lexicon_merge import MergeDialog
from studio.windows.lexicon_sources import LexiconSource, turning

_NAMES = {".csv": "CSV", ".tsv": "TSV", ".json": "JSON", ".pls": "W3C PLS"}
_SHOWN = 3
"""Sentences about entries that were left out."""


class LexiconFiles(QObject):
    """Asks for files, reads and writes them away from the GUI thread, and asks about conflicts."""

    told = Signal(str)
    """A sentence about what has been done."""
    failed = Signal(str)
    """A sentence about what could not be done."""

    def __init__(self, operations: Operations, window: QWidget) -> None:
        super().__init__(window)
        self._operations = operations
        self._window = window

    def choose_import(self, source: LexiconSource) -> None:
        """Ask for a file to bring in."""
        dialog = self._dialog(self.tr("Import a lexicon"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        every = " ".join(f"*{suffix}" for suffix in FORMATS)
        dialog.setNameFilters([self.tr("Lexicons ({0})").format(every), *map(_filter, FORMATS)])
        dialog.fileSelected.connect(lambda name: self.import_file(source, Path(name)))
        dialog.open()

    def choose_export(self, source: LexiconSource, name: str) -> None:
        """Ask where to write a lexicon; the ending of the name says in which format."""
        dialog = self._dialog(self.tr("Export the lexicon"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(list(map(_filter, FORMATS)))
        dialog.setDefaultSuffix(FORMATS[0][1:])
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(_suffix(chosen)[1:]))
        dialog.selectFile(f"{name}{FORMATS[0]}")
        dialog.fileSelected.connect(lambda path: self.export_file(source, Path(path)))
        dialog.open()

    def import_file(self, source: LexiconSource, path: Path) -> None:
        """Bring in what is new, and ask about what is read otherwise."""
        lexicon = source.lexicon

        def work(_task: Task) -> tuple[Imported, Comparison]:
            imported = read_lexicon(path)
            return imported, compare(lexicon, imported.lexicon)

        def done(result: tuple[Imported, Comparison]) -> None:
            imported, comparison = result
            if not comparison.conflicts:
                self._bring_in(source, path, imported, lambda conflict: conflict.mine)
                return
            dialog = MergeDialog(path.name, comparison, self._window)
            dialog.accepted.connect(partial(self._bring_in, source, path, imported, dialog.model.keep))
            dialog.open()

        operation = Operation(self, self.tr("Importing {0}").format(path.name), work)
        operation.on_success(done).on_failure(self.failed.emit).run(self._operations)

    def export_file(self, source: LexiconSource, path: Path) -> None:
        """Write all entries."""
        lexicon = source.lexicon

        def done(_none: None) -> None:
            self.told.emit(self.tr("%n entry(s) are in {0}.", "", len(lexicon)).format(path.name))

        operation = Operation(
            self, self.tr("Exporting {0}").format(path.name), lambda _task: write_lexicon(path, lexicon), essential=True
        )
        operation.on_success(done).on_failure(self.failed.emit).run(self._operations)

    def _bring_in(
        self, source: LexiconSource, path: Path, imported: Imported, keep: Callable[[Conflict], Entry]
    ) -> None:
        before = source.lexicon  # it may have changed since the user was asked

        def work(_task: Task) -> tuple[Lexicon, int]:
            after = merge(before, compare(before, imported.lexicon), keep).prepared()
            return after, len(frozenset(after) - frozenset(before))

        def done(result: tuple[Lexicon, int]) -> None:
            after, came = result
            source.change(self.tr("Import {0}").format(path.name), turning(before, after))
            self._tell(path, imported, came)

        Operation(self, "", work).on_success(done).on_failure(self.failed.emit).run(self._operations)

    def _tell(self, path: Path, imported: Imported, came: int) -> None:
        sentences = [self.tr("%n entry(s) came from {0}.", "", came).format(path.name)]
        if imported.problems:
            sentences.append(self.tr("%n were left out:", "", len(imported.problems)))
            sentences += imported.problems[:_SHOWN]
        self.told.emit(" ".join(sentences))

    def _dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setDirectory(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
        return dialog


def _filter(suffix: str) -> str:
    return f"{_NAMES[suffix]} (*{suffix})"


def _suffix(name_filter: str) -> str:
    return next((suffix for suffix in FORMATS if _filter(suffix) == name_filter), FORMATS[0])
