"""The export queue of the window: lines at once against one at a time, the same bytes, how soon a cancel stops, and how
long somebody who wants to hear a line meanwhile waits for it.

    python -m tests.bench.studio_export [--tiny] [--lines N]

The queue, the maker of lines and the thread of synthesis are those of the window, without the window. A cancel has
ended when nothing runs in the engine any more.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer

from engines.engine import Engine
from engines.types import AudioChunk, Utterance
from studio.document.document import Document
from studio.document.script import Line, Member, Script
from studio.export.plan import ExportOptions, plan
from studio.export.queue import ExportQueue
from studio.operations import Operations
from studio.playback.making import Making
from studio.playback.synthesis import SynthesisThread
from tests.bench.export import LONG, VOICES, digests, short, tiny, tiny_engine
from tests.bench.report import Figure, conclude, console

AT_ONCE = (1, 2, 4)
CANCELS = 6
HEARD = 5
"""Lines that are played while others are exported."""
LINES = {False: 200, True: 24}


class Watched:
    """An engine that says how many lines it is making, and how many are to be made at once."""

    def __init__(self, engine: Engine, at_once: int) -> None:
        self._engine, self.at_once = engine, at_once
        self._lock = threading.Lock()
        self.under_way = 0
        self.idle_since = time.perf_counter()

    def __getattr__(self, name: str) -> object:
        return getattr(self._engine, name)

    def speak_beside(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        """Count only the time inside: between two windows nothing is done."""
        chunks = self._engine.speak_beside(utterance, cancel=cancel)
        while True:
            with self._lock:
                self.under_way += 1
            try:
                chunk = next(chunks, None)
            finally:
                with self._lock:
                    self.under_way -= 1
                    self.idle_since = time.perf_counter()
            if chunk is None:
                return
            yield chunk

    def close(self) -> None:
        """It is opened once for all runs."""


class Studio:
    """What makes and exports."""

    def __init__(self, engine: Watched, folder: Path, script: Script) -> None:
        self.document = Document()
        self.document.replace(script, (), None)
        self.operations = Operations()
        self.synthesis = SynthesisThread(lambda: engine, voice=script.cast[0].voice)  # type: ignore[arg-type]
        self.making = Making(self.document, self.synthesis, self.operations, lambda: folder / "takes")
        self.queue = ExportQueue(self.document, self.making, self.operations, lambda: folder / "takes")
        self.out = folder / "out"
        loop = QEventLoop()
        self.synthesis.ready.connect(loop.quit)
        self.synthesis.start()
        loop.exec()

    def export(self) -> None:
        """Put all lines into the queue."""
        script = self.document.script
        options = ExportOptions(self.out, pattern="{number:04}")
        self.queue.add(plan(script, [line.id for line in script.lines], options, (), "bench").items)

    def close(self) -> None:
        """End the threads."""
        self.synthesis.close()
        self.operations.close()


def throughput(engine: Engine, voices: tuple[str, str], folder: Path, lines: int) -> Iterator[Figure]:
    """Files a second, made and written."""
    cast = (Member("", voices[0]), Member("Lin", voices[1]))
    script = Script(tuple(Line(f"l{n}", short(n), "Lin" if n % 2 else "") for n in range(lines)), cast)
    base, first = 0.0, {}
    for at_once in AT_ONCE:
        studio = Studio(Watched(engine, at_once), folder / str(at_once), script)
        loop = QEventLoop()
        studio.queue.finished.connect(loop.quit)
        begin = time.perf_counter()
        studio.export()
        loop.exec()
        took = time.perf_counter() - begin
        seconds = sum(status.written.seconds for status in studio.queue.statuses if status.written)
        studio.close()
        files = digests(studio.out)
        first = first or files
        base = base or lines / took
        yield Figure(f"{at_once} at once: lines a second", lines / took)
        yield Figure(f"{at_once} at once: seconds of audio a second", seconds / took)
        yield Figure(f"{at_once} at once: against one", lines / took / base)
        yield Figure(
            f"{at_once} at once: files that differ", sum(first[name] != files.get(name) for name in first), "", 0
        )


def cancels(engine: Engine, voices: tuple[str, str], folder: Path) -> Iterator[Figure]:
    """From the cancel until nothing runs."""
    script = Script(tuple(Line(f"l{n}", f"{n}. {LONG}") for n in range(8)), (Member("", voices[0]),))
    waits, left = [], 0
    for number in range(CANCELS):
        watched = Watched(engine, AT_ONCE[number % len(AT_ONCE)])
        studio = Studio(watched, folder / f"cancel{number}", script)
        loop = QEventLoop()
        studio.making.chunk.connect(lambda *_, loop=loop, n=number: QTimer.singleShot(60 * n, loop.quit))
        studio.export()
        loop.exec()
        begin = time.perf_counter()
        studio.queue.cancel()
        while watched.under_way:
            QCoreApplication.processEvents()
            time.sleep(0.001)
        waits.append(max(0.0, watched.idle_since - begin))
        studio.close()
        left += sum(not name.endswith(".wav") for name in digests(studio.out)) if studio.out.exists() else 0
    console.print("cancels:", *(f"{1000 * wait:.0f} ms" for wait in waits))
    yield Figure("from cancel until nothing runs, longest", 1000 * max(waits), "ms", 300)
    yield Figure("unfinished files after a cancel", left, "", 0)


def listening(engine: Engine, voices: tuple[str, str], folder: Path) -> Iterator[Figure]:
    """From asking for a line to its first sound, while others are exported."""
    cast = (Member("", voices[0]),)
    script = Script(
        (*(Line(f"l{n}", f"{n}. {LONG}") for n in range(8)), *(Line(f"u{n}", short(n)) for n in range(HEARD))), cast
    )
    for at_once in AT_ONCE:
        studio = Studio(Watched(engine, at_once), folder / f"heard{at_once}", script)
        options = ExportOptions(studio.out, pattern="{number:04}")
        studio.queue.add(plan(script, [f"l{n}" for n in range(8)], options, (), "bench").items)
        waits = []
        for number in range(HEARD):
            loop = QEventLoop()
            QTimer.singleShot(400 + 130 * number, loop.quit)
            loop.exec()
            begin = time.perf_counter()
            studio.making.chunk.connect(
                lambda line, _chunk, loop=loop, n=number: loop.quit() if line == f"u{n}" else None
            )
            studio.making.make([f"u{number}"], urgent=True)
            loop.exec()
            waits.append(time.perf_counter() - begin)
        studio.queue.cancel()
        studio.close()
        yield Figure(
            f"{at_once} at once: first sound of a line that is played meanwhile, median", 1000 * median(waits), "ms"
        )


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.studio_export")
    parser.add_argument("--tiny", action="store_true", help="with the tiny model, which is no speech but sounds")
    parser.add_argument("--lines", type=int, default=0)
    chosen = parser.parse_args()
    real = not chosen.tiny
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QCoreApplication([])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Engine.open(cache=None) if real else tiny_engine(tiny(folder / "tiny")) as engine:
            for voice in VOICES[real]:
                engine.warm_up(voice)
            figures = []
            parts = (
                throughput(engine, VOICES[real], folder, chosen.lines or LINES[real]),
                cancels(engine, VOICES[real], folder),
                listening(engine, VOICES[real], folder),
            )
            for figure in (figure for part in parts for figure in part):
                console.print(f"{figure.name}: {figure.value:.4g} {figure.unit}")
                figures.append(figure)
    app.processEvents()
    return conclude("studio_export" if real else "studio_export_tiny", figures)


if __name__ == "__main__":
    sys.exit(main())
