"""What is packaged for the server agrees with it."""

from __future__ import annotations

import configparser
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from starlette.testclient import TestClient

from engines.serve.config import ServeConfig, ServeLimits, cache_config, load_config

PACKAGING = Path(__file__).parents[2] / "packaging"


def test_the_dashboard_asks_for_metrics_that_there_are(client: TestClient) -> None:
    client.post("/v1/audio/speech", json={"input": "Hello."})
    client.post("/v1/audio/speech", json={"input": "."})
    there = set(re.findall(r"^(timbre_\w+)", client.get("/metrics").text, re.MULTILINE))
    dashboard = json.loads((PACKAGING / "grafana" / "timbre.json").read_text("utf-8"))
    asked = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"timbre_\w+", target["expr"])
    }
    assert len(asked) > 12
    assert asked <= there
    shown = {re.sub(r"_(bucket|count|sum|created|total)$", "", name) for name in asked}
    left_out = {re.sub(r"_(bucket|count|sum|created|total)$", "", name) for name in there} - shown
    assert left_out <= {"timbre_characters"}


def test_a_service_has_longer_to_end_than_streams_may_go_on() -> None:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(PACKAGING / "systemd" / "timbre-serve.service", "utf-8")
    assert float(unit["Service"]["TimeoutStopSec"]) > ServeLimits().drain_seconds
    compose = yaml.safe_load((PACKAGING / "docker" / "docker-compose.yaml").read_text("utf-8"))
    assert float(compose["services"]["timbre"]["stop_grace_period"].rstrip("s")) > ServeLimits().drain_seconds


def test_the_example_configuration_is_good() -> None:
    config = load_config(PACKAGING / "docker" / "serve.example.toml")
    assert not config.is_local
    assert config.token_key == Path("/run/secrets/token_key")


def test_the_parameters_of_tritons_model_are_good() -> None:
    text = (PACKAGING / "triton" / "model_repository" / "timbre" / "config.pbtxt").read_text("utf-8")
    parameters = re.findall(r'key: "(\w+)" value: { string_value: "([^"]*)" }', text)
    assert cache_config(dict(parameters)) == ServeConfig()
    assert len(parameters) == 2


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
@pytest.mark.parametrize("name", ["timbre-serve", "timbre-triton"])
def test_systemd_takes_the_units(name: str, tmp_path: Path) -> None:
    text = (PACKAGING / "systemd" / f"{name}.service").read_text("utf-8")
    unit = tmp_path / f"{name}.service"
    unit.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], check=True, capture_output=True, text=True)
    assert name not in done.stderr  # a key in the wrong section is only warned of
