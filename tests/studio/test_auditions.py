"""A grid of ways to say a line: what is made, in which order, how loud, and what keeping one does."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from engines.audio.loudness import loudness
from engines.prosody.emotion import NEUTRAL
from engines.types import AudioChunk
from studio.auditions import LEVEL, Auditions, CellState, Way, levelled, said
from studio.blind_test import BlindTest
from studio.document.document import Document
from studio.document.emotions import UNMOVED, named
from studio.document.script import Line, Member, Script
from studio.document.state import LineState
from studio.operations import Operations
from studio.playback.making import Making
from studio.playback.messages import Rendered
from tests.studio.playback.playback_fakes import INFO, FakeSynthesis, chunk_of

HAPPY, SAD = named("happy"), named("sad")
assert HAPPY is not None
assert SAD is not None
EMOTIONS = (Way("Neutral", emotion=UNMOVED), Way("Sad", emotion=SAD))
DEGREES = (Way("0.5", intensity=0.5), Way("1", intensity=1.0))


class Stage:
    def __init__(self, folder: Path) -> None:
        self.document = Document()
        self.document.replace(Script((Line("a", "abc"), Line("b", "def")), (Member("", "af_heart"),)), (), None)
        self.synthesis, self.operations = FakeSynthesis(), Operations()
        self.making = Making(self.document, self.synthesis, self.operations, lambda: folder)  # type: ignore[arg-type]
        self.synthesis.ready.emit(INFO)
        self.grid = Auditions(self.document, self.making, self.synthesis, self.operations, "a")  # type: ignore[arg-type]
        self.heard: list[tuple[int, int]] = []
        self.grid.ready.connect(lambda row, column: self.heard.append((row, column)))

    @property
    def asked(self) -> list[tuple[float, str, bool]]:
        """Of what is open: how sad, whose voice, whether at once."""
        return [(u.emotion.sad * u.emotion.intensity, u.voice, urgent) for u, urgent in self.synthesis.open.values()]

    def finish(self, qtbot: QtBot, index: int = 0) -> None:
        """Complete an open request, and wait until it is levelled."""
        request = [*self.synthesis.open][index]
        for number in range(3):
            self.synthesis.chunk.emit(request, chunk_of("abc", number))
        del self.synthesis.open[request]
        with qtbot.waitSignal(self.grid.changed):
            self.synthesis.finished.emit(request, Rendered(0.3, 0.1, 0.2, ()))


@pytest.fixture
def stage(tmp_path: Path, qtbot: QtBot) -> Iterator[Stage]:
    stage = Stage(tmp_path)
    yield stage
    stage.grid.close()
    assert stage.operations.close()


def test_ways_are_combined_and_an_intensity_is_of_the_emotion() -> None:
    line = Line("a", "x", emotion=HAPPY)
    script = Script((line,))
    assert said(script, line, (DEGREES[0], EMOTIONS[1])).emotion == SAD.graded(0.5)
    assert said(script, line, (Way("", voice="zf_x"), Way(""))) == replace(line, voice="zf_x")
    assert said(script, line, (Way(""), DEGREES[0])).emotion == HAPPY.graded(0.5)


def test_one_is_made_after_the_other_and_what_sounds_the_same_is_made_once(stage: Stage, qtbot: QtBot) -> None:
    stage.grid.lay_out(EMOTIONS, DEGREES)
    assert stage.asked == [(0.0, "af_heart", False)]
    stage.finish(qtbot)
    assert stage.grid.cell((0, 0)).state is CellState.READY
    assert stage.grid.cell((0, 1)) is stage.grid.cell((0, 0)), "neutral is neutral, however intense"
    assert stage.asked == [(0.5, "af_heart", False)]
    stage.finish(qtbot)
    stage.finish(qtbot)
    assert stage.asked == []
    assert stage.heard == []


def test_what_is_wanted_goes_first_and_is_told_once_it_is_ready(stage: Stage, qtbot: QtBot) -> None:
    stage.grid.lay_out(EMOTIONS, DEGREES)
    stage.grid.want((1, 1))
    assert stage.asked == [(0.0, "af_heart", False), (1.0, "af_heart", True)]
    stage.finish(qtbot, 1)
    assert stage.heard == [(1, 1)]
    stage.grid.want((1, 1))
    assert stage.heard == [(1, 1)] * 2, "at once"
    stage.grid.want((0, 0))
    assert stage.asked == [(0.0, "af_heart", True)]


def test_all_are_equally_loud(stage: Stage, qtbot: QtBot) -> None:
    stage.grid.lay_out(EMOTIONS[:1], DEGREES[:1])
    stage.finish(qtbot)
    noise = np.random.default_rng(1).standard_normal(24_000).astype(np.float32)
    for gain in (0.01, 0.3):
        heard = levelled([AudioChunk(noise[:9000] * gain, 24_000, 0), AudioChunk(noise[9000:] * gain, 24_000, 9000)])
        assert loudness(heard, 24_000) == pytest.approx(LEVEL, abs=0.1)
    assert np.array_equal(levelled([AudioChunk(np.zeros(100, np.float32), 24_000, 0)]), np.zeros(100, np.float32))


def test_keeping_one_is_a_step_of_undo_and_its_sound_is_the_take(stage: Stage, qtbot: QtBot) -> None:
    stage.grid.lay_out(EMOTIONS, (Way("", voice="zf_xiaoxiao"),))
    assert not stage.grid.keep((1, 0)), "it is not made yet"
    stage.grid.want((1, 0))
    stage.finish(qtbot, 1)
    with qtbot.waitSignal(stage.making.made):
        assert stage.grid.keep((1, 0))
    line = stage.document.script.lines[0]
    assert (line.emotion, line.voice) == (SAD, "zf_xiaoxiao")
    assert stage.document.undo_stack.undoText() == "Say the line as Sad"
    assert stage.making.state("a") is LineState.READY
    (take,) = stage.document.takes("a")
    assert take.seconds == pytest.approx(0.3)
    assert take.delivery.emotion == SAD.emotion
    stage.grid.keep((1, 0))
    assert len(stage.document.takes("a")) == 1, "it has that take"
    stage.document.undo_stack.undo()
    assert stage.document.script.delivery(stage.document.script.lines[0]).emotion is NEUTRAL
    assert stage.making.state("a") is LineState.STALE


def test_an_edit_of_the_line_makes_the_grid_anew(stage: Stage, qtbot: QtBot) -> None:
    stage.grid.lay_out(EMOTIONS, DEGREES[1:])
    stage.finish(qtbot)
    script = stage.document.script
    stage.document.edit("edit", replace(script, lines=(replace(script.lines[0], text="xyz"), script.lines[1])))
    assert stage.grid.cell((0, 0)).state is CellState.MAKING
    assert [u.text for u, _ in stage.synthesis.open.values()] == ["xyz"]
    stage.document.undo_stack.undo()
    assert stage.grid.cell((0, 0)).state is CellState.READY, "what was made stays"
    stage.document.edit("delete", replace(script, lines=script.lines[1:]))
    assert stage.synthesis.open == {}
    assert stage.grid.line is None


def test_what_cannot_be_made_says_why_and_is_tried_again(stage: Stage) -> None:
    stage.grid.lay_out(EMOTIONS, DEGREES[1:])
    stage.synthesis.fail("abc", "No such voice.")
    assert (stage.grid.cell((0, 0)).state, stage.grid.cell((0, 0)).error) == (CellState.FAILED, "No such voice.")
    assert stage.asked == [(1.0, "af_heart", False)], "the next one has its turn"
    stage.grid.want((0, 0))
    assert (0.0, "af_heart", True) in stage.asked


def test_closing_makes_nothing_more(stage: Stage) -> None:
    stage.grid.lay_out(EMOTIONS, DEGREES)
    stage.grid.want((1, 1))
    stage.grid.close()
    assert stage.synthesis.open == {}


def test_x_is_a_or_b_until_it_is_told() -> None:
    test = BlindTest(random.Random(3))
    assert test.x is None
    assert test.answer("a") is None
    test.choose("a", (0, 0))
    test.choose("b", (1, 0))
    drawn = set()
    for _ in range(20):
        x = test.x
        assert x == test.x
        drawn.add(x)
        assert test.answer("a") is (x == (0, 0))
    assert drawn == {(0, 0), (1, 0)}
    assert (test.total, 0 < test.right < 20) == (20, True)
    test.choose("b", (0, 0))
    assert test.x is None, "nothing to tell apart"
    assert test.total == 0
