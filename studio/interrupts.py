"""Ctrl+C in the terminal, and polite requests of the system to end."""

from __future__ import annotations

import signal
import socket
from types import FrameType

from PySide6.QtCore import QObject, QSocketNotifier, Signal


class Interrupts(QObject):
    """Turns the signals of the operating system into one of Qt.

    Python runs its signal handlers only between two of its instructions, of which there are none while Qt waits; the
    byte that it writes to a socket at once wakes Qt up.
    """

    received = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._woken)
        self._before_wakeup = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        self._before = {number: signal.signal(number, self._handle) for number in (signal.SIGINT, signal.SIGTERM)}

    def close(self) -> None:
        """Give the signals back."""
        for number, handler in self._before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._before_wakeup)
        self._notifier.setEnabled(False)
        self._reader.close()
        self._writer.close()

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        """Called by Python; what is to be done is done when Qt has woken up."""

    def _woken(self) -> None:
        if self._reader.recv(64):
            self.received.emit()
