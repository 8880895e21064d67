"""`timbre say`, `phonemes` and `sample`: parsing only; see the modules of these names in `studio.commands`."""

from __future__ import annotations

import sys
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engines.errors import TimbreError
from studio.cli_common import AsJson, Language, Rate, emotion_of, services_of
from studio.cli_serve import remote_engine
from studio.commands import terminal
from studio.commands.stand_ins import DEFAULT_VOICE, default_voice

if TYPE_CHECKING:
    from engines.text.lexicon import Lexicons


class _Format(str, Enum):
    PCM_16 = "16"
    PCM_24 = "24"
    FLOAT_32 = "float"


def say(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(help="What to say; - reads standard input.")],
    voice: Annotated[str | None, typer.Option(help="`timbre voices` lists them.", show_default=DEFAULT_VOICE)] = None,
    speed: Annotated[float, typer.Option(min=0.5, max=2.0, help="2.0 is twice as fast.")] = 1.0,
    language: Language = None,
    emotion: Annotated[
        str | None, typer.Option(help="Such as happy:0.6, happy:0.6,surprised:0.3 or excited.", show_default="neutral")
    ] = None,
    emotion_from: Annotated[
        Path | None, typer.Option(help="Recording of anybody whose way of speaking is taken over.", show_default=False)
    ] = None,
    neutral: Annotated[
        Path | None,
        typer.Option(help="With --emotion-from: the same person without emotion, which makes it surer."),
    ] = None,
    transcript: Annotated[
        str, typer.Option(help="What is said in --emotion-from.", show_default="written down by Whisper")
    ] = "",
    neutral_transcript: Annotated[
        str, typer.Option(help="What is said in --neutral.", show_default="written down by Whisper")
    ] = "",
    strength: Annotated[float, typer.Option(min=0.0, max=1.0, help="Of --emotion-from.")] = 1.0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="WAV file to write; - is standard output.")
    ] = None,
    sample_format: Annotated[_Format, typer.Option("--format", help="Bits of a sample.")] = _Format.PCM_16,
    rate: Annotated[Rate, typer.Option(help="Sample rate in Hz.")] = Rate.HZ_24000,
    play: Annotated[bool, typer.Option("--play", help="Play it; also the default without -o and --stream.")] = False,
    stream: Annotated[
        bool, typer.Option("--stream", help="Write raw samples to standard output while they are made.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")] = False,
    server: Annotated[
        str | None, typer.Option(help="Let a server speak: http://127.0.0.1:8766, …", show_default="this computer")
    ] = None,
    token: Annotated[
        str, typer.Option(envvar="TIMBRE_TOKEN", help="For the server.", show_default=False, show_envvar=True)
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Speak into a file, a pipe or the loudspeaker."""
    to_stdout = stream or output == Path("-")
    if stream and (output or play):
        raise typer.BadParameter("--stream goes alone; leave out -o and --play.")
    if to_stdout and as_json:
        raise typer.BadParameter("--json and the audio cannot both go to standard output; use -o FILE.")
    if to_stdout and sys.stdout.isatty():
        raise typer.BadParameter("standard output is a terminal; send it to a file or a program, or use -o FILE.")
    if output and output.suffix.lower() not in {".wav", ""}:
        raise typer.BadParameter(f"only WAV files can be written; give a name such as {output.with_suffix('.wav')}.")
    if (neutral or transcript) and not emotion_from:
        given = "--neutral" if neutral else "--transcript"
        raise typer.BadParameter(f"{given} goes with --emotion-from; name the recording with the emotion too.")
    if neutral_transcript and not neutral:
        raise typer.BadParameter("--neutral-transcript goes with --neutral; name the neutral recording too.")

    from engines.audio.pcm import SampleFormat  # noqa: PLC0415
    from engines.types import Utterance  # noqa: PLC0415
    from studio.commands import say as command  # noqa: PLC0415

    spoken = command.read_standard_input() if text == "-" else text
    destination = command.Destination(
        file=None if to_stdout else output,
        play=play or not (output or stream),
        stdout=to_stdout,
        raw=stream,
        rate=int(rate.value),
        sample_format=SampleFormat(sample_format.value),
        overwrite=force,
    )
    felt = emotion_of(ctx, emotion)
    if emotion_from:
        from studio.commands.exemplifying import Spoken, example_of  # noqa: PLC0415

        calm = Spoken(neutral, neutral_transcript) if neutral else None
        example = example_of(services_of(ctx), Spoken(emotion_from, transcript), calm)
        felt = replace(felt, example=example, strength=strength)
    services = services_of(ctx)
    if server is None:
        voice = voice or default_voice(services)
    else:
        voice = voice or DEFAULT_VOICE
        services = replace(services, open_engine=lambda: remote_engine(server, token))
    utterance = Utterance(spoken, voice, language, speed, lexicons=_lexicons(ctx), emotion=felt)
    command.run(services, utterance, destination, as_json=as_json)


def phonemes(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(help="What to read; - reads standard input.")],
    voice: Annotated[str | None, typer.Option(help="Its language is the default.", show_default=DEFAULT_VOICE)] = None,
    language: Language = None,
    as_json: AsJson = False,
) -> None:
    """Show how every word is read, and by which rule."""
    from engines.types import Utterance  # noqa: PLC0415
    from studio.commands import listing  # noqa: PLC0415
    from studio.commands.say import read_standard_input  # noqa: PLC0415

    read = read_standard_input() if text == "-" else text
    services = services_of(ctx)
    utterance = Utterance(read, voice or default_voice(services), language, lexicons=_lexicons(ctx))
    listing.phonemes(services, utterance, as_json=as_json)


def sample(
    ctx: typer.Context,
    out: Annotated[Path, typer.Option(help="Folder for the recordings; those of an earlier run are replaced.")] = Path(
        "out"
    ),
    script: Annotated[
        Path | None, typer.Option(help="Lines of `voice: text`.", show_default="the sample script")
    ] = None,
) -> None:
    """Speak a script, one file a line, and time it."""
    from studio.commands import sample as command  # noqa: PLC0415

    if not command.run(services_of(ctx), script or command.DEFAULT_SCRIPT, out):
        raise typer.Exit(1)


def _lexicons(ctx: typer.Context) -> Lexicons:
    """The user's own readings; a damaged file is told, and does without."""
    from engines.text.lexicon import Lexicons  # noqa: PLC0415

    try:
        return Lexicons(user=services_of(ctx).open_lexicon().load())
    except TimbreError as error:
        terminal.warn(str(error))
        return Lexicons()
