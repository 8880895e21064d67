"""What an export would write, for the dialog. Touches the disk: for use off the GUI thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from studio.document.script import Script
from studio.export.folder import FolderState, inspect
from studio.export.naming import PatternError
from studio.export.plan import ExportOptions, ExportPlan, plan


@dataclass(frozen=True, slots=True)
class Preview:
    """The files and what stands in their way."""

    options: ExportOptions
    """What it was made for."""
    folder: FolderState
    plan: ExportPlan | None
    """None if the pattern is wrong."""
    pattern_problem: str = ""
    """A sentence for the user."""

    @property
    def possible(self) -> bool:
        """Whether the export can begin."""
        return bool(self.plan and self.plan.items and not self.folder.problem)

    @property
    def tight(self) -> bool:
        """Whether the files will hardly fit on the disk."""
        return bool(self.plan and not self.folder.problem and self.plan.size > self.folder.free)


def preview(script: Script, line_ids: Sequence[str], options: ExportOptions, project: str) -> Preview:
    """Look at the folder and name the files. Never raises for what a user can do."""
    state = inspect(options.folder)
    try:
        return Preview(options, state, plan(script, line_ids, options, state.names, project))
    except PatternError as error:
        return Preview(options, state, None, str(error))
