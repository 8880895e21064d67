"""From the press of play to sound, and what synthesis does to the window. ``python -m tests.bench.studio_playback``

Everything is real but the loudspeaker: the installed model, the threads of the program, and a private PulseAudio
server whose null sink is recorded (Debian: libportaudio2 pulseaudio pulseaudio-utils libasound2-plugins).

*First sample queued*: from the press of play until the first sample of the line was given to the device's queue.
*First sample recorded*: until a recorder of the sink had the first sample above -60 dBFS.
*Gap of the event loop*: between two ticks of a 10 ms timer in the thread of the window.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QEventLoop, Qt, QTimer

from engines.engine import Engine
from engines.runtime.onnx_runtime import share_threads
from studio.document.document import Document
from studio.document.script import Line, Script
from studio.operations import Operations
from studio.playback.making import Making
from studio.playback.sound import Sound
from studio.playback.synthesis import SynthesisThread
from studio.playback.transport import Transport
from tests.bench.latency import SCRIPTS
from tests.bench.report import Figure, conclude
from tests.studio.null_sink import NullSink

REPEATS = 5
LISTENED_SECONDS = 3.0
GAP_RUNS = 8
GAP_LINES = 3
LONGEST_GAP_MS = 50
TEXTS = {"short (3 s)": SCRIPTS[0], "long (25 s)": SCRIPTS[1]}


class TimedSink(NullSink):
    """Knows when every recorded piece arrived."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.arrivals: list[tuple[float, bytes]] = []

    def _collect(self, pipe) -> None:
        while piece := pipe.read1(1 << 16):
            self._heard.extend(piece)
            self.arrivals.append((time.perf_counter(), piece))

    def first_sound(self, since: float) -> float:
        """When the first audible sample after a time had been recorded; NaN when there is none."""
        for when, piece in list(self.arrivals):
            if when > since and np.abs(np.frombuffer(piece[: len(piece) // 4 * 4], np.float32)).max(initial=0) > 1e-3:
                return when
        return float("nan")


class Bench:
    """The program without its window."""

    def __init__(self, folder: Path) -> None:
        self.document, self.operations = Document(), Operations()
        self.synthesis = SynthesisThread(_open_engine, voice="af_heart")
        self.making = Making(self.document, self.synthesis, self.operations, lambda: folder)
        self.sound = Sound()
        self.transport = Transport(
            self.document, self.making, self.synthesis, self.operations, lambda: folder, self.sound
        )

    def open(self) -> None:
        """Start the threads and wait until both are ready."""
        self.synthesis.start()
        wait(lambda: self.synthesis.ready, 60)
        if not self.sound.device_in_use:
            wait(lambda: self.sound.status_changed, 10)
        pause(1.0)

    def load(self, texts: list[str]) -> list[str]:
        """Make a new script of these lines; returns their ids."""
        lines = tuple(Line(f"{time.monotonic_ns()}-{i}", text) for i, text in enumerate(texts))
        self.document.replace(Script(lines), (), None)
        return [line.id for line in lines]

    def close(self) -> float:
        """Close as the program does; returns the seconds that it took."""
        begin = time.perf_counter()
        self.transport.stop()
        self.synthesis.close()
        self.sound.close()
        seconds = time.perf_counter() - begin
        self.operations.close()
        return seconds


def _open_engine() -> Engine:
    share_threads()
    return Engine.open(cache=None)


def wait(signal: Callable[[], object], seconds: float) -> None:
    """Run the event loop until a signal comes."""
    loop = QEventLoop()
    signal().connect(loop.quit)  # type: ignore[attr-defined]
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


def pause(seconds: float) -> None:
    """Run the event loop for some time."""
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


def press_play(bench: Bench, sink: TimedSink) -> tuple[list[Figure], int]:
    """How soon there is sound, and how often it was interrupted."""
    figures = []
    for name, script in TEXTS.items():
        queued, recorded = [], []
        for repeat in range(REPEATS):
            ids = bench.load([script.text.format(script.fillers[repeat])])
            pressed = time.perf_counter()
            bench.transport.play(ids)
            pause(LISTENED_SECONDS)
            queued.append(bench.transport.stats.first_sound or float("nan"))
            recorded.append(sink.first_sound(pressed) - pressed)
            bench.transport.stop()
            bench.making.cancel()
            pause(0.5)
        figures += [
            Figure(f"{name}: play to first sample queued", 1000 * statistics.median(queued), "ms"),
            Figure(f"{name}: play to first sample recorded", 1000 * statistics.median(recorded), "ms"),
        ]
    return figures, bench.sound.underruns


def event_loop_gaps(bench: Bench) -> tuple[list[float], list[float]]:
    """The longest gap of every run, and all gaps, in ms."""
    longest, every = [], []
    script = SCRIPTS[2]
    for run in range(GAP_RUNS):
        ids = bench.load([f"{run} {i} {script.text.format(script.fillers[i])}"[:200] for i in range(GAP_LINES)])
        ticks: list[float] = []
        timer = QTimer(interval=10, timerType=Qt.TimerType.PreciseTimer)
        timer.timeout.connect(lambda ticks=ticks: ticks.append(time.perf_counter()))
        timer.start()
        bench.making.make(ids)
        while bench.making.waiting:
            wait(lambda: bench.making.queue_changed, 60)
        timer.stop()
        gaps = [1000 * (after - before) for before, after in pairwise(ticks)]
        longest.append(max(gaps))
        every += gaps
    return longest, every


def main() -> int:
    """Measure all and print it."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QCoreApplication([])
    with tempfile.TemporaryDirectory() as folder:
        sink = TimedSink(Path(folder))
        os.environ.update(sink.environment)
        sink.start()
        bench = Bench(Path(folder) / "takes")
        try:
            bench.open()
            figures, underruns = press_play(bench, sink)
            longest, every = event_loop_gaps(bench)
            bench.load([SCRIPTS[1].text])
            bench.making.make([line.id for line in bench.document.script.lines])
            pause(0.5)
        finally:
            closing = bench.close()
            sink.stop()
        app.processEvents()
    figures += [
        Figure("underruns", underruns, "", 0),
        Figure("longest gap of the event loop, median of runs", statistics.median(longest), "ms", LONGEST_GAP_MS),
        Figure("gaps of the event loop, p99", float(np.percentile(every, 99)), "ms"),
        Figure("longest gap of the event loop, worst run", max(longest), "ms"),
        Figure("closing while rendering", 1000 * closing, "ms", 1000),
    ]
    return conclude("studio_playback", figures, {"longest gaps": longest})


if __name__ == "__main__":
    sys.exit(main())
