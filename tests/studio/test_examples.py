"""Listening to the recordings of an example for the window."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
import soundfile as sf

from engines.prosody.example import Example, ExampleError
from engines.prosody.pace import Pace, Words
from studio import examples
from studio.cloning.tools import Missing
from studio.cloning.transcribing import Heard, TranscriptionError
from studio.examples import Recorded, Sources, hear, judged
from tests.voices.talking import RATE, talk


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    path = tmp_path / "loud.wav"
    sf.write(path, talk(4.0), RATE)
    return path


def recogniser(monkeypatch: pytest.MonkeyPatch, answer: Heard | TranscriptionError | None) -> None:
    """One that hears this, or fails; None is not installed."""

    def transcribe(_speech: object, _language: object) -> Heard:
        assert answer is not None, "it is not there"
        if isinstance(answer, TranscriptionError):
            raise answer
        return answer

    missing = Missing("Install it." if answer is None else "")
    monkeypatch.setattr(examples, "installed_tools", lambda: SimpleNamespace(look=lambda: missing))
    monkeypatch.setattr("studio.cloning.transcribing.transcribe", transcribe)


@pytest.mark.parametrize("answer", [None, TranscriptionError("It has ended."), Heard("", "en-us")])
def test_without_words_it_is_told_by_ear(
    clip: Path, monkeypatch: pytest.MonkeyPatch, answer: Heard | TranscriptionError | None
) -> None:
    recogniser(monkeypatch, answer)
    heard = hear(Sources(Recorded(clip), Recorded(clip)))
    assert not heard.worded
    assert heard.by_ear == Example("loud")


def test_a_model_is_asked_when_the_words_of_both_are_known(clip: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recogniser(monkeypatch, Heard("Who goes there?", "en-gb"))
    heard = hear(Sources(Recorded(clip), Recorded(clip, "I do.")))
    assert heard.worded
    assert heard.clip.words == Words("Who goes there?", "en-gb")
    assert heard.calm is not None
    assert heard.calm.words == Words("I do.")

    rates = {"Who goes there?": 0.4, "I do.": 0.0}
    monkeypatch.setattr("engines.prosody.exemplifying.pace_of", lambda _, words, __: Pace(rates[words.text], "en"))
    example = judged(heard, None)  # type: ignore[arg-type]
    assert example == heard.by_ear, "there is no model"
    example = judged(heard, SimpleNamespace())  # type: ignore[arg-type]
    assert isinstance(example, Example)
    assert example.change.rate > 0.3

    rates["I do."] = -2.0
    error = judged(heard, SimpleNamespace())  # type: ignore[arg-type]
    assert isinstance(error, ExampleError)
    assert "transcript of the neutral recording is too short" in str(error)
