"""Writing the dub: all lines are made first, then a file is written in the background."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engines.media.muxing import Track
from engines.types import FloatArray
from studio.document.document import Document
from studio.document.takes import Take
from studio.document.video import Video
from studio.export.gathering import Gathering
from studio.operations import Activity, Operation, Operations, Task
from studio.playback.audio_files import read_take
from studio.playback.making import Making
from studio.video.loading import VideoFile
from studio.video.mix import Mix, Sources
from studio.video.placing import place
from studio.video.writing import Tell, write_clip, write_sound, write_video

Write = Callable[[Mix, Sources, float, Tell], Path]


class _Making(Activity):
    """The lines of a file, as the list of activities shows them."""

    def __init__(self, parent: QObject, title: str, gathering: Gathering, over: Callable[[], None]) -> None:
        super().__init__(parent, title)
        self._gathering = gathering
        self._over = over
        gathering.progressed.connect(partial(self.progress, ""))

    def cancel(self) -> None:
        """Stop making them, and write nothing."""
        self._gathering.cancel()
        self._over()


class DubFiles(QObject):
    """What is written of a script and its video."""

    written = Signal(object)
    """The `Path` of a file that is whole."""
    failed = Signal(str)
    """A sentence: a file that was not written."""

    def __init__(
        self,
        document: Document,
        making: Making,
        operations: Operations,
        video: VideoFile,
        takes_folder: Callable[[], Path],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._making = making
        self._operations = operations
        self._video = video
        self._takes_folder = takes_folder
        self._gathered: list[_Making] = []

    def write_sound(self, file: Path) -> None:
        """Write the mix as WAV; an older file of that name is replaced."""
        self._write(file, partial(write_sound, file))

    def write_video(self, file: Path, track: Track) -> None:
        """Write a copy of the video with the mix as a new track; an older file of that name is replaced."""
        video = self._document.script.video
        if video:
            self._write(file, partial(write_video, video.file, file, track))

    def clip(self, start: float, end: float, file: Path, then: Callable[[Path], None]) -> None:
        """Write what is heard in a stretch of the video as WAV, and pass it on."""
        video = self._document.script.video
        if video:
            source = video.file
            operation = Operation(
                self, self.tr("Cutting out the sound"), lambda _task: write_clip(source, start, end, file)
            )
            operation.on_success(then).on_failure(self.failed.emit).run(self._operations)

    def cancel(self) -> None:
        """Make no more lines for files."""
        for activity in list(self._gathered):
            activity.cancel()

    def _write(self, file: Path, write: Write) -> None:
        lines = [line.id for line in self._document.script.lines if line.text.strip()]
        if not lines:
            self._ready(file, write)
            return
        gathering = Gathering(self._document, self._making, lines, self)

        def over() -> None:
            if activity in self._gathered:
                self._gathered.remove(activity)
                self._operations.withdraw(activity)
                activity.deleteLater()

        def failed(sentence: str) -> None:
            over()
            self.failed.emit(sentence)

        def ready() -> None:
            over()
            self._ready(file, write)

        activity = _Making(self, self.tr("Making the lines of {0}").format(file.name), gathering, over)
        self._gathered.append(activity)
        gathering.ready.connect(lambda _takes: ready())
        gathering.empty.connect(ready)
        gathering.given_up.connect(over)
        gathering.failed.connect(failed)
        self._operations.announce(activity)

    def _ready(self, file: Path, write: Write) -> None:
        script, info, folder = self._document.script, self._video.info, self._takes_folder()
        video = script.video or Video("")
        mix = Mix(place(script, self._making.take), video.mixing)
        seconds = max([info.seconds if info else 0.0, *(each.end for each in mix.speech)])
        original = video.file if info and info.has_sound else None

        def read(take: Take) -> FloatArray:
            return read_take(folder, take)

        def work(task: Task) -> Path:
            sources = Sources(original, read)
            try:
                return write(mix, sources, seconds, lambda share: task.progress("", share))
            finally:
                sources.close()

        operation = Operation(self, self.tr("Writing {0}").format(file.name), work)
        operation.on_success(self.written.emit).on_failure(self.failed.emit).run(self._operations)
