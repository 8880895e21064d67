"""`timbre clone`: parsing only; see `studio.commands.clone`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from studio.cli_common import services_of


class _Progress(str, Enum):
    TEXT = "text"
    JSON = "json"


def clone(
    ctx: typer.Context,
    recording: Annotated[Path, typer.Argument(help="Three seconds of speech or more: WAV, MP3, M4A, a video, …")],
    name: Annotated[str, typer.Option(help="What the voice is called.")],
    language: Annotated[str, typer.Option(help="Spoken in the recording: en-us, zh, …")] = "en-us",
    transcript: Annotated[
        str, typer.Option(help="What is said in the recording; for --refine.", show_default="written down by Whisper")
    ] = "",
    owner: Annotated[str, typer.Option(help="Whose voice it is, and that they agreed; kept with the voice.")] = "",
    seconds: Annotated[float, typer.Option(min=3, max=60, help="Of the clearest speech to use.")] = 15.0,
    denoise: Annotated[bool, typer.Option("--denoise", help="Take hiss and hum out of the recording.")] = False,
    studio_sound: Annotated[
        bool,
        typer.Option(
            "--studio-sound",
            help="Leave out the tone of the room; the voice is then less like.",
        ),
    ] = False,
    refine: Annotated[bool, typer.Option("--refine", help="Fit the voice closely; needs PyTorch.")] = False,
    steps: Annotated[int | None, typer.Option(min=1, max=1000, help="Of the fit at most.")] = None,
    start: Annotated[Path | None, typer.Option(help="A voice file to go on from.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write a voice file instead of keeping the voice.")] = None,
    progress: Annotated[_Progress, typer.Option(help="Sentences, or one JSON object a line.")] = _Progress.TEXT,
) -> None:
    """Make a voice from a recording of somebody who agrees to it."""
    from studio.commands import clone as command  # noqa: PLC0415

    lines = progress is _Progress.JSON
    wish = command.Wish(
        recording,
        name,
        language,
        transcript,
        owner,
        seconds,
        start,
        refine,
        steps,
        out,
        keep_steps=lines,
        denoise=denoise,
        studio_sound=studio_sound,
    )
    command.run(services_of(ctx), wish, lines=lines)
