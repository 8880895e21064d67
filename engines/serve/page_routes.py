"""The page of the server: a text box and a voice, played in the browser as it is made, and nothing from elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from engines.serve.access import address_of, check_page, service_of

router = APIRouter(include_in_schema=False)
_FOLDER = Path(__file__).parent / "page"
_TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript"}
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def _visitor(request: Request) -> None:
    """A visitor needs no token to see the page, but to use it. Raises RefusedError."""
    service = service_of(request)
    service.address_rate.take(address_of(request))
    check_page(request, service)


Visitor = Annotated[None, Depends(_visitor)]


@router.get("/")
async def page(_visitor: Visitor) -> Response:
    """Show the page."""
    return _file("index.html")


@router.get("/page/{name}")
async def part(_visitor: Visitor, name: Literal["page.css", "page.js", "player.js"]) -> Response:
    """Give a file that the page consists of."""
    return _file(name)


def _file(name: str) -> Response:
    path = _FOLDER / name
    return Response(path.read_bytes(), media_type=_TYPES[path.suffix], headers=_HEADERS)
