"""What the file actions do, and the questions that they ask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox, QWidget

from studio.document.document import Document
from studio.document.package import SUFFIX
from studio.operations import Operations
from studio.projects import Projects
from studio.settings import Settings
from studio.windows.actions import Actions
from studio.windows.drops import SCRIPTS
from studio.windows.import_dialog import ImportDialog

_SCRIPT_PATTERNS = " ".join(sorted(f"*{suffix}" for suffix in SCRIPTS))


class FileCommands(QObject):
    """Binds `file.new`, `open`, `import`, `sample`, `save` and `save_as`.

    No dialog blocks: each goes on by a signal.

    Parameters
    ----------
    window
        Over which dialogs appear.
    commit
        Takes over what is being typed at this moment.
    """

    def __init__(
        self,
        *,
        actions: Actions,
        document: Document,
        projects: Projects,
        operations: Operations,
        settings: Settings,
        commit: Callable[[], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._commit = commit
        self._document = document
        self._projects = projects
        self._operations = operations
        self._settings = settings
        self._window = window
        self.recent = QMenu(window)
        self.recent.aboutToShow.connect(self._fill_recent)
        actions.bind("file.new", self.new)
        actions.bind("file.open", self.open)
        actions.bind("file.import", self.import_files)
        actions.bind("file.sample", self.open_sample)
        actions.bind("file.save", self.save)
        actions.bind("file.save_as", self.save_as)
        projects.doubtful.connect(self._look_at)

    def new(self) -> None:
        """Open an empty project."""
        self.when_safe(self._projects.new)

    def open_sample(self) -> None:
        """Open the sample project."""
        self.when_safe(self._projects.open_sample)

    def open(self) -> None:
        """Ask for a project, or a file to import, and open it."""
        kinds = [self._everything_filter(), self._project_filter(), self._script_filter()]
        dialog = self._dialog(self.tr("Open"), kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._open_chosen)
        dialog.open()

    def open_path(self, path: Path) -> None:
        """Open a project, or import a text or subtitle file."""
        if path.suffix.lower() == SUFFIX:
            self.when_safe(partial(self._projects.open, path))
        else:
            self._projects.import_files([path])

    def import_files(self) -> None:
        """Ask for files, and show what is understood of them before their lines are added."""
        dialog = self._dialog(self.tr("Import text or subtitles"), [self._script_filter()])
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self._import_chosen)
        dialog.open()

    def save(self, then: Callable[[], object] | None = None) -> None:
        """Save the project, asking where if it has no file yet; afterwards, if that went well, call `then`."""
        self._commit()
        if self._document.path:
            self._projects.save(self._document.path, then)
        else:
            self.save_as(then)

    def save_as(self, then: Callable[[], object] | None = None) -> None:
        """Ask where, and save the project there."""
        self._commit()
        dialog = self._dialog(self.tr("Save the project"), [self._project_filter()])
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX[1:])
        dialog.selectFile(f"{self._projects.name or self.tr('Untitled')}{SUFFIX}")
        dialog.fileSelected.connect(partial(self._save_chosen, then))
        dialog.open()

    def when_safe(self, then: Callable[[], object]) -> None:
        """Call `then` once no unsaved work can be lost by it, which may take a question to the user."""
        self._commit()
        if not self._projects.unsaved:
            then()
            return
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowModality(Qt.WindowModality.WindowModal)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Unsaved changes"))
        box.setText(self.tr("Save the changes to “{0}”?").format(self._projects.name or self.tr("Untitled")))
        box.setInformativeText(self.tr("Without saving, what you changed and made since the last save is gone."))
        box.setStandardButtons(
            QMessageBox.StandardButton.Save | QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel
        )
        discard = box.button(QMessageBox.StandardButton.Discard)
        discard.setText(self.tr("&Don't save"))
        box.setDefaultButton(QMessageBox.StandardButton.Save)
        box.accepted.connect(partial(self.save, then))
        discard.clicked.connect(partial(_without_argument, then))
        box.open()

    def _open_chosen(self, name: str) -> None:
        self.open_path(Path(name))

    def _import_chosen(self, names: list[str]) -> None:
        self._preview([Path(name) for name in names])

    def _look_at(self, path: Path) -> None:
        self._preview([path])

    def _preview(self, paths: Sequence[Path]) -> None:
        ImportDialog(
            paths=paths,
            document=self._document,
            projects=self._projects,
            operations=self._operations,
            parent=self._window,
        ).open()

    def _save_chosen(self, then: Callable[[], object] | None, name: str) -> None:
        self._projects.save(Path(name), then)

    def _fill_recent(self) -> None:
        self.recent.clear()
        for name in self._settings.recent_files:
            path = Path(name)
            action = self.recent.addAction(path.stem.replace("&", "&&"))
            action.setToolTip(name)
            action.setStatusTip(name)
            action.triggered.connect(partial(self._open_recent, path))
        self.recent.setToolTipsVisible(True)
        if self.recent.isEmpty():
            self.recent.addAction(self.tr("No recent projects")).setEnabled(False)
            return
        self.recent.addSeparator()
        self.recent.addAction(self.tr("&Clear this list")).triggered.connect(self._clear_recent)

    def _open_recent(self, path: Path, _checked: bool = False) -> None:
        self.open_path(path)

    def _clear_recent(self) -> None:
        self._settings.clear_recent_files()

    def _everything_filter(self) -> str:
        return self.tr("Projects, text and subtitles ({0})").format(f"*{SUFFIX} {_SCRIPT_PATTERNS}")

    def _project_filter(self) -> str:
        return self.tr("Timbre projects ({0})").format(f"*{SUFFIX}")

    def _script_filter(self) -> str:
        return self.tr("Text and subtitles ({0})").format(_SCRIPT_PATTERNS)

    def _dialog(self, title: str, filters: list[str]) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setNameFilters(filters)
        if self._document.path:
            dialog.setDirectory(str(self._document.path.parent))
        else:
            dialog.setDirectory(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
        return dialog


def _without_argument(then: Callable[[], object], _checked: bool = False) -> None:
    """What a click calls, and no more: a click brings an argument along."""
    then()
