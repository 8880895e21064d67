"""The queue with the real keeper of lines, and a synthesis thread that the test plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import soundfile
from pytestqt.qtbot import QtBot

from studio.document.document import Document
from studio.document.script import Script
from studio.document.state import LineState
from studio.export.plan import ExportMode, ExportOptions, plan
from studio.export.queue import ExportQueue
from studio.operations import Operations
from studio.playback.making import Making
from tests.studio.export.export_fakes import script_of
from tests.studio.playback.playback_fakes import CHUNK, INFO, FakeSynthesis


class Studio:
    """Everything that makes and exports, but the engine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "out"
        self.document = Document()
        self.document.replace(script_of("one", "three"), (), None)
        self.operations = Operations()
        self.synthesis = FakeSynthesis()
        takes = folder / "takes"
        self.making = Making(self.document, self.synthesis, self.operations, lambda: takes)
        self.queue = ExportQueue(self.document, self.making, self.operations, lambda: takes)
        self.synthesis.ready.emit(INFO)

    def export(self, **options) -> None:
        chosen = ExportOptions(self.folder, **{"pattern": "{number}", "rate": 24_000, **options})
        ids = [line.id for line in self.document.script.lines]
        self.queue.add(plan(self.document.script, ids, chosen, (), "Project").items)

    def write(self, row: int, text: str) -> None:
        lines = list(self.document.script.lines)
        lines[row] = replace(lines[row], text=text)
        self.document.edit("edit", Script(tuple(lines), self.document.script.cast))

    @property
    def states(self) -> list[str]:
        return [status.state.value for status in self.queue.statuses]

    def frames(self, name: str) -> int:
        return soundfile.info(self.folder / name).frames


@pytest.fixture
def studio(qtbot: QtBot, tmp_path: Path) -> Iterator[Studio]:
    studio = Studio(tmp_path)
    yield studio
    studio.queue.cancel()
    studio.making.cancel()
    assert studio.operations.close(5)


def test_lines_are_made_and_written(studio: Studio, qtbot: QtBot):
    studio.export()
    with qtbot.waitSignal(studio.queue.finished):
        for text in ("one", "three"):
            qtbot.waitUntil(lambda text=text: text in studio.synthesis.texts)
            studio.synthesis.complete(text)
    assert studio.states == ["done", "done"]
    assert [studio.frames("1.wav"), studio.frames("2.wav")] == [3 * CHUNK, 5 * CHUNK]


def test_a_line_edited_while_it_is_made_is_made_again(studio: Studio, qtbot: QtBot):
    studio.export(mode=ExportMode.JOINED, pattern="all", gap=0.0)
    qtbot.waitUntil(lambda: "one" in studio.synthesis.texts)
    studio.synthesis.give("one", 0, 1)
    studio.write(0, "longer")
    with qtbot.waitSignal(studio.queue.finished):
        for text in ("longer", "three"):
            qtbot.waitUntil(lambda text=text: text in studio.synthesis.texts)
            studio.synthesis.complete(text)
    assert studio.frames("all.wav") == (6 + 5) * CHUNK


def test_a_failure_is_told_and_retried(studio: Studio, qtbot: QtBot):
    studio.export()
    qtbot.waitUntil(lambda: "one" in studio.synthesis.texts)
    studio.synthesis.fail("one", "The voice is gone.")
    with qtbot.waitSignal(studio.queue.finished):
        qtbot.waitUntil(lambda: "three" in studio.synthesis.texts)
        studio.synthesis.complete("three")
    assert studio.states == ["failed", "done"]
    assert studio.queue.statuses[0].reason == "The voice is gone."
    with qtbot.waitSignal(studio.queue.finished):
        studio.queue.retry()
        qtbot.waitUntil(lambda: "one" in studio.synthesis.texts)
        studio.synthesis.complete("one")
    assert studio.states == ["done", "done"]


def test_cancelling_stops_the_engine(studio: Studio, qtbot: QtBot):
    studio.export()
    qtbot.waitUntil(lambda: "one" in studio.synthesis.texts)
    with qtbot.waitSignal(studio.queue.finished):
        studio.queue.cancel()
    assert studio.synthesis.texts == []
    assert studio.making.state("line1") is LineState.NOT_MADE
    assert not studio.folder.exists()


def test_stopping_the_line_elsewhere_ends_its_file(studio: Studio, qtbot: QtBot):
    studio.export()
    qtbot.waitUntil(lambda: "one" in studio.synthesis.texts)
    studio.making.cancel(["line1"])
    qtbot.waitUntil(lambda: studio.states == ["cancelled", "making"])


def test_several_lines_are_made_at_once(studio: Studio, qtbot: QtBot):
    studio.document.replace(script_of("one", "two", "three", "four"), (), None)
    studio.synthesis.ready.emit(replace(INFO, at_once=3))
    studio.export()
    qtbot.waitUntil(lambda: studio.synthesis.texts == ["one", "two", "three"])
    assert studio.states == ["making", "making", "making", "waiting"]
    studio.synthesis.complete("two")
    qtbot.waitUntil(lambda: studio.states[1] == "done" and studio.synthesis.texts == ["one", "three", "four"])
    studio.queue.pause()
    assert studio.states == ["waiting", "done", "waiting", "waiting"]
    assert studio.synthesis.texts == []
    studio.queue.resume()
    qtbot.waitUntil(lambda: studio.synthesis.texts == ["one", "three", "four"])
    studio.synthesis.fail("three", "The voice is gone.")
    studio.queue.cancel([3])
    with qtbot.waitSignal(studio.queue.finished):
        studio.synthesis.complete("one")
    assert studio.states == ["done", "done", "failed", "cancelled"]
    assert studio.frames("2.wav") == 3 * CHUNK


def test_the_lines_of_one_file_are_made_at_once_and_are_in_order(studio: Studio, qtbot: QtBot):
    studio.synthesis.ready.emit(replace(INFO, at_once=2))
    studio.export(mode=ExportMode.JOINED, pattern="all", gap=0.0)
    qtbot.waitUntil(lambda: studio.synthesis.texts == ["one", "three"])
    with qtbot.waitSignal(studio.queue.finished):
        studio.synthesis.complete("three")
        studio.synthesis.complete("one")
    (written,) = [status.written for status in studio.queue.statuses]
    assert written is not None
    assert [line.text for line in written.lines] == ["one", "three"]
