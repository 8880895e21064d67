"""Two ways of one recording, and of its voice, made ready to be compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from clone_fakes import FakeTools, profile, source, speech
from pytestqt.qtbot import QtBot

from engines.audio.loudness import loudness
from engines.errors import TimbreError
from engines.voices.cleaning import Cleaning
from engines.voices.store import VoiceStore
from studio.cloning.comparison import RATE, Comparison, Pair, Spoken, equally_loud
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import make_session

CLEANING = Cleaning(denoise=True)
SPOKEN = Spoken("Good evening.", "en-us")


class World:
    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.bot = qtbot
        self.fakes = FakeTools()
        self.engine = StepEngine(VoiceStore(folder / "voices"))
        self.session = make_session(folder, self.engine, tools=self.fakes.tools)
        with qtbot.waitSignal(self.session.synthesis.ready):
            self.session.start()
        self.session.own_voices.lend("other", [profile("Other")])
        session = self.session
        self.comparison = Comparison(session.tools, session.own_voices, session.synthesis, session.operations)
        self.reference = source(Path("maya.wav")).reference
        self.pairs: list[Pair] = []
        self.failures: list[str] = []
        self.comparison.failed.connect(self.failures.append)

    def recording(self, cleaning: Cleaning = CLEANING) -> None:
        self.comparison.recording(self.reference, cleaning, self.pairs.append)

    def voice(self) -> None:
        self.comparison.voice(self.reference, CLEANING, SPOKEN, self.pairs.append)

    def wait(self, pairs: int = 1) -> None:
        self.bot.waitUntil(lambda: len(self.pairs) == pairs)


@pytest.fixture
def world(tmp_path: Path, qtbot: QtBot) -> Iterator[World]:
    world = World(tmp_path, qtbot)
    yield world
    world.fakes.go_on.set()
    world.engine.free.set()
    world.comparison.close()
    assert world.session.close()


def test_the_recording_is_given_both_ways_and_equally_loud(world: World) -> None:
    world.recording()
    assert world.comparison.busy
    world.wait()
    assert not world.comparison.busy
    (pair,) = world.pairs
    assert pair.cleaned == pytest.approx(0.5 * world.reference.samples)
    assert loudness(pair.as_recorded, RATE) == pytest.approx(loudness(pair.cleaned, RATE), abs=0.05)


def test_what_was_made_is_there_at_once_the_next_time(world: World) -> None:
    world.recording()
    world.wait()
    world.recording()
    assert len(world.pairs) == 2
    assert world.pairs[0] is world.pairs[1]
    world.recording(Cleaning(denoise=True, studio_sound=True))
    assert len(world.pairs) == 2
    world.wait(3)


def test_voices_are_made_of_both_and_speak_the_same(world: World) -> None:
    world.voice()
    world.wait()
    as_recorded, cleaned = (made.samples for made in world.fakes.cloned)
    assert as_recorded is world.reference.samples
    assert cleaned == pytest.approx(0.5 * as_recorded)
    assert world.engine.said == [SPOKEN.text] * 2
    (pair,) = world.pairs
    assert len(pair.as_recorded) == len(pair.cleaned) == len(SPOKEN.text) * 2400
    assert [lent.name for lent in world.engine.lent] == ["other", "~as-recorded", "~cleaned"]
    world.comparison.close()
    world.bot.waitUntil(lambda: [lent.name for lent in world.engine.lent] == ["other"])


def test_the_last_that_is_asked_for_counts(world: World) -> None:
    world.fakes.go_on.clear()
    world.voice()
    world.recording()
    world.fakes.go_on.set()
    world.wait()
    world.bot.waitUntil(lambda: not world.comparison.busy)
    world.bot.wait(50)
    assert len(world.pairs) == 1
    assert world.engine.said == []


def test_speech_that_is_not_wanted_any_more_is_cancelled(world: World) -> None:
    world.engine.free.clear()
    world.voice()
    world.bot.waitUntil(world.engine.waiting.is_set)
    world.comparison.stop()
    assert not world.comparison.busy
    world.engine.free.set()
    world.bot.wait(50)
    assert world.pairs == []


@pytest.mark.parametrize("where", ["cloner", "engine"])
def test_a_failure_is_told_once(world: World, where: str) -> None:
    sentence = "The weights are missing: install the program again."
    if where == "cloner":
        world.fakes.refusal = sentence
    else:
        world.engine.faults[SPOKEN.text] = TimbreError(sentence)
    world.voice()
    world.bot.waitUntil(lambda: bool(world.failures))
    world.bot.wait(50)
    assert world.failures == [sentence]
    assert not world.comparison.busy
    assert world.pairs == []


def test_the_louder_is_lowered_to_the_other() -> None:
    pair = equally_loud(2.0 * speech(), 0.5 * speech()[: 2 * RATE])
    assert pair.cleaned == pytest.approx(0.5 * speech()[: 2 * RATE])
    assert loudness(pair.as_recorded, RATE) == pytest.approx(loudness(pair.cleaned, RATE), abs=0.05)


def test_silence_stays_as_it_is() -> None:
    silent = np.zeros(RATE, np.float32)
    pair = equally_loud(silent, speech())
    assert pair.as_recorded is silent


def test_what_is_short_has_a_loudness_too() -> None:
    pair = equally_loud(2.0 * speech(0.3), speech(0.3))
    assert pair.as_recorded == pytest.approx(pair.cleaned, abs=0.01)
