"""A program of ours in a process of its own, which tells one JSON object a line about what it does."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Signal

_PATIENCE = 8000
"""Milliseconds for the system to end it."""
_LONGEST_COMPLAINT = 400


class JsonProcess(QObject):
    """Runs once. It may be killed at any moment, and is when this object goes."""

    told = Signal(object)
    """A `dict`: one line."""
    ended = Signal(bool, str)
    """Whether it went well, and otherwise the last line that it complained with; empty without any."""

    unstarted = Signal(str)
    """A sentence: why there is no process; it is not going to be `ended`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._line = b""
        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(self._finish)
        self._process.errorOccurred.connect(self._fail_to_start)

    def start(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        """Start it.

        Parameters
        ----------
        environment
            Variables that it gets besides those of this process.
        """
        variables = QProcessEnvironment.systemEnvironment()
        for name, value in (environment or {}).items():
            variables.insert(name, value)
        self._process.setProcessEnvironment(variables)
        self._process.start(command[0], list(command[1:]))

    def write(self, line: str) -> None:
        """Put a line on its standard input."""
        self._process.write(f"{line}\n".encode())

    def kill(self) -> None:
        """End it now; `ended` follows."""
        self._process.kill()

    def close(self) -> None:
        """End it now and wait until it has gone."""
        if self._process.state() is not QProcess.ProcessState.NotRunning:
            self._process.kill()
            self._process.waitForFinished(_PATIENCE)

    def _read(self) -> None:
        lines = (self._line + self._process.readAllStandardOutput().data()).split(b"\n")
        self._line = lines.pop()
        for line in lines:
            try:
                news = json.loads(line)
            except ValueError:
                continue  # something that a library prints
            if isinstance(news, dict):
                self.told.emit(news)

    def _finish(self, status: int, how: QProcess.ExitStatus) -> None:
        self._read()
        well = status == 0 and how is QProcess.ExitStatus.NormalExit
        said = bytes(self._process.readAllStandardError().data()).decode("utf-8", "replace").strip()
        self.ended.emit(well, "" if well or not said else said.splitlines()[-1].strip()[:_LONGEST_COMPLAINT])

    def _fail_to_start(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            sentence = self.tr("The process could not be started ({0}): install Timbre Studio again.")
            self.unstarted.emit(sentence.format(self._process.errorString()))
