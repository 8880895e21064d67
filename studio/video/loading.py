"""The video of the project that is open: what is in it, and the outline of its sound."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from engines.media.container import MediaInfo, probe
from engines.media.sound import Outline, outline
from studio.document.document import Document
from studio.operations import Activity, Operation, Operations, Task


class _Loaded(NamedTuple):
    path: str
    info: MediaInfo


class VideoFile(QObject):
    """Follows the document, and reads what it names away from the GUI thread."""

    changed = Signal()
    """`info` or `problem`: another video, none, or this one is known or missing now."""
    outlined = Signal()
    """`outline` is there."""

    def __init__(self, document: Document, operations: Operations, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._operations = operations
        self._path = ""
        self._work: list[Activity] = []
        self.info: MediaInfo | None = None
        """None while it is not known."""
        self.outline: Outline | None = None
        """None while it is not known, and where there is no sound."""
        self.problem = ""
        """A sentence: why the video cannot be read."""
        document.changed.connect(self._follow)
        document.replaced.connect(self._follow)

    @property
    def path(self) -> str:
        """Of the file; empty for none."""
        return self._path

    def reload(self) -> None:
        """Look again: it may be back."""
        self._load()

    def _follow(self, _change: object = None) -> None:
        video = self._document.script.video
        if (video.path if video else "") != self._path:
            self._load()

    def _load(self) -> None:
        for operation in self._work:
            operation.cancel()
        self._work = []
        video = self._document.script.video
        self._path = video.path if video else ""
        self.info, self.outline, self.problem = None, None, ""
        if video:
            path, file = video.path, video.file
            operation = Operation(self, "", lambda _task: probe(file))
            self._work.append(operation)
            operation.on_success(lambda info: self._known(_Loaded(path, info)))
            operation.on_failure(lambda sentence: self._failed(path, sentence)).run(self._operations)
        self.changed.emit()

    def _known(self, loaded: _Loaded) -> None:
        video = self._document.script.video
        if loaded.path != self._path or video is None:
            return
        self.info, info = loaded.info, loaded.info
        self.changed.emit()
        if not info.has_sound:
            return
        path, file = loaded.path, video.file
        title = self.tr("Reading the sound of {0}").format(file.name)

        def work(task: Task) -> Outline:
            return outline(file, info.seconds, lambda share: task.progress("", share))

        operation = Operation(self, title, work)
        self._work.append(operation)
        operation.on_success(lambda found: self._outlined(path, found))
        # The picture and the speech can be worked with all the same.
        operation.on_failure(lambda _sentence: None).run(self._operations)

    def _outlined(self, path: str, found: Outline) -> None:
        if path == self._path:
            self.outline = found
            self.outlined.emit()

    def _failed(self, path: str, sentence: str) -> None:
        if path == self._path:
            self.problem = sentence
            self.changed.emit()
