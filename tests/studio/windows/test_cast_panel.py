from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QEvent, QMimeData, QModelIndex, QPoint, Qt
from PySide6.QtWidgets import QApplication, QDoubleSpinBox, QLineEdit
from voice_fakes import FakeTransport, stock

from studio.document.document import Document
from studio.document.emotions import named
from studio.document.script import Line, Member, Script
from studio.document.takes import Take
from studio.emotions import EmotionLibrary
from studio.settings import Settings
from studio.voices import VoiceLibrary
from studio.windows.actions import Actions
from studio.windows.cast_model import CastModel, Column
from studio.windows.cast_panel import CastPanel
from studio.windows.cast_words import free_name, initials
from studio.windows.voices_model import VOICE_MIME

LEFT = Qt.MouseButton.LeftButton
CAST = (Member("", "af_heart"), Member("Maya", "zf_xiaoxiao", 1.1), Member("林医生", "zm_yunxi"))


@pytest.fixture
def document():
    document = Document()
    lines = tuple(Line(str(n), f"line {n}", ("", "Maya", "Maya", "林医生")[n % 4]) for n in range(24))
    document.replace(Script(lines, CAST), (), None)
    return document


@pytest.fixture
def transport():
    return FakeTransport()


@pytest.fixture
def panel(qtbot, tmp_path, document, transport):
    library = VoiceLibrary(Settings(tmp_path / "settings.ini"))
    library.set_stock(stock())
    panel = CastPanel(document=document, voices=library, emotions=EmotionLibrary(), transport=transport)
    panel.library = library
    qtbot.addWidget(panel)
    panel.resize(320, 320)
    panel.show()
    return panel


def texts(panel):
    model = panel.table.model()
    return [
        tuple(model.index(row, column).data() for column in range(model.columnCount()))
        for row in range(model.rowCount())
    ]


def names(document):
    return [member.name for member in document.script.cast]


def make_takes(document, member):
    for line in document.script.lines:
        if line.member == member:
            delivery = document.script.delivery(line)
            document.add_take(Take(f"t{line.id}", line.id, delivery, "m", 1.0, 24000, "2026-01-01"))


def edit(panel, name, column):
    panel.select(name, column)
    panel.table.edit_pressed.emit(panel.table.currentIndex())
    kind = QDoubleSpinBox if column is Column.SPEED else QLineEdit
    return panel.table.viewport().findChildren(kind)[-1]


def press_enter(qtbot, editor):
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    QApplication.processEvents()


def test_members_are_listed_with_voice_speed_and_lines(panel):
    assert texts(panel) == [
        ("Narrator", "Heart", "1.00×", "6"),
        ("Maya", "Xiaoxiao", "1.10×", "12"),
        ("林医生", "Yunxi", "1.00×", "6"),
    ]
    assert panel.current.name == ""


def test_lines_of_unknown_members_are_the_narrators(panel, document):
    document.edit("x", Script((Line("a", "x", "nobody"), Line("b", "y")), CAST))
    assert texts(panel)[0][3] == "2"


def test_the_count_follows_the_script(panel, document):
    lines = document.script.lines
    document.edit("delete", Script(lines[4:], CAST))
    assert [row[3] for row in texts(panel)] == ["5", "10", "5"]
    document.undo_stack.undo()
    assert [row[3] for row in texts(panel)] == ["6", "12", "6"]


def test_typing_in_a_line_does_not_count_again(panel, document, qtbot):
    changed = Script((Line("0", "other text"), *document.script.lines[1:]), document.script.cast)
    with qtbot.assertNotEmitted(panel.table.model().dataChanged):
        document.edit("type", changed)


def test_a_member_is_added_and_named(qtbot, panel, document):
    qtbot.mouseClick(panel.add_button, LEFT)
    assert names(document)[-1] == "Character"
    assert document.script.cast[-1].voice == "af_heart"
    field = panel.table.viewport().findChild(QLineEdit)
    field.selectAll()
    qtbot.keyClicks(field, "Old Tom")
    press_enter(qtbot, field)
    assert names(document)[-1] == "Old Tom"
    assert panel.current.name == "Old Tom"


def test_all_lines_follow_a_new_name_in_one_step(qtbot, panel, document):
    field = edit(panel, "Maya", Column.NAME)
    field.setText("  Maya   Lin ")
    press_enter(qtbot, field)
    assert names(document) == ["", "Maya Lin", "林医生"]
    assert sum(line.member == "Maya Lin" for line in document.script.lines) == 12
    assert document.undo_stack.count() == 1
    assert panel.current.name == "Maya Lin"
    document.undo_stack.undo()
    assert names(document) == ["", "Maya", "林医生"]
    assert panel.current.name == "Maya"


@pytest.mark.parametrize(
    ("name", "sentence"), [("maya", "already"), ("Narrator", "already"), ("   ", "needs a name"), ("", "needs a name")]
)
def test_names_are_unique_and_there(qtbot, panel, document, name, sentence):
    field = edit(panel, "林医生", Column.NAME)
    field.setText(name)
    press_enter(qtbot, field)
    assert names(document) == ["", "Maya", "林医生"]
    assert sentence in panel.note.text
    assert panel.note.is_error


def test_the_case_of_a_name_can_be_changed(qtbot, panel, document):
    field = edit(panel, "Maya", Column.NAME)
    field.setText("MAYA")
    press_enter(qtbot, field)
    assert names(document) == ["", "MAYA", "林医生"]


def test_the_narrator_keeps_its_name_and_stays(qtbot, panel, document):
    panel.select("")
    qtbot.keyClick(panel.table, Qt.Key.Key_F2)
    assert "keeps its name" in panel.note.text
    qtbot.keyClick(panel.table, Qt.Key.Key_Delete)
    assert "cannot be removed" in panel.note.text
    assert not panel.remove_button.isEnabled()
    assert names(document) == ["", "Maya", "林医生"]


def test_a_new_voice_re_voices_every_line_in_one_step(qtbot, panel, document):
    make_takes(document, "Maya")
    panel.select("Maya")
    qtbot.mouseClick(panel.voice_button, LEFT)
    assert panel.popup.isVisible()
    assert panel.popup.browser.current.name == "zf_xiaoxiao"
    qtbot.keyClicks(panel.popup.browser.search, "emma")
    qtbot.keyClick(panel.popup.browser.search, Qt.Key.Key_Return)
    assert not panel.popup.isVisible()
    assert document.script.members["Maya"].voice == "bf_emma"
    assert document.undo_stack.count() == 1
    assert "12 line(s) to make again" in panel.note.text
    assert texts(panel)[1][1] == "Emma"
    document.undo_stack.undo()
    assert document.script.members["Maya"].voice == "zf_xiaoxiao"
    assert panel.note.text == ""


def test_lines_never_made_are_not_made_again(panel, document):
    panel.table.model().set_voice("Maya", "bf_emma")
    assert panel.note.text == "Emma is the voice now."


def test_enter_on_a_voice_opens_the_list_and_escape_closes_it(qtbot, panel, document):
    panel.select("Maya", Column.VOICE)
    qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert panel.popup.isVisible()
    qtbot.keyClick(panel.popup.browser.search, Qt.Key.Key_Escape)
    assert not panel.popup.isVisible()
    assert document.undo_stack.count() == 0


def test_a_double_click_on_a_voice_opens_the_list(qtbot, panel):
    cell = panel.table.visualRect(panel.table.model().index(2, Column.VOICE))
    qtbot.mouseClick(panel.table.viewport(), LEFT, pos=cell.center())
    qtbot.mouseDClick(panel.table.viewport(), LEFT, pos=cell.center())
    assert panel.popup.isVisible()
    assert panel.popup.browser.current.name == "zm_yunxi"


def test_samples_can_be_heard_while_choosing(qtbot, panel, transport):
    panel.select("Maya")
    panel.choose_voice()
    qtbot.keyClick(panel.popup.browser.list, Qt.Key.Key_Space)
    assert [utterance.voice for utterance in transport.heard] == ["zf_xiaoxiao"]
    panel.popup.hide()
    assert transport.state.value == "stopped"


def test_the_speed_is_edited_in_place(qtbot, panel, document):
    box = edit(panel, "林医生", Column.SPEED)
    box.setValue(1.25)
    press_enter(qtbot, box)
    assert document.script.members["林医生"].speed == 1.25
    assert texts(panel)[2][2] == "1.25×"
    document.undo_stack.undo()
    assert document.script.members["林医生"].speed == 1.0


def test_a_speed_out_of_range_is_brought_into_it(panel, document):
    model = panel.table.model()
    assert model.setData(model.index(1, Column.SPEED), 9.0)
    assert document.script.members["Maya"].speed == 2.0


def test_the_lines_of_a_removed_member_go_to_the_narrator(qtbot, panel, document):
    panel.select("Maya")
    qtbot.keyClick(panel.table, Qt.Key.Key_Delete)
    assert names(document) == ["", "林医生"]
    assert texts(panel)[0][3] == "18"
    assert panel.note.text == "Maya is removed; 12 line(s) went to the narrator."
    assert panel.current.name == "林医生"
    document.undo_stack.undo()
    assert texts(panel)[1] == ("Maya", "Xiaoxiao", "1.10×", "12")


def test_the_order_is_changed_with_buttons_and_keys(qtbot, panel, document):
    panel.select("林医生")
    qtbot.mouseClick(panel.up_button, LEFT)
    assert names(document) == ["", "林医生", "Maya"]
    assert not panel.up_button.isEnabled()
    qtbot.keyClick(panel.table, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert names(document) == ["", "Maya", "林医生"]
    assert panel.current.name == "林医生"
    assert not panel.down_button.isEnabled()
    panel.select("")
    qtbot.keyClick(panel.table, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert names(document) == ["", "Maya", "林医生"]


def test_a_voice_is_dropped_on_a_member(panel, document):
    model = panel.table.model()
    data = QMimeData()
    data.setData(VOICE_MIME, QByteArray(b"bf_emma"))
    copy = Qt.DropAction.CopyAction
    assert model.canDropMimeData(data, copy, -1, -1, model.index(2, 1))
    assert not model.canDropMimeData(data, copy, 1, 0, QModelIndex())
    assert not model.canDropMimeData(QMimeData(), copy, -1, -1, model.index(2, 1))
    assert model.dropMimeData(data, copy, -1, -1, model.index(2, 1))
    assert document.script.members["林医生"].voice == "bf_emma"
    assert "Emma" in panel.note.text


def test_another_project_shows_its_own_cast(panel, document):
    document.replace(Script((), (Member("", "bf_emma"),)), (), None)
    assert texts(panel) == [("Narrator", "Emma", "1.00×", "0")]
    assert panel.current.name == ""


def test_titles_come_when_the_model_is_loaded(qtbot, tmp_path, document):
    model = CastModel(document, VoiceLibrary(Settings(tmp_path / "s.ini")), EmotionLibrary())
    assert model.index(1, Column.VOICE).data() == "Xiaoxiao"
    assert model.index(1, Column.VOICE).data(Qt.ItemDataRole.ToolTipRole) == "zf_xiaoxiao"


def test_everything_has_a_name_and_follows_language_and_theme(panel):
    for button in (panel.add_button, panel.voice_button, panel.remove_button, panel.up_button, panel.down_button):
        assert button.accessibleName()
    assert panel.table.accessibleName()
    QApplication.sendEvent(panel, QEvent(QEvent.Type.LanguageChange))
    QApplication.sendEvent(panel, QEvent(QEvent.Type.PaletteChange))
    panel.grab()
    assert panel.popup.pos() != QPoint(-1, -1)


@pytest.mark.parametrize(
    ("title", "letters"), [("Narrator", "N"), ("Old Tom Bombadil", "OT"), ("林医生", "林"), ("", "?"), ("maya", "M")]
)
def test_initials(title, letters):
    assert initials(title) == letters


def test_a_free_name():
    script = Script((), (Member("", "v"), Member("Emma", "v"), Member("emma 2", "v")))
    assert free_name(script, "Emma") == "Emma 3"
    assert free_name(script, "Narrator") == "Narrator 2"
    assert free_name(script, "Tom") == "Tom"


def test_the_keys_that_move_a_member_are_not_those_that_move_lines(qtbot, panel, document):
    actions = Actions(Settings(Path(panel.library._settings._store.fileName())))
    panel.addAction(actions["line.down"])
    panel.select("Maya")
    panel.table.setFocus()
    with qtbot.assertNotEmitted(actions["line.down"].triggered):
        qtbot.keyClick(panel.table, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert names(document) == ["", "林医生", "Maya"]


def test_a_member_feels_something_in_all_lines_without_an_emotion_of_their_own(panel, document):
    panel.select("Maya")
    panel._offer_emotions()
    actions = {action.text(): action for action in panel._emotion_menu.actions()}
    assert actions["Neutral"].isChecked()
    actions["Sad"].trigger()
    assert document.undo_stack.undoText() == "Emotion of Maya"
    line = next(line for line in document.script.lines if line.member == "Maya")
    assert document.script.delivery(line).emotion == named("sad").emotion
    assert texts(panel)[1][Column.VOICE].endswith(" · Sad")
    panel._offer_emotions()
    next(action for action in panel._emotion_menu.actions() if action.text() == "Sad 0.4").trigger()
    assert document.script.members["Maya"].emotion == named("sad").graded(0.4)
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert document.script.members["Maya"].emotion.is_neutral
