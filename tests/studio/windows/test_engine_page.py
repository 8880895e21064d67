"""The page about what makes the speech, the messages about it, and the status bar."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from engines.errors import TimbreError
from engines.runtime.fallback import StageStatus
from studio.benchmark import Figure
from studio.engine_build import Phase
from studio.engine_look import EngineLook
from studio.playback.messages import Rendered
from studio.session import Session
from studio.windows import theme
from studio.windows.engine_notices import EngineNotices
from studio.windows.engine_plot import BenchmarkPlot
from studio.windows.main_window import MainWindow
from studio.windows.message_strip import MessageStrip
from studio.windows.preferences import Preferences
from studio.windows.status_bar import StatusBar
from tests.studio.engine_fakes import NO_CARD, NO_PYCUDA, FakeMachine, found, status
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import make_session
from tests.studio.windows.tab_stops import spoken_name, tab_stops

UNBUILT = "the generator stage is not built for NVIDIA Example yet; build it with `timbre engines build`"


class World:
    """Preferences, the strip and the status bar over a session."""

    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.bot = qtbot
        self.machine = FakeMachine(found("text"))
        self.engine = StepEngine()
        self.engine.status = status("prosody", "front", "generator", reason=UNBUILT)
        self.session: Session = make_session(folder, self.engine, engine_tools=self.machine.tools)
        self.strip = MessageStrip()
        self.asked: list[bool] = []
        EngineNotices(session=self.session, strip=self.strip, show_settings=lambda: self.asked.append(True))
        session = self.session
        self.bar = StatusBar(synthesis=session.synthesis, making=session.making, transport=session.transport)
        self.dialog: Preferences | None = None

    def start(self) -> None:
        with self.bot.waitSignal(self.session.synthesis.ready, timeout=5000):
            self.session.start()

    def open(self, look: EngineLook | None = None) -> Preferences:
        self.machine.found = look or self.machine.found
        self.dialog = dialog = Preferences(self.session)
        self.dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        with self.bot.waitSignal(self.session.engine_setup.changed):
            dialog.show_engine()
            dialog.show()
        return dialog

    def change(self, stages: tuple[StageStatus, ...]) -> None:
        self.engine.backend = stages[-1].running
        with self.bot.waitSignal(self.session.synthesis.stages_changed):
            self.session.synthesis.ask(lambda engine: setattr(engine, "status", stages))


@pytest.fixture
def world(tmp_path: Path, qtbot: QtBot) -> Iterator[World]:
    world = World(tmp_path, qtbot)
    yield world
    for widget in (world.dialog, world.strip, world.bar):
        if widget:
            widget.close()
            widget.deleteLater()
    assert world.session.close()
    theme.apply(QApplication.instance(), "light")


def message(world: World) -> str:
    shown = world.strip.message
    return shown.text if shown else ""


class TestChoices:
    def test_they_are_kept_at_once(self, world: World) -> None:
        choices = world.open().engine.choices
        settings = world.session.settings
        choices.precision.setCurrentIndex(1)
        choices.precision.activated.emit(1)
        choices.timeout.setValue(750)
        choices.runtime.setCurrentIndex(1)
        choices.runtime.activated.emit(1)
        assert (settings.use_gpu, settings.half_precision, settings.stage_timeout) == (False, False, 750)
        assert not choices.precision.isEnabled()
        assert not choices.timeout.isEnabled()

    def test_digits_that_are_typed_are_one_choice(self, world: World) -> None:
        choices = world.open().engine.choices
        told: list[str] = []
        world.session.settings.changed.connect(told.append)
        choices.timeout.selectAll()
        world.bot.keyClicks(choices.timeout, "1200")
        assert told == []
        world.bot.keyClick(choices.timeout, Qt.Key.Key_Return)
        assert told == ["stage_timeout"]
        assert world.session.settings.stage_timeout == 1200


class TestStatus:
    def test_the_card_and_every_stage(self, world: World) -> None:
        world.start()
        part = world.open().engine.status
        assert part.card.text().startswith("NVIDIA Example, 130.0 GiB of 139.0 GiB free, compute capability 9.0")
        rows = part.table.rows
        assert [row.stage for row in rows] == ["Text", "Prosody", "Decoder", "Generator"]
        assert rows[0].running == "TensorRT 8.6.1"
        assert rows[0].engine.startswith("float16, 45.8 MiB, ")
        assert rows[0].reason == ""
        assert (rows[3].running, rows[3].engine) == ("ONNX Runtime CPU", "not built")
        assert rows[3].reason.endswith("build it with “timbre engines build”")
        assert part.build_button.isEnabled()

    def test_it_is_told_before_there_is_an_engine(self, world: World) -> None:
        part = world.open().engine.status
        assert {row.running for row in part.table.rows} == {"not loaded"}

    def test_what_is_missing_can_be_copied(self, world: World) -> None:
        part = world.open(NO_PYCUDA).engine.status
        assert "PyCUDA is not installed" in part.card.text()
        world.bot.mouseClick(part.copy_button, Qt.MouseButton.LeftButton)
        assert QGuiApplication.clipboard().text() == "timbre extras install gpu"
        assert not part.build_button.isEnabled()

    def test_without_a_card_nothing_is_asked_of_the_user(self, world: World) -> None:
        world.engine.status = tuple(StageStatus(s.stage, "ONNX Runtime CPU", "ONNX Runtime CPU") for s in status())
        world.start()
        part = world.open(NO_CARD).engine.status
        assert "No NVIDIA graphics card" in part.card.text()
        assert not part.copy_button.isVisible()
        assert {row.reason for row in part.table.rows} == {"There is no graphics card that can be used"}
        world.session.settings.use_gpu = False
        assert {row.reason for row in part.table.rows} == {"The processor alone was chosen"}

    def test_it_follows_what_runs_the_stages(self, world: World) -> None:
        world.start()
        part = world.open().engine.status
        world.change(status())
        assert {row.reason for row in part.table.rows} == {""}

    def test_a_model_that_is_missing_is_told(self, world: World) -> None:
        look = replace(found(), stages=(), problem="The model is not installed.")
        part = world.open(look).engine.status
        assert (part.note.text, part.note.is_error) == ("The model is not installed.", True)

    def test_a_look_that_fails_is_told(self, world: World) -> None:
        part = world.open().engine.status
        world.machine.error = TimbreError("The disk is gone: connect it.")
        with world.bot.waitSignal(world.session.engine_setup.failed):
            world.session.engine_setup.refresh()
        assert part.note.text == message(world) == "The disk is gone: connect it."


class TestBuilding:
    def test_shows_its_progress_and_its_end(self, world: World) -> None:
        part = world.open().engine.status
        world.machine.mode = "hang"
        world.bot.mouseClick(part.build_button, Qt.MouseButton.LeftButton)
        world.bot.waitUntil(lambda: part.step.text() == "Prosody, 2 of 4: Tactics, 50 %", timeout=15_000)
        assert part.bar.isVisible()
        assert (part.bar.value(), part.bar.maximum()) == (250, 1000)
        assert not part.build_button.isEnabled()
        assert not part.clear_button.isEnabled()
        with world.bot.waitSignal(world.session.engine_setup.ended):
            world.bot.mouseClick(part.stop_button, Qt.MouseButton.LeftButton)
        assert part.note.text == "Building was stopped; stages that were finished are kept."
        assert not part.bar.isVisible()
        assert not part.stop_button.isVisible()
        assert part.build_button.isEnabled()
        assert message(world) == ""

    def test_a_failure_is_told_here_and_above_the_script(self, world: World) -> None:
        part = world.open().engine.status
        world.machine.mode = "no card"
        with world.bot.waitSignal(world.session.engine_setup.ended, timeout=15_000):
            part.build_button.click()
        assert part.note.is_error
        assert part.note.text == message(world)
        assert "“timbre extras install gpu”" in message(world)

    def test_it_goes_on_when_the_page_is_closed(self, world: World) -> None:
        world.machine.mode = ""
        first = world.open()
        first.engine.status.build_button.click()
        first.close()
        first.deleteLater()
        QApplication.sendPostedEvents(first, QEvent.Type.DeferredDelete)
        with world.bot.waitSignal(world.session.engine_setup.ended, timeout=15_000) as told:
            pass
        assert told.args[0].phase is Phase.DONE
        assert message(world) == "The engines are built."
        assert world.open().engine.status.note.text == ""

    def test_removing_asks_first(self, world: World) -> None:
        part = world.open().engine.status
        part.clear_button.click()
        box = part.findChild(QMessageBox)
        assert box
        assert "45.8 MiB" in box.text()
        assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
        remove = next(b for b in box.buttons() if box.buttonRole(b) == QMessageBox.ButtonRole.DestructiveRole)
        with world.bot.waitSignal(world.session.engine_setup.engines_changed):
            remove.click()
        assert part.note.text == "The engines are removed: 45.8 MiB are free again."
        world.bot.waitUntil(lambda: not part.clear_button.isEnabled())


class TestBenchmark:
    def test_is_measured_and_shown(self, world: World) -> None:
        world.start()
        part = world.open().engine.bench
        assert not part.plot.isVisible()
        part.button.click()
        assert part.bar.isVisible()
        world.bot.waitUntil(lambda: not world.session.benchmark.running, timeout=10_000)
        assert part.plot.isVisible()
        assert not part.bar.isVisible()
        assert part.plot.accessibleDescription().startswith("fake: ")
        assert part.plot.accessibleDescription().count("real-time factor") == 4

    def test_can_be_stopped(self, world: World) -> None:
        world.start()
        world.engine.free.clear()
        part = world.open().engine.bench
        part.button.click()
        world.bot.waitUntil(world.engine.waiting.is_set)
        part.button.click()
        world.engine.free.set()
        assert not world.session.benchmark.running
        assert not part.plot.isVisible()

    def test_is_not_offered_without_an_engine(self, world: World) -> None:
        assert not world.open().engine.bench.button.isEnabled()

    @pytest.mark.parametrize("name", ["light", "dark"])
    def test_the_higher_the_longer_it_takes(self, qtbot: QtBot, name: str) -> None:
        theme.apply(QApplication.instance(), name)
        plot = BenchmarkPlot()
        qtbot.addWidget(plot)
        plot.resize(plot.sizeHint() * 2)
        slow, quick = (
            tuple(Figure(t, f, f, (Rendered(t, f, f * t, ()),)) for t in (1.0, 3.0, 9.0)) for f in (0.4, 0.04)
        )
        plot.show_results({"slow": slow, "quick": quick})
        picture = plot.grab().toImage()

        def middle(index: int) -> float:
            colour = theme.member_colour(index).rgb()
            # Between the axes and the legend.
            ys = [
                y
                for y in range(picture.height() // 8, picture.height() * 3 // 4)
                for x in range(picture.width() // 2)
                if QColor(picture.pixel(x, y)).rgb() == colour
            ]
            assert ys
            return sum(ys) / len(ys)

        assert middle(0) < middle(1) - picture.height() / 5
        assert "slow: 1.0 s of speech: first sound after 400 ms, real-time factor 0.400" in plot.toolTip()
        theme.apply(QApplication.instance(), "light")


class TestMessages:
    def test_what_is_slower_is_told_once(self, world: World) -> None:
        world.start()
        assert message(world) == (
            "A part of the speech (Prosody, Decoder, Generator) is made by ONNX Runtime CPU instead of "
            "TensorRT 8.6.1: the generator stage is not built for NVIDIA Example yet; build it with "
            "“timbre engines build”."
        )
        world.strip.dismiss()
        with world.bot.waitSignal(world.session.synthesis.ready):
            world.session.synthesis.reload()
        assert world.strip.count == 0

    def test_a_failure_while_speaking_is_told_and_the_recovery_too(self, world: World) -> None:
        world.engine.status = status()
        world.start()
        assert world.strip.count == 0
        world.change(status("text", "prosody", "front", "generator"))
        assert message(world) == (
            "Speech is made by ONNX Runtime CPU instead of TensorRT 8.6.1: the GPU was not done after 500 ms. "
            "It is tried again by itself."
        )
        world.change(status())
        assert message(world) == "TensorRT 8.6.1 makes the speech again."
        assert world.strip.count == 1
        world.change(status("text", "prosody", "front", "generator"))
        assert "is tried again" in message(world)

    def test_the_button_leads_to_the_page(self, world: World) -> None:
        world.start()
        world.strip._button.click()
        assert world.asked == [True]

    def test_it_goes_away_when_engines_are_there(self, world: World) -> None:
        world.start()
        world.engine.status = status()
        with world.bot.waitSignal(world.session.synthesis.ready):
            world.session.synthesis.reload()
        assert world.strip.count == 0


class TestStatusBar:
    def test_says_what_runs_instead_of_what(self, world: World) -> None:
        world.engine.backend = "ONNX Runtime CPU"
        world.start()
        assert world.bar._backend.text() == "ONNX Runtime CPU instead of TensorRT 8.6.1"
        tip = world.bar._backend.toolTip().splitlines()
        assert tip[1] == "Text: TensorRT 8.6.1"
        assert tip[4].startswith("Generator: ONNX Runtime CPU instead of TensorRT 8.6.1 (the generator stage")
        world.change(status())
        assert world.bar._backend.text() == "TensorRT 8.6.1"

    def test_says_that_it_is_loaded_again(self, world: World) -> None:
        world.start()
        texts: list[str] = []
        world.session.synthesis.loading.connect(lambda *_: texts.append(world.bar._backend.text()))
        with world.bot.waitSignal(world.session.synthesis.ready):
            world.session.synthesis.reload()
        assert texts[0] == "Loading the speech model"


def test_the_keyboard_reaches_everything_and_it_has_a_name(world: World) -> None:
    world.start()
    dialog = world.open(NO_PYCUDA)
    page = dialog.engine
    stops = tab_stops(dialog)
    wanted = [
        *(page.choices.runtime, page.choices.precision, page.choices.timeout, page.status.copy_button),
        *(page.status.table, page.status.build_button, page.status.clear_button, page.bench.button),
    ]
    assert [widget for widget in stops if widget in wanted] == wanted
    assert all(spoken_name(widget) for widget in wanted)


def test_it_follows_the_theme_and_the_language(world: World) -> None:
    world.start()
    dialog = world.open()
    theme.apply(QApplication.instance(), "dark")
    QApplication.sendEvent(dialog.engine.status, QEvent(QEvent.Type.LanguageChange))
    assert dialog.engine.status.build_button.text() == "&Build engines"
    world.bot.waitUntil(lambda: dialog.grab().toImage().pixelColor(2, 2).lightness() < 128)


def test_the_window_leads_from_the_message_to_the_page(tmp_path: Path, qtbot: QtBot) -> None:
    engine = StepEngine()
    engine.status = status("generator", reason=UNBUILT)
    session = make_session(tmp_path, engine, engine_tools=FakeMachine(found()).tools)
    window = MainWindow(session)
    with qtbot.waitSignal(session.synthesis.ready, timeout=5000):
        session.start()
    window.strip._button.click()
    dialog = window.findChild(Preferences)
    assert dialog
    assert dialog.engine.isVisible()
    dialog.close()
    window.leave(keep=False)
    window.deleteLater()
    assert session.close()
