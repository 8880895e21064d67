"""`timbre serve`: parsing only; see `engines.serve`."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engines.errors import TimbreError
from engines.extras import adding
from studio.commands import terminal

if TYPE_CHECKING:
    from collections.abc import Callable

    from engines.serve.config import ServeConfig
    from engines.serve.desk import Opened
    from engines.serve.remote import RemoteEngine

_PARTS = frozenset({"fastapi", "jwt", "multipart", "prometheus_client", "pydantic", "starlette", "uvicorn"})
_DAY = 86_400.0
_MISSING = f"The server is an extra: run {adding('serve')}."

serve_app = typer.Typer(
    help="Speak for other programs and computers.", invoke_without_command=True, rich_markup_mode=None
)
Algorithm = Annotated[str, typer.Option(help="That tokens are signed with.")]


@serve_app.callback()
def serve(
    ctx: typer.Context,
    config: Annotated[Path | None, typer.Option(help="TOML file; the options here go before it.")] = None,
    host: Annotated[str | None, typer.Option(help="Address to listen at.", show_default="127.0.0.1")] = None,
    port: Annotated[int | None, typer.Option(help="0 takes any that is free.", show_default="8766")] = None,
    certificate: Annotated[Path | None, typer.Option(help="PEM file, for TLS.")] = None,
    private_key: Annotated[Path | None, typer.Option(help="PEM file of its key.")] = None,
    token_key: Annotated[Path | None, typer.Option(help="File of the key of tokens; all then need one.")] = None,
    voice: Annotated[str | None, typer.Option(help="Of requests that name none.", show_default="af_heart")] = None,
    backend: Annotated[
        str | None, typer.Option(help="Let Triton servers speak: triton://gpu1:8001,triton://gpu2:8001.")
    ] = None,
    log_text: Annotated[bool | None, typer.Option("--log-text", help="Write what is spoken into the logs.")] = None,
) -> None:
    """Speak for other programs and computers, until the process is ended."""
    if ctx.invoked_subcommand is not None:
        return
    changes = {
        "host": host,
        "port": port,
        "certificate": certificate,
        "private_key": private_key,
        "token_key": token_key,
        "default_voice": voice,
        "backend": backend,
        "log_text": log_text,
    }
    running = _part("running")
    configured = _configured(config, changes)
    running.run(configured, _opener(configured), _home())


@serve_app.command("key")
def serve_key(file: Annotated[Path, typer.Argument(help="To be made.")]) -> None:
    """Make a key that tokens are signed with."""
    _part("tokens").make_key(file)
    terminal.note(f"Wrote {file}; only you can read it.")


@serve_app.command("token")
def serve_token(
    name: Annotated[str, typer.Argument(help="Who it is for.")],
    token_key: Annotated[Path, typer.Option(help="File of the key.")],
    scope: Annotated[list[str], typer.Option(help="speak, clone, lexicons or metrics; may be repeated.")] = ["speak"],  # noqa: B006
    days: Annotated[float, typer.Option(min=0.001, max=3650, help="How long it is good for.")] = 30.0,
    algorithm: Algorithm = "HS256",
) -> None:
    """Make a token for somebody, on standard output."""
    tokens = _part("tokens").Tokens.open(token_key, algorithm)
    terminal.say(tokens.issue(name, scope, days * _DAY))


def _configured(file: Path | None, changes: dict[str, Any]) -> ServeConfig:
    from engines.serve.config import ServeConfig, load_config  # noqa: PLC0415

    config = load_config(file) if file else ServeConfig()
    return replace(config, **{name: value for name, value in changes.items() if value is not None}).checked()


def _part(name: str) -> Any:
    """A module of the server, or the sentence that says how to get what it needs."""
    from importlib import import_module  # noqa: PLC0415

    try:
        return import_module(f"engines.serve.{name}")
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _PARTS:
            raise
        raise TimbreError(_MISSING) from error


def remote_engine(url: str, token: str) -> RemoteEngine:
    """An engine whose speech a server makes. Raises TimbreError."""
    if not find_spec("websockets"):
        raise TimbreError(_MISSING)
    from engines.prosody.presets import PresetStore  # noqa: PLC0415
    from engines.serve.client import ServerAddress, SpeechClient  # noqa: PLC0415
    from engines.serve.remote import RemoteEngine  # noqa: PLC0415

    return RemoteEngine(SpeechClient(ServerAddress(url, token)), PresetStore.open(_home()).load())


def _opener(config: ServeConfig) -> Callable[[], Opened]:
    if not config.backend:
        from engines.serve.desk import opened_engine  # noqa: PLC0415
        from engines.serve.opening import open_engine, open_shared  # noqa: PLC0415

        shared = open_shared(config)
        return lambda: opened_engine(open_engine(config, shared), shared)
    if not find_spec("tritonclient"):
        raise TimbreError(f"Triton servers need a client: run {adding('triton')}.")
    from engines.serve.triton import open_triton  # noqa: PLC0415
    from engines.serve.triton_servers import addresses_of  # noqa: PLC0415

    addresses_of(config.backend)  # a wrong one is told at once
    return lambda: open_triton(config.backend)


def _home() -> Path:
    from engines.paths import home  # noqa: PLC0415

    return home()
