"""`timbre models`: parsing only; see `studio.commands.models`."""

from __future__ import annotations

from typing import Annotated

import typer

from studio.cli_common import AsJson, services_of

models_app = typer.Typer(help="Install, check and remove models.", no_args_is_help=True, rich_markup_mode=None)


@models_app.command("list")
def models_list(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List the models, installed or not."""
    from studio.commands import models  # noqa: PLC0415

    models.show(services_of(ctx), as_json=as_json)


@models_app.command("install")
def models_install(
    ctx: typer.Context,
    names: Annotated[
        list[str] | None, typer.Argument(help="Names from the list.", show_default="the default model")
    ] = None,
    source: Annotated[str | None, typer.Option(help="Where to fetch from, such as registry or hub.")] = None,
    offline: Annotated[bool, typer.Option("--offline", help="Open no connection.")] = False,
    as_json: AsJson = False,
) -> None:
    """Fetch and convert models; what is whole already is left alone, what is damaged is mended."""
    from studio.commands import models  # noqa: PLC0415

    models.install(services_of(ctx), names or [], source, offline=offline, as_json=as_json)


@models_app.command("verify")
def models_verify(
    ctx: typer.Context,
    names: Annotated[list[str] | None, typer.Argument(help="Names from the list.", show_default="all")] = None,
    as_json: AsJson = False,
) -> None:
    """Read every byte of installed models and say whether they are whole."""
    from studio.commands import models  # noqa: PLC0415

    models.verify(services_of(ctx), names or [], as_json=as_json)


@models_app.command("remove")
def models_remove(
    ctx: typer.Context,
    names: Annotated[list[str], typer.Argument(help="Names from the list.")],
    as_json: AsJson = False,
) -> None:
    """Take models off the disk."""
    from studio.commands import models  # noqa: PLC0415

    models.remove(services_of(ctx), names, as_json=as_json)
