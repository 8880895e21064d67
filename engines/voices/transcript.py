"""What is said in a reference, written down by Whisper where it is installed.

The model is the pack `whisper-base`; the library that runs it is faster-whisper, in the extra `transcribe`. Refining a
voice needs the words; making one at once does not.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np
import soxr

from engines.errors import TimbreError
from engines.extras import adding
from engines.models.store import ModelStore
from engines.paths import home
from engines.runtime.onnx_runtime import usable_cores
from engines.text.languages import canonical
from engines.types import FloatArray
from engines.voices.reference import RATE, Reference
from engines.voices.transcript_part import part_said

if TYPE_CHECKING:
    from faster_whisper import WhisperModel

PACK = "whisper-base"

_WHISPER_RATE = 16_000
_BEAM = 5
_USUAL = "en-us"
_PROMPTS = {"zh": "以下是普通话的句子。"}
"""A sentence said before, as it were: without it Chinese comes without punctuation, or in traditional characters."""


class TranscriberMissingError(TimbreError):
    """Whisper, or the library that runs it, is not installed."""


class Speech(Protocol):
    """What is listened to: a `Reference`, or any other recording."""

    @property
    def samples(self) -> FloatArray:
        """[N] mono at 24 kHz."""
        ...


class Transcript(NamedTuple):
    """What is said."""

    text: str
    """Empty if nothing was understood."""
    language: str
    """The project's code: `en-us`, `zh`, …"""


def transcribe(reference: Speech, language: str | None = None) -> Transcript:
    """Write down what is said in a reference, or in any speech.

    It takes about 4 seconds for 15 on two cores, and 1 more for the first.

    Parameters
    ----------
    language
        The project's code of what is spoken; None detects it.

    Raises
    ------
    TranscriberMissingError
        With the commands that install what is missing.
    ModelDamagedError
        With the command that mends the pack.
    """
    model = _load(_folder())
    asked = canonical(language) if language else None
    sound = soxr.resample(reference.samples, RATE, _WHISPER_RATE).astype(np.float32)
    spoken = asked.partition("-")[0] if asked else model.detect_language(sound)[0]
    segments, _ = model.transcribe(
        sound,
        language=spoken,
        initial_prompt=_PROMPTS.get(spoken),
        beam_size=_BEAM,
        temperature=0.0,
        condition_on_previous_text=False,
        without_timestamps=True,
    )
    text = "".join(segment.text for segment in segments).strip()
    return Transcript(text, asked or (canonical(spoken) if text else _USUAL))


def part_in(reference: Reference, transcript: str, language: str | None = None) -> str:
    """What of the transcript of a whole recording is said in its chosen parts; all of it where that cannot be told.

    Raises
    ------
    TranscriberMissingError, ModelDamagedError
        As `transcribe`, whose hearing it takes.
    """
    return part_said(transcript, transcribe(reference, language).text) or transcript


def _folder() -> Path:
    store = ModelStore(home())
    if not store.info(PACK).folder.is_dir():
        raise TranscriberMissingError(
            f"The speech recogniser is not installed: run `timbre models install {PACK}`, or type what is said."
        )
    return store.require(PACK)


@lru_cache(maxsize=1)
def _load(folder: Path) -> WhisperModel:
    try:
        from faster_whisper import WhisperModel  # noqa: PLC0415 large, and optional
    except ImportError as error:
        raise TranscriberMissingError(
            f"The speech recogniser needs another library: run {adding('transcribe')}, or type what is said."
        ) from error
    return WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=usable_cores())
