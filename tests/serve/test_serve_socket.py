"""The WebSocket: text in pieces, audio as it is made."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.types import Utterance
from tests.serve.conftest import VOICE, Serve
from tests.serve.waiting import until

TEXT = "One day, after the rain had gone, we went out. Nobody was there to see us. So we went back in again."


def turn(socket: WebSocketTestSession) -> tuple[bytes, list[dict[str, Any]]]:
    """Audio and messages up to the end of a turn."""
    audio, messages = b"", []
    while True:
        frame = socket.receive()
        if frame.get("bytes"):
            audio += frame["bytes"]
            continue
        messages.append(json.loads(frame["text"]))
        if messages[-1]["type"] in {"done", "cancelled", "error"}:
            return audio, messages


def start(socket: WebSocketTestSession, **fields: Any) -> None:
    socket.send_json({"type": "start", **fields})


def say(socket: WebSocketTestSession, *pieces: str, **fields: Any) -> tuple[bytes, list[dict[str, Any]]]:
    start(socket, **fields)
    for piece in pieces:
        socket.send_json({"type": "text", "text": piece})
    socket.send_json({"type": "end"})
    return turn(socket)


def expected(model: KokoroModel, text: str = TEXT, **fields: Any) -> np.ndarray:
    audio = [c.samples for c in Engine(model).speak(Utterance(text, fields.pop("voice", VOICE), **fields))]
    return np.clip(np.concatenate(audio), -1, 1)


def difference(audio: bytes, samples: np.ndarray) -> float:
    return float(np.abs(np.frombuffer(audio, "<i2") / 32768 - samples).max())


def idle(client: TestClient) -> Callable[[], bool]:
    service = client.app.state.service  # type: ignore[attr-defined]
    return lambda: service.load.under_way == service.streams.held == 0


def test_text_in_pieces_sounds_as_the_whole_text(client: TestClient, tiny_model: KokoroModel) -> None:
    with client.websocket_connect("/v1/stream") as socket:
        for pieces in ([TEXT], list(TEXT), [TEXT[i : i + 7] for i in range(0, len(TEXT), 7)]):
            audio, messages = say(socket, *pieces, id="a")
            assert difference(audio, expected(tiny_model)) < 1e-4
            assert messages[0] == {"type": "started", "id": "a", "sample_rate": 24_000, "format": "pcm"}
            assert messages[-1]["type"] == "done"
            assert messages[-1]["seconds"] == pytest.approx(len(audio) / 48_000, abs=0.001)


def test_audio_comes_while_the_text_is_still_written(client: TestClient, tiny_model: KokoroModel) -> None:
    with client.websocket_connect("/v1/stream") as socket:
        start(socket)
        socket.send_json({"type": "text", "text": TEXT[:70]})
        assert socket.receive_json()["type"] == "started"
        first = socket.receive_bytes()
        socket.send_json({"type": "text", "text": TEXT[70:]})
        socket.send_json({"type": "end"})
        rest, _ = turn(socket)
        assert difference(first + rest, expected(tiny_model)) < 1e-4


def test_voice_speed_and_marks(client: TestClient, tiny_model: KokoroModel) -> None:
    with client.websocket_connect("/v1/stream") as socket:
        audio, messages = say(socket, TEXT, voice="alloy", speed=1.5, marks=True)
        assert difference(audio, expected(tiny_model, voice="am_small", speed=1.5)) < 1e-4
        marks = [mark for message in messages if message["type"] == "marks" for mark in message["marks"]]
        assert [TEXT[m["from"] : m["to"]] for m in marks][:4] == ["One", "day", ",", "after"]
        assert all(m["start"] < m["end"] for m in marks)


@pytest.mark.parametrize("live_format", ["wav", "opus", "mp3", "flac"])
def test_formats(client: TestClient, live_format: str, tmp_path: Path) -> None:
    with client.websocket_connect("/v1/stream") as socket:
        audio, _ = say(socket, "Hello.", format=live_format)
    assert audio[:4] in {b"RIFF", b"OggS", b"fLaC"} or audio[0] == 0xFF
    if live_format == "wav":
        assert soundfile.info(io.BytesIO(audio)).samplerate == 24_000


def test_barge_in_ends_what_is_spoken_before_the_next_begins(client: TestClient, tiny_model: KokoroModel) -> None:
    with client.websocket_connect("/v1/stream") as socket:
        start(socket, id="old")
        socket.send_json({"type": "text", "text": TEXT * 50})
        assert socket.receive_json()["id"] == "old"
        socket.receive_bytes()
        start(socket, id="new")
        socket.send_json({"type": "text", "text": TEXT})
        socket.send_json({"type": "end"})
        _, messages = turn(socket)
        assert messages[-1] == {"type": "cancelled", "id": "old"}
        audio, messages = turn(socket)
        assert (messages[0]["type"], messages[-1]["type"], messages[-1]["id"]) == ("started", "done", "new")
        assert difference(audio, expected(tiny_model)) < 1e-4


def test_cancel_stops_also_a_text_that_is_awaited(client: TestClient) -> None:
    with client.websocket_connect("/v1/stream") as socket:
        start(socket, id="a")
        assert socket.receive_json()["type"] == "started"
        socket.send_json({"type": "cancel"})
        assert socket.receive_json() == {"type": "cancelled", "id": "a"}
        socket.send_json({"type": "text", "text": "Hello."})
        assert socket.receive_json()["error"]["code"] == "not_started"
        until(idle(client))


def test_a_turn_that_failed_is_told_once_and_its_text_is_let_go(client: TestClient) -> None:
    with client.websocket_connect("/v1/stream") as socket:
        start(socket, id="a")
        assert socket.receive_json()["type"] == "started"
        socket.send_json({"type": "text", "text": "... "})
        socket.send_json({"type": "end"})
        assert socket.receive_json()["error"]["code"] == "nothing_to_say"
        socket.send_json({"type": "text", "text": "more"})
        socket.send_json({"type": "end"})
        socket.send_json({"type": "ping", "id": "7"})
        assert socket.receive_json() == {"type": "pong", "id": "7"}


def test_pings_are_answered_while_speech_is_made(client: TestClient) -> None:
    with client.websocket_connect("/v1/stream") as socket:
        start(socket)
        socket.send_json({"type": "ping", "id": "7"})
        answers = [socket.receive_json(), socket.receive_json()]
        assert {"type": "pong", "id": "7"} in answers


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        (["{"], "wrong_message"),
        (["[]"], "wrong_message"),
        (['{"type": "sing"}'], "wrong_message"),
        (['{"type": "start", "speed": 9}'], "wrong_message"),
        (['{"type": "text", "text": "x"}'], "not_started"),
        (['{"type": "start", "voice": "nobody"}'], "voice_not_found"),
        (['{"type": "start", "id": "a", "language": "tlh"}', '{"type": "end"}'], "language_not_available"),
        (['{"type": "start"}', '{"type": "end"}'], "nothing_to_say"),
        (['{"type": "start"}', '{"type": "text", "text": "%s"}' % ("x" * 21_000)], "text_too_long"),
    ],
)
def test_every_failure_has_a_name_and_the_socket_stays(client: TestClient, messages: list[str], code: str) -> None:
    with client.websocket_connect("/v1/stream") as socket:
        for message in messages:
            socket.send_text(message)
        while (answer := socket.receive_json())["type"] != "error":
            assert answer["type"] in {"started", "cancelled"}
        assert answer["error"]["code"] == code
        audio, said = say(socket, "Hello.")
        assert said[-1]["type"] == "done"
        assert audio
    until(idle(client))


def test_a_client_that_leaves_stops_its_work(client: TestClient) -> None:
    with client.websocket_connect("/v1/stream") as socket:
        start(socket)
        socket.send_json({"type": "text", "text": TEXT * 100})
        socket.receive_json()
        socket.receive_bytes()
    until(idle(client))
    assert "timbre_cancelled_streams_total 1.0" in client.get("/metrics").text


def test_a_silent_client_is_told_and_left(serve: Serve) -> None:
    client = serve(limits={"idle_seconds": 0.05})
    with client.websocket_connect("/v1/stream") as socket:
        assert socket.receive_json()["error"]["code"] == "idle"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_tokens_come_in_a_header_or_as_a_subprotocol(
    serve: Serve, key: Path, token: Callable[..., dict[str, str]]
) -> None:
    client = serve(token_key=key)
    with client.websocket_connect("/v1/stream", headers=token()) as socket:
        assert say(socket, "Hello.")[1][-1]["type"] == "done"
    offered = ["timbre.v1", "token." + token()["Authorization"].removeprefix("Bearer ")]
    with client.websocket_connect("/v1/stream", subprotocols=offered) as socket:
        assert socket.accepted_subprotocol == "timbre.v1"
        assert say(socket, "Hello.")[1][-1]["type"] == "done"
    for headers, code in (
        ({}, "token_missing"),
        (token("metrics"), "scope_missing"),
        (token(seconds=-5), "token_expired"),
    ):
        with client.websocket_connect("/v1/stream", headers=headers) as socket:
            assert socket.receive_json()["error"]["code"] == code
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
            assert (closed.value.code, closed.value.reason) == (1008, code)


def test_pages_of_others_are_refused(client: TestClient) -> None:
    with client.websocket_connect("/v1/stream", headers={"Origin": "https://bad.example"}) as socket:
        assert socket.receive_json()["error"]["code"] == "origin_not_allowed"


def test_streams_and_sockets_are_bounded(serve: Serve) -> None:
    client = serve(limits={"streams": 1, "sockets": 2})
    with client.websocket_connect("/v1/stream") as one, client.websocket_connect("/v1/stream") as two:
        start(one)
        assert one.receive_json()["type"] == "started"
        start(two, id="b")
        refusal = two.receive_json()
        assert (refusal["id"], refusal["error"]["code"]) == ("b", "too_many_streams")
        answer = client.post("/v1/audio/speech", json={"input": "Hello."})
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "2")
        with client.websocket_connect("/v1/stream") as three:
            assert three.receive_json()["error"]["code"] == "too_many_sockets"
            with pytest.raises(WebSocketDisconnect) as closed:
                three.receive_json()
            assert closed.value.code == 1013
