"""The server keeps what its OpenAPI document says, whatever it is sent."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from tests.serve.server_process import ServerProcess

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
OPERATIONS = [
    ("POST", "/v1/audio/speech"),
    ("GET", "/v1/models"),
    ("GET", "/v1/voices"),
    ("POST", "/v1/voices"),
    ("DELETE", "/v1/voices/{voice}"),
    ("GET", "/v1/lexicon"),
    ("POST", "/v1/lexicon"),
    ("DELETE", "/v1/lexicon"),
    ("GET", "/health"),
    ("GET", "/ready"),
    ("GET", "/metrics"),
]


def test_the_document_lists_all_routes(client: TestClient) -> None:
    document = client.get("/v1/openapi.json").json()
    assert {(method.upper(), path) for path, item in document["paths"].items() for method in item} == set(OPERATIONS)
    assert document["info"]["title"] == "Timbre"
    assert "HTTPBearer" in document["components"]["securitySchemes"]


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_answers_are_as_documented(server: ServerProcess, method: str, path: str) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/v1/openapi.json")
    operation = schema[path][method]

    @given(st.data())
    @seed(1)
    @settings(
        max_examples=12,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def run(data: st.DataObject) -> None:
        case = data.draw(operation.as_strategy())
        case.validate_response(case.call(), checks=CHECKS)

    run()
    assert not server.events("failed")
