"""What is done with what the user drops on the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from studio.document.document import Document
from studio.document.edits import paste
from studio.projects import Projects
from studio.windows.drops import Drop, sort_files
from studio.windows.file_commands import FileCommands
from studio.windows.notices import Notices
from studio.windows.voices_commands import VoiceCommands


class DropCommands(QObject):
    """Opens projects, imports scripts and voices, adds text, clones, and says what it cannot do with the rest."""

    def __init__(
        self,
        *,
        document: Document,
        projects: Projects,
        files: FileCommands,
        voices: VoiceCommands,
        notices: Notices,
        open_video: Callable[[Path], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._projects = projects
        self._files = files
        self._voices = voices
        self._notices = notices
        self._open_video = open_video

    def take_files(self, paths: Sequence[Path]) -> None:
        """Do what is meant by dropping files."""
        self.take(sort_files(paths))

    def take(self, drop: Drop) -> None:
        """Do what is meant by dropping something."""
        if drop.projects:
            self._files.open_path(drop.projects[0])
        if drop.scripts:
            self._projects.import_files(drop.scripts)
        if drop.text:
            script = self._document.script
            self._document.edit(self.tr("Add dropped text"), paste(script, len(script.lines), drop.text))
        if drop.audio:
            self._voices.clone(drop.audio[0])
        if drop.videos:
            self._open_video(drop.videos[0])
        if drop.voices:
            self._voices.import_files(drop.voices)
        if drop.others:
            text = self.tr("{0} cannot be opened here. Drop a text, subtitle, sound, video, voice or project file.")
            self._notices.inform(text.format(drop.others[0].name))
