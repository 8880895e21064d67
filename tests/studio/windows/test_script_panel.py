"""What a user does to whole lines: add, split, join, move, copy, filter, drop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from fake_line_services import take_of
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton
from pytestqt.qtbot import QtBot
from script_setting import CAST, Setting, script_of

from engines.prosody.emotion import Emotion
from studio.document.emotions import LineEmotion, named
from studio.document.script import Line, Member
from studio.document.state import LineState
from studio.windows.script_clipboard import LINES_MIME
from studio.windows.script_columns import Column
from studio.windows.script_commands import middle_break
from studio.windows.script_filter import PROBLEMS, Criteria
from studio.windows.script_roles import LOOK_ROLE

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen platform has no real windows

Make = Callable[..., Setting]
Control = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def make(qtbot: QtBot, tmp_path: Path) -> Make:
    def build(*lines: Line | str, cast: tuple[Member, ...] = CAST) -> Setting:
        setting = Setting(tmp_path, lines, cast)
        qtbot.addWidget(setting.panel)
        setting.show(qtbot)
        return setting

    return build


# Lines


def test_add_puts_a_line_below_and_lets_type(make: Make, qtbot: QtBot) -> None:
    s = make(Line("a", "x", "Maya"), Line("b", "y"))
    s.select("a")
    s.panel.table.setFocus()
    qtbot.keyClick(s.panel.table, Qt.Key.Key_Return, Control)
    editor = s.panel.table.open_editor()
    assert isinstance(editor, QLineEdit)
    qtbot.keyClicks(editor, "new")
    s.panel.commit_editor()
    assert s.texts == ["x", "new", "y"]
    assert s.document.script.lines[1].member == "Maya"
    assert s.selected == s.document.script.lines[1].id
    s.undo()
    s.undo()
    assert s.texts == ["x", "y"]


def test_split_cuts_at_the_cursor_while_editing(make: Make) -> None:
    s = make("We leave at dawn.")
    s.panel.edit_text("a")
    editor = s.panel.table.open_editor()
    assert isinstance(editor, QLineEdit)
    editor.setText("They leave at dawn.")
    editor.setCursorPosition(len("They leave"))
    s.do("line.split")
    assert s.texts == ["They leave", "at dawn."]
    assert s.step == "Split line"
    assert s.selected == s.document.script.lines[1].id
    s.undo()
    assert s.texts == ["They leave at dawn."]
    assert s.selected == "a"


def test_split_cuts_between_sentences_else(make: Make) -> None:
    s = make("One. Two is here. Three.", "你好。你确定吗？", "x")
    for line_id in "ab":
        s.select(line_id)
        s.do("line.split")
    assert s.texts == ["One. Two is here.", "Three.", "你好。", "你确定吗？", "x"]
    s.select("c")
    s.do("line.split")
    assert len(s.texts) == 5
    assert "cannot be split" in s.problems[0]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Wait, what is it", ("Wait, ", "what is it")),
        ("abcdef", ("abc", "def")),
        ("今天天气很好，我们出去走走", ("今天天气很好，", "我们出去走走")),
        ("", ("", "")),
    ],
)
def test_a_text_has_a_best_place_to_be_cut(text: str, parts: tuple[str, str]) -> None:
    at = middle_break(text)
    assert (text[:at], text[at:]) == parts


def test_join_makes_one_line_of_neighbours(make: Make) -> None:
    s = make("We leave", "at dawn.", "你好，", "世界。", "x")
    s.select("a b")
    s.do("line.join")
    assert s.texts == ["We leave at dawn.", "你好，", "世界。", "x"]
    assert s.step == "Join 2 line(s)"
    assert s.selected == "a"
    s.select("c")
    s.do("line.join")
    assert s.texts[1] == "你好，世界。"
    s.select("a e")
    s.do("line.join")
    s.select("e")
    s.do("line.join")
    assert len(s.texts) == 3
    assert len(s.problems) == 2


def test_a_section_begins_here_or_no_longer(make: Make) -> None:
    s = make("Chapter one", "We leave.", "Chapter two")
    s.select("a c")
    s.do("line.section")
    assert [line.begins for line in s.document.script.lines] == ["section", "", "section"]
    assert s.step == "Begin 2 section(s)"
    assert s.selected == "a c"
    model = s.panel.table.model()
    assert "section begins" in model.index(0, Column.NUMBER).data(Qt.ItemDataRole.ToolTipRole)
    assert [model.index(row, Column.TEXT).data(LOOK_ROLE).begins_section for row in range(3)] == [True, False, True]
    s.select("c")
    s.do("line.section")
    assert s.step == "Join 1 section(s) to the one above"
    s.undo()
    s.undo()
    assert not any(line.begins for line in s.document.script.lines)


def test_lines_move_and_stay_selected(make: Make, qtbot: QtBot) -> None:
    s = make(*"vwxyz")
    s.select("b c")
    s.panel.table.setFocus()
    alt = Qt.KeyboardModifier.AltModifier
    qtbot.keyClick(s.panel.table, Qt.Key.Key_Down, alt)
    assert (s.shown, s.selected, s.step) == ("a d b c e", "b c", "Move 2 line(s)")
    for _ in range(4):
        qtbot.keyClick(s.panel.table, Qt.Key.Key_Up, alt)
    assert (s.shown, s.selected) == ("b c a d e", "b c")


def test_lines_move_past_those_that_are_shown(make: Make, qtbot: QtBot) -> None:
    s = make(*(Line(name, name, "Maya" if name in "adf" else "") for name in "abcdef"))
    s.panel.filter_bar.choose(Criteria(member="Maya"))
    s.select("d")
    s.do("line.down")
    assert [line.id for line in s.document.script.lines] == list("abcefd")
    s.do("line.up")
    s.do("line.up")
    s.do("line.up")
    assert s.shown == "d a f"
    assert s.selected == "d"


def test_duplicate_selects_the_copies(make: Make) -> None:
    s = make(Line("a", "x", "Maya", emotion=named("sad")), Line("b", "y"))
    s.select("a")
    s.do("line.duplicate")
    assert s.texts == ["x", "x", "y"]
    copy = s.document.script.lines[1]
    assert (copy.member, copy.emotion, s.selected) == ("Maya", named("sad"), copy.id)


def test_delete_goes_to_the_line_that_follows(make: Make, qtbot: QtBot) -> None:
    s = make(*"vwxyz")
    s.select("b d")
    s.panel.table.setFocus()
    qtbot.keyClick(s.panel.table, Qt.Key.Key_Delete)
    assert (s.shown, s.selected, s.step) == ("a c e", "e", "Delete 2 line(s)")
    s.do("line.delete")
    assert (s.shown, s.selected) == ("a c", "c")
    s.undo()
    assert (s.shown, s.selected) == ("a c e", "e")
    s.undo()
    assert (s.shown, s.selected) == ("a b c d e", "b d")


def test_actions_without_lines_are_off(make: Make) -> None:
    s = make()
    assert not s.actions["line.delete"].isEnabled()
    s.do("line.add")
    assert s.actions["line.delete"].isEnabled()
    s.undo()
    assert s.panel.table.open_editor() is None
    assert not s.actions["line.delete"].isEnabled()


def test_make_asks_for_the_lines(make: Make) -> None:
    s = make("x", "y")
    s.select("b")
    s.do("line.make")
    s.do("line.make_again")
    s.do("line.make_all")
    assert s.making.asked == [("make", ("b",)), ("again", ("b",)), ("make", ("a", "b"))]


# The clipboard


def test_lines_are_found_by_what_they_are_felt_with(make: Make, qtbot: QtBot) -> None:
    sad = named("sad")
    assert sad
    emotions = (None, sad, sad.graded(0.4), sad.graded(0.0), LineEmotion("", Emotion(happy=0.3)))
    s = make(*(Line(line_id, "x", emotion=emotion) for line_id, emotion in zip("abcde", emotions, strict=True)))
    for kind, shown in (("sad", "b c"), ("neutral", "a d"), ("", "e"), ("calm", "")):
        s.select(shown or "a")
        s.panel.lines.keep("")
        s.panel.filter_bar.choose(Criteria(emotion=kind))
        assert s.shown == shown
        assert s.panel.filter_bar.criteria == Criteria(emotion=kind)
        s.panel.filter_bar.clear()


def test_cut_and_paste_keep_all_that_a_line_has(make: Make) -> None:
    whole = Line(
        "a", "x: y", "Lin", voice="am_adam", language="zh", emotion=named("sad"), speed=1.2, start=1.0, end=2.0
    )
    s = make(whole, "y", "z")
    s.document.add_take(take_of(s.document, "a", "t"))
    s.select("a")
    s.do("edit.cut")
    assert s.texts == ["y", "z"]
    assert s.step == "Cut 1 line(s)"
    assert QGuiApplication.clipboard().text() == "Lin: x: y"
    s.select("c")
    s.do("edit.paste")
    assert s.texts == ["y", "z", "x: y"]
    pasted = s.document.script.lines[2]
    assert s.selected == pasted.id
    assert pasted.id != "a"
    assert (pasted.member, pasted.voice, pasted.language, pasted.emotion, pasted.speed, pasted.start) == (
        "Lin", "am_adam", "zh", named("sad"), 1.2, 1.0,
    )  # fmt: skip


def test_lines_from_another_project_bring_their_cast(make: Make, tmp_path: Path, qtbot: QtBot) -> None:
    other = Setting(tmp_path, [Line("a", "x", "Tom")], (Member("", "af_heart"), Member("Tom", "am_adam", 0.9)))
    qtbot.addWidget(other.panel)
    other.select("a")
    other.do("edit.copy")
    s = make("y")
    s.do("edit.paste")
    assert s.document.script.members["Tom"] == Member("Tom", "am_adam", 0.9)
    s.undo()
    assert "Tom" not in s.document.script.members


def test_text_is_pasted_line_by_line_with_members(make: Make) -> None:
    s = make("x", "y")
    s.select("a")
    QGuiApplication.clipboard().setText("Maya: Hello.\r\nLin\t你好。\n\nNobody: Hm.\n")
    s.do("edit.paste")
    assert [(line.member, line.text) for line in s.document.script.lines] == [
        ("", "x"), ("Maya", "Hello."), ("Lin", "你好。"), ("", "Nobody: Hm."), ("", "y"),
    ]  # fmt: skip
    assert s.step == "Paste 3 line(s)"
    assert len(s.panel.selected_ids()) == 3


@pytest.mark.parametrize("data", [b"", b"{", b'{"version":99}', b'{"version":1,"lines":[5]}', b"\xff\xfe"])
def test_a_damaged_clipboard_is_survived(make: Make, data: bytes) -> None:
    s = make("x")
    mime = QMimeData()
    mime.setData(LINES_MIME, data)
    QGuiApplication.clipboard().setMimeData(mime)
    s.do("edit.paste")
    assert s.texts == ["x"]
    assert "nothing" in s.problems[0] or "no text" in s.problems[0]


# The filter


def test_words_filter_text_and_member(make: Make) -> None:
    s = make(Line("a", "We leave at Dawn.", "Maya"), Line("b", "At dawn?", "Lin"), Line("c", "你确定吗？"))
    s.panel.filter_bar.choose(Criteria(text="dawn"))
    assert s.shown == "a b"
    s.panel.filter_bar.choose(Criteria(text="DAWN maya"))
    assert s.shown == "a"
    s.panel.filter_bar.choose(Criteria(text="确定"))
    assert s.shown == "c"
    assert s.panel.filter_bar._count.text() == "1 of 3 line(s)"
    s.panel.filter_bar.clear()
    assert s.shown == "a b c"
    assert s.panel.filter_bar._count.text() == "3 line(s)"


def test_typing_filters_and_escape_shows_all(make: Make, qtbot: QtBot) -> None:
    s = make("one", "two")
    stopped: list[bool] = []
    s.actions["play.stop"].triggered.connect(lambda _checked: stopped.append(True))
    field = s.panel.filter_bar.findChild(QLineEdit)
    field.setFocus()
    qtbot.keyClicks(field, "tw")
    assert s.shown == "b"
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert s.shown == "a b"
    assert not stopped
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert len(stopped) == 1, "the next one stops the sound"


def test_members_and_states_filter(make: Make, qtbot: QtBot) -> None:
    s = make(Line("a", "x", "Maya"), Line("b", "y"), Line("c", "z", start=0.0, end=1.0), Line("d"))
    s.panel.filter_bar.choose(Criteria(member=""))
    assert s.shown == "b c d"
    s.panel.filter_bar.choose(Criteria(state=LineState.EMPTY))
    assert s.shown == "d"
    s.document.add_take(take_of(s.document, "c", "t", seconds=1.5))
    s.making.set_state("a", LineState.FAILED)
    s.panel.filter_bar.choose(Criteria(state=PROBLEMS))
    assert s.shown == "a c"
    s.making.set_state("b", LineState.FAILED)
    qtbot.waitUntil(lambda: s.shown == "a b c")


def test_lines_do_not_vanish_under_the_users_hands(make: Make, qtbot: QtBot) -> None:
    s = make("one", "two", "one more")
    s.panel.filter_bar.choose(Criteria(text="one"))
    s.select("a")
    qtbot.waitUntil(lambda: s.panel.lines._kept == "a")
    s.panel.editing.set_value(["a"], Column.TEXT, "first")
    assert s.shown == "a c"
    s.do("line.add")
    new = s.document.script.lines[1].id
    assert s.shown == f"a {new} c"
    s.panel.commit_editor()
    s.select("c")
    qtbot.waitUntil(lambda: s.shown == f"{new} c")
    s.panel.filter_bar.choose(Criteria(text="one more"))
    assert s.shown == "c"


def test_selecting_a_hidden_line_shows_all(make: Make) -> None:
    s = make("one", "two")
    s.panel.filter_bar.choose(Criteria(text="one"))
    s.panel.select(("b",))
    assert s.shown == "a b"
    assert s.selected == "b"


def test_a_hidden_line_is_no_longer_selected(make: Make) -> None:
    s = make("one", "two", "three")
    s.select("a b")
    s.panel.filter_bar.choose(Criteria(text="t"))
    assert s.shown == "b c"
    assert s.selected == "b"


def test_a_member_who_is_gone_is_no_longer_asked_for(make: Make) -> None:
    s = make(Line("a", "x", "Maya"), Line("b", "y"))
    s.panel.filter_bar.choose(Criteria(member="Maya"))
    s.document.replace(script_of(["x"], (Member("", "af_heart"),)), (), None)
    assert s.shown == "a"
    assert s.panel.filter_bar.criteria == Criteria()


def test_brackets_go_from_problem_to_problem(make: Make, qtbot: QtBot) -> None:
    s = make(*"vwxyz")
    for line_id in "bd":
        s.making.set_state(line_id, LineState.FAILED)
    seen = []
    for key in (Qt.Key.Key_BracketRight,) * 3 + (Qt.Key.Key_BracketLeft,) * 2:
        s.panel.table.setFocus()
        qtbot.keyClick(s.panel.table, key)
        seen.append(s.selected)
    assert seen == ["b", "d", "b", "d", "b"]


def test_no_problem_is_said(make: Make) -> None:
    s = make("x")
    s.do("line.next_problem")
    assert s.problems == ["No line is stale, failed or too long."]
    make().do("line.previous_problem")


# The menu


def entries(menu: QMenu) -> dict[str, QMenu]:
    return {action.text(): action.menu() for action in menu.actions() if action.menu()}


def open_menu(s: Setting, qtbot: QtBot) -> QMenu:
    s.panel.table.customContextMenuRequested.emit(QPoint(5, 5))
    menus = [menu for menu in s.panel.table.findChildren(QMenu) if menu.isVisible()]
    assert len(menus) == 1
    return menus[0]


def test_the_menu_gives_all_selected_lines_a_value(make: Make, qtbot: QtBot) -> None:
    s = make(Line("a", "x", voice="am_adam"), "y", Line("c", "z", speed=1.5))
    s.voices.set_favourite("zf_xiaoxiao", True)
    s.select("a c")
    menu = open_menu(s, qtbot)
    submenus = entries(menu)
    assert [*submenus] == ["Cast", "Voice", "Emotion", "Speed", "Clear"]
    voices = [action.text() for action in submenus["Voice"].actions() if action.text()]
    assert voices == ["From cast", "Adam", "Bella", "Heart", "Xiaoxiao", "Another…"]
    next(action for action in submenus["Cast"].actions() if action.text() == "Lin").trigger()
    next(action for action in submenus["Emotion"].actions() if action.text() == "Calm").trigger()
    clear = {action.text(): action for action in submenus["Clear"].actions()}
    assert [*clear] == ["Cast", "Voice", "Emotion", "Speed"]
    clear["Voice"].trigger()
    clear["Speed"].trigger()
    a, _, c = s.document.script.lines
    for line in (a, c):
        assert (line.member, line.emotion, line.voice, line.speed) == ("Lin", named("calm"), "", None)
    menu.close()


def test_the_menu_ticks_what_all_lines_have(make: Make, qtbot: QtBot) -> None:
    s = make(Line("a", "x", "Maya"), Line("b", "y", "Maya", emotion=named("sad")))
    s.select("a b")
    menu = open_menu(s, qtbot)
    submenus = entries(menu)
    assert [action.text() for action in submenus["Cast"].actions() if action.isChecked()] == ["Maya"]
    assert not [action for action in submenus["Emotion"].actions() if action.isChecked()]
    assert s.actions["line.delete"] in menu.actions()
    menu.close()


# Dropping


def drop(s: Setting, mime: QMimeData, at: QPoint, source: bool = False) -> bool:
    target = s.panel.table
    allowed = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(at, allowed, mime, buttons, keys)
    target.dragEnterEvent(enter)
    move = QDragMoveEvent(at, allowed, mime, buttons, keys)
    target.dragMoveEvent(move)
    target.dropEvent(QDropEvent(QPointF(at), allowed, mime, buttons, keys))
    return enter.isAccepted() and move.isAccepted()


def test_files_are_reported(make: Make, tmp_path: Path) -> None:
    s = make("x")
    files: list[list[Path]] = []
    s.panel.files_dropped.connect(files.append)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "第一集.srt")), QUrl("https://example.org/x.srt")])
    assert drop(s, mime, QPoint(5, 5))
    assert files == [[tmp_path / "第一集.srt"]]
    keys = Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, keys)
    s.panel.dragEnterEvent(enter)
    assert enter.isAccepted()
    s.panel.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, keys))
    assert len(files) == 2


def test_text_is_dropped_between_lines(make: Make) -> None:
    s = make("x", "y")
    mime = QMimeData()
    mime.setText("Maya: one\ntwo")
    top = s.panel.table.visualRect(s.index("b", Column.TEXT)).topLeft()
    assert drop(s, mime, top + QPoint(2, 2))
    assert s.texts == ["x", "one", "two", "y"]
    mime.setText("last")
    drop(s, mime, QPoint(50, s.panel.table.viewport().height() - 5))
    assert s.texts[-1] == "last"


def test_dragged_rows_move_where_they_are_dropped(make: Make) -> None:
    s = make(*"vwxyz")
    s.select("a b")
    s.panel.table.lines_moved.emit(4)
    assert (s.shown, s.selected) == ("c d a b e", "a b")
    s.panel.table.lines_moved.emit(5)
    assert s.shown == "c d e a b"
    mime = s.panel.model.mimeData([s.panel.model.index(3, 0), s.panel.model.index(3, 1), s.panel.model.index(0, 0)])
    assert mime.text() == "x\nv"
    assert mime.hasFormat(LINES_MIME)


# The whole panel


def test_an_empty_script_shows_ways_to_begin(make: Make, qtbot: QtBot) -> None:
    s = make()
    asked: list[str] = []
    s.panel.open_requested.connect(lambda: asked.append("open"))
    s.panel.sample_requested.connect(lambda: asked.append("sample"))
    buttons = {button.text(): button for button in s.panel.findChildren(QPushButton) if button.isVisible()}
    assert [*buttons] == ["&Type the first line", "&Open a subtitle or text file…", "Load the &sample"]
    qtbot.mouseClick(buttons["&Open a subtitle or text file…"], Qt.MouseButton.LeftButton)
    qtbot.mouseClick(buttons["Load the &sample"], Qt.MouseButton.LeftButton)
    assert asked == ["open", "sample"]
    qtbot.mouseClick(buttons["&Type the first line"], Qt.MouseButton.LeftButton)
    editor = s.panel.table.open_editor()
    assert isinstance(editor, QLineEdit)
    qtbot.keyClicks(editor, "Hello.")
    s.panel.commit_editor()
    assert s.texts == ["Hello."]


def test_the_selection_is_told_once(make: Make) -> None:
    s = make(*"xyz")
    told: list[tuple[str, ...]] = []
    s.panel.selection_changed.connect(told.append)
    s.select("a b")
    s.select("a b")
    s.do("line.delete")
    assert told == [("a", "b"), ("c",)]
    assert s.panel.current_id() == "c"


def test_columns_are_kept(make: Make) -> None:
    s = make("x")
    s.panel.table.setColumnWidth(Column.VOICE, 222)
    state = s.panel.save_columns()
    s.panel.table.setColumnWidth(Column.VOICE, 100)
    s.panel.restore_columns(state)
    assert s.panel.table.columnWidth(Column.VOICE) == 222


def test_the_text_takes_the_room_that_is_left(make: Make, qtbot: QtBot) -> None:
    s = make("x")
    table = s.panel.table
    qtbot.waitUntil(lambda: table.horizontalHeader().length() == table.viewport().width())
    s.panel.resize(300, 300)
    qtbot.waitUntil(lambda: table.viewport().width() < 300)
    assert table.columnWidth(Column.TEXT) >= table.fontMetrics().averageCharWidth() * 20


def test_thousands_of_lines_can_be_selected_and_changed_at_once(make: Make) -> None:
    s = make(*(Line(f"l{row}", f"Line {row}") for row in range(3000)))
    s.panel.table.selectAll()
    assert len(s.panel.selected_ids()) == 3000
    s.panel.editing.set_value(s.panel.selected_ids(), Column.EMOTION, "calm")
    s.do("line.delete")
    assert s.texts == []
    s.undo()
    assert len(s.texts) == 3000
    assert s.panel.selected_ids() == ("l0",), "of so many lines that came back, only the first is selected"
