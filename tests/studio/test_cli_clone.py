"""`timbre clone`: voices made at once with the real weights, and refinements that are not real."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
import soundfile as sf
from fake_services import Fakes
from typer.testing import CliRunner

from engines.errors import TimbreError
from engines.voices.cleaning import Cleaning
from engines.voices.fit_device import NO_CUDA
from engines.voices.profile import VoiceProfile
from engines.voices.reference import Reference, open_reference
from engines.voices.store import VoiceStore
from engines.voices.transcript import TranscriberMissingError
from engines.voices.voice_file import SUFFIX, read_voice
from studio.cli import app
from studio.commands.clone import DOUBTFUL, NO_TORCH, Wish, run

RATE = 16_000
PITCH = 125.0


@pytest.fixture
def fakes(tmp_path: Path) -> Fakes:
    return Fakes(voices=VoiceStore(tmp_path / "voices"))


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four seconds of something like vowels, loud and soft in turn."""
    times = np.arange(4 * RATE) / RATE
    voice = sum(np.sin(2 * np.pi * PITCH * k * times + k) / k for k in range(1, 30))
    syllables = np.abs(np.sin(np.pi * 4 * times)) ** 0.7
    noise = np.random.default_rng(0).standard_normal(len(times))
    path = tmp_path_factory.mktemp("recordings") / "grandma.wav"
    sf.write(path, 0.1 * voice * syllables + 1e-4 * noise, RATE)
    return path


def clone(fakes: Fakes, *arguments: object, stdin: str = "") -> Any:
    return CliRunner().invoke(app, ["clone", *map(str, arguments)], obj=fakes.services, input=stdin)


def events(result: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_voice_is_made_and_kept(fakes: Fakes, recording: Path) -> None:
    result = clone(fakes, recording, "--name", "Grandma Lee", "--language", "en-gb", "--owner", "She agreed.")
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert "Grandma Lee is kept; `timbre say … --voice grandma-lee` speaks with it." in result.stderr
    voice = fakes.voices.get("grandma-lee")
    assert (voice.title, voice.language, voice.origin.kind) == ("Grandma Lee", "en-gb", "instant")
    assert (voice.origin.owner, voice.origin.source_name) == ("She agreed.", "grandma.wav")
    assert voice.pitch is not None
    assert np.exp(voice.pitch.mean_log_hz) == pytest.approx(PITCH, rel=0.03)


def test_another_voice_of_that_name_is_another_voice(fakes: Fakes, recording: Path) -> None:
    for _ in range(2):
        assert clone(fakes, recording, "--name", "Grandma").exit_code == 0
    assert len({profile.name for profile in fakes.voices.profiles()}) == 2


def test_a_voice_goes_into_a_file_instead(fakes: Fakes, recording: Path, tmp_path: Path) -> None:
    out = tmp_path / f"奶奶{SUFFIX}"
    result = clone(fakes, recording, "--name", "Grandma Lee", "--transcript", "Well now.", "--out", out)
    assert result.exit_code == 0, result.output
    assert f"Grandma Lee is in {out}." in result.stderr
    voice = read_voice(out)
    assert (voice.name, voice.title, voice.origin.transcript) == ("grandma-lee", "Grandma Lee", "Well now.")
    assert fakes.voices.profiles() == ()


def test_progress_is_one_object_a_line(fakes: Fakes, recording: Path, tmp_path: Path) -> None:
    out = tmp_path / f"a{SUFFIX}"
    result = clone(fakes, recording, "--name", "奶奶", "--out", out, "--progress", "json")
    assert result.exit_code == 0, result.output
    *stages, done = events(result)
    assert [event["event"] for event in stages] == ["stage", "stage"]
    assert all(event["text"] for event in stages)
    assert done == {"event": "done", "name": read_voice(out).name, "file": str(out)}
    assert result.stdout.isascii()
    assert result.stderr == ""


def silent_file(folder: Path) -> Path:
    sf.write(folder / "silent.wav", np.zeros(2 * RATE), RATE)
    return folder / "silent.wav"


def text_file(folder: Path) -> Path:
    (folder / "notes.wav").write_text("no sound at all")
    return folder / "notes.wav"


def no_file(folder: Path) -> Path:
    return folder / "missing.wav"


def test_a_folder_that_cannot_be_made_is_told_before_anything_else(fakes: Fakes, recording: Path) -> None:
    result = clone(fakes, recording, "--name", "A", "--out", recording / "voices" / f"a{SUFFIX}")
    assert result.exit_code == 1
    assert "A file is in the way of the folder" in result.stderr
    assert "Looking for the clearest speech" not in result.stderr


def test_the_folder_of_a_voice_file_is_made(fakes: Fakes, recording: Path, tmp_path: Path) -> None:
    out = tmp_path / "voices" / f"a{SUFFIX}"
    assert clone(fakes, recording, "--name", "A", "--out", out).exit_code == 0
    assert read_voice(out).title == "A"


@pytest.mark.parametrize("make", [silent_file, text_file, no_file])
def test_what_no_voice_can_be_made_of(fakes: Fakes, tmp_path: Path, make: Any) -> None:
    path = make(tmp_path)
    result = clone(fakes, path, "--name", "A")
    assert result.exit_code == 1
    *_, sentence = result.stderr.splitlines()
    assert sentence.endswith(".")
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
    assert fakes.voices.profiles() == ()

    for_a_program = clone(fakes, path, "--name", "A", "--progress", "json")
    assert for_a_program.exit_code == 1
    assert events(for_a_program)[-1] == {"event": "error", "text": sentence}


def test_a_voice_needs_a_name(fakes: Fakes, recording: Path) -> None:
    assert clone(fakes, recording).exit_code == 2
    assert clone(fakes, recording, "--name", "A", "--seconds", "2").exit_code == 2


@dataclass
class FakeRefinement:
    """Takes steps as a real one does, and remembers what it was given."""

    given: list[SimpleNamespace] = field(default_factory=list)
    taken: int = 0
    doubtful: bool = False
    device: str = "processor"
    device_problem: str = ""
    fault: Exception | None = None
    before_step: Any = lambda _: None

    def __call__(
        self, engine: object, reference: Reference, transcript: str, start: VoiceProfile, options: Any
    ) -> FakeRefinement:
        self.given.append(SimpleNamespace(reference=reference, transcript=transcript, start=start, options=options))
        if self.fault:
            raise self.fault
        return self

    def steps(self) -> Iterator[SimpleNamespace]:
        steps = self.given[-1].options.steps
        for step in range(1, steps + 1):
            self.before_step(step)
            self.taken = step
            yield SimpleNamespace(step=step, steps=steps, similarity=0.8 + step / 100, seconds=2.0 * step)

    def profile(self, step: SimpleNamespace, *, measured: bool = False) -> VoiceProfile:
        start = self.given[-1].start
        description = f"step {step.step}" + (", measured" if measured else "")
        origin = replace(start.origin, kind="refined", similarity=step.similarity, description=description)
        return replace(start, origin=origin)


def pretend_torch(monkeypatch: pytest.MonkeyPatch, spec: ModuleSpec | None) -> None:
    """Have PyTorch installed, or not."""
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: spec if name == "torch" else find(name, *rest))


def not_installed(reference: Reference, language: str) -> None:
    raise TranscriberMissingError("The speech recogniser is not installed.")


@pytest.fixture
def refinement(monkeypatch: pytest.MonkeyPatch) -> FakeRefinement:
    """In place of `engines.voices.refine`, which cannot be imported without PyTorch."""
    fake = FakeRefinement()
    module = ModuleType("engines.voices.refine")
    module.Refinement = fake  # type: ignore[attr-defined]
    monkeypatch.setattr("engines.voices.transcript.transcribe", not_installed)
    module.RefineOptions = SimpleNamespace(usual=lambda steps: SimpleNamespace(steps=steps or 4))  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "engines.voices.refine", module)
    pretend_torch(monkeypatch, ModuleSpec("torch", None))
    return fake


REFINE = ("--name", "Grandma", "--transcript", "Well now.", "--refine")


def test_refining_without_pytorch_says_what_to_do(
    fakes: Fakes, recording: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend_torch(monkeypatch, None)
    result = clone(fakes, recording, *REFINE)
    assert result.exit_code == 1
    assert result.stderr.strip() == NO_TORCH
    assert events(clone(fakes, recording, *REFINE, "--progress", "json")) == [{"event": "error", "text": NO_TORCH}]
    assert fakes.voices.profiles() == ()


def test_a_refined_voice_is_the_last_step_measured(fakes: Fakes, recording: Path, refinement: FakeRefinement) -> None:
    result = clone(fakes, recording, *REFINE, "--steps", "3")
    assert result.exit_code == 0, result.output
    (given,) = refinement.given
    assert (given.transcript, given.start.origin.kind, given.options.steps) == ("Well now.", "instant", 3)
    voice = fakes.voices.get("grandma")
    assert (voice.origin.kind, voice.origin.description) == ("refined", "step 3, measured")
    assert "step 2 of 3: similarity 82.0 %, 2 s left" in result.stderr
    assert "step 3 of 3: similarity 83.0 %\n" in result.stderr


def test_a_program_hears_each_step(fakes: Fakes, recording: Path, refinement: FakeRefinement, tmp_path: Path) -> None:
    out = tmp_path / "refined" / f"grandma{SUFFIX}"
    result = clone(fakes, recording, *REFINE, "--steps", "2", "--out", out, "--progress", "json")
    assert result.exit_code == 0, result.output
    told = events(result)
    steps = [event for event in told if event["event"] == "step"]
    assert steps == [
        {
            "event": "step",
            "step": step,
            "steps": 2,
            "similarity": round(0.8 + step / 100, 4),
            "seconds_left": 4.0 - 2 * step,
            "file": str(out.parent / f"step-000{step}{SUFFIX}"),
        }
        for step in (1, 2)
    ]
    assert [read_voice(Path(event["file"])).origin.description for event in steps] == ["step 1", "step 2"]
    assert told[-1] == {"event": "done", "name": "grandma", "file": str(out)}
    assert read_voice(out).origin.description == "step 2, measured"


def test_stop_ends_a_refinement_at_the_step_it_has_reached(
    fakes: Fakes,
    recording: Path,
    refinement: FakeRefinement,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    read, write = os.pipe()
    with os.fdopen(read) as stdin, os.fdopen(write, "w") as user:

        def say_stop(step: int) -> None:
            if step == 2:
                (listener,) = (thread for thread in threading.enumerate() if thread.name == "stop")
                user.write("what?\nstop\n")
                user.flush()
                listener.join(5)

        monkeypatch.setattr(sys, "stdin", stdin)
        refinement.before_step = say_stop
        run(fakes.services, Wish(recording, "Grandma", transcript="Well now.", refine=True, steps=9), lines=True)
    assert refinement.taken == 2
    assert fakes.voices.get("grandma").origin.description == "step 2, measured"
    *_, step, measuring, done = map(json.loads, capsys.readouterr().out.splitlines())
    assert (step["step"], measuring["event"], done["event"]) == (2, "stage", "done")


def test_the_end_of_standard_input_stops_nothing(fakes: Fakes, recording: Path, refinement: FakeRefinement) -> None:
    result = clone(fakes, recording, *REFINE, "--steps", "3", "--progress", "json", stdin="")
    assert result.exit_code == 0, result.output
    assert refinement.taken == 3


def test_a_refinement_goes_on_from_a_file(
    fakes: Fakes, recording: Path, refinement: FakeRefinement, tmp_path: Path
) -> None:
    start = tmp_path / f"start{SUFFIX}"
    assert clone(fakes, recording, "--name", "A", "--transcript", "Long ago.", "--out", start).exit_code == 0
    result = clone(fakes, recording, "--name", "B", "--refine", "--start", start)
    assert result.exit_code == 0, result.output
    (given,) = refinement.given
    assert given.transcript == "Long ago."
    assert np.array_equal(given.start.modulation, read_voice(start).modulation)
    assert fakes.voices.get("b").title == "B"


def test_what_is_said_is_written_down_where_it_is_not_told(
    fakes: Fakes, recording: Path, refinement: FakeRefinement, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = SimpleNamespace(text="Once upon a time.", language="en-us")
    monkeypatch.setattr("engines.voices.transcript.transcribe", lambda reference, language: heard)
    assert clone(fakes, recording, "--name", "Grandma", "--refine").exit_code == 0
    assert refinement.given[0].transcript == "Once upon a time."
    assert fakes.voices.get("grandma").origin.transcript == "Once upon a time."


def test_of_a_transcript_of_everything_the_part_that_was_chosen_is_used(
    fakes: Fakes, recording: Path, refinement: FakeRefinement, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    samples, rate = sf.read(recording)
    long = tmp_path / "long.wav"
    sf.write(long, np.concatenate([samples, np.zeros(3 * rate)]), rate)
    heard = SimpleNamespace(text="the king rode home", language="en-us")
    monkeypatch.setattr("engines.voices.transcript.transcribe", lambda reference, language: heard)
    whole = ("--name", "A", "--refine", "--transcript", "Once upon a time. The King rode home. Nobody knew.")
    assert clone(fakes, long, *whole).exit_code == 0
    assert refinement.given[-1].transcript == "The King rode home."
    assert fakes.voices.get("a").origin.transcript == "The King rode home."
    monkeypatch.setattr("engines.voices.transcript.transcribe", not_installed)
    assert clone(fakes, long, *whole).exit_code == 0
    assert refinement.given[-1].transcript == "Once upon a time. The King rode home. Nobody knew."


@pytest.mark.parametrize("flags", [(), ("--denoise",), ("--studio-sound",), ("--denoise", "--studio-sound")])
def test_the_recording_is_cleaned_first(
    fakes: Fakes,
    recording: Path,
    refinement: FakeRefinement,
    monkeypatch: pytest.MonkeyPatch,
    flags: tuple[str, ...],
) -> None:
    asked = []

    def half(reference: Reference, cleaning: Cleaning) -> Reference:
        asked.append(cleaning)
        return replace(reference, samples=reference.samples[::2])

    monkeypatch.setattr("engines.voices.cleaning.cleaned", half)
    assert clone(fakes, recording, *REFINE, *flags).exit_code == 0
    assert asked == [Cleaning(denoise="--denoise" in flags, studio_sound="--studio-sound" in flags)]
    whole = open_reference(recording).samples
    assert len(refinement.given[0].reference.samples) == len(whole[::2])


def test_a_card_that_is_not_used_is_told(fakes: Fakes, recording: Path, refinement: FakeRefinement) -> None:
    refinement.device_problem = NO_CUDA
    told = events(clone(fakes, recording, *REFINE, "--steps", "1", "--progress", "json"))
    assert {"event": "warning", "text": NO_CUDA} in told
    assert {"event": "stage", "text": "Fitting the voice on the processor"} in told
    assert NO_CUDA in clone(fakes, recording, *REFINE, "--steps", "1").stderr


def test_the_graphics_card_is_named(fakes: Fakes, recording: Path, refinement: FakeRefinement) -> None:
    refinement.device = "graphics card"
    told = events(clone(fakes, recording, *REFINE, "--steps", "1", "--progress", "json"))
    assert {"event": "stage", "text": "Fitting the voice on the graphics card"} in told
    assert [event for event in told if event["event"] == "warning"] == []


def test_a_doubtful_transcript_is_told(fakes: Fakes, recording: Path, refinement: FakeRefinement) -> None:
    assert "does not seem to be" not in clone(fakes, recording, *REFINE).stderr
    refinement.doubtful = True
    assert "The transcript does not seem to be what is said" in clone(fakes, recording, *REFINE).stderr
    told = events(clone(fakes, recording, *REFINE, "--progress", "json"))
    assert {"event": "warning", "text": DOUBTFUL} in told


def test_a_refinement_that_fails_keeps_nothing(fakes: Fakes, recording: Path, refinement: FakeRefinement) -> None:
    refinement.fault = TimbreError("The transcript is longer than the recording; correct it.")
    result = clone(fakes, recording, *REFINE, "--progress", "json")
    assert result.exit_code == 1
    assert events(result)[-1] == {"event": "error", "text": str(refinement.fault)}
    assert fakes.voices.profiles() == ()
