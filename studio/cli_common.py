"""What the groups of commands share."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from engines.prosody.emotion import Emotion
    from studio.commands.services import Services

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document on standard output.")]
Language = Annotated[
    str | None, typer.Option(help="Language of the text, such as en-us, en-gb, zh or ja.", show_default="detected")
]


class Rate(str, Enum):
    """Sample rates, in Hz."""

    HZ_24000 = "24000"
    HZ_44100 = "44100"
    HZ_48000 = "48000"


def services_of(ctx: typer.Context) -> Services:
    """What the commands need from the rest of the program."""
    services: Services = ctx.obj
    return services


def emotion_of(ctx: typer.Context, text: str | None) -> Emotion:
    """What is felt; a preset may be the user's own. Raises EmotionError."""
    from engines.prosody import written  # noqa: PLC0415
    from engines.prosody.emotion import NEUTRAL  # noqa: PLC0415

    return NEUTRAL if text is None else written.emotion_of(text, services_of(ctx).open_emotions().load())
