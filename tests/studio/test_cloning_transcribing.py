"""The recogniser in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from clone_fakes import source

from studio.cloning import transcribing
from studio.cloning.transcribing import Heard, TranscriptionError, transcribe

REFERENCE = source(Path("maya.wav")).reference


@pytest.fixture
def child(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the child does before it answers; a real process with the module of the project in it."""
    program = {"first": ""}
    run = subprocess.run

    def run_instead(command: list[str], **options: object) -> subprocess.CompletedProcess[bytes]:
        assert command == [sys.executable, "-m", "studio.cloning.transcribing"]
        code = f"import sys\n{program['first']}\nfrom studio.cloning.transcribing import main\nmain()"
        return run([sys.executable, "-c", code], **options)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(transcribing.subprocess, "run", run_instead)
    return program


FAKE = """
from types import ModuleType, SimpleNamespace
from engines.errors import TimbreError
def transcribe(reference, language):
    print("a library says hello")
    if language == "xx":
        raise TimbreError("The recogniser does not know that language: choose another.")
    return SimpleNamespace(text=f"{len(reference.samples)} 个", language=language or "zh")
fake = ModuleType("engines.voices.transcript")
fake.transcribe = transcribe
sys.modules["engines.voices.transcript"] = fake
"""


def test_the_answer_of_the_child_is_given(child: dict[str, str]) -> None:
    child["first"] = FAKE
    assert transcribe(REFERENCE, None) == Heard(f"{len(REFERENCE.samples)} 个", "zh")
    assert transcribe(REFERENCE, "en-us").language == "en-us"


def test_its_sentence_is_told(child: dict[str, str]) -> None:
    child["first"] = FAKE
    with pytest.raises(TranscriptionError, match=r"^The recogniser does not know that language: choose another\.$"):
        transcribe(REFERENCE, "xx")


@pytest.mark.parametrize(
    ("code", "why"), [("raise MemoryError('no room')", "MemoryError: no room"), ("sys.exit(7)", "status 7")]
)
def test_a_death_ends_in_a_sentence(child: dict[str, str], code: str, why: str) -> None:
    child["first"] = code
    with pytest.raises(TranscriptionError, match=rf"ended too early \({why}\): ask for it again"):
        transcribe(REFERENCE, None)
