"""What is traced of a request, with the exporter that keeps spans in memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from starlette.testclient import TestClient

from engines.serve.config import ConfigError, ServeConfig
from engines.serve.tracing import Tracing
from engines.streaming.observing import OBSERVER, observed_by, step, steps
from tests.serve.waiting import until

TEXT = "One secret day, after the rain had gone, we went out."
TRACE = "0af7651916cd43dd8448eb211c80319c"


@pytest.fixture
def spans(client: TestClient) -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    provider = TracerProvider(shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    client.app.state.service.tracing = Tracing(provider)  # type: ignore[attr-defined]
    yield exporter
    provider.shutdown()


def by_name(spans: InMemorySpanExporter) -> dict[str, list[ReadableSpan]]:
    until(lambda: any(span.name == "speech" for span in spans.get_finished_spans()))
    found: dict[str, list[ReadableSpan]] = {}
    for span in spans.get_finished_spans():
        found.setdefault(span.name, []).append(span)
    return found


def check(found: dict[str, list[ReadableSpan]], protocol: str) -> ReadableSpan:
    """All steps are there, inside of the request and of its trace, and none tells the text."""
    (request,) = found["speech"]
    assert request.attributes
    assert request.attributes["timbre.protocol"] == protocol
    for name in ("queue", "text", "prosody", "front", "generator", "first audio"):
        for span in found[name]:
            assert span.parent
            assert span.parent.span_id == request.context.span_id
            assert span.start_time <= span.end_time  # type: ignore[operator]
            assert span.end_time <= request.end_time + 1e6  # type: ignore[operator]
    everything = [span for of_name in found.values() for span in of_name]
    assert len({span.context.trace_id for span in everything}) == 1
    assert not any("secret" in span.to_json() for span in everything)
    return request


def test_the_steps_of_a_request_are_in_the_trace_of_its_client(client: TestClient, spans: InMemorySpanExporter) -> None:
    headers = {"traceparent": f"00-{TRACE}-b7ad6b7169203331-01", "x-request-id": "mine"}
    client.post("/v1/audio/speech", json={"input": TEXT, "response_format": "pcm"}, headers=headers)
    request = check(by_name(spans), "http")
    assert f"{request.context.trace_id:032x}" == TRACE
    assert request.attributes
    assert request.attributes["timbre.request_id"] == "mine"


def test_so_are_those_of_a_turn(client: TestClient, spans: InMemorySpanExporter) -> None:
    with client.websocket_connect("/v1/stream") as socket:
        for message in ({"type": "start"}, {"type": "text", "text": TEXT}, {"type": "end"}):
            socket.send_text(json.dumps(message))
        while "text" not in (frame := socket.receive()) or json.loads(frame["text"])["type"] != "done":
            pass
    check(by_name(spans), "websocket")


def test_failures_have_their_name(client: TestClient, spans: InMemorySpanExporter) -> None:
    assert client.post("/v1/audio/speech", json={"input": "..."}).status_code == 400
    (request,) = by_name(spans)["speech"]
    assert request.attributes
    assert request.attributes["error.type"] == "nothing_to_say"
    assert not request.status.is_ok
    assert not request.events  # an exception's words would tell more


def test_who_is_not_observed_pays_nothing() -> None:
    with step("text"):
        assert list(steps("text", [1, 2])) == [1, 2]
    told: list[str] = []
    with observed_by(lambda name, begun, ended: told.append(name)):
        assert list(steps("text", [1, 2])) == [1, 2]
    assert told == ["text"] * 3
    assert OBSERVER.get() is None


def test_a_collector_is_sent_them() -> None:
    bodies = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append((self.path, self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        tracing = Tracing.open(f"http://127.0.0.1:{server.server_port}")
        with tracing.request("http", "one", {}) as observer:
            observer("text", 1.0, 2.0)
        tracing.close()
        server.shutdown()
        thread.join()
    ((path, body),) = bodies
    assert path == "/v1/traces"
    (resource,) = ExportTraceServiceRequest.FromString(body).resource_spans
    assert [span.name for scope in resource.scope_spans for span in scope.spans] == ["text", "speech"]


def test_collectors_are_checked() -> None:
    with pytest.raises(ConfigError, match="is no collector"):
        ServeConfig(traces="collector:4318").checked()
