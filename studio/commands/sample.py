"""`timbre sample`: speak a script, one file a line, and show how fast that goes."""

from __future__ import annotations

import re
import statistics
import time
from dataclasses import dataclass, replace
from pathlib import Path

from engines.audio.wav import WavWriter
from engines.errors import AudioFileError, TimbreError
from engines.models.base import Progress
from engines.types import Utterance
from studio.commands import terminal
from studio.commands.services import Services, SpeechEngine
from studio.commands.speaking import Speech, speak
from studio.commands.stand_ins import stand_in, stock_is_missing

DEFAULT_SCRIPT = Path(__file__).parents[2] / "assets" / "scripts" / "sample.txt"

_LINE = re.compile(r"\s*(?P<voice>\w+)\s*[:：]\s*(?P<text>\S.*)")


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One utterance of a script."""

    number: int
    """Counted from 1, without comments and empty lines."""
    voice: str
    text: str

    @property
    def file_name(self) -> str:
        """Of the recording."""
        return f"{self.number:02}-{self.voice}.wav"


def read_script(path: Path) -> list[ScriptLine]:
    """Lines of `voice: text`; empty lines and those that begin with # are left out. Raises TimbreError."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise TimbreError(f"The script “{path}” is not UTF-8 text; save it as UTF-8 and try again.") from error
    except (OSError, ValueError) as error:
        raise TimbreError(f"The script “{path}” cannot be read; check its name and permissions.") from error
    lines: list[ScriptLine] = []
    for row, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.fullmatch(line)
        if not match:
            raise TimbreError(f"Line {row} of the script “{path}” is not of the form `voice: text`.")
        lines.append(ScriptLine(len(lines) + 1, match["voice"], match["text"]))
    if not lines:
        raise TimbreError(f"The script “{path}” has no line to speak; write lines of the form `voice: text`.")
    return lines


def run(services: Services, script: Path, folder: Path) -> bool:
    """Speak every line of a script into a numbered file in `folder`, replacing those of an earlier run.

    A line that fails does not stop the others. Returns whether all went well.
    """
    lines = read_script(script)
    if script == DEFAULT_SCRIPT and stock_is_missing(services):
        lines = [replace(line, voice=stand_in(line.voice)) for line in lines]
        terminal.warn(
            "The stock voices could not be fetched, so house voices speak instead of them; "
            "`timbre models install` tries to fetch them again."
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise AudioFileError(f"The folder “{folder}” cannot be made; choose another one with --out.") from error
    spoken: list[tuple[ScriptLine, Speech]] = []
    failures: list[tuple[ScriptLine, TimbreError]] = []
    before = time.perf_counter()
    with terminal.progress_bar("Loading the engine") as bar, services.open_engine() as engine:
        loading = time.perf_counter() - before
        for line in lines:
            bar(f"{line.number} of {len(lines)}: {line.voice}", (line.number - 1) / len(lines))
            try:
                spoken.append((line, _record(engine, line, folder, bar)))
            except TimbreError as error:
                failures.append((line, error))
    _print_table(spoken)
    terminal.note(f"The files are in {folder}; the engine was loaded in {loading:.1f} s.")
    for line, speech in spoken:
        if speech.unspoken:
            terminal.warn(f"{line.file_name}: not spoken: {terminal.listed(speech.unspoken)}.")
    for line, failure in failures:
        terminal.fail(f"{line.file_name} failed: {failure}")
    return not failures


def _record(engine: SpeechEngine, line: ScriptLine, folder: Path, progress: Progress) -> Speech:
    engine.warm_up(line.voice, progress)
    with WavWriter(folder / line.file_name, engine.sample_rate, overwrite=True) as writer:
        return speak(engine, Utterance(line.text, line.voice), [writer])


def _print_table(spoken: list[tuple[ScriptLine, Speech]]) -> None:
    if not spoken:
        return
    rows = [_row(line.file_name, speech) for line, speech in spoken]
    speeches = [speech for _, speech in spoken]
    median = Speech(
        duration=sum(speech.duration for speech in speeches),
        first_sound=statistics.median(speech.first_sound for speech in speeches),
        making=sum(speech.making for speech in speeches),
        unspoken=(),
    )
    rows.append(_row("all (median, sum, mean)", median))
    terminal.table(("file", "first sound (ms)", "duration (s)", "real-time factor"), rows)


def _row(name: str, speech: Speech) -> tuple[str, ...]:
    return (
        name,
        f"{1000 * speech.first_sound:.0f}",
        f"{speech.duration:.2f}",
        f"{speech.real_time_factor:.2f}",
    )
