"""Measuring the engine of the window, behind what the user wants to hear."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from engines.errors import TimbreError
from engines.types import Utterance
from studio.benchmark import Benchmark, Figure
from studio.playback.messages import Rendered
from studio.playback.synthesis import SynthesisThread
from tests.studio.playback.playback_fakes import StepEngine


class World:
    def __init__(self, qtbot: QtBot) -> None:
        self.bot = qtbot
        self.engine = StepEngine()
        self.thread = SynthesisThread(lambda: self.engine)
        self.benchmark = Benchmark(self.thread)

    def start(self) -> None:
        with self.bot.waitSignal(self.thread.ready, timeout=5000):
            self.thread.start()

    def measure(self) -> None:
        self.benchmark.start()
        assert self.benchmark.running
        self.bot.waitUntil(lambda: not self.benchmark.running, timeout=10_000)


@pytest.fixture
def world(qtbot: QtBot) -> Iterator[World]:
    world = World(qtbot)
    yield world
    world.engine.free.set()
    assert world.thread.close()


def test_medians_of_repetitions(world: World) -> None:
    world.start()
    world.measure()
    (figures,) = world.benchmark.results.values()
    assert list(world.benchmark.results) == ["fake"]
    assert [len(figure.runs) for figure in figures] == [5, 5, 5, 5]
    assert [figure.seconds for figure in figures] == sorted(figure.seconds for figure in figures)
    assert all(figure.first_sound >= 0 and figure.factor > 0 for figure in figures)
    assert len(world.engine.said) == 21
    assert len(set(world.engine.said)) == 21


def test_a_figure_is_of_the_median_run() -> None:
    runs = tuple(Rendered(2.0, first, making, ()) for first, making in ((0.1, 1.0), (9.0, 90.0), (0.2, 0.5)))
    figure = Figure.of(runs)
    assert (figure.seconds, figure.first_sound, figure.factor) == (2.0, 0.2, 0.5)


def test_results_are_kept_by_what_ran_the_model(world: World) -> None:
    world.start()
    world.measure()
    world.engine.backend = "another"
    with world.bot.waitSignal(world.thread.ready):
        world.thread.reload()
    world.measure()
    assert list(world.benchmark.results) == ["fake", "another"]
    world.engine.backend = "fake"
    with world.bot.waitSignal(world.thread.ready):
        world.thread.reload()
    world.measure()
    assert list(world.benchmark.results) == ["another", "fake"]


def test_what_the_user_wants_to_hear_goes_first(world: World) -> None:
    world.start()
    world.engine.free.clear()
    world.benchmark.start()
    world.bot.waitUntil(world.engine.waiting.is_set)
    heard = world.thread.say(Utterance("now", "af_heart"), urgent=True)
    with world.bot.waitSignal(world.thread.finished, timeout=5000) as told:
        world.engine.step(4)
    assert told.args[0] == heard
    assert world.benchmark.running
    world.benchmark.stop()


def test_stopping_leaves_nothing_and_can_be_followed_by_another(world: World) -> None:
    world.start()
    world.engine.free.clear()
    world.benchmark.start()
    world.bot.waitUntil(world.engine.waiting.is_set)
    with world.bot.waitSignal(world.thread.cancelled):
        world.benchmark.stop()
        world.engine.step()
    assert not world.benchmark.running
    assert world.benchmark.results == {}
    world.engine.free.set()
    world.measure()
    assert len(world.benchmark.results["fake"]) == 4


def test_a_failure_is_told(world: World) -> None:
    world.engine.faults["See you Monday."] = TimbreError("The memory is full.")
    world.start()
    world.measure()
    assert world.benchmark.problem == "The memory is full."
    assert world.benchmark.results == {}


def test_it_ends_when_the_engine_is_opened_again(world: World) -> None:
    world.start()
    world.engine.free.clear()
    world.benchmark.start()
    world.bot.waitUntil(world.engine.waiting.is_set)
    world.thread.reload()
    world.engine.free.set()
    world.bot.waitUntil(lambda: not world.benchmark.running)
    assert "measure once more" in world.benchmark.problem


def test_there_is_nothing_to_measure_without_an_engine(world: World) -> None:
    assert not world.benchmark.possible
    world.benchmark.start()
    assert not world.benchmark.running
