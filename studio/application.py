"""One run of the application: its pieces in the order in which they come and go."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from engines import paths
from studio.app import Options
from studio.faults import Faults
from studio.garbage import Collector
from studio.interrupts import Interrupts
from studio.settings import Settings
from studio.translations import Translations
from studio.windows import theme
from studio.windows.focus_frame import FocusFrames
from studio.windows.splash import Splash

if TYPE_CHECKING:
    from studio.session import Session
    from studio.windows.main_window import MainWindow

_INTERRUPTED = 130
SWITCH_SECONDS = 0.001
"""How long a thread may keep the interpreter: Qt asks for it at every call, and would wait so long each time."""
_SPLASH_WAIT = 200
"""Milliseconds after which the window is built even if no loading screen could be painted."""


def run(options: Options) -> int:
    """Start, run and end; returns the exit status."""
    sys.setswitchinterval(SWITCH_SECONDS)
    QApplication.setApplicationName("Timbre Studio")
    QApplication.setDesktopFileName("timbre-studio")
    app = QApplication(sys.argv[:1])
    # The window decides when it ends, since a question may come first.
    app.setQuitOnLastWindowClosed(False)
    with contextlib.ExitStack() as stack:
        home = paths.home()
        data = home
        if options.screenshot:
            # A picture shows the program as it comes, and leaves the user's settings and work alone.
            data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="timbre-picture-")))
        application = Application(app, options, home, data)
        stack.callback(application.end)
        application.start()
        status = app.exec()
    if application.stuck:
        # Something does not stop, such as a driver; what the user made is safe by now.
        os._exit(status)
    return status


class Application(QObject):
    """Builds the window once the loading screen is seen, and takes everything down again.

    Parameters
    ----------
    home
        Where models are.
    data
        Where settings, logs and work in progress are kept.
    """

    def __init__(self, app: QApplication, options: Options, home: Path, data: Path) -> None:
        super().__init__()
        self._app = app
        self._options = options
        self._home = home
        self._data = data
        self.stuck = False
        """Something would not stop; the process must be ended."""
        self.session: Session | None = None
        self.window: MainWindow | None = None
        self._faults = Faults(data / "logs", self)
        self._interrupts = Interrupts(self)
        self._garbage = Collector(self)
        self._translations = Translations(app)
        settings = Settings(data / "settings.ini")
        theme.apply(app, settings.theme if options.theme is None else options.theme)
        self._translations.use(settings.language if options.language is None else options.language)
        FocusFrames(app)
        self._splash = Splash()

    def start(self) -> None:
        """Show the loading screen, and build the window behind it."""
        build = QTimer(self, singleShot=True, interval=0 if self._options.screenshot else _SPLASH_WAIT)
        build.timeout.connect(self._try_to_build)
        if not self._options.screenshot:
            self._splash.painted.connect(lambda: build.start(0))
            self._splash.show()
        build.start()

    def end(self) -> None:
        """Take down what is left, when the event loop has ended."""
        if self.session and not self.session.close(keep=True):
            self.stuck = True
        clipboard = QApplication.clipboard()
        if clipboard.ownsClipboard():
            # Lines that were copied are an object of Python's, which Qt would delete after Python has ended.
            clipboard.setText(clipboard.text())
        self._interrupts.close()
        self._garbage.close()
        self._faults.close()

    def _try_to_build(self) -> None:
        try:
            self._build()
        except Exception as error:
            # Without a window there is no place to tell it later, and nothing that could be closed.
            sys.excepthook(type(error), error, error.__traceback__)
            traceback.print_exc()
            self._splash.close()
            if not self._options.screenshot:
                text = self.tr("Timbre Studio cannot start ({0}). The details are in {1}.")
                QMessageBox.critical(None, "Timbre Studio", text.format(error, self._faults.log_file))
            self._app.exit(1)

    def _build(self) -> None:
        from studio.session import Session  # noqa: PLC0415 while the loading screen is seen
        from studio.windows.main_window import MainWindow  # noqa: PLC0415

        session = Session(self._home, self._data, offline=self._options.offline, parent=self)
        if self._options.theme is not None:
            session.settings.theme = self._options.theme
        if self._options.language is not None:
            session.settings.language = self._options.language
        window = MainWindow(session)
        self.session, self.window = session, window
        session.settings.changed.connect(self._setting_changed)
        self._app.styleHints().colorSchemeChanged.connect(self._scheme_changed)
        self._faults.happened.connect(window.notices.report_fault)
        self._interrupts.received.connect(self._interrupted)
        window.closed.connect(self._closed)
        if self._options.screenshot:
            from studio.windows.screenshot import Screenshot  # noqa: PLC0415

            Screenshot(session, window, self._options, self).finished.connect(self._app.exit)
        else:
            window.show()
            self._splash.close()
        # Once the window is on the screen: reading the model takes the processor away.
        QTimer.singleShot(0, self, self._begin)

    def _begin(self) -> None:
        assert self.session
        assert self.window
        self.window.complete()
        self.session.start()
        if self._options.file and not self._options.demo:
            self._open(self._options.file.absolute())
        elif self._options.demo or self._options.screenshot:
            self.session.projects.open_sample()

    def _open(self, path: Path) -> None:
        from engines.voices.voice_file import SUFFIX  # noqa: PLC0415 the window has loaded it

        assert self.window
        if path.suffix.lower() == SUFFIX:
            self.window.drops.take_files([path])
        else:
            self.window.files.open_path(path)

    def _setting_changed(self, name: str) -> None:
        assert self.session
        if name == "theme":
            theme.apply(self._app, self.session.settings.theme)
        elif name == "language":
            self._translations.use(self.session.settings.language)

    def _scheme_changed(self) -> None:
        if self.session and not self.session.settings.theme:
            theme.apply(self._app, "")

    def _interrupted(self) -> None:
        if self.window:
            self.window.leave(keep=True)
        else:
            self._app.exit(_INTERRUPTED)

    def _closed(self, keep: bool) -> None:
        assert self.session
        self.stuck = not self.session.close(keep=keep)
        self._app.quit()
