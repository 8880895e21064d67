"""Who may ask: tokens, rates, and the pages that browsers may ask from."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer, SecurityScopes
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket

from engines.serve.failures import RefusedError
from engines.serve.service import Service
from engines.serve.tokens import ANYONE, Caller

SUBPROTOCOL = "timbre.v1"
_TOKEN_SUBPROTOCOL = "token."
"""For browsers, which cannot set headers of a WebSocket: the token is offered as a second subprotocol."""
_BEARER = HTTPBearer(auto_error=False, description="A token of `timbre serve token`; not needed on a local server.")
_LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1", "testserver"})


def service_of(connection: HTTPConnection) -> Service:
    """The state that all routes share."""
    service: Service = connection.app.state.service
    return service


def address_of(connection: HTTPConnection) -> str:
    """Of the client."""
    return connection.client.host if connection.client else ""


def check_page(connection: HTTPConnection, service: Service) -> None:
    """Raise RefusedError where a browser asks for a page that may not.

    A server without tokens answers only under its own name: else any page could reach it by a name of its own that it
    lets point to this computer.
    """
    host = urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
    if service.tokens is None and host not in {*_LOCAL_HOSTS, service.config.host}:
        raise RefusedError("wrong_host", 403, "This server answers only under its own name: use 127.0.0.1.")
    origin = connection.headers.get("origin")
    own = origin and urlsplit(origin).netloc == connection.headers.get("host")
    if origin and not own and origin not in service.config.origins:
        raise RefusedError("origin_not_allowed", 403, "This page may not use the server: add it to its origins.")


def authenticate(
    request: Request,
    scopes: SecurityScopes,
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(_BEARER)] = None,
) -> Caller:
    """Whose request it is, who may make it. Raises RefusedError."""
    return admit(request, credentials.credentials if credentials else None, scopes.scopes)


def admit(connection: HTTPConnection, token: str | None, scopes: list[str]) -> Caller:
    """Count a request and check its token. Raises RefusedError."""
    service = service_of(connection)
    service.address_rate.take(address_of(connection))
    check_page(connection, service)
    if service.tokens is None:
        return ANYONE
    if not token:
        raise RefusedError("token_missing", 401, "This server needs a token: send it as “Authorization: Bearer …”.")
    caller = service.tokens.check(token)
    service.token_rate.take(caller.name)
    if missing := [scope for scope in scopes if scope not in caller.scopes]:
        raise RefusedError("scope_missing", 403, f"The token does not allow this: it lacks the scope {missing[0]!r}.")
    return caller


def token_of_socket(socket: WebSocket) -> tuple[str | None, str | None]:
    """The token of a WebSocket, and the subprotocol to accept."""
    offered = [str(name) for name in socket.scope.get("subprotocols", ())]
    chosen = SUBPROTOCOL if SUBPROTOCOL in offered else None
    kind, _, token = socket.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token:
        return token.strip(), chosen
    found = next((name for name in offered if name.startswith(_TOKEN_SUBPROTOCOL)), None)
    return (found.removeprefix(_TOKEN_SUBPROTOCOL) if found else None), chosen


Speaker = Annotated[Caller, Security(authenticate, scopes=["speak"])]
Cloner = Annotated[Caller, Security(authenticate, scopes=["clone"])]
LexiconEditor = Annotated[Caller, Security(authenticate, scopes=["lexicons"])]
Observer = Annotated[Caller, Security(authenticate, scopes=["metrics"])]
Shared = Annotated[Service, Depends(service_of)]
