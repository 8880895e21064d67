"""What an export would write, for the dialog. Touches the disk: for use off the GUI thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.audio.formats import FormatMissingError, check_available
from studio.document.script import SECTION, Script
from studio.export.folder import FolderState, inspect
from studio.export.naming import PatternError
from studio.export.plan import ExportMode, ExportOptions, ExportPlan, Timing, plan


@dataclass(frozen=True, slots=True)
class Preview:
    """The files and what stands in their way."""

    options: ExportOptions
    """What it was made for."""
    folder: FolderState
    plan: ExportPlan | None
    """None if the pattern is wrong."""
    wrong: str = ""
    """A sentence for the user: why files of these options cannot be made anywhere."""
    undivided: bool = False
    """Whether sections were asked for and the script has none."""
    untimed: int = 0
    """Lines that are to be at their times and have none."""

    @property
    def problem(self) -> str:
        """A sentence that says why the export cannot begin; empty if it can, or if there is nothing to export."""
        return self.wrong or self.folder.problem

    @property
    def possible(self) -> bool:
        """Whether the export can begin."""
        return bool(self.plan and self.plan.items and not self.problem)

    @property
    def tight(self) -> bool:
        """Whether the files will hardly fit on the disk."""
        return bool(self.plan and not self.folder.problem and self.plan.size > self.folder.free)


def preview(script: Script, line_ids: Sequence[str], options: ExportOptions, project: str) -> Preview:
    """Look at the folder and name the files. Never raises for what a user can do."""
    state = inspect(options.folder)
    try:
        made = plan(script, line_ids, options, state.names, project)
    except PatternError as error:
        return Preview(options, state, None, str(error))
    try:
        check_available(options.file_format)
        wrong = ""
    except FormatMissingError as error:
        wrong = str(error)
    lines = [line for key in line_ids if (line := script.line(key)) and line.text.strip()]
    joined = options.mode is not ExportMode.LINES
    return Preview(
        options,
        state,
        made,
        wrong,
        undivided=options.mode is ExportMode.SECTIONS and not any(line.begins == SECTION for line in script.lines),
        untimed=sum(line.start is None for line in lines) if joined and options.timing is Timing.CUES else 0,
    )
