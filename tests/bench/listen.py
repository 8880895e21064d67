"""Whisper base as the listener: its weights are a model pack like any other, installed at first use."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import soxr

from engines.models.store import ModelStore
from engines.paths import home
from engines.types import FloatArray
from tests.bench.report import console

if TYPE_CHECKING:
    from faster_whisper import WhisperModel  # type: ignore[import-untyped]

_RATE = 16000


def transcribe(samples: FloatArray, sample_rate: int, language: str, prompt: str | None = None) -> str:
    """What Whisper base hears in [N] mono samples: greedy, temperature 0, so that a run can be repeated.

    `prompt` stands for a sentence said before: its script and its languages are those that Whisper then expects.
    """
    audio = soxr.resample(samples, sample_rate, _RATE).astype(np.float32)
    segments, _ = _whisper().transcribe(
        audio / max(1.0, float(np.abs(audio).max(initial=0))),
        language=language,
        temperature=0.0,
        beam_size=1,
        initial_prompt=prompt,
        condition_on_previous_text=False,
    )
    return "".join(segment.text for segment in segments).strip()


@cache
def _whisper() -> WhisperModel:
    os.environ["HF_HUB_OFFLINE"] = "1"  # Read when the library is imported.
    from faster_whisper import WhisperModel  # noqa: PLC0415

    with console.status("Looking for Whisper base"):
        folder = ModelStore(home()).install("whisper-base")
    return WhisperModel(str(folder), device="cpu", compute_type="int8")
