"""Emotions on the command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import soundfile as sf
from fake_services import Fakes
from typer.testing import CliRunner

from engines.prosody.emotion import NEUTRAL, Emotion
from engines.prosody.example import Example
from engines.prosody.pace import Pace, Words
from engines.prosody.preset import Preset
from engines.prosody.presets import PresetStore, built_in
from studio.cli import app
from tests.voices.talking import RATE, talk


@pytest.fixture(autouse=True)
def no_recogniser(monkeypatch: pytest.MonkeyPatch) -> None:
    """None is heard, whether it is installed or not."""
    monkeypatch.setattr("studio.commands.exemplifying.written_down", lambda _: None)


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


def test_a_recording_gives_the_emotion(tmp_path: Path) -> None:
    clip = tmp_path / "Cheerful.wav"
    sf.write(clip, talk(4.0), RATE)
    result, fakes = say(tmp_path, "--emotion-from", str(clip), "--strength", "0.8", "--emotion", "happy:0.2")
    assert result.exit_code == 0, result.stderr
    (utterance,) = fakes.engine.spoken
    assert utterance.emotion.happy == 0.2
    assert utterance.emotion.strength == 0.8
    assert utterance.emotion.example is not None
    assert utterance.emotion.example.title == "Cheerful"


def test_beside_a_neutral_recording_more_is_known(tmp_path: Path) -> None:
    clip = tmp_path / "a clip.wav"
    sf.write(clip, talk(4.0), RATE)
    _, fakes = say(tmp_path, "--emotion-from", str(clip), "--neutral", str(clip))
    assert [utterance.emotion.example for utterance in fakes.engine.spoken] == [Example("a clip")]


def test_what_is_said_may_be_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clip = tmp_path / "a clip.wav"
    sf.write(clip, talk(4.0), RATE)
    asked = []

    def pace(_engine: object, words: Words, seconds: float) -> Pace:
        asked.append(words.text)
        return Pace(0.4 if "quick" in words.text else 0.0, "en-us")

    monkeypatch.setattr("engines.prosody.exemplifying.pace_of", pace)
    arguments = ("--emotion-from", str(clip), "--transcript", "quick", "--neutral", str(clip))
    _, fakes = say(tmp_path, *arguments, "--neutral-transcript", "slow")
    assert asked == ["quick", "slow"]
    (utterance,) = fakes.engine.spoken
    assert utterance.emotion.example is not None
    assert utterance.emotion.example.change.rate > 0.3
    assert not utterance.emotion.example.change.pitch
    _, fakes = say(tmp_path, *arguments, "--force")
    assert [utterance.emotion.example for utterance in fakes.engine.spoken] == [Example("a clip")], "one is not enough"


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("--transcript", "Hello"), 2),
        (("--emotion-from", "nothing.wav", "--neutral-transcript", "Hello"), 2),
        (("--emotion-from", "nothing.wav"), 1),
        (("--neutral", "nothing.wav"), 2),
        (("--emotion-from", "nothing.wav", "--strength", "1.5"), 2),
    ],
)
def test_a_recording_that_cannot_be_followed_is_told(tmp_path: Path, arguments: tuple[str, ...], status: int) -> None:
    result, fakes = say(tmp_path, *arguments)
    assert result.exit_code == status
    assert not fakes.engine.spoken


def test_an_export_feels_what_lines_and_cast_do_not_say(tmp_path: Path) -> None:
    script, cast, fakes = tmp_path / "film.txt", tmp_path / "cast.toml", Fakes()
    script.write_text("Maya: Hello\nLin: Hi\n")
    cast.write_text('Maya = { voice = "af_heart", emotion = "calm 0.5" }\nLin = "bm_george"\n')
    arguments = [str(script), "--out", str(tmp_path / "out"), "--cast", str(cast), "--emotion", "happy:0.6"]
    result = CliRunner().invoke(app, ["export", *arguments], obj=fakes.services)
    assert result.exit_code == 0, result.output
    felt = {utterance.text: utterance.emotion for utterance in fakes.engine.spoken}
    assert felt == {"Hello": Emotion(calm=1.0, intensity=0.5), "Hi": Emotion(happy=0.6)}
