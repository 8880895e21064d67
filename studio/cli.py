"""The command line `timbre`: parsing only. What the commands do is in `studio.commands`.

Everything heavy is imported inside the commands, so that `timbre --help` appears at once.

Exit status: 0 done; 1 it could not be done, and a sentence says why; 2 the command line was wrong; 130 interrupted.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from engines.errors import TimbreError
from studio.cli_common import AsJson, services_of
from studio.cli_engines import engines_app
from studio.cli_extras import extras_app
from studio.cli_lexicon import lexicon_app
from studio.cli_serve import remote_engine, serve_app
from studio.commands import terminal

if TYPE_CHECKING:
    from engines.prosody.emotion import Emotion
    from engines.text.lexicon import Lexicons

DEFAULT_VOICE = "af_heart"

_USAGE_ERROR: type[Exception] = typer.BadParameter.__mro__[1]  # Typer names the class only in some versions


class _Commands(TyperGroup):
    """Turns every way in which a command can end into a line for the user and an exit status."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort, _USAGE_ERROR):
            raise
        except TimbreError as error:
            terminal.fail(str(error))
            raise typer.Exit(1) from error
        except KeyboardInterrupt as error:
            terminal.note("Interrupted.")
            raise typer.Exit(130) from error
        except BrokenPipeError as error:
            # Whoever read our output has had enough. Python would complain when it flushes at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from error
        except Exception as error:
            from studio.commands.crash import record  # noqa: PLC0415

            terminal.fail(record(error, show=bool(ctx.params.get("debug"))))
            raise typer.Exit(1) from error


app = typer.Typer(
    cls=_Commands,
    help="Timbre Studio on the command line: text to speech that starts at once.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
models_app = typer.Typer(help="Install, check and remove models.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(models_app, name="models")
voices_app = typer.Typer(
    help="List the voices; blend, import, export, rename and remove your own.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
app.add_typer(voices_app, name="voices")
app.add_typer(lexicon_app, name="lexicon")
app.add_typer(engines_app, name="engines")
app.add_typer(extras_app, name="extras")
app.add_typer(serve_app, name="serve")

Language = Annotated[
    str | None, typer.Option(help="Language of the text, such as en-us, en-gb, zh or ja.", show_default="detected")
]
Seconds = Annotated[float | None, typer.Option(min=0.0, max=60.0, help="Seconds of silence.")]
Slider = Annotated[float, typer.Option(min=-1.0, max=1.0, help="From -1 to 1.")]


class _Format(str, Enum):
    PCM_16 = "16"
    PCM_24 = "24"
    FLOAT_32 = "float"


class _Progress(str, Enum):
    TEXT = "text"
    JSON = "json"


class _Rate(str, Enum):
    HZ_24000 = "24000"
    HZ_44100 = "44100"
    HZ_48000 = "48000"


class _Preset(str, Enum):
    LINES = "lines"
    DUB = "dub"
    STEMS = "stems"
    PODCAST = "podcast"
    ACX = "acx"
    M4B = "m4b"


class _Files(str, Enum):
    LINES = "lines"
    MEMBERS = "members"
    SECTIONS = "sections"
    JOINED = "joined"


class _Kind(str, Enum):
    WAV_16 = "16"
    WAV_24 = "24"
    WAV_FLOAT = "float"
    FLAC = "flac"
    OPUS = "opus"
    MP3 = "mp3"
    M4A = "m4a"
    M4B = "m4b"


class _Loudness(str, Enum):
    AS_MADE = "off"
    LOUD = "-16"
    MEDIUM = "-19"
    BROADCAST = "-23"
    ACX = "acx"


class _Timing(str, Enum):
    GAPS = "gaps"
    CUES = "cues"


class _Beside(str, Enum):
    SRT = "srt"
    VTT = "vtt"
    TEXT = "txt"
    LABELS = "labels"


class _Original(str, Enum):
    DUCK = "duck"
    MUTE = "mute"
    KEEP = "keep"


class _TooLong(str, Enum):
    FLAG = "flag"
    OVERLAP = "overlap"
    GAP = "gap"
    FASTER = "faster"


class _Existing(str, Enum):
    NUMBER = "number"
    SKIP = "skip"
    REPLACE = "replace"


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

        try:
            terminal.say(f"timbre {version('timbre-studio')}")
        except PackageNotFoundError:
            terminal.say("timbre, run from a checkout that is not installed")
        raise typer.Exit


@app.callback()
def _start(
    ctx: typer.Context,
    debug: Annotated[bool, typer.Option("--debug", help="Show where an unexpected error came from.")] = False,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    if ctx.obj is None:
        from studio.commands.services import installed_services  # noqa: PLC0415

        ctx.obj = installed_services()


def _lexicons(ctx: typer.Context) -> Lexicons:
    """The user's own readings; a damaged file is told, and does without."""
    from engines.text.lexicon import Lexicons  # noqa: PLC0415

    try:
        return Lexicons(user=services_of(ctx).open_lexicon().load())
    except TimbreError as error:
        terminal.warn(str(error))
        return Lexicons()


def _emotion(ctx: typer.Context, text: str | None) -> Emotion:
    """What is felt; a preset may be the user's own. Raises EmotionError."""
    from engines.prosody.emotion import NEUTRAL  # noqa: PLC0415
    from engines.prosody.written import emotion_of  # noqa: PLC0415

    return NEUTRAL if text is None else emotion_of(text, services_of(ctx).open_emotions().load())


def _exemplified(emotion: Emotion, clip: Path | None, neutral: Path | None, strength: float) -> Emotion:
    """An emotion with the example of a recording. Raises AudioReadError and ExampleError."""
    if clip is None:
        return emotion
    from dataclasses import replace  # noqa: PLC0415

    from engines.prosody.exemplifying import open_example  # noqa: PLC0415

    return replace(emotion, example=open_example(clip, neutral), strength=strength)


@app.command()
def say(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(help="What to say; - reads standard input.")],
    voice: Annotated[str, typer.Option(help="`timbre voices` lists them.")] = DEFAULT_VOICE,
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
    strength: Annotated[float, typer.Option(min=0.0, max=1.0, help="Of --emotion-from.")] = 1.0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="WAV file to write; - is standard output.")
    ] = None,
    sample_format: Annotated[_Format, typer.Option("--format", help="Bits of a sample.")] = _Format.PCM_16,
    rate: Annotated[_Rate, typer.Option(help="Sample rate in Hz.")] = _Rate.HZ_24000,
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
    if neutral and not emotion_from:
        raise typer.BadParameter("--neutral goes with --emotion-from; name the recording with the emotion too.")

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
    felt = _exemplified(_emotion(ctx, emotion), emotion_from, neutral, strength)
    utterance = Utterance(spoken, voice, language, speed, lexicons=_lexicons(ctx), emotion=felt)
    services = services_of(ctx)
    if server is not None:
        services = replace(services, open_engine=lambda: remote_engine(server, token))
    command.run(services, utterance, destination, as_json=as_json)


@app.command()
def phonemes(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(help="What to read; - reads standard input.")],
    voice: Annotated[str, typer.Option(help="Its language is the default.")] = DEFAULT_VOICE,
    language: Language = None,
    as_json: AsJson = False,
) -> None:
    """Show how every word is read, and by which rule."""
    from engines.types import Utterance  # noqa: PLC0415
    from studio.commands import listing  # noqa: PLC0415
    from studio.commands.say import read_standard_input  # noqa: PLC0415

    read = read_standard_input() if text == "-" else text
    utterance = Utterance(read, voice, language, lexicons=_lexicons(ctx))
    listing.phonemes(services_of(ctx), utterance, as_json=as_json)


@app.command()
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


@app.command()
def export(
    ctx: typer.Context,
    script: Annotated[Path, typer.Argument(help="Subtitles, a text or a project: .srt, .ass, .vtt, .txt, .timbre, …")],
    out: Annotated[Path, typer.Option(help="Folder for the files; made if it is not there.")],
    cast: Annotated[Path | None, typer.Option(help='TOML file with lines such as Maya = "af_bella".')] = None,
    voice: Annotated[str, typer.Option(help="Of whoever the cast does not name.")] = DEFAULT_VOICE,
    emotion: Annotated[
        str | None, typer.Option(help="Of lines that have none, such as happy:0.6 or excited.", show_default="neutral")
    ] = None,
    preset: Annotated[_Preset, typer.Option(help="What to begin with; the options below change it.")] = _Preset.LINES,
    files: Annotated[_Files | None, typer.Option(help="How lines become files.")] = None,
    names: Annotated[
        str | None, typer.Option(help="Pattern of the names, such as {number:04} {member} {text:40}.")
    ] = None,
    kind: Annotated[_Kind | None, typer.Option("--format", help="16, 24 and float are WAV.")] = None,
    rate: Annotated[_Rate | None, typer.Option(help="Sample rate in Hz.")] = None,
    channels: Annotated[int | None, typer.Option(min=1, max=2, help="2 has the same sound on both.")] = None,
    loudness: Annotated[_Loudness | None, typer.Option(help="LUFS, or acx, or off.")] = None,
    timing: Annotated[_Timing | None, typer.Option(help="One after the other, or at the times of the script.")] = None,
    gap: Seconds = None,
    paragraph_gap: Seconds = None,
    head: Seconds = None,
    tail: Seconds = None,
    beside: Annotated[list[_Beside] | None, typer.Option(help="Also write what is said when; may be repeated.")] = None,
    existing: Annotated[_Existing, typer.Option(help="If a file exists.")] = _Existing.NUMBER,
    shortest: Annotated[
        float | None, typer.Option(min=0.5, max=1.0, help="Least share of its length that a line fits its time with.")
    ] = None,
    longest: Annotated[float | None, typer.Option(min=1.0, max=1.5, help="The greatest.")] = None,
    too_long: Annotated[
        _TooLong | None, typer.Option(help="What a line that is still too long may do, beside being told of.")
    ] = None,
    video: Annotated[
        Path | None, typer.Option(help="Also copy this video, with the lines at their times as a new track.")
    ] = None,
    original: Annotated[_Original, typer.Option(help="The video's own sound under the speech.")] = _Original.DUCK,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=64, help="Lines at once.", show_default="cores, at most 4; 8 on a GPU"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Speak a whole script into files. A run that was cut off goes on when it is started again."""
    command = _exporting()
    from engines.audio.formats import FileFormat  # noqa: PLC0415
    from engines.audio.levels import Target  # noqa: PLC0415
    from engines.media.mixing import Original  # noqa: PLC0415
    from studio.document.script import Overrun  # noqa: PLC0415
    from studio.export.plan import ExportMode, OnExisting, Sidecar, Timing  # noqa: PLC0415

    changes = {
        "mode": files and ExportMode(files.value),
        "pattern": names,
        "file_format": kind and FileFormat(kind.value),
        "rate": rate and int(rate.value),
        "channels": channels,
        "target": loudness and Target(loudness.value),
        "timing": timing and Timing(timing.value),
        "sidecars": tuple(dict.fromkeys(Sidecar(each.value) for each in beside)) if beside else None,
        "existing": OnExisting(existing.value),
        "gap": gap,
        "paragraph_gap": paragraph_gap,
        "head": head,
        "tail": tail,
    }
    felt = _emotion(ctx, emotion)
    overrun = too_long and Overrun("" if too_long is _TooLong.FLAG else too_long.value)
    fit = command.Fit(shortest, longest, overrun)
    dub = command.VideoWish(video, Original(original.value)) if video else None
    wish = command.Wish(script, out, cast, voice, preset.value, changes, fit, dub, workers, felt)
    if not command.run(services_of(ctx), wish, as_json=as_json):
        raise typer.Exit(1)


@app.command("check-export")
def check_export(
    folder: Annotated[Path, typer.Argument(help="Of an earlier export.")],
    as_json: AsJson = False,
) -> None:
    """Say whether the files of an export are still as they were written."""
    if not _exporting().check(folder, as_json=as_json):
        raise typer.Exit(1)


def _exporting() -> Any:
    try:
        from studio.commands import export as command  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"PySide6", "shiboken6", "pysubs2", "charset_normalizer"}:
            raise
        raise TimbreError(
            'Exporting scripts needs parts of the window: run `pip install "timbre-studio[app]"`.'
        ) from error
    return command


@app.command()
def doctor(
    as_json: AsJson = False,
    report: Annotated[
        Path | None, typer.Option(help="Write what is found to this zip, with the logs, to be passed on.")
    ] = None,
    whole_logs: Annotated[
        bool, typer.Option("--whole-logs", help="With the texts and names of files that the logs quote.")
    ] = False,
) -> None:
    """Show what is there and how to get the rest."""
    from studio.commands import doctor as command  # noqa: PLC0415

    command.run(as_json=as_json, report=report, whole_logs=whole_logs)


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


@app.command()
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
            help="Leave out the tone of the room; the voice is then about half as like.",
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


def main(arguments: Sequence[str] | None = None) -> None:
    """Run `timbre` with these arguments, by default those of the process, and exit."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # an odd file name must not stop us from naming it
    # Ending in the ordinary way removes what is half written.
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    app(args=list(arguments) if arguments is not None else None, prog_name="timbre")


if __name__ == "__main__":
    main()
