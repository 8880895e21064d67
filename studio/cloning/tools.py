"""What making a voice needs of the engine: imported when it is first used, away from the GUI thread."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication

from engines.extras import adding
from engines.types import FloatArray
from studio.cloning.refinements import Job

if TYPE_CHECKING:
    from engines.voices.cleaning import Cleaning
    from engines.voices.profile import VoiceProfile
    from engines.voices.reference import Reference

_PICTURE_RATE = 8000
"""Hz; enough for an outline."""


@dataclass(frozen=True, eq=False)
class Source:
    """A recording that a voice may be made of."""

    path: Path
    samples: FloatArray
    """[N] for the picture."""
    rate: int
    """Of `samples`, Hz."""
    reference: Reference


class Cloner(Protocol):
    """The part of `engines.voices.instant.InstantCloner` that is used."""

    def clone(self, reference: Reference, *, title: str, language: str, transcript: str, owner: str) -> VoiceProfile:
        """A voice like that of the reference."""
        ...


class Written(Protocol):
    """The part of `engines.voices.transcript.Transcript` that is used."""

    @property
    def text(self) -> str:
        """What is said."""
        ...

    @property
    def language(self) -> str:
        """Its language."""
        ...


@dataclass(frozen=True, slots=True)
class Missing:
    """Sentences that say how to get what is not installed; empty for what is."""

    transcriber: str = ""
    refiner: str = ""


@dataclass(frozen=True)
class Tools:
    """Everything that takes time. All but `command` are called away from the GUI thread and raise TimbreError."""

    open_source: Callable[[Path], Source]
    """Read a recording and choose the clearest speech."""
    open_cloner: Callable[[], Cloner]
    transcribe: Callable[[Reference, str | None], Written]
    """Write down what is said, in a language or in the one that is detected."""
    look: Callable[[], Missing]
    command: Callable[[Job], Sequence[str]]
    """The process that refines; see `studio.cloning.refinement`."""
    clean: Callable[[Reference, Cleaning], Reference]
    """Take noise, or the tone of microphone and room, out of a recording."""


def installed_tools() -> Tools:
    """The real ones."""
    return Tools(_open_source, _open_cloner, _transcribe, _look, _command, _clean)


def _open_source(path: Path) -> Source:
    from engines.audio.reading import read_audio  # noqa: PLC0415
    from engines.voices.reference import LONGEST_SECONDS, open_reference  # noqa: PLC0415

    reference = open_reference(path)
    samples, rate = read_audio(path, longest=LONGEST_SECONDS, fastest=_PICTURE_RATE)
    return Source(path, samples, rate, reference)


def _open_cloner() -> Cloner:
    from engines.voices.instant import InstantCloner  # noqa: PLC0415

    return InstantCloner.open()


def _transcribe(reference: Reference, language: str | None) -> Written:
    from studio.cloning.transcribing import transcribe  # noqa: PLC0415

    return transcribe(reference, language)


def _clean(reference: Reference, cleaning: Cleaning) -> Reference:
    from engines.voices.cleaning import cleaned  # noqa: PLC0415

    return cleaned(reference, cleaning)


def _look() -> Missing:
    from engines.models.store import ModelStore  # noqa: PLC0415
    from engines.paths import home  # noqa: PLC0415

    heard = _importable("faster_whisper") and any(p.name == "whisper-base" for p in ModelStore(home()).installed())
    transcriber = QCoreApplication.translate(
        "Cloning",
        "To have it written down for you, run {0} and `timbre models install whisper-base`.",
    ).format(adding("transcribe"))
    refiner = QCoreApplication.translate(
        "Cloning",
        "Refining needs PyTorch: run {0} and start the program again.",
    ).format(adding("clone"))
    return Missing("" if heard else transcriber, "" if _importable("torch") else refiner)


def _importable(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def _command(job: Job) -> Sequence[str]:
    return (
        sys.executable,
        "-m",
        "studio.cli",
        "clone",
        str(job.reference),
        "--name",
        job.title,
        *(("--transcript", job.transcript) if job.transcript else ()),
        "--refine",
        "--start",
        str(job.start),
        "--out",
        str(job.folder / "refined.timbrevoice"),
        *(("--denoise",) if job.denoise else ()),
        *(("--studio-sound",) if job.studio_sound else ()),
        "--progress",
        "json",
    )
