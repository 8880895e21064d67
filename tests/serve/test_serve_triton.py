"""Engines elsewhere: the host of a Triton model and its client, joined without a network; and with Triton itself.

The latter needs `TIMBRE_TRITON_PYTHON`: a Python of its own with `nvidia-pytriton` and what the engine needs.
"""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from websockets.sync.client import connect

from engines.engine import Engine
from engines.errors import VoiceNotFoundError
from engines.models.kokoro.model import KokoroModel
from engines.serve import triton_text
from engines.serve.config import ConfigError
from engines.serve.failures import RefusedError
from engines.serve.triton import TritonDesk, TritonSpeaker
from engines.serve.triton_host import Host, settings_of
from engines.serve.triton_servers import Servers, TritonLostError, addresses_of
from engines.streaming import requests
from engines.streaming.scheduler import Limits, QueueFullError
from engines.text.arriving import LiveText
from engines.text.lexicon import Entry, Lexicon, Lexicons
from engines.types import AudioChunk, Utterance
from tests.serve.manners import KINDS, manners
from tests.serve.server_process import ServerProcess
from tests.serve.triton_process import Triton
from tests.serve.waiting import until

needs_triton = pytest.mark.skipif("TIMBRE_TRITON_PYTHON" not in os.environ, reason="needs TIMBRE_TRITON_PYTHON")
TEXT = "One day, after the rain had gone, we went out. Nobody was there to see us. So we went back in."
VOICE = "af_tiny"


class Network:
    """Hosts by address; connections to those that are down are lost, at once or after so many events."""

    def __init__(self, hosts: dict[str, Host]) -> None:
        self.hosts = hosts
        self.down: dict[str, int] = {}
        self.silent: dict[str, int] = {}
        """After so many events nothing more arrives."""
        self.starts: list[str] = []

    def open(self, address: str, heard: Any, lost: Any) -> FakeConnection:
        return FakeConnection(self, address, heard, lost)

    def close(self) -> None:
        pass


class FakeConnection:
    def __init__(self, network: Network, address: str, heard: Any, lost: Any) -> None:
        self.network, self.address, self.heard, self.lost = network, address, heard, lost
        self.events = 0
        self.closed = False

    def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "start":
            self.network.starts.append(self.address)
        if self.network.down.get(self.address) == 0:
            if not self.events:
                threading.Timer(0.02, self.lost).start()
            self.events += 1
            return
        self.network.hosts[self.address].handle(json.dumps(message), FakeAnswer(self))

    def close(self) -> None:
        self.closed = True


class FakeAnswer:
    def __init__(self, connection: FakeConnection) -> None:
        self._connection = connection

    def send(self, event: dict[str, Any], samples: Any = None) -> None:
        connection = self._connection
        if connection.closed:
            return
        connection.events += 1
        if connection.events > connection.network.silent.get(connection.address, 1 << 30):
            return
        if connection.events > connection.network.down.get(connection.address, 1 << 30):
            connection.lost()
            return
        connection.heard(json.loads(json.dumps(event)), samples)

    def finish(self) -> None:
        if not self._connection.closed:
            self._connection.heard({"type": "final"}, None)

    def is_cancelled(self) -> bool:
        return False


@pytest.fixture
def network(tiny_model: KokoroModel) -> Iterator[Network]:
    network = Network({name: Host(Engine(tiny_model)) for name in ("a:1", "b:1")})
    yield network
    for host in network.hosts.values():
        host.close()


@pytest.fixture
def desk(network: Network) -> Iterator[TritonDesk]:
    desk = desk_of(network, Limits())
    yield desk
    desk.close()


def desk_of(network: Network, limits: Limits) -> TritonDesk:
    return TritonDesk(Servers(["a:1", "b:1"]), network, limits)  # type: ignore[arg-type]


class Listener:
    """Takes all that there is."""

    def __init__(self, submit: Callable[[Callable[[], None]], Any]) -> None:
        self._something = threading.Semaphore(0)
        self.text = submit(self._something.release)

    def chunks(self) -> Iterator[AudioChunk]:
        while True:
            assert self._something.acquire(timeout=10)
            chunk = self.text.take()
            if chunk is None:
                return
            yield chunk


def expected(model: KokoroModel, utterance: Utterance) -> np.ndarray:
    return audio(Engine(model).speak(utterance))


def audio(chunks: Iterator[AudioChunk]) -> np.ndarray:
    return np.concatenate([chunk.samples for chunk in chunks])


def test_the_samples_and_marks_are_the_engines(desk: TritonDesk, tiny_model: KokoroModel) -> None:
    lexicons = Lexicons(project=Lexicon((Entry("Nobody", "banana"),)))
    utterance = Utterance(TEXT, VOICE, speed=1.2, lexicons=lexicons)
    there = list(Listener(lambda told: desk.submit(utterance, told)).chunks())
    here = list(Engine(tiny_model).speak(utterance))
    np.testing.assert_array_equal(audio(iter(there)), audio(iter(here)))
    assert [m for chunk in there for m in chunk.marks] == [m for chunk in here for m in chunk.marks]
    until(lambda: desk.load.under_way == 0)


@pytest.mark.parametrize("kind", KINDS)
def test_so_are_those_of_what_is_felt_edited_and_timed(desk: TritonDesk, tiny_model: KokoroModel, kind: str) -> None:
    utterance = manners(tiny_model)[kind]
    there = list(Listener(lambda told: desk.submit(utterance, told)).chunks())
    here = list(Engine(tiny_model).speak(utterance))
    np.testing.assert_array_equal(audio(iter(there)), audio(iter(here)))
    assert [m for chunk in there for m in chunk.marks] == [m for chunk in here for m in chunk.marks]
    assert {chunk.stretch for chunk in there} == {chunk.stretch for chunk in here}


def test_a_text_in_pieces_sounds_as_the_whole_text(desk: TritonDesk, tiny_model: KokoroModel) -> None:
    live = LiveText(Utterance("", VOICE))
    listener = Listener(lambda told: desk.submit_live(live, told))
    live.add(TEXT[:70])
    listener.text.wake()
    chunks = listener.chunks()
    pieces = [next(chunks)]
    for character in TEXT[70:]:
        live.add(character)
        listener.text.wake()
    live.end()
    listener.text.wake()
    pieces += chunks
    np.testing.assert_array_equal(audio(iter(pieces)), expected(tiny_model, Utterance(TEXT, VOICE)))


def test_texts_go_to_whoever_has_fewest(desk: TritonDesk, network: Network) -> None:
    lives = [LiveText(Utterance("", VOICE)) for _ in range(4)]
    listeners = [Listener(lambda told, live=live: desk.submit_live(live, told)) for live in lives]  # type: ignore[misc]
    until(lambda: len(network.starts) == 4)
    assert sorted(network.starts) == ["a:1", "a:1", "b:1", "b:1"]
    for listener in listeners:
        listener.text.cancel()
        assert list(listener.chunks()) == []
    until(lambda: all(not host._turns for host in network.hosts.values()))


def test_a_server_that_is_lost_before_the_first_chunk_is_replaced(
    desk: TritonDesk, network: Network, tiny_model: KokoroModel
) -> None:
    network.down = {"a:1": 0}
    for _ in range(2):
        listener = Listener(lambda told: desk.submit(Utterance(TEXT, VOICE), told))
        np.testing.assert_array_equal(audio(listener.chunks()), expected(tiny_model, Utterance(TEXT, VOICE)))
    assert network.starts == ["a:1", "b:1", "b:1"]


def test_what_one_has_no_time_for_another_one_says(network: Network, tiny_model: KokoroModel) -> None:
    full = Host(Engine(tiny_model), Limits(waiting=0))
    hosts = dict(network.hosts)
    network.hosts["a:1"] = full
    desk = desk_of(network, Limits())
    listener = Listener(lambda told: desk.submit(Utterance(TEXT, VOICE), told))
    np.testing.assert_array_equal(audio(listener.chunks()), expected(tiny_model, Utterance(TEXT, VOICE)))
    assert network.starts == ["a:1", "b:1"]
    network.hosts["b:1"] = full
    listener = Listener(lambda told: desk.submit(Utterance(TEXT, VOICE), told))
    with pytest.raises(RefusedError) as refusal:
        list(listener.chunks())
    assert (refusal.value.name, refusal.value.status) == ("queue_full", 429)
    until(lambda: desk.load.under_way == 0)
    assert desk._servers.lost == ()
    desk.close()
    network.hosts = hosts
    full.close()


def test_nobody_is_taken_on_while_a_listener_waits_for_audio(network: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = desk_of(network, Limits(share=0.8))
    monkeypatch.setattr(requests, "_SETTLED_SECONDS", 0.02)
    network.silent = {"a:1": 2, "b:1": 2}
    late = Listener(lambda told: desk.submit(Utterance(TEXT, VOICE), told))
    heard = next(late.chunks())
    monkeypatch.setattr(requests, "_LATE_SECONDS", len(heard.samples) / heard.sample_rate + 1)
    until(lambda: late.text.is_late)
    with pytest.raises(QueueFullError, match="try again in a moment"):
        desk.submit(Utterance(TEXT, VOICE), lambda: None)
    late.text.cancel()
    network.silent = {}
    assert len(audio(Listener(lambda told: desk.submit(Utterance(TEXT, VOICE), told)).chunks()))
    desk.close()


def test_nor_while_one_waits_long_for_the_first(network: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = desk_of(network, Limits(share=0.8))
    monkeypatch.setattr(triton_text, "_PATIENCE_SECONDS", 0.05)
    network.silent = {"a:1": 0, "b:1": 0}
    writing = LiveText(Utterance("", VOICE))
    texts = [desk.submit_live(writing, lambda: None)]
    time.sleep(0.1)
    texts.append(desk.submit(Utterance(TEXT, VOICE), lambda: None))  # of the first, the text is not there yet
    until(lambda: texts[1].is_late)
    with pytest.raises(QueueFullError):
        desk.submit(Utterance(TEXT, VOICE), lambda: None)
    for text in texts:
        text.cancel()
    desk.close()


def test_what_all_can_keep_up_with_is_known_and_kept_to(network: Network) -> None:
    servers = Servers(["a:1", "b:1"])
    desk = TritonDesk(servers, network, Limits(share=0.8))  # type: ignore[arg-type]
    assert desk.load.capacity is None
    servers.measured("a:1", 1)
    assert desk.load.capacity is None
    servers.measured("b:1", 2)
    assert desk.load.capacity == 3
    listeners = [Listener(lambda told: desk.submit_live(LiveText(Utterance("", VOICE)), told)) for _ in range(3)]
    until(lambda: len(network.starts) == 3)
    assert sorted(network.starts) == ["a:1", "b:1", "b:1"]
    with pytest.raises(QueueFullError):
        desk.submit(Utterance(TEXT, VOICE), lambda: None)
    servers.measured("a:1", None)  # as when it was started anew
    assert desk.load.capacity is None
    for listener in listeners:
        listener.text.cancel()
    servers.give_back(servers.take(), lost=True)
    assert (servers.lost, desk.load.capacity) == (("a:1",), 2)
    desk.close()


def test_a_host_tells_what_it_can_do(tiny_model: KokoroModel) -> None:
    host = Host(Engine(tiny_model))
    events: list[Any] = []
    connection = FakeConnection(Network({"a:1": host}), "a:1", lambda event, _samples: events.append(event), None)
    connection.send({"type": "ping"})
    assert events == [{"type": "load", "capacity": 2}, {"type": "final"}]
    host.close()


def test_a_host_closes_what_it_shares(tiny_model: KokoroModel) -> None:
    class Shared:
        closed = False

        def close(self) -> None:
            self.closed = True

    shared = Shared()
    Host(Engine(tiny_model), shared=shared).close()  # type: ignore[arg-type]
    assert shared.closed


def test_one_that_is_lost_later_is_told(desk: TritonDesk, network: Network) -> None:
    network.down = {"a:1": 1, "b:1": 1}
    chunks = Listener(lambda told: desk.submit(Utterance(TEXT, VOICE), told)).chunks()
    next(chunks)
    with pytest.raises(TritonLostError, match="while it spoke"):
        next(chunks)


def test_when_all_are_lost_that_is_told(desk: TritonDesk, network: Network) -> None:
    network.down = {"a:1": 0, "b:1": 0}
    with pytest.raises(TritonLostError, match="No Triton server answers"):
        list(Listener(lambda told: desk.submit(Utterance(TEXT, VOICE), told)).chunks())
    with pytest.raises(TritonLostError):
        TritonSpeaker(Servers(["a:1", "b:1"]), network)  # type: ignore[arg-type]


def test_failures_keep_their_names(desk: TritonDesk) -> None:
    with pytest.raises(RefusedError) as failure:
        list(Listener(lambda told: desk.submit(Utterance("...", VOICE), told)).chunks())
    assert (failure.value.name, failure.value.status) == ("nothing_to_say", 400)


def test_voices_are_those_of_all(network: Network, tiny_model: KokoroModel) -> None:
    servers = Servers(["a:1", "b:1"])
    speaker = TritonSpeaker(servers, network)  # type: ignore[arg-type]
    assert speaker.voices == dict(tiny_model.voices)
    assert speaker.sample_rate == 24_000
    speaker.warm_up(VOICE)
    with pytest.raises(VoiceNotFoundError, match="no voice"):
        speaker.warm_up("nobody")
    servers.give_back(servers.take(), lost=True)
    assert [status.fell_back for status in speaker.status] == [True, False]


@pytest.mark.parametrize("backend", ["", "triton://", "http://a:1", "triton://a", "triton://a:1,b:2"])
def test_backends_are_checked(backend: str) -> None:
    with pytest.raises(ConfigError, match="is no backend"):
        addresses_of(backend)
    assert addresses_of("triton://a:1, triton://b:2") == ("a:1", "b:2")


def test_parameters_of_the_model_are_those_of_the_cache() -> None:
    def config(**values: str) -> str:
        return json.dumps({"name": "timbre", "parameters": {n: {"string_value": v} for n, v in values.items()}})

    settings = settings_of(config(memory_bytes="8388608", shared_cache="redis://cache:6379/0", shared_seconds="60"))
    assert (settings.memory_bytes, settings.shared_cache, settings.shared_seconds) == (
        8 << 20,
        "redis://cache:6379/0",
        60.0,
    )
    for wrong in ({"port": "1"}, {"memory_bytes": "many"}, {"memory_bytes": "0"}):
        with pytest.raises(ConfigError):
            settings_of(config(**wrong))


@needs_triton
def test_triton_itself_gives_the_same_audio_and_may_be_killed(
    tiny_pack: Path, tmp_path: Path, tiny_model: KokoroModel
) -> None:
    python = os.environ["TIMBRE_TRITON_PYTHON"]
    folders = [tmp_path / name for name in ("a", "b", "front")]
    for folder in folders:
        folder.mkdir()
    config = tmp_path / "serve.toml"
    samples = expected(tiny_model, Utterance(TEXT, VOICE))
    with Triton(python, tiny_pack, folders[0]) as one, Triton(python, tiny_pack, folders[1]) as two:
        config.write_text(f'backend = "triton://{one.address},triton://{two.address}"\n')
        with ServerProcess(tiny_pack, folders[2], config) as server:
            for lost in (None, one):
                if lost:
                    lost.kill()
                for pieces in ([TEXT], [TEXT[i : i + 9] for i in range(0, len(TEXT), 9)]):
                    np.testing.assert_array_equal(say(server, pieces), samples)
            assert not server.events("failed")


@needs_triton
@pytest.mark.parametrize("killed", ["tritonserver", "triton_python_b"])
def test_triton_and_its_model_end_together(killed: str, tiny_pack: Path, tmp_path: Path) -> None:
    with Triton(os.environ["TIMBRE_TRITON_PYTHON"], tiny_pack, tmp_path) as triton:
        there = triton.processes()
        assert {"run.sh", "tritonserver", "triton_python_b"} == set(there)
        os.kill(there[killed], signal.SIGKILL)
        triton.process.wait(5)
        until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in there.values()))


@needs_triton
def test_a_triton_that_comes_back_speaks_again(tiny_pack: Path, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("a", "front")]
    for folder in folders:
        folder.mkdir()
    triton = Triton(os.environ["TIMBRE_TRITON_PYTHON"], tiny_pack, folders[0])
    config = tmp_path / "serve.toml"
    config.write_text(f'backend = "triton://{triton.address}"\n')
    with triton, ServerProcess(tiny_pack, folders[1], config) as server:
        first = say(server, [TEXT])
        triton.kill()
        with triton:
            np.testing.assert_array_equal(say(server, [TEXT]), first)


def say(server: ServerProcess, pieces: list[str]) -> np.ndarray:
    with connect(f"{server.url.replace('http', 'ws')}/v1/stream", max_size=None) as client:
        client.send(json.dumps({"type": "start", "format": "float"}))
        for piece in pieces:
            client.send(json.dumps({"type": "text", "text": piece}))
        client.send(json.dumps({"type": "end"}))
        data = b""
        while True:
            frame = client.recv(20)
            if isinstance(frame, bytes):
                data += frame
            elif (message := json.loads(frame))["type"] != "started":
                assert message["type"] == "done", (message, server.log)
                return np.frombuffer(data, "<f4")
