"""How soon the window is there, and how long it ever keeps the user waiting.

    python -m tests.bench.studio_window [--runs 5] [--platform offscreen] [--json FILE]

Start-up is measured in processes of their own: from their start until the window was painted, and until it answered (a
timer of 10 ms came on time ten times in a row, with the engine loading beside it). Gaps are the times between two ticks
of a 10 ms timer, while lines are made, while they are exported and while 5,000 lines are imported.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.studio_process import measured, options_of, run_window, with_data_in, write

if TYPE_CHECKING:
    from studio.application import Application
    from studio.session import Session

TICK = 0.010
_LINES = 5000


def main() -> None:
    """Measure and print."""
    options = options_of(__doc__, ["start", "gaps"])
    if options.child:
        {"start": _start, "gaps": _gaps}[options.child]()
        return
    starts = [measured("studio_window", "start", options.platform) for _ in range(options.runs + 1)][
        1:
    ]  # the first warms the disk
    gaps = [measured("studio_window", "gaps", options.platform) for _ in range(options.runs)]
    result = {
        "shown_s": statistics.median(run["shown"] for run in starts),
        "usable_s": statistics.median(run["usable"] for run in starts),
        "worked_s": statistics.median(run["worked"] for run in starts),
    }
    for what in ("making", "export", "import"):
        result[f"gap_{what}_ms"] = 1000 * statistics.median(run[what]["longest"] for run in gaps)
        result[f"gap_{what}_p99_ms"] = 1000 * statistics.median(run[what]["p99"] for run in gaps)
    print(f"median of {options.runs} runs on {os.cpu_count()} cores, {options.platform}")
    print(f"window shown   {result['shown_s']:.2f} s   (under 1)   processor time {result['worked_s']:.2f} s")
    print(f"window usable  {result['usable_s']:.2f} s   (under 3)")
    for what in ("making", "export", "import"):
        print(
            f"longest gap of the event loop, {what:7} {result[f'gap_{what}_ms']:6.1f} ms   (under 50)   "
            f"99th percentile {result[f'gap_{what}_p99_ms']:.1f} ms"
        )
    write(result, options.json)


class Ticks:
    """Times of a 10 ms timer."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer  # noqa: PLC0415

        self._last, self._worked = time.perf_counter(), time.thread_time()
        self.gaps: list[float] = []
        self.work: list[float] = []
        """Processor time of this thread between two ticks: what of a gap is its own."""
        self._timer = QTimer(interval=round(TICK * 1000), timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start()

    def _tick(self) -> None:
        now = time.perf_counter()
        worked = time.thread_time()
        self.gaps.append(now - self._last)
        self.work.append(worked - self._worked)
        self._last, self._worked = now, worked

    def take(self) -> dict[str, float]:
        """Longest gap and 99th percentile since the last time, and the most work in one."""
        gaps, self.gaps = sorted(self.gaps), []
        work, self.work = max(self.work), []
        late = sum(gap > 0.05 for gap in gaps)
        return {"longest": gaps[-1], "p99": gaps[int(len(gaps) * 0.99)], "late": late, "work": work}


def _start() -> None:
    """Start as `timbre-studio` does, and print when the window was there."""
    started = float(os.environ["BENCH_STARTED"])
    from studio import application  # noqa: PLC0415
    from studio.app import Options  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        with_data_in(folder)
        from PySide6.QtCore import QEvent, QObject, QTimer  # noqa: PLC0415

        times: dict[str, float] = {}

        class Watch(QObject):
            def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
                if event.type() == QEvent.Type.Paint and "shown" not in times:
                    times["shown"] = time.time() - started
                    times["worked"] = time.process_time()
                    QTimer.singleShot(0, begin)
                return False

        def begin() -> None:
            ticks = Ticks()

            def look() -> None:
                if len(ticks.gaps) >= 10 and all(gap < 0.05 for gap in ticks.gaps[-10:]):
                    times["usable"] = time.time() - started
                    print(json.dumps(times), flush=True)
                    os._exit(0)

            watch.timer = QTimer(interval=10)
            watch.timer.timeout.connect(look)
            watch.timer.start()

        watch = Watch()
        build = application.Application._build

        def watched_build(self: application.Application) -> None:
            build(self)
            assert self.window
            self.window.installEventFilter(watch)
            self.window.update()

        application.Application._build = watched_build
        application.run(Options())


class _Work:
    """Makes, exports and imports, one after the other, and prints the gaps of each.

    Parameters
    ----------
    session
        With the sample project open and the engine ready.
    """

    def __init__(self, session: Session, folder: Path) -> None:
        self._session = session
        self._folder = folder
        self._script = folder / "script.txt"
        text = "\n".join(f"Maya: This is line {i} of a long script." for i in range(_LINES))
        self._script.write_text(text, "utf-8")
        self._ticks = Ticks()
        self._result: dict[str, dict[str, float]] = {}
        self._waiting: set[str] = set()
        self._settle(self._make)

    def _settle(self, then: Callable[[], object]) -> None:
        from PySide6.QtCore import QTimer  # noqa: PLC0415

        def start() -> None:
            self._ticks.take()
            then()

        QTimer.singleShot(500, start)

    def _make(self) -> None:
        ids = [line.id for line in self._session.document.script.lines[:4]]
        self._waiting = set(ids)
        self._session.making.made.connect(self._made)
        self._session.making.make(ids)

    def _made(self, line: str, _take: object) -> None:
        self._waiting.discard(line)
        if not self._waiting:
            self._session.making.made.disconnect(self._made)
            self._result["making"] = self._ticks.take()
            self._settle(self._export)

    def _export(self) -> None:
        from studio.export.plan import ExportOptions, plan  # noqa: PLC0415

        script = self._session.document.script
        ids = [line.id for line in script.lines[:8]]
        self._session.exports.finished.connect(self._exported)
        self._session.exports.add(plan(script, ids, ExportOptions(self._folder / "out"), (), "bench").items)

    def _exported(self, _report: object) -> None:
        self._result["export"] = self._ticks.take()
        self._settle(self._import)

    def _import(self) -> None:
        from PySide6.QtCore import QTimer  # noqa: PLC0415

        self._session.projects.imported.connect(lambda _ids: QTimer.singleShot(1000, self._end))
        self._session.projects.import_files([self._script])

    def _end(self) -> None:
        self._result["import"] = self._ticks.take()
        print(json.dumps(self._result), flush=True)
        os._exit(0)


def _gaps() -> None:
    """Do the work in a real window with the real engine."""
    with tempfile.TemporaryDirectory() as folder:
        with_data_in(folder)
        work: list[_Work] = []

        def begun(application: Application) -> None:
            session = application.session
            assert session
            session.projects.opened.connect(lambda: work.append(_Work(session, Path(folder))))
            session.synthesis.ready.connect(lambda _engine: session.projects.open_sample())

        run_window(begun)


if __name__ == "__main__":
    main()
