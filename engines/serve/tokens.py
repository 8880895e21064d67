"""Tokens: who may do what, until when (JSON Web Tokens, RFC 7519)."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import jwt

from engines.serve.config import ConfigError
from engines.serve.failures import RefusedError

AUDIENCE = "timbre"
SCOPES = {
    "speak": "Speak, and list voices and lexicons.",
    "clone": "Add voices made from recordings, and remove them.",
    "lexicons": "Change the lexicon.",
    "metrics": "Read the metrics.",
}
_LEAST_BYTES = 32


@dataclass(frozen=True, slots=True)
class Caller:
    """Whose request it is."""

    name: str
    scopes: frozenset[str]


ANYONE = Caller("anyone", frozenset(SCOPES))
"""On a server without tokens."""


class Tokens:
    """Signs tokens, and checks them.

    Parameters
    ----------
    key
        For the algorithms that begin with HS the secret, 32 bytes or more; for the others a key in PEM: the public one
        checks, the private one signs.
    """

    def __init__(self, key: bytes, algorithm: str = "HS256") -> None:
        if algorithm.startswith("HS") and len(key) < _LEAST_BYTES:
            raise ConfigError(f"The key of the tokens has {len(key)} bytes: make one of {_LEAST_BYTES} or more.")
        self._key, self._algorithm = key, algorithm

    @classmethod
    def open(cls, path: Path, algorithm: str = "HS256") -> Tokens:
        """With the key in a file. Raises ConfigError."""
        try:
            key = path.read_bytes().strip()
        except OSError as error:
            raise ConfigError(f"{path} cannot be read ({error.strerror}): check the key of the tokens.") from error
        return cls(key, algorithm)

    def issue(self, name: str, scopes: Collection[str], seconds: float) -> str:
        """A token for somebody."""
        if unknown := set(scopes) - set(SCOPES):
            raise ConfigError(f"{sorted(unknown)[0]!r} is no scope; choose among {', '.join(SCOPES)}.")
        now = int(time.time())
        claims = {
            "sub": name,
            "aud": AUDIENCE,
            "iat": now,
            "exp": now + int(seconds),
            "scope": " ".join(sorted(scopes)),
        }
        try:
            return jwt.encode(claims, self._key, self._algorithm)
        except (jwt.PyJWTError, TypeError, ValueError) as error:
            raise ConfigError(f"The key does not sign tokens ({error}): give the private one.") from error

    def check(self, token: str) -> Caller:
        """Whose token it is. Raises RefusedError for one that is not good, or not any more."""
        try:
            claims = jwt.decode(
                token,
                self._key,
                algorithms=[self._algorithm],
                audience=AUDIENCE,
                options={"require": ["exp", "sub", "aud"]},
            )
        except jwt.ExpiredSignatureError:
            raise RefusedError("token_expired", 401, "The token has expired: ask for a new one.") from None
        except (jwt.PyJWTError, ValueError, TypeError):
            message = "The token is not valid here: check it, or ask for a new one."
            raise RefusedError("token_invalid", 401, message) from None
        return Caller(str(claims["sub"]), frozenset(str(claims.get("scope", "")).split()))


def make_key(path: Path) -> None:
    """Write a new secret into a file that only its owner reads. Raises ConfigError if there is one."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise ConfigError(f"{path} cannot be made ({error.strerror}): choose another name.") from error
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(secrets.token_hex(32) + "\n")
