"""What the play buttons do, with a synthesis thread and a sound thread that the test plays."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from playback_fakes import CHUNK, INFO, RATE, FakeSound, FakeSynthesis
from pytestqt.qtbot import QtBot

from engines.types import Utterance
from studio.document.document import Document
from studio.document.script import Line, Script
from studio.document.state import LineState
from studio.document.takes import Take
from studio.operations import Operations
from studio.playback.making import Making
from studio.playback.messages import TransportState
from studio.playback.transport import LINE_GAP_SECONDS, Transport

STOPPED, WAITING, PLAYING, PAUSED = TransportState


class Studio:
    """A document of four lines, and all that plays them."""

    def __init__(self, folder: Path) -> None:
        self.document = Document()
        texts = ("one", "two", "three", "four")
        self.document.replace(Script(tuple(Line(f"l{i}", text) for i, text in enumerate(texts))), (), None)
        self.synthesis, self.sound, self.operations = FakeSynthesis(), FakeSound(), Operations()
        self.making = Making(self.document, self.synthesis, self.operations, lambda: folder)
        self.synthesis.ready.emit(INFO)
        self.transport = Transport(
            self.document, self.making, self.synthesis, self.operations, lambda: folder, self.sound
        )
        self.states: list[TransportState] = []
        self.started: list[str] = []
        self.problems: list[str] = []
        self.ends = 0
        self.transport.state_changed.connect(self.states.append)
        self.transport.line_started.connect(self.started.append)
        self.transport.problem.connect(self.problems.append)
        self.transport.finished.connect(self._end)

    def _end(self) -> None:
        self.ends += 1

    def make(self, qtbot: QtBot, line_id: str) -> Take:
        self.making.make([line_id], again=True)
        with qtbot.waitSignal(self.making.made) as made:
            self.synthesis.complete(self.document.script.line(line_id).text)
        return made.args[1]

    def write(self, line_id: str, text: str) -> None:
        script = self.document.script
        lines = tuple(replace(line, text=text) if line.id == line_id else line for line in script.lines)
        self.document.edit("edit", replace(script, lines=lines))

    def delete(self, line_id: str) -> None:
        script = self.document.script
        self.document.edit("delete", replace(script, lines=tuple(x for x in script.lines if x.id != line_id)))

    def levels(self) -> list[float]:
        """Of the first sample of every clip that has any: it tells the text."""
        return [round(float(pieces[0][0]), 3) for pieces in self.sound.clips.values() if pieces]


def level(text: str) -> float:
    return round((sum(map(ord, text)) % 97 + 1) / 200, 3)


@pytest.fixture
def studio(tmp_path: Path, qtbot: QtBot) -> Iterator[Studio]:
    studio = Studio(tmp_path / "takes")
    yield studio
    assert studio.operations.close()
    qtbot.waitUntil(lambda: not studio.operations.running)


def test_lines_are_heard_while_they_are_made(studio: Studio, qtbot: QtBot) -> None:
    studio.transport.play(["l0", "l1"])
    assert studio.transport.state is WAITING
    assert studio.transport.line_id == "l0"
    assert studio.synthesis.texts == ["one"]
    assert next(iter(studio.synthesis.open.values()))[1] is True
    studio.synthesis.give("one", 0)
    assert studio.sound.lengths == [1, 0]
    first = studio.sound.hear_start()
    assert studio.transport.state is PLAYING
    assert studio.started == ["l0"]
    studio.synthesis.give("one", 1, 2)
    studio.synthesis.finish("one")
    assert first in studio.sound.complete
    assert studio.synthesis.texts == ["two"]
    studio.sound.hear_end()
    assert studio.transport.state is WAITING
    studio.synthesis.complete("two")
    studio.sound.hear_start()
    with qtbot.waitSignal(studio.transport.finished):
        studio.sound.hear_end()
    assert studio.started == ["l0", "l1"]
    assert studio.states == [WAITING, PLAYING, WAITING, PLAYING, STOPPED]
    qtbot.waitUntil(lambda: len(studio.document.all_takes()) == 2)
    assert all(gap == LINE_GAP_SECONDS for gap in studio.sound.gaps.values())


def test_what_is_ready_comes_from_memory_or_disk(studio: Studio, qtbot: QtBot) -> None:
    for line_id in ("l0", "l1"):
        studio.make(qtbot, line_id)
    studio.making._recent.clear()
    studio.transport.play(["l0", "l1"])
    qtbot.waitUntil(lambda: studio.sound.lengths == [3, 3])
    assert studio.sound.complete == set(studio.sound.clips)
    assert studio.synthesis.open == {}
    studio.transport.play(["l1"])
    assert studio.sound.lengths == [3]


def test_a_take_whose_audio_is_lost_is_made_once_more(studio: Studio, qtbot: QtBot, tmp_path: Path) -> None:
    take = studio.make(qtbot, "l0")
    studio.making._recent.clear()
    (tmp_path / "takes" / take.file_name).unlink()
    studio.transport.play(["l0"])
    qtbot.waitUntil(lambda: studio.synthesis.texts == ["one"])
    assert studio.problems == []
    studio.transport.play_take(take)
    qtbot.waitUntil(lambda: studio.ends == 1)
    assert "missing or damaged" in studio.problems[0]


def test_a_line_that_is_half_made_is_joined(studio: Studio) -> None:
    studio.making.make(["l2"])
    studio.synthesis.give("three", 0, 1)
    studio.transport.play(["l2"])
    assert studio.sound.lengths == [2]
    studio.synthesis.give("three", 2)
    assert studio.sound.lengths == [3]


def test_a_line_that_is_just_being_written_is_joined(studio: Studio, qtbot: QtBot) -> None:
    studio.making.make(["l0"])
    with qtbot.waitSignal(studio.making.made):
        studio.synthesis.complete("one")
        studio.transport.play(["l0"])
        assert studio.sound.lengths == [3]
    assert studio.sound.complete == set(studio.sound.clips)
    assert studio.synthesis.open == {}


def test_the_next_lines_are_made_while_one_plays(studio: Studio, qtbot: QtBot) -> None:
    studio.transport.play(["l0", "l1", "l2", "l3"])
    studio.synthesis.complete("one")
    studio.sound.hear_start()
    studio.synthesis.complete("two")
    studio.synthesis.complete("three")
    assert studio.sound.lengths == [3, 3, 5, 0]
    assert studio.synthesis.texts == ["four"]


def test_editing_the_line_that_plays_goes_on_with_the_next(studio: Studio) -> None:
    studio.transport.play(["l0", "l1"])
    studio.synthesis.give("one", 0)
    clip = studio.sound.hear_start()
    studio.write("l0", "uno")
    assert clip not in studio.sound.clips
    assert studio.transport.line_id == "l1"
    for text in ("uno", "two"):
        if text in studio.synthesis.texts:
            studio.synthesis.complete(text)
    if "two" in studio.synthesis.texts:
        studio.synthesis.complete("two")
    assert studio.levels() == [level("two")]
    studio.sound.hear()
    assert studio.started == ["l0", "l1"]
    assert studio.ends == 1


def test_editing_a_line_that_is_not_heard_yet_plays_the_new_text(studio: Studio) -> None:
    studio.transport.play(["l0", "l1", "l2"])
    studio.synthesis.complete("one")
    studio.sound.hear_start()
    studio.synthesis.give("two", 0)
    studio.write("l1", "zwei")
    assert studio.sound.lengths == [3, 0, 0]
    studio.synthesis.complete("zwei")
    studio.synthesis.complete("three")
    assert studio.levels() == [level("one"), level("zwei"), level("three")]


def test_editing_the_line_that_is_waited_for_plays_the_new_text(studio: Studio) -> None:
    studio.transport.play(["l0"])
    studio.write("l0", "uno")
    assert studio.transport.state is WAITING
    studio.synthesis.complete("uno")
    assert studio.levels() == [level("uno")]
    studio.sound.hear()
    assert studio.ends == 1


def test_deleting_lines_while_they_play(studio: Studio) -> None:
    studio.transport.play(["l0", "l1", "l2"])
    studio.synthesis.complete("one")
    studio.sound.hear_start()
    studio.delete("l1")
    studio.delete("l0")
    assert studio.transport.line_id == "l2"
    studio.synthesis.complete("three")
    assert studio.levels() == [level("three")]
    studio.delete("l2")
    assert studio.transport.state is STOPPED
    assert studio.sound.clips == {}
    assert studio.ends == 1


def test_failed_lines_are_skipped_and_told(studio: Studio) -> None:
    studio.transport.play(["l0", "l1"])
    studio.synthesis.fail("one", "Write it otherwise.")
    assert studio.problems == ["Write it otherwise."]
    assert studio.transport.line_id == "l1"
    studio.synthesis.complete("two")
    studio.sound.hear()
    assert studio.started == ["l1"]
    assert studio.ends == 1


def test_a_line_that_fails_half_way_is_heard_as_far_as_it_is(studio: Studio) -> None:
    studio.transport.play(["l0"])
    studio.synthesis.give("one", 0)
    studio.sound.hear_start()
    studio.synthesis.fail("one", "Broken.")
    studio.sound.hear_end()
    assert studio.problems == ["Broken."]
    assert studio.ends == 1


def test_nothing_to_play_is_the_end_at_once(studio: Studio) -> None:
    studio.write("l0", " ")
    studio.transport.loop = True
    studio.transport.play(["l0", "gone"])
    assert studio.states == [WAITING, STOPPED]
    assert studio.ends == 1
    studio.transport.play([])
    assert studio.transport.state is STOPPED


def test_a_loop_of_lines_that_all_fail_ends(studio: Studio) -> None:
    studio.transport.loop = True
    studio.transport.play(["l0", "l1"])
    studio.synthesis.fail("one", "No.")
    studio.synthesis.fail("two", "No.")
    assert studio.transport.state is STOPPED
    assert studio.problems[:2] == ["No.", "No."]


def test_looping_begins_anew_until_it_is_switched_off(studio: Studio, qtbot: QtBot) -> None:
    for line_id in ("l0", "l1"):
        studio.make(qtbot, line_id)
    studio.transport.loop = True
    assert studio.transport.loop
    studio.transport.play(["l0", "l1"], start=0.1)
    for _ in range(5):
        studio.sound.hear()
    assert studio.started == ["l0", "l1", "l0", "l1", "l0"]
    assert [start for start in studio.sound.starts.values() if start] == [0.1]
    studio.transport.loop = False
    studio.sound.hear()
    assert studio.ends == 1
    studio.transport.play(["l0"])
    studio.transport.loop = True
    assert len(studio.sound.clips) > 1


def test_stop_is_at_once_and_drops_what_only_was_to_be_heard(studio: Studio) -> None:
    studio.transport.play(["l0", "l1", "l2"])
    studio.synthesis.give("one", 0)
    clip = studio.sound.hear_start()
    studio.transport.stop()
    assert studio.sound.clips == {}
    assert studio.transport.state is STOPPED
    assert studio.transport.line_id == ""
    assert studio.making.state("l0") is LineState.MAKING
    assert studio.making.state("l1") is LineState.NOT_MADE
    assert next(iter(studio.synthesis.open.values()))[1] is False
    studio.synthesis.complete("one")
    studio.sound.position.emit(clip, 0.5)  # it was on its way
    studio.sound.finished.emit(clip)
    assert studio.ends == 0


def test_pausing_and_going_on(studio: Studio) -> None:
    studio.transport.pause()
    studio.transport.toggle()
    assert studio.transport.state is STOPPED
    studio.transport.play(["l0"])
    studio.transport.pause()
    assert (studio.transport.state, studio.sound.paused) == (PAUSED, True)
    studio.transport.toggle()
    assert (studio.transport.state, studio.sound.paused) == (WAITING, False)
    studio.synthesis.give("one", 0)
    studio.sound.hear_start()
    studio.transport.toggle()
    studio.synthesis.give("one", 1)
    assert studio.transport.state is PAUSED
    studio.transport.resume()
    assert studio.transport.state is PLAYING
    studio.transport.pause()
    studio.transport.stop()
    assert studio.sound.paused is False


def test_position_and_seeking(studio: Studio, qtbot: QtBot) -> None:
    studio.transport.seek(1.0)
    studio.transport.play(["l0"], start=0.2)
    assert list(studio.sound.starts.values()) == [0.2]
    studio.synthesis.complete("one")
    clip = studio.sound.hear_start()
    with qtbot.waitSignal(studio.transport.position) as position:
        studio.sound.position.emit(clip, 0.25)
    assert position.args == ["l0", 0.25]
    with qtbot.waitSignal(studio.transport.position) as position:
        studio.transport.seek(-1.0)
    assert position.args == ["l0", 0.0]
    assert studio.sound.seeks == [(clip, 0.0)]


def test_takes_are_compared_at_the_same_place(studio: Studio, qtbot: QtBot) -> None:
    first, second = studio.make(qtbot, "l0"), studio.make(qtbot, "l0")
    studio.write("l0", "something else")
    studio.transport.play_take(first)
    clip = studio.sound.hear_start()
    assert studio.started == ["l0"]
    studio.transport.play_take(second, start=0.15)
    assert clip not in studio.sound.clips
    assert studio.sound.starts[studio.sound.first] == 0.15
    studio.delete("l0")
    assert studio.transport.state is WAITING
    studio.sound.hear()
    assert studio.ends == 1


def test_an_audition_is_heard_and_not_kept(studio: Studio) -> None:
    studio.transport.audition(Utterance("hey", "af_heart"))
    assert next(iter(studio.synthesis.open.values()))[1] is True
    studio.synthesis.give("hey", 0)
    studio.sound.hear_start()
    assert studio.transport.state is PLAYING
    assert studio.started == []
    studio.synthesis.give("hey", 1, 2)
    studio.synthesis.finish("hey")
    studio.sound.hear_end()
    assert studio.ends == 1
    assert studio.document.all_takes() == ()
    studio.transport.audition(Utterance("hey", "af_heart"))
    studio.transport.stop()
    assert studio.synthesis.open == {}
    studio.transport.audition(Utterance("bad", "nobody"))
    studio.synthesis.fail("bad", "There is no such voice.")
    assert studio.problems == ["There is no such voice."]
    assert studio.transport.state is STOPPED


def test_playing_something_else_starts_at_once(studio: Studio) -> None:
    studio.transport.play(["l0", "l1"])
    studio.synthesis.give("one", 0)
    studio.sound.hear_start()
    studio.transport.play(["l2"])
    assert studio.transport.line_id == "l2"
    assert studio.synthesis.texts == ["one", "three"]
    assert [urgent for _, urgent in studio.synthesis.open.values()] == [False, True]


def test_opening_another_project_stops(studio: Studio) -> None:
    studio.transport.play(["l0"])
    studio.document.replace(Script(), (), None)
    assert studio.transport.state is STOPPED


def test_no_device_is_told_and_stops(studio: Studio) -> None:
    studio.transport.play(["l0"])
    studio.sound.unavailable.emit("There is no sound device.")
    assert studio.transport.state is STOPPED
    studio.sound.replaced.emit("It went away.")
    assert studio.problems == ["There is no sound device.", "It went away."]


def test_stats_tell_the_first_sound_the_device_and_underruns(studio: Studio, qtbot: QtBot) -> None:
    assert studio.transport.stats.first_sound is None
    studio.transport.play(["l0"])
    studio.synthesis.give("one", 0)
    with qtbot.waitSignal(studio.transport.stats_changed) as changed:
        studio.sound.queued.emit(studio.sound.first, time.perf_counter() + 0.25)
    stats = changed.args[0]
    assert stats.first_sound == pytest.approx(0.25, abs=0.05)
    assert (stats.device, stats.latency, stats.underruns) == ("loudspeaker", 0.05, 0)
    studio.sound.devices = ("loudspeaker", "headphones")
    with qtbot.waitSignal(studio.transport.devices_changed):
        studio.sound.status_changed.emit()
    studio.transport.device = "headphones"
    assert studio.sound.device == studio.transport.device == "headphones"
    assert studio.transport.devices == ("loudspeaker", "headphones")
    with qtbot.waitSignal(studio.transport.level) as heard:
        studio.sound.level.emit(-6.0)
    assert heard.args == [-6.0]


def test_every_sample_of_a_line_reaches_the_sound_once(studio: Studio) -> None:
    studio.making.make(["l2"])
    studio.synthesis.give("three", 0)
    studio.transport.play(["l2", "l2"])
    studio.synthesis.give("three", 1, 2, 3, 4)
    studio.synthesis.finish("three")
    assert [sum(map(len, pieces)) for pieces in studio.sound.clips.values()] == [5 * CHUNK, 5 * CHUNK]
    assert studio.sound.complete == set(studio.sound.clips)


def test_a_recording_is_played_as_it_is(studio: Studio) -> None:
    studio.transport.play_recording(np.full(CHUNK, 0.25, np.float32), RATE)
    assert studio.sound.lengths == [1]
    assert studio.synthesis.texts == []
    studio.sound.hear()
    assert studio.states == [WAITING, PLAYING, STOPPED]
    assert studio.started == []
    assert studio.ends == 1
