"""Transcripts of references: what is asked of the recogniser, and what is said where it is missing."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engines.engine import Engine
from engines.errors import ModelMissingError
from engines.models.store import ModelStore
from engines.paths import HOME_VARIABLE, home
from engines.types import FloatArray, Utterance
from engines.voices import transcript
from engines.voices.reference import Reference, prepare
from engines.voices.transcript import TranscriberMissingError, Transcript, part_in, transcribe

REFERENCE = Reference(np.full(24_000, 0.01, np.float32), (), (), "", "a.wav", 1.0)


class FakeWhisper:
    """Hears what it is told to, and remembers what it was asked."""

    heard = " Good morning."
    language = "en"
    asked: dict[str, Any]

    def __init__(self, folder: str, **options: Any) -> None:
        self.folder = folder

    def detect_language(self, sound: FloatArray) -> tuple[str, float]:
        return self.language, 0.9

    def transcribe(self, sound: FloatArray, **options: Any) -> tuple[list[SimpleNamespace], None]:
        type(self).asked = {"samples": len(sound), "level": float(np.abs(sound).max()), **options}
        words = self.heard.split(" ", 2)
        return [SimpleNamespace(text=f" {word}") for word in words if word], None


@pytest.fixture(autouse=True)
def nothing_is_kept() -> Iterator[None]:
    yield
    transcript._load.cache_clear()


@pytest.fixture
def whisper(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> type[FakeWhisper]:
    module = ModuleType("faster_whisper")
    module.WhisperModel = type("WhisperModel", (FakeWhisper,), {})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "faster_whisper", module)
    monkeypatch.setattr(transcript, "_folder", lambda: tmp_path)
    return module.WhisperModel  # type: ignore[no-any-return]


def test_what_is_heard_is_written_down(whisper: type[FakeWhisper]) -> None:
    assert transcribe(REFERENCE) == Transcript("Good morning.", "en-us")
    assert whisper.asked["samples"] == 16_000
    assert whisper.asked["level"] == pytest.approx(0.01, rel=0.1)
    assert whisper.asked["language"] == "en"


@pytest.mark.parametrize(
    ("asked", "spoken", "language"),
    [("en-gb", "en", "en-gb"), ("zh", "zh", "zh"), ("zh-CN", "zh", "zh"), ("pt-br", "pt", "pt-br"), ("ja", "ja", "ja")],
)
def test_the_language_asked_for_is_expected(whisper: type[FakeWhisper], asked: str, spoken: str, language: str) -> None:
    assert transcribe(REFERENCE, asked).language == language
    assert whisper.asked["language"] == spoken


def test_chinese_is_written_in_simplified_characters(whisper: type[FakeWhisper]) -> None:
    transcribe(REFERENCE, "zh")
    assert "普通话" in whisper.asked["initial_prompt"]
    transcribe(REFERENCE, "ja")
    assert whisper.asked["initial_prompt"] is None


def test_where_nothing_is_understood_no_odd_language_is_named(
    whisper: type[FakeWhisper], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whisper, "heard", "")
    monkeypatch.setattr(whisper, "language", "nn")
    assert transcribe(REFERENCE) == Transcript("", "en-us")


def test_the_recogniser_is_loaded_once(whisper: type[FakeWhisper], monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[str] = []
    monkeypatch.setattr(whisper, "__init__", lambda self, folder, **options: loads.append(folder))
    transcribe(REFERENCE)
    transcribe(REFERENCE)
    assert len(loads) == 1


def test_without_the_pack_the_sentence_says_what_to_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    with pytest.raises(TranscriberMissingError, match="timbre models install whisper-base"):
        transcribe(REFERENCE)


def test_without_the_library_the_sentence_says_what_to_run(
    whisper: type[FakeWhisper], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "faster_whisper", None)
    with pytest.raises(TranscriberMissingError, match="timbre extras install transcribe"):
        transcribe(REFERENCE)


@pytest.mark.model
def test_speech_of_the_model_is_understood(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("faster_whisper")
    # Its progress bar, which nobody sees, leaves a thread running.
    monkeypatch.setattr(importlib.import_module("tqdm").tqdm, "monitor_interval", 0)
    try:
        ModelStore(home()).require(transcript.PACK)
    except ModelMissingError:
        pytest.skip("whisper-base is not installed")
    text = "The weather was lovely this morning, and we walked along the river."
    speech = engine.speak(Utterance(text, "af_heart"))
    reference = prepare(np.concatenate([chunk.samples for chunk in speech]), 24_000)
    said = transcribe(reference)
    assert said.language == "en-us"
    assert "weather was lovely this morning" in said.text.lower()


@pytest.mark.parametrize(
    ("heard", "part"),
    [
        (" and so the king rode hole again", "And so the king rode home again."),
        # Unlike the transcript: what was given counts.
        (" Fine weather is expected for Monday", "Once upon a time. And so the king rode home again. Nobody knew."),
    ],
)
def test_the_part_of_a_transcript(whisper: type[FakeWhisper], heard: str, part: str) -> None:
    whisper.heard = heard
    assert part_in(REFERENCE, "Once upon a time. And so the king rode home again. Nobody knew.", "en-us") == part
