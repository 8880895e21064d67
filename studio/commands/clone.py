"""`timbre clone`: a voice from a recording, at once, and closer with --refine.

With `--progress json` standard output carries one JSON object a line, for a program that shows them; the line `stop` on
standard input then ends a refinement at the step it has reached.
"""

from __future__ import annotations

import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from engines.errors import TimbreError
from engines.extras import adding
from engines.paths import writable
from studio.commands import terminal
from studio.commands.services import Services

if TYPE_CHECKING:
    from engines.engine import Engine
    from engines.voices.profile import VoiceProfile
    from engines.voices.reference import Reference

NO_TORCH = (
    f"Refining a voice needs PyTorch: run {adding('clone')}, or leave out --refine; "
    "the voice made at once is kept without it."
)


DOUBTFUL = "The transcript does not seem to be what is said; correct it for a closer voice"
"""A warning, which stays to be read while stages pass."""


def run(services: Services, wish: Wish, *, lines: bool) -> None:
    """Make the voice and say what came of it; with `lines`, one JSON object a line."""
    if not lines:
        voice, file = make(services, wish, tell_person, threading.Event())
        where = f"is in {file}" if file else f"is kept; `timbre say … --voice {voice.name}` speaks with it"
        terminal.note(f"{voice.title} {where}.")
        return
    try:
        voice, file = make(services, wish, terminal.print_json_line, watch_for_stop())
    except TimbreError as error:
        terminal.print_json_line("error", text=str(error))
        raise
    terminal.print_json_line("done", name=voice.name, file=str(file or ""))


@dataclass(frozen=True)
class Wish:
    """What the user asked for."""

    recording: Path
    title: str
    language: str = "en-us"
    """Spoken in the recording."""
    transcript: str = ""
    """What is said in the recording, or in its chosen parts; empty has it written down where that is needed."""
    owner: str = ""
    seconds: float = 15.0
    """Of speech taken from the recording."""
    start: Path | None = None
    """A voice file to refine instead of the voice made at once."""
    refine: bool = False
    steps: int | None = None
    out: Path | None = None
    """A file to write instead of keeping the voice among the user's own."""
    denoise: bool = False
    studio_sound: bool = False
    """What to take out of the recording before; see `engines.voices.cleaning`."""
    keep_steps: bool = False
    """Leave the voice as it was at every look beside `out`."""


class Telling(Protocol):
    """Where progress goes."""

    def __call__(self, event: str, **facts: Any) -> None:
        """Tell one thing that has happened."""
        ...


def tell_person(event: str, **facts: Any) -> None:
    """Sentences on standard error."""
    if event == "stage":
        terminal.note(f"{facts['text']} …")
    elif event == "warning":
        terminal.warn(f"{facts['text']}.")
    elif event == "step":
        left = f", {facts['seconds_left']:.0f} s left" if facts["seconds_left"] else ""
        terminal.note(f"step {facts['step']} of {facts['steps']}: similarity {100 * facts['similarity']:.1f} %{left}")


def make(services: Services, wish: Wish, tell: Telling, stop: threading.Event) -> tuple[VoiceProfile, Path | None]:
    """Make the voice, and keep it in the user's store or in the file that is returned.

    Raises
    ------
    TimbreError
        If the recording cannot be read or holds no speech, or something that is needed is not installed.
    """
    from engines.voices.cleaning import Cleaning, cleaned  # noqa: PLC0415
    from engines.voices.reference import open_reference  # noqa: PLC0415

    if wish.refine:
        _require_torch()
    if wish.out is not None:
        writable(wish.out.parent)  # or it would be known at the end only
    tell("stage", text="Looking for the clearest speech")
    reference = open_reference(wish.recording, seconds=wish.seconds)
    for check in reference.checks:
        if check.severity == "stop":
            raise TimbreError(check.message)
        if tell is tell_person:
            terminal.warn(check.message)
    reference = cleaned(reference, Cleaning(wish.denoise, wish.studio_sound))
    voice = _instant(reference, wish, tell)
    if wish.refine:
        voice = _refined(services, reference, voice, wish, tell, stop)
    return _keep(services, voice, wish)


def watch_for_stop() -> threading.Event:
    """Set when standard input says `stop`; its end means nothing."""
    stop = threading.Event()

    def listen() -> None:
        for line in sys.stdin:
            if line.strip() == "stop":
                stop.set()
                return

    # A thread that waits for a line cannot be asked to end; it goes with the process.
    threading.Thread(target=listen, name="stop", daemon=True).start()
    return stop


def _require_torch() -> None:
    from importlib.util import find_spec  # noqa: PLC0415

    if find_spec("torch") is None:
        raise TimbreError(NO_TORCH)


def _instant(reference: Reference, wish: Wish, tell: Telling) -> VoiceProfile:
    from engines.voices.instant import InstantCloner  # noqa: PLC0415
    from engines.voices.voice_file import read_voice  # noqa: PLC0415

    if wish.start is not None:
        return replace(read_voice(wish.start), title=wish.title)
    tell("stage", text="Making the voice")
    return InstantCloner.open().clone(
        reference, title=wish.title, language=wish.language, transcript=wish.transcript, owner=wish.owner
    )


def _refined(
    services: Services,
    reference: Reference,
    voice: VoiceProfile,
    wish: Wish,
    tell: Telling,
    stop: threading.Event,
) -> VoiceProfile:
    from engines.voices.refine import Refinement, RefineOptions  # noqa: PLC0415
    from engines.voices.voice_file import write_voice  # noqa: PLC0415

    transcript = _transcript(reference, wish.transcript or voice.origin.transcript, wish.language, tell)
    voice = replace(voice, origin=replace(voice.origin, transcript=transcript))
    with services.open_engine() as engine, _steps_folder(wish) as folder:
        tell("stage", text="Finding every sound of the transcript in the recording")
        options = RefineOptions.usual(wish.steps)
        refinement = Refinement(cast("Engine", engine), reference, transcript, voice, options)
        if refinement.device_problem:
            tell("warning", text=refinement.device_problem)
        if refinement.doubtful:
            tell("warning", text=DOUBTFUL)
        tell("stage", text=f"Fitting the voice on the {refinement.device}")
        best = None
        for step in refinement.steps():
            file = folder / f"step-{step.step:04}.timbrevoice"
            write_voice(refinement.profile(step), file)
            left = step.seconds / step.step * (step.steps - step.step)
            tell(
                "step",
                step=step.step,
                steps=step.steps,
                similarity=round(step.similarity, 4),
                seconds_left=round(left, 1),
                file=str(file),
            )
            best = step
            if stop.is_set():
                break
        if best is None:
            raise TimbreError("No step was made; give --steps 1 or more.")
        tell("stage", text="Measuring the voice")
        return refinement.profile(best, measured=True)


def _transcript(reference: Reference, given: str, language: str, tell: Telling) -> str:
    """What is said in the chosen parts: written down, or found in what was given."""
    from engines.voices.transcript import TranscriberMissingError, part_in, transcribe  # noqa: PLC0415

    if given and not reference.partial:
        return given
    tell("stage", text="Writing down what is said")
    if not given:
        return transcribe(reference, language).text
    try:
        return part_in(reference, given, language)
    except TranscriberMissingError:
        return given  # which the refinement refuses if it is much too long


@contextmanager
def _steps_folder(wish: Wish) -> Iterator[Path]:
    if wish.keep_steps and wish.out is not None:
        yield wish.out.parent
        return
    with tempfile.TemporaryDirectory(prefix="timbre-refine-") as name:
        yield Path(name)


def _keep(services: Services, voice: VoiceProfile, wish: Wish) -> tuple[VoiceProfile, Path | None]:
    from engines.voices.store import slug  # noqa: PLC0415
    from engines.voices.voice_file import write_voice  # noqa: PLC0415

    if wish.out is None:
        return services.open_voices().add(voice), None
    named = replace(voice, name=slug(voice.title))
    write_voice(named, wish.out)
    return named, wish.out
