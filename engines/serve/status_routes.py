"""How the server is, for those who watch over it."""

from __future__ import annotations

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

from engines.serve.access import Observer, Shared
from engines.serve.bodies import ERRORS, Health
from engines.serve.service import Service

router = APIRouter()


@router.get("/health")
async def health(service: Shared) -> Health:
    """Answer as long as the server runs."""
    return _health(service)


@router.get("/ready", responses={503: ERRORS[503]})
async def ready(service: Shared) -> Health:
    """Answer well while requests are taken."""
    assert service.engine
    return _health(service)


@router.get("/metrics", response_class=Response, responses={**ERRORS, 200: {"content": {"text/plain": {}}}})
async def metrics(_caller: Observer, service: Shared) -> Response:
    """All that is measured, for Prometheus."""
    return Response(service.metrics.text(), media_type=CONTENT_TYPE_LATEST)


def _health(service: Service) -> Health:
    return Health(status=service.state, active_streams=service.streams.held, waiting=service.load.unheard)
