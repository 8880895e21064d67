"""A headless Chromium that a test tells what to do, over its debugging protocol."""

from __future__ import annotations

import itertools
import json
import os
import re
import shutil
import signal
import subprocess
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

from websockets.sync.client import connect

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
_OPTIONS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions"),
    *("--remote-debugging-port=0", "--window-size=900,700", "--lang=en-US"),
)


class Chromium:
    """A context manager: a browser with one page, on whose console nothing may be complained about."""

    def __init__(self, folder: Path) -> None:
        assert PROGRAM
        self._process = subprocess.Popen(
            [PROGRAM, *_OPTIONS, f"--user-data-dir={folder}", "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._open = ExitStack()
        self._numbers = itertools.count(1)
        self.complaints: list[str] = []

    def __enter__(self) -> Chromium:
        try:
            self._begin()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _begin(self) -> None:
        assert self._process.stderr
        for line in self._process.stderr:
            if found := re.search(r"DevTools listening on (ws://\S+)", line):
                self._socket = self._open.enter_context(connect(found[1], max_size=None))
                break
        else:
            raise AssertionError("Chromium did not start")
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.ask(f"{domain}.enable")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)  # with the processes of its pages
        self._process.wait(10)
        self._open.close()
        assert self._process.stderr
        self._process.stderr.close()

    def open(self, url: str) -> None:
        """Go to a page."""
        self.ask("Page.navigate", url=url)

    def evaluate(self, expression: str) -> Any:
        """The value of a script's expression, as if the user had clicked before it."""
        answer = self.ask(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True
        )
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command to the page."""
        return self._ask(method, sessionId=self._session, **parameters)

    def _ask(self, method: str, sessionId: str | None = None, **parameters: Any) -> dict[str, Any]:  # noqa: N803
        number = next(self._numbers)
        about = {"sessionId": sessionId} if sessionId else {}
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters, **about}))
        while True:
            message = json.loads(self._socket.recv(20))
            if message.get("id") == number:
                assert "error" not in message, message
                result: dict[str, Any] = message["result"]
                return result
            if message.get("method") == "Runtime.exceptionThrown":
                self.complaints.append(message["params"]["exceptionDetails"]["text"])
            if message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
                self.complaints.append(message["params"]["entry"]["text"])
