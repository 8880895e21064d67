"""Emotions on the command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fake_services import Fakes
from typer.testing import CliRunner

from engines.prosody.emotion import NEUTRAL, Emotion
from engines.prosody.preset import Preset
from engines.prosody.presets import PresetStore, built_in
from studio.cli import app


def say(tmp_path: Path, *arguments: str) -> tuple[Any, Fakes]:
    fakes = Fakes()
    services = replace(fakes.services, open_emotions=lambda: PresetStore(tmp_path / "emotions"))
    result = CliRunner().invoke(app, ["say", "Hello", "-o", str(tmp_path / "a.wav"), *arguments], obj=services)
    return result, fakes


@pytest.mark.parametrize(
    ("written", "emotion"),
    [
        ("happy:0.6", Emotion(happy=0.6)),
        ("happy:0.6,surprised:0.3", Emotion(happy=0.6, surprised=0.3)),
        ("sad 50%", Emotion(sad=0.5)),
        ("excited", built_in().find("excited")),
        ("neutral", NEUTRAL),
    ],
)
def test_an_utterance_has_the_emotion_that_was_asked_for(tmp_path: Path, written: str, emotion: Emotion) -> None:
    result, fakes = say(tmp_path, "--emotion", written)
    assert result.exit_code == 0
    assert [utterance.emotion for utterance in fakes.engine.spoken] == [emotion]


def test_without_one_nothing_is_felt(tmp_path: Path) -> None:
    _, fakes = say(tmp_path)
    assert [utterance.emotion for utterance in fakes.engine.spoken] == [NEUTRAL]


def test_presets_of_the_user_count(tmp_path: Path) -> None:
    PresetStore(tmp_path / "emotions").add(Preset("", "Grim", Emotion(angry=0.4, pitch=-2.0)))
    _, fakes = say(tmp_path, "--emotion", "grim:0.5")
    assert [utterance.emotion for utterance in fakes.engine.spoken] == [Emotion(angry=0.2, pitch=-1.0)]


@pytest.mark.parametrize("written", ["hapy", "happy:2", "0.5", "", "happy:-1"])
def test_what_is_no_emotion_is_told(tmp_path: Path, written: str) -> None:
    result, fakes = say(tmp_path, "--emotion", written)
    assert result.exit_code == 1
    assert result.stderr.strip().endswith(".")
    assert not fakes.engine.spoken
