"""Speech over HTTP."""

from __future__ import annotations

import base64
import json
import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from engines.audio.reading import read_audio
from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.serve.logs import LOGGER, JsonFormatter
from engines.types import Utterance
from tests.serve.conftest import VOICE, Serve
from tests.serve.waiting import until

TEXT = "One day, after the rain had gone, we went out. Nobody was there."


def ask(client: TestClient, **fields: Any) -> Any:
    body = {"model": "tts-1", "input": TEXT, "voice": VOICE, "response_format": "pcm"} | fields
    return client.post("/v1/audio/speech", json=body)


def engine_samples(model: KokoroModel, text: str = TEXT, voice: str = VOICE, **fields: Any) -> np.ndarray:
    return np.concatenate([c.samples for c in Engine(model).speak(Utterance(text, voice, **fields))])


def samples(data: bytes) -> np.ndarray:
    return np.frombuffer(data, "<i2") / 32768


def test_the_audio_is_the_engines(client: TestClient, tiny_model: KokoroModel) -> None:
    answer = ask(client)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "audio/pcm"
    assert answer.headers["x-sample-rate"] == "24000"
    expected = engine_samples(tiny_model)
    assert np.abs(samples(answer.content) - np.clip(expected, -1, 1)).max() < 1e-4


def test_voice_speed_and_language_are_followed(client: TestClient, tiny_model: KokoroModel) -> None:
    answer = ask(client, voice={"id": "am_small"}, speed=1.5, language="en-gb")
    expected = engine_samples(tiny_model, voice="am_small", speed=1.5, language="en-gb")
    assert np.abs(samples(answer.content) - np.clip(expected, -1, 1)).max() < 1e-4


def test_names_of_openai_stand_for_voices(client: TestClient) -> None:
    assert ask(client, voice="alloy").content == ask(client, voice="am_small").content
    assert ask(client, voice=None).content == ask(client).content


@pytest.mark.parametrize(
    ("live_format", "media_type"),
    [("wav", "audio/wav"), ("mp3", "audio/mpeg"), ("opus", "audio/ogg"), ("flac", "audio/flac")],
)
def test_every_format_can_be_played(client: TestClient, live_format: str, media_type: str, tmp_path: Path) -> None:
    answer = ask(client, response_format=live_format)
    assert answer.headers["content-type"] == media_type
    (tmp_path / "sound").write_bytes(answer.content)
    sound, rate = read_audio(tmp_path / "sound")
    seconds = len(samples(ask(client).content)) / 24_000
    assert len(sound) / rate == pytest.approx(seconds, abs=0.1)


def test_events_carry_the_same_audio(client: TestClient) -> None:
    answer = ask(client, stream_format="sse")
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = [json.loads(line.removeprefix("data: ")) for line in answer.text.split("\n\n") if line]
    audio = b"".join(base64.b64decode(e["audio"]) for e in events if e["type"] == "speech.audio.delta")
    assert audio == ask(client).content
    assert events[-1] == {
        "type": "speech.audio.done",
        "usage": {"input_tokens": len(TEXT), "output_tokens": 0, "total_tokens": len(TEXT)},
    }


def test_readings_of_the_request_go_first(client: TestClient) -> None:
    plain = ask(client, input="Xylo")
    read = ask(client, input="Xylo", lexicon=[{"written": "Xylo", "reading": "banana"}])
    assert read.content == ask(client, input="banana").content != plain.content


@pytest.mark.parametrize(
    ("fields", "status", "code", "param"),
    [
        ({"voice": "nobody"}, 404, "voice_not_found", "voice"),
        ({"input": " ... "}, 400, "nothing_to_say", "input"),
        ({"input": "x" * 20_001}, 413, "text_too_long", "input"),
        ({"speed": 9}, 422, "wrong_field", "speed"),
        ({"language": "tlh"}, 400, "language_not_available", "language"),
        ({"response_format": "aac"}, 422, "wrong_field", "response_format"),
        ({"lexicon": [{"written": "", "reading": "x"}]}, 400, "bad_entry", None),
    ],
)
def test_every_failure_has_a_name(
    client: TestClient, fields: dict[str, Any], status: int, code: str, param: str | None
) -> None:
    answer = ask(client, **fields)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["param"]) == (status, code, param)
    assert error["message"].endswith(".")
    assert error["request_id"] == answer.headers["x-request-id"]
    until(lambda: client.app.state.service.load.under_way == 0)  # type: ignore[attr-defined]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff", b'"x"', b'{"input": null}', b'{"input": "\\ud800"}'])
def test_malformed_bodies_are_refused(client: TestClient, body: bytes) -> None:
    answer = client.post("/v1/audio/speech", content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["code"] in {"wrong_field", "bad_request", "nothing_to_say"}


def test_a_large_body_is_refused(client: TestClient) -> None:
    def parts() -> Any:  # without a length
        for _ in range(40):
            yield b" " * 65_536

    for content in (b" " * (2 << 20), parts()):
        answer = client.post("/v1/audio/speech", content=content, headers={"content-type": "application/json"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


def test_an_id_that_the_client_gives_comes_back(client: TestClient) -> None:
    good = client.get("/health", headers={"X-Request-Id": "abc-1"})
    assert good.headers["x-request-id"] == "abc-1"
    odd = client.get("/health", headers={"X-Request-Id": 'x" y'})
    assert len(odd.headers["x-request-id"]) == 16


def test_logs_tell_of_requests_but_not_what_is_said(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, LOGGER.name)
    ask(client, input="A secret.")
    ask(client, voice="nobody", input="A secret.")
    lines = [JsonFormatter().format(record) for record in caplog.records]
    entries = [json.loads(line) for line in lines if '"request"' in line]
    assert [(e["route"], e["status"]) for e in entries] == [("/v1/audio/speech", 200), ("/v1/audio/speech", 404)]
    assert not any("secret" in line for line in lines)


def test_text_is_logged_where_that_is_asked_for(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, LOGGER.name)
    ask(serve(log_text=True), input="A secret.")
    assert any("secret" in JsonFormatter().format(record) for record in caplog.records)


def test_metrics_count(client: TestClient) -> None:
    ask(client)
    ask(client)
    ask(client, voice="nobody")
    text = client.get("/metrics").text
    for line in (
        'timbre_first_audio_seconds_count{protocol="http"} 2.0',
        'timbre_errors_total{name="voice_not_found"} 1.0',
        'timbre_requests_total{route="/v1/audio/speech",status="200"} 2.0',
        "timbre_ready 1.0",
        "timbre_active_streams 0.0",
        "timbre_real_time_factor_count 2.0",
    ):
        assert line in text
    assert 'timbre_cache_lookups{result="hit"} 0.0' not in text


def test_models_are_listed_for_clients_that_ask(client: TestClient) -> None:
    assert [model["id"] for model in client.get("/v1/models").json()["data"]] == ["timbre"]
