"""The sound thread, with devices that come and go."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from fake_portaudio import FakePortAudio
from pytestqt.qtbot import QtBot

from engines.errors import AudioDeviceError
from studio.playback import sound_worker
from studio.playback.sound import Sound

RATE = 24_000
Opener = Callable[..., Sound]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound_worker, "_RETRY_SECONDS", 0.05)
    monkeypatch.setattr(sound_worker, "_WATCH_MS", 20)


@pytest.fixture
def open_sound(qtbot: QtBot) -> Iterator[Opener]:
    opened: list[Sound] = []

    def open_one(portaudio: FakePortAudio, device: str = "") -> Sound:
        sound = Sound(device, open_portaudio=portaudio.open)
        opened.append(sound)
        qtbot.waitUntil(lambda: bool(sound.device_in_use) or not portaudio.present)
        for stream in portaudio.streams:
            stream.play(0.25)  # until it has settled
        return sound

    yield open_one
    for sound in opened:
        begin = time.monotonic()
        sound.close()
        assert time.monotonic() - begin < 1


def say(sound: Sound, value: float, seconds: float = 0.2, *, complete: bool = True) -> int:
    clip = sound.add(gap=0.1)
    sound.append(clip, np.full(round(seconds * RATE), value, np.float32), RATE)
    if complete:
        sound.end(clip)
    return clip


def test_clips_are_resampled_and_told(open_sound: Opener, qtbot: QtBot) -> None:
    portaudio = FakePortAudio("loudspeaker")
    sound = open_sound(portaudio)
    assert (sound.devices, sound.device_in_use, sound.device) == (("loudspeaker",), "loudspeaker", "")
    with qtbot.waitSignal(sound.queued) as queued:
        clip = say(sound, 0.5)
    assert queued.args[0] == clip
    assert queued.args[1] == pytest.approx(time.perf_counter(), abs=0.5)
    positions: list[float] = []
    levels: list[float] = []
    sound.position.connect(lambda _clip, seconds: positions.append(seconds))
    sound.level.connect(levels.append)
    with qtbot.waitSignal(sound.started) as started:
        portaudio.stream.play(0.1)
    assert started.args == [clip]
    qtbot.waitUntil(lambda: bool(positions))
    assert positions[-1] == pytest.approx(0.1, abs=0.011)
    with qtbot.waitSignal(sound.finished) as finished:
        portaudio.stream.play(0.2)
    assert finished.args == [clip]
    assert levels[-1] == pytest.approx(-6, abs=1.5)
    qtbot.waitUntil(lambda: levels[-1] == sound_worker.SILENCE_DBFS)
    audible = portaudio.stream.sound
    assert np.count_nonzero(np.abs(audible) > 0.25) == pytest.approx(0.2 * 48_000, abs=2)
    assert sound.underruns == 0


def test_the_devices_own_rate_is_taken_where_48_khz_is_refused(open_sound: Opener, qtbot: QtBot) -> None:
    portaudio = FakePortAudio("loudspeaker")
    portaudio.refused_rates = {48_000}
    sound = open_sound(portaudio)
    assert portaudio.stream.rate == 44_100
    with qtbot.waitSignal(sound.queued):
        say(sound, 0.5)
    portaudio.stream.play(0.3)
    assert np.count_nonzero(np.abs(portaudio.stream.sound) > 0.25) == pytest.approx(0.2 * 44_100, abs=2)


def test_an_unplugged_device_is_replaced_by_the_default(open_sound: Opener, qtbot: QtBot) -> None:
    portaudio = FakePortAudio("loudspeaker", "headphones")
    sound = open_sound(portaudio, "headphones")
    assert portaudio.stream.name == "headphones"
    with qtbot.waitSignal(sound.queued):
        clip = say(sound, 0.5, 1.0)
    with qtbot.waitSignal(sound.started):
        portaudio.stream.play(0.4)
    time.sleep(0.02)
    with qtbot.waitSignal(sound.replaced) as replaced:
        portaudio.unplug("headphones")
    assert replaced.args == ["The sound device “headphones” went away; playing goes on with “loudspeaker”."]
    assert portaudio.stream.name == "loudspeaker"
    portaudio.stream.play(0.25)
    with qtbot.waitSignal(sound.finished) as finished:
        qtbot.waitUntil(lambda: _plays(portaudio))
        portaudio.stream.play(0.7)
    assert finished.args == [clip]
    together = np.count_nonzero(np.concatenate([stream.sound for stream in portaudio.streams]) > 0.25)
    assert together / 48_000 == pytest.approx(1.0, abs=0.02)
    assert sound.device == "headphones"
    portaudio.plug("headphones")
    with qtbot.waitSignal(sound.status_changed):
        sound.refresh()
    assert sound.device_in_use == "headphones"


def _plays(portaudio: FakePortAudio) -> bool:
    portaudio.stream.play(0.01)
    return bool(portaudio.stream.sound[-1])


def test_without_a_device_there_is_a_sentence_and_one_that_comes_is_found(open_sound: Opener, qtbot: QtBot) -> None:
    portaudio = FakePortAudio()
    sound = open_sound(portaudio)
    with qtbot.waitSignal(sound.unavailable) as unavailable:
        say(sound, 0.5)
    assert "There is no sound device" in unavailable.args[0]
    with qtbot.waitSignal(sound.status_changed):
        portaudio.plug("loudspeaker")
    assert (sound.device_in_use, sound.devices) == ("loudspeaker", ("loudspeaker",))
    portaudio.stream.play(0.25)
    with qtbot.waitSignal(sound.queued):
        say(sound, 0.5)


def test_the_last_device_goes_while_playing(open_sound: Opener, qtbot: QtBot) -> None:
    portaudio = FakePortAudio("loudspeaker")
    sound = open_sound(portaudio)
    with qtbot.waitSignal(sound.queued):
        say(sound, 0.5, 1.0)
    with qtbot.waitSignal(sound.unavailable):
        portaudio.unplug("loudspeaker")
    assert sound.device_in_use == ""


def test_without_portaudio_there_is_a_sentence(qtbot: QtBot) -> None:
    def missing() -> object:
        raise AudioDeviceError("no PortAudio")

    sound = Sound(open_portaudio=missing)
    with qtbot.waitSignal(sound.unavailable):
        say(sound, 0.5)
    sound.close()


def test_choosing_another_device_goes_on_there(open_sound: Opener, qtbot: QtBot) -> None:
    portaudio = FakePortAudio("loudspeaker", "headphones")
    sound = open_sound(portaudio)
    with qtbot.waitSignal(sound.queued):
        say(sound, 0.5, 1.0)
    with qtbot.waitSignal(sound.status_changed):
        sound.device = "headphones"
    assert sound.device_in_use == "headphones"
    portaudio.stream.play(0.25)
    qtbot.waitUntil(lambda: _plays(portaudio))


def test_hardware_that_changes_is_looked_at_when_nothing_plays(
    open_sound: Opener, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    portaudio = FakePortAudio("loudspeaker")
    sound = open_sound(portaudio)
    portaudio.plug("headphones")
    with qtbot.waitSignal(sound.status_changed):
        monkeypatch.setattr(sound_worker, "hardware", lambda: "another card")
    assert sound.devices == ("loudspeaker", "headphones")


def test_stop_is_silence_within_a_block(open_sound: Opener, qtbot: QtBot) -> None:
    portaudio = FakePortAudio("loudspeaker")
    sound = open_sound(portaudio)
    with qtbot.waitSignal(sound.queued):
        say(sound, 0.5, 1.0)
    portaudio.stream.play(0.1)
    sound.cut()
    portaudio.stream.play(0.02)
    after = portaudio.stream.sound[-960:]
    assert not after[480:].any()


def test_pausing_and_going_on(open_sound: Opener, qtbot: QtBot) -> None:
    portaudio = FakePortAudio("loudspeaker")
    sound = open_sound(portaudio)
    with qtbot.waitSignal(sound.queued):
        clip = say(sound, 0.5, 0.4)
    portaudio.stream.play(0.1)
    sound.paused = True
    portaudio.stream.play(0.1)
    assert not portaudio.stream.sound[-480:].any()
    sound.paused = False
    with qtbot.waitSignal(sound.finished) as finished:
        portaudio.stream.play(0.4)
    assert finished.args == [clip]


def test_speech_that_comes_too_late_is_counted(open_sound: Opener, qtbot: QtBot) -> None:
    portaudio = FakePortAudio("loudspeaker")
    sound = open_sound(portaudio)
    with qtbot.waitSignal(sound.queued):
        say(sound, 0.5, complete=False)
    portaudio.stream.play(0.3)
    sound.cut()
    qtbot.waitUntil(lambda: sound.underruns == 1)
