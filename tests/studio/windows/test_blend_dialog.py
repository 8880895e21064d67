from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from engines.voices.store import VoiceStore
from studio.playback.messages import TransportState
from studio.session import Session
from studio.windows.blend_dialog import BlendDialog
from studio.windows.clone_hearing import HearingBar
from tests.studio.clone_fakes import profile
from tests.studio.playback.playback_fakes import StepEngine
from tests.studio.shell_fakes import make_session
from tests.studio.windows.tab_stops import spoken_name, tab_stops

LEFT = Qt.MouseButton.LeftButton


class World:
    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.bot = qtbot
        self.store = VoiceStore(folder / "voices")
        self.store.add(profile("Grandma", level=7.0))
        self.engine = StepEngine(self.store)
        self.session: Session = make_session(folder, self.engine)
        with qtbot.waitSignal(self.session.synthesis.ready):
            self.session.start()
        with qtbot.waitSignal(self.session.voices.changed):
            self.session.own_voices.refresh()
        self.dialog = self.open("af_heart")
        qtbot.waitUntil(lambda: self.dialog.blending.ready and self.dialog.blending.morphable)

    def open(self, first: str) -> BlendDialog:
        dialog = BlendDialog(self.session, first=first)
        dialog.show()
        return dialog

    @property
    def shown(self) -> list[tuple[str, int, str]]:
        return [(row.voice.voice, row.slider.value(), row.share.text()) for row in self.dialog.parts.rows]

    @property
    def lent(self) -> float:
        return float(self.engine.lent[0].modulation[0])

    def finish(self) -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, BlendDialog):
                widget.close()
        assert self.session.close()


@pytest.fixture
def world(tmp_path: Path, qtbot: QtBot) -> Iterator[World]:
    world = World(tmp_path, qtbot)
    yield world
    world.finish()


def test_begins_with_two_voices_of_a_language(world: World) -> None:
    assert world.shown == [("af_heart", 50, "50 %"), ("grandma", 50, "50 %")]


def test_sliders_always_sum_to_a_hundred(world: World) -> None:
    world.dialog.parts.rows[0].slider.setValue(63)
    assert world.shown == [("af_heart", 63, "63 %"), ("grandma", 37, "37 %")]
    world.dialog.parts.rows[1].slider.setValue(0)
    assert world.shown == [("af_heart", 100, "100 %"), ("grandma", 0, "0 %")]


def test_voices_are_added_exchanged_and_left_out(world: World) -> None:
    dialog = world.dialog
    world.bot.mouseClick(dialog.add_button, LEFT)
    assert dialog._popup.isVisible()
    dialog._popup.browser.entered.emit("zf_xiaoxiao")
    assert not dialog._popup.isVisible()
    assert [weight for _, weight, _ in world.shown] == [34, 33, 33]
    world.bot.mouseClick(dialog.parts.rows[0].remove_button, LEFT)
    assert [name for name, _, _ in world.shown] == ["grandma", "zf_xiaoxiao"]
    dialog.parts.rows[1].voice.popup.chosen.emit("af_heart")
    assert [name for name, _, _ in world.shown] == ["grandma", "af_heart"]
    dialog.parts.rows[1].voice.popup.chosen.emit("grandma")  # which is there already
    assert [name for name, _, _ in world.shown] == ["grandma", "af_heart"]
    world.bot.mouseClick(dialog.parts.rows[0].remove_button, LEFT)
    (row,) = dialog.parts.rows
    assert not row.remove_button.isEnabled()
    assert not row.slider.isEnabled()


def test_a_long_title_is_cut_short_and_told_in_full(world: World) -> None:
    title = "北京市海淀区中关村第三小学五年级二班全体同学的班主任王老师 & Co., reading at the northern lighthouse"
    name = world.store.add(profile(title, name="teacher", level=2.0)).name
    with world.bot.waitSignal(world.session.voices.changed):
        world.session.own_voices.refresh()
    row = world.dialog.parts.rows[0]
    row.voice.set_voice(name)
    assert title in row.voice.toolTip()
    assert title in row.voice.accessibleName()
    assert row.voice.width() > row.slider.width()
    with_text = row.voice.grab().toImage()
    row.voice.setText("")
    without = row.voice.grab().toImage()
    for x in (4, with_text.width() - 5):  # nothing runs into the edges, as it would were it cut at both ends
        column = range(with_text.height())
        assert [with_text.pixel(x, y) for y in column] == [without.pixel(x, y) for y in column]


def test_is_heard_and_stopped(world: World) -> None:
    dialog, transport = world.dialog, world.session.transport
    dialog.parts.rows[0].slider.setValue(75)
    world.bot.mouseClick(dialog.hear_button, LEFT)
    assert dialog.hear_button.text() == "Stop"
    world.bot.waitUntil(lambda: transport.state is TransportState.PLAYING)
    assert world.lent == pytest.approx(0.75 * 1.0 + 0.25 * 7.0)
    world.bot.mouseClick(dialog.hear_button, LEFT)
    assert transport.state is TransportState.STOPPED
    assert all(not entry.name.startswith("~") for entry in world.session.voices.entries())


def test_a_bar_shows_until_it_is_heard(world: World) -> None:
    (bar,) = world.dialog.findChildren(HearingBar)
    assert not bar.isVisible()
    world.bot.mouseClick(world.dialog.hear_button, LEFT)
    assert bar.isVisible()
    world.bot.waitUntil(lambda: not bar.isVisible())
    assert world.session.transport.state is TransportState.PLAYING


def test_every_change_is_heard_if_wanted(world: World) -> None:
    dialog, transport = world.dialog, world.session.transport
    dialog.morphs.sliders["brightness"].setValue(100)
    assert transport.state is TransportState.STOPPED
    dialog.live.click()
    world.bot.waitUntil(lambda: transport.state is TransportState.PLAYING)
    assert world.lent == pytest.approx(4.0 + 0.5)
    dialog.morphs.sliders["clarity"].setValue(-50)
    world.bot.waitUntil(lambda: bool(world.engine.lent) and world.lent == pytest.approx(4.0))
    dialog.live.click()
    dialog.morphs.sliders["clarity"].setValue(0)
    assert not dialog._soon.isActive()


def test_sliders_go_back(world: World) -> None:
    morphs = world.dialog.morphs
    morphs.sliders["age"].setValue(40)
    assert world.dialog.blending.sliders["age"] == 0.4
    world.bot.mouseClick(morphs.reset_button, LEFT)
    assert set(world.dialog.blending.sliders.values()) == {0.0}


def test_is_saved_under_a_name(world: World) -> None:
    dialog = world.dialog
    assert not dialog.save_button.isEnabled()
    dialog.name.setText("Maya")
    with world.bot.waitSignal(world.session.own_voices.added):
        world.bot.mouseClick(dialog.save_button, LEFT)
    kept = world.store.get("maya")
    assert (kept.title, kept.origin.kind, kept.origin.parts) == ("Maya", "blend", (("af_heart", 0.5), ("grandma", 0.5)))
    assert kept.origin.owner == "mine"
    assert "Maya is among your voices" in dialog.note.text
    world.bot.waitUntil(lambda: world.session.voices.entry("maya") is not None)


def test_enter_saves_once(world: World) -> None:
    world.dialog.name.setText("Maya")
    with world.bot.waitSignal(world.session.own_voices.added):
        world.bot.keyClick(world.dialog.name, Qt.Key.Key_Return)
    world.bot.wait(50)
    assert [p.name for p in world.store.profiles()] == ["grandma", "maya"]


def test_what_cannot_be_mixed_is_explained(world: World) -> None:
    world.store.add(profile("Foreign", family="other"))
    world.session.own_voices.refresh()
    world.dialog.blending.add("foreign")
    world.bot.waitUntil(lambda: world.dialog.blending.ready)
    world.bot.mouseClick(world.dialog.hear_button, LEFT)
    assert "different models" in world.dialog.note.text
    assert world.session.transport.state is TransportState.STOPPED


def test_closing_silences_it_and_forgets_it(world: World) -> None:
    world.bot.mouseClick(world.dialog.hear_button, LEFT)
    world.bot.waitUntil(lambda: world.session.transport.state is TransportState.PLAYING)
    world.dialog.close()
    assert world.session.transport.state is TransportState.STOPPED
    world.bot.waitUntil(lambda: not world.engine.lent)


def test_without_voices_it_says_so_and_begins_once_they_are_there(tmp_path: Path, qtbot: QtBot) -> None:
    session = make_session(tmp_path)
    dialog = BlendDialog(session)
    qtbot.addWidget(dialog)
    assert "not loaded yet" in dialog.note.text
    assert not dialog.hear_button.isEnabled()
    session.start()
    qtbot.waitUntil(dialog.hear_button.isEnabled)
    assert list(dialog.blending.weights) == ["af_heart"]
    assert dialog.note.text == ""
    dialog.close()
    assert session.close()


def test_every_control_has_a_name_and_the_keyboard_goes_from_top_to_bottom(world: World) -> None:
    dialog = world.dialog
    dialog.name.setText("Maya")
    dialog.blending.add("zf_xiaoxiao")
    world.bot.waitUntil(lambda: all(row.isVisible() for row in dialog.parts.rows))
    first, second, third = ([row.voice, row.slider, row.remove_button] for row in dialog.parts.rows)
    below = [
        *(dialog.add_button, *dialog.morphs.sliders.values(), dialog.morphs.reset_button),
        *(dialog.hear_button, dialog.live, dialog.name),
        *(dialog._buttons.button(QDialogButtonBox.StandardButton.Close), dialog.save_button),
    ]
    assert tab_stops(dialog) == [*first, *second, *third, *below]
    assert [widget for widget in (*tab_stops(dialog), dialog._bar) if not spoken_name(widget)] == []
    dialog.blending.remove("grandma")
    assert tab_stops(dialog) == [*first, *second, *below]


def test_words_follow_the_language_and_colours_the_theme(world: World) -> None:
    for kind in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
        for widget in (world.dialog, *world.dialog.findChildren(object)):
            if hasattr(widget, "changeEvent"):
                QApplication.sendEvent(widget, QEvent(kind))
    assert world.dialog.windowTitle() == "Blend voices"
    assert world.dialog.parts.rows[0].remove_button.accessibleName() == "Leave Heart out"
