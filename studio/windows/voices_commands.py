"""What can be done with the user's own voices: make, rename, copy, bring, give away, take away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QStandardPaths, Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

from engines.voices.store import Removed
from engines.voices.voice_file import SUFFIX
from studio.document.embedded import used_voices
from studio.session import Session
from studio.voices import VoiceEntry
from studio.windows.actions import Actions
from studio.windows.message_strip import Message, MessageStrip
from studio.windows.voices_panel import VoicesPanel

if TYPE_CHECKING:
    from studio.windows.blend_dialog import BlendDialog
    from studio.windows.clone_dialog import CloneDialog

_DELETED, _BROUGHT, _DOUBTED = "voice deleted", "voices brought", "voice doubted"
_WINDOWS = (
    *(
        "studio.cloning.workshop",
        "engines.text.languages",
        "studio.windows.clone_form",
        "studio.windows.clone_recorder",
    ),
    *("studio.windows.clone_recorder", "studio.windows.clone_refine", "studio.windows.clone_dialog"),
    *("engines.voices.morphs", "studio.cloning.blending", "studio.windows.blend_dialog"),
)
"""Modules behind the two windows. One takes up to 10 ms to load, all of them longer than a click may take."""
_LOADING_AFTER, _LOADING_EVERY = 3000, 100
"""Milliseconds after which the first of them is loaded, and between two."""


class VoiceCommands(QObject):
    """Binds the actions for voices that are files, and tells on the strip what became of them.

    Parameters
    ----------
    window
        Over which dialogs appear.
    """

    def __init__(
        self, *, session: Session, actions: Actions, panel: VoicesPanel, strip: MessageStrip, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session = session
        self._own = session.own_voices
        self._actions = actions
        self._panel = panel
        self._strip = strip
        self._window = window
        self._wanted = ""
        handlers: dict[str, Callable[[], object]] = {
            "voice.clone": self.clone,
            "voice.blend": self.blend,
            "voice.rename": self.rename,
            "voice.duplicate": self.duplicate,
            "voice.import": self.choose_files,
            "voice.export": self.export,
            "voice.delete": self.delete,
        }
        for action_id, handler in handlers.items():
            actions.bind(action_id, handler)
        panel.browser.list.delete_pressed.connect(self._delete_pressed)
        panel.browser.current_changed.connect(self._enable)
        session.voices.changed.connect(self._show_added)
        session.project_voices.offered.connect(self._offer)
        self._own.added.connect(self._added)
        self._own.removed.connect(self._removed)
        self._own.told.connect(self._inform)
        self._own.failed.connect(self._complain)
        session.refinements.failed.connect(self._complain)
        session.refinements.warned.connect(self._warn)
        session.refinements.kept.connect(self._refined)
        self._unloaded = list(_WINDOWS)
        self._loading = QTimer(self, interval=_LOADING_EVERY)
        self._loading.timeout.connect(self._load_next)
        QTimer.singleShot(_LOADING_AFTER, self, self._loading.start)
        self._enable()

    def clone(self, recording: Path | None = None) -> CloneDialog:
        """Open the window that clones, or bring it back; with a recording, take that."""
        from studio.windows.clone_dialog import CloneDialog  # noqa: PLC0415

        dialog = self._window.findChild(CloneDialog)
        if dialog is None or not dialog.isVisible():  # one that was closed goes a turn later
            dialog = CloneDialog(self._session, parent=self._window)
        _bring_forward(dialog)
        if recording:
            dialog.open_file(recording)
        return dialog

    def blend(self) -> BlendDialog:
        """Open the window that blends, on the present voice, or bring it back."""
        from studio.windows.blend_dialog import BlendDialog  # noqa: PLC0415

        dialog = self._window.findChild(BlendDialog)
        if dialog is None or not dialog.isVisible():
            entry = self._panel.browser.current
            dialog = BlendDialog(self._session, first=entry.name if entry else "", parent=self._window)
        _bring_forward(dialog)
        return dialog

    def rename(self) -> None:
        """Ask for another title of the present voice."""
        entry = self._changeable
        if entry is None:
            return
        dialog = QInputDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Rename {0}").format(entry.title))
        dialog.setLabelText(self.tr("Name of the voice:"))
        dialog.setTextValue(entry.title)
        dialog.textValueSelected.connect(partial(self._own.rename, entry.name))
        dialog.open()

    def duplicate(self) -> None:
        """Copy the present voice."""
        if entry := self._exportable:
            self._own.duplicate(entry.name)

    def delete(self) -> None:
        """Take the present voice away; the strip brings it back."""
        entry = self._changeable
        if entry:
            in_use = entry.name in used_voices(self._session.document.script)
            self._own.remove(entry.name, keep_in=self._session.projects.voices_folder() if in_use else None)

    def choose_files(self) -> None:
        """Ask for voice files and add them."""
        dialog = self._file_dialog(self.tr("Import voices"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self._files_chosen)
        dialog.open()

    def import_files(self, paths: Sequence[Path]) -> None:
        """Add voices from files."""
        self._own.import_files(paths)

    def export(self) -> None:
        """Ask for a file, and write the present voice into it."""
        entry = self._exportable
        if entry is None:
            return
        dialog = self._file_dialog(self.tr("Export {0}").format(entry.title))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(SUFFIX[1:])
        dialog.selectFile(f"{entry.name}{SUFFIX}")
        dialog.fileSelected.connect(partial(self._export_to, entry.name))
        dialog.open()

    def _load_next(self) -> None:
        """Load what the windows need, a module a turn, so that they open at once."""
        if self._unloaded:
            import_module(self._unloaded.pop(0))
        else:
            self._loading.stop()

    @property
    def _changeable(self) -> VoiceEntry | None:
        """The present voice, if it is the user's."""
        entry = self._panel.browser.current
        return entry if entry and entry.own and not entry.visiting else None

    @property
    def _exportable(self) -> VoiceEntry | None:
        """The present voice, if it is a file."""
        entry = self._panel.browser.current
        return entry if entry and entry.kind != "stock" and not entry.visiting else None

    def _enable(self) -> None:
        for names, entry in ((("rename", "delete"), self._changeable), (("duplicate", "export"), self._exportable)):
            for name in names:
                self._actions[f"voice.{name}"].setEnabled(entry is not None)

    def _delete_pressed(self, _name: str) -> None:
        self.delete()

    def _added(self, name: str) -> None:
        self._wanted = name
        self._show_added()

    def _show_added(self) -> None:
        """Bring a new voice into view, once the engine has it."""
        if self._wanted and self._session.voices.entry(self._wanted):
            name, self._wanted = self._wanted, ""
            self._panel.select(name)
        self._enable()

    def _removed(self, removed: Removed, title: str) -> None:
        text = self.tr("{0} was deleted.").format(title)
        undo = partial(self._own.restore, removed)
        self._strip.show_message(Message(text, button=self.tr("Undo"), act=undo, key=f"{_DELETED} {removed.path.name}"))

    def _offer(self, titles: tuple[str, ...]) -> None:
        names = ", ".join(titles)
        text = self.tr("This project brings %n voice(s) of its own: {0}.", "", len(titles)).format(names)
        keep = self._session.project_voices.keep
        self._strip.show_message(Message(text, button=self.tr("Keep for other projects"), act=keep, key=_BROUGHT))

    def _refined(self, voice: str, similarity: float | None) -> None:
        title = self._session.voices.title(voice)
        if similarity is None:
            self._inform(self.tr("{0} is refined.").format(title))
        else:
            text = self.tr("{0} is refined, and {1} % like its speaker.")
            self._inform(text.format(title, round(100 * similarity)))

    def _warn(self, voice: str, sentence: str) -> None:
        """Where the window that asks about it is closed, it is told here."""
        from studio.windows.clone_dialog import CloneDialog  # noqa: PLC0415

        dialog = self._window.findChild(CloneDialog)
        if dialog is None or not dialog.isVisible() or dialog.refine.voice != voice:
            text = self.tr("{0}: {1}").format(self._session.voices.title(voice), sentence)
            self._strip.show_message(Message(text, "warning", key=f"{_DOUBTED} {voice}"))

    def _inform(self, sentence: str) -> None:
        self._strip.show_message(Message(sentence))

    def _complain(self, sentence: str) -> None:
        self._strip.show_message(Message(sentence, "error"))

    def _files_chosen(self, names: list[str]) -> None:
        self.import_files([Path(name) for name in names])

    def _export_to(self, voice: str, name: str) -> None:
        self._own.export(voice, Path(name))

    def _file_dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self._window, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setNameFilter(self.tr("Timbre voices ({0})").format(f"*{SUFFIX}"))
        dialog.setDirectory(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
        return dialog


def _bring_forward(window: QWidget) -> None:
    window.show()
    window.raise_()
    window.activateWindow()
