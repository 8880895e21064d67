"""The server that may make the speech: whether it answers, and how fast. No widgets."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec

from PySide6.QtCore import QObject, Signal

from engines.errors import TimbreError
from engines.extras import adding
from studio.operations import Operation, Operations
from studio.settings import Settings

Measure = Callable[[str, str], float]
"""Given address and token, seconds until the server answers; raises TimbreError."""
_LANE = "server"
_OF_SERVER = frozenset({"use_server", "server_url", "server_token"})


def measure_latency(url: str, token: str) -> float:
    """Ask a server. Raises TimbreError if it does not answer well."""
    if not find_spec("websockets"):
        raise TimbreError(f"To use a server, run {adding('serve')}.")
    from engines.serve.client import ServerAddress, SpeechClient  # noqa: PLC0415 an extra

    client = SpeechClient(ServerAddress(url, token))
    client.voices()  # which needs the token
    return client.latency()


class ServerSetup(QObject):
    """Asks the chosen server whenever the choice changes, and on demand."""

    changed = Signal()
    """Anything of the attributes."""

    def __init__(
        self,
        settings: Settings,
        operations: Operations,
        measure: Measure = measure_latency,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings, self._operations, self._measure = settings, operations, measure
        self._asked = 0
        self.asking = False
        self.latency: float | None = None
        """Seconds; None while it is not known."""
        self.problem = ""
        """Why the server cannot be used, in a sentence."""
        settings.changed.connect(self._setting_changed)

    def ask(self) -> None:
        """Find out how the server is; `changed` follows, now and when it has answered."""
        url, token, measure = self._settings.server_url, self._settings.server_token, self._measure
        self._asked += 1
        number = self._asked
        self.latency, self.problem = None, ""
        self.asking = self._settings.use_server
        if self.asking:
            Operation(self, "", lambda _: measure(url, token)).on_success(
                lambda seconds: self._answered(number, seconds, "")
            ).on_failure(lambda sentence: self._answered(number, None, sentence)).run(self._operations, lane=_LANE)
        self.changed.emit()

    def _answered(self, number: int, latency: float | None, problem: str) -> None:
        if number == self._asked:  # else it is about an address that was changed meanwhile
            self.asking, self.latency, self.problem = False, latency, problem
            self.changed.emit()

    def _setting_changed(self, name: str) -> None:
        if name in _OF_SERVER:
            self.ask()
