"""Finding and replacing in the script."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot
from script_setting import Setting

from studio.document.script import Line
from studio.windows.find_bar import FindBar
from studio.windows.script_columns import Column
from studio.windows.script_filter import Criteria

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen platform has no real windows

Make = Callable[..., Setting]


@pytest.fixture
def make(qtbot: QtBot, tmp_path: Path) -> Make:
    def build(*lines: Line | str) -> Setting:
        setting = Setting(tmp_path, lines)
        qtbot.addWidget(setting.panel)
        setting.show(qtbot)
        return setting

    return build


def look_for(s: Setting, text: str, **options: bool) -> FindBar:
    bar = s.panel.find_bar
    if bar.isHidden():
        s.do("edit.replace")
    for name, box in (
        ("case", bar._case), ("words", bar._words), ("expression", bar._expression), ("selection", bar._selection),
    ):  # fmt: skip
        box.setChecked(options.get(name, False))
    bar._find.setText(text)
    return bar


def result(s: Setting) -> str:
    return s.panel.find_bar._result.text()


def message(s: Setting) -> str:
    label: QLabel = s.panel.find_bar._message
    return label.text() if label.isVisible() else ""


def replace_with(s: Setting, text: str, *, everything: bool = False) -> None:
    s.panel.find_bar._replacement.setText(text)
    (s.panel.find_bar._replace_all if everything else s.panel.find_bar._replace).click()


def test_find_opens_the_bar_and_enter_goes_from_match_to_match(make: Make, qtbot: QtBot) -> None:
    s = make("a map", "nothing", "Map, map")
    s.panel.table.setFocus()
    qtbot.keyClick(s.panel.table, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    field = s.panel.find_bar.focusWidget()
    assert isinstance(field, QLineEdit)
    assert not s.panel.find_bar._replacement.isVisible()
    qtbot.keyClicks(field, "map")
    assert result(s) == "3 match(es)"
    seen = []
    for keys in (Qt.KeyboardModifier.NoModifier,) * 4 + (Qt.KeyboardModifier.ShiftModifier,):
        qtbot.keyClick(field, Qt.Key.Key_Return, keys)
        seen.append((s.selected, result(s)[0]))
        s.panel.grab()
    assert seen == [("a", "1"), ("c", "2"), ("c", "3"), ("a", "1"), ("c", "3")]
    assert field.hasFocus()
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert s.panel.find_bar.isHidden()
    assert s.panel.table.hasFocus()


def test_finding_begins_at_the_current_line(make: Make) -> None:
    s = make("x", "x", "x")
    look_for(s, "x")
    s.select("b")
    s.panel.finding.find_next()
    assert s.selected == "b"
    s.panel.finding.find_next()
    assert s.selected == "c"


@pytest.mark.parametrize(
    ("text", "options", "count"),
    [
        ("Map", {}, 4),
        ("Map", {"case": True}, 1),
        ("map", {"words": True}, 3),
        ("ma.", {}, 0),
        ("ma.", {"expression": True}, 4),
        ("你", {}, 2),
        ("", {}, 0),
    ],
)
def test_options_narrow_the_search(make: Make, text: str, options: dict[str, bool], count: int) -> None:
    s = make("a map, Map", "the mapping of a map", "你好，你")
    look_for(s, text, **options)
    shown = f"{count} match(es)" if count else "No match" if text else ""
    assert result(s) == shown


def test_only_selected_or_shown_lines_are_searched(make: Make) -> None:
    s = make("one x", "two x", "three x")
    s.select("b c")
    look_for(s, "x", selection=True)
    assert result(s) == "2 match(es)"
    s.panel.finding.find_next()
    assert s.selected == "b c"
    replace_with(s, "y", everything=True)
    assert s.texts == ["one x", "two y", "three y"]
    look_for(s, "x")
    s.panel.filter_bar.choose(Criteria(text="two"))
    s.panel.finding.find_next()
    assert result(s) == "No match"


def test_replace_all_is_one_step(make: Make) -> None:
    s = make("a map", "x", "map map")
    look_for(s, "map")
    replace_with(s, r"\1 chart", everything=True)
    assert s.texts == [r"a \1 chart", "x", r"\1 chart \1 chart"], "what is typed is meant as it is"
    assert s.step == "Replace 3 match(es)"
    assert message(s) == "3 match(es) replaced; undo brings them back."
    assert result(s) == "No match"
    s.undo()
    assert s.texts == ["a map", "x", "map map"]


def test_replace_goes_on_to_the_next(make: Make) -> None:
    s = make("a a", "x", "a")
    look_for(s, "a")
    replace_with(s, "aa")
    assert s.texts == ["a a", "x", "a"], "the first press finds"
    for texts in (["aa a", "x", "a"], ["aa aa", "x", "a"], ["aa aa", "x", "aa"]):
        replace_with(s, "aa")
        assert s.texts == texts
    assert s.document.undo_stack.count() == 3


def test_groups_of_an_expression_are_put_in(make: Make) -> None:
    s = make("12 km", "3 km")
    look_for(s, r"(\d+) (km)", expression=True)
    s.panel.finding.find_next()
    replace_with(s, r"\2 \1")
    assert s.texts == ["km 12", "3 km"]
    replace_with(s, r"\2 \1", everything=True)
    assert s.texts == ["km 12", "km 3"]


@pytest.mark.parametrize("text", ["(", "[a", "*", "a{2", "(?P<x", "\\"])
def test_a_wrong_expression_is_a_sentence(make: Make, text: str) -> None:
    s = make("x(")
    look_for(s, text, expression=True)
    if text != "a{2":  # which Python takes literally
        assert "not a complete regular expression" in message(s)
    s.panel.finding.find_next()
    replace_with(s, "y", everything=True)
    assert s.texts == ["x("]
    look_for(s, "x")
    assert message(s) == ""
    assert result(s) == "1 match(es)"


def test_an_expression_that_finds_nothing_everywhere_is_refused(make: Make) -> None:
    s = make("x")
    look_for(s, "y*", expression=True)
    assert "without any character" in message(s)


def test_a_wrong_group_in_the_replacement_is_a_sentence(make: Make) -> None:
    s = make("x")
    look_for(s, "(x)", expression=True)
    s.panel.finding.find_next()
    for everything in (False, True):
        replace_with(s, r"\2", everything=everything)
        assert "names a group" in message(s)
        assert s.texts == ["x"]


def test_edits_are_searched_again(make: Make, qtbot: QtBot) -> None:
    s = make("x", "y")
    look_for(s, "x")
    s.panel.editing.set_value(["b"], Column.TEXT, "x x")
    qtbot.waitUntil(lambda: result(s) == "3 match(es)")
    s.undo()
    qtbot.waitUntil(lambda: result(s) == "1 match(es)")


def test_what_is_selected_in_a_text_is_looked_for(make: Make) -> None:
    s = make("Find this word")
    s.panel.edit_text("a")
    editor = s.panel.table.open_editor()
    assert isinstance(editor, QLineEdit)
    editor.setSelection(5, 4)
    s.do("edit.find")
    assert s.panel.find_bar.query.text == "this"
    assert s.panel.table.open_editor() is None


def test_a_match_far_to_the_right_is_brought_into_sight(make: Make) -> None:
    s = make("word " * 60 + "needle " + "word " * 60)
    look_for(s, "needle")
    s.panel.finding.find_next()
    assert not s.panel.grab().isNull()


def test_everything_has_a_name(make: Make) -> None:
    s = make("x")
    bar = look_for(s, "x")
    for button in (bar._previous, bar._next, bar._close):
        assert button.accessibleName()
        assert button.toolTip()
    assert bar._find_label.buddy() is bar._find
    QCoreApplication.sendEvent(bar, QEvent(QEvent.Type.LanguageChange))
    QCoreApplication.sendEvent(bar, QEvent(QEvent.Type.PaletteChange))
