"""A server in this process, with the tiny model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.serve.app import create_app
from engines.serve.config import ServeConfig, ServeLimits
from engines.serve.desk import opened_engine
from engines.serve.tokens import Tokens, make_key
from engines.streaming.result_cache import ResultCache
from engines.voices.store import VoiceStore
from tests.serve.server_process import ServerProcess
from tests.serve.waiting import until

VOICE = "af_tiny"
CONFIG = ServeConfig(default_voice=VOICE, aliases={"alloy": "am_small"})

Serve = Callable[..., TestClient]


@pytest.fixture
def serve(tiny_model: KokoroModel, tmp_path: Path) -> Iterator[Serve]:
    """Starts a server; takes changes of its configuration and limits."""
    with ExitStack() as stack:

        def start(*, speaker: Any = None, limits: dict[str, Any] | None = None, **changes: Any) -> TestClient:
            config = replace(CONFIG, limits=replace(ServeLimits(), **(limits or {})), **changes)
            local = Engine(tiny_model, store=VoiceStore(tmp_path / "voices"), cache=ResultCache())
            make = speaker or (lambda: opened_engine(local))
            app = create_app(config, make, tmp_path)
            client = stack.enter_context(TestClient(app, client=("127.0.0.1", 5000)))
            until(lambda: app.state.service.state != "starting" or app.state.service.fault)
            return client

        yield start


@pytest.fixture
def client(serve: Serve) -> TestClient:
    """A client of a server without tokens."""
    return serve()


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """A key for tokens."""
    path = tmp_path / "token.key"
    make_key(path)
    return path


@pytest.fixture
def token(key: Path) -> Callable[..., dict[str, str]]:
    """Makes the header with a token."""

    def header(*scopes: str, name: str = "somebody", seconds: float = 60) -> dict[str, str]:
        return {"Authorization": f"Bearer {Tokens.open(key).issue(name, scopes or ('speak',), seconds)}"}

    return header


@pytest.fixture(scope="session")
def server(tiny_pack: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server as a process of its own."""
    folder = tmp_path_factory.mktemp("server")
    config = folder / "serve.toml"
    config.write_text(
        "[limits]\nsend_seconds = 1\nrequests_a_minute = 10000\naddress_requests_a_minute = 10000\n"
        '[voices]\naliases = {alloy = "am_small", nova = "zf_mini"}\n'
    )
    with ServerProcess(tiny_pack, folder, config) as process:
        yield process
