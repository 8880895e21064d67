"""The process that refines, told from a real child, and what is kept of it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from clone_fakes import CHILD, FakeTools, profile
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from engines.voices import fit_device
from engines.voices.store import VoiceStore
from engines.voices.voice_file import read_voice, write_voice
from studio.cloning import refinement
from studio.cloning.refinement import Phase, Refinement
from studio.cloning.refinements import Job
from studio.cloning.tools import installed_tools
from studio.commands import clone
from studio.session import Session
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import make_session


class Child:
    """A refinement over the child process."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.bot, self.start = qtbot, folder / "start.timbrevoice"
        write_voice(profile(), self.start)
        self.parent = QObject()
        self.run: Refinement | None = None

    def begin(self, mode: str = "", program: str = sys.executable) -> Refinement:
        self.run = Refinement(self.parent, "Refining", (program, str(CHILD), str(self.start), mode))
        self.run.start()
        return self.run

    def to_the_end(self, mode: str = "") -> Refinement:
        run = self.begin(mode)
        with self.bot.waitSignal(run.ended, timeout=15_000):
            pass
        return run

    def to_step_two(self, mode: str) -> Refinement:
        run = self.begin(mode)
        self.bot.waitUntil(lambda: len(run.steps) == 2, timeout=15_000)
        return run


@pytest.fixture
def child(tmp_path: Path, qtbot: QtBot) -> Iterator[Child]:
    child = Child(tmp_path, qtbot)
    yield child
    if child.run:
        child.run.close()


class TestProcess:
    def test_tells_its_steps_and_its_result(self, child: Child) -> None:
        run = child.to_the_end()
        assert run.phase is Phase.DONE
        assert [step.number for step in run.steps] == [1, 2, 3, 4]
        assert run.steps[-1].similarity == pytest.approx(0.96)
        assert run.result == run.steps[-1].file
        assert read_voice(run.result).modulation[0] == 5.0
        assert (run.share, run.seconds_left) == (1.0, 0.0)

    def test_stops_when_asked_and_keeps_the_last_step(self, child: Child) -> None:
        run = child.to_step_two("hold")
        assert (run.share, run.seconds_left) == (0.5, 20.0)
        with child.bot.waitSignal(run.ended, timeout=5000):
            run.stop()
            assert run.phase is Phase.STOPPING
        assert run.phase is Phase.DONE
        assert run.result == run.steps[1].file

    def test_one_that_does_not_listen_is_ended(self, child: Child, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(refinement, "_PATIENCE", 100)
        run = child.to_step_two("deaf")
        with child.bot.waitSignal(run.ended, timeout=5000):
            run.cancel()
        assert run.phase is Phase.DONE
        assert run.result == run.steps[1].file

    def test_stopped_before_the_first_step_there_is_nothing(self, child: Child) -> None:
        run = child.begin("wait")
        child.bot.waitUntil(lambda: run.step == "Aligning the text", timeout=15_000)
        with child.bot.waitSignal(run.ended, timeout=5000):
            run.stop()
        assert run.phase is Phase.STOPPED
        assert run.result is None

    def test_its_sentence_is_shown(self, child: Child) -> None:
        run = child.to_the_end("error")
        assert run.phase is Phase.FAILED
        assert run.problem == "There is too little speech: record more."

    def test_a_crash_ends_in_a_sentence(self, child: Child) -> None:
        run = child.to_the_end("crash")
        assert run.phase is Phase.FAILED
        assert "MemoryError: no room" in run.problem

    def test_after_a_late_crash_the_last_step_is_there(self, child: Child) -> None:
        run = child.to_the_end("crash late")
        assert run.phase is Phase.FAILED
        assert len(run.steps) == 2

    def test_a_program_that_is_not_there(self, child: Child) -> None:
        run = child.begin(program="/no/such/program")
        child.bot.waitUntil(lambda: not run.running)
        assert run.phase is Phase.FAILED
        assert "could not be started" in run.problem

    def test_ends_with_the_program(self, child: Child) -> None:
        run = child.to_step_two("deaf")
        run.close()
        assert not run.running

    def test_a_warning_stays_until_it_is_answered(self, child: Child) -> None:
        run = child.to_the_end("doubt")
        assert run.warnings == ("The transcript does not seem to be what is said; correct it for a closer voice",)
        assert run.doubtful
        assert run.phase is Phase.DONE
        with child.bot.waitSignal(run.changed):
            run.go_on()
        assert run.warnings == ()
        assert run.result is not None

    def test_warnings_are_answered_one_after_the_other(self, child: Child) -> None:
        run = child.to_the_end("doubt")
        run._take({"event": "warning", "text": "The card is not used."})
        assert (len(run.warnings), run.doubtful) == (2, False)
        run.go_on()
        assert (len(run.warnings), run.doubtful) == (1, True)

    def test_one_that_is_abandoned_leaves_nothing(self, child: Child) -> None:
        run = child.to_step_two("doubt hold")
        with child.bot.waitSignal(run.ended, timeout=5000):
            run.abandon()
            assert run.phase is Phase.STOPPING
        assert run.phase is Phase.STOPPED
        assert (run.steps, run.result, run.warnings) == ((), None, ())

    def test_what_is_over_cannot_be_abandoned(self, child: Child) -> None:
        run = child.to_the_end("doubt")
        run.abandon()
        assert (run.phase, len(run.steps), run.warnings) == (Phase.DONE, 4, ())

    def test_strange_lines_are_passed_over(self, child: Child) -> None:
        run = child.begin("wait")
        child.bot.waitUntil(lambda: bool(run.step), timeout=15_000)
        for news in ({}, {"event": "step"}, {"event": "new", "x": 1}, {"event": "stage"}):
            run._take(news)
        assert run.phase is Phase.RUNNING
        assert run.steps == ()


class World:
    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.bot = qtbot
        self.store = VoiceStore(folder / "voices")
        self.fakes = FakeTools()
        self.session: Session = make_session(folder, StepEngine(self.store), tools=self.fakes.tools)
        self.refinements = self.session.refinements
        self.voice = self.store.add(profile("Grandma"))

    def begin(self, mode: str = "") -> Refinement:
        self.fakes.mode = mode
        with self.bot.waitSignal(self.refinements.started, timeout=15_000):
            self.refinements.start(self.voice, Path("/some/where.wav"))
        run = self.refinements.of("grandma")
        assert run
        return run

    def level(self) -> float:
        return float(self.store.get("grandma").modulation[0])


@pytest.fixture
def world(tmp_path: Path, qtbot: QtBot) -> Iterator[World]:
    world = World(tmp_path, qtbot)
    yield world
    assert world.session.close()


class TestKeeping:
    def test_the_result_replaces_the_voice(self, world: World) -> None:
        world.store.rename("grandma", "Granny")
        with world.bot.waitSignal(world.refinements.kept, timeout=15_000) as told:
            world.begin()
        kept = world.store.get("grandma")
        assert told.args == ["grandma", pytest.approx(0.96)]
        assert (kept.title, kept.origin.kind, kept.origin.owner) == ("Granny", "refined", "mine")
        assert kept.origin.similarity == pytest.approx(0.96)
        assert world.level() == 5.0

    def test_it_is_listed_while_it_lasts_and_can_be_stopped_there(self, world: World) -> None:
        run = world.begin("hold")
        world.bot.waitUntil(lambda: len(run.steps) == 2, timeout=15_000)
        assert run in world.session.operations.running
        assert run.title == "Refining Grandma"
        with world.bot.waitSignal(world.refinements.kept):
            run.cancel()
        assert run not in world.session.operations.running
        assert world.level() == 3.0

    def test_any_step_can_be_kept_afterwards(self, world: World) -> None:
        with world.bot.waitSignal(world.refinements.kept, timeout=15_000):
            run = world.begin()
        with world.bot.waitSignal(world.refinements.kept) as told:
            world.refinements.keep("grandma", run.steps[0])
        assert told.args[1] == pytest.approx(0.84)
        assert world.level() == 2.0

    def test_it_goes_on_from_what_was_reached(self, world: World) -> None:
        with world.bot.waitSignal(world.refinements.kept, timeout=15_000):
            world.begin()
        with world.bot.waitSignal(world.refinements.kept, timeout=15_000):
            world.begin()
        assert read_voice(world.fakes.jobs[1].start).modulation[0] == 5.0

    def test_only_one_at_a_time_refines_a_voice(self, world: World) -> None:
        run = world.begin("wait")
        world.refinements.start(world.voice, Path("x.wav"))
        world.bot.wait(50)
        assert world.refinements.of("grandma") is run
        assert len(world.fakes.jobs) == 1

    def test_a_warning_is_told_with_the_voice(self, world: World) -> None:
        with world.bot.waitSignals([world.refinements.warned, world.refinements.kept], timeout=15_000):
            run = world.begin("doubt")
        assert "does not seem to be what is said" in run.warning

    def test_after_a_corrected_transcript_the_voice_has_that_one(self, world: World) -> None:
        run = world.begin("doubt hold")
        world.bot.waitUntil(lambda: len(run.steps) == 2, timeout=15_000)
        run.abandon()
        world.bot.waitUntil(lambda: not run.running)
        assert world.level() == 1.0
        for words in ("Once upon a time.", "Twice upon a time."):
            world.fakes.mode = ""
            with world.bot.waitSignal(world.refinements.kept, timeout=15_000):
                world.refinements.start(world.voice, Path("/some/where.wav"), words)
            assert world.store.get("grandma").origin.transcript == words

    def test_a_failure_is_told_and_what_was_reached_is_kept(self, world: World) -> None:
        with world.bot.waitSignals([world.refinements.failed, world.refinements.kept], timeout=15_000):
            world.begin("crash late")
        assert world.level() == 3.0

    def test_the_end_of_the_program_keeps_what_was_reached(self, world: World) -> None:
        run = world.begin("deaf")
        world.bot.waitUntil(lambda: len(run.steps) == 2, timeout=15_000)
        assert world.session.close()
        assert not run.running
        assert world.level() == 3.0


def test_the_command_is_that_of_the_command_line(tmp_path: Path) -> None:
    job = Job("grandma", "Grandma", Path("a b.wav"), "Hello.", tmp_path)
    command = list(installed_tools().command(job))
    assert command[:5] == [sys.executable, "-m", "studio.cli", "clone", "a b.wav"]
    options = dict(zip(command[5::2], command[6::2], strict=False))
    assert options["--name"] == "Grandma"
    assert options["--transcript"] == "Hello."
    assert "--refine" in command
    assert command[-2:] == ["--progress", "json"]


def test_all_that_the_program_tells_can_be_said_in_other_languages() -> None:
    tree = ast.parse(Path(clone.__file__).read_text("utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "tell"]
    for event, known, least in (("stage", refinement.STAGES, 6), ("warning", refinement.WARNINGS, 1)):
        told = [call for call in calls if ast.unparse(call.args[0]) == repr(event)]
        texts = [keyword.value for call in told for keyword in call.keywords if keyword.arg == "text"]
        assert len(texts) >= least
        for text in texts:
            if isinstance(text, ast.Attribute):  # of the device
                assert {fit_device.NO_CUDA, fit_device.UNUSABLE} < set(known)
            elif isinstance(text, ast.JoinedStr):  # which ends in the name of a device
                assert any(each.startswith(ast.literal_eval(text.values[0])) for each in known)
            else:
                said = getattr(clone, text.id) if isinstance(text, ast.Name) else ast.literal_eval(text)
                assert said in known
