"""The user's lexicon in a running session: on the disk, in the open project, and heard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engines.text.lexicon import Entry, Lexicon
from engines.text.lexicon_store import LexiconStore
from engines.types import Utterance
from studio.document.edits import append
from studio.document.lexicon_edits import remember
from studio.document.state import LineState
from studio.session import Session
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import make_session

SQL = Entry("SQL", "sequel")


class Listening(StepEngine):
    """Remembers the lexicons that it spoke with."""

    def __init__(self) -> None:
        super().__init__()
        self.utterances: list[Utterance] = []

    def speak(self, utterance: Utterance, **how: object) -> object:  # type: ignore[override]
        self.utterances.append(utterance)
        return super().speak(utterance, **how)  # type: ignore[arg-type]


@pytest.fixture
def engine() -> Listening:
    return Listening()


@pytest.fixture
def session(tmp_path: Path, engine: Listening, qtbot: QtBot) -> Iterator[Session]:
    session = make_session(tmp_path / "home", engine)
    yield session
    assert session.close()


def started(session: Session, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.synthesis.ready, timeout=5000):
        session.start()


def made(session: Session, qtbot: QtBot, line: str) -> None:
    with qtbot.waitSignal(session.making.made, timeout=5000):
        session.making.make([line])


def test_a_lexicon_on_the_disk_is_there_from_the_start(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    store = LexiconStore.open(tmp_path / "home")
    store.change(lambda lexicon: lexicon.with_entry(SQL))
    with qtbot.waitSignal(session.user_lexicon.changed, timeout=5000):
        session.start()
    assert session.user_lexicon.lexicon == session.document.script.user_lexicon == Lexicon((SQL,))
    assert not session.projects.unsaved


def test_a_change_holds_at_once_and_is_kept(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    started(session, qtbot)
    session.user_lexicon.remember(SQL)
    session.user_lexicon.remember(Entry("a", "b"))
    session.user_lexicon.forget([SQL])
    assert session.document.script.user_lexicon == Lexicon((Entry("a", "b"),))
    store = LexiconStore.open(tmp_path / "home")
    qtbot.waitUntil(lambda: store.load() == Lexicon((Entry("a", "b"),)), timeout=5000)
    assert not session.projects.unsaved


def test_what_another_program_wrote_is_kept_too(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    started(session, qtbot)
    LexiconStore.open(tmp_path / "home").change(lambda lexicon: lexicon.with_entry(Entry("other", "x")))
    session.user_lexicon.remember(SQL)
    qtbot.waitUntil(lambda: len(session.user_lexicon.lexicon) == 2, timeout=5000)


def test_lines_are_made_again_where_an_entry_touches_them(session: Session, engine: Listening, qtbot: QtBot) -> None:
    started(session, qtbot)
    session.document.edit("Type", append(session.document.script, ["Use SQL.", "Or not."]))
    first, second = (line.id for line in session.document.script.lines)
    made(session, qtbot, first)
    made(session, qtbot, second)
    session.user_lexicon.remember(SQL)
    assert session.making.state(first) is LineState.STALE
    assert session.making.state(second) is LineState.READY
    made(session, qtbot, first)
    assert engine.utterances[-1].lexicons.user == Lexicon((SQL,))
    session.document.edit("Remember", remember(session.document.script, Entry("SQL", "S Q L")))
    assert session.making.state(first) is LineState.STALE
    made(session, qtbot, first)
    assert engine.utterances[-1].lexicons.project == Lexicon((Entry("SQL", "S Q L"),))
    session.document.undo_stack.undo()
    assert session.making.state(first) is LineState.READY  # the take from before is found again
    session.user_lexicon.forget([SQL])
    assert session.making.state(first) is LineState.READY


def test_a_damaged_lexicon_is_told_and_not_lost(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    path = LexiconStore.open(tmp_path / "home").path
    path.parent.mkdir(parents=True)
    path.write_bytes(b"{damaged")
    with qtbot.waitSignal(session.user_lexicon.failed, timeout=5000) as told:
        session.start()
    assert "not a lexicon" in told.args[0]
    session.user_lexicon.remember(SQL)
    qtbot.waitUntil(lambda: len(list(path.parent.glob("*damaged*"))) == 1, timeout=5000)
