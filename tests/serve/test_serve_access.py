"""Who may use a server, how often and how much."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.serve import app as app_module
from engines.serve.app import create_app
from engines.serve.config import ConfigError, ServeConfig, load_config
from engines.serve.desk import Opened, opened_engine
from engines.serve.failures import RefusedError
from engines.serve.rates import Rate, Slots
from engines.serve.tokens import Tokens, make_key
from engines.serve.triton_servers import TritonLostError
from tests.serve.conftest import VOICE, Serve
from tests.serve.waiting import until

Header = Callable[..., dict[str, str]]


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_a_server_that_others_can_reach_needs_tls_and_tokens(key: Path, tmp_path: Path) -> None:
    for host in ("0.0.0.0", "192.168.1.5", "studio.example.org", "::"):
        with pytest.raises(ConfigError, match="needs TLS and tokens"):
            ServeConfig(host=host).checked()
        with pytest.raises(ConfigError, match="needs TLS and tokens"):
            ServeConfig(host=host, token_key=key).checked()
    for host in ("127.0.0.1", "::1", "localhost"):
        assert ServeConfig(host=host).checked()
    with pytest.raises(ConfigError, match="both"):
        ServeConfig(certificate=key).checked()
    with pytest.raises(ConfigError, match="no file"):
        ServeConfig(token_key=tmp_path / "none").checked()


def test_a_file_configures_it(tmp_path: Path) -> None:
    path = tmp_path / "serve.toml"
    path.write_text(
        'host = "::1"\nport = 9000\norigins = ["https://a.example"]\n[tokens]\ntoken_key = "key"\n'
        '[voices]\naliases = {nova = "af_bella"}\n[limits]\nstreams = 3\nfirst_seconds = 5\n'
    )
    config = load_config(path)
    assert (config.host, config.port, config.origins) == ("::1", 9000, ("https://a.example",))
    assert config.token_key == tmp_path / "key"
    assert (config.aliases["nova"], config.aliases["echo"]) == ("af_bella", "am_echo")
    assert (config.limits.streams, config.limits.first_seconds, config.limits.text) == (3, 5, 20_000)


@pytest.mark.parametrize(
    "text", ["port = 'x'", "colour = 1", "[limits]\ntext = true", "[other]\nx = 1", "[", "[limits]\ntext = 0"]
)
def test_a_wrong_file_is_told(text: str, tmp_path: Path) -> None:
    path = tmp_path / "serve.toml"
    path.write_text(text)
    with pytest.raises(ConfigError):
        load_config(path).checked()


def test_tokens_open_the_door(serve: Serve, key: Path, token: Header) -> None:
    client = serve(token_key=key)
    assert code(client.get("/v1/voices")) == (401, "token_missing")
    assert client.get("/v1/voices").headers["www-authenticate"] == "Bearer"
    assert client.get("/v1/voices", headers=token()).status_code == 200
    assert code(client.get("/v1/voices", headers=token(seconds=-5))) == (401, "token_expired")
    assert code(client.get("/v1/voices", headers={"Authorization": "Bearer x.y.z"})) == (401, "token_invalid")
    assert code(client.get("/v1/voices", headers=token("metrics"))) == (403, "scope_missing")
    assert code(client.get("/metrics", headers=token())) == (403, "scope_missing")
    assert client.get("/metrics", headers=token("metrics")).status_code == 200
    assert client.get("/health").status_code == client.get("/ready").status_code == 200


def test_tokens_of_another_key_or_none_are_not_valid(key: Path, tmp_path: Path) -> None:
    make_key(tmp_path / "other")
    other = Tokens.open(tmp_path / "other")
    unsigned = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4IiwiYXVkIjoidGltYnJlIiwiZXhwIjo5OTk5OTk5OTk5fQ."
    for bad in (other.issue("x", ["speak"], 60), unsigned, ""):
        with pytest.raises(RefusedError, match="not valid"):
            Tokens.open(key).check(bad)


def test_keys_are_for_their_owner_alone_and_long_enough(key: Path, tmp_path: Path) -> None:
    assert key.stat().st_mode & 0o077 == 0
    with pytest.raises(ConfigError, match="cannot be made"):
        make_key(key)
    with pytest.raises(ConfigError, match="bytes"):
        Tokens(b"short")
    with pytest.raises(ConfigError, match="no scope"):
        Tokens.open(key).issue("x", ["everything"], 60)


def test_a_rate_lets_a_burst_through_and_then_so_many_a_minute() -> None:
    now = 0.0
    rate = Rate(60, lambda: now)
    for _ in range(15):
        rate.take("a")
    with pytest.raises(RefusedError) as refusal:
        rate.take("a")
    assert (refusal.value.status, refusal.value.headers) == (429, {"Retry-After": "1"})
    rate.take("b")
    now = 1.0
    rate.take("a")
    with pytest.raises(RefusedError):
        rate.take("a")


def test_slots_are_of_all_and_of_each() -> None:
    slots = Slots("streams", 3, 2)
    with slots.hold("a"), slots.hold("a"):
        with pytest.raises(RefusedError), slots.hold("a"):
            pass
        with slots.hold("b"), pytest.raises(RefusedError), slots.hold("c"):
            pass
    assert slots.held == 0


def test_too_many_requests_are_refused_by_token_and_by_address(serve: Serve, key: Path, token: Header) -> None:
    client = serve(token_key=key, limits={"requests_a_minute": 8, "address_requests_a_minute": 16})
    headers = token()
    assert [client.get("/v1/voices", headers=headers).status_code for _ in range(3)] == [200, 200, 429]
    answer = client.get("/v1/voices", headers=headers)
    assert code(answer) == (429, "too_many_requests")
    assert int(answer.headers["retry-after"]) >= 1
    assert code(client.get("/v1/voices", headers=token(name="another"))) == (429, "too_many_requests")


def test_pages_of_others_are_refused(serve: Serve) -> None:
    client = serve(origins=("https://good.example",))
    assert client.get("/v1/voices", headers={"Origin": "https://good.example"}).status_code == 200
    assert code(client.get("/v1/voices", headers={"Origin": "https://bad.example"})) == (403, "origin_not_allowed")
    assert code(client.get("/v1/voices", headers={"Host": "evil.example"})) == (403, "wrong_host")
    allowed = client.options(
        "/v1/audio/speech", headers={"Origin": "https://good.example", "Access-Control-Request-Method": "POST"}
    )
    assert allowed.headers["access-control-allow-origin"] == "https://good.example"


def test_before_the_engine_is_there_the_server_says_so(serve: Serve) -> None:
    go = threading.Event()

    class BrokenError(Exception):
        pass

    def engine() -> Any:
        go.wait(5)
        raise BrokenError

    app = create_app(ServeConfig(default_voice=VOICE), engine, Path("there is no such folder"))
    with TestClient(app) as client:
        assert code(client.get("/ready")) == (503, "not_ready")
        assert client.get("/health").json()["status"] == "starting"
        assert code(client.post("/v1/audio/speech", json={"input": "x"})) == (503, "not_ready")
        go.set()
        until(lambda: app.state.service.fault)
        assert "BrokenError" not in client.get("/ready").text


def test_an_engine_elsewhere_is_waited_for(
    tiny_model: KokoroModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_module, "_AGAIN_SECONDS", 0.01)
    attempts = []

    def engine() -> Opened:
        attempts.append(1)
        if len(attempts) < 4:
            raise TritonLostError("No Triton server answers: check that they run.")
        return opened_engine(Engine(tiny_model))

    app = create_app(ServeConfig(default_voice=VOICE), engine, tmp_path)
    with TestClient(app) as client:
        until(lambda: client.get("/ready").status_code == 200)
    assert len(attempts) == 4


def test_one_that_never_comes_is_not_waited_for_at_the_end(tmp_path: Path) -> None:
    def engine() -> Opened:
        raise TritonLostError("No Triton server answers: check that they run.")

    app = create_app(ServeConfig(default_voice=VOICE), engine, tmp_path)
    with TestClient(app) as client:
        until(lambda: app.state.service.fault)
        assert "No Triton server" in client.get("/ready").text


def test_a_server_that_ends_takes_no_more(serve: Serve) -> None:
    client = serve()
    client.app.state.service.state = "draining"  # type: ignore[attr-defined]
    answer = client.post("/v1/audio/speech", json={"input": "x"})
    assert code(answer) == (503, "draining")
    assert answer.headers["retry-after"] == "5"
    assert client.get("/health").json()["status"] == "draining"
    assert client.get("/ready").status_code == 503
