"""The user's own voices in the panel, in the menus and on the strip of the whole window."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QInputDialog
from pytestqt.qtbot import QtBot

from engines.models.base import VoiceInfo
from engines.voices.profile import Origin
from engines.voices.store import VoiceStore
from engines.voices.voice_file import read_voice, write_voice
from studio.document import edits
from studio.document.script import Member
from studio.windows.blend_dialog import BlendDialog
from studio.windows.clone_dialog import CloneDialog
from studio.windows.drops import Drop, sort_files
from studio.windows.main_window import MainWindow
from studio.windows.voices_model import HEADING
from tests.studio.clone_fakes import FakeTools, profile
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import make_session


class World:
    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.bot, self.folder = qtbot, folder
        self.store = VoiceStore(folder / "voices")
        self.store.add(profile("Grandma"))
        self.fakes = FakeTools()
        self.engine = StepEngine(self.store)
        self.session = make_session(folder, self.engine, tools=self.fakes.tools)
        self.session.settings.show_welcome = False
        self.window = MainWindow(self.session)
        self.window.show()
        with qtbot.waitSignal(self.session.synthesis.ready):
            self.session.start()
        self.refresh()
        self.panel = self.window.panels.voices
        self.browser = self.panel.browser

    def refresh(self) -> None:
        with self.bot.waitSignal(self.session.synthesis.voices_changed):
            self.session.own_voices.refresh()

    def do(self, action_id: str) -> None:
        action = self.window.actions_table[action_id]
        assert action.isEnabled(), f"{action_id} is not possible now"
        action.trigger()

    def enabled(self) -> set[str]:
        names = ("rename", "duplicate", "export", "delete", "clone", "blend", "import")
        return {name for name in names if self.window.actions_table[f"voice.{name}"].isEnabled()}

    def dialog(self, kind: type[QDialog]) -> QDialog:
        return next(w for w in QApplication.topLevelWidgets() if isinstance(w, kind) and w.isVisible())

    @property
    def headings(self) -> list[str]:
        model = self.browser.list.model()
        return [model.index(row, 0).data(HEADING) for row in range(model.rowCount())]

    def wait_for(self, *shown: str) -> None:
        self.bot.waitUntil(lambda: self.browser.shown == shown)

    def finish(self) -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog):
                widget.close()
        self.window.leave(keep=False)
        assert self.session.close()
        self.window.deleteLater()


@pytest.fixture
def world(tmp_path: Path, qtbot: QtBot) -> Iterator[World]:
    world = World(tmp_path / "home", qtbot)
    yield world
    world.finish()


class TestPanel:
    def test_own_voices_stand_first_under_a_heading(self, world: World) -> None:
        assert world.browser.shown == ("grandma", "af_heart", "zf_xiaoxiao")
        assert world.headings == ["Mine", "Stock voices", ""]
        world.browser.search.setText("chinese")
        assert world.headings == ["Stock voices"]

    def test_without_own_voices_there_are_no_headings(self, world: World) -> None:
        world.store.remove("grandma")
        world.refresh()
        assert world.headings == ["", ""]

    def test_house_voices_have_their_own_heading(self, world: World) -> None:
        world.session.own_voices.lend("test", [profile("Iris", origin=Origin("house", ""))])
        world.wait_for("grandma", "iris", "af_heart", "zf_xiaoxiao")
        assert world.headings == ["Mine", "House voices", "Stock voices", ""]

    def test_what_is_known_of_the_current_voice_is_told_below(self, world: World) -> None:
        origin = Origin("house", "", description="A calm voice.")
        world.session.own_voices.lend("test", [profile("Iris", origin=origin)])
        world.wait_for("grandma", "iris", "af_heart", "zf_xiaoxiao")
        world.panel.select("iris")
        assert world.browser.details.text() == "A calm voice."
        assert world.browser.details.isVisible()
        index = world.browser.list.currentIndex()
        assert index.data(Qt.ItemDataRole.AccessibleDescriptionRole) == "A calm voice."
        world.panel.select("af_heart")
        assert not world.browser.details.isVisible()

    def test_the_button_of_a_row_below_a_heading_works(self, world: World) -> None:
        lst = world.browser.list
        world.panel.select("grandma")
        body = lst.visualRect(lst.currentIndex())
        delegate = lst.itemDelegate()
        height = lst.fontMetrics().height() + 8
        star = delegate.star_rect(body.adjusted(0, height, 0, 0))
        world.bot.mouseClick(lst.viewport(), Qt.MouseButton.LeftButton, pos=star.center())
        assert world.session.voices.entry("grandma").favourite
        assert lst.grab().width() > 0

    def test_kinds_are_found_by_search(self, world: World) -> None:
        world.browser.search.setText("cloned")
        assert world.browser.shown == ("grandma",)

    def test_what_cannot_be_done_with_a_stock_voice_is_disabled(self, world: World) -> None:
        world.panel.select("af_heart")
        assert world.enabled() == {"clone", "blend", "import"}
        world.panel.select("grandma")
        assert world.enabled() == {"rename", "duplicate", "export", "delete", "clone", "blend", "import"}

    def test_a_house_voice_can_be_copied_only(self, world: World) -> None:
        world.session.own_voices.lend("test", [profile("Iris", origin=Origin("house", ""))])
        world.wait_for("grandma", "iris", "af_heart", "zf_xiaoxiao")
        world.panel.select("iris")
        assert world.enabled() == {"duplicate", "export", "clone", "blend", "import"}

    @pytest.mark.parametrize(("button", "kind"), [("clone_button", CloneDialog), ("blend_button", BlendDialog)])
    def test_buttons_open_the_windows_once(self, world: World, button: str, kind: type[QDialog]) -> None:
        world.bot.mouseClick(getattr(world.panel, button), Qt.MouseButton.LeftButton)
        first = world.dialog(kind)
        world.do("voice.clone" if kind is CloneDialog else "voice.blend")
        assert world.dialog(kind) is first
        first.close()
        world.bot.mouseClick(getattr(world.panel, button), Qt.MouseButton.LeftButton)
        assert world.dialog(kind) is not first


class TestWaiting:
    """How long the window ever keeps the user waiting, in time of the processor: the machine may be busy."""

    LONGEST = 0.050

    @pytest.fixture
    def many(self, world: World) -> World:
        """With as many voices as the model has, and what the windows need loaded, as it is some seconds after start."""
        infos = (VoiceInfo(f"af_n{number}", "en-us", "female", "tiny") for number in range(54))
        world.engine.voices_of_model = {info.name: info for info in infos}
        world.refresh()
        loading = world.window.voices._loading
        loading.start(0)
        world.bot.waitUntil(lambda: not loading.isActive())
        return world

    @staticmethod
    def longest(world: World, work: Callable[[], object], until: Callable[[], bool] = lambda: True) -> float:
        """The most that one turn of the event loop works, seconds."""
        turns: list[float] = []
        last = time.thread_time()

        def tick() -> None:
            nonlocal last
            turns.append(time.thread_time() - last)
            last = time.thread_time()

        timer = QTimer(interval=5)
        timer.timeout.connect(tick)
        timer.start()
        work()
        world.bot.wait(100)
        world.bot.waitUntil(until)
        world.bot.wait(100)
        timer.stop()
        assert len(turns) > 10
        return max(turns)

    def test_the_windows_open_and_fill_without_a_stall(self, many: World) -> None:
        commands = many.window.voices
        found = {"clone": self.longest(many, commands.clone)}
        dialog = many.dialog(CloneDialog)
        found["read"] = self.longest(
            many, lambda: dialog.open_file(Path("maya.wav")), lambda: dialog.workshop.source is not None
        )
        found["written"] = self.longest(many, dialog.form.transcript_wanted.emit, lambda: bool(dialog.form.written))
        next(iter(dialog.consent.choices.values())).click()
        found["made"] = self.longest(many, dialog.create_voice, lambda: dialog.workshop.profile is not None)
        dialog.close()
        found["blend"] = self.longest(many, commands.blend, lambda: many.dialog(BlendDialog).blending.ready)
        found["add"] = self.longest(many, many.dialog(BlendDialog).add_voice)
        assert {part: seconds for part, seconds in found.items() if seconds > self.LONGEST} == {}


class TestActions:
    def test_rename(self, world: World) -> None:
        world.panel.select("grandma")
        world.do("voice.rename")
        dialog = world.dialog(QInputDialog)
        assert dialog.textValue() == "Grandma"
        dialog.setTextValue("Granny")
        dialog.accept()
        world.bot.waitUntil(lambda: world.session.voices.title("grandma") == "Granny")

    def test_duplicate_selects_the_copy(self, world: World) -> None:
        world.panel.select("grandma")
        world.do("voice.duplicate")
        world.wait_for("grandma", "grandma-2", "af_heart", "zf_xiaoxiao")
        assert world.browser.current.name == "grandma-2"

    @pytest.mark.parametrize("how", ["action", "key"])
    def test_delete_and_undo(self, world: World, how: str) -> None:
        world.panel.select("grandma")
        if how == "key":
            world.bot.keyClick(world.browser.list, Qt.Key.Key_Delete)
        else:
            world.do("voice.delete")
        world.wait_for("af_heart", "zf_xiaoxiao")
        message = world.window.strip.message
        assert (message.text, message.button) == ("Grandma was deleted.", "Undo")
        world.bot.mouseClick(world.window.strip._button, Qt.MouseButton.LeftButton)
        world.wait_for("grandma", "af_heart", "zf_xiaoxiao")
        assert world.browser.current.name == "grandma"

    def test_the_key_leaves_stock_voices_alone(self, world: World) -> None:
        world.panel.select("af_heart")
        world.bot.keyClick(world.browser.list, Qt.Key.Key_Delete)
        world.bot.wait(50)
        assert world.browser.shown == ("grandma", "af_heart", "zf_xiaoxiao")

    def test_a_deleted_voice_in_use_stays_with_the_project(self, world: World) -> None:
        document = world.session.document
        document.edit("x", edits.set_member(document.script, Member("", "grandma")))
        world.panel.select("grandma")
        world.do("voice.delete")
        world.bot.waitUntil(lambda: bool((entry := world.session.voices.entry("grandma")) and entry.visiting))
        assert world.enabled() == {"clone", "blend", "import"}

    def test_export(self, world: World) -> None:
        world.panel.select("grandma")
        world.do("voice.export")
        dialog = world.dialog(QFileDialog)
        with world.bot.waitSignal(world.session.own_voices.told):
            dialog.fileSelected.emit(str(world.folder / "g.timbrevoice"))
        assert read_voice(world.folder / "g.timbrevoice").title == "Grandma"
        assert "g.timbrevoice" in world.window.strip.message.text

    def test_import(self, world: World, tmp_path: Path) -> None:
        write_voice(profile("Tom"), tmp_path / "t.timbrevoice")
        world.do("voice.import")
        world.dialog(QFileDialog).filesSelected.emit([str(tmp_path / "t.timbrevoice")])
        world.wait_for("grandma", "tom", "af_heart", "zf_xiaoxiao")
        assert world.browser.current.name == "tom"
        assert world.window.strip.message.text == "Tom is among your voices now."

    def test_a_failed_import_is_explained(self, world: World, tmp_path: Path) -> None:
        (tmp_path / "t.timbrevoice").write_text("no")
        world.window.voices.import_files([tmp_path / "t.timbrevoice"])
        world.bot.waitUntil(lambda: world.window.strip.message is not None)
        assert world.window.strip.message.kind == "error"
        assert "not a voice file" in world.window.strip.message.text

    def test_a_doubtful_transcript_is_told_where_no_window_asks_about_it(self, world: World) -> None:
        world.fakes.mode = "doubt"
        with world.bot.waitSignal(world.session.refinements.warned, timeout=15_000):
            world.session.refinements.start(world.store.get("grandma"), Path("g.wav"))
        assert world.window.strip.message.kind == "warning"
        assert world.window.strip.message.text.startswith("Grandma: The transcript does not seem")

    def test_a_refined_voice_is_told(self, world: World) -> None:
        with world.bot.waitSignal(world.session.refinements.kept, timeout=15_000):
            world.session.refinements.start(world.store.get("grandma"), Path("g.wav"))
        assert world.window.strip.message.text == "Grandma is refined, and 96 % like its speaker."


class TestDrops:
    def test_are_sorted_by_kind(self) -> None:
        drop = sort_files([Path("a.wav"), Path("b.TimbreVoice"), Path("c.timbre")])
        assert (drop.audio, drop.voices, drop.projects) == (
            (Path("a.wav"),),
            (Path("b.TimbreVoice"),),
            (Path("c.timbre"),),
        )

    def test_a_recording_opens_the_window_that_clones(self, world: World) -> None:
        world.window.drops.take(Drop(audio=(Path("maya.wav"),)))
        assert world.dialog(CloneDialog)
        world.bot.waitUntil(lambda: world.fakes.opened == [Path("maya.wav")])

    def test_a_voice_is_imported(self, world: World, tmp_path: Path) -> None:
        write_voice(profile("Tom"), tmp_path / "t.timbrevoice")
        world.window.drops.take(Drop(voices=(tmp_path / "t.timbrevoice",)))
        world.wait_for("grandma", "tom", "af_heart", "zf_xiaoxiao")


def test_voices_of_a_project_are_offered_and_kept(world: World, tmp_path: Path) -> None:
    document = world.session.document
    script = edits.append(document.script, ["Hello."])
    document.edit("x", edits.set_member(script, Member("", "grandma")))
    with world.bot.waitSignal(world.session.projects.saved):
        world.session.projects.save(tmp_path / "p.timbre")
    world.store.remove("grandma")
    with world.bot.waitSignal(world.session.project_voices.offered):
        world.session.projects.open(tmp_path / "p.timbre")
    message = world.window.strip.message
    assert "Grandma" in message.text
    assert message.button == "Keep for other projects"
    world.bot.mouseClick(world.window.strip._button, Qt.MouseButton.LeftButton)
    world.bot.waitUntil(lambda: world.store.is_own("grandma"))
