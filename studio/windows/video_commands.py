"""What the video actions do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QMainWindow

from engines.media.container import MediaError, check_installed
from engines.media.muxing import SUFFIXES, Track, suffix_for
from studio.document.document import Change
from studio.document.edits import set_video
from studio.document.video import Video
from studio.playback.messages import TransportState
from studio.session import Session
from studio.windows.actions import Actions
from studio.windows.drops import AUDIO, VIDEO
from studio.windows.icons import icon
from studio.windows.message_strip import Message, MessageStrip
from studio.windows.play_commands import STEP_SECONDS
from studio.windows.video_panel import VideoPanel

_STRIP = "video"


class VideoCommands(QObject):
    """Opens, plays, writes and clones, and tells in the strip what has come of it.

    Parameters
    ----------
    reveal
        Brings the panel to the front.
    clone
        Opens the window that clones, with a recording.
    """

    def __init__(
        self,
        *,
        session: Session,
        actions: Actions,
        panel: VideoPanel,
        strip: MessageStrip,
        reveal: Callable[[], None],
        clone: Callable[[Path], object],
        window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._document = session.document
        self._actions = actions
        self._panel = panel
        self._strip = strip
        self._reveal = reveal
        self._clone = clone
        self._window = window
        handlers: dict[str, Callable[[], object]] = {
            "video.open": self.choose,
            "video.play": session.dub.toggle,
            "video.mark_start": panel.mark_start,
            "video.mark_end": panel.mark_end,
            "video.clone": self.clone,
            "video.export_sound": self.export_sound,
            "video.export_video": self.export_video,
            "video.remove": self.remove,
            "play.back": partial(self._step, -STEP_SECONDS),
            "play.forward": partial(self._step, STEP_SECONDS),
        }
        for action_id, handler in handlers.items():
            actions.bind(action_id, handler)
        session.video.changed.connect(self._video_changed)
        session.dub.problem.connect(self._complain)
        session.dub.playing_changed.connect(self._enable)
        session.transport.state_changed.connect(self._enable)
        session.dub_files.written.connect(self._written)
        session.dub_files.failed.connect(self._complain)
        panel.stretch_changed.connect(self._enable)
        self._document.changed.connect(self._edited)
        self._document.replaced.connect(self._enable)
        self._video_changed()

    def choose(self) -> None:
        """Ask for a video or audio file, and speak over it."""
        dialog = self._dialog(self.tr("Open a video or sound"))
        kinds = " ".join(sorted(f"*{suffix}" for suffix in VIDEO | AUDIO))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([self.tr("Video and sound ({0})").format(kinds), self.tr("All files (*)")])
        dialog.fileSelected.connect(lambda name: self.open_file(Path(name)))
        dialog.open()

    def open_file(self, path: Path) -> None:
        """Speak over this file; how the one before was mixed is kept."""
        try:
            check_installed()
        except MediaError as error:
            self._complain(str(error))
            return
        before = self._document.script.video
        video = Video(str(path.absolute()))
        if before:
            video = Video(str(path.absolute()), "", before.offset, before.original, before.lowered)
        if video == before:
            self._session.video.reload()
        else:
            self._document.edit(self.tr("Open {0}").format(path.name), set_video(self._document.script, video))
        self._reveal()

    def remove(self) -> None:
        """Speak over no video; the file itself stays."""
        self._document.edit(self.tr("Remove the video"), set_video(self._document.script, None))

    def clone(self) -> None:
        """Clone a voice from the chosen stretch."""
        stretch, video = self._panel.stretch, self._document.script.video
        if stretch is None or video is None:
            return
        name = f"{video.file.stem[:60]} {stretch.start:.2f}-{stretch.end:.2f}.wav"
        file = self._session.recordings / name
        self._session.dub_files.clip(stretch.start, stretch.end, file, self._cut_out)

    def export_sound(self) -> None:
        """Ask for a name, and write the mix as WAV."""
        dialog = self._saving(self.tr("Export the sound of the dub"), ".wav", [self.tr("WAV sound (*.wav)")])
        dialog.fileSelected.connect(lambda name: self._session.dub_files.write_sound(Path(name)))
        dialog.open()

    def export_video(self) -> None:
        """Ask for a name, and write a copy of the video with the mix as a new track."""
        video = self._document.script.video
        if video is None:
            return
        suffix = suffix_for(video.file)
        others = [other for other in SUFFIXES if other != suffix]
        kinds = [self.tr("Video ({0})").format(f"*{kind}") for kind in (suffix, *others)]
        dialog = self._saving(self.tr("Export the video with the dub"), suffix, kinds)
        track = Track(self.tr("Dub"))
        dialog.fileSelected.connect(lambda name: self._session.dub_files.write_video(Path(name), track))
        dialog.open()

    def _saving(self, title: str, suffix: str, kinds: list[str]) -> QFileDialog:
        dialog = self._dialog(title)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(kinds)
        dialog.setDefaultSuffix(suffix[1:])
        video = self._document.script.video
        if video:
            stem = self.tr("{0} (dub)").format(video.file.stem)
            dialog.selectFile(f"{stem}{suffix}")
        return dialog

    def _dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        video, project = self._document.script.video, self._document.path
        near = video.file.parent if video else project.parent if project else None
        movies = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.MoviesLocation)
        dialog.setDirectory(str(near) if near else movies)
        return dialog

    def _cut_out(self, file: Path) -> None:
        self._clone(file)

    def _step(self, seconds: float) -> None:
        player = self._session.dub
        if player.playing:
            player.seek(player.position + seconds)

    def _written(self, file: Path) -> None:
        self._strip.show_message(Message(self.tr("{0} was written.").format(file)))

    def _complain(self, sentence: str) -> None:
        self._strip.show_message(Message(sentence, "error"))

    def _edited(self, change: Change) -> None:
        if change.before.video != change.after.video:
            self._enable()

    def _video_changed(self) -> None:
        if problem := self._session.video.problem:
            self._strip.show_message(Message(problem, "warning", self.tr("Locate…"), self.choose, key=_STRIP))
        else:
            self._strip.withdraw(_STRIP)
        self._enable()

    def _enable(self, _news: object = None) -> None:
        there = self._document.script.video is not None
        info = self._session.video.info
        for name in ("play", "mark_start", "mark_end", "export_sound", "remove"):
            self._actions[f"video.{name}"].setEnabled(there)
        self._actions["video.clone"].setEnabled(bool(self._panel.stretch and info and info.has_sound))
        self._actions["video.export_video"].setEnabled(bool(info and info.has_picture))
        sounding = self._session.dub.playing and self._session.transport.state is not TransportState.PAUSED
        self._actions["video.play"].setIcon(icon("pause" if sounding else "play"))
