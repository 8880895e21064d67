"""`timbre extras`: parsing only; see `studio.extras`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from studio.cli_common import AsJson
from studio.commands import terminal

_ABOUT = "Add parts that not everybody wants: video, transcripts, a graphics card."
extras_app = typer.Typer(help=_ABOUT, invoke_without_command=True, rich_markup_mode=None)
Name = Annotated[str, typer.Argument(help="As `timbre extras` lists them.", show_default=False)]
Names = Annotated[list[str], typer.Argument(help="As `timbre extras` lists them.", show_default=False)]


@extras_app.callback(help=_ABOUT)
def extras(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List the parts."""
    if ctx.invoked_subcommand is not None:
        return
    from engines.paths import home  # noqa: PLC0415
    from studio.extras import EXTRAS, installed, offered, outdated  # noqa: PLC0415

    there, old = installed(home()), outdated(home())
    found = [(name, EXTRAS[name], name in there) for name in offered()]
    if as_json:
        rows = [
            {
                "name": name,
                "purpose": extra.purpose,
                "megabytes": extra.megabytes,
                "installed": added,
                "old": name in old,
            }
            for name, extra, added in found
        ]
        terminal.print_json(rows)
        return
    shown = [(name, "yes" if added else "", str(extra.megabytes or ""), extra.purpose) for name, extra, added in found]
    terminal.table(("part", "added", "size (MB)", "for"), shown)
    if old:
        terminal.warn(f"From before an update; install them anew: `timbre extras install {' '.join(old)}`.")


@extras_app.command("install")
def extras_install(
    names: Names,
    source: Annotated[
        Path | None,
        typer.Option("--from", help="Folder with the wheels, from `timbre extras download`.", file_okay=False),
    ] = None,
) -> None:
    """Fetch parts, or fetch them anew; start the program again afterwards."""
    from engines.paths import home  # noqa: PLC0415
    from studio.engine_look import nvidia_cards  # noqa: PLC0415
    from studio.extras import install  # noqa: PLC0415

    for name in names:
        with terminal.progress_bar(f"Fetching {name}") as bar:
            install(name, home(), source, bar)
        terminal.note(f"{name} has been added.")
        if name == "gpu" and not nvidia_cards():
            terminal.warn(
                "No NVIDIA card is seen here: it works once the driver is installed, and `nvidia-smi` lists it."
            )


@extras_app.command("download")
def extras_download(
    name: Name, folder: Annotated[Path, typer.Argument(help="Where the wheels go.", file_okay=False)]
) -> None:
    """Fetch a part for a computer without a connection."""
    from studio.extras import download  # noqa: PLC0415

    with terminal.progress_bar(f"Fetching {name}") as bar:
        download(name, folder, bar)
    terminal.note(f"{folder} has what `timbre extras install {name} --from FOLDER` needs.")


@extras_app.command("remove")
def extras_remove(names: Names) -> None:
    """Take parts away."""
    from engines.paths import home  # noqa: PLC0415
    from studio.extras import remove  # noqa: PLC0415

    for name in names:
        remove(name, home())
        terminal.note(f"{name} has been removed.")
