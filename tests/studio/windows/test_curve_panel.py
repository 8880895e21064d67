"""The curve editor: what it shows, what mouse, keys and table do to a line, and what is heard of it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from curve_fakes import FRAME, PlanningEngine, SpeakingSynthesis
from fake_line_services import RATE, FakeTransport
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from engines.prosody.edit_steps import Kind
from engines.prosody.edits import Point, SegmentEdit
from engines.types import Span, Utterance
from studio.document.document import Document
from studio.document.edits import remove, set_fields
from studio.document.prosody_edits import edit_prosody
from studio.document.script import Line, Script
from studio.windows import theme
from studio.windows.curve_clause import hertz, semitone
from studio.windows.curve_menu import menu_of
from studio.windows.curve_panel import DELAY, CurvePanel
from studio.windows.curve_scale import Scale
from studio.windows.curve_table import Column

FIRST = "we leave at dawn"
FRAME_SECONDS = FRAME / RATE


@dataclass
class Stage:
    """A panel and all that is around it."""

    panel: CurvePanel
    document: Document
    synthesis: SpeakingSynthesis
    engine: PlanningEngine
    transport: FakeTransport
    qtbot: QtBot

    def show(self, line_id: str) -> None:
        """Select a line, and let the engine answer."""
        self.panel.set_line(line_id)
        self.answer()

    def answer(self) -> None:
        self.wait_for_question()
        self.synthesis.answer(self.engine)

    def wait_for_question(self) -> None:
        open_ones = self.synthesis.questions.keys
        self.qtbot.waitUntil(lambda: any(q not in self.synthesis.cancelled for q in open_ones()), timeout=5 * DELAY)

    def edits(self, line_id: str = "one") -> tuple[SegmentEdit, ...]:
        line = self.document.script.line(line_id)
        assert line
        return line.edits

    @property
    def scale(self) -> Scale:
        scale = self.panel.view.scale
        assert scale
        return scale

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.panel.view, key, modifiers)

    def at(self, kind: Kind, place: float, value: float | None = None) -> QPointF:
        """Where a position in symbols and a value, or the curve there, are drawn."""
        shown = self.panel.state.shown
        assert shown
        return self.scale.point(kind, shown.time(place), shown.value_at(kind, place) if value is None else value)

    def border(self, index: int) -> QPointF:
        shown = self.panel.state.shown
        assert shown
        return QPointF(self.scale.x(shown.border(index)), self.scale.strip.center().y())

    def drag(self, *places: QPointF, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        view, left = self.panel.view, Qt.MouseButton.LeftButton
        points = [place.toPoint() for place in places]
        QTest.mousePress(view, left, modifiers, points[0])
        for point in points[1:]:
            QTest.mouseMove(view, point)
        QTest.mouseRelease(view, left, modifiers, points[-1])

    @property
    def heard(self) -> list[Utterance]:
        return [asked[1] for asked in self.transport.asked if asked[0] == "audition"]  # type: ignore[misc]

    def undo_names(self) -> list[str]:
        return [self.document.undo_stack.text(index) for index in range(self.document.undo_stack.count())]


@pytest.fixture
def stage(qtbot: QtBot) -> Iterator[Stage]:
    document = Document()
    lines = (
        Line("one", "We leave at dawn. Whatever the weather says"),
        Line("two", "You do"),
        Line("empty"),
        Line("fit", "In time", start=0.0, end=2.0),
    )
    document.replace(Script(lines), (), None)
    synthesis, transport = SpeakingSynthesis(), FakeTransport()
    panel = CurvePanel(document=document, synthesis=synthesis, transport=transport)  # type: ignore[arg-type]
    qtbot.addWidget(panel)
    panel.resize(1000, 360)
    panel.show()
    yield Stage(panel, document, synthesis, PlanningEngine(), transport, qtbot)
    panel.close()


@pytest.fixture
def first(stage: Stage) -> Stage:
    """With the first clause of the first line."""
    stage.show("one")
    return stage


# What is shown


def test_clauses_are_listed_and_the_first_is_shown(first: Stage) -> None:
    clauses = first.panel.bar.clauses
    assert [clauses.itemText(i) for i in range(clauses.count())] == ["We leave at dawn", "Whatever the weather says"]
    assert first.panel.state.shown
    assert first.panel.state.shown.clause.symbols == FIRST
    first.key(Qt.Key.Key_PageDown)
    assert first.panel.state.shown.clause.symbols == "whatever the weather says"
    assert clauses.currentIndex() == 1


def test_nothing_is_asked_while_nobody_looks(stage: Stage) -> None:
    stage.panel.hide()
    stage.panel.set_line("one")
    stage.qtbot.wait(20)
    assert stage.synthesis.questions == {}
    stage.panel.show()
    stage.answer()
    assert stage.panel.state.shown


def test_sentences_where_there_is_nothing_to_show(stage: Stage) -> None:
    message = stage.panel.findChild(QLabel)

    def shown() -> list[str]:
        return [label.text() for label in stage.panel.findChildren(QLabel) if label.isVisible() and label.text()]

    assert message
    assert shown() == ["Select a line to see its curves."]
    stage.panel.set_line("empty")
    stage.qtbot.wait(5)
    assert shown() == ["Write what is to be said, and its curves are here."]
    stage.panel.set_line("one")
    stage.wait_for_question()
    assert shown() == ["Finding out how the line is said…"]
    stage.synthesis.failed.emit(max(stage.synthesis.questions), "There is no model; install it.")
    assert shown() == ["There is no model; install it."]
    assert not stage.panel.bar.pencil.isEnabled()


def test_another_text_is_asked_for_again_but_an_edit_is_not(first: Stage) -> None:
    first.key(Qt.Key.Key_Up)
    first.qtbot.wait(2 * DELAY)
    assert first.engine.planned == 2
    assert len(first.synthesis.questions) == 1
    first.document.edit("x", set_fields(first.document.script, ["one"], text="They stay"))
    first.answer()
    assert first.panel.state.shown
    assert first.panel.state.shown.clause.symbols == "they stay"


def test_another_voice_of_the_same_name_is_asked_for_again(first: Stage) -> None:
    first.key(Qt.Key.Key_Tab)
    first.synthesis.voices_changed.emit({})
    first.answer()
    assert first.engine.planned == 4
    assert first.panel.state.selection == (1, 2)


def test_a_line_that_is_deleted_is_shown_no_longer(first: Stage) -> None:
    first.document.edit("x", remove(first.document.script, ["one"]))
    assert first.panel.line_id == ""
    assert first.panel.state.shown is None


def test_it_says_what_is_chosen(first: Stage) -> None:
    view = first.panel.view
    assert view.accessibleName()
    first.key(Qt.Key.Key_Tab)
    described = view.accessibleDescription()
    assert described in [label.text() for label in first.panel.findChildren(QLabel) if label.isVisible()]
    assert described.startswith("e, 100 ms, ")
    assert "Hz" in described
    assert described.endswith("in “We”")


@pytest.mark.parametrize("name", ["light", "dark"])
def test_it_is_drawn_in_either_theme(first: Stage, name: str) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    before = app.palette()
    try:
        theme.apply(app, name)
        first.key(Qt.Key.Key_Up)
        picture = first.panel.view.grab().toImage()
        colours = {picture.pixelColor(x, y).name() for x in range(60, 900, 2) for y in range(20, 250, 2)}
        assert theme.colour("accent").name() in colours
        assert theme.colour("surface").name() in colours
    finally:
        app.setPalette(before)


# The keyboard


def test_up_shifts_the_pitch_of_the_chosen_phoneme_and_can_be_undone(first: Stage) -> None:
    first.key(Qt.Key.Key_Up)
    (edit,) = first.edits()
    assert (edit.symbols, edit.occurrence) == (FIRST, 0)
    shown = first.panel.state.shown
    assert shown
    assert shown.value_at(Kind.PITCH, 0.5) == pytest.approx(float(shown.clause.natural_at(Kind.PITCH, [0.5])[0]) + 0.5)
    assert first.document.undo_stack.undoText() == "Shift the pitch"
    first.document.undo_stack.undo()
    assert first.edits() == ()
    assert first.panel.state.shown is not None
    assert not first.panel.state.shown.edit.changes


def test_steps_with_the_same_key_are_one_undo_and_others_are_not(first: Stage) -> None:
    for _ in range(4):
        first.key(Qt.Key.Key_Up)
    first.key(Qt.Key.Key_Tab)
    first.key(Qt.Key.Key_Up)
    first.key(Qt.Key.Key_Plus)
    first.key(Qt.Key.Key_Plus)
    assert first.undo_names() == ["Shift the pitch", "Shift the pitch", "Change phoneme lengths"]


def test_energy_is_chosen_with_e_and_moves_with_shift_further(first: Stage) -> None:
    first.key(Qt.Key.Key_E)
    first.key(Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    (edit,) = first.edits()
    assert edit.pitch == ()
    assert min(point.offset for point in edit.energy) == -3.0


def test_lengths_and_borders_by_key(first: Stage) -> None:
    first.key(Qt.Key.Key_Plus)
    shown = first.panel.state.shown
    assert shown
    assert shown.length(0) == pytest.approx(5 * FRAME_SECONDS)
    before = shown.seconds
    first.key(Qt.Key.Key_Right)
    shown = first.panel.state.shown
    assert shown
    assert shown.length(0) == pytest.approx(6 * FRAME_SECONDS)
    assert shown.length(1) == pytest.approx(3 * FRAME_SECONDS)
    assert shown.seconds == before
    first.key(Qt.Key.Key_Delete)
    assert [index for index, _share in first.edits()[0].durations] == [1]


def test_tab_goes_through_the_phonemes_and_leaves_at_the_end(first: Stage) -> None:
    first.panel.view.setFocus()
    first.key(Qt.Key.Key_Tab)
    assert first.panel.state.selection == (1, 2)
    first.key(Qt.Key.Key_Backtab)
    assert first.panel.state.selection == (0, 1)
    first.key(Qt.Key.Key_End)
    assert first.panel.state.selection == (len(FIRST) - 1, len(FIRST))
    assert first.panel.view.focusNextPrevChild(True) is False or not first.panel.view.hasFocus()


def test_more_are_chosen_by_key_and_scaled(first: Stage) -> None:
    first.key(Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert first.panel.state.selection == (0, 2)
    first.key(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert first.panel.state.selection == (0, len(FIRST))
    first.key(Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert first.edits()[0].pitch
    assert first.document.undo_stack.undoText() == "Scale the pitch"


def test_points_are_added_moved_and_removed_by_key(first: Stage) -> None:
    first.key(Qt.Key.Key_Insert)
    assert [point.offset for point in first.edits()[0].pitch] == [0.0, 0.0, 0.0], "it is on the curve"
    first.key(Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    (edit,) = first.edits()
    assert Point(0.5, 2.0) in [Point(round(p.at, 3), round(p.offset, 3)) for p in edit.pitch]
    first.key(Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    chosen = first.edits()[0].pitch[first.panel.state.point]
    assert chosen.at == pytest.approx(1.0)
    first.key(Qt.Key.Key_N)
    first.key(Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    first.key(Qt.Key.Key_Delete)
    assert first.edits() == ()


def test_snapping_moves_to_whole_semitones(first: Stage) -> None:
    first.panel.bar.snap.click()
    state = first.panel.state
    state.add_point_at(Kind.PITCH, 3.5, semitone(200.0) + 0.3)
    assert state.shown
    value = state.shown.value_at(Kind.PITCH, 3.5)
    assert value == pytest.approx(round(value), abs=1e-6)
    state.give_up()
    first.key(Qt.Key.Key_Up)
    assert max(point.offset for point in first.edits()[0].pitch) == 1.0


# The mouse


def test_a_border_is_dragged_and_the_neighbour_gives_way(first: Stage) -> None:
    end = first.border(2) + QPointF(first.scale.x(2 * FRAME_SECONDS) - first.scale.x(0), 0)
    first.drag(first.border(2), first.border(2) + QPointF(3, 0), end)
    shown = first.panel.state.shown
    assert shown
    assert shown.length(1) == pytest.approx(6 * FRAME_SECONDS)
    assert shown.length(2) == pytest.approx(2 * FRAME_SECONDS)
    assert first.undo_names() == ["Move a phoneme border"]


def test_with_shift_what_follows_moves_along(first: Stage) -> None:
    end = first.border(2) + QPointF(first.scale.x(2 * FRAME_SECONDS) - first.scale.x(0), 0)
    first.drag(first.border(2), end, modifiers=Qt.KeyboardModifier.ShiftModifier)
    shown = first.panel.state.shown
    assert shown
    assert [round(shown.length(index) / FRAME_SECONDS) for index in (1, 2)] == [6, 4]


def test_the_pencil_draws_what_the_mouse_does(first: Stage) -> None:
    first.panel.bar.pencil.click()
    places = [first.at(Kind.PITCH, place, semitone(220.0 + 10 * place)) for place in (3.1, 4.0, 5.0, 6.0, 7.5)]
    first.drag(*places)
    shown = first.panel.state.shown
    assert shown
    for place in (3.5, 5.0, 7.0):
        assert shown.value_at(Kind.PITCH, place) == pytest.approx(semitone(220.0 + 10 * place), abs=0.4)
    natural = float(shown.clause.natural_at(Kind.PITCH, [9.5])[0])
    assert shown.value_at(Kind.PITCH, 9.5) == pytest.approx(natural)
    assert first.undo_names() == ["Draw the pitch"]


def test_points_are_put_dragged_and_taken_away(first: Stage) -> None:
    view, left = first.panel.view, Qt.MouseButton.LeftButton
    QTest.mouseDClick(view, left, pos=first.at(Kind.ENERGY, 4.5, 11.0).toPoint())
    shown = first.panel.state.shown
    assert shown
    assert shown.value_at(Kind.ENERGY, 4.5) == pytest.approx(11.0, abs=0.3)
    first.drag(first.at(Kind.ENERGY, 4.5), first.at(Kind.ENERGY, 4.6, 9.0), first.at(Kind.ENERGY, 4.7, 7.0))
    shown = first.panel.state.shown
    assert shown
    assert shown.value_at(Kind.ENERGY, 4.7) == pytest.approx(7.0, abs=0.4)
    assert first.undo_names() == ["Move a point of the energy"] * 2
    QTest.mouseDClick(view, left, pos=first.at(Kind.ENERGY, 4.7).toPoint())
    assert first.edits() == ()


def test_symbols_are_chosen_and_their_curve_is_dragged(first: Stage) -> None:
    high = semitone(280.0)
    first.drag(first.at(Kind.PITCH, 3.5, high), first.at(Kind.PITCH, 5.0, high), first.at(Kind.PITCH, 7.5, high))
    assert first.panel.state.selection == (3, 8)
    first.drag(*(first.at(Kind.PITCH, 4.5, high + by) for by in (0, -1, -3)))
    (edit,) = first.edits()
    assert min(point.offset for point in edit.pitch) == pytest.approx(-3.0, abs=0.3)
    assert first.undo_names() == ["Shift the pitch"]
    first.drag(
        *(first.at(Kind.PITCH, 4.5, high + by) for by in (0, -1, -3)), modifiers=Qt.KeyboardModifier.ControlModifier
    )
    assert first.undo_names() == ["Shift the pitch", "Scale the pitch"]


def test_another_button_gives_a_drag_up(first: Stage) -> None:
    view = first.panel.view
    start, there = first.border(2).toPoint(), (first.border(2) + QPointF(30, 0)).toPoint()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(view, there)
    assert first.panel.state.shown
    assert first.panel.state.shown.edit.changes
    QTest.mousePress(view, Qt.MouseButton.RightButton, pos=there)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=there)
    assert not first.panel.state.shown.edit.changes
    assert first.edits() == ()


def test_the_wheel_zooms_at_the_mouse(first: Stage) -> None:
    place = first.at(Kind.PITCH, 7.5)
    seconds, width = first.scale.seconds(place.x()), first.scale.view.width
    nothing, buttons = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.NoButton
    event = QWheelEvent(place, place, QPointF(0, 0).toPoint(), QPointF(0, 120).toPoint(), buttons, nothing,
                        Qt.ScrollPhase.NoScrollPhase, False)  # fmt: skip
    QApplication.sendEvent(first.panel.view, event)
    assert first.scale.view.width < width
    assert first.scale.seconds(place.x()) == pytest.approx(seconds, abs=1e-3)
    first.panel.bar.fit.click()
    assert first.scale.view.width == pytest.approx(width)


def test_the_menu_does_what_the_keys_do(first: Stage) -> None:
    def trigger(text: str) -> None:
        menu = menu_of(first.panel.state, first.panel.view.hear_asked.emit, first.panel.view)
        texts = {action.text().replace("&", ""): action for action in menu.actions() if not action.isSeparator()}
        assert texts[text].isEnabled()
        texts[text].trigger()
        menu.deleteLater()

    trigger("Longer")
    trigger("Copy edits")
    trigger("Choose all")
    trigger("Paste edits")
    assert len(first.edits()[0].durations) == len(FIRST)
    trigger("Reset the clause")
    assert first.edits() == ()
    trigger("Hear the clause")
    assert len(first.heard) == 1


# What is heard


def test_an_edit_is_heard_at_once_and_only_its_clause(first: Stage) -> None:
    first.panel.bar.clauses.activated.emit(1)
    first.key(Qt.Key.Key_Up)
    first.key(Qt.Key.Key_Up)
    first.qtbot.waitUntil(lambda: bool(first.heard), timeout=5 * DELAY)
    (heard,) = first.heard
    assert heard.excerpt == Span(18, 43)
    assert heard.text == "We leave at dawn. Whatever the weather says"
    assert heard.edits == first.edits()


def test_edits_are_heard_only_if_that_is_wanted(first: Stage) -> None:
    first.panel.bar.at_once.click()
    first.key(Qt.Key.Key_Up)
    first.qtbot.wait(2 * DELAY)
    assert first.heard == []
    first.key(Qt.Key.Key_Space)
    assert [heard.edits for heard in first.heard] == [first.edits()]


def test_the_sound_is_drawn_where_it_is_said(first: Stage) -> None:
    first.qtbot.waitUntil(lambda: bool(first.synthesis.said), timeout=5 * DELAY)
    sounds = []
    first.panel._sound.answered.connect(sounds.append)
    first.synthesis.speak(first.engine)
    (sound,) = sounds
    shown = first.panel.state.shown
    assert shown
    assert sound.start == pytest.approx(shown.border(0))
    assert len(sound.envelope) / sound.rate == pytest.approx(shown.border(shown.count) - shown.border(0))


# Between lines, and words that change


def test_edits_are_copied_to_another_line(first: Stage) -> None:
    first.key(Qt.Key.Key_Tab)
    first.key(Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    first.key(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    first.show("two")
    assert first.panel.bar.paste.isEnabled()
    first.key(Qt.Key.Key_Tab)
    first.key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    (edit,) = first.edits("two")
    shown = first.panel.state.shown
    assert shown
    assert edit.symbols == "you do"
    natural = float(shown.clause.natural_at(Kind.PITCH, [1.5])[0])
    assert shown.value_at(Kind.PITCH, 1.5) == pytest.approx(natural + 2.0)
    assert first.document.undo_stack.undoText() == "Paste prosody"


def test_resetting_takes_all_edits_of_the_clause_away(first: Stage) -> None:
    first.key(Qt.Key.Key_Up)
    first.key(Qt.Key.Key_Plus)
    first.panel.bar.reset_all.click()
    assert first.edits() == ()
    assert not first.panel.bar.reset_all.isEnabled()


def test_edits_of_words_that_are_gone_are_told_and_kept_until_they_are_forgotten(first: Stage) -> None:
    gone = SegmentEdit("something else", pitch=(Point(0.0, 1.0),))
    first.document.edit("x", edit_prosody(first.document.script, "one", [gone]))
    assert first.panel.note.note.text.startswith("1 edit(s) of this line")
    assert first.panel.note.carry.isHidden()
    first.key(Qt.Key.Key_Up)
    assert gone in first.edits()
    first.panel.note.forget.click()
    assert [edit.symbols for edit in first.edits()] == [FIRST]
    assert first.panel.note.isHidden()


def test_edits_are_taken_over_to_words_that_are_much_alike(first: Stage) -> None:
    first.panel.state.select(12, 16)
    first.key(Qt.Key.Key_Up)
    first.key(Qt.Key.Key_Plus)
    text = "We never leave at dawn. Whatever the weather says"
    first.document.edit("x", set_fields(first.document.script, ["one"], text=text))
    first.answer()
    assert first.panel.state.shown
    assert not first.panel.state.shown.edit.changes
    first.panel.note.carry.click()
    (edit,) = first.edits()
    assert edit.symbols == "we never leave at dawn"
    assert [index for index, _share in edit.durations] == [18, 19, 20, 21]
    assert first.panel.state.shown.edit == edit
    assert first.panel.note.isHidden()


def test_a_line_with_a_time_to_fit_says_that_this_is_its_natural_length(stage: Stage) -> None:
    stage.show("fit")
    assert "natural length" in stage.panel.note.note.text
    stage.key(Qt.Key.Key_Space)
    assert stage.heard[0].slot is None


# The table


def test_the_table_says_and_takes_numbers(first: Stage) -> None:
    first.panel.bar.table.click()
    model = first.panel.table.model()
    assert model.rowCount() == len(FIRST)
    texts = [model.index(3, column).data() for column in Column]
    assert texts[:3] == ["l", "leave", "100 ms"]
    assert texts[3].endswith(" Hz")
    assert texts[4].endswith(" dB")
    assert model.index(2, Column.PITCH).data() == "–"
    assert not model.flags(model.index(2, Column.PITCH)) & Qt.ItemFlag.ItemIsEditable
    assert model.setData(model.index(3, Column.LENGTH), 150)
    assert model.setData(model.index(3, Column.PITCH), 250)
    assert model.setData(model.index(3, Column.ENERGY), 4.0)
    assert model.index(3, Column.LENGTH).data() == "150 ms"
    assert model.index(3, Column.PITCH).data() == "250 Hz"
    assert model.index(3, Column.ENERGY).data() == "4.0 dB"
    assert len(first.edits()) == 1
    assert first.undo_names() == ["Change phoneme lengths", "Shift the pitch", "Shift the energy"]


def test_rows_and_phonemes_are_chosen_together(first: Stage) -> None:
    table = first.panel.table
    first.panel.bar.table.click()
    first.panel.state.select(3, 6)
    assert sorted(index.row() for index in table.selectionModel().selectedRows()) == [3, 4, 5]
    table.selectRow(7)
    assert first.panel.state.selection == (7, 8)
    first.panel.state.lengthen(1)
    assert first.edits()
    QTest.keyClick(table, Qt.Key.Key_Delete)
    assert first.edits() == ()


# Speed


def test_an_edit_of_a_long_clause_does_not_hold_up_the_window(stage: Stage) -> None:
    words = " ".join(["never"] * 33)
    stage.document.edit("x", set_fields(stage.document.script, ["one"], text=words))
    stage.show("one")
    stage.panel.state.select_all()
    stage.qtbot.waitUntil(lambda: bool(stage.synthesis.said), timeout=5 * DELAY)
    stage.synthesis.speak(stage.engine)
    stage.panel.view.grab()
    times = []
    for _ in range(5):
        start = time.thread_time()
        stage.panel.state.move_up(1)
        stage.panel.view.grab()
        times.append(time.thread_time() - start)
    assert min(times) < 0.05


def test_pitches_have_numbers() -> None:
    assert semitone(440.0) == pytest.approx(69.0)
    assert hertz(semitone(123.0)) == pytest.approx(123.0)
