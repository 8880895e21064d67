"""Voices and lexicon of a server."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
import soundfile
from starlette.testclient import TestClient

from engines.engine import Engine
from engines.serve import voice_routes
from engines.voices.profile import VoiceProfile
from tests.serve.conftest import VOICE, Serve
from tests.voices.voice_samples import profile


def recording(seconds: float = 1.0) -> bytes:
    buffer = io.BytesIO()
    soundfile.write(buffer, np.zeros(int(16_000 * seconds), np.float32), 16_000, format="WAV")
    return buffer.getvalue()


def upload(client: TestClient, data: bytes, name: str = "Ann", file: str = "../../etc/x.wav"):  # type: ignore[no-untyped-def]
    return client.post("/v1/voices", files={"file": (file, data)}, data={"name": name, "owner": "Ann, who agreed"})


def test_voices_are_listed(client: TestClient) -> None:
    listed = client.get("/v1/voices").json()
    assert listed["default"] == VOICE
    assert {"id": VOICE, "title": VOICE, "language": "en-us", "gender": "female", "kind": "stock"} in listed["data"]


def test_a_recording_becomes_a_voice_that_can_be_asked_for(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    heard: list[Path] = []

    def cloned(path: Path, longest: float, title: str, language: str, owner: str) -> tuple[VoiceProfile, list[str]]:
        heard.append(path)
        assert path.read_bytes() == recording()
        assert (longest, language, owner) == (120.0, "en-us", "Ann, who agreed")
        return profile(title=title, family="tiny"), ["It is short."]

    monkeypatch.setattr(voice_routes, "_cloned", cloned)
    answer = upload(client, recording())
    assert answer.status_code == 201
    assert answer.json()["checks"] == ["It is short."]
    voice = answer.json()["voice"]
    assert (voice["id"], voice["title"], voice["kind"]) == ("ann", "Ann", "instant")
    assert voice in client.get("/v1/voices").json()["data"]
    spoken = client.post("/v1/audio/speech", json={"input": "Hello.", "voice": "ann", "response_format": "pcm"})
    assert len(spoken.content) > 1000
    assert not heard[0].exists()
    assert heard[0].name == "recording"
    assert client.delete("/v1/voices/ann").status_code == 204
    assert "ann" not in client.get("/v1/voices").text


def test_a_voice_that_the_engines_do_not_get_is_not_kept(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(voice_routes, "_cloned", lambda *_: (profile(family="tiny"), []))
    monkeypatch.setattr(Engine, "refresh_voices", lambda _self: None)
    answer = upload(client, recording())
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "voices_elsewhere")
    assert not list((tmp_path / "voices").glob("*.timbrevoice"))


@pytest.mark.parametrize("data", [b"", b"no sound at all", recording(0.0), recording()[:60], recording()])
def test_what_is_no_speech_is_refused(client: TestClient, data: bytes) -> None:
    answer = upload(client, data)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] in {"unreadable_recording", "unusable_recording"}
    assert "timbre-upload" not in answer.text


def test_only_so_much_of_a_recording_is_taken(serve: Serve) -> None:
    client = serve(limits={"upload_bytes": 1000})
    assert upload(client, recording()).json()["error"]["code"] == "too_large"
    assert upload(client, b"x" * 100_000).json()["error"]["code"] == "too_large"


@pytest.mark.parametrize("fields", [{"name": "x"}, {"owner": "x"}, {"name": " ", "owner": "x"}])
def test_a_voice_needs_a_name_and_an_owner_who_agrees(client: TestClient, fields: dict[str, str]) -> None:
    answer = client.post("/v1/voices", files={"file": ("x.wav", recording())}, data=fields)
    assert answer.status_code in {400, 422}


@pytest.mark.parametrize("name", ["nobody", VOICE, "..%2F..%2Fsecret", "%00", "a.b"])
def test_only_voices_made_here_can_be_removed(client: TestClient, name: str) -> None:
    answer = client.delete(f"/v1/voices/{name}")
    assert answer.status_code == 404


def test_the_lexicon_changes_what_is_said_and_stays(client: TestClient, serve: Serve) -> None:
    def say(text: str) -> bytes:
        return client.post("/v1/audio/speech", json={"input": text, "response_format": "pcm"}).content

    before = say("Xylo")
    listed = client.post("/v1/lexicon", json={"written": "Xylo", "reading": "banana"}).json()["entries"]
    assert [(entry["written"], entry["reading"]) for entry in listed] == [("Xylo", "banana")]
    assert before != say("Xylo") == say("banana")
    assert serve().get("/v1/lexicon").json()["entries"] == listed
    assert client.delete("/v1/lexicon", params={"written": "Xylo"}).json() == {"entries": []}
    assert say("Xylo") == before
    gone = client.delete("/v1/lexicon", params={"written": "Xylo"})
    assert (gone.status_code, gone.json()["error"]["code"]) == (404, "entry_not_found")


def test_entries_must_be_good(client: TestClient) -> None:
    answer = client.post("/v1/lexicon", json={"written": " ", "reading": "x"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_entry")
