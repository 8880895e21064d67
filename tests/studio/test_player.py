"""Playback into a real sound server whose loudspeaker is recorded."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from null_sink import RATE, NullSink

from engines.errors import AudioDeviceError
from engines.types import AudioChunk
from studio.playback.player import Player

SOURCE = 24_000
FREQUENCY = 997.0


def sine_chunks(seconds: float, size: int = 3000, delay: float = 0.0) -> Iterator[AudioChunk]:
    samples = (0.5 * np.sin(2 * np.pi * FREQUENCY * np.arange(int(seconds * SOURCE)) / SOURCE)).astype(np.float32)
    for start in range(0, len(samples), size):
        time.sleep(delay)
        yield AudioChunk(samples[start : start + size], SOURCE, start)


def sounding(heard: np.ndarray) -> np.ndarray:
    """From the first to the last sample that is not silent."""
    loud = np.flatnonzero(np.abs(heard) > 1e-3)
    return heard[loud[0] : loud[-1] + 1]


def snr(samples: np.ndarray) -> float:
    """Of a sine, dB, away from its ends."""
    inside = samples[500:-500].astype(np.float64)
    time_axis = np.arange(len(inside)) / RATE
    basis = np.stack([np.sin(2 * np.pi * FREQUENCY * time_axis), np.cos(2 * np.pi * FREQUENCY * time_axis)], axis=1)
    fit = basis @ np.linalg.lstsq(basis, inside, rcond=None)[0]
    return float(10 * np.log10(np.mean(fit**2) / np.mean((inside - fit) ** 2)))


def test_every_sample_is_heard(null_sink: NullSink) -> None:
    with null_sink.recording() as heard, Player() as player:
        player.play(sine_chunks(0.25))
        player.drain()
        assert player.underruns == 0
        assert 0 < player.latency < 0.5
    sound = sounding(heard[0])
    assert len(sound) / RATE == pytest.approx(0.25, abs=0.002)
    assert snr(sound) > 60


def test_a_device_that_refuses_the_rate_gets_its_own(null_sink: NullSink, monkeypatch: pytest.MonkeyPatch) -> None:
    import sounddevice  # noqa: PLC0415

    original = sounddevice.OutputStream

    def only_44100(*, samplerate: int, **options: Any) -> Any:
        if samplerate != 44_100:
            raise sounddevice.PortAudioError("Invalid sample rate")
        return original(samplerate=samplerate, **options)

    monkeypatch.setattr(sounddevice, "OutputStream", only_44100)
    with null_sink.recording() as heard, Player() as player:
        assert player.sample_rate == 44_100
        player.play(sine_chunks(0.25))
        player.drain()
    sound = sounding(heard[0])
    assert len(sound) / RATE == pytest.approx(0.25, abs=0.003)
    assert snr(sound) > 60


def test_stop_is_heard_at_once_and_what_comes_next_is_whole(null_sink: NullSink) -> None:
    with Player() as player:
        with null_sink.recording() as heard:
            thread = threading.Thread(target=player.play, args=(sine_chunks(20.0, delay=0.001),))
            thread.start()
            time.sleep(0.4)
            player.stop()
            thread.join(2)
            assert not thread.is_alive()
            player.drain()
        assert player.underruns == 0
        assert len(sounding(heard[0])) / RATE < 0.4
        with null_sink.recording() as heard:
            player.play(sine_chunks(0.2))
            player.drain()
        assert len(sounding(heard[0])) / RATE == pytest.approx(0.2, abs=0.002)


def test_speech_that_is_made_too_slowly_is_counted(null_sink: NullSink) -> None:
    with Player() as player:
        player.play(sine_chunks(0.2, size=1200, delay=0.1))
        player.drain()
        assert player.underruns >= 2


def test_it_does_not_run_ahead_of_the_device_for_ever(null_sink: NullSink) -> None:
    with Player(ahead=0.1) as player:
        start = time.monotonic()
        player.play(sine_chunks(0.5, size=480))
        assert time.monotonic() - start > 0.4
        assert player.underruns == 0


def test_a_server_that_dies_is_a_sentence_and_can_come_back(null_sink: NullSink) -> None:
    with Player() as player:
        player.play(sine_chunks(5.0))
        null_sink.stop()
        with pytest.raises(AudioDeviceError, match="went away"):
            player.drain()
        with pytest.raises(AudioDeviceError):
            player.play(sine_chunks(0.1))
        null_sink.start()
        with null_sink.recording() as heard:
            player.play(sine_chunks(0.3))
            player.drain()
    assert len(sounding(heard[0])) / RATE == pytest.approx(0.3, abs=0.002)


def test_an_unknown_device_is_a_sentence(null_sink: NullSink) -> None:
    with pytest.raises(AudioDeviceError, match="no sound device “no such thing”"):
        Player("no such thing")


def test_no_device_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    sounddevice = pytest.importorskip("sounddevice", exc_type=OSError)

    def query(_name: object, _kind: object) -> None:
        raise sounddevice.PortAudioError("Error querying device -1")

    monkeypatch.setattr(sounddevice, "query_devices", query)
    with pytest.raises(AudioDeviceError, match="No sound output device was found"):
        Player()


def test_no_portaudio_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins  # noqa: PLC0415

    real_import = builtins.__import__

    def without_portaudio(name: str, *rest: Any, **named: Any) -> Any:
        if name == "sounddevice":
            raise OSError("PortAudio library not found")
        return real_import(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without_portaudio)
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(AudioDeviceError, match="apt install libportaudio2"):
        Player()
