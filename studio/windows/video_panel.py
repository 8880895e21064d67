"""The video beside the script: its picture, its sound over time with the lines on it, and how both are mixed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from studio.document.document import Document
from studio.document.edits import set_video
from studio.document.video import Video
from studio.video.loading import VideoFile
from studio.video.pictures import PictureThread
from studio.video.player import DubPlayer
from studio.windows.actions import Actions
from studio.windows.durations import clock
from studio.windows.numbers import number
from studio.windows.video_controls import VideoControls
from studio.windows.video_cues import cues_of
from studio.windows.video_picture import VideoPicture
from studio.windows.video_timeline import Stretch, VideoTimeline

_DRAWN_EVERY = 50
"""Milliseconds."""
_AHEAD_SECONDS = 1 / 60
"""Half the time between two positions that are told: what is shown is seen until the next one."""
_BUTTONS = (
    ("video.play",),
    ("video.mark_start", "video.mark_end", "video.clone"),
    ("video.export_sound", "video.export_video"),
)


class VideoPanel(QWidget):
    """Follows the player: the picture is that of the sound that is heard."""

    line_pointed = Signal(str)
    """A line that the user went to."""
    stretch_changed = Signal()

    def __init__(
        self,
        *,
        document: Document,
        video: VideoFile,
        pictures: PictureThread,
        player: DubPlayer,
        actions: Actions,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._video = video
        self._pictures = pictures
        self._player = player
        self._actions = actions
        self._opened = ""
        self._stale = True
        """Whether the lines are to be drawn anew when this is seen."""
        # Many lines may change in a row, as while they are being made.
        self._soon = QTimer(self, singleShot=True, interval=_DRAWN_EVERY)
        self._soon.timeout.connect(self._show_lines)
        self.picture = VideoPicture()
        self.timeline = VideoTimeline()
        self.controls = VideoControls()
        self._time, self._chosen = QLabel(), QLabel()
        self._words = QLabel(wordWrap=True, alignment=Qt.AlignmentFlag.AlignCenter)
        self.open_button = QPushButton()
        self._lay_out()
        self._connect()
        self._retranslate()
        self._video_changed()

    @property
    def stretch(self) -> Stretch | None:
        """What the user chose of the video."""
        return self.timeline.stretch

    def mark_start(self) -> None:
        """Let the stretch begin at the playhead."""
        at = self._player.position
        end = self.stretch.end if self.stretch and self.stretch.end > at else self._player.seconds
        self.timeline.set_stretch(Stretch(at, end) if end > at else None)

    def mark_end(self) -> None:
        """Let it end there."""
        at = self._player.position
        start = self.stretch.start if self.stretch and self.stretch.start < at else 0.0
        self.timeline.set_stretch(Stretch(start, at) if start < at else None)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 Qt's name
        """What was not seen was not kept up to date."""
        super().showEvent(event)
        if self._stale:
            self._show_lines()
        self._show_picture()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        empty, full = QWidget(), QWidget()
        column = QVBoxLayout(empty)
        column.addStretch()
        column.addWidget(self._words)
        column.addWidget(self.open_button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch()
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.addWidget(self.picture)
        splitter.addWidget(self.timeline)
        splitter.setStretchFactor(0, 1)
        splitter.setStretchFactor(1, 2)
        buttons = QHBoxLayout()
        buttons.setSpacing(4)
        for group in _BUTTONS:
            for action in group:
                button = QToolButton(toolButtonStyle=Qt.ToolButtonStyle.ToolButtonIconOnly)
                button.setDefaultAction(self._actions[action])
                button.setAutoRaise(True)
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                buttons.addWidget(button)
            buttons.addSpacing(8)
            if group is _BUTTONS[0]:
                buttons.addWidget(self._time)
                buttons.addSpacing(8)
        buttons.addWidget(self._chosen)
        buttons.addStretch()
        buttons.addWidget(self.controls)
        rows = QVBoxLayout(full)
        rows.setContentsMargins(4, 4, 4, 4)
        rows.setSpacing(4)
        rows.addLayout(buttons)
        rows.addWidget(splitter, 1)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(empty)
        self._pages.addWidget(full)

    def _connect(self) -> None:
        self.open_button.clicked.connect(self._actions["video.open"].trigger)
        self.controls.changed.connect(self._set)
        self.timeline.pointed.connect(self._pointed)
        self.timeline.line_pointed.connect(self._line_pointed)
        self.timeline.stretch_changed.connect(self._stretch_changed)
        self.picture.resized.connect(self._show_picture)
        self._video.changed.connect(self._video_changed)
        self._video.outlined.connect(lambda: self.timeline.set_outline(self._video.outline))
        self._pictures.picture.connect(self._picture_there)
        self._pictures.failed.connect(self.picture.show_sentence)
        self._player.moved.connect(self._moved)
        self._player.line_started.connect(self.timeline.cues.set_current)
        self._document.changed.connect(self._lines_changed)
        self._document.takes_changed.connect(self._lines_changed)
        self._document.replaced.connect(self._lines_changed)

    def _set(self, field: str, video: Video) -> None:
        # A slider that is moved is one step of undo.
        self._document.edit(
            self.tr("Change the video's sound") if field != "offset" else self.tr("Move the script on the video"),
            set_video(self._document.script, video),
            merge=f"video {field}",
        )

    def _video_changed(self) -> None:
        video, info = self._document.script.video, self._video.info
        self._pages.setCurrentIndex(int(video is not None))
        self.timeline.set_outline(self._video.outline)
        self.timeline.set_stretch(None)
        if video and info and info.has_picture:
            self._opened = video.path
            self._pictures.open(video.file)
            self._show_picture()
        else:
            self._opened = ""
            self._pictures.open(None)
            self.picture.show_sentence(self._no_picture())
        self._show_lines()
        self._moved(self._player.position)

    def _no_picture(self) -> str:
        if self._video.problem:
            return self._video.problem
        if self._video.info:
            return self.tr("This file has sound and no picture.")
        return self.tr("Opening…") if self._document.script.video else ""

    def _lines_changed(self, _what: object = None) -> None:
        self.controls.show_video(self._document.script.video)
        self._stale = True
        if self.isVisible() and not self._soon.isActive():
            self._soon.start()

    def _show_lines(self) -> None:
        self._stale = False
        script = self._document.script
        self.controls.show_video(script.video)
        if script.video:
            self.timeline.set_cues(cues_of(script, self._player.placed))
            self.timeline.set_seconds(self._player.seconds)
            self._show_time()

    def _pointed(self, seconds: float, done: bool) -> None:
        if done:
            self._player.seek(seconds)
        else:
            self._look_at(seconds)

    def _line_pointed(self, line_id: str, seconds: float) -> None:
        self._player.seek(seconds)
        self.line_pointed.emit(line_id)

    def _moved(self, seconds: float) -> None:
        self._look_at(seconds, follow=True)
        self._show_time()

    def _look_at(self, seconds: float, *, follow: bool = False) -> None:
        """Show a moment: all that moves while it plays."""
        if self._document.script.video is None or not self.isVisible():
            return
        self.timeline.set_playhead(seconds, follow=follow)
        if self._opened:
            ahead = _AHEAD_SECONDS if self._player.playing else 0.0
            self._pictures.show(seconds + ahead, self.picture.room)

    def _show_picture(self) -> None:
        self._look_at(self._player.position)

    def _picture_there(self, image: QImage, _start: float) -> None:
        if self._opened:
            self.picture.show_image(image)

    def _stretch_changed(self) -> None:
        chosen = self.stretch
        text = self.tr("Chosen: {0} to {1} ({2} s)")
        self._chosen.setText(
            text.format(clock(chosen.start), clock(chosen.end), number(chosen.seconds, 1)) if chosen else ""
        )
        self.stretch_changed.emit()

    def _show_time(self) -> None:
        self._time.setText(f"{clock(self._player.position)} / {clock(self._player.seconds)}")

    def sizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """Room for the picture and the sound beside it."""
        return QSize(900, 260)

    def _retranslate(self) -> None:
        self._words.setText(
            self.tr("See the lines on the time of a video, hear them over its sound, and export both together.")
        )
        self.open_button.setText(self.tr("&Open a video or sound…"))
        self._time.setAccessibleName(self.tr("Time in the video"))
        self._stretch_changed()
