"""`timbre voices` and its commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fake_services import Fakes
from typer.testing import CliRunner

from engines.voices.store import VoiceStore
from engines.voices.voice_file import SUFFIX, read_voice
from studio.cli import app


@pytest.fixture
def fakes(tmp_path: Path) -> Fakes:
    return Fakes(voices=VoiceStore(tmp_path / "voices"))


def timbre(fakes: Fakes, *arguments: str) -> Any:
    return CliRunner().invoke(app, ["voices", *arguments], obj=fakes.services)


def blended(fakes: Fakes, *arguments: str) -> Any:
    result = timbre(fakes, "blend", "af_heart:1", "bm_george:3", "--name", "Anna Lee", *arguments)
    assert result.exit_code == 0, result.output
    return result


def test_the_list_shows_titles_and_kinds(fakes: Fakes) -> None:
    (first, *_) = json.loads(timbre(fakes, "--json").stdout)
    assert first == {
        "name": "af_heart",
        "title": "",
        "kind": "stock",
        "language": "en-us",
        "gender": "female",
        "pack": "tiny",
        "description": "",
    }
    assert "title" in timbre(fakes, "--language", "en").stdout
    fakes.voices.folder.mkdir()
    (fakes.voices.folder / f"broken{SUFFIX}").touch()
    result = timbre(fakes)
    assert result.exit_code == 0
    assert f"broken{SUFFIX} is not a voice file" in result.stderr


@pytest.mark.parametrize("command", ["", "blend", "import", "export", "duplicate", "rename", "remove", "restore"])
def test_every_command_has_help(fakes: Fakes, command: str) -> None:
    result = timbre(fakes, *command.split(), "--help")
    assert result.exit_code == 0
    assert "--json" in result.stdout


def test_blend(fakes: Fakes) -> None:
    assert "anna-lee (Anna Lee) is kept" in blended(fakes).stderr
    voice = fakes.voices.get("anna-lee")
    assert voice.modulation == pytest.approx(np.full(4, 0.75))
    assert (voice.language, voice.gender) == ("en-gb", "male")
    assert voice.origin.parts == (("af_heart", 0.25), ("bm_george", 0.75))


def test_blend_of_one_voice_with_sliders(fakes: Fakes) -> None:
    result = timbre(fakes, "blend", "af_heart", "--name", "A", "--size", "-1", "--pitch", "0.5", "--json")
    assert json.loads(result.stdout)["name"] == "a"
    voice = fakes.voices.get("a")
    assert voice.modulation == pytest.approx(np.full(4, -0.25))
    assert voice.pitch is not None
    assert voice.pitch.mean_log_hz > 5.1


def test_blend_into_a_file(fakes: Fakes, tmp_path: Path) -> None:
    out = tmp_path / f"声音{SUFFIX}"
    assert f"Wrote {out}" in blended(fakes, "--out", str(out)).stderr
    assert (read_voice(out).name, read_voice(out).title) == ("anna-lee", "Anna Lee")
    assert fakes.voices.profiles() == ()


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (("nobody:1", "--name", "A"), 1, "There is no voice “nobody”"),
        (("af_heart:-1", "--name", "A"), 1, "weights above 0"),
        (("af_heart:much", "--name", "A"), 2, "'much' is no weight"),
        (("af_heart",), 2, "--name"),
        (("af_heart", "--name", "A", "--size", "2"), 2, "--size"),
    ],
)
def test_a_blend_that_cannot_be(fakes: Fakes, arguments: tuple[str, ...], status: int, sentence: str) -> None:
    result = timbre(fakes, "blend", *arguments)
    assert result.exit_code == status
    assert sentence in result.stderr


def test_export_and_import(fakes: Fakes, tmp_path: Path) -> None:
    blended(fakes)
    path = tmp_path / f"Anna Lee{SUFFIX}"
    assert json.loads(timbre(fakes, "export", "anna-lee", str(tmp_path), "--json").stdout) == {"file": str(path)}
    again = timbre(fakes, "export", "anna-lee", str(path))
    assert (again.exit_code, "exists" in again.stderr) == (1, True)
    assert timbre(fakes, "export", "anna-lee", str(path), "--force").exit_code == 0
    (voice,) = json.loads(timbre(fakes, "import", str(path), "--json").stdout)
    assert voice["name"] == "anna-lee-2"
    foreign = timbre(fakes, "import", __file__)
    assert (foreign.exit_code, "is not a voice file" in foreign.stderr) == (1, True)


def test_duplicate_and_rename(fakes: Fakes) -> None:
    blended(fakes)
    assert "anna-lee-2 (Anna Lee 2) is kept" in timbre(fakes, "duplicate", "anna-lee").stderr
    assert timbre(fakes, "duplicate", "anna-lee", "--title", "Eve").exit_code == 0
    assert "eve (Zoë) has its new title" in timbre(fakes, "rename", "eve", "Zoë").stderr
    missing = timbre(fakes, "rename", "af_heart", "Mine")
    assert (missing.exit_code, "no voice of your own" in missing.stderr) == (1, True)


def test_removed_voices_can_be_brought_back(fakes: Fakes) -> None:
    assert "No voice has been removed" in timbre(fakes, "restore").stderr
    blended(fakes)
    assert "`timbre voices restore anna-lee`" in timbre(fakes, "remove", "anna-lee").stderr
    assert fakes.voices.profiles() == ()
    assert timbre(fakes, "remove", "anna-lee").exit_code == 1
    assert json.loads(timbre(fakes, "restore", "--json").stdout) == ["anna-lee"]
    assert "anna-lee" in timbre(fakes, "restore").stdout
    assert "anna-lee (Anna Lee) is back" in timbre(fakes, "restore", "anna-lee").stderr
    assert [voice.name for voice in fakes.voices.profiles()] == ["anna-lee"]
    unknown = timbre(fakes, "restore", "anna-lee")
    assert (unknown.exit_code, "No removed voice" in unknown.stderr) == (1, True)
