"""A picture of the window with something in it, for the README and for looking at the program."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSize, QTimer, Signal
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from studio.app import Options
from studio.session import Session
from studio.windows.main_window import MainWindow

_LINES = 2
"""How many lines are made for the picture, so that there is something to see and to hear."""
_PATIENCE = 90_000
"""Milliseconds after which the picture is taken with whatever is there."""
_SETTLE = 600
"""Milliseconds for what is drawn away from the GUI thread, such as a spectrogram."""
_SLOW = {"curves": 8_000, "audition": 60_000}
"""The same for scenes that the engine has a share in."""
_SIZE = QSize(1440, 900)
_SCENES = {
    "preferences": "edit.preferences",
    "shortcuts": "help.shortcuts",
    "about": "help.about",
    "palette": "view.palette",
    "export-lines": "file.export",
    "lexicons": "edit.lexicons",
    "clone": "voice.clone",
    "blend": "voice.blend",
    "audition": "emotion.audition",
    "reading": "line.reading",
    "curves": "line.curves",
}
"""What is done before the picture; where a dialog opens, it is the picture."""


class Screenshot(QObject):
    """Waits until the panels are filled, then writes the picture.

    Parameters
    ----------
    options
        File and panel.
    """

    finished = Signal(int)
    """The exit status of the program."""

    def __init__(self, session: Session, window: MainWindow, options: Options, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._window = window
        self._options = options
        self._making: set[str] = set()
        self._taken = False
        window.resize(_SIZE)
        window.show()
        session.projects.opened.connect(self._opened)
        session.synthesis.unavailable.connect(self._no_model)
        session.making.made.connect(self._made)
        session.making.failed.connect(self._made)
        QTimer.singleShot(_PATIENCE, self, self._compose)

    def _opened(self) -> None:
        # Not the first: in the middle of the script, a selected line shows what stands around it.
        lines = [line.id for line in self._session.document.script.lines[1 : 1 + _LINES]]
        self._window.script.select(lines[:1])
        self._making = set(lines)
        self._session.making.make(lines)

    def _no_model(self, _sentence: str) -> None:
        self._compose()

    def _made(self, line_id: str, _result: object) -> None:
        self._making.discard(line_id)
        if not self._making:
            self._compose()

    def _compose(self) -> None:
        if self._taken:
            return
        self._taken = True
        panel = self._options.panel
        actions = self._window.actions_table
        if panel == "welcome":
            self._window.show_welcome()
        elif panel in _SCENES:
            actions[_SCENES[panel]].trigger()
        elif panel:
            self._window.docks.reveal(f"view.{panel}")
        QTimer.singleShot(_SLOW.get(panel, _SETTLE), self, self._take)

    def _take(self) -> None:
        subject: QWidget = self._window
        dialog = next((w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()), None)
        if dialog is not None and self._options.panel:
            subject = dialog
        assert self._options.screenshot
        saved = subject.grab().save(str(self._options.screenshot), "PNG")
        if dialog is not None:
            dialog.close()
        self.finished.emit(0 if saved else 1)
