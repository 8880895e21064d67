"""The thread that decodes the picture: it shows the newest time that was asked for, and skips what came in between."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, QSize, QThread, Signal, Slot
from PySide6.QtGui import QImage

from engines.media.container import MediaError
from engines.media.pictures import Picture, PictureReader


class _Request(NamedTuple):
    number: int
    """Of the opening: the same file may be opened again."""
    path: Path | None
    seconds: float
    size: QSize


class _Worker(QObject):
    """Lives on the thread."""

    picture = Signal(QImage, float)
    failed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._request: _Request | None = None
        self._reader: PictureReader | None = None
        self._opened = 0
        self._size = QSize()

    def ask(self, request: _Request) -> None:
        """From the GUI thread: forget what was asked before, and do this."""
        with self._lock:
            self._request = request

    @Slot()
    def wake(self) -> None:
        with self._lock:
            request, self._request = self._request, None
        if request is None:
            return  # a later call has brought it already
        try:
            self._show(request)
        except MediaError as error:
            self._close()
            self.failed.emit(str(error))

    @Slot()
    def end(self) -> None:
        self._close()
        QThread.currentThread().quit()

    def _show(self, request: _Request) -> None:
        if request.number != self._opened:
            self._close()
            self._opened = request.number
            self._reader = PictureReader(request.path) if request.path else None
        if self._reader is None:
            return
        most = (request.size.width(), request.size.height())
        picture = self._reader.picture(request.seconds, most)
        if picture is None and request.size != self._size:
            picture = self._reader.repeat(most)
        self._size = request.size
        if picture:
            self.picture.emit(_image(picture), picture.start)

    def _close(self) -> None:
        """The number stays: what cannot be read is not tried again with every frame."""
        if self._reader:
            self._reader.close()
        self._reader = None


class PictureThread(QObject):
    """Gives pictures of one video at a time. Nothing here waits; the thread starts with the first video."""

    picture = Signal(QImage, float)
    """A frame, and the seconds of the video at which it begins; only when it is another one, or in another size."""
    failed = Signal(str)
    """The video cannot be read: a sentence, once."""
    _woken = Signal()
    _ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._number = 0
        self._thread = QThread(self)
        self._thread.setObjectName("pictures")
        self._worker = _Worker()
        self._worker.moveToThread(self._thread)
        self._woken.connect(self._worker.wake)
        self._ended.connect(self._worker.end)
        self._worker.picture.connect(self._on_picture)
        self._worker.failed.connect(self.failed)

    def open(self, path: Path | None) -> None:
        """Show pictures of this file from now on, or none."""
        self._path = path
        self._number += 1
        if path:
            self._thread.start()
        self._ask(_Request(self._number, path, 0.0, QSize()))

    def show(self, seconds: float, size: QSize) -> None:
        """Show what is seen at a time, in at most so many pixels."""
        if self._path:
            self._ask(_Request(self._number, self._path, seconds, size))

    def close(self) -> None:
        """End the thread."""
        if self._thread.isRunning():
            self._ended.emit()
            self._thread.wait()

    def _ask(self, request: _Request) -> None:
        self._worker.ask(request)
        self._woken.emit()

    @Slot(QImage, float)
    def _on_picture(self, image: QImage, start: float) -> None:
        if self._path:  # one may be on its way when the video is closed
            self.picture.emit(image, start)


def _image(picture: Picture) -> QImage:
    height, width, _ = picture.pixels.shape
    image = QImage(picture.pixels.data, width, height, 4 * width, QImage.Format.Format_RGB32)
    return image.copy()  # it owns its pixels then
