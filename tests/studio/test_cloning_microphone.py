from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from types import ModuleType

import numpy as np
import pytest
from clone_fakes import FakeMicrophones
from pytestqt.qtbot import QtBot

from engines.errors import AudioDeviceError
from studio.cloning import microphone as module
from studio.cloning.microphone import Microphone
from studio.playback.devices import kept_running, restart

BLOCK = np.full(1600, 0.5, np.float32)


class World:
    def __init__(self, qtbot: QtBot) -> None:
        self.bot = qtbot
        self.device = FakeMicrophones()
        self.microphone: Microphone | None = None
        self.counts: list[int] = []
        self.levels: list[float] = []

    def make(self, countdown: float = 0.0, open_portaudio: Callable[[], ModuleType] | None = None, **options: float):
        microphone = Microphone(open_portaudio or self.device.open, countdown=countdown, **options)
        microphone.counting.connect(self.counts.append)
        microphone.level.connect(self.levels.append)
        self.microphone = microphone
        return microphone

    def start(self, **options: float):
        microphone = self.make(**options)
        microphone.start()
        return microphone

    def complaint(self, open_portaudio: Callable[[], ModuleType] | None = None) -> str:
        microphone = self.make(open_portaudio=open_portaudio)
        with self.bot.waitSignal(microphone.failed) as told:
            microphone.start()
        return told.args[0]


@pytest.fixture
def world(qtbot: QtBot) -> Iterator[World]:
    world = World(qtbot)
    yield world
    if world.microphone:
        world.microphone.cancel()


def test_what_is_heard_is_recorded(world: World) -> None:
    microphone = world.start()
    for _ in range(5):
        world.device.hear(BLOCK)
    world.bot.waitUntil(lambda: bool(world.levels))
    with world.bot.waitSignal(microphone.recorded) as told:
        world.bot.wait(100)
        microphone.stop()
    samples, rate = told.args
    assert rate == 16_000
    assert len(samples) == 5 * len(BLOCK)
    assert (samples == 0.5).all()
    assert max(world.levels) == pytest.approx(-6.02, abs=0.01)
    assert world.device.threads == world.device.threads - {threading.main_thread().ident}
    assert not world.device.streams[0].open


def test_the_countdown_shows_the_level_and_keeps_nothing(world: World) -> None:
    microphone = world.start(countdown=0.3)
    world.device.hear(BLOCK)
    world.bot.waitUntil(lambda: bool(world.levels))
    assert world.counts == [1]
    world.bot.wait(350)
    world.device.hear(BLOCK)
    world.bot.waitUntil(lambda: world.counts == [1, 0])
    world.device.hear(BLOCK * 0.5)
    with world.bot.waitSignal(microphone.recorded) as told:
        world.bot.wait(50)
        microphone.stop()
    assert (told.args[0] == 0.25).all()
    assert len(told.args[0]) == len(BLOCK)


def test_it_ends_by_itself_when_it_is_long_enough(world: World) -> None:
    microphone = world.start(longest=0.2)
    with world.bot.waitSignal(microphone.recorded) as told:
        for _ in range(3):
            world.device.hear(BLOCK)
    assert len(told.args[0]) == 2 * len(BLOCK)


def test_what_is_not_wanted_is_not_told(world: World) -> None:
    microphone = world.start()
    world.device.hear(BLOCK)
    with world.bot.assertNotEmitted(microphone.recorded, wait=100):
        microphone.cancel()
    assert not world.device.streams[0].open


def test_without_a_microphone(world: World) -> None:
    world.device = FakeMicrophones(there=False)
    assert world.complaint() == "No microphone was found: connect one and try again, or choose a file."


def test_one_that_cannot_be_opened(world: World) -> None:
    world.device = FakeMicrophones(busy=True)
    assert "“desk” could not be opened (Device unavailable)" in world.complaint()


def test_one_that_gives_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_DEAD_SECONDS", 0.1)
    assert "gives no sound" in world.complaint()
    assert not world.device.streams[0].open


def test_without_portaudio(world: World) -> None:
    def missing() -> ModuleType:
        raise AudioDeviceError("The PortAudio library is missing; install it.")

    assert world.complaint(missing) == "The PortAudio library is missing; install it."


def test_portaudio_is_not_restarted_under_a_recording() -> None:
    class PortAudio:
        PortAudioError = RuntimeError
        calls = 0

        def _terminate(self) -> None:
            self.calls += 1

        def _initialize(self) -> None:
            self.calls += 1

    portaudio = PortAudio()
    with kept_running():
        restart(portaudio)
    assert portaudio.calls == 0
    restart(portaudio)
    assert portaudio.calls == 2
