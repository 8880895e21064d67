"""Lines, takes and the queue between them, with a synthesis thread that the test plays."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from playback_fakes import CHUNK, INFO, RATE, FakeSynthesis
from pytestqt.qtbot import QtBot

from engines.prosody.edits import Point, SegmentEdit
from engines.text.lexicon import Entry, Lexicon
from engines.types import AudioChunk, Slot
from studio.document.document import Document
from studio.document.lexicon_edits import set_lexicon
from studio.document.script import Line, Member, Script
from studio.document.state import LineState
from studio.document.takes import Take
from studio.operations import Operations
from studio.playback.audio_files import read_take
from studio.playback.making import Making


class Studio:
    """A document of three lines and all that makes them."""

    def __init__(self, folder: Path) -> None:
        self.document = Document()
        self.folder = folder
        self.synthesis = FakeSynthesis()
        self.operations = Operations()
        self.load("one", "two", "three")
        self.making = Making(self.document, self.synthesis, self.operations, lambda: self.folder)
        self.synthesis.ready.emit(INFO)
        self.changes: list[tuple[str, LineState]] = []
        self.making.state_changed.connect(lambda line: self.changes.append((line, self.making.state(line))))

    def load(self, *texts: str) -> None:
        lines = tuple(Line(f"l{i}", text) for i, text in enumerate(texts))
        self.document.replace(Script(lines), (), None)

    def write(self, line_id: str, text: str) -> None:
        self.set(line_id, text=text)

    def set(self, line_id: str, **fields: object) -> None:
        script = self.document.script
        lines = tuple(replace(line, **fields) if line.id == line_id else line for line in script.lines)
        self.document.edit("edit", replace(script, lines=lines))

    def delete(self, line_id: str) -> None:
        script = self.document.script
        self.document.edit("delete", replace(script, lines=tuple(x for x in script.lines if x.id != line_id)))

    def complete(self, line_id: str, qtbot: QtBot) -> None:
        line = self.document.script.line(line_id)
        assert line
        with qtbot.waitSignal(self.making.made):
            self.synthesis.complete(line.text)

    @property
    def states(self) -> list[LineState]:
        return [self.making.state(line.id) for line in self.document.script.lines]


@pytest.fixture
def studio(tmp_path: Path, qtbot: QtBot) -> Iterator[Studio]:
    studio = Studio(tmp_path / "takes")
    yield studio
    assert studio.operations.close()
    qtbot.waitUntil(lambda: not studio.operations.running)


def test_a_line_becomes_a_take(studio: Studio, qtbot: QtBot) -> None:
    assert studio.states == [LineState.NOT_MADE] * 3
    studio.making.make(["l0", "l1"])
    assert studio.states == [LineState.MAKING, LineState.QUEUED, LineState.NOT_MADE]
    assert studio.synthesis.texts == ["one"]
    assert studio.making.waiting == 2
    with qtbot.waitSignal(studio.making.made) as made:
        studio.synthesis.give("one", 0, 1)
        assert len(studio.making.chunks("l0")) == 2
        studio.synthesis.give("one", 2)
        with qtbot.waitSignal(studio.making.rendered):
            studio.synthesis.finish("one", ("☃",))
        assert studio.synthesis.texts == ["two"]
        assert studio.making.state("l0") is LineState.MAKING
    assert {line for line, _ in studio.changes} == {"l0", "l1"}
    assert [state for line, state in studio.changes if line == "l0"] == [LineState.MAKING, LineState.READY]
    assert studio.changes[-1] == ("l0", LineState.READY)
    line_id, take = made.args
    assert (line_id, take.line, take.model, take.sample_rate) == ("l0", "l0", "tiny", RATE)
    assert take.seconds == 3 * CHUNK / RATE
    assert take.unspoken == ("☃",)
    assert [(mark.text, mark.symbols, mark.source) for mark in take.marks] == [
        ((0, 1), "o", "rule"),
        ((1, 2), "n", "rule"),
        ((2, 3), "e", "rule"),
    ]
    assert take.marks[1].start == pytest.approx(0.1)
    assert take.marks[1].end == pytest.approx(0.2)
    assert studio.document.takes("l0") == (take,)
    assert studio.making.chunks("l0") == ()
    kept = studio.making.audio(take)
    assert kept is not None
    np.testing.assert_allclose(read_take(studio.folder, take), kept, atol=2**-23)


def test_a_line_with_a_time_is_fitted_to_it(studio: Studio, qtbot: QtBot) -> None:
    studio.set("l0", start=1.0, end=3.0)
    studio.making.make(["l0"])
    ((request, (utterance, _)),) = studio.synthesis.open.items()
    assert utterance.slot == Slot(2.0, 0.8, 1.2)
    chunk = AudioChunk(np.zeros(CHUNK, np.float32), RATE, 0, (), 0.9)
    studio.synthesis.chunk.emit(request, chunk)
    with qtbot.waitSignal(studio.making.made) as made:
        studio.synthesis.finish("one")
    assert made.args[1].stretch == 0.9
    studio.set("l0", end=2.5)
    assert studio.making.state("l0") is LineState.STALE


def test_a_line_whose_prosody_is_edited_is_to_be_made_again(studio: Studio, qtbot: QtBot) -> None:
    edit = SegmentEdit("wi", pitch=(Point(0.0, 2.0),))
    studio.set("l0", edits=(edit,))
    studio.making.make(["l0"])
    ((request, (utterance, _)),) = studio.synthesis.open.items()
    assert utterance.edits == (edit,)
    studio.synthesis.chunk.emit(request, AudioChunk(np.zeros(CHUNK, np.float32), RATE, 0))
    with qtbot.waitSignal(studio.making.made) as made:
        studio.synthesis.finish("one")
    assert made.args[1].delivery.edits == (edit,)
    assert studio.making.state("l0") is LineState.READY
    studio.set("l0", edits=())
    assert studio.making.state("l0") is LineState.STALE
    studio.document.undo_stack.undo()
    assert studio.making.state("l0") is LineState.READY


def test_what_is_ready_is_not_made_again_unless_asked(studio: Studio, qtbot: QtBot) -> None:
    studio.making.make(["l0"])
    with qtbot.waitSignal(studio.making.made):
        studio.synthesis.complete("one")
    studio.making.make(["l0"])
    assert studio.making.waiting == 0
    studio.making.make(["l0"], again=True)
    assert studio.states[0] is LineState.MAKING
    with qtbot.waitSignal(studio.making.made):
        studio.synthesis.complete("one")
    assert len(studio.document.takes("l0")) == 2


def test_what_is_listened_to_goes_first(studio: Studio) -> None:
    studio.making.make(["l0", "l1"])
    studio.making.make(["l2"], urgent=True)
    assert studio.synthesis.texts == ["one", "three"]
    assert [urgent for _, urgent in studio.synthesis.open.values()] == [False, True]
    studio.making.make(["l1"], urgent=True)
    assert studio.synthesis.texts == ["one", "three"]
    studio.synthesis.complete("three")
    assert studio.synthesis.texts == ["one", "two"]


def test_a_line_being_made_becomes_urgent_when_somebody_listens(studio: Studio) -> None:
    studio.making.make(["l0", "l1"])
    studio.making.make(["l0"], urgent=True)
    assert next(iter(studio.synthesis.open.values()))[1] is True
    studio.making.make(["l2"], urgent=True)
    assert studio.synthesis.texts == ["one"]


def test_when_nobody_listens_any_more(studio: Studio) -> None:
    studio.making.make(["l1"])
    studio.making.make(["l0", "l1", "l2"], urgent=True)
    assert studio.synthesis.texts == ["two"]
    studio.making.release(["l0", "l1", "l2"])
    assert studio.states == [LineState.NOT_MADE, LineState.MAKING, LineState.NOT_MADE]
    assert [urgent for _, urgent in studio.synthesis.open.values()] == [False]


def test_editing_a_queued_line_makes_the_new_text(studio: Studio) -> None:
    studio.making.make(["l0", "l1"])
    studio.write("l1", "zwei")
    studio.synthesis.complete("one")
    assert studio.synthesis.texts == ["zwei"]


def test_editing_a_line_that_is_being_made_starts_it_anew(studio: Studio, qtbot: QtBot) -> None:
    studio.making.make(["l0", "l1"])
    studio.synthesis.give("one", 0, 1)
    old = studio.synthesis.request("one")
    studio.write("l0", "uno")
    assert studio.synthesis.texts == ["uno"]
    assert studio.making.chunks("l0") == ()
    studio.synthesis.chunk.emit(old, None)  # it was on its way already
    with qtbot.waitSignal(studio.making.made) as made:
        studio.synthesis.complete("uno")
    take = made.args[1]
    assert take.delivery.text == "uno"
    assert take.seconds == pytest.approx(0.3)


def test_editing_while_the_audio_is_written_keeps_the_take_and_makes_the_new_text(studio: Studio, qtbot: QtBot) -> None:
    studio.making.make(["l0"])
    with qtbot.waitSignal(studio.making.made) as made:
        studio.synthesis.complete("one")
        studio.write("l0", "uno")
        assert studio.synthesis.texts == ["uno"]
    assert made.args[1].delivery.text == "one"
    assert studio.states[0] is LineState.MAKING
    with qtbot.waitSignal(studio.making.made):
        studio.synthesis.complete("uno")
    assert studio.states[0] is LineState.READY


def test_undo_finds_the_take_of_the_earlier_text(studio: Studio, qtbot: QtBot) -> None:
    studio.making.make(["l0"])
    with qtbot.waitSignal(studio.making.made):
        studio.synthesis.complete("one")
    studio.write("l0", "uno")
    assert studio.states[0] is LineState.STALE
    studio.making.make(["l0"])
    studio.document.undo_stack.undo()
    assert studio.states[0] is LineState.READY
    assert studio.making.waiting == 0
    assert studio.synthesis.open == {}


def test_deleting_a_line_cancels_it(studio: Studio) -> None:
    studio.making.make(["l0", "l1", "l2"])
    studio.delete("l0")
    assert studio.synthesis.texts == ["two"]
    studio.delete("l2")
    assert studio.making.waiting == 1
    studio.document.undo_stack.undo()
    assert studio.states == [LineState.MAKING, LineState.NOT_MADE]


def test_emptying_a_line_cancels_it(studio: Studio) -> None:
    studio.making.make(["l0"])
    studio.write("l0", "  ")
    assert studio.states[0] is LineState.EMPTY
    assert studio.synthesis.open == {}
    studio.making.make(["l0"])
    assert studio.making.waiting == 0


def test_a_failure_stays_until_the_line_is_said_otherwise_or_made_again(studio: Studio, qtbot: QtBot) -> None:
    studio.making.make(["l0", "l1"])
    with qtbot.waitSignal(studio.making.failed) as failed:
        studio.synthesis.fail("one", "Write it otherwise.")
    assert failed.args == ["l0", "Write it otherwise."]
    assert studio.states[0] is LineState.FAILED
    assert studio.making.error("l0") == "Write it otherwise."
    assert studio.synthesis.texts == ["two"]
    studio.set("l0", start=1.0)
    assert studio.states[0] is LineState.FAILED
    studio.set("l0", speed=1.5)
    assert studio.states[0] is LineState.NOT_MADE
    assert studio.making.error("l0") == ""
    studio.synthesis.fail("two", "No.")
    studio.making.make(["l1"])
    assert studio.states[1] is LineState.MAKING


def test_audio_that_cannot_be_written_is_a_failure_of_the_line(studio: Studio, qtbot: QtBot, tmp_path: Path) -> None:
    studio.folder = tmp_path / "file"
    studio.folder.write_text("")
    studio.making.make(["l0"])
    with qtbot.waitSignal(studio.making.failed) as failed:
        studio.synthesis.complete("one")
    assert "cannot be written" in failed.args[1]
    assert studio.states[0] is LineState.FAILED
    assert studio.document.takes("l0") == ()


def test_speech_without_sound_is_a_failure(studio: Studio) -> None:
    studio.making.make(["l0"])
    studio.synthesis.finish("one")
    assert studio.states[0] is LineState.FAILED


def test_cancelling_all_or_some(studio: Studio) -> None:
    studio.making.make(["l0", "l1", "l2"])
    studio.making.cancel(["l0"])
    assert studio.synthesis.texts == ["two"]
    studio.making.cancel()
    assert studio.synthesis.open == {}
    assert studio.states == [LineState.NOT_MADE] * 3


def test_states_follow_the_cast(studio: Studio, qtbot: QtBot) -> None:
    studio.set("l1", voice="zf_xiaoxiao")
    studio.making.make(["l0", "l1"])
    for text in ("one", "two"):
        with qtbot.waitSignal(studio.making.made):
            studio.synthesis.complete(text)
    studio.changes.clear()
    script = studio.document.script
    studio.document.edit("cast", replace(script, cast=(Member("", "am_michael"),)))
    assert studio.changes == [("l0", LineState.STALE)]
    studio.document.undo_stack.undo()
    assert studio.changes[1:] == [("l0", LineState.READY)]


def test_a_lexicon_is_followed_by_what_waits_and_by_what_is_being_made(studio: Studio, qtbot: QtBot) -> None:
    studio.making.make(["l0", "l1", "l2"])
    studio.complete("l0", qtbot)
    assert studio.synthesis.texts == ["two"]
    studio.synthesis.give("two", 0)
    entries = Lexicon((Entry("one", "x"), Entry("two", "y"), Entry("three", "z")))
    studio.changes.clear()
    studio.document.edit("lexicon", set_lexicon(studio.document.script, entries))
    assert studio.states == [LineState.STALE, LineState.MAKING, LineState.QUEUED]
    assert studio.making.chunks("l1") == ()  # it is begun anew
    qtbot.waitUntil(lambda: ("l0", LineState.STALE) in studio.changes)
    for line, text in (("l1", "two"), ("l2", "three")):
        spoken, _ = studio.synthesis.open[studio.synthesis.request(text)]
        assert spoken.lexicons.project == entries
        studio.complete(line, qtbot)
        take = studio.making.take(line)
        assert take
        assert take.delivery.lexicon
    studio.document.undo_stack.undo()
    qtbot.waitUntil(lambda: ("l0", LineState.READY) in studio.changes)
    assert studio.states == [LineState.READY, LineState.STALE, LineState.STALE]


def test_a_failure_is_forgotten_where_a_lexicon_reads_the_line_otherwise(studio: Studio, qtbot: QtBot) -> None:
    studio.making.make(["l0", "l1"])
    studio.synthesis.fail("one", "No.")
    studio.synthesis.fail("two", "No.")
    studio.document.edit("lexicon", set_lexicon(studio.document.script, Lexicon((Entry("two", "y"),))))
    qtbot.waitUntil(lambda: studio.states == [LineState.FAILED, LineState.NOT_MADE, LineState.NOT_MADE])


def test_thousands_of_reread_lines_do_not_stop_the_window(studio: Studio, qtbot: QtBot) -> None:
    studio.load(*(f"This is line {n} of many." for n in range(5000)))
    lines = studio.document.script.lines
    for line in lines:
        studio.document.add_take(Take(line.id, line.id, studio.document.script.delivery(line), "", 1.0, RATE, ""))
    studio.changes.clear()
    begin = time.perf_counter()
    studio.document.edit("lexicon", set_lexicon(studio.document.script, Lexicon((Entry("line", "x"),))))
    assert time.perf_counter() - begin < 0.1  # a tenth of that on an idle machine
    qtbot.waitUntil(lambda: len(studio.changes) == 5000, timeout=10_000)
    assert {state for _, state in studio.changes} == {LineState.STALE}


def test_the_chosen_take_is_played_if_it_says_what_is_written(studio: Studio, qtbot: QtBot) -> None:
    for _ in range(2):
        studio.making.make(["l0"], again=True)
        with qtbot.waitSignal(studio.making.made):
            studio.synthesis.complete("one")
    first, second = studio.document.takes("l0")
    assert studio.making.take("l0") == second
    studio.set("l0", take=first.id)
    assert studio.making.take("l0") == first
    studio.write("l0", "uno")
    assert studio.making.take("l0") is None
    assert studio.making.take("gone") is None


def test_another_project_starts_with_nothing(studio: Studio, qtbot: QtBot) -> None:
    studio.making.make(["l0", "l1", "l2"])
    studio.synthesis.complete("one")
    writing = studio.operations.running[-1]
    with qtbot.waitSignal(writing.finished):
        studio.load("one", "", "new")
    assert studio.synthesis.open == {}
    assert studio.making.waiting == 0
    assert studio.states == [LineState.NOT_MADE, LineState.EMPTY, LineState.NOT_MADE]
    assert studio.document.takes("l0") == ()


def test_removing_a_take_is_seen(studio: Studio, qtbot: QtBot) -> None:
    studio.making.make(["l0"])
    with qtbot.waitSignal(studio.making.made) as made:
        studio.synthesis.complete("one")
    studio.changes.clear()
    studio.document.remove_take(made.args[1])
    assert studio.changes == [("l0", LineState.NOT_MADE)]


def test_preparing_is_told_by_line(studio: Studio, qtbot: QtBot) -> None:
    studio.making.make(["l0"])
    with qtbot.waitSignal(studio.making.preparing) as preparing:
        studio.synthesis.preparing.emit(studio.synthesis.request("one"), "Preparing", 0.5)
    assert preparing.args == ["l0", "Preparing", 0.5]


def test_five_thousand_lines_stay_fast(studio: Studio, qtbot: QtBot) -> None:
    lines = tuple(Line(f"x{i}", f"{i:04d}") for i in range(5000))
    begin = time.perf_counter()
    studio.document.replace(Script(lines), (), None)
    studio.making.make([line.id for line in lines])
    qtbot.waitUntil(lambda: len({line for line, _ in studio.changes}) == 5000, timeout=10_000)
    studio.synthesis.fail("0000", "No.")
    for number in range(1, 5000):
        studio.synthesis.fail(f"{number:04d}", "No.")
    assert studio.making.waiting == 0
    assert time.perf_counter() - begin < 5
