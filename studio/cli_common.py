"""What the groups of commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from studio.commands.services import Services

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document on standard output.")]


def services_of(ctx: typer.Context) -> Services:
    """What the commands need from the rest of the program."""
    services: Services = ctx.obj
    return services
