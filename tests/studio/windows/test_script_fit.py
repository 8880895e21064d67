"""How the table shows whether lines fit their times, and what can be done about those that do not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from fake_line_services import take_of
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from script_setting import Setting

from studio.document import edits
from studio.document.document import Document
from studio.document.script import FitLimits, Line, Overrun
from studio.windows.fit_limits import FitLimitsDialog
from studio.windows.inspector_slot import slot_sentence
from studio.windows.script_columns import Column
from studio.windows.script_editors import ChoiceEditor
from studio.windows.script_menu import context_menu
from studio.windows.script_roles import LOOK_ROLE, Look

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # the offscreen platform has no real windows

ToolTip = Qt.ItemDataRole.ToolTipRole
Make = Callable[..., Setting]


@pytest.fixture
def make(qtbot: QtBot, tmp_path: Path) -> Make:
    def build(*lines: Line | str) -> Setting:
        setting = Setting(tmp_path, lines)
        qtbot.addWidget(setting.panel)
        setting.show(qtbot)
        return setting

    return build


@pytest.fixture
def s(make: Make) -> Setting:
    """The first of three lines is a second too long; the next begins two seconds after its end."""
    setting = make(Line("a", "Too long for it.", start=1.0, end=3.0), Line("b", "B", start=5.0, end=7.0), "C")
    add_take(setting, "a", seconds=3.0, stretch=0.8)
    add_take(setting, "b", seconds=2.0, stretch=0.9)
    return setting


def add_take(s: Setting, line_id: str, *, seconds: float, stretch: float = 1.0) -> None:
    take = take_of(s.document, line_id, f"{line_id}{len(s.document.all_takes())}", seconds=seconds)
    s.document.add_take(replace(take, stretch=stretch))


def look(s: Setting, line_id: str) -> Look:
    shown: Look = s.index(line_id, Column.FIT).data(LOOK_ROLE)
    return shown


def choose(s: Setting, overrun: Overrun, line_id: str = "a") -> None:
    s.panel.editing.set_value((line_id,), Column.FIT, overrun.value)
    # What the choice changes of the sound is made anew.
    add_take(s, line_id, seconds=3.0, stretch=0.8)


def test_the_factor_is_shown_with_a_word_and_a_sign_for_problems(s: Setting) -> None:
    assert s.cell("a", Column.FIT) == "×0.53 too long"
    assert look(s, "a").is_odd
    assert s.cell("b", Column.FIT) == "×0.90"
    assert not look(s, "b").is_odd
    assert s.cell("c", Column.FIT) == ""
    tooltip = str(s.index("a", Column.FIT).data(ToolTip))
    assert "53%" in tooltip
    assert "1.0 s" in tooltip
    assert "5 characters" in tooltip  # 16 * (1 - 0.53 / 0.8)


def test_a_line_that_is_not_made_has_no_factor(make: Make) -> None:
    s = make(Line("a", "x", start=1.0, end=2.0))
    assert s.cell("a", Column.FIT) == "–"
    s.panel.editing.set_value(("a",), Column.FIT, Overrun.OVERLAP.value)
    assert s.cell("a", Column.FIT) == "Allow overlap"


def test_much_time_is_no_problem(make: Make) -> None:
    s = make(Line("a", "x", start=0.0, end=20.0))
    add_take(s, "a", seconds=1.0)
    assert s.cell("a", Column.FIT) == "×9.99"
    assert not look(s, "a").is_odd
    assert "silence" in str(s.index("a", Column.FIT).data(ToolTip))


@pytest.mark.parametrize(("overrun", "text"), [(Overrun.OVERLAP, "×0.53 overlaps"), (Overrun.GAP, "×0.53 in the gap")])
def test_a_choice_solves_it(s: Setting, overrun: Overrun, text: str) -> None:
    choose(s, overrun)
    assert s.cell("a", Column.FIT) == text
    assert not look(s, "a").is_odd
    assert "as you chose" in str(s.index("a", Column.FIT).data(ToolTip))
    s.undo()
    assert s.cell("a", Column.FIT) == "×0.53 too long"
    assert s.line("a").overrun == ""


def test_more_speed_may_not_be_enough(s: Setting) -> None:
    choose(s, Overrun.FASTER)
    assert look(s, "a").is_odd


def test_a_gap_that_gets_too_small_is_a_problem_again(s: Setting) -> None:
    choose(s, Overrun.GAP)
    s.document.edit("x", edits.set_fields(s.document.script, ["b"], start=3.5))
    assert s.cell("a", Column.FIT) == "×0.53 too long"


def test_problem_keys_go_to_lines_that_are_too_long(s: Setting) -> None:
    s.select("b")
    s.do("line.next_problem")
    assert s.selected == "a"
    choose(s, Overrun.OVERLAP)
    s.select("b")
    s.do("line.previous_problem")
    assert s.selected == "b"
    assert s.problems == ["No line is stale, failed or too long."]


def test_the_choice_is_made_in_the_cell_for_all_selected_lines(s: Setting, qtbot: QtBot) -> None:
    s.select("a b")
    s.panel.table.edit_cell("a", Column.FIT)
    editor = s.panel.table.open_editor()
    assert isinstance(editor, ChoiceEditor)
    assert editor.accessibleName() == "Fit of line 1"
    editor.setCurrentIndex(editor.findData(Overrun.GAP.value))
    editor.activated.emit(editor.currentIndex())
    assert [s.line(line_id).overrun for line_id in "ab"] == ["gap", "gap"]
    assert s.step == "Change the fit of 2 line(s)"


def test_an_unknown_choice_is_refused(s: Setting) -> None:
    assert not s.panel.editing.set_value(("a",), Column.FIT, "explode")
    assert s.problems


def test_the_menu_offers_the_choices_to_lines_with_times(s: Setting, qtbot: QtBot) -> None:
    chosen: list[tuple[Column, object]] = []
    shortened: list[bool] = []

    def submenu(line_id: str) -> QMenu | None:
        menu = context_menu(
            s.panel,
            s.actions,
            s.document,
            s.voices,
            s.emotions,
            [s.line(line_id)],
            lambda column, value: chosen.append((column, value)),
            lambda: None,
            lambda: shortened.append(True),
        )
        found = (action.menu() for action in menu.actions() if action.text() == "If it is too long")
        return next((each for each in found if isinstance(each, QMenu)), None)

    menu = submenu("a")
    assert menu is not None
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts[:5] == [
        "Keep within the limits",
        "Allow overlap",
        "Borrow the following gap",
        "Speak faster",
        "Shorten the text…",
    ]
    menu.actions()[1].trigger()
    next(action for action in menu.actions() if action.text() == "Shorten the text…").trigger()
    assert chosen == [(Column.FIT, "overlap")]
    assert shortened == [True]
    assert submenu("c") is None


def test_the_column_is_hidden_where_no_line_has_a_time(make: Make) -> None:
    assert make("x").panel.table.isColumnHidden(Column.FIT)


def test_new_limits_show_at_once(s: Setting) -> None:
    s.document.edit("x", edits.set_limits(s.document.script, FitLimits(0.5)))
    assert "8 characters" not in str(s.index("a", Column.FIT).data(ToolTip))
    assert "1 characters" in str(s.index("a", Column.FIT).data(ToolTip))


def test_the_inspector_says_the_same(s: Setting) -> None:
    script, take = s.document.script, s.document.current_take("a")
    sentence, is_too_long = slot_sentence(script, s.line("a"), take)
    assert is_too_long
    assert "1.0 s too long" in sentence
    choose(s, Overrun.OVERLAP)
    sentence, is_too_long = slot_sentence(s.document.script, s.line("a"), s.document.current_take("a"))
    assert not is_too_long
    assert "as you chose" in sentence


# Limits


def test_limits_are_one_step_of_undo(qtbot: QtBot) -> None:
    document = Document()
    dialog = FitLimitsDialog(document)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(dialog)
    dialog.shortest.setValue(0.7)
    dialog.longest.setValue(1.05)
    dialog.hurried.setValue(0.9)  # never above the usual limit
    dialog.accept()
    assert document.script.limits == FitLimits(0.7, 1.05, 0.7)
    assert document.undo_stack.undoText() == "Change the limits of times"
    document.undo_stack.undo()
    assert document.script.limits == FitLimits()


def test_limits_that_were_not_changed_are_no_edit(qtbot: QtBot) -> None:
    document = Document()
    dialog = FitLimitsDialog(document)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(dialog)
    dialog.accept()
    assert not document.undo_stack.count()
