"""Kill a program that edits, makes takes, autosaves and saves, and look at what is left.

``python -m tests.bench.studio_kill`` kills it twenty times at random moments. Each time the project file must open, and
recovery must lose no more than the last change.

The program makes a change (an edit or a take), reports it, and makes the next one as soon as the change before has
been written to the working state: so a change counts as made once the one before it is on the disk, which is how far
apart the quickest typist makes them. What each change leads to is known here, so what is recovered must be equal to
the state after the last or the last but one that was reported, or after one whose report the kill cut off.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject
from rich.table import Table

from studio.document import edits
from studio.document.autosave import Autosave
from studio.document.document import Document
from studio.document.package import read_project, write_project
from studio.document.recovery import recover, recoverable
from studio.document.script import Line, Script
from studio.document.takes import Take
from studio.document.workspace import Workspace
from studio.operations import Operation, Operations
from tests.bench.report import ROOT, Figure, conclude, console

KILLS = 20
EARLIEST, LATEST = 0.05, 1.5
"""Seconds after the first change."""
LINES = 500
SAVE_EVERY = 10
"""Changes after which a save begins, if none is under way."""
TAKE_BYTES = 100_000


@dataclass(frozen=True, slots=True)
class Content:
    """What there is after so many changes."""

    script: Script
    takes: frozenset[Take] = frozenset()
    """Their order counts within a line only, which no change here touches."""
    newest: Take | None = None
    """Made by the last change."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was left after a kill."""

    after: float
    """Seconds from the first change."""
    reported: int
    """Changes that the program told of."""
    recovered: int | None
    """Changes that are in what was recovered; None if it is no state that there ever was."""
    project: int | None
    """Changes that are in the project file; None if it does not open or is no state that there ever was."""
    project_exists: bool
    saving: bool
    """Whether a save was under way."""

    @property
    def lost(self) -> int | None:
        """Reported changes that are gone."""
        return None if self.recovered is None else max(0, self.reported - self.recovered)


def contents() -> Iterator[Content]:
    """What there is before the first change, after it, and so on without end: the same in every process."""
    content = Content(Script(tuple(Line(f"first{row}", f"Line {row} of the start.") for row in range(LINES))))
    number = 0
    while True:
        yield content
        number += 1
        content = _next(content, number)


def _next(content: Content, number: int) -> Content:
    script = content.script
    line = script.lines[number * 7919 % len(script.lines)]
    if number % 4 == 0:
        take = Take(f"take{number}", line.id, script.delivery(line), "none", 1.0, 24000, "2026-01-01T00:00:00Z")
        return replace(content, takes=content.takes | {take}, newest=take)
    content = replace(content, newest=None)
    if number % 4 == 1:
        return replace(content, script=edits.set_fields(script, [line.id], text=f"Text {number} 文字"))
    if number % 4 == 2:
        return replace(content, script=edits.remove(script, [line.id]))
    new = Line(f"new{number}", f"Line {number}")
    return replace(content, script=edits.insert(script, number % 97, [new]))


def audio(take: Take) -> bytes:
    """What stands for the audio of a take."""
    return (take.id.encode() * (TAKE_BYTES // len(take.id)))[:TAKE_BYTES]


class Program(QObject):
    """Works without a pause until it is killed."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._path = folder / "project.timbre"
        self._document = Document(self)
        self._operations = Operations(self)
        self._contents = contents()
        self._document.replace(next(self._contents).script, (), None)
        workspace = Workspace.create(folder / "workspaces")
        self._takes_folder = workspace.takes_folder
        self._autosave = Autosave(self._document, self._operations, workspace, self)
        self._autosave.saved.connect(self._change)
        self._made = 0
        self._saving = False
        self._last_save = 0

    def _change(self) -> None:
        content = next(self._contents)
        self._made += 1
        if content.newest:
            (self._takes_folder / content.newest.file_name).write_bytes(audio(content.newest))
            self._document.add_take(content.newest)
        else:
            self._document.edit("change", content.script)
        os.write(sys.stdout.fileno(), b"%d\n" % self._made)
        if not self._saving and self._made >= self._last_save + SAVE_EVERY:
            self._save()

    def _save(self) -> None:
        self._saving, self._last_save = True, self._made
        script, takes, changes = self._document.script, self._document.all_takes(), self._autosave.changes
        operation = Operation(
            self, "", lambda _: write_project(self._path, script, takes, self._takes_folder), essential=True
        )
        operation.on_success(lambda _: self._saved(changes)).run(self._operations)

    def _saved(self, changes: int) -> None:
        self._saving = False
        self._document.path = self._path
        self._autosave.mark_saved(self._path, changes)


def reports_until_killed(module: str, folder: Path, after: float, begin: str = "") -> list[str]:
    """Start a module as a program, kill it so many seconds after its first report, and give back what it reported.

    Raises RuntimeError when it ends by itself.

    Parameters
    ----------
    begin
        How the report begins that counts as the first; any does without it.
    """
    command = [sys.executable, "-m", module, "--program", str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as program:
        assert program.stdout
        reports = report = program.stdout.readline()
        while report and not report.startswith(begin.encode()):
            report = program.stdout.readline()
            reports += report
        if not report:
            raise RuntimeError(f"the program ended with {program.wait()}")
        time.sleep(after)
        if program.poll() is not None:
            raise RuntimeError(f"the program ended by itself with {program.returncode}")
        program.kill()
        reports += program.stdout.read()
    return reports[: reports.rindex(b"\n")].decode().split("\n")  # the kill may have cut off the last one


def kill(folder: Path, after: float) -> Outcome:
    """Start the program, kill it so many seconds after its first change, and look at what is left."""
    reported = int(reports_until_killed("tests.bench.studio_kill", folder, after)[-1])
    known = contents()
    states = [next(known) for _ in range(reported + 2)]
    path = folder / "project.timbre"
    saving = any(folder.glob(".project.timbre-*.part"))
    project = _project(path, folder / "unpacked", states) if path.exists() else None
    return Outcome(after, reported, _recovered(folder, states, project), project, path.exists(), saving)


def _recovered(folder: Path, states: list[Content], project: int | None) -> int | None:
    """How many changes are there again for the user: those of the working state, else those of the project file."""
    found = recoverable(folder / "workspaces")
    if not found:
        return project
    workspace, state = recover(found[0])
    whole = all((workspace.takes_folder / take.file_name).read_bytes() == audio(take) for take in state.takes)
    workspace.close()
    return _number(state.script, state.takes, states) if whole else None


def _project(path: Path, folder: Path, states: list[Content]) -> int | None:
    folder.mkdir()
    opened = read_project(path, folder)
    whole = all((folder / take.file_name).read_bytes() == audio(take) for take in opened.takes)
    if opened.warnings or not whole:
        return None
    kept = [Content(s.script, frozenset(take for take in s.takes if take.line in s.script.rows)) for s in states]
    return _number(opened.script, opened.takes, kept)


def _number(script: Script, takes: Iterable[Take], states: list[Content]) -> int | None:
    """The last of the states that has this script and these takes."""
    found = frozenset(takes)
    numbers = reversed(range(len(states)))
    return next((n for n in numbers if states[n].script == script and states[n].takes == found), None)


def show(outcomes: list[Outcome]) -> None:
    """Print a row for each kill."""
    table = Table(title="killed while it edits and saves", title_justify="left")
    for column in ("kill", "after, s", "changes", "recovered", "lost", "in the project", "while saving"):
        table.add_column(column, justify="right")
    for number, outcome in enumerate(outcomes, 1):
        project = str(outcome.project) if outcome.project_exists else "not saved yet"
        cells = (outcome.reported, outcome.recovered, outcome.lost, project, "yes" if outcome.saving else "")
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
        Figure("kills", len(outcomes)),
        Figure("kills during a save of the project", sum(outcome.saving for outcome in outcomes)),
        Figure(
            "project files that did not open whole",
            sum(o.project_exists and o.project is None for o in outcomes),
            "",
            0,
        ),
        Figure("recoveries that were no state at all", len(outcomes) - len(lost), "", 0),
        Figure("changes lost, most", max(lost, default=0), "", 1),
        Figure("changes lost, mean", sum(lost) / max(1, len(lost))),
    ]
    return conclude("studio_kill", figures, [vars_of(outcome) for outcome in outcomes])


def vars_of(outcome: Outcome) -> dict[str, object]:
    """For the file of results."""
    return {"after": outcome.after, "reported": outcome.reported, "lost": outcome.lost, "project": outcome.project}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.bench.studio_kill")
    parser.add_argument("--program", type=Path, metavar="FOLDER", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.program:
        app = QCoreApplication(sys.argv[:1])
        program = Program(arguments.program)
        sys.exit(app.exec())
    sys.exit(main())
