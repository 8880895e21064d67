from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolTip
from tab_stops import spoken_name, tab_stops
from voice_fakes import NAMES, FakeTransport, stock

from studio.document import edits
from studio.document.document import Document
from studio.document.script import Line, Member, Script
from studio.document.takes import Take
from studio.playback.messages import TransportState
from studio.settings import Settings
from studio.voices import VoiceLibrary
from studio.windows.actions import Actions
from studio.windows.voices_delegate import VoiceDelegate
from studio.windows.voices_model import VOICE_MIME
from studio.windows.voices_panel import VoicesPanel
from studio.windows.voices_tags import TagDialog

LEFT = Qt.MouseButton.LeftButton


class World:
    def __init__(self, qtbot, tmp_path, voices=stock()):  # noqa: B008
        self.settings = Settings(tmp_path / "settings.ini")
        self.library = VoiceLibrary(self.settings)
        self.library.set_stock(voices)
        self.transport = FakeTransport()
        self.document = Document()
        script = Script(
            tuple(Line(str(n), f"line {n}", "Maya" if n % 2 else "") for n in range(6)),
            (Member("", "af_heart"), Member("Maya", "zf_xiaoxiao")),
        )
        self.document.replace(script, (), None)
        self.selected: tuple[str, ...] = ()
        self.actions = Actions(self.settings)
        self.panel = VoicesPanel(
            document=self.document,
            voices=self.library,
            transport=self.transport,
            actions=self.actions,
            selected_ids=lambda: self.selected,
        )
        qtbot.addWidget(self.panel)
        self.panel.resize(300, 500)
        self.panel.show()
        self.browser = self.panel.browser
        self.list = self.browser.list

    @property
    def heard(self):
        return [(utterance.voice, utterance.text) for utterance in self.transport.heard]

    def row(self, name):
        self.panel.select(name)
        return self.list.visualRect(self.list.currentIndex())

    def delegate(self) -> VoiceDelegate:
        return self.list.itemDelegate()

    def data(self, name, role=Qt.ItemDataRole.DisplayRole):
        self.row(name)
        return self.list.currentIndex().data(role)

    def take(self, line_id):
        line = self.document.script.line(line_id)
        delivery = self.document.script.delivery(line)
        self.document.add_take(Take(f"t{line_id}", line_id, delivery, "m", 1.0, 24000, "2026-01-01"))


@pytest.fixture
def world(qtbot, tmp_path):
    return World(qtbot, tmp_path)


def test_all_voices_are_listed(world):
    assert set(world.browser.shown) == set(NAMES)
    assert world.browser.shown[:4] == ("am_adam", "af_bella", "af_heart", "af_nicole")
    assert world.browser.current.name == "am_adam"


def test_typing_searches(qtbot, world):
    qtbot.keyClicks(world.browser.search, "female chinese")
    assert world.browser.shown == ("zf_xiaobei", "zf_xiaoxiao")
    assert world.browser.current.name == "zf_xiaobei"
    world.browser.search.setText("中文 男")
    assert world.browser.shown == ("zm_yunxi",)


def test_the_current_voice_is_found_again_after_a_search(world):
    world.panel.select("bf_emma")
    world.browser.search.setText("chinese")
    world.browser.search.setText("english")
    assert world.browser.current.name in world.browser.shown


def test_filters_for_language_gender_and_favourites(qtbot, world):
    browser = world.browser
    browser.language.setCurrentIndex(browser.language.findText("Chinese"))
    assert browser.shown == ("zf_xiaobei", "zf_xiaoxiao", "zm_yunxi")
    browser.gender.setCurrentIndex(browser.gender.findText("male"))
    assert browser.shown == ("zm_yunxi",)
    browser.clear_filters()
    world.library.set_favourite("jf_alpha", True)
    qtbot.mouseClick(browser.favourites, LEFT)
    assert browser.shown == ("jf_alpha",)
    world.library.set_favourite("jf_alpha", False)
    assert browser.shown == ()


def test_an_empty_list_says_what_to_do(qtbot, world):
    browser = world.browser
    browser.search.setText("nobody")
    assert browser._pages.currentWidget() is browser._empty
    assert "No voice fits" in browser._empty.sentence
    qtbot.mouseClick(browser._empty.show_all, LEFT)
    assert set(browser.shown) == set(NAMES)
    assert browser._pages.currentWidget() is world.list
    browser.favourites.setChecked(True)
    assert "Press the star" in browser._empty.sentence


def test_before_the_model_is_loaded_the_panel_says_so(qtbot, tmp_path):
    world = World(qtbot, tmp_path, voices={})
    assert "as soon as" in world.browser._empty.sentence
    assert not world.browser._empty.show_all.isVisible()
    assert not world.panel.use_button.isEnabled()
    world.library.set_stock(stock())
    assert world.browser.current.name == "am_adam"
    assert world.panel.use_button.isEnabled()
    assert world.browser.language.count() == 10


def test_one_click_plays_a_sample_and_another_stops_it(qtbot, world):
    button = world.delegate().play_rect(world.row("zf_xiaoxiao")).center()
    qtbot.mouseClick(world.list.viewport(), LEFT, pos=button)
    assert world.heard == [("zf_xiaoxiao", world.library.sample_sentence("zh"))]
    assert world.transport.state is TransportState.WAITING
    world.transport.set_state(TransportState.PLAYING)
    qtbot.mouseClick(world.list.viewport(), LEFT, pos=button)
    assert world.transport.state is TransportState.STOPPED
    assert len(world.heard) == 1


def test_space_enter_and_the_action_play_the_current_voice(qtbot, world):
    world.panel.select("ff_siwis")
    qtbot.keyClick(world.list, Qt.Key.Key_Space)
    assert world.heard[-1][0] == "ff_siwis"
    qtbot.keyClick(world.list, Qt.Key.Key_Space)
    assert world.transport.state is TransportState.STOPPED
    qtbot.keyClick(world.list, Qt.Key.Key_Return)
    assert world.transport.state is TransportState.WAITING
    world.transport.stop()
    world.browser.search.setText("emma")
    qtbot.keyClick(world.browser.search, Qt.Key.Key_Return)
    assert world.heard[-1][0] == "bf_emma"
    world.actions["voice.play"].trigger()
    assert world.transport.state is TransportState.STOPPED


def test_the_arrows_work_from_the_search_field(qtbot, world):
    world.panel.select("am_adam")
    qtbot.keyClick(world.browser.search, Qt.Key.Key_Down)
    assert world.browser.current.name == "af_bella"


def test_another_sample_takes_the_place_of_the_first(world):
    audition = world.browser.audition
    world.browser.toggle_sample("af_heart")
    world.transport.set_state(TransportState.PLAYING)
    world.browser.toggle_sample("bf_emma")
    assert audition.voice == "bf_emma"
    assert audition.state("af_heart") is TransportState.STOPPED
    assert audition.state("bf_emma") is TransportState.WAITING


def test_a_line_that_plays_ends_the_sample(world):
    world.browser.toggle_sample("af_heart")
    world.transport.line_started.emit("3")
    assert world.browser.audition.voice == ""


def test_a_sample_that_is_over_or_fails_is_over(world):
    world.browser.toggle_sample("af_heart")
    world.transport.set_state(TransportState.PLAYING)
    world.transport.set_state(TransportState.STOPPED)
    assert world.browser.audition.voice == ""
    world.browser.toggle_sample("af_heart")
    world.transport.problem.emit("There is no sound device: connect one.")
    assert world.browser.audition.voice == ""
    assert world.browser.note.text == "There is no sound device: connect one."
    assert world.browser.note.is_error


def test_a_sample_refused_at_once_is_explained(world):
    world.transport.refusal = "The model is not loaded yet: wait a moment."
    world.browser.toggle_sample("af_heart")
    assert world.browser.audition.voice == ""
    assert world.browser.note.text == world.transport.refusal
    world.transport.refusal = ""
    world.browser.toggle_sample("af_heart")
    assert world.browser.note.text == ""


def test_problems_of_others_are_not_ours(world):
    world.transport.problem.emit("Something else.")
    assert world.browser.note.text == ""


def test_getting_a_voice_ready_shows_how_far_it_is(world):
    delegate = world.delegate()
    world.row("af_heart")
    index = world.list.currentIndex()
    world.browser.toggle_sample("af_heart")
    assert delegate._subtitle(index) == "Preparing…"
    world.transport.preparing.emit(0.4)
    assert delegate._subtitle(index) == "Preparing… 40 %"
    world.transport.set_state(TransportState.PLAYING)
    assert delegate._subtitle(index) == "Playing a sample"
    world.transport.preparing.emit(0.9)
    world.transport.stop()
    assert delegate._subtitle(index) == "English (US) · female"


def test_a_language_that_cannot_be_read_is_explained(qtbot, world):
    row = world.row("hf_alpha")
    assert "cannot be read yet" in world.delegate()._subtitle(world.list.currentIndex())
    qtbot.mouseClick(world.list.viewport(), LEFT, pos=world.delegate().play_rect(row).center())
    assert world.heard == []
    assert world.browser.note.text == "Text in Hindi cannot be read yet: choose another voice."


def test_the_star_marks_a_favourite(qtbot, world):
    star = world.delegate().star_rect(world.row("bm_george")).center()
    qtbot.mouseClick(world.list.viewport(), LEFT, pos=star)
    assert world.library.entry("bm_george").favourite
    assert world.browser.current.name == "bm_george"
    qtbot.keyClick(world.list, "*")
    assert not world.library.entry("bm_george").favourite
    world.actions["voice.favourite"].trigger()
    assert world.library.entry("bm_george").favourite
    assert "favourite" in world.data("bm_george", Qt.ItemDataRole.AccessibleTextRole)


def test_tags_are_edited_in_a_dialog(qtbot, world):
    world.library.set_tags("zm_yunxi", ("hero",))
    world.panel.select("bm_george")
    world.actions["voice.tags"].trigger()
    dialog = world.panel.findChild(TagDialog)
    assert dialog.isVisible()
    dialog.field.clear()
    qtbot.keyClicks(dialog.field, "wizard, old")
    dialog.field.insert("，反派")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert world.library.entry("bm_george").own_tags == ("wizard", "old", "反派")
    assert "wizard" in world.delegate()._subtitle(world.list.currentIndex())
    world.browser.search.setText("反派")
    assert world.browser.shown == ("bm_george",)


def test_escape_keeps_the_tags(qtbot, world):
    world.panel.select("bm_george")
    world.panel.edit_tags()
    dialog = world.panel.findChild(TagDialog)
    dialog.field.setText("x")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Escape)
    assert world.library.entry("bm_george").own_tags == ()


def test_a_voice_is_given_to_the_selected_lines_in_one_step(world):
    world.selected = ("1", "2", "3")
    world.take("1")
    world.take("2")
    world.panel.select("bf_emma")
    world.actions["voice.use"].trigger()
    script = world.document.script
    assert [script.line(n).voice for n in "012345"] == ["", "bf_emma", "bf_emma", "bf_emma", "", ""]
    assert world.document.undo_stack.count() == 1
    assert "2 line(s) to make again" in world.browser.note.text
    world.document.undo_stack.undo()
    assert script.line("1").member == world.document.script.line("1").member
    assert world.document.script.line("1").voice == ""


def test_without_selected_lines_the_panel_says_what_to_do(qtbot, world):
    qtbot.mouseClick(world.panel.use_button, LEFT)
    assert "select lines" in world.browser.note.text
    assert world.document.undo_stack.count() == 0


def choose_member(world, text):
    world.panel.members.aboutToShow.emit()
    next(action for action in world.panel.members.actions() if action.text() == text).trigger()


def test_a_voice_is_given_to_a_member(world):
    world.panel.select("bf_emma")
    choose_member(world, "Maya")
    assert world.document.script.members["Maya"].voice == "bf_emma"
    assert world.document.undo_stack.count() == 1
    choose_member(world, "Narrator")
    assert world.document.script.narrator.voice == "bf_emma"


def test_a_voice_becomes_a_new_member(world):
    world.panel.select("bf_emma")
    choose_member(world, "New cast member")
    choose_member(world, "New cast member")
    assert [(m.name, m.voice) for m in world.document.script.cast[2:]] == [("Emma", "bf_emma"), ("Emma 2", "bf_emma")]


def test_the_context_menu_offers_it_all(qtbot, world):
    world.list.customContextMenuRequested.emit(world.row("bf_emma").center())
    menu = next(w for w in QApplication.topLevelWidgets() if isinstance(w, QMenu) and w.isVisible())
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts == [
        "&Hear the voice",
        "Voice is a &favourite, or not",
        "&Tags of the voice…",
        "&Use voice for selected lines",
        "Use for cast &member",
        "&Rename the voice…",
        "&Duplicate the voice",
        "E&xport the voice…",
        "De&lete the voice",
        "&Import voices…",
    ]
    menu.close()


def test_a_voice_can_be_dragged(world):
    world.panel.select("bf_emma")
    data = world.list.model().mimeData([world.list.currentIndex()])
    assert data.data(VOICE_MIME).toStdString() == "bf_emma"
    assert not data.hasText()


def test_tool_tips_tell_what_the_parts_of_a_row_do(qtbot, world):
    row = world.row("bf_emma")
    delegate = world.delegate()
    state = TransportState.STOPPED
    entry = world.library.entry("bf_emma")
    assert "Add to favourites" in delegate._tip(entry, row, delegate.star_rect(row).center(), state)
    assert "Play a sample" in delegate._tip(entry, row, delegate.play_rect(row).center(), state)
    assert "Stop" in delegate._tip(entry, row, delegate.play_rect(row).center(), TransportState.PLAYING)
    assert "bf_emma" in delegate._tip(entry, row, row.center(), state)
    assert delegate._tip(replace(entry, details="A calm voice."), row, row.center(), state).endswith("\nA calm voice.")
    assert "Hindi" in delegate._tip(world.library.entry("hf_alpha"), row, row.center(), state)
    where = row.center()
    event = QHelpEvent(QEvent.Type.ToolTip, where, world.list.viewport().mapToGlobal(where))
    QApplication.sendEvent(world.list.viewport(), event)
    assert "Emma" in QToolTip.text()
    QToolTip.hideText()


def test_everything_has_a_name_for_a_screen_reader(world):
    browser = world.browser
    for widget in (browser.search, browser.language, browser.gender, browser.favourites, world.list):
        assert widget.accessibleName()
    assert world.panel.member_button.accessibleName()
    assert tab_stops(world.panel) == [
        *(browser.search, browser.language, browser.gender, browser.favourites, world.list),
        *(world.panel.use_button, world.panel.member_button, world.panel.clone_button, world.panel.blend_button),
    ]
    assert [widget for widget in tab_stops(world.panel) if not spoken_name(widget)] == []
    assert world.data("af_nicole", Qt.ItemDataRole.AccessibleTextRole) == "Nicole, English (US), female, whisper"


def test_language_and_theme_are_followed(qtbot, world):
    world.panel.select("bf_emma")
    for widget in (world.panel, world.browser):
        QApplication.sendEvent(widget, QEvent(QEvent.Type.LanguageChange))
        QApplication.sendEvent(widget, QEvent(QEvent.Type.PaletteChange))
    assert world.browser.current.name == "bf_emma"
    world.list.viewport().grab()


def test_rows_stay_where_they_are_when_something_changes(world):
    world.panel.select("zf_xiaoxiao")
    world.document.edit("x", edits.append(world.document.script, ["new"]))
    world.library.set_tags("zf_xiaoxiao", ("soft",))
    world.library.set_stock(stock("af_heart", "zf_xiaoxiao", "zm_yunxi"))
    assert world.browser.current.name == "zf_xiaoxiao"
    assert world.browser.shown == ("af_heart", "zf_xiaoxiao", "zm_yunxi")
    assert world.list.visualRect(world.list.currentIndex()).topLeft() != QPoint(-1, -1)
