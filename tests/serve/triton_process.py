"""Starts Triton with the packaged model, and ends it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
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
    parameters
        Of the model, instead of those that are packaged.
    """

    def __init__(
        self, python: str, pack: Path | None, folder: Path, parameters: Mapping[str, str] | None = None
    ) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        repository = folder / "repository"
        (repository / "timbre" / "1").mkdir(parents=True)
        packaged = ROOT / "packaging" / "triton" / "model_repository" / "timbre"
        config = (packaged / "config.pbtxt").read_text()
        for name, value in (parameters or {}).items():
            config, found = re.subn(rf'(key: "{name}" value: {{ string_value: )"[^"]*"', rf'\g<1>"{value}"', config)
            assert found == 1
        (repository / "timbre" / "config.pbtxt").write_text(config)
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

    def processes(self) -> dict[str, int]:
        """Those that it consists of, by name; run.sh has a second one that waits."""
        found = {}
        for folder in Path("/proc").iterdir():
            if folder.name.isdecimal() and os.getpgid(int(folder.name)) == self.process.pid:
                name = (folder / "comm").read_text().strip()
                found[name] = min(int(folder.name), found.get(name, 1 << 30))
        return found

    def kill(self) -> None:
        """With the process of its model, which may outlive it otherwise."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(10)

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()


def _with_tiny_engine(text: str, pack: Path, folder: Path) -> str:
    """The packaged model with another engine than the one of the user."""
    opened, imported = "open_engine(settings, shared)", "from engines.serve.opening import open_engine, open_shared\n"
    assert (text.count(opened), text.count(imported)) == (1, 1)
    text = text.replace(opened, f"tiny_engine(Path({str(pack)!r}), Path({str(folder)!r}), shared)")
    imports = "opening import open_shared", "tiny_engine import tiny_engine"
    lines = f"from engines.serve.{imports[0]}\nfrom pathlib import Path\nfrom tests.serve.{imports[1]}\n"
    return text.replace(imported, lines)
