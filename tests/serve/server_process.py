"""Starts the tiny server as a process of its own, and ends it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).parents[2]


class ServerProcess:
    """A context manager: a server that is ready, on a free port of this computer.

    Parameters
    ----------
    pack
        Of the tiny model; None is the real one, with the user's own folder.
    """

    def __init__(self, pack: Path | None, home: Path, config: Path | None = None) -> None:
        if pack is None:
            timbre = "from studio.cli import main; main()"
            command = [
                sys.executable,
                "-c",
                timbre,
                "serve",
                "--port",
                "0",
                *(["--config", str(config)] if config else []),
            ]
        else:
            command = [sys.executable, "-m", "tests.serve.tiny_server", str(pack), str(home)]
            command += [str(config)] if config else []
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.log: list[dict[str, object]] = []
        self.other: list[str] = []
        self._ready = threading.Event()
        self._reader = threading.Thread(target=self._read, name="fixture: server")
        self._reader.start()

    def __enter__(self) -> ServerProcess:
        if not self._ready.wait(60) or not self.events("ready"):
            self.__exit__(None, None, None)
            raise AssertionError(f"the server did not start: {self.other}, {self.log}")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        self._reader.join(10)

    @property
    def url(self) -> str:
        """Where it listens; empty if it does not."""
        return next((str(entry["url"]) for entry in self.log if entry["event"] == "listening"), "")

    def events(self, name: str) -> list[dict[str, object]]:
        """What it has logged under a name."""
        return [entry for entry in self.log if entry["event"] == name]

    def terminate(self) -> None:
        """Ask it to end."""
        self.process.send_signal(signal.SIGTERM)

    def _read(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            try:
                self.log.append(json.loads(line))
            except ValueError:
                self.other.append(line)
            if self.log and self.log[-1]["event"] in {"ready", "not ready"}:
                self._ready.set()
        self._ready.set()
        self.process.stderr.close()
