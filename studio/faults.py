"""Errors that nobody expected: logged, told, and never the silent end of the program."""

from __future__ import annotations

import faulthandler
import logging
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

from studio.log_files import KEPT, LONGEST, put_aside

log = logging.getLogger("studio")
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class Faults(QObject):
    """Takes over the hooks of Python and Qt for as long as the program runs; `close` gives them back.

    Parameters
    ----------
    folder
        Of the log, which is kept small.
    """

    happened = Signal(str, str)
    """One line about the error, and its details for a report. Sent from whatever thread it happened on."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.log_file = folder / "studio.log"
        self._handler = _log_handler(self.log_file)
        self._native = None
        with suppress(OSError):
            crashes = folder / "crash.log"
            put_aside(crashes, longest=0)  # what the last run ended with may not have been looked at
            self._native = crashes.open("w", encoding="utf-8")
            faulthandler.enable(self._native)
        if self._handler:
            log.addHandler(self._handler)
        log.setLevel(logging.INFO)
        self._python_hook = sys.excepthook
        self._thread_hook = threading.excepthook
        sys.excepthook = self._unexpected
        threading.excepthook = self._unexpected_in_thread
        self._qt_handler: Callable[..., Any] | None = qInstallMessageHandler(_from_qt)

    def close(self) -> None:
        """Give the hooks back and close the log."""
        sys.excepthook = self._python_hook
        threading.excepthook = self._thread_hook
        qInstallMessageHandler(self._qt_handler)
        if self._native:
            faulthandler.disable()
            self._native.close()
        if self._handler:
            log.removeHandler(self._handler)
            self._handler.close()

    def _unexpected(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            return  # the signal handler of the program ends it in good order
        details = "".join(traceback.format_exception(kind, error, trace))
        log.error("unexpected error\n%s", details)
        self.happened.emit(" ".join(f"{kind.__name__}: {error}".split()), details)

    def _unexpected_in_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self._unexpected(args.exc_type, args.exc_value, args.exc_traceback)


def _log_handler(file: Path) -> logging.Handler | None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(file, maxBytes=LONGEST, backupCount=KEPT, encoding="utf-8", delay=True)
    except OSError:
        return None  # a disk that takes no log takes no work either, and that is said elsewhere
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(threadName)s %(message)s"))
    return handler


def _from_qt(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    log.log(_LEVELS.get(kind, logging.WARNING), "Qt: %s", message)
