"""Sessions: projects opened, saved, imported and recovered, and the end in every state."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engines.errors import AudioDeviceError, ModelMissingError
from engines.types import Utterance
from studio.document.edits import append
from studio.document.package import read_project
from studio.document.recovery import recoverable
from studio.document.script import Script
from studio.document.state import LineState
from studio.export.plan import ExportOptions, plan
from studio.playback.messages import TransportState
from studio.projects import Safety
from studio.session import Session
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import SlowOpening, make_session, seconds_of


@pytest.fixture
def engine() -> StepEngine:
    return StepEngine()


@pytest.fixture
def session(tmp_path: Path, engine: StepEngine, qtbot: QtBot) -> Iterator[Session]:
    session = make_session(tmp_path / "home", engine)
    yield session
    engine.free.set()
    assert session.close()


def write(session: Session, *texts: str) -> list[str]:
    session.document.edit("Type", append(session.document.script, texts))
    return [line.id for line in session.document.script.lines[-len(texts) :]]


def save(session: Session, qtbot: QtBot, path: Path) -> None:
    with qtbot.waitSignal(session.projects.saved, timeout=5000):
        session.projects.save(path)


class TestStart:
    def test_the_engine_gives_the_voices(self, session: Session, qtbot: QtBot) -> None:
        with qtbot.waitSignal(session.synthesis.ready, timeout=5000):
            session.start()
        assert session.engine
        assert session.engine.backend == "fake"
        assert [entry.name for entry in session.voices.entries()] == ["af_heart", "zf_xiaoxiao"]

    def test_an_engine_that_has_nothing_to_do_rests(
        self, tmp_path: Path, engine: StepEngine, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("studio.session._REST_AFTER", 10)
        session = make_session(tmp_path, engine)
        session.start()
        qtbot.waitUntil(lambda: engine.rests > 0, timeout=5000)
        with qtbot.waitSignal(session.synthesis.read):
            session.synthesis.read_text(Utterance("Hello.", "af_heart"))
        before = engine.rests
        qtbot.waitUntil(lambda: engine.rests > before, timeout=5000)
        assert session.close()

    def test_everything_else_works_without_a_model(self, tmp_path: Path, qtbot: QtBot) -> None:
        def missing() -> StepEngine:
            raise ModelMissingError("The model is not installed.")

        session = make_session(tmp_path, open_engine=missing)
        with qtbot.waitSignal(session.synthesis.unavailable, timeout=5000) as told:
            session.start()
        assert told.args == ["The model is not installed."]
        write(session, "Hello.")
        save(session, qtbot, tmp_path / "a.timbre")
        assert session.close()

    def test_a_folder_that_cannot_be_written_to_is_told(self, tmp_path: Path, qtbot: QtBot) -> None:
        (tmp_path / "workspaces").write_text("in the way")
        session = make_session(tmp_path)
        assert session.projects.safety is Safety.AT_RISK
        assert session.projects.problem
        write(session, "Hello.")
        assert session.close()


class TestProjects:
    def test_a_saved_project_opens_again(self, session: Session, qtbot: QtBot, tmp_path: Path) -> None:
        write(session, "Hello.", "你好。")
        path = tmp_path / "作品 1.timbre"
        save(session, qtbot, path)
        script = session.document.script
        assert session.document.path == path
        assert not session.projects.unsaved
        assert session.settings.recent_files == (str(path),)
        with qtbot.waitSignal(session.projects.opened, timeout=5000):
            session.projects.new()
        assert session.document.script == Script()
        assert session.projects.name == ""
        with qtbot.waitSignal(session.projects.opened, timeout=5000):
            session.projects.open(path)
        assert session.document.script == script
        assert session.projects.name == "作品 1"
        assert not session.projects.unsaved

    def test_takes_are_saved_too(self, session: Session, qtbot: QtBot, tmp_path: Path) -> None:
        session.start()
        (line,) = write(session, "Hello.")
        with qtbot.waitSignal(session.making.made, timeout=5000):
            session.making.make([line])
        save(session, qtbot, tmp_path / "a.timbre")
        assert len(read_project(tmp_path / "a.timbre", tmp_path).takes) == 1
        with qtbot.waitSignal(session.projects.opened, timeout=5000):
            session.projects.open(tmp_path / "a.timbre")
        assert session.making.state(line) is LineState.READY

    def test_typing_while_it_is_saved_is_not_taken_for_saved(
        self, session: Session, qtbot: QtBot, tmp_path: Path
    ) -> None:
        write(session, "Hello.")
        with qtbot.waitSignal(session.projects.saved, timeout=5000):
            session.projects.save(tmp_path / "a.timbre")
            write(session, "More.")
        assert session.projects.unsaved

    def test_what_comes_next_comes_only_after_a_good_save(self, session: Session, qtbot: QtBot, tmp_path: Path) -> None:
        came: list[bool] = []
        write(session, "Hello.")
        with qtbot.waitSignal(session.projects.failed, timeout=5000):
            session.projects.save(tmp_path / "nowhere" / "a.timbre", lambda: came.append(True))
        assert not came
        with qtbot.waitSignal(session.projects.saved, timeout=5000):
            session.projects.save(tmp_path / "a.timbre", lambda: came.append(True))
        assert came

    def test_a_file_that_is_gone_leaves_the_project_and_the_recent_list(
        self, session: Session, qtbot: QtBot, tmp_path: Path
    ) -> None:
        write(session, "Hello.")
        session.settings.add_recent_file(tmp_path / "gone.timbre")
        with qtbot.waitSignal(session.projects.failed, timeout=5000) as told:
            session.projects.open(tmp_path / "gone.timbre")
        assert "gone.timbre" in told.args[0]
        assert len(session.document.script.lines) == 1
        assert session.settings.recent_files == ()

    def test_the_sample_has_a_cast_and_three_languages(self, session: Session, qtbot: QtBot) -> None:
        with qtbot.waitSignal(session.projects.opened, timeout=5000):
            session.projects.open_sample()
        script = session.document.script
        assert len(script.cast) >= 4
        assert {line.member for line in script.lines} <= set(script.members)
        text = "".join(line.text for line in script.lines)
        assert any("\u3040" <= c <= "\u30ff" for c in text)
        assert any("\u4e00" <= c <= "\u9fff" for c in text)
        assert not session.projects.unsaved


class TestImport:
    def test_adds_lines_and_cast_in_one_step(self, session: Session, qtbot: QtBot, tmp_path: Path) -> None:
        file = tmp_path / "a.txt"
        file.write_text("Maya: Hello.\nLin: 你好。\nMaya: Bye.\nLin: 再见。\n", "utf-8")
        write(session, "Before.")
        with qtbot.waitSignal(session.projects.imported, timeout=5000) as told:
            session.projects.import_files([file])
        script = session.document.script
        assert [line.text for line in script.lines] == ["Before.", "Hello.", "你好。", "Bye.", "再见。"]
        assert {"Maya", "Lin"} <= set(script.members)
        assert list(told.args[0]) == [line.id for line in script.lines[1:]]
        session.document.undo_stack.undo()
        assert len(session.document.script.lines) == 1

    def test_two_long_files_are_two_steps_of_undo(self, session: Session, qtbot: QtBot, tmp_path: Path) -> None:
        files = [tmp_path / "a.txt", tmp_path / "b.txt"]
        for file in files:
            file.write_text("\n".join(f"{file.stem} {row}" for row in range(1200)), "utf-8")
            with qtbot.waitSignal(session.projects.imported, timeout=5000):
                session.projects.import_files([file])
        texts = [line.text for line in session.document.script.lines]
        assert texts == [f"{stem} {row}" for stem in "ab" for row in range(1200)]
        session.document.undo_stack.undo()
        assert len(session.document.script.lines) == 1200
        session.document.undo_stack.undo()
        assert not session.document.script.lines

    def test_says_what_cannot_be_imported(self, session: Session, qtbot: QtBot, tmp_path: Path) -> None:
        with qtbot.waitSignal(session.projects.failed, timeout=5000) as told:
            session.projects.import_files([tmp_path / "gone.srt"])
        assert "gone.srt" in told.args[0]


class TestSafety:
    def test_follows_the_work(self, session: Session, qtbot: QtBot, tmp_path: Path) -> None:
        assert session.projects.safety is Safety.SAVED
        write(session, "Hello.")
        qtbot.waitUntil(lambda: session.projects.safety is Safety.AUTOSAVED)
        save(session, qtbot, tmp_path / "a.timbre")
        assert session.projects.safety is Safety.SAVED

    def test_work_that_was_not_saved_is_found_and_recovered(self, tmp_path: Path, qtbot: QtBot) -> None:
        first = make_session(tmp_path)
        write(first, "Precious.")
        assert first.close(keep=True)
        second = make_session(tmp_path)
        with qtbot.waitSignal(second.projects.found, timeout=5000) as found:
            second.start()
        with qtbot.waitSignal(second.projects.opened, timeout=5000):
            second.projects.recover(found.args[0])
        assert [line.text for line in second.document.script.lines] == ["Precious."]
        assert second.projects.unsaved
        assert second.close()

    def test_work_that_is_not_wanted_is_not_offered_again(self, tmp_path: Path, qtbot: QtBot) -> None:
        session = make_session(tmp_path)
        write(session, "Rubbish.")
        assert session.close(keep=False)
        assert recoverable(tmp_path / "workspaces") == []
        assert list((tmp_path / "workspaces").iterdir()) == []


class TestEnd:
    def test_while_the_model_is_read(self, tmp_path: Path, qtbot: QtBot) -> None:
        opening = SlowOpening()
        session = make_session(tmp_path, open_engine=opening)
        session.start()
        assert opening.begun.wait(5)
        assert seconds_of(lambda: assert_false(session.close())) < 1.0
        opening.go_on.set()
        assert session.synthesis.close()

    def test_while_a_line_is_made(self, session: Session, engine: StepEngine, qtbot: QtBot) -> None:
        engine.free.clear()
        session.start()
        lines = write(session, "A long line to be made.", "Another.")
        with qtbot.waitSignal(session.making.chunk, timeout=5000):
            session.making.make(lines)
            engine.step()
        assert seconds_of(session.close) < 1.0
        assert session.synthesis.isFinished()

    def test_while_it_plays(self, session: Session, qtbot: QtBot) -> None:
        session.start()
        lines = write(session, "This is played for a while.", "And this.")
        with qtbot.waitSignal(session.transport.position, timeout=5000):
            session.transport.play(lines)
        assert session.transport.state is TransportState.PLAYING
        assert seconds_of(session.close) < 1.0

    def test_while_it_exports(self, session: Session, engine: StepEngine, qtbot: QtBot, tmp_path: Path) -> None:
        engine.free.clear()
        session.start()
        lines = write(session, *(f"Line number {i} of the export." for i in range(20)))
        out = tmp_path / "out"
        items = plan(session.document.script, lines, ExportOptions(out), (), "a").items
        session.exports.add(items)
        with qtbot.waitSignal(session.making.chunk, timeout=5000):
            engine.step()
        assert session.exports.active
        assert seconds_of(session.close) < 1.0
        assert not list(out.glob("*.part")) if out.exists() else True

    def test_while_it_saves_the_file_is_whole(self, tmp_path: Path, qtbot: QtBot) -> None:
        session = make_session(tmp_path)
        write(session, *(f"Line {i}." for i in range(2000)))
        session.projects.save(tmp_path / "a.timbre")
        assert session.close()
        assert len(read_project(tmp_path / "a.timbre", tmp_path).script.lines) == 2000

    def test_twice_is_no_harm(self, tmp_path: Path, qtbot: QtBot) -> None:
        session = make_session(tmp_path)
        assert session.close()
        assert session.close()

    def test_nothing_stays_locked(self, tmp_path: Path, qtbot: QtBot) -> None:
        session = make_session(tmp_path)
        folder = session.projects.autosave.workspace.folder
        assert session.close()
        assert not folder.exists()

    def test_without_a_sound_device(self, tmp_path: Path, qtbot: QtBot) -> None:
        def no_portaudio() -> object:
            raise AudioDeviceError("The PortAudio library is missing.")

        session = make_session(tmp_path, open_portaudio=no_portaudio)
        session.start()
        (line,) = write(session, "Hello.")
        with qtbot.waitSignal(session.transport.problem, timeout=5000) as told:
            session.transport.play([line])
        assert "sound" in told.args[0]
        assert session.close()


def assert_false(value: bool) -> None:
    assert not value
