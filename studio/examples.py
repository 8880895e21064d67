"""Listening to recordings that are to be spoken like, for the window."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engines.prosody.example import Example, ExampleError
from studio.cloning.tools import installed_tools

if TYPE_CHECKING:
    from engines.prosody.exemplifying import Listened
    from engines.prosody.pace import Planner, Words
    from engines.voices.transcript import Speech


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recording that was chosen, and what the user says is said in it."""

    path: Path
    words: str = ""


@dataclass(frozen=True, slots=True)
class Sources:
    """What an example is made of."""

    clip: Recorded
    calm: Recorded | None = None
    """The same speaker, when nothing is felt."""


@dataclass(frozen=True, eq=False)
class Heard:
    """What was heard in the recordings of an example, and the example as it is without a model."""

    clip: Listened
    calm: Listened | None
    by_ear: Example

    @property
    def worded(self) -> bool:
        """Whether all words are known, so that a model knows more."""
        return self.clip.words is not None and (self.calm is None or self.calm.words is not None)


def hear(sources: Sources) -> Heard:
    """Listen to the recordings; takes seconds. Raises AudioReadError and ExampleError."""
    from engines.prosody.exemplifying import Clip, example_from, listen  # noqa: PLC0415 measures sound

    clip = listen(Clip.open(sources.clip.path, sources.clip.words), _written_down)
    calm = None
    if sources.calm is not None:
        calm = listen(Clip.open(sources.calm.path, sources.calm.words), _written_down, "The neutral recording")
    return Heard(clip, calm, example_from(clip, calm))


def judged(heard: Heard, engine: Planner) -> Example | ExampleError:
    """The example, now that a model tells how long its words usually take; or what is wrong with a transcript."""
    from engines.prosody.exemplifying import example_from  # noqa: PLC0415

    try:
        return example_from(heard.clip, heard.calm, engine)
    except ExampleError as error:
        return error


def _written_down(passage: Speech) -> Words | None:
    """What is said, heard by a process of its own; None where no recogniser is installed, or it has failed."""
    from engines.prosody.pace import Words  # noqa: PLC0415
    from studio.cloning.transcribing import TranscriptionError, transcribe  # noqa: PLC0415

    if installed_tools().look().transcriber:
        return None
    try:
        heard = transcribe(passage, None)
    except TranscriptionError:
        return None  # by ear, then
    return Words(heard.text, heard.language) if heard.text else None
