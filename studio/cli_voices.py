"""`timbre voices`: parsing only; see `studio.commands.voices`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from studio.cli_common import AsJson, Language, services_of

voices_app = typer.Typer(
    help="List the voices; blend, import, export, rename and remove your own.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
Slider = Annotated[float, typer.Option(min=-1.0, max=1.0, help="From -1 to 1.")]


@voices_app.callback()
def voices(ctx: typer.Context, language: Language = None, as_json: AsJson = False) -> None:
    """List the voices; blend, import, export, rename and remove your own."""
    if ctx.invoked_subcommand is None:
        from studio.commands import voices as command  # noqa: PLC0415

        command.show(services_of(ctx), language, as_json=as_json)


@voices_app.command("blend")
def voices_blend(
    ctx: typer.Context,
    parts: Annotated[list[str], typer.Argument(help="Voices and weights, such as af_heart:0.6 bm_george:0.4.")],
    name: Annotated[str, typer.Option(help="What the new voice shall be called.")],
    pitch: Slider = 0.0,
    size: Slider = 0.0,
    brightness: Slider = 0.0,
    clarity: Slider = 0.0,
    age: Slider = 0.0,
    out: Annotated[Path | None, typer.Option(help="Write a voice file instead of keeping the voice.")] = None,
    as_json: AsJson = False,
) -> None:
    """Make a new voice of one or more; five sliders change it further."""
    from studio.commands import voices as command  # noqa: PLC0415

    sliders = {"pitch": pitch, "size": size, "brightness": brightness, "clarity": clarity, "age": age}
    command.blend(services_of(ctx), [_part(part) for part in parts], name, sliders, out=out, as_json=as_json)


def _part(text: str) -> tuple[str, float]:
    name, colon, weight = text.rpartition(":")
    if not colon:
        return text, 1.0
    try:
        return name, float(weight)
    except ValueError:
        raise typer.BadParameter(f"{weight!r} is no weight; write a voice as af_heart:0.6.") from None


@voices_app.command("import")
def voices_import(
    ctx: typer.Context,
    files: Annotated[list[Path], typer.Argument(help="Files that end in .timbrevoice.")],
    as_json: AsJson = False,
) -> None:
    """Add voices from files."""
    from studio.commands import voices as command  # noqa: PLC0415

    command.import_files(services_of(ctx), files, as_json=as_json)


@voices_app.command("export")
def voices_export(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="From the list.")],
    out: Annotated[Path, typer.Argument(help="File or folder.")] = Path(),
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write a voice of your own into a file."""
    from studio.commands import voices as command  # noqa: PLC0415

    command.export(services_of(ctx), name, out, overwrite=force, as_json=as_json)


@voices_app.command("duplicate")
def voices_duplicate(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="From the list.")],
    title: Annotated[str, typer.Option(help="Of the copy.", show_default="the same and a number")] = "",
    as_json: AsJson = False,
) -> None:
    """Copy a voice of your own, or one that comes with the program."""
    from studio.commands import voices as command  # noqa: PLC0415

    command.duplicate(services_of(ctx), name, title, as_json=as_json)


@voices_app.command("rename")
def voices_rename(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(help="From the list.")],
    title: Annotated[str, typer.Argument(help="What it shall be called.")],
    as_json: AsJson = False,
) -> None:
    """Give a voice another title; scripts still find it under its name."""
    from studio.commands import voices as command  # noqa: PLC0415

    command.rename(services_of(ctx), name, title, as_json=as_json)


@voices_app.command("remove")
def voices_remove(
    ctx: typer.Context,
    names: Annotated[list[str], typer.Argument(help="From the list.")],
    as_json: AsJson = False,
) -> None:
    """Take voices of your own away; the last twenty can be brought back."""
    from studio.commands import voices as command  # noqa: PLC0415

    command.remove(services_of(ctx), names, as_json=as_json)


@voices_app.command("restore")
def voices_restore(
    ctx: typer.Context,
    names: Annotated[list[str] | None, typer.Argument(help="Removed voices.", show_default="list them")] = None,
    as_json: AsJson = False,
) -> None:
    """Bring removed voices back."""
    from studio.commands import voices as command  # noqa: PLC0415

    command.restore(services_of(ctx), names or [], as_json=as_json)
