"""`timbre engines`: parsing only; see `studio.commands.engines`."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from studio.cli_common import AsJson

engines_app = typer.Typer(
    help="Build the engines of the GPU; list, check and clear them.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
_CAPABILITY = re.compile(r"(\d+)\.(\d)")


@engines_app.callback()
def engines(ctx: typer.Context, as_json: AsJson = False) -> None:
    """Build the engines of the GPU; list, check and clear them."""
    if ctx.invoked_subcommand is None:
        engines_list(as_json=as_json)


@engines_app.command("build")
def engines_build(
    half: Annotated[
        bool, typer.Option("--half/--full", help="Compute in float16 where that is exact enough, or nowhere.")
    ] = True,
    try_for: Annotated[
        str | None,
        typer.Option(help="Only try the build, for a GPU of this compute capability, such as 8.9.", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")] = False,
) -> None:
    """Build what is missing for this machine's GPU. It takes minutes, once."""
    from engines.paths import home  # noqa: PLC0415
    from studio.commands import engines as command  # noqa: PLC0415

    command.build(home(), half=half, capability=_capability(try_for), as_json=as_json)


@engines_app.command("list")
def engines_list(as_json: AsJson = False) -> None:
    """List what is built."""
    from engines.paths import home  # noqa: PLC0415
    from studio.commands import engines as command  # noqa: PLC0415

    command.show(home(), as_json=as_json)


@engines_app.command("verify")
def engines_verify() -> None:
    """Read every engine; damaged ones are removed."""
    from engines.paths import home  # noqa: PLC0415
    from studio.commands import engines as command  # noqa: PLC0415

    command.verify(home())


@engines_app.command("clear")
def engines_clear() -> None:
    """Remove all engines; they can be built again."""
    from engines.paths import home  # noqa: PLC0415
    from studio.commands import engines as command  # noqa: PLC0415

    command.clear(home())


def _capability(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = _CAPABILITY.fullmatch(text)
    if not match:
        raise typer.BadParameter("give a compute capability such as 8.9.")
    return int(match[1]), int(match[2])
