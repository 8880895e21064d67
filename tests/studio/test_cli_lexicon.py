"""`timbre lexicon` and its commands."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fake_services import Fakes
from typer.testing import CliRunner

from engines.text.lexicon import Entry, Lexicon
from engines.text.lexicon_formats import FORMATS, read_lexicon
from engines.text.lexicon_store import LexiconStore
from engines.types import Phonemes, Problem, Span, Utterance
from studio.cli import app


@pytest.fixture
def fakes(tmp_path: Path) -> Fakes:
    return Fakes(lexicon=LexiconStore(tmp_path / "home" / "user.json"))


def timbre(fakes: Fakes, *arguments: str, code: int = 0) -> Any:
    result = CliRunner().invoke(app, ["lexicon", *arguments], obj=fakes.services)
    assert result.exit_code == code, result.output
    return result


def test_words_are_added_listed_and_removed(fakes: Fakes) -> None:
    assert "timbre lexicon add" in timbre(fakes).stderr
    timbre(fakes, "add", "重庆", "chóng qìng", "--language", "zh")
    timbre(fakes, "add", "SQL", "sequel", "--note", "databases", "--case", "exact")
    added = json.loads(timbre(fakes, "add", "Kim", "K IH1 M", "--json").stdout)
    assert added == {"written": "Kim", "reading": "K IH1 M", "notation": "arpabet"}
    assert [entry["written"] for entry in json.loads(timbre(fakes, "--json").stdout)] == ["重庆", "SQL", "Kim"]
    assert [entry["written"] for entry in json.loads(timbre(fakes, "list", "DATA", "--json").stdout)] == ["SQL"]
    assert "sequel" in timbre(fakes, "list").stdout
    timbre(fakes, "add", "SQL", "S Q L")  # another reading for the same word
    assert [entry.reading for entry in fakes.lexicon.load()] == ["chóng qìng", "S Q L", "K IH1 M"]
    timbre(fakes, "remove", "SQL", "重庆")
    assert fakes.lexicon.load() == Lexicon((Entry("Kim", "K IH1 M", notation="arpabet"),))
    assert "no entry for 'SQL'" in timbre(fakes, "remove", "SQL", code=1).stderr
    assert "needs a reading" in timbre(fakes, "add", "x", " ", code=1).stderr


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_lexicon_goes_out_and_comes_back(fakes: Fakes, tmp_path: Path, suffix: str) -> None:
    fakes.lexicon.change(lambda _: Lexicon((Entry("重庆", "chóng qìng", "zh"), Entry("SQL", "sequel"))))
    out = tmp_path / f"mine{suffix}"
    timbre(fakes, "export", str(out))
    assert read_lexicon(out).lexicon == fakes.lexicon.load()
    assert "exists already" in timbre(fakes, "export", str(out), code=1).stderr
    timbre(fakes, "export", str(out), "--force")
    fakes.lexicon.change(lambda _: Lexicon((Entry("SQL", "S Q L"),)))
    told = json.loads(timbre(fakes, "import", str(out), "--json").stdout)
    assert [entry["written"] for entry in told["new"]] == ["重庆"]
    assert told["conflicts"][0]["theirs"]["reading"] == "sequel"
    assert [entry.reading for entry in fakes.lexicon.load()] == ["S Q L", "chóng qìng"]
    assert "SQL: S Q L here, sequel there" in timbre(fakes, "import", str(out), "--keep", "theirs").stderr
    assert [entry.reading for entry in fakes.lexicon.load()] == ["sequel", "chóng qìng"]


def test_files_that_cannot_be_used_are_told(fakes: Fakes, tmp_path: Path) -> None:
    assert "could not be read" in timbre(fakes, "import", str(tmp_path / "gone.csv"), code=1).stderr
    assert "choose one of .csv" in timbre(fakes, "export", str(tmp_path / "x.doc"), code=1).stderr


class _Engine(type(Fakes().engine)):  # type: ignore[misc]
    """Remembers what it was asked for, and has something to say about it."""

    def phonemize(self, utterance: Utterance) -> Any:
        self.asked = utterance
        for phonemes in super().phonemize(utterance):
            problem = Problem(Span(0, 2), "This is odd; take it away.")
            yield Phonemes(phonemes.utterance, phonemes.span, phonemes.readings, problems=(problem,))


@pytest.mark.parametrize("command", [("phonemes", "Hi SQL"), ("say", "Hi SQL", "-o", "x.wav", "--force")])
def test_the_commands_speak_with_the_users_lexicon(
    fakes: Fakes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    fakes.lexicon.change(lambda _: Lexicon((Entry("SQL", "sequel"),)))
    fakes.engine = _Engine()
    result = CliRunner().invoke(app, list(command), obj=fakes.services)
    assert result.exit_code == 0, result.output
    assert fakes.engine.asked.lexicons.user == fakes.lexicon.load()
    assert "“Hi”: This is odd; take it away." in result.stderr
    fakes.lexicon.path.write_bytes(b"{")
    result = CliRunner().invoke(app, list(command), obj=fakes.services)
    assert result.exit_code == 0
    assert "not a lexicon" in result.stderr
