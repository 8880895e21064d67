"""`timbre extras`: parsing only; see `studio.extras`."""

from __future__ import annotations

from typing import Annotated

import typer

from studio.cli_common import AsJson
from studio.commands import terminal

extras_app = typer.Typer(
    help="Add parts that the package leaves out: video, transcripts.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
Names = Annotated[list[str], typer.Argument(help="media, transcribe.", show_default=False)]


@extras_app.callback()
def extras(ctx: typer.Context, as_json: AsJson = False) -> None:
    """Add parts that the package leaves out: video, transcripts."""
    if ctx.invoked_subcommand is not None:
        return
    from engines.paths import home  # noqa: PLC0415
    from studio.extras import OFFERED, installed  # noqa: PLC0415

    there = installed(home())
    if as_json:
        rows = [
            {"name": name, "purpose": extra.purpose, "megabytes": extra.megabytes, "installed": name in there}
            for name, extra in OFFERED.items()
        ]
        terminal.print_json(rows)
        return
    shown = [(name, "yes" if name in there else "", str(x.megabytes), x.purpose) for name, x in OFFERED.items()]
    terminal.table(("part", "added", "size (MB)", "for"), shown)


@extras_app.command("install")
def extras_install(names: Names) -> None:
    """Fetch parts, or fetch them anew; start the program again afterwards."""
    from engines.paths import home  # noqa: PLC0415
    from studio.extras import install  # noqa: PLC0415

    for name in names:
        with terminal.progress_bar(f"Fetching {name}"):
            install(name, home())
        terminal.note(f"{name} has been added.")


@extras_app.command("remove")
def extras_remove(names: Names) -> None:
    """Take parts away."""
    from engines.paths import home  # noqa: PLC0415
    from studio.extras import remove  # noqa: PLC0415

    for name in names:
        remove(name, home())
        terminal.note(f"{name} has been removed.")
