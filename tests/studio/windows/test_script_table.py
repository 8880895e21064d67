"""What the table shows, and what edits of cells do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from fake_line_services import chunk_of, sound, take_of
from PySide6.QtCore import QCoreApplication, QEvent, QItemSelectionModel, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from script_setting import CAST, Setting, script_of

from engines.prosody.emotion import Emotion
from studio.document import edits
from studio.document.emotions import LineEmotion, named
from studio.document.script import Line, Member
from studio.document.state import LineState
from studio.document.times import parse_time
from studio.windows import theme
from studio.windows.script_columns import Column, exact_time
from studio.windows.script_editors import SpeedEditor
from studio.windows.script_roles import LOOK_ROLE, Look

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen platform has no real windows

ToolTip = Qt.ItemDataRole.ToolTipRole
Make = Callable[..., Setting]


@pytest.fixture
def make(qtbot: QtBot, tmp_path: Path) -> Make:
    def build(*lines: Line | str, cast: tuple[Member, ...] = CAST) -> Setting:
        setting = Setting(tmp_path, lines, cast)
        qtbot.addWidget(setting.panel)
        setting.show(qtbot)
        return setting

    return build


def look(s: Setting, line_id: str, column: Column) -> Look:
    found = s.index(line_id, column).data(LOOK_ROLE)
    assert isinstance(found, Look)
    return found


def editor_of(s: Setting, line_id: str, column: Column) -> QWidget:
    assert s.panel.table.edit_cell(line_id, column)
    editor = s.panel.table.open_editor()
    assert editor is not None
    return editor


# What is shown


def test_a_line_is_a_row_of_words(make: Make) -> None:
    s = make(Line("a", "We leave\nat dawn.", "Maya", emotion=named("happy"), start=1.25, end=62.5))
    shown = [s.cell("a", column) for column in Column]
    assert shown == [
        "1", "Maya", "We leave at dawn.", "Bella", "Happy", "1.00", "0:01.2", "1:02.5", "– of 61.3 s", "–", "Not made",
    ]  # fmt: skip


def test_what_comes_from_the_cast_is_marked_and_follows_it(make: Make) -> None:
    s = make(Line("a", "x", "Lin"), Line("b", "x", "Lin", voice="am_adam", speed=0.8))
    assert [s.cell("a", column) for column in (Column.VOICE, Column.SPEED)] == ["Xiaoxiao", "1.10"]
    assert [s.cell("b", column) for column in (Column.VOICE, Column.SPEED)] == ["Adam", "0.80"]
    assert look(s, "a", Column.VOICE).is_inherited
    assert not look(s, "b", Column.VOICE).is_inherited
    s.document.edit("x", edits.set_member(s.document.script, Member("Lin", "zm_yunxi", 0.9)))
    assert [s.cell("a", column) for column in (Column.VOICE, Column.SPEED)] == ["Yunxi", "0.90"]


def test_odd_values_say_what_to_do(make: Make) -> None:
    s = make(Line("a", "x", "Stranger"), Line("b", "x", voice="gone"), Line("c", "x", start=2.0, end=1.0))
    for line_id, column, word in (("a", Column.MEMBER, "cast"), ("b", Column.VOICE, "gone"), ("c", Column.END, "ends")):
        assert look(s, line_id, column).is_odd
        assert word in s.index(line_id, column).data(ToolTip)
    s.voices.set_stock({})
    assert not look(s, "b", Column.VOICE).is_odd, "no voice is known before the model is loaded"


def test_an_emotion_has_a_name_and_a_degree_and_may_come_from_the_cast(make: Make) -> None:
    sad = named("sad")
    assert sad
    own = LineEmotion("", Emotion(happy=0.2, angry=0.5))
    cast = (Member("", "af_heart"), Member("Maya", "af_bella", emotion=sad.graded(0.35)))
    emotions = (None, sad.graded(0.6), own, LineEmotion())
    s = make(*(Line(line_id, "x", "Maya", emotion=emotion) for line_id, emotion in zip("abcd", emotions, strict=True)))
    for member in cast:
        s.document.edit("cast", edits.set_member(s.document.script, member))
    assert [s.cell(line_id, Column.EMOTION) for line_id in "abcd"] == ["Sad 0.35", "Sad 0.6", "own blend", "Neutral"]
    assert [look(s, line_id, Column.EMOTION).is_inherited for line_id in "abcd"] == [True, False, False, False]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("angry", "Angry"), ("Sad .4", "Sad 0.4"), ("calm 25%", "Calm 0.25"), ("", "Neutral"), ("hungry", None)],
)
def test_an_emotion_is_typed(make: Make, typed: str, shown: str | None) -> None:
    s = make(Line("a", "x", emotion=named("happy")))
    editor = editor_of(s, "a", Column.EMOTION)
    assert isinstance(editor, QComboBox)
    assert editor.currentText() == "Happy"
    assert editor.findText("Happy 0.4") > 0, "the degrees of what it is"
    editor.setEditText(typed)
    s.panel.commit_editor()
    assert s.cell("a", Column.EMOTION) == (shown or "Happy")
    assert bool(s.problems) == (shown is None)


def test_columns_for_times_appear_with_times(make: Make) -> None:
    s = make("x")
    hidden = s.panel.table.isColumnHidden
    assert hidden(Column.START)
    assert hidden(Column.END)
    s.document.edit("x", edits.set_fields(s.document.script, ["a"], start=1.0, end=2.0))
    assert not hidden(Column.START)
    s.undo()
    assert hidden(Column.START)


def test_a_take_longer_than_its_slot_is_marked(make: Make) -> None:
    s = make(Line("a", "x", start=1.0, end=2.0), "y")
    s.document.add_take(take_of(s.document, "a", "t", seconds=1.4))
    assert s.cell("a", Column.DURATION) == "1.4 of 1.0 s, +0.4 s over"
    assert look(s, "a", Column.DURATION).is_odd
    s.document.add_take(take_of(s.document, "b", "u", seconds=2.0))
    assert s.cell("b", Column.DURATION) == "2.0 s"


def test_the_state_is_a_word_and_a_failure_a_sentence(make: Make, qtbot: QtBot) -> None:
    s = make("x", "")
    assert s.cell("b", Column.STATE) == "No text"
    s.making.errors["a"] = "Voice <gone> is not installed: choose another."
    s.making.set_state("a", LineState.FAILED)
    qtbot.waitUntil(lambda: s.cell("a", Column.STATE) == "Failed")
    assert "Voice &lt;gone&gt; is not installed" in s.index("a", Column.STATE).data(ToolTip)
    assert s.index("a", Column.STATE).data(Qt.ItemDataRole.AccessibleTextRole) == "State: Failed"
    for state in LineState:
        s.making.set_state("a", state)
        assert look(s, "a", Column.STATE).state is state
        s.panel.grab()


def test_a_stale_line_says_so_at_once(make: Make) -> None:
    s = make("x")
    s.document.add_take(take_of(s.document, "a", "t"))
    assert s.cell("a", Column.STATE) == "Ready"
    s.document.edit("x", edits.set_fields(s.document.script, ["a"], text="y"))
    assert s.cell("a", Column.STATE) == "Stale"
    s.undo()
    assert s.cell("a", Column.STATE) == "Ready"


def test_the_sound_grows_while_a_line_is_made(make: Make, qtbot: QtBot) -> None:
    s = make("x")
    s.making.preparing.emit("a", "Measuring the voice", 0.4)
    assert s.cell("a", Column.STATE) == "Measuring the voice 40%"
    s.making.set_state("a", LineState.MAKING)
    s.making.add_chunk("a", chunk_of(0, sound(1.0)))
    s.making.add_chunk("a", chunk_of(24_000, sound(0.5)))
    peaks = look(s, "a", Column.STATE).peaks
    assert len(peaks) == 18
    assert 0.5 < max(peaks) <= 1.0
    assert s.cell("a", Column.STATE) == "Making"
    s.panel.grab()
    s.making.set_state("a", LineState.READY)
    qtbot.waitUntil(lambda: not look(s, "a", Column.STATE).peaks)


def test_states_of_many_lines_are_told_in_few_signals(make: Make, qtbot: QtBot) -> None:
    s = make(*(Line(f"l{row}", "x") for row in range(500)))
    told: list[object] = []
    s.panel.model.dataChanged.connect(lambda *args: told.append(args))
    for row in range(500):
        s.making.set_state(f"l{row}", LineState.QUEUED)
    qtbot.waitUntil(lambda: bool(told))
    assert len(told) == 1
    assert s.cell("l499", Column.STATE) == "Queued"


def test_the_line_that_plays_is_marked(make: Make) -> None:
    s = make("x", "y")
    s.panel.set_playing("b")
    assert look(s, "b", Column.NUMBER).is_playing
    s.panel.grab()
    s.panel.set_playing("")
    assert not look(s, "b", Column.NUMBER).is_playing


def test_members_have_hues(make: Make) -> None:
    s = make(Line("a", "x", "Maya"), Line("b", "x", "Lin"), Line("c", "x"))
    assert [look(s, line_id, Column.MEMBER).hue for line_id in "abc"] == [1, 2, None]


# How it follows the document


def test_an_edit_elsewhere_changes_only_its_row(make: Make) -> None:
    s = make("x", "y", "z")
    told: list[tuple[int, int]] = []
    s.panel.model.dataChanged.connect(lambda top, bottom, *_: told.append((top.row(), bottom.row())))
    s.panel.model.modelReset.connect(lambda: told.append((-1, -1)))
    s.document.edit("x", edits.set_fields(s.document.script, ["b"], text="new"))
    assert told == [(1, 1)]


def test_the_selection_survives_a_move_and_its_undo(make: Make) -> None:
    s = make(*"vwxyz")
    s.select("b c")
    s.document.edit("x", edits.move_to(s.document.script, ["b", "c"], 5))
    assert s.shown == "a d e b c"
    assert s.selected == "b c"
    s.undo()
    assert s.shown == "a b c d e"
    assert s.selected == "b c"


def test_another_project_replaces_all(make: Make) -> None:
    s = make("x", "y")
    s.select("b")
    s.document.replace(script_of([Line("n", "new")]), (), None)
    assert s.shown == "n"
    assert s.selected == ""


# Editing cells


def test_enter_edits_the_text_and_enter_takes_it_over(make: Make, qtbot: QtBot) -> None:
    s = make("old", "other")
    s.select("a")
    s.panel.table.setFocus()
    qtbot.keyClick(s.panel.table, Qt.Key.Key_Return)
    editor = s.panel.table.open_editor()
    assert isinstance(editor, QLineEdit)
    assert editor.accessibleName() == "Text of line 1"
    qtbot.keyClicks(editor, "new [one] ")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: s.texts == ["new [one] ", "other"])
    assert s.panel.table.open_editor() is None
    assert s.step == "Edit text"
    assert s.document.undo_stack.count() == 1
    s.undo()
    assert s.texts == ["old", "other"]


def test_escape_keeps_the_old_text(make: Make, qtbot: QtBot) -> None:
    s = make("old")
    editor = editor_of(s, "a", Column.TEXT)
    qtbot.keyClicks(editor, "new")
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert s.texts == ["old"]
    assert s.document.undo_stack.count() == 0


def test_control_enter_takes_the_text_over_and_plays(make: Make, qtbot: QtBot) -> None:
    s = make("old")
    editor = editor_of(s, "a", Column.TEXT)
    qtbot.keyClicks(editor, "new")
    heard: list[tuple[str, str]] = []
    s.panel.play_requested.connect(lambda line_id: heard.append((line_id, s.line(line_id).text)))
    qtbot.keyClick(editor, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert heard == [("a", "new")]
    assert s.texts == ["new"], "no line was added"


def test_plain_keys_are_commands_in_the_table_and_characters_in_an_editor(make: Make, qtbot: QtBot) -> None:
    s = make("x", "y")
    fired: list[str] = []
    for name in ("play.toggle", "line.next_problem", "line.previous_problem"):
        s.actions[name].triggered.connect(lambda _checked, name=name: fired.append(name))
    s.select("a")
    s.panel.table.setFocus()
    for key in (Qt.Key.Key_Space, Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight):
        qtbot.keyClick(s.panel.table, key)
    assert fired == ["play.toggle", "line.previous_problem", "line.next_problem"]
    for column in (Column.TEXT, Column.MEMBER, Column.VOICE, Column.SPEED, Column.EMOTION):
        editor = editor_of(s, "a", column)
        for key in (Qt.Key.Key_Space, Qt.Key.Key_BracketLeft, Qt.Key.Key_Delete):
            qtbot.keyClick(editor, key)
        s.panel.table.closeEditor(editor, s.panel.table.itemDelegate().EndEditHint.RevertModelCache)
    assert len(fired) == 3
    assert len(s.texts) == 2
    s.panel.table.setFocus()
    qtbot.keyClick(s.panel.table, Qt.Key.Key_Delete)
    assert s.texts == ["y"]


def test_chinese_is_composed_in_the_editors(make: Make, qtbot: QtBot) -> None:
    s = make("")
    editor = editor_of(s, "a", Column.TEXT)
    assert editor.inputMethodQuery(Qt.InputMethodQuery.ImEnabled)
    QCoreApplication.sendEvent(editor, QInputMethodEvent("ni hao", []))
    assert isinstance(editor, QLineEdit)
    assert editor.text() == ""
    commit = QInputMethodEvent()
    commit.setCommitString("你好")
    QCoreApplication.sendEvent(editor, commit)
    s.panel.commit_editor()
    assert s.texts == ["你好"]
    member = editor_of(s, "a", Column.MEMBER)
    assert isinstance(member, QComboBox)
    edit = member.lineEdit()
    assert edit is not None
    commit.setCommitString("阿明")
    QCoreApplication.sendEvent(edit, commit)
    s.panel.commit_editor()
    assert s.line("a").member == "阿明"
    assert not s.panel.table.inputMethodQuery(Qt.InputMethodQuery.ImEnabled), "keys are commands outside editors"


def test_what_is_being_typed_survives_changes_elsewhere(make: Make, qtbot: QtBot) -> None:
    s = make("old", "y")
    editor = editor_of(s, "a", Column.TEXT)
    qtbot.keyClicks(editor, "half")
    s.document.edit("x", edits.set_member(s.document.script, Member("", "am_adam")))
    s.document.edit("x", edits.set_fields(s.document.script, ["a"], emotion=named("sad")))
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "half"
    s.panel.commit_editor()
    assert s.texts == ["half", "y"]


def test_a_new_name_joins_the_cast_in_the_same_step(make: Make) -> None:
    s = make("x", "y")
    editor = editor_of(s, "a", Column.MEMBER)
    assert isinstance(editor, QComboBox)
    editor.setEditText(" Old  Tom ")
    s.panel.commit_editor()
    assert s.line("a").member == "Old Tom"
    assert s.document.script.members["Old Tom"].voice == "af_heart"
    s.undo()
    assert s.line("a").member == ""
    assert "Old Tom" not in s.document.script.members


@pytest.mark.parametrize(("typed", "member"), [("maya", "Maya"), ("narrator", ""), ("", "")])
def test_known_names_are_recognised(make: Make, typed: str, member: str) -> None:
    s = make(Line("a", "x", "Lin"))
    s.panel.editing.set_value(["a"], Column.MEMBER, typed)
    assert s.line("a").member == member
    assert s.document.script.cast == CAST


def test_a_value_given_to_one_selected_line_is_given_to_all(make: Make, qtbot: QtBot) -> None:
    s = make(*"vwxyz")
    s.select("a b c")
    editor = editor_of(s, "b", Column.EMOTION)
    assert isinstance(editor, QComboBox)
    assert s.selected == "a b c"
    editor.setCurrentIndex(editor.findText("Angry"))
    editor.activated.emit(editor.currentIndex())
    assert [line.emotion for line in s.document.script.lines] == [*[named("angry")] * 3, None, None]
    assert s.step == "Change emotion of 3 line(s)"
    editor = editor_of(s, "a", Column.SPEED)
    assert isinstance(editor, SpeedEditor)
    editor.setValue(1.3)
    s.panel.commit_editor()
    assert [line.speed for line in s.document.script.lines] == [1.3, 1.3, 1.3, None, None]
    editor = editor_of(s, "a", Column.VOICE)
    assert isinstance(editor, QComboBox)
    editor.setEditText("yunxi")
    s.panel.commit_editor()
    assert [line.voice for line in s.document.script.lines] == ["zm_yunxi"] * 3 + ["", ""]
    for _ in range(3):
        s.undo()
    assert s.document.script.lines == script_of("vwxyz").lines


def test_text_is_given_to_one_line_only(make: Make) -> None:
    s = make(*"xyz")
    s.select("a b c")
    editor = editor_of(s, "b", Column.TEXT)
    assert isinstance(editor, QLineEdit)
    editor.setText("new")
    s.panel.commit_editor()
    assert s.texts == ["x", "new", "z"]


def test_leaving_an_editor_without_a_choice_changes_nothing(make: Make) -> None:
    s = make(Line("a", "x", voice="am_adam"), Line("b", "y"))
    s.select("a b")
    for column in (Column.VOICE, Column.MEMBER, Column.SPEED, Column.EMOTION, Column.TEXT):
        editor_of(s, "a", column)
        s.panel.commit_editor()
    assert s.document.undo_stack.count() == 0


def test_speed_and_voice_go_back_to_the_cast(make: Make) -> None:
    s = make(Line("a", "x", "Lin", voice="am_adam", speed=1.5))
    editor = editor_of(s, "a", Column.SPEED)
    assert isinstance(editor, SpeedEditor)
    editor.setValue(editor.minimum())
    assert editor.text() == "From cast"
    s.panel.commit_editor()
    assert s.line("a").speed is None
    box = editor_of(s, "a", Column.VOICE)
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(0)
    assert box.currentText() == "From cast (Xiaoxiao)"
    box.activated.emit(0)
    assert s.line("a").voice == ""


def test_wrong_values_are_refused_with_a_sentence(make: Make) -> None:
    s = make(Line("a", "x", start=1.0, end=2.0))
    refused = {
        Column.MEMBER: "A: B",
        Column.VOICE: "no such voice",
        Column.EMOTION: "hungry",
        Column.SPEED: 3.0,
        Column.START: "soon",
        Column.END: "0:00.5",
    }
    for column, value in refused.items():
        assert not s.panel.editing.set_value(["a"], column, value), column
    assert not s.panel.editing.set_value(["a"], Column.MEMBER, "x" * 61)
    assert len(s.problems) == 7
    assert all(sentence.endswith(".") for sentence in s.problems)
    assert s.document.undo_stack.count() == 0


def test_times_can_be_edited(make: Make) -> None:
    s = make(Line("a", "x", start=1.0, end=2.0))
    editor = editor_of(s, "a", Column.END)
    assert isinstance(editor, QLineEdit)
    assert editor.text() == "0:02.000"
    editor.setText("1:02.5")
    s.panel.commit_editor()
    assert s.line("a").end == 62.5
    assert s.step == "Change end time"
    assert s.panel.model.setData(s.panel.model.index(0, Column.START), "")
    assert s.line("a").start is None


@pytest.mark.parametrize(("text", "seconds"), [("3", 3.0), ("1:02,5", 62.5), ("1:02:03.25", 3723.25), ("4 s", 4.0)])
def test_times_are_read_as_they_are_written(text: str, seconds: float) -> None:
    assert parse_time(text) == seconds
    assert parse_time(exact_time(seconds)) == seconds


def test_no_time_is_read_from_nonsense() -> None:
    assert [parse_time(text) for text in ("", "x", "1:2:3:4", "-1", "nan", "1e9")] == [None] * 6


def test_a_text_of_any_length_and_kind_is_shown(make: Make) -> None:
    s = make("a" * 200_000, "<b>bold</b> & [pause]", "😀\u0000\ud800 مرحبا", "line\nbreak")
    s.panel.grab()
    assert s.index("b", Column.TEXT).data(ToolTip) == "<p>&lt;b&gt;bold&lt;/b&gt; &amp; [pause]</p>"
    assert len(s.index("a", Column.TEXT).data(ToolTip)) < 2000


def test_words_follow_the_language_without_a_new_model(make: Make) -> None:
    s = make("x", "y")
    s.select("b")
    QCoreApplication.sendEvent(s.panel, QEvent(QEvent.Type.LanguageChange))
    assert s.selected == "b"


@pytest.mark.parametrize("name", ["light", "dark"])
def test_it_draws_in_both_themes_with_all_selected(make: Make, name: str, qapp: object) -> None:
    before = qapp.palette()  # type: ignore[attr-defined]
    theme.apply(qapp, name)  # type: ignore[arg-type]
    try:
        s = make(Line("a", "x", "Maya", start=1.0, end=2.0), Line("b", "x", "Stranger", voice="gone"))
        s.panel.table.selectAll()
        assert not s.panel.grab().isNull()
    finally:
        qapp.setPalette(before)  # type: ignore[attr-defined]


def test_the_current_cell_may_move_within_the_selection(make: Make) -> None:
    s = make(*"xyz")
    s.select("a b")
    selection = s.panel.table.selectionModel()
    selection.setCurrentIndex(s.index("b", Column.VOICE), QItemSelectionModel.SelectionFlag.NoUpdate)
    assert s.panel.current_id() == "b"
    assert s.selected == "a b"


def test_stale_takes_do_not_hide_the_length(make: Make) -> None:
    s = make("x")
    take = take_of(s.document, "a", "t", seconds=3.0)
    s.document.add_take(replace(take, delivery=replace(take.delivery, text="old")))
    assert s.cell("a", Column.DURATION) == "3.0 s"
    assert s.cell("a", Column.STATE) == "Stale"
