"""Traces of requests for OpenTelemetry, if they are asked for: how long each waited, for what, until its first audio.

    speech ── queue ── text ── prosody ── front ── generator ── … ── first audio

The span of a request goes on to its end, those of its steps stop at the first audio. A client that sends `traceparent`
(W3C Trace Context) finds them in its own trace. Nothing in them tells what was said.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from engines.extras import adding
from engines.serve.config import ConfigError
from engines.serve.failures import refused
from engines.streaming.observing import Observer

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span

_SERVICE = "timbre-serve"
_MOST_STEPS = 64
"""Spans of one request: a text that comes letter by letter is looked at often."""
_SECONDS = 5
_MISSING = f"Traces need their exporter: run {adding('traces')}."


class Tracing:
    """Makes the spans of requests.

    Parameters
    ----------
    provider
        Where they go; closed with it.
    """

    def __init__(self, provider: TracerProvider) -> None:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator  # noqa: PLC0415 an extra

        self._provider = provider
        self._tracer = provider.get_tracer("timbre")
        self._propagator = TraceContextTextMapPropagator()

    @classmethod
    def open(cls, endpoint: str) -> Tracing:
        """To a collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318`. It need not be there yet.

        Raises
        ------
        ConfigError
            The packages for it are not installed.
        """
        try:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 an extra
            from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
            from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
            from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
        except ImportError as error:
            raise ConfigError(_MISSING) from error
        provider = TracerProvider(resource=Resource.create({"service.name": _SERVICE}), shutdown_on_exit=False)
        exporter = OTLPSpanExporter(endpoint.rstrip("/") + "/v1/traces", timeout=_SECONDS)
        provider.add_span_processor(BatchSpanProcessor(exporter))
        return cls(provider)

    @contextmanager
    def request(self, protocol: str, request_id: str, headers: Mapping[str, str]) -> Iterator[Observer]:
        """The span of one text, as long as this lasts; gives what is told its steps."""
        span = self._tracer.start_span(
            "speech",
            self._propagator.extract(headers),
            attributes={"timbre.protocol": protocol, "timbre.request_id": request_id},
        )
        try:
            yield _Steps(self, span)
        except (GeneratorExit, asyncio.CancelledError):
            span.set_attribute("timbre.cancelled", True)
            raise
        except BaseException as error:
            self._fail(span, refused(error).name)
            raise
        finally:
            span.end()

    def close(self) -> None:
        """Send what there is."""
        self._provider.shutdown()

    def step(self, parent: Span, name: str, begun: float, ended: float) -> None:
        """A step of a request; see `engines.streaming.observing.Observer`."""
        from opentelemetry.trace import set_span_in_context  # noqa: PLC0415

        ago = time.time() - time.perf_counter()
        context = set_span_in_context(parent)
        self._tracer.start_span(name, context, start_time=_nanoseconds(begun + ago)).end(_nanoseconds(ended + ago))

    @staticmethod
    def _fail(span: Span, name: str) -> None:
        from opentelemetry.trace import StatusCode  # noqa: PLC0415

        span.set_attribute("error.type", name)
        span.set_status(StatusCode.ERROR)


class _Steps:
    """An `Observer` that makes spans, up to a number."""

    def __init__(self, tracing: Tracing, span: Span) -> None:
        self._tracing, self._span, self._made = tracing, span, 0

    def __call__(self, name: str, begun: float, ended: float) -> None:
        self._made += 1
        if self._made < _MOST_STEPS or name == "first audio":
            self._tracing.step(self._span, name, begun, ended)


@contextmanager
def traced(
    tracing: Tracing | None, protocol: str, request_id: str, headers: Mapping[str, str]
) -> Iterator[Observer | None]:
    """See `Tracing.request`; nothing where there is none."""
    if tracing is None:
        yield None
        return
    with tracing.request(protocol, request_id, headers) as observer:
        yield observer


def _nanoseconds(seconds: float) -> int:
    return round(seconds * 1e9)
