"""A private sound server whose loudspeaker goes nowhere and is recorded."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

RATE = 48_000


class NullSink:
    """A PulseAudio server with one sink.

    Without `norewinds` it would wake up only every two seconds, as long as nobody plays or listens.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folder / "pulse.sock"
        self._heard = bytearray()
        self._processes: list[subprocess.Popen[bytes]] = []
        self._collector: threading.Thread | None = None

    @property
    def environment(self) -> dict[str, str]:
        return {
            "XDG_RUNTIME_DIR": str(self.folder),
            "PULSE_SERVER": f"unix:{self.socket}",
            "PULSE_LATENCY_MSEC": "40",
        }

    def start(self) -> None:
        self._run(
            *("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no"),
            *("-L", f"module-native-protocol-unix auth-anonymous=1 socket={self.socket}"),
            *("-L", f"module-null-sink sink_name=ci rate={RATE} channels=2 norewinds=1"),
        )
        self._wait_for(self.socket.exists)
        recorder = self._run(
            *("parec", "--device=ci.monitor", "--format=float32le", f"--rate={RATE}", "--channels=1", "--raw"),
            "--latency-msec=20",
        )
        self._collector = threading.Thread(target=self._collect, args=(recorder.stdout,), name="fixture: null sink")
        self._collector.start()
        before = len(self._heard)
        self._wait_for(lambda: len(self._heard) > before)

    def stop(self) -> None:
        for process in reversed(self._processes):
            process.kill()
            process.wait()
        if self._collector:
            self._collector.join()
        for process in self._processes:
            process.stdout.close()
        self._processes.clear()
        self.socket.unlink(missing_ok=True)

    @contextmanager
    def recording(self) -> Iterator[list[np.ndarray]]:
        """When the block ends the list holds what was played meanwhile: one array of float32 at `RATE`."""
        start = len(self._heard) // 4
        heard: list[np.ndarray] = []
        yield heard
        time.sleep(0.1)
        whole = bytes(self._heard[: len(self._heard) // 4 * 4])
        heard.append(np.frombuffer(whole, np.float32)[start:])

    def _run(self, *command: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self._processes.append(process)
        return process

    def _collect(self, pipe) -> None:
        while piece := pipe.read1(1 << 16):
            self._heard.extend(piece)

    def _wait_for(self, condition: Callable[[], bool]) -> None:
        give_up = time.monotonic() + 5
        while not condition():
            if time.monotonic() > give_up or any(process.poll() is not None for process in self._processes):
                self.stop()
                pytest.skip("the sound server does not start here")
            time.sleep(0.01)
