"""Speech made by a server for a program that has an engine of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any, cast

import numpy as np
import pytest

from engines.engine import Engine
from engines.models.base import VoiceInfo
from engines.models.kokoro.model import KokoroModel
from engines.prosody.edits import Point, SegmentEdit
from engines.serve.client import NotCarriedError, ServerAddress, ServerBusyError, ServerError, SpeechClient
from engines.serve.remote import RemoteEngine
from engines.serve.server_first import ServerFirst
from engines.text.lexicon import Entry, Lexicon, Lexicons
from engines.types import AudioChunk, Utterance
from tests.serve.manners import KINDS, PRESETS, TAGGED, manners
from tests.serve.server_process import ServerProcess

TEXT = "One day, after the rain had gone, we went out. Nobody was there to see us."
VOICE = "af_tiny"


@pytest.fixture
def client(server: ServerProcess) -> SpeechClient:
    return SpeechClient(ServerAddress(server.url))


def audio(chunks: Iterator[AudioChunk]) -> np.ndarray:
    return np.concatenate([chunk.samples for chunk in chunks])


def test_the_samples_are_the_engines_and_so_are_the_marks(client: SpeechClient, tiny_model: KokoroModel) -> None:
    utterance = Utterance(TEXT, VOICE, speed=1.2, lexicons=Lexicons(project=Lexicon((Entry("Nobody", "banana"),))))
    there, here = list(client.speak(utterance)), list(Engine(tiny_model).speak(utterance))
    np.testing.assert_array_equal(audio(iter(there)), audio(iter(here)))
    assert [chunk.start for chunk in there] == [chunk.start for chunk in here]
    assert [mark for chunk in there for mark in chunk.marks] == [mark for chunk in here for mark in chunk.marks]


@pytest.mark.parametrize("kind", KINDS)
def test_so_are_those_of_what_is_felt_edited_and_timed(
    client: SpeechClient, tiny_model: KokoroModel, kind: str
) -> None:
    utterance = manners(tiny_model)[kind]
    there, here = list(client.speak(utterance)), list(Engine(tiny_model).speak(utterance))
    np.testing.assert_array_equal(audio(iter(there)), audio(iter(here)))
    assert [mark for chunk in there for mark in chunk.marks] == [mark for chunk in here for mark in chunk.marks]
    assert {chunk.stretch for chunk in there} == {chunk.stretch for chunk in here}
    plain = Engine(tiny_model).speak(Utterance(utterance.text, VOICE))
    assert not np.array_equal(audio(iter(here)), audio(plain))


def test_emotions_that_a_text_names_are_those_of_who_asks(client: SpeechClient, tiny_model: KokoroModel) -> None:
    own = Engine(tiny_model)
    own._presets = own._reader.presets = PRESETS
    here = audio(own.speak(Utterance(TAGGED, VOICE)))
    remote = RemoteEngine(client, PRESETS)
    np.testing.assert_array_equal(audio(remote.speak(Utterance(TAGGED, VOICE))), here)
    first = ServerFirst(own, client)
    np.testing.assert_array_equal(audio(first.speak(Utterance(TAGGED, VOICE))), here)
    assert not first.status[0].fell_back
    assert not np.array_equal(audio(RemoteEngine(client).speak(Utterance(TAGGED, VOICE))), here)


def test_what_one_message_does_not_hold_is_spoken_here(client: SpeechClient, tiny_model: KokoroModel) -> None:
    many = tuple(SegmentEdit(f"{i} {'x' * 200}", pitch=(Point(0.5, 1.0),)) for i in range(400))
    utterance = Utterance(TEXT, VOICE, edits=many)
    with pytest.raises(NotCarriedError):
        list(client.speak(utterance))
    first = ServerFirst(Engine(tiny_model), client)
    assert len(audio(first.speak(utterance)))
    assert not first.status[0].fell_back


def test_voices_and_latency(client: SpeechClient) -> None:
    assert client.voices()[VOICE] == VoiceInfo(VOICE, "en-us", "female", "server", VOICE, "stock")
    assert 0 < client.latency() < 1


def test_what_a_server_refuses_is_told_in_its_words(client: SpeechClient) -> None:
    with pytest.raises(ServerError, match="no voice"):
        list(client.speak(Utterance(TEXT, "nobody")))


@pytest.mark.parametrize("url", ["", "127.0.0.1:8766", "ftp://x", "http://"])
def test_addresses_are_checked(url: str) -> None:
    with pytest.raises(ServerError, match="is no address"):
        SpeechClient(ServerAddress(url))


def test_a_server_that_is_not_there_is_told() -> None:
    nowhere = SpeechClient(ServerAddress("http://127.0.0.1:9"))
    for ask in (nowhere.voices, nowhere.latency, lambda: list(nowhere.speak(Utterance(TEXT, VOICE)))):
        with pytest.raises(ServerError, match=r"127\.0\.0\.1:9 cannot be reached .*: check its address"):
            ask()


class FakeClient:
    """A server that fails after so many chunks."""

    address = ServerAddress("http://studio:8766")

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.fails_after: int | None = None
        self.asked = 0
        self.busy = False

    def voices(self) -> dict[str, VoiceInfo]:
        self._check(0)
        return dict(self.engine.voices)

    def speak(self, utterance: Utterance, ended: Callable[[], bool], *, patience: float = 0.0) -> Iterator[AudioChunk]:
        self.asked += 1
        if self.busy:
            raise ServerBusyError("Too many texts are being spoken: try again soon.")
        for number, chunk in enumerate(self.engine.speak(utterance)):
            self._check(number)
            if ended():
                return
            yield chunk

    def _check(self, number: int) -> None:
        if self.fails_after is not None and number >= self.fails_after:
            raise ServerError("The server studio:8766 cannot be reached (gone): check its address, and that it runs.")


class Both:
    """An engine, a server with the same, and a clock."""

    def __init__(self, model: KokoroModel) -> None:
        self.local = Engine(model)
        self.client = FakeClient(Engine(model))
        self.now = 0.0

    def engine(self) -> ServerFirst:
        return ServerFirst(self.local, cast(SpeechClient, self.client), lambda: self.now)


@pytest.fixture
def both(tiny_model: KokoroModel) -> Both:
    return Both(tiny_model)


def test_the_server_speaks_while_it_can(both: Both) -> None:
    engine = both.engine()
    utterance = Utterance(TEXT, VOICE)
    np.testing.assert_array_equal(audio(engine.speak(utterance)), audio(both.local.speak(utterance)))
    assert both.client.asked == 1
    assert engine.backend == engine.status[0].running == "the server studio:8766"
    assert not engine.status[0].fell_back


@pytest.mark.parametrize("after", [0, 1, 3])
def test_what_it_was_saying_is_said_on_from_the_same_sample(both: Both, after: int) -> None:
    engine = both.engine()
    both.client.fails_after = after
    chunks = list(engine.speak(Utterance(TEXT, VOICE)))
    np.testing.assert_array_equal(audio(iter(chunks)), audio(both.local.speak(Utterance(TEXT, VOICE))))
    assert [chunk.start for chunk in chunks[1:]] == [c.start + len(c.samples) for c in chunks[:-1]]
    status = engine.status[0]
    assert (status.running, status.wanted) == (both.local.backend, "the server studio:8766")
    assert status.reason.startswith("the server studio:8766 cannot be reached")


def test_a_server_that_failed_is_asked_again_after_a_while(both: Both) -> None:
    both.client.fails_after = 0
    engine = both.engine()
    both.client.fails_after = None
    list(engine.speak(Utterance(TEXT, VOICE)))
    assert (both.client.asked, engine.status[0].fell_back) == (0, True)
    both.now = 31.0
    list(engine.speak(Utterance(TEXT, VOICE)))
    assert (both.client.asked, engine.status[0].fell_back) == (1, False)


def test_what_a_server_has_no_time_for_is_said_here_and_the_next_is_asked_for(both: Both) -> None:
    engine = both.engine()
    both.client.busy = True
    np.testing.assert_array_equal(
        audio(engine.speak(Utterance(TEXT, VOICE))), audio(both.local.speak(Utterance(TEXT, VOICE)))
    )
    assert not engine.status[0].fell_back
    both.client.busy = False
    list(engine.speak(Utterance(TEXT, VOICE)))
    assert both.client.asked == 2


def test_a_busy_server_is_asked_again(client: SpeechClient, monkeypatch: pytest.MonkeyPatch) -> None:
    refusals = [True, True, False]
    spoken = client._spoken

    def refused_at_first(*arguments: Any) -> Iterator[AudioChunk]:
        if refusals.pop(0):
            raise ServerBusyError("Too many texts are being spoken: try again soon.")
        return spoken(*arguments)

    monkeypatch.setattr(client, "_spoken", refused_at_first)
    monkeypatch.setattr("engines.serve.client._BUSY_POLLS", 1)
    assert len(audio(client.speak(Utterance("Hello.", VOICE)))) > 1000
    assert refusals == []
    refusals[:] = [True, True]
    with pytest.raises(ServerBusyError):
        list(client.speak(Utterance("Hello.", VOICE), patience=0.0))


def test_measurements_are_made_here(both: Both) -> None:
    engine = both.engine()
    list(engine.speak(Utterance("Hello.", VOICE, anew=True)))
    assert both.client.asked == 0


def test_a_server_alone_refuses_what_it_cannot_follow(both: Both) -> None:
    remote = RemoteEngine(cast(SpeechClient, both.client))
    with pytest.raises(ServerError, match="leave that out"):
        remote.speak(Utterance("Hello.", VOICE, anew=True))
    assert both.client.asked == 0


def test_cancelling_and_interrupting_end_it(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(both.local, "interrupt", lambda _on: None)  # the server here has the same model
    engine = both.engine()
    cancel = threading.Event()
    stream = engine.speak(Utterance(TEXT, VOICE), cancel=cancel)
    next(stream)
    cancel.set()
    assert list(stream) == []
    stream = engine.speak(Utterance(TEXT, VOICE))
    next(stream)
    engine.interrupt(True)
    assert list(stream) == []
    engine.interrupt(False)
    assert len(list(engine.speak(Utterance(TEXT, VOICE)))) > 1


def test_an_address_gives_the_socket_and_the_header() -> None:
    client = SpeechClient(ServerAddress("http://127.0.0.1:9/"))
    assert client.address.name == "127.0.0.1:9"
    assert client.address.socket_url == "ws://127.0.0.1:9/v1/stream"
    assert ServerAddress("https://a.example", "t").headers == {"Authorization": "Bearer t"}
