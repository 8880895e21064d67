"""How long a script of 5,000 lines ever keeps the user waiting: the longest gap between two ticks of the event loop.

    python -m tests.bench.studio_script

The window is drawn offscreen; nothing is synthesised. Each thing is done several times: the bound is on the median of
the longest gaps, with the tick itself taken off. Beside it stands the processor time of the longest turn of the loop,
which on a busy machine is the part that is ours. What changes all 5,000 lines at once, and so makes 5,000 new values
and asks for 5,000 new states, may take twice as long.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from engines.models.base import VoiceInfo
from studio.document.document import Document
from studio.document.script import Line, Member, Script
from studio.document.takes import Take
from studio.emotions import EmotionLibrary
from studio.operations import Operations
from studio.playback.making import Making
from studio.playback.synthesis import SynthesisThread
from studio.settings import Settings
from studio.voices import VoiceLibrary
from studio.windows import theme
from studio.windows.actions import Actions
from studio.windows.script_columns import Column
from studio.windows.script_filter import PROBLEMS, Criteria
from studio.windows.script_panel import ScriptPanel
from tests.bench.report import Figure, conclude

LINES = 5000
REPEATS = 5
TICK = 0.004
LONGEST = 50.0
LONGEST_OF_ALL = 100.0
"""Milliseconds; the second for what changes every line."""
CHANGES_ALL = ("replace all", "undo replace all", "emotion of all", "another voice for a member", "undo delete all")
CAST = (Member("", "af_heart"), Member("Maya", "af_bella"), Member("Lin", "zf_xiaoxiao"))
TEXTS = ("We leave at dawn, and nobody looks back.", "你确定要这样做吗？路很远。", "Then pack your things.", "Wait!")


class Gap(NamedTuple):
    """Milliseconds."""

    wall: float
    """Between two ticks, beyond what lies between them anyway."""
    work: float
    """Of the processor."""


class Ticks(QObject):
    """Times of a timer that should fire all the time."""

    def __init__(self) -> None:
        super().__init__()
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=round(TICK * 1000))
        self._timer.timeout.connect(self._tick)
        self._timer.start()
        self._last = (time.perf_counter(), time.thread_time())
        self._longest = Gap(0.0, 0.0)

    def _tick(self) -> None:
        now = (time.perf_counter(), time.thread_time())
        wall, work = now[0] - self._last[0] - TICK, now[1] - self._last[1]
        self._longest = Gap(max(self._longest.wall, wall * 1000), max(self._longest.work, work * 1000))
        self._last = now

    def longest(self) -> Gap:
        """The longest since the last time it was asked."""
        longest, self._longest = self._longest, Gap(0.0, 0.0)
        return longest


class Bench:
    """A panel over a document, and a clock."""

    def __init__(self, folder: Path) -> None:
        self.document = Document()
        settings = Settings(folder / "settings.ini")
        voices = VoiceLibrary(settings)
        names = ("af_heart", "af_bella", "zf_xiaoxiao", "am_adam")
        voices.set_stock({name: VoiceInfo(name, "zh" if name[0] == "z" else "en-us", "female", "x") for name in names})
        self._synthesis = SynthesisThread(_no_engine)
        self.making = Making(self.document, self._synthesis, Operations(), lambda: folder)
        self.panel = ScriptPanel(
            document=self.document,
            making=self.making,
            voices=voices,
            emotions=EmotionLibrary(),
            actions=Actions(settings),
        )
        self.panel.resize(1200, 800)
        self.panel.show()
        self.ticks = Ticks()
        self.script, self.takes = make_script()
        self.wait(0.3)

    def wait(self, seconds: float) -> None:
        """Let the event loop turn."""
        loop = QEventLoop()
        QTimer.singleShot(round(seconds * 1000), loop.quit)
        loop.exec()

    def measure(self, do: Callable[[], object], seconds: float = 0.15) -> Gap:
        """The longest gap while something is done and drawn."""
        self.wait(0.05)
        self.ticks.longest()
        QTimer.singleShot(0, do)
        self.wait(seconds)
        return self.ticks.longest()

    def play(self, steps: Iterator[object], pause: float) -> Gap:
        """The same for steps with a pause after each."""
        self.wait(0.05)
        self.ticks.longest()
        for _ in steps:
            self.wait(pause)
        self.wait(0.1)
        return self.ticks.longest()


def make_script() -> tuple[Script, tuple[Take, ...]]:
    """Lines with times, two thirds of which have a take."""
    names = [member.name for member in CAST]
    lines = tuple(
        Line(f"line{row}", f"{TEXTS[row % 4]} {row}", names[row % 3], start=row * 3.0, end=row * 3.0 + 2.5)
        for row in range(LINES)
    )
    script = Script(lines, CAST)
    takes = tuple(
        Take(f"take{row}", line.id, script.delivery(line), "x", 2.0 + row % 7 / 10, 24_000, "2026-01-01T00:00:00+00:00")
        for row, line in enumerate(lines)
        if row % 3
    )
    return script, takes


def things_to_do(bench: Bench) -> dict[str, Callable[[], Gap]]:
    """What is measured, by name, in order."""
    panel, document = bench.panel, bench.document
    rows = iter(range(0, LINES, 37))

    def scroll() -> Iterator[None]:
        bar = panel.table.verticalScrollBar()
        for step in range(60):
            bar.setValue(bar.maximum() * step // 59)
            yield

    def type_filter() -> Iterator[None]:
        for end in range(1, 6):
            panel.filter_bar.choose(Criteria(text="leave"[:end]))
            yield
        panel.filter_bar.clear()
        yield

    def two_hundred_states() -> Iterator[None]:
        for start in range(0, 200, 4):
            for line in document.script.lines[start : start + 4]:
                bench.making.state_changed.emit(line.id)
            yield

    def all_states() -> None:
        for line in document.script.lines:
            bench.making.state_changed.emit(line.id)

    def edit() -> None:
        panel.editing.set_value([document.script.lines[next(rows)].id], Column.TEXT, f"new {time.perf_counter()}")

    def replace_all() -> None:
        panel.find_bar._replacement.setText(f"at {time.perf_counter():.6f}")
        panel.find_bar._replace_all.click()

    def find() -> None:
        panel.find_bar.open_bar(replacing=True, text="")
        panel.find_bar._find.setText("at ")

    def filter_by(criteria: Criteria) -> Gap:
        gap = bench.measure(lambda: panel.filter_bar.choose(criteria))
        panel.filter_bar.clear()
        return gap

    def undo() -> None:
        document.undo_stack.undo()

    def revoice() -> None:
        document.edit("x", Script(document.script.lines, (*CAST[:2], Member("Lin", "am_adam", 1.0 + next(rows) / 1e6))))

    def give_everybody(column: Column, values: Iterator[object]) -> None:
        panel.editing.set_value(panel.selected_ids(), column, next(values))

    emotions = iter(["happy", "sad", "calm", "angry", "afraid", "surprised"] * 2)
    return {
        "set the script": lambda: bench.measure(lambda: document.replace(bench.script, bench.takes, None), 0.5),
        "scroll from top to bottom": lambda: bench.play(scroll(), 0.016),
        "edit a cell": lambda: bench.measure(edit),
        "undo it": lambda: bench.measure(undo),
        "type in the filter": lambda: bench.play(type_filter(), 0.05),
        "filter by member": lambda: filter_by(Criteria(member="Maya")),
        "filter by problems": lambda: filter_by(Criteria(state=PROBLEMS)),
        "200 states a second": lambda: bench.play(two_hundred_states(), 0.02),
        "all states at once": lambda: bench.measure(all_states, 0.4),
        "open find, find 'at '": lambda: bench.measure(find),
        "replace all": lambda: bench.measure(replace_all, 0.4),
        "undo replace all": lambda: bench.measure(undo, 0.4),
        "select all": lambda: bench.measure(panel.table.selectAll),
        "emotion of all": lambda: bench.measure(lambda: give_everybody(Column.EMOTION, emotions), 0.4),
        "another voice for a member": lambda: bench.measure(revoice, 0.4),
        "delete all": lambda: bench.measure(panel.handlers.delete, 0.4),
        "undo delete all": lambda: bench.measure(undo, 0.4),
    }


def main() -> int:
    """Measure everything, several times."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    theme.apply(app, "light")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        gaps: dict[str, list[Gap]] = {}
        for _ in range(REPEATS):
            for name, measure in things_to_do(bench).items():
                gaps.setdefault(name, []).append(measure())
            bench.panel.find_bar.close_bar()
        bench.panel.close()
    figures = []
    for name, found in gaps.items():
        bound = LONGEST_OF_ALL if name in CHANGES_ALL else LONGEST
        figures.append(Figure(name, statistics.median(gap.wall for gap in found), "ms", bound))
        figures.append(Figure("  of it our work", statistics.median(gap.work for gap in found), "ms"))
    return conclude("studio_script", figures, gaps)


def _no_engine() -> None:
    raise AssertionError("nothing is synthesised here")


if __name__ == "__main__":
    sys.exit(main())
