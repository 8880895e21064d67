"""What a server is started with: a TOML file, and flags over it."""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from engines.errors import TimbreError
from engines.streaming.cache_shared import SharedSize
from engines.streaming.result_cache import DEFAULT_SIZE

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

DEFAULT_PORT = 8766
ALGORITHMS = ("HS256", "HS384", "HS512", "RS256", "ES256", "EdDSA")
OPENAI_VOICES = {
    "alloy": "af_alloy",
    "ash": "am_michael",
    "ballad": "bm_george",
    "cedar": "am_fenrir",
    "coral": "af_bella",
    "echo": "am_echo",
    "fable": "bm_fable",
    "marin": "af_heart",
    "nova": "af_nova",
    "onyx": "am_onyx",
    "sage": "af_sarah",
    "shimmer": "af_sky",
    "verse": "am_puck",
}
"""What clients of OpenAI's service ask for, and the voice that they get."""


class ConfigError(TimbreError):
    """A server cannot be started as it is asked for."""


@dataclass(frozen=True, slots=True)
class ServeLimits:
    """How much a server takes on, and how long it waits."""

    text: int = 20_000
    """Characters of one request."""
    upload_bytes: int = 20 << 20
    """Of one recording."""
    upload_seconds: float = 120.0
    """Of a recording that are decoded."""
    requests_a_minute: int = 600
    """Of one token."""
    address_requests_a_minute: int = 1200
    """Of one address."""
    streams: int = 128
    """That are spoken at once."""
    token_streams: int = 32
    """Of one token."""
    sockets: int = 256
    """Connections to the WebSocket."""
    waiting: int = 64
    """Requests whose audio has not begun; more are refused."""
    share: float = 0.8
    """Of the measured speed that is given away: what would make others stop is refused."""
    first_seconds: float = 30.0
    """That a request may wait for its first audio."""
    stream_seconds: float = 1800.0
    """That one stream may take."""
    send_seconds: float = 30.0
    """That a listener may take nothing of what is sent."""
    idle_seconds: float = 120.0
    """That a WebSocket may be silent while nothing is spoken."""
    drain_seconds: float = 30.0
    """That streams may go on after the server was told to end."""


@dataclass(frozen=True, slots=True)
class ServeConfig:
    """All of it."""

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    certificate: Path | None = None
    """PEM; with `private_key` it makes the server speak TLS."""
    private_key: Path | None = None
    token_key: Path | None = None
    """File of the key that tokens are signed with; of asymmetric algorithms, the public one. With it, all need one."""
    algorithm: str = "HS256"
    origins: tuple[str, ...] = ()
    """Web pages that may use the server, such as `https://studio.example.org`."""
    default_voice: str = "af_heart"
    aliases: Mapping[str, str] = field(default_factory=lambda: OPENAI_VOICES)
    log_text: bool = False
    """Whether logs hold what is spoken."""
    backend: str = ""
    """Where speech is made: here, or by Triton servers, such as `triton://gpu1:8001,triton://gpu2:8001`."""
    memory_bytes: int = DEFAULT_SIZE.memory
    """Of the results that are kept here."""
    shared_cache: str = ""
    """A Redis that keeps audio for several servers, such as `redis://cache:6379/0`."""
    shared_seconds: float = SharedSize().seconds
    shared_entry_bytes: int = SharedSize().entry_bytes
    """See `engines.streaming.cache_shared`."""
    traces: str = ""
    """A collector of OpenTelemetry that takes OTLP over HTTP, such as `http://127.0.0.1:4318`."""
    limits: ServeLimits = ServeLimits()

    @property
    def is_local(self) -> bool:
        """Whether only programs on this computer can reach the server."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    def checked(self) -> ServeConfig:
        """The same. Raises ConfigError for what must not be started."""
        if not self.is_local and not (self.certificate and self.token_key):
            raise ConfigError(
                f"{self.host} can be reached by other computers, which needs TLS and tokens: give --certificate, "
                "--private-key and --token-key, or stay at 127.0.0.1."
            )
        if (self.certificate is None) != (self.private_key is None):
            raise ConfigError("TLS needs both: give --certificate and --private-key.")
        for path in (self.certificate, self.private_key, self.token_key):
            if path is not None and not path.is_file():
                raise ConfigError(f"There is no file {path}: check its name.")
        if self.algorithm not in ALGORITHMS:
            raise ConfigError(f"{self.algorithm} does not sign tokens here; choose one of {', '.join(ALGORITHMS)}.")
        if not 0 <= self.port <= 65_535:
            raise ConfigError(f"{self.port} is no port; choose one from 1024 to 65535.")
        if self.traces and urlsplit(self.traces).scheme not in {"http", "https"}:
            raise ConfigError(f"{self.traces} is no collector of traces: write http://host:4318.")
        if self.backend and self.shared_cache:
            raise ConfigError(
                "A shared cache is for speech that is made here: leave it out with a backend, and name it in the "
                "config.pbtxt of its model."
            )
        if self.memory_bytes <= 0:
            raise ConfigError("The cache needs some bytes: give memory_bytes more than 0.")
        if self.shared_seconds <= 0 or self.shared_entry_bytes <= 0:
            raise ConfigError("What is shared needs some seconds and some bytes: give more than 0.")
        if wrong := [f.name for f in fields(self.limits) if getattr(self.limits, f.name) <= 0]:
            raise ConfigError(f"The limit {wrong[0]} must be above 0.")
        return self


_SECTIONS = {
    "": ("host", "port", "origins", "backend"),
    "tls": ("certificate", "private_key"),
    "tokens": ("token_key", "algorithm"),
    "voices": ("default_voice", "aliases"),
    "cache": ("memory_bytes", "shared_cache", "shared_seconds", "shared_entry_bytes"),
    "logs": ("log_text", "traces"),
    "limits": tuple(f.name for f in fields(ServeLimits)),
}


def load_config(path: Path) -> ServeConfig:
    """Read a TOML file; its paths are relative to it.

    Raises
    ------
    ConfigError
        It cannot be read, or has a name or a value that is not known.
    """
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path} cannot be read ({error}): correct it.") from error
    top = {name: value for name, value in data.items() if not isinstance(value, dict)}
    found: dict[str, Any] = {}
    for section, content in {"": top, **{n: v for n, v in data.items() if isinstance(v, dict)}}.items():
        if section not in _SECTIONS:
            raise ConfigError(f"{path} has a section [{section}], which is not known; see engines/serve/README.md.")
        for name, value in content.items():
            if name not in _SECTIONS[section]:
                where = f"[{section}]" if section else "the beginning"
                raise ConfigError(f"{path} has {name!r} in {where}, which is not known; see engines/serve/README.md.")
            found[name] = _value(path, name, value)
    limits = {name: found.pop(name) for name in _SECTIONS["limits"] if name in found}
    return replace(ServeConfig(), **found, limits=replace(ServeLimits(), **limits))


def cache_config(values: Mapping[str, str]) -> ServeConfig:
    """A configuration of a section `[cache]` alone, whose values are given as text.

    Raises
    ------
    ConfigError
        One is not known, or cannot be.
    """
    found = {}
    for name, text in values.items():
        if name not in _SECTIONS["cache"]:
            raise ConfigError(f"{name} is not known here; see [cache] in engines/serve/README.md.")
        try:
            found[name] = type(getattr(_DEFAULT, name))(text)
        except ValueError as error:
            raise ConfigError(f"{name} cannot be {text!r}; see [cache] in engines/serve/README.md.") from error
    return replace(_DEFAULT, **found).checked()


def _value(path: Path, name: str, value: object) -> object:
    limits = {f.name: f.default for f in fields(ServeLimits)}
    default = limits[name] if name in limits else getattr(_DEFAULT, name)
    if default is None:
        good = isinstance(value, str)
        result: object = path.parent / str(value)
    elif name == "origins":
        good = isinstance(value, list) and all(isinstance(item, str) for item in value)
        result = tuple(value) if isinstance(value, list) else ()
    elif name == "aliases":
        good = isinstance(value, dict) and all(isinstance(item, str) for item in value.values())
        result = {**OPENAI_VOICES, **value} if isinstance(value, dict) else {}
    else:
        number = isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool)
        good = number or type(value) is type(default)
        result = value
    if not good:
        raise ConfigError(f"{path} gives {name} as {value!r}, which cannot be; see engines/serve/README.md.")
    return result


_DEFAULT = ServeConfig()
