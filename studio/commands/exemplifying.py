"""The example of a recording, as `timbre say --emotion-from` takes it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from engines.errors import ModelMissingError
from engines.prosody.exemplifying import Clip, example_from, listen, written_down
from studio.commands.services import Services

if TYPE_CHECKING:
    from engines.engine import Engine
    from engines.prosody.example import Example


class Spoken(NamedTuple):
    """A recording, and what is said in it; empty has it written down where the recogniser is installed."""

    path: Path
    transcript: str = ""


def example_of(services: Services, clip: Spoken, neutral: Spoken | None) -> Example:
    """The prosody of a recording, relative to a neutral one of the same speaker or to what is usual.

    Raises
    ------
    AudioReadError, ExampleError
        A recording cannot be read, or shows no prosody.
    ModelDamagedError
        With the command that mends the recogniser, or the model.
    """
    heard = listen(Clip.open(*clip), written_down)
    own = None if neutral is None else listen(Clip.open(*neutral), written_down, "The neutral recording")
    if heard.words is None or (own is not None and own.words is None):
        return example_from(heard, own)
    try:
        with services.open_engine() as engine:
            return example_from(heard, own, cast("Engine", engine))
    except ModelMissingError:  # a server speaks
        return example_from(heard, own)
