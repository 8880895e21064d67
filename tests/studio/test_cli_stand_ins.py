"""Without the stock voices, which come from another registry than the model, house voices speak."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fake_services
import pytest
from fake_services import FakeEngine, Fakes
from typer.testing import CliRunner

from engines.models.base import VoiceInfo
from engines.models.manifest import DEFAULT_PACK
from engines.models.store import State
from engines.voices.store import HOUSE_VOICES
from studio.cli import app
from studio.commands import sample
from studio.commands.stand_ins import stand_in

HOUSE = ("rosalind", "jasper", "beatrix", "ambrose", "hina", "kenji", "jinglan", "ziang")


def set_voices(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    voices = {name: VoiceInfo(name, "en-us", "female", "tiny") for name in names}
    monkeypatch.setattr(fake_services, "VOICES", voices)
    monkeypatch.setattr(FakeEngine, "voices", voices)


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> Iterator[Fakes]:
    fakes = Fakes(FakeEngine())
    fakes.store.states[DEFAULT_PACK] = State.READY
    fakes.store.without = {"kokoro-js": "The registry cannot be reached."}
    set_voices(monkeypatch, *HOUSE)
    return fakes


def timbre(fakes: Fakes, *arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments), obj=fakes.services)


def test_say_uses_a_house_voice_and_says_so_once(fakes: Fakes, tmp_path: Path) -> None:
    result = timbre(fakes, "say", "Hello", "-o", str(tmp_path / "a.wav"))
    assert result.exit_code == 0
    assert [utterance.voice for utterance in fakes.engine.spoken] == ["rosalind"]
    assert result.stderr.count("rosalind speaks instead of af_heart") == 1


def test_a_voice_that_was_asked_for_is_not_replaced(fakes: Fakes, tmp_path: Path) -> None:
    result = timbre(fakes, "say", "Hello", "--voice", "af_heart", "-o", str(tmp_path / "a.wav"))
    assert result.exit_code == 1
    assert "af_heart" in result.stderr
    assert "instead" not in result.stderr


def test_phonemes_are_those_of_the_stand_in(fakes: Fakes) -> None:
    result = timbre(fakes, "phonemes", "Hello")
    assert result.exit_code == 0
    assert "rosalind speaks" in result.stderr


def test_the_sample_is_spoken_by_house_voices(fakes: Fakes, tmp_path: Path) -> None:
    result = timbre(fakes, "sample", "--out", str(tmp_path))
    assert result.exit_code == 0
    assert {utterance.voice for utterance in fakes.engine.spoken} <= set(HOUSE)
    assert "house voices speak instead" in result.stderr


def test_the_narrator_of_an_export_is_a_house_voice(fakes: Fakes, tmp_path: Path) -> None:
    script = tmp_path / "a.txt"
    script.write_text("We leave at dawn.")
    result = timbre(fakes, "export", str(script), "--out", str(tmp_path / "out"))
    assert result.exit_code == 0, result.stderr
    assert {utterance.voice for utterance in fakes.engine.spoken} == {"rosalind"}


def test_with_all_voices_nothing_changes(fakes: Fakes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fakes.store.without = {}
    set_voices(monkeypatch, "af_heart", *HOUSE)
    result = timbre(fakes, "say", "Hello", "-o", str(tmp_path / "a.wav"))
    assert [utterance.voice for utterance in fakes.engine.spoken] == ["af_heart"]
    assert "instead" not in result.stderr


def test_all_stand_ins_are_there() -> None:
    there = {path.stem for path in HOUSE_VOICES.glob("*.timbrevoice")}
    assert set(HOUSE) <= there
    for line in sample.read_script(sample.DEFAULT_SCRIPT):
        assert stand_in(line.voice) in there
