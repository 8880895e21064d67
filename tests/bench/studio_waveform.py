"""Opening and zooming a take of ten minutes: the longest gap between two ticks of the event loop, in several runs.

The wall-clock time is what a user feels; the processor time of the GUI thread tells how much of it is this program's
doing on a machine that is busy with other things.

    python -m tests.bench.studio_waveform

The audio is made up and written to a temporary folder; the window is drawn offscreen.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QEventLoop, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from studio.document.document import Document
from studio.document.script import Line, Script
from studio.document.state import LineState
from studio.document.takes import Take, TakeMark
from studio.operations import Operations
from studio.playback.audio_files import write_take
from studio.playback.messages import TransportState
from studio.settings import Settings
from studio.voices import VoiceLibrary
from studio.windows.actions import Actions
from studio.windows.waveform_panel import WaveformPanel

RATE = 24_000
SECONDS = 600
WORDS = 1800
TICK = 0.005
RUNS = 5


class Gaps(QObject):
    """Watches a timer."""

    def __init__(self) -> None:
        super().__init__()
        self._timer = QTimer(self)
        self._timer.setInterval(round(TICK * 1000))
        self._timer.timeout.connect(self._tick)
        self._timer.start()
        self._last = time.perf_counter(), time.thread_time()
        self.gaps: list[tuple[float, float]] = []

    def _tick(self) -> None:
        now = time.perf_counter(), time.thread_time()
        self.gaps.append((now[0] - self._last[0], now[1] - self._last[1]))
        self._last = now

    def longest(self) -> tuple[float, float]:
        """Milliseconds of wall-clock and of processor time, since the last call."""
        wall, work = (max(times) * 1000 for times in zip(*self.gaps, strict=True))
        self.gaps.clear()
        return wall, work


class StillMaking(QObject):
    """Everything is made already."""

    state_changed = Signal(str)
    chunk = Signal(str, object)
    preparing = Signal(str, str, float)

    def state(self, _line_id: str) -> LineState:
        return LineState.READY

    def chunks(self, _line_id: str) -> tuple[()]:
        return ()


class StillTransport(QObject):
    """Tells positions that this benchmark makes up."""

    state_changed = Signal(object)
    line_started = Signal(str)
    position = Signal(str, float)
    problem = Signal(str)
    state = TransportState.STOPPED
    line_id = ""


def long_take(folder: Path) -> tuple[Document, Take]:
    """A document with one line whose take lasts ten minutes."""
    document = Document()
    text = " ".join(f"word{index}" for index in range(WORDS))
    document.replace(Script((Line("long", text), Line("none", ""))), (), None)
    line = document.script.lines[0]
    step = SECONDS / WORDS
    marks, place = [], 0
    for index, word in enumerate(text.split()):
        span = (place, place + len(word))
        marks.append(TakeMark(index * step, (index + 0.9) * step, span, f"wˈɜd{index}", "lexicon"))
        place += len(word) + 1
    delivery = document.script.delivery(line)
    take = Take("take", "long", delivery, "none", SECONDS, RATE, "2026-01-01T00:00:00Z", tuple(marks))
    random = np.random.default_rng(1)
    loudness = np.abs(np.sin(np.arange(SECONDS * RATE) * (np.pi / step / RATE)))
    write_take(folder, take.id, (0.3 * loudness * random.standard_normal(SECONDS * RATE)).astype(np.float32), RATE)
    document.add_take(take)
    return document, take


def wait(seconds: float) -> None:
    """Let events happen."""
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


def run(folder: Path) -> dict[str, tuple[float, float]]:
    """Milliseconds of every part of one run."""
    document, _ = long_take(folder)
    transport, operations = StillTransport(), Operations()
    settings = Settings(folder / "settings.ini")
    actions = Actions(settings)
    panel = WaveformPanel(
        document=document,
        making=StillMaking(),  # type: ignore[arg-type]
        voices=VoiceLibrary(settings),
        transport=transport,  # type: ignore[arg-type]
        operations=operations,
        takes_folder=lambda: folder,
        actions=actions,
    )
    panel.resize(1600, 320)
    panel.show()
    wait(0.5)
    result: dict[str, tuple[float, float]] = {}
    gaps = Gaps()
    wait(0.5)
    result["nothing (the machine itself)"] = gaps.longest()
    panel.set_line("long")
    wait(2.0)
    result["open: read and outline"] = gaps.longest()
    zoom(actions)
    result["28 zooms"] = gaps.longest()
    actions["view.spectrogram"].trigger()
    wait(4.0)
    result["spectrogram"] = gaps.longest()
    zoom(actions)
    result["28 zooms with spectrogram"] = gaps.longest()
    ticks = []
    for index in range(200):
        began = time.perf_counter(), time.thread_time()
        transport.position.emit("long", index / 30)
        panel._view.lanes[0].plot.viewport().repaint()
        ticks.append(((time.perf_counter() - began[0]) * 1000, (time.thread_time() - began[1]) * 1000))
    wall, work = np.median(ticks, axis=0)
    result["playhead tick, drawn (median)"] = float(wall), float(work)
    panel.close()
    operations.close()
    return result


def zoom(actions: Actions) -> None:
    """All the way in and out again."""
    for action in ["view.zoom_in"] * 14 + ["view.zoom_out"] * 14:
        actions[action].trigger()
        wait(0.03)


def main() -> None:
    """Print the medians."""
    application = QApplication([])
    runs = []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as name:
            runs.append(run(Path(name)))
    print(f"{'milliseconds':32} {'median':>8} {'longest':>8} {'longest GUI work':>18}   of {RUNS} runs")
    for part in runs[0]:
        walls, works = zip(*(each[part] for each in runs), strict=True)
        print(f"{part:32} {np.median(walls):8.1f} {max(walls):8.1f} {max(works):18.1f}")
    application.quit()


if __name__ == "__main__":
    main()
