"""The lexicons: how words are read in this project, and in all of the user's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QTabWidget, QToolBar, QVBoxLayout, QWidget
from shiboken6 import isValid

from studio.session import Session
from studio.windows.icons import icon
from studio.windows.lexicon_files import LexiconFiles
from studio.windows.lexicon_page import LexiconPage
from studio.windows.lexicon_sources import ProjectSource, UserSource
from studio.windows.note import Note


class LexiconWindow(QDialog):
    """Stays open beside the main window while the script is worked on."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        sources = (ProjectSource(session.document, self), UserSource(session.user_lexicon, self))
        self.project, self.user = (
            LexiconPage(
                source=source,
                document=session.document,
                synthesis=session.synthesis,
                transport=session.transport,
                operations=session.operations,
            )
            for source in sources
        )
        self.files = LexiconFiles(session.operations, self)
        self.note = Note()
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self._bar = QToolBar()
        self._bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        keys = QKeySequence.StandardKey
        self.hear = self._action("audition", LexiconPage.hear)
        self.remove = self._action("delete", LexiconPage.remove)
        self.copy = self._action("copy", self._copy)
        self.undo = self._action("undo", lambda page: page.source.undo_stack.undo(), keys.Undo)
        self.redo = self._action("redo", lambda page: page.source.undo_stack.redo(), keys.Redo)
        self.bring = self._action("import", lambda page: self.files.choose_import(page.source))
        self.give = self._action("export", lambda page: self.files.choose_export(page.source, self._file_name()))
        seek = QAction(self)
        seek.setShortcut(keys.Find)
        seek.triggered.connect(self._seek)
        self.addAction(seek)
        for page in (self.project, self.user):
            self.tabs.addTab(page, "")
            page.selection_changed.connect(self._enable)
            page.source.changed.connect(self._enable)
            stack = page.source.undo_stack
            stack.canUndoChanged.connect(self._enable)
            stack.canRedoChanged.connect(self._enable)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 4, 4, 4)
        layout.setSpacing(4)
        layout.addWidget(self._bar)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(self.note)
        self.tabs.currentChanged.connect(self._enable)
        self.files.told.connect(self.note.inform)
        self.files.failed.connect(self.note.complain)
        session.user_lexicon.failed.connect(self.note.complain)
        self._retranslate()
        em = self.fontMetrics().averageCharWidth()
        self.resize(em * 130, self.fontMetrics().height() * 32)

    @property
    def page(self) -> LexiconPage:
        """The lexicon that is shown."""
        return self.user if self.tabs.currentIndex() else self.project

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _action(
        self, name: str, act: Callable[[LexiconPage], object], keys: QKeySequence.StandardKey | None = None
    ) -> QAction:
        action = QAction(self)
        action.setData(name)
        if keys is not None:
            action.setShortcuts(QKeySequence.keyBindings(keys))
        action.triggered.connect(lambda _checked=False: act(self.page))
        self._bar.addAction(action)
        return action

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Pronunciation lexicons"))
        self.tabs.setTabText(0, self.tr("This &project"))
        self.tabs.setTabText(1, self.tr("Mine, for &all projects"))
        self._bar.setAccessibleName(self.tr("What can be done with entries"))
        self.hear.setText(self.tr("Hear"))
        self.remove.setText(self.tr("Remove"))
        self.undo.setText(self.tr("Undo"))
        self.redo.setText(self.tr("Redo"))
        self.bring.setText(self.tr("Import…"))
        self.give.setText(self.tr("Export…"))
        for action in self._bar.actions():
            action.setIcon(icon(action.data()))
        self._enable()

    def _enable(self) -> None:
        page = self.page
        stack = page.source.undo_stack
        if not isValid(stack):  # it tells that nothing is to be undone even while it is being deleted
            return
        chosen = page.table.selectionModel().hasSelection()
        for action in (self.hear, self.remove, self.copy):
            action.setEnabled(chosen)
        self.copy.setText(self.tr("Copy to mine") if page is self.project else self.tr("Copy to the project"))
        self.undo.setEnabled(stack.canUndo())
        self.redo.setEnabled(stack.canRedo())
        self.give.setEnabled(bool(len(page.source.lexicon)))

    def _seek(self) -> None:
        self.page.search.setFocus()

    def _copy(self, page: LexiconPage) -> None:
        entries = page.table.chosen()
        other = self.user if page is self.project else self.project
        other.put(entries, self.tr("Copy %n entry(s)", "", len(entries)))
        self.note.inform(self.tr("%n entry(s) are in the other list too now.", "", len(entries)))

    def _file_name(self) -> str:
        if self.page is self.user:
            return self.tr("my lexicon")
        path: Path | None = self._session.document.path
        return path.stem if path else self.tr("lexicon")
