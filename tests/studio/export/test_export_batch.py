from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engines.errors import NothingToSayError
from engines.types import AudioChunk, Phonemes, Reading, Source, Span, Utterance
from studio.document.script import Line, Member, Script
from studio.export import batch
from studio.export.batch import STATE, Batch, BusyError
from studio.export.maker import TakeMaker
from studio.export.manifest import MANIFEST
from studio.export.plan import ExportMode, ExportOptions, Sidecar
from studio.export.publish import DiskFullError

RATE = 24_000
SCRIPT = Script(
    tuple(Line(f"id{row}", f"Line number {row}", ("Maya", "Lin")[row % 2]) for row in range(12)),
    (Member("", "v"), Member("Maya", "v"), Member("Lin", "w")),
)


class Voice:
    """Hums each text at its own pitch; counts what it says."""

    def __init__(self, *, wrong: str = "", slow: float = 0.0) -> None:
        self.voices: dict[str, object] = {}
        self.said: list[str] = []
        self.wrong, self.slow = wrong, slow
        self.threads: set[str] = set()
        self.interrupted = threading.Event()

    def phonemize(self, utterance: Utterance) -> Iterator[Phonemes]:
        silent = Reading(Span(0, 1), "", "", Source.SILENT, "en-us")
        yield Phonemes(utterance, Span(0, len(utterance.text)), (silent,) if utterance.text == "Line number 3" else ())

    def speak_beside(self, utterance: Utterance, *, cancel: threading.Event | None = None) -> Iterator[AudioChunk]:
        self.threads.add(threading.current_thread().name)
        if utterance.text == self.wrong:
            raise NothingToSayError("There is nothing to say.")
        pitch = 200 + int(hashlib.sha256(utterance.text.encode()).hexdigest()[:2], 16)
        for start in range(0, RATE // 5, RATE // 20):
            self.interrupted.wait(self.slow)
            t = np.arange(start, start + RATE // 20) / RATE
            yield AudioChunk((0.3 * np.sin(2 * np.pi * pitch * t)).astype(np.float32), RATE, start)
        self.said.append(utterance.text)


def options(folder: Path, **changes) -> ExportOptions:
    return ExportOptions(folder, **{"pattern": "{number:02}", "rate": RATE, "manifest": True, **changes})


def export(folder: Path, voice: Voice, *, workers: int = 2, stop_after: int = 0, **changes) -> list[batch.Outcome]:
    """Export as the command does; `stop_after` gives up after so many files."""
    chosen = options(folder, **changes)
    with batch.opened(folder) as takes:
        names = [entry.name for entry in folder.iterdir()]
        plan = batch.plan_again(SCRIPT, [line.id for line in SCRIPT.lines], chosen, names, "Film")
        work = Batch(SCRIPT, TakeMaker(voice, takes, "hum"), folder, workers, voice.interrupted.set)
        outcomes = []
        run = work.run(plan.items, lambda _characters: None)
        for outcome in run:
            outcomes.append(outcome)
            if len(outcomes) == stop_after:
                run.close()
                return outcomes
        batch.conclude(folder, outcomes, whole=all(outcome.state == "written" for outcome in outcomes))
    return outcomes


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("workers", [1, 4])
def test_every_line_is_there_and_nothing_else(tmp_path: Path, workers: int):
    voice = Voice()
    outcomes = export(tmp_path, voice, workers=workers)
    assert sorted(content(tmp_path)) == [*(f"{n:02}.wav" for n in range(1, 13)), MANIFEST]
    assert sorted(voice.said) == sorted(line.text for line in SCRIPT.lines)
    assert {outcome.state for outcome in outcomes} == {"written"}
    files = json.loads((tmp_path / MANIFEST).read_text("utf-8"))["files"]
    assert [entry["lines"][0]["number"] for entry in files] == list(range(1, 13))
    assert files[3]["lines"][0]["unspoken"] == ["L"]
    assert not (tmp_path / STATE).exists()


def test_any_number_of_workers_writes_the_same(tmp_path: Path):
    for workers in (1, 3):
        export(tmp_path / str(workers), Voice(), workers=workers, mode=ExportMode.MEMBERS, pattern="{member}")
    assert content(tmp_path / "1") == content(tmp_path / "3")


@pytest.mark.parametrize("mode", [ExportMode.LINES, ExportMode.MEMBERS])
def test_what_was_cut_off_goes_on_and_ends_as_if_it_had_not_been(tmp_path: Path, mode: ExportMode):
    extra = {"mode": mode, "pattern": "{number:02} {member}", "sidecars": (Sidecar.SRT,)}
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "01 Maya.wav").write_bytes(b"mine")
    (tmp_path / "whole").mkdir()
    (tmp_path / "whole" / "01 Maya.wav").write_bytes(b"mine")
    export(tmp_path / "whole", Voice(), **extra)
    said = []
    for _ in range(2 if mode is ExportMode.LINES else 1):
        voice = Voice()
        export(tmp_path / "cut", voice, stop_after=3 if mode is ExportMode.LINES else 1, **extra)
        said += voice.said
    # A kill may leave an unfinished file, and one whose name was given but not noted.
    (tmp_path / "cut" / ".timbre-batch-dead.part").touch()
    voice = Voice()
    outcomes = export(tmp_path / "cut", voice, **extra)
    assert any(outcome.resumed for outcome in outcomes)
    # What was just being made is made again, one line a worker and interruption; nothing else.
    assert len(said + voice.said) <= 12 + 4
    assert content(tmp_path / "cut") == content(tmp_path / "whole")
    assert not (tmp_path / "cut" / STATE).exists()


def test_a_file_that_changed_meanwhile_is_made_again_beside_it(tmp_path: Path):
    export(tmp_path, Voice(), stop_after=4)
    (tmp_path / "01.wav").write_bytes(b"somebody wrote here")
    export(tmp_path, Voice())
    assert (tmp_path / "01.wav").read_bytes() == b"somebody wrote here"
    assert (tmp_path / "01 (2).wav").exists()


def test_a_line_that_cannot_be_said_loses_only_its_file_and_can_be_tried_again(tmp_path: Path):
    outcomes = export(tmp_path, Voice(wrong="Line number 4"))
    (failed,) = [outcome for outcome in outcomes if outcome.state == "failed"]
    assert failed.result.reason == "There is nothing to say."
    assert (tmp_path / STATE).exists()
    voice = Voice()
    export(tmp_path, voice)
    assert voice.said == ["Line number 4"]
    assert len(content(tmp_path)) == 13


def test_a_line_of_a_joined_file_is_named(tmp_path: Path):
    outcomes = export(tmp_path, Voice(wrong="Line number 4"), mode=ExportMode.JOINED, pattern="all")
    assert [outcome.result.reason for outcome in outcomes] == ["Line 5 could not be made: There is nothing to say."]


def test_giving_up_ends_at_once_and_leaves_whole_files_alone(tmp_path: Path):
    voice = Voice(slow=0.05)
    begin = time.perf_counter()
    export(tmp_path, voice, workers=4, stop_after=1)
    assert voice.interrupted.is_set()
    assert time.perf_counter() - begin < 3
    assert all(name.endswith(".wav") for name in content(tmp_path))


def test_a_full_disk_stops_all_and_goes_on_later(tmp_path: Path, monkeypatch):
    real = batch.write_item

    def write(item, *rest, **options):
        if item.file.name > "05":
            raise DiskFullError("The disk is full.")
        return real(item, *rest, **options)

    with monkeypatch.context() as patch:
        patch.setattr(batch, "write_item", write)
        with pytest.raises(DiskFullError, match="is full"):
            export(tmp_path, Voice())
    assert max(content(tmp_path)) < "06"
    export(tmp_path, Voice())
    assert len(content(tmp_path)) == 13


def test_a_fault_of_ours_is_not_hidden(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(batch, "write_item", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        export(tmp_path, Voice())


def test_two_exports_do_not_write_to_one_folder(tmp_path: Path):
    with batch.opened(tmp_path), pytest.raises(BusyError, match="Another export"), batch.opened(tmp_path):
        pass
