"""The choice of a server, what is said about it, and what it does to the engine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from engines.errors import TimbreError
from studio.playback.messages import EngineInfo
from studio.session import Session
from studio.windows.server_choices import ServerChoices
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import make_session

URL = "http://studio:8766"


class FakeServer:
    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.problem = ""
        self.go_on = threading.Event()
        self.go_on.set()

    def measure(self, url: str, token: str) -> float:
        self.asked.append((url, token))
        self.go_on.wait(5)
        if self.problem:
            raise TimbreError(self.problem)
        return 0.0123


@pytest.fixture
def fake() -> FakeServer:
    return FakeServer()


@pytest.fixture
def session(tmp_path: Path, fake: FakeServer) -> Iterator[Session]:
    session = make_session(tmp_path, measure_server=fake.measure)
    yield session
    fake.go_on.set()
    assert session.close()


@pytest.fixture
def choices(session: Session, qtbot: QtBot) -> ServerChoices:
    choices = ServerChoices(session)
    qtbot.addWidget(choices)
    choices.show()
    return choices


def write(field: QLineEdit, text: str) -> None:
    field.setText(text)
    field.editingFinished.emit()


def choose(choices: ServerChoices, qtbot: QtBot) -> None:
    write(choices.address, URL)
    choices.setChecked(True)
    qtbot.waitUntil(lambda: not choices._setup.asking)


def test_no_server_is_asked_unless_one_is_wanted(choices: ServerChoices, fake: FakeServer, session: Session) -> None:
    write(choices.address, URL)
    assert fake.asked == []
    assert choices.state.text == ""
    assert not choices.address.isEnabled()
    assert not session.settings.use_server


def test_latency_is_shown(choices: ServerChoices, fake: FakeServer, qtbot: QtBot) -> None:
    choose(choices, qtbot)
    write(choices.token, "secret")
    qtbot.waitUntil(lambda: not choices._setup.asking)
    assert fake.asked == [(URL, ""), (URL, "secret")]
    assert choices.state.text == "The server answers after 12.3 ms."
    assert not choices.state.is_error
    assert choices.token.echoMode() is QLineEdit.EchoMode.Password


def test_what_is_wrong_is_told_and_asked_again(choices: ServerChoices, fake: FakeServer, qtbot: QtBot) -> None:
    fake.problem = "The server studio:8766 cannot be reached (refused): check its address, and that it runs."
    choose(choices, qtbot)
    assert choices.state.is_error
    assert choices.state.text == f"{fake.problem} Speech is made on this computer meanwhile."
    fake.problem = ""
    choices.ask_button.click()
    assert choices.state.text == "Asking the server…"
    qtbot.waitUntil(lambda: not choices._setup.asking)
    assert not choices.state.is_error


def test_an_answer_about_an_address_that_was_changed_is_ignored(
    choices: ServerChoices, fake: FakeServer, qtbot: QtBot
) -> None:
    fake.go_on.clear()
    write(choices.address, "http://wrong:1")
    choices.setChecked(True)
    write(choices.address, URL)
    fake.problem = "It is not there."
    fake.go_on.set()
    qtbot.waitUntil(lambda: len(fake.asked) == 2 and not choices._setup.asking)
    assert choices._setup.problem == "It is not there."
    choices.setChecked(False)
    assert choices.state.text == ""


def test_the_engine_is_opened_again_with_the_choice(tmp_path: Path, qtbot: QtBot, fake: FakeServer) -> None:
    opened: list[object] = []
    session = make_session(
        tmp_path, open_engine=lambda: opened.append(session._wanted) or StepEngine(), measure_server=fake.measure
    )  # type: ignore[func-returns-value]
    with qtbot.waitSignal(session.synthesis.ready, timeout=5000):
        session.start()
    session.settings.server_url = URL
    session.settings.server_token = "secret"
    with qtbot.waitSignal(session.synthesis.ready, timeout=5000) as ready:
        session.settings.use_server = True
    assert isinstance(ready.args[0], EngineInfo)
    assert opened[-1].server == (URL, "secret")  # type: ignore[attr-defined]
    assert session.close()
