"""Starts Triton with the packaged model, and ends it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

from tests.serve.server_process import ROOT


class Triton:
    """Triton itself, with the packaged model; a context manager.

    Parameters
    ----------
    python
        Of an environment with `nvidia-pytriton` and what the engine needs.
    pack
        Of the tiny model; None is the real one.
    """

    def __init__(self, python: str, pack: Path | None, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        repository = folder / "repository"
        (repository / "timbre" / "1").mkdir(parents=True)
        packaged = ROOT / "packaging" / "triton" / "model_repository" / "timbre"
        (repository / "timbre" / "config.pbtxt").write_text((packaged / "config.pbtxt").read_text())
        text = (packaged / "1" / "model.py").read_text()
        if pack is not None:
            text = _with_tiny_engine(text, pack, folder)
        (repository / "timbre" / "1" / "model.py").write_text(text)
        self._command = [
            str(ROOT / "packaging" / "triton" / "run.sh"),
            python,
            str(repository),
            self.address,
        ]
        self._log = folder / "triton.log"

    def __enter__(self) -> Triton:
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(self._command, cwd=ROOT, stdout=log, stderr=log, start_new_session=True)
        end = time.monotonic() + 60
        while "Started GRPCInferenceService" not in self._log.read_text(errors="replace"):
            assert self.process.poll() is None, self._log.read_text(errors="replace")[-3000:]
            assert time.monotonic() < end
            time.sleep(0.1)
        return self

    def kill(self) -> None:
        """With the process of its model, which may outlive it otherwise."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()


def _with_tiny_engine(text: str, pack: Path, folder: Path) -> str:
    """The packaged model with another engine than the one of the user."""
    assert text.count("Engine.open()") == 1
    opened = f"tiny_engine(Path({str(pack)!r}), Path({str(folder)!r}))"
    return text.replace("Engine.open()", opened).replace(
        "from engines.engine import Engine",
        "from pathlib import Path\nfrom tests.serve.tiny_engine import tiny_engine",
    )
