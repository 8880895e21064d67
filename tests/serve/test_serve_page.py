"""The page of the server: what it is made of, and that a browser plays what is streamed to it."""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from starlette.testclient import TestClient

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.types import Utterance
from tests.serve.chromium import PROGRAM, Chromium
from tests.serve.conftest import Serve
from tests.serve.server_process import ServerProcess
from tests.serve.waiting import until

TEXT = "One day, after the rain had gone, we went out. Nobody was there to see us."
needs_browser = pytest.mark.skipif(PROGRAM is None, reason="needs Chromium")


def test_all_of_it_is_from_here(client: TestClient) -> None:
    page = client.get("/")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in page.headers["content-security-policy"]
    parts = re.findall(r'(?:src|href)="(page/[^"]+)"', page.text)
    assert len(parts) == 2
    for part in (*parts, "page/player.js"):
        answer = client.get(f"/{part}")
        assert answer.status_code == 200
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert not re.search(r"https?://|//[a-z]+\.", answer.text.replace("// ", ""))


@pytest.mark.parametrize("name", ["index.html", "..%2fservice.py", "page.py", ""])
def test_there_is_nothing_else(client: TestClient, name: str) -> None:
    assert client.get(f"/page/{name}").status_code in {404, 422}


def test_it_needs_no_token_but_its_own_name(serve: Serve, key: Path) -> None:
    assert serve(token_key=key).get("/").status_code == 200
    assert serve().get("/", headers={"host": "elsewhere.example"}).status_code == 403


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Chromium]:
    with Chromium(tmp_path / "profile") as browser:
        yield browser
        assert browser.complaints == []


def state(browser: Chromium) -> dict[str, str]:
    found: dict[str, str] = browser.evaluate("({...document.getElementById('state').dataset})")
    return found


def wait(browser: Chromium, *names: str) -> dict[str, str]:
    until(lambda: browser.evaluate("document.readyState") == "complete", 20)
    until(lambda: state(browser).get("name") in names, 20)
    return state(browser)


@needs_browser
def test_a_browser_plays_all_samples(server: ServerProcess, browser: Chromium, tiny_model: KokoroModel) -> None:
    browser.open(server.url)
    wait(browser, "ready")
    assert browser.evaluate("document.getElementById('voice').value") == "af_tiny"
    browser.evaluate(f"document.getElementById('text').value = {json.dumps(TEXT)}")
    browser.evaluate("document.getElementById('speak').click()")
    heard = wait(browser, "done", "failed")
    expected = np.concatenate([chunk.samples for chunk in Engine(tiny_model).speak(Utterance(TEXT, "af_tiny"))])
    assert int(heard["played"]) == len(expected)
    assert float(heard["peak"]) == pytest.approx(float(np.abs(expected).max()))
    assert float(heard["first"]) < 1000 * len(expected) / 24_000
    if folder := os.environ.get("TIMBRE_SCREENSHOTS"):
        picture = browser.ask("Page.captureScreenshot")["data"]
        (Path(folder) / "serve_page.png").write_bytes(base64.b64decode(picture))


@needs_browser
def test_it_stops_and_what_fails_is_told(server: ServerProcess, browser: Chromium) -> None:
    browser.open(server.url)
    wait(browser, "ready")
    browser.evaluate(f"document.getElementById('text').value = {json.dumps(TEXT * 5)}")
    browser.evaluate("document.getElementById('speak').click()")
    wait(browser, "speaking")
    browser.evaluate("document.getElementById('stop').click()")
    wait(browser, "stopped")
    browser.evaluate("document.getElementById('text').value = '...'")
    browser.evaluate("document.getElementById('speak').click()")
    wait(browser, "failed")
    assert "nothing" in browser.evaluate("document.getElementById('state').textContent").lower()


@needs_browser
def test_a_token_is_asked_for_and_used(
    tiny_pack: Path, tmp_path: Path, browser: Chromium, key: Path, token: Callable[..., dict[str, str]]
) -> None:
    config = tmp_path / "serve.toml"
    config.write_text(f'[tokens]\ntoken_key = "{key.name}"\n')
    with ServerProcess(tiny_pack, tmp_path, config) as server:
        browser.open(server.url)
        wait(browser, "failed")
        assert "token" in browser.evaluate("document.getElementById('state').textContent")
        mine = token("speak")["Authorization"].removeprefix("Bearer ")
        browser.evaluate(
            f"(field => {{ field.value = {json.dumps(mine)}; field.dispatchEvent(new Event('change')); }})"
            "(document.getElementById('token'))"
        )
        wait(browser, "ready")
        browser.evaluate("document.getElementById('text').value = 'Hello.'")
        browser.evaluate("document.getElementById('speak').click()")
        assert int(wait(browser, "done", "failed")["played"]) > 1000
    browser.complaints[:] = [c for c in browser.complaints if "401" not in c]  # the one that was to be
