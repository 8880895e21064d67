"""Kill the studio while it really speaks: the installed model makes lines while they are edited, autosaved and saved.

``python -m tests.bench.studio_kill_rendering`` kills it twelve times at random moments. Each time the project file must
open, recovery must lose no more than the last change, and the audio of every take that is left must be readable.

The program is a session without a window. It makes all lines, edits one after the other meanwhile, also those that are
being made, and makes anew what the edits have made stale. Of every change, its own edits as well as the takes that
come, it reports what it leads to just before it is made: what is recovered must be equal to the last report or to the
last but one.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from rich.table import Table

from engines import paths
from engines.errors import TimbreError
from studio.document import edits
from studio.document.package import read_project
from studio.document.recovery import recover, recoverable
from studio.document.script import Line, Script
from studio.document.takes import Take
from studio.playback.audio_files import read_take
from studio.session import Session
from tests.bench.report import Figure, conclude, console
from tests.bench.studio_kill import reports_until_killed

KILLS = 12
EARLIEST, LATEST = 0.05, 4.0
"""Seconds after the first take."""
LINES = 60
EDIT_EVERY = 60
"""Milliseconds from one edit to the next, unless the one before is not on the disk yet."""
SAVE_EVERY = 15
"""Edits after which the project is saved."""
TEXTS = ("No.", "Come up.", "Who is there?", "Nobody answered.")
"""Short, so that many takes are made."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was left after a kill."""

    after: float
    """Seconds from the first take."""
    edits: int
    """Edits that the program told of."""
    takes: int
    """Takes that the program told of."""
    lost: int | None
    """Reported changes that are gone; None if what was recovered is no state that was reported."""
    project_saved: bool
    project_whole: bool
    """Whether the project file, if there is one, opens without a warning as a state that was reported."""
    unreadable: int
    """Takes whose audio cannot be read."""


def digest(script: Script, takes: Iterable[Take]) -> str:
    """Equal for equal contents; takes of lines that are gone do not count, since a project file does not have them."""
    kept = sorted((take for take in takes if take.line in script.rows), key=lambda take: take.id)
    return hashlib.sha256(repr((script, kept)).encode()).hexdigest()


class Program(QObject):
    """Speaks, edits and saves until it is killed."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._project = folder / "project.timbre"
        self._session = Session(paths.home(), folder, parent=self)
        self._chance = random.Random(folder.name)
        self._edits = 0
        self._written = True
        self._soon = QTimer(self, interval=EDIT_EVERY)
        self._soon.timeout.connect(self._edit)
        self._session.synthesis.ready.connect(self._begin)
        self._session.synthesis.unavailable.connect(self._give_up)
        self._session.start()

    def _begin(self) -> None:
        session = self._session
        session.projects.autosave.saved.connect(self._saved)
        session.document.take_added.connect(self._report_take)
        session.making.queue_changed.connect(self._make)
        lines = tuple(Line(f"first{row}", TEXTS[row % len(TEXTS)]) for row in range(LINES))
        self._change(edits.insert(session.document.script, 0, lines))
        self._make()
        self._soon.start()

    def _give_up(self, sentence: str) -> None:
        print(sentence, file=sys.stderr)
        self._session.close()
        QCoreApplication.exit(1)

    def _make(self) -> None:
        if not self._session.making.waiting:
            self._session.making.make(line.id for line in self._session.document.script.lines)

    def _saved(self) -> None:
        self._written = True

    def _edit(self) -> None:
        if not self._written:
            return
        self._written = False
        self._edits += 1
        self._change(self._edited(self._session.document.script))
        if self._edits % SAVE_EVERY == 0:
            self._session.projects.save(self._project)

    def _edited(self, script: Script) -> Script:
        line = self._chance.choice(script.lines)
        kind = self._edits % 6
        if kind == 0:
            return edits.insert(script, script.rows[line.id], [Line(f"new{self._edits}", self._chance.choice(TEXTS))])
        if kind == 1:
            return edits.remove(script, [line.id])
        if kind == 2:
            return edits.set_fields(script, [line.id], speed=round(self._chance.uniform(0.8, 1.3), 2))
        return edits.set_fields(script, [line.id], text=f"{self._chance.choice(TEXTS)} {self._chance.choice(TEXTS)}")

    def _change(self, script: Script) -> None:
        self._report("edit", script)
        self._session.document.edit("Edit", script)

    def _report_take(self) -> None:
        # The document has it by now, but tells this before it tells the autosave.
        self._report("take", self._session.document.script)

    def _report(self, kind: str, script: Script) -> None:
        os.write(sys.stdout.fileno(), f"{kind} {digest(script, self._session.document.all_takes())}\n".encode())


def kill(folder: Path, after: float) -> Outcome:
    """Start the program, kill it so many seconds after its first change, and look at what is left."""
    told = reports_until_killed("tests.bench.studio_kill_rendering", folder, after, begin="take")
    reports = [line.split() for line in told]
    kinds, states = [kind for kind, _ in reports], [state for _, state in reports]
    path = folder / "project.timbre"
    state, unreadable = _recovered(folder / "workspaces")
    whole, unreadable_there = _project(path, folder / "unpacked", states) if path.exists() else (True, 0)
    return Outcome(
        after,
        kinds.count("edit"),
        kinds.count("take"),
        len(states) - 1 - max(row for row, known in enumerate(states) if known == state) if state in states else None,
        path.exists(),
        whole,
        unreadable + unreadable_there,
    )


def _recovered(root: Path) -> tuple[str, int]:
    """What recovery finds, and how many of its takes cannot be read."""
    found = recoverable(root)
    if not found:
        return "", 0
    workspace, state = recover(found[0])
    unreadable = _unreadable(workspace.takes_folder, state.takes)
    workspace.close()
    return digest(state.script, state.takes), unreadable


def _project(path: Path, folder: Path, states: list[str]) -> tuple[bool, int]:
    folder.mkdir()
    opened = read_project(path, folder)
    whole = not opened.warnings and digest(opened.script, opened.takes) in states
    return whole, _unreadable(folder, opened.takes)


def _unreadable(folder: Path, takes: Iterable[Take]) -> int:
    count = 0
    for take in takes:
        try:
            read_take(folder, take)
        except TimbreError:
            count += 1
    return count


def show(outcomes: list[Outcome]) -> None:
    """Print a row for each kill."""
    table = Table(title="killed while it speaks, edits and saves", title_justify="left")
    for column in ("kill", "after, s", "edits", "takes", "lost", "project", "unreadable takes"):
        table.add_column(column, justify="right")
    for number, outcome in enumerate(outcomes, 1):
        project = ("whole" if outcome.project_whole else "damaged") if outcome.project_saved else "not saved yet"
        cells = (outcome.edits, outcome.takes, outcome.lost, project, outcome.unreadable)
        table.add_row(str(number), f"{outcome.after:.2f}", *map(str, cells))
    console.print(table)


def main() -> int:
    """Kill, look, judge."""
    chance = random.Random()
    outcomes = []
    for _ in range(KILLS):
        with tempfile.TemporaryDirectory() as folder:
            outcomes.append(kill(Path(folder), chance.uniform(EARLIEST, LATEST)))
    show(outcomes)
    lost = [outcome.lost for outcome in outcomes if outcome.lost is not None]
    figures = [
        Figure("kills while speaking", len(outcomes)),
        Figure("takes made before the kills", sum(outcome.takes for outcome in outcomes)),
        Figure("project files that did not open whole", sum(not o.project_whole for o in outcomes), "", 0),
        Figure("recoveries that were no state at all", len(outcomes) - len(lost), "", 0),
        Figure("takes that cannot be read", sum(outcome.unreadable for outcome in outcomes), "", 0),
        Figure("changes lost, most", max(lost, default=0), "", 1),
        Figure("changes lost, mean", sum(lost) / max(1, len(lost))),
    ]
    return conclude("studio_kill_rendering", figures, [asdict(outcome) for outcome in outcomes])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.studio_kill_rendering")
    parser.add_argument("--program", type=Path, metavar="FOLDER", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.program:
        app = QCoreApplication(sys.argv[:1])
        program = Program(arguments.program)
        sys.exit(app.exec())
    sys.exit(main())
