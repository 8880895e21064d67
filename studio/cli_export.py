"""`timbre export` and `check-export`: parsing only; see `studio.commands.export`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import typer

from engines.errors import TimbreError
from engines.extras import adding
from studio.cli_common import AsJson, Rate, emotion_of, services_of
from studio.commands.stand_ins import DEFAULT_VOICE, default_voice

Seconds = Annotated[float | None, typer.Option(min=0.0, max=60.0, help="Seconds of silence.")]


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


def export(
    ctx: typer.Context,
    script: Annotated[Path, typer.Argument(help="Subtitles, a text or a project: .srt, .ass, .vtt, .txt, .timbre, …")],
    out: Annotated[Path, typer.Option(help="Folder for the files; made if it is not there.")],
    cast: Annotated[Path | None, typer.Option(help='TOML file with lines such as Maya = "af_bella".')] = None,
    voice: Annotated[
        str | None, typer.Option(help="Of whoever the cast does not name.", show_default=DEFAULT_VOICE)
    ] = None,
    emotion: Annotated[
        str | None, typer.Option(help="Of lines that have none, such as happy:0.6 or excited.", show_default="neutral")
    ] = None,
    preset: Annotated[_Preset, typer.Option(help="What to begin with; the options below change it.")] = _Preset.LINES,
    files: Annotated[_Files | None, typer.Option(help="How lines become files.")] = None,
    names: Annotated[
        str | None, typer.Option(help="Pattern of the names, such as {number:04} {member} {text:40}.")
    ] = None,
    kind: Annotated[_Kind | None, typer.Option("--format", help="16, 24 and float are WAV.")] = None,
    rate: Annotated[Rate | None, typer.Option(help="Sample rate in Hz.")] = None,
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
    felt = emotion_of(ctx, emotion)
    overrun = too_long and Overrun("" if too_long is _TooLong.FLAG else too_long.value)
    fit = command.Fit(shortest, longest, overrun)
    dub = command.VideoWish(video, Original(original.value)) if video else None
    voice = voice or default_voice(services_of(ctx))
    wish = command.Wish(script, out, cast, voice, preset.value, changes, fit, dub, workers, felt)
    if not command.run(services_of(ctx), wish, as_json=as_json):
        raise typer.Exit(1)


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
        raise TimbreError(f"Exporting scripts needs parts of the window: run {adding('app')}.") from error
    return command
