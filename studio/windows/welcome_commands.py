"""What the welcome page leads to, and what it is told."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from studio.document.recovery import Recovered
from studio.session import Session
from studio.windows.file_commands import FileCommands
from studio.windows.welcome_page import WelcomePage


class WelcomeCommands(QObject):
    """Joins the page with files, recent projects and work that was lost."""

    def __init__(self, *, page: WelcomePage, session: Session, files: FileCommands) -> None:
        super().__init__(page)
        self._page = page
        self._session = session
        self._found: list[Recovered] = []
        page.open_requested.connect(files.open)
        page.sample_requested.connect(files.open_sample)
        page.recent_requested.connect(files.open_path)
        page.install_finished.connect(session.synthesis.reload)
        page.recover_requested.connect(self._recover)
        page.discard_requested.connect(self._discard)
        session.projects.found.connect(self._add_lost)
        session.settings.changed.connect(self._setting_changed)
        self._show_recent()

    def _recover(self, lost: Recovered) -> None:
        self._remove(lost)
        self._session.projects.recover(lost)

    def _discard(self, lost: Recovered) -> None:
        self._remove(lost)
        self._session.projects.discard(lost)

    def _add_lost(self, lost: Recovered) -> None:
        self._found.insert(0, lost)
        self._page.set_recoverable(self._found)

    def _remove(self, lost: Recovered) -> None:
        self._found = [other for other in self._found if other.folder != lost.folder]
        self._page.set_recoverable(self._found)

    def _setting_changed(self, name: str) -> None:
        if name == "recent_files":
            self._show_recent()

    def _show_recent(self) -> None:
        self._page.set_recent([Path(name) for name in self._session.settings.recent_files])
