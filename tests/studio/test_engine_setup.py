"""Looking for a graphics card, building engines in a process, and opening the engine again when something changed."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engines.errors import TimbreError
from engines.runtime.fallback import StageStatus
from studio.engine_build import EngineBuild, Phase
from studio.engine_setup import EngineTools, build_command
from studio.session import Session
from studio.settings import Settings
from tests.studio.engine_fakes import STAGES, FakeMachine, found, status
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import make_session


class World:
    """A session over a machine with a card, nothing built."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.bot, self.folder = qtbot, folder
        self.machine = FakeMachine(found())
        self.engine = StepEngine()
        self.opened = 0
        self.session: Session = make_session(folder, open_engine=self._open, engine_tools=self.machine.tools)
        self.setup = self.session.engine_setup

    def _open(self) -> StepEngine:
        self.opened += 1
        return self.engine

    def start(self) -> None:
        with self.bot.waitSignal(self.session.synthesis.ready, timeout=5000):
            self.session.start()

    def build(self, mode: str) -> EngineBuild:
        self.machine.mode = mode
        self.setup.start()
        assert self.setup.build
        return self.setup.build

    def to_the_end(self, mode: str) -> EngineBuild:
        with self.bot.waitSignal(self.setup.ended, timeout=15_000):
            return self.build(mode)


@pytest.fixture
def world(tmp_path: Path, qtbot: QtBot) -> Iterator[World]:
    world = World(tmp_path / "home", qtbot)
    yield world
    assert world.session.close()


class TestLooking:
    def test_it_is_done_elsewhere_and_with_the_chosen_precision(self, world: World) -> None:
        world.session.settings.half_precision = False
        with world.bot.waitSignal(world.setup.changed):
            world.setup.refresh()
        assert world.setup.found == world.machine.found
        assert world.machine.asked == [False]
        assert threading.get_ident() not in world.machine.threads

    def test_another_precision_means_other_engines(self, world: World) -> None:
        with world.bot.waitSignal(world.setup.changed):
            world.setup.refresh()
        with world.bot.waitSignal(world.setup.changed):
            world.session.settings.half_precision = False
        assert world.machine.asked == [True, False]

    def test_a_failure_is_told(self, world: World) -> None:
        world.machine.error = TimbreError("The disk is gone: connect it.")
        with world.bot.waitSignal(world.setup.failed) as told:
            world.setup.refresh()
        assert told.args == ["The disk is gone: connect it."]


class TestBuilding:
    def test_tells_what_it_is_at_and_what_is_new(self, world: World) -> None:
        steps: list[tuple[str, float]] = []
        build = world.build("")
        build.progressed.connect(lambda step, share: steps.append((step, share)))
        assert build in world.session.operations.running
        with world.bot.waitSignal(world.setup.ended, timeout=15_000):
            pass
        assert (build.phase, build.built, build.problem) == (Phase.DONE, STAGES, "")
        assert steps[2:4] == [("Prosody, 2 of 4", 0.25), ("Prosody, 2 of 4: Tactics, 50 %", 0.25)]
        assert build not in world.session.operations.running
        assert world.machine.built == [True]

    def test_the_machine_is_looked_at_again_and_the_engine_opened_again(self, world: World) -> None:
        world.start()
        with world.bot.waitSignal(world.session.synthesis.ready, timeout=15_000):
            world.build("")
        assert world.opened == 2
        world.bot.waitUntil(lambda: world.setup.found is not None)

    def test_nothing_to_build_is_no_failure(self, world: World) -> None:
        build = world.to_the_end("nothing")
        assert (build.phase, build.built) == (Phase.DONE, ())

    def test_the_sentence_of_the_command_line_is_told(self, world: World) -> None:
        build = world.to_the_end("no card")
        assert build.phase is Phase.FAILED
        assert build.problem.startswith("PyCUDA is not installed; install it with")

    def test_a_crash_is_told_with_its_last_words_and_what_was_finished_is_used(self, world: World) -> None:
        with world.bot.waitSignal(world.setup.engines_changed, timeout=15_000):
            build = world.build("crash")
        assert (build.phase, build.problem) == (Phase.FAILED, "[TRT] out of memory")

    def test_one_that_dies_without_a_word_is_told_too(self, world: World) -> None:
        with world.bot.assertNotEmitted(world.setup.engines_changed):
            build = world.to_the_end("silent")
        assert build.phase is Phase.FAILED
        assert "build again" in build.problem

    def test_one_that_hangs_is_killed_when_it_is_stopped(self, world: World) -> None:
        build = world.build("hang")
        world.bot.waitUntil(lambda: len(build.begun) == 2, timeout=15_000)
        with world.bot.waitSignals([world.setup.engines_changed, world.setup.ended], timeout=5000):
            build.cancel()
            assert build.phase is Phase.STOPPING
        assert build.phase is Phase.STOPPED
        assert not world.setup.building

    def test_only_one_at_a_time(self, world: World) -> None:
        build = world.build("hang")
        world.setup.start()
        world.setup.clear()
        assert world.setup.build is build
        assert world.machine.built == [True]
        world.setup.stop()
        world.bot.waitUntil(lambda: not build.running, timeout=5000)

    def test_it_ends_with_the_program(self, world: World) -> None:
        build = world.build("hang")
        world.bot.waitUntil(lambda: len(build.begun) == 2, timeout=15_000)
        assert world.session.close()
        assert not build.running

    def test_a_program_that_is_not_there(self, tmp_path: Path, qtbot: QtBot) -> None:
        machine = FakeMachine(found())
        tools = EngineTools(lambda _: machine.found, lambda: 0, lambda _: ("/no/such/program",))
        session = make_session(tmp_path, engine_tools=tools)
        with qtbot.waitSignal(session.engine_setup.ended) as told:
            session.engine_setup.start()
        assert told.args[0].phase is Phase.FAILED
        assert "could not be started" in told.args[0].problem
        assert session.close()

    def test_it_builds_for_the_folder_of_the_session(self, world: World) -> None:
        build = world.to_the_end("home")
        assert build.begun[-1] == str(world.folder)

    def test_strange_lines_are_passed_over(self, world: World) -> None:
        build = world.build("hang")
        for news in ({}, {"event": "step"}, {"event": "done"}, {"event": "step", "stage": "a", "number": "x", "of": 1}):
            build._take(news)
        assert build.running
        assert build.built == ()

    def test_the_command_is_that_of_the_command_line(self) -> None:
        assert build_command(True) == (sys.executable, "-m", "studio.cli", "engines", "build", "--half", "--json")
        assert "--full" in build_command(False)


class TestClearing:
    def test_tells_how_much_is_free_again(self, world: World) -> None:
        world.machine.found = found("text", "front")
        with world.bot.waitSignal(world.setup.engines_changed):
            world.setup.clear()
            assert world.setup.busy
        assert world.setup.freed == 96_000_000
        world.bot.waitUntil(lambda: bool(world.setup.found and len(world.setup.found.unbuilt) == 4))

    def test_a_failure_is_told_and_leaves_all_possible(self, world: World) -> None:
        world.machine.error = TimbreError("It cannot be removed: allow it.")
        with world.bot.waitSignal(world.setup.failed):
            world.setup.clear()
        assert not world.setup.busy


class TestOpeningAgain:
    def test_several_choices_open_it_once(self, world: World) -> None:
        world.start()
        with world.bot.waitSignal(world.session.synthesis.ready, timeout=5000):
            world.session.settings.use_gpu = False
            world.session.settings.half_precision = False
            world.session.settings.stage_timeout = 300
        assert world.opened == 2
        assert world.session._wanted == (False, False, 0.3, None)

    def test_other_settings_do_not(self, world: World) -> None:
        world.start()
        world.session.settings.theme = "dark"
        assert not world.session._reopen.isActive()


class TestStages:
    def test_what_runs_them_is_known_when_it_is_ready(self, world: World) -> None:
        world.engine.status = status("prosody")
        world.start()
        assert world.session.engine
        assert [stage.stage for stage in world.session.engine.slower] == ["prosody"]

    def test_a_change_is_told_once(self, world: World) -> None:
        world.engine.status = status()
        world.start()
        told: list[tuple[StageStatus, ...]] = []
        synthesis = world.session.synthesis
        synthesis.stages_changed.connect(lambda info: told.append(info.stages))
        for stages in (status(), status("generator"), status("generator"), status()):
            with world.bot.waitSignal(synthesis.answered):
                synthesis.ask(lambda engine, stages=stages: setattr(engine, "status", stages))
        world.bot.waitUntil(lambda: len(told) == 2)
        assert told == [status("generator"), status()]
        assert world.session.engine
        assert world.session.engine.slower == ()


class TestSettings:
    def test_they_are_kept(self, tmp_path: Path) -> None:
        settings = Settings(tmp_path / "a.ini")
        assert (settings.use_gpu, settings.half_precision, settings.stage_timeout) == (True, True, 500)
        settings.use_gpu, settings.half_precision, settings.stage_timeout = False, False, 900
        settings.sync()
        again = Settings(tmp_path / "a.ini")
        assert (again.use_gpu, again.half_precision, again.stage_timeout) == (False, False, 900)

    @pytest.mark.parametrize(("text", "value"), [("soon", 500), ("-3", 500), ("1", 50), ("999999", 10_000)])
    def test_a_time_out_that_cannot_be(self, tmp_path: Path, text: str, value: int) -> None:
        (tmp_path / "a.ini").write_text(f"[engine]\nstage_timeout={text}\n", "utf-8")
        assert Settings(tmp_path / "a.ini").stage_timeout == value
