"""`timbre say`: speak a text into a file, a pipe or the loudspeaker."""

from __future__ import annotations

import stat
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from engines.audio.pcm import SampleFormat
from engines.audio.wav import AudioStream, WavWriter
from engines.errors import TimbreError
from engines.types import Utterance
from studio.commands import terminal
from studio.commands.services import Services
from studio.commands.speaking import Speech, speak


@dataclass(frozen=True, slots=True)
class Destination:
    """Where the audio goes."""

    file: Path | None = None
    play: bool = False
    stdout: bool = False
    """A WAV stream on standard output, or with `raw` only its samples."""
    raw: bool = False
    rate: int = 24_000
    sample_format: SampleFormat = SampleFormat.PCM_16
    overwrite: bool = False


def run(services: Services, utterance: Utterance, to: Destination, *, as_json: bool) -> None:
    """Speak, then report on standard error, or with `as_json` on standard output."""
    with ExitStack() as stack:
        # The device goes first: it gets going while the engine is loaded.
        player = stack.enter_context(services.open_player()) if to.play else None
        bar = stack.enter_context(terminal.progress_bar("Loading the engine"))
        before = time.perf_counter()
        engine = stack.enter_context(services.open_engine())
        engine.warm_up(utterance.voice, bar)
        loading = time.perf_counter() - before
        with _sinks(to, engine.sample_rate) as sinks:
            speech = speak(engine, utterance, sinks, player=player, progress=lambda share: bar("Speaking", share))
    clipped = sum(sink.clipped for sink in sinks)
    underruns = player.underruns if player else 0
    if as_json:
        terminal.print_json(
            {
                "file": str(to.file) if to.file else None,
                "voice": utterance.voice,
                "duration_s": round(speech.duration, 3),
                "first_sound_ms": round(1000 * speech.first_sound, 1),
                "real_time_factor": round(speech.real_time_factor, 4),
                "load_s": round(loading, 3),
                "sample_rate": to.rate,
                "format": to.sample_format.value,
                "unspoken": list(speech.unspoken),
                "problems": list(speech.problems),
                "clipped_samples": clipped,
                "underruns": underruns,
            }
        )
    else:
        _report(speech, to, loading, clipped, underruns)


def read_standard_input() -> str:
    """All of standard input as text. Raises TimbreError if it is not UTF-8."""
    data = sys.stdin.buffer.read()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TimbreError(
            f"Standard input is not UTF-8 text (byte {error.start + 1}, line {line}); save it as UTF-8 and try again."
        ) from error


@contextmanager
def _sinks(to: Destination, source_rate: int) -> Iterator[list[AudioStream | WavWriter]]:
    with ExitStack() as stack:
        sinks: list[AudioStream | WavWriter] = []
        if to.file and _is_device(to.file):
            sinks.append(stack.enter_context(_stream(stack.enter_context(to.file.open("wb")), to, source_rate)))
        elif to.file:
            writer = WavWriter(
                to.file, source_rate, rate=to.rate, sample_format=to.sample_format, overwrite=to.overwrite
            )
            sinks.append(stack.enter_context(writer))
        if to.stdout:
            sinks.append(stack.enter_context(_stream(sys.stdout.buffer, to, source_rate)))
        yield sinks


def _stream(target: BinaryIO, to: Destination, source_rate: int) -> AudioStream:
    return AudioStream(target, source_rate, rate=to.rate, sample_format=to.sample_format, raw=to.raw)


def _is_device(path: Path) -> bool:
    """Whether the name is that of a pipe or a device such as /dev/null, which is written to and never replaced."""
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _report(speech: Speech, to: Destination, loading: float, clipped: int, underruns: int) -> None:
    where = f"to {to.file}" if to.file else "to standard output" if to.stdout else "through the loudspeaker"
    bits = "32-bit float" if to.sample_format is SampleFormat.FLOAT_32 else f"{to.sample_format.value}-bit"
    shape = f", {to.rate} Hz, {bits}, mono" if to.file or to.stdout else ""
    terminal.note(f"Spoke {speech.duration:.2f} s {where}{shape}.")
    terminal.note(
        f"First sound after {1000 * speech.first_sound:.0f} ms, real-time factor {speech.real_time_factor:.2f}; "
        f"the engine was loaded in {loading:.1f} s."
    )
    if speech.unspoken:
        terminal.warn(f"Not spoken, because the voice has no sound for it: {terminal.listed(speech.unspoken)}.")
    for problem in speech.problems:
        terminal.warn(problem)
    if clipped:
        terminal.warn(f"{clipped} samples were too loud for the format and were cut; `--format float` keeps them.")
    if underruns:
        terminal.warn(
            f"Playing was interrupted {underruns} {'time' if underruns == 1 else 'times'} because speech was not made "
            "fast enough; write a file with -o and play that."
        )
