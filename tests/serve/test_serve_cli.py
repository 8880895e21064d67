"""`timbre serve` and `timbre say --server`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile
from typer.testing import CliRunner

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.serve.tokens import Tokens
from engines.types import Utterance
from studio.cli import app
from tests.serve.server_process import ServerProcess
from tests.studio.fake_services import Fakes

TEXT = "One day, after the rain had gone, we went out."


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, arguments, obj=Fakes().services)
    return result.exit_code, result.stdout, result.stderr


def test_a_server_speaks_into_a_file(server: ServerProcess, tiny_model: KokoroModel, tmp_path: Path) -> None:
    path = tmp_path / "said.wav"
    status, _, said = run(
        "say", TEXT, "--voice", "af_tiny", "--server", server.url, "-o", str(path), "--format", "float"
    )
    assert status == 0, said
    expected = np.concatenate([c.samples for c in Engine(tiny_model).speak(Utterance(TEXT, "af_tiny"))])
    np.testing.assert_array_equal(soundfile.read(path, dtype="float32")[0], expected)


def test_what_goes_wrong_is_told(server: ServerProcess, tmp_path: Path) -> None:
    path = str(tmp_path / "said.wav")
    status, _, said = run("say", TEXT, "--server", "http://127.0.0.1:9", "-o", path)
    assert (status, "cannot be reached" in said) == (1, True)
    status, _, said = run("say", TEXT, "--voice", "nobody", "--server", server.url, "-o", path)
    assert (status, "The server has no voice 'nobody'" in said) == (1, True)


def test_keys_and_tokens_are_made(tmp_path: Path) -> None:
    key = tmp_path / "token.key"
    assert run("serve", "key", str(key))[0] == 0
    status, token, _ = run("serve", "token", "Ann", "--token-key", str(key), "--scope", "speak", "--scope", "clone")
    assert status == 0
    caller = Tokens.open(key).check(token.strip())
    assert (caller.name, caller.scopes) == ("Ann", {"speak", "clone"})
    assert run("serve", "token", "Ann", "--token-key", str(key), "--scope", "all")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--host", "0.0.0.0"), "needs TLS and tokens"),
        (("--certificate", "none.pem"), "TLS needs both"),
        (("--config", "none.toml"), "cannot be read"),
    ],
)
def test_what_must_not_be_served_is_not(arguments: tuple[str, ...], sentence: str) -> None:
    status, _, said = run("serve", *arguments)
    assert (status, sentence in said) == (1, True)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('[cache]\nshared_cache = "http://cache"', "is no shared cache"),
        ("[cache]\nshared_seconds = 0", "needs some seconds"),
        ("[cache]\nmemory_bytes = 0", "needs some bytes"),
        ('backend = "triton://a:1"\n[cache]\nshared_cache = "redis://cache"', "leave it out with a backend"),
        ('[logs]\ntraces = "collector:4318"', "is no collector"),
    ],
)
def test_what_cannot_be_configured_is_told(content: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "serve.toml"
    path.write_text(content)
    status, _, said = run("serve", "--config", str(path))
    assert (status, sentence in said) == (1, True)
