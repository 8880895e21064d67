from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from fake_line_services import FakeMaking, FakeSynthesis, FakeTransport, marks_for, take_of
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from engines.models.base import VoiceInfo
from engines.text.lexicon_store import LexiconStore
from engines.types import Phonemes, Reading, Source, Span, Utterance
from studio.document.document import Document
from studio.document.edits import insert, remove, set_fields
from studio.document.script import Line, Member, Script
from studio.document.state import LineState
from studio.emotions import EmotionLibrary
from studio.lexicons import UserLexicon
from studio.operations import Operations
from studio.settings import Settings
from studio.voices import VoiceLibrary
from studio.windows.inspector_asking import DELAY
from studio.windows.inspector_fields import InspectorFields
from studio.windows.inspector_panel import InspectorPanel
from studio.windows.inspector_reading import ReadingModel, sentence
from studio.windows.inspector_state import StateBox
from studio.windows.inspector_text import LineText
from studio.windows.pronunciation_ruby import ReadingList


@dataclass
class Stage:
    """A panel and all that is around it."""

    panel: InspectorPanel
    document: Document
    making: FakeMaking
    synthesis: FakeSynthesis
    voices: VoiceLibrary
    qtbot: QtBot

    @property
    def text(self) -> LineText:
        return self.panel.findChild(LineText)

    @property
    def state(self) -> StateBox:
        return self.panel.findChild(StateBox)

    @property
    def fields(self) -> InspectorFields:
        return self.panel.findChild(InspectorFields)

    @property
    def cells(self) -> ReadingModel:
        return self.panel.findChild(ReadingModel)

    def line(self, line_id: str) -> Line:
        line = self.document.script.line(line_id)
        assert line is not None
        return line

    def edit(self, line_id: str, **fields: object) -> None:
        self.document.edit("Edit", set_fields(self.document.script, [line_id], **fields))

    def asked(self, count: int) -> None:
        self.qtbot.waitUntil(lambda: len(self.synthesis.asked) == count, timeout=5 * DELAY)


@pytest.fixture
def stage(qtbot: QtBot, tmp_path: Path) -> Iterator[Stage]:
    document = Document()
    operations = Operations()
    lines = (Line("one", "One two"), Line("two", "你好", voice="zf_b"), Line("empty"))
    document.replace(Script(lines, (Member("", "af_a"), Member("Maya", "af_a", 1.2))), (), None)
    making, synthesis = FakeMaking(document), FakeSynthesis()
    voices = VoiceLibrary(Settings(tmp_path / "settings.ini"))
    voices.set_stock(
        {
            "af_a": VoiceInfo("af_a", "en-us", "female", "tiny"),
            "zf_b": VoiceInfo("zf_b", "zh", "female", "tiny"),
        }
    )
    panel = InspectorPanel(
        document=document,
        making=making,  # type: ignore[arg-type]
        synthesis=synthesis,  # type: ignore[arg-type]
        voices=voices,
        emotions=EmotionLibrary(),
        transport=FakeTransport(),  # type: ignore[arg-type]
        user_lexicon=UserLexicon(LexiconStore.open(tmp_path), document, operations),
        operations=operations,
    )
    qtbot.addWidget(panel)
    panel.resize(340, 640)
    yield Stage(panel, document, making, synthesis, voices, qtbot)
    assert operations.close()


def shown(widget: QWidget, stage: Stage) -> bool:
    return widget.isVisibleTo(stage.panel)


def phonemes(text: str, *readings: tuple[str, str, Source]) -> Phonemes:
    made, place = [], 0
    for word, symbols, source in readings:
        start = text.index(word, place)
        place = start + len(word)
        made.append(Reading(Span(start, place), word, symbols, source, "en-us"))
    return Phonemes(Utterance(text, "af_a"), Span(0, len(text)), tuple(made))


def test_nothing_selected_is_said(stage: Stage) -> None:
    assert shown(stage.panel._empty, stage)
    stage.panel.set_line("one")
    assert not shown(stage.panel._empty, stage)
    assert stage.panel._heading.text() == "Line 1"
    stage.panel.set_line("")
    assert shown(stage.panel._empty, stage)


# The text.


def test_is_never_narrower_than_its_fields(stage: Stage) -> None:
    stage.panel.set_lines(["one"])
    stage.panel.resize(10, 120)  # so low that it scrolls
    stage.panel.show()
    stage.qtbot.waitExposed(stage.panel)
    stage.panel.resize(stage.panel.minimumSizeHint().width(), 120)
    viewport = stage.panel.findChild(QScrollArea).viewport()
    for field in (stage.text, stage.fields.voice, stage.fields.speed):
        assert field.mapTo(viewport, field.rect().bottomRight()).x() < viewport.width()


def test_typing_edits_the_line_in_one_step(stage: Stage) -> None:
    stage.panel.set_line("one")
    stage.qtbot.keyClicks(stage.text, " three")
    assert stage.line("one").text == "One two three"
    assert stage.document.undo_stack.count() == 1
    stage.text.left.emit()
    stage.qtbot.keyClicks(stage.text, "!")
    assert stage.document.undo_stack.count() == 2
    stage.qtbot.keyClick(stage.text, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert stage.line("one").text == "One two three" == stage.text.toPlainText()
    stage.qtbot.keyClick(stage.text, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert stage.line("one").text == "One two"
    stage.qtbot.keyClick(
        stage.text, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert stage.text.toPlainText() == "One two three"


def test_change_elsewhere_keeps_the_cursor_at_its_word(stage: Stage) -> None:
    stage.edit("one", text="One 😄 two")
    stage.panel.set_line("one")
    cursor = stage.text.textCursor()
    cursor.setPosition(len("One 😄 two".encode("utf-16-le")) // 2 - 3)  # before "two"
    stage.text.setTextCursor(cursor)
    stage.edit("one", text="Number one 😄🎉 two")
    assert stage.text.toPlainText() == "Number one 😄🎉 two"
    assert (
        stage.text.toPlainText().encode("utf-16-le")[stage.text.textCursor().position() * 2 :].decode("utf-16-le")
        == "two"
    )
    assert stage.document.undo_stack.count() == 2


def test_selecting_another_line_edits_nothing(stage: Stage) -> None:
    for line in ("one", "two", "empty", "one"):
        stage.panel.set_line(line)
    assert stage.text.toPlainText() == "One two"
    assert stage.document.undo_stack.count() == 0


# The state and its button.


@pytest.mark.parametrize(
    ("state", "button", "asked"),
    [
        (LineState.NOT_MADE, "Make", "make"),
        (LineState.STALE, "Make again", "make"),
        (LineState.READY, "Make another take", "again"),
        (LineState.QUEUED, "Stop", "cancel"),
        (LineState.MAKING, "Stop", "cancel"),
        (LineState.FAILED, "Retry", "make"),
    ],
)
def test_one_button_does_the_right_thing(stage: Stage, state: LineState, button: str, asked: str) -> None:
    stage.panel.set_line("one")
    stage.making.set_state("one", state)
    assert stage.state.button.text() == button
    assert stage.state.word.text()
    assert stage.state.sentence.text().endswith(".")
    stage.state.button.click()
    assert stage.making.asked == [(asked, ("one",))]


def test_empty_line_has_nothing_to_make(stage: Stage) -> None:
    stage.panel.set_line("empty")
    assert not shown(stage.state.button, stage)
    assert stage.synthesis.asked == []


def test_failure_and_preparation_are_told_in_words(stage: Stage) -> None:
    stage.panel.set_line("one")
    stage.making.errors["one"] = "The voice is not installed; choose another."
    stage.making.set_state("one", LineState.FAILED)
    assert stage.state.sentence.text() == "The voice is not installed; choose another."
    stage.making.set_state("one", LineState.MAKING)
    stage.making.preparing.emit("one", "Measuring the voice", 0.25)
    assert stage.state.sentence.text() == "Measuring the voice: 25 %"


def test_length_is_compared_with_the_slot(stage: Stage) -> None:
    stage.panel.set_line("one")
    assert not shown(stage.panel._slot, stage)
    stage.edit("one", start=1.0, end=2.5)
    assert stage.panel._slot.text() == "Time for it: 1.5 s"
    stage.document.add_take(take_of(stage.document, "one", "a"))
    assert "0.5 s too long" in stage.panel._slot.text()
    stage.edit("one", end=4.0)
    assert stage.panel._slot.text().startswith("Fits")
    stage.edit("one", start=None, end=None)
    assert stage.panel._slot.text() == "Length: 2.0 s"


# The fields.


def test_fields_edit_the_line(stage: Stage) -> None:
    stage.panel.set_line("one")
    fields = stage.fields
    fields.member.setCurrentIndex(fields.member.findData("Maya"))
    fields.member.activated.emit(fields.member.currentIndex())
    assert stage.line("one").member == "Maya"
    assert fields.speed.text() == "1.20 from the cast"
    assert fields.voice.text().endswith("from the cast")
    fields.language.setCurrentIndex(fields.language.findData("zh"))
    fields.language.activated.emit(fields.language.currentIndex())
    assert stage.line("one").language == "zh"
    fields.voice.chosen.emit("zf_b")
    assert stage.line("one").voice == "zf_b"
    fields.speed.setValue(1.5)
    fields.speed.setValue(1.55)
    assert stage.line("one").speed == 1.55
    assert stage.document.undo_stack.count() == 4  # both speeds are one step
    fields.speed.setValue(fields.speed.minimum())
    assert stage.line("one").speed is None


def test_fields_follow_the_script(stage: Stage) -> None:
    stage.panel.set_line("one")
    stage.edit("one", member="Maya", voice="zf_b", language="zh", speed=0.8)
    fields = stage.fields
    assert fields.member.currentData() == "Maya"
    assert fields.voice.voice == "zf_b"
    assert fields.language.currentData() == "zh"
    assert fields.speed.value() == 0.8
    stage.document.undo_stack.undo()
    assert (fields.member.currentData(), fields.voice.voice, fields.language.currentData()) == ("", "", "")


def test_value_that_is_no_choice_is_still_shown(stage: Stage) -> None:
    stage.edit("one", member="Nobody", language="xx")
    stage.panel.set_line("one")
    assert stage.fields.member.currentText() == "Nobody"
    assert stage.fields.language.currentText() == "xx"


def test_refused_voice_is_explained(stage: Stage) -> None:
    stage.panel.set_line("one")
    stage.fields.voice.chosen.emit("gone")
    assert "no voice" in stage.panel._refused.text()
    assert shown(stage.panel._refused, stage)
    stage.edit("one", text="New")
    assert not shown(stage.panel._refused, stage)


def test_several_lines_are_edited_together(stage: Stage) -> None:
    stage.panel.set_lines(("one", "two"))
    assert not shown(stage.text, stage)
    assert stage.panel._heading.text() == "2 line(s)"
    fields = stage.fields
    assert fields.voice.text() == "(several)"
    assert fields.language.currentData() == ""
    stage.edit("two", language="zh")
    assert fields.language.currentIndex() == -1
    fields.language.setCurrentIndex(fields.language.findData("zh"))
    fields.language.activated.emit(fields.language.currentIndex())
    assert [stage.line(line_id).language for line_id in ("one", "two", "empty")] == ["zh", "zh", ""]
    fields.member.setCurrentIndex(fields.member.findData("Maya"))
    fields.member.activated.emit(fields.member.currentIndex())
    assert {stage.line(line_id).member for line_id in ("one", "two")} == {"Maya"}
    fields.speed.setValue(1.1)
    assert {stage.line(line_id).speed for line_id in ("one", "two")} == {1.1}


def test_several_lines_tell_their_states_and_are_made_together(stage: Stage) -> None:
    stage.document.add_take(take_of(stage.document, "one", "a"))
    stage.panel.set_lines(("one", "two"))
    assert stage.state.word.text() == "Not made: 1\nReady: 1"
    stage.state.button.click()
    assert stage.making.asked == [("make", ("one", "two"))]


def test_of_thousands_of_lines_each_is_looked_at_once_for_what_becomes_of_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = tuple(Line(f"line{row}", "Words") for row in range(1000))
    stage.document.replace(Script(lines), (), None)
    looks = []
    state = stage.making.state
    monkeypatch.setattr(stage.making, "state", lambda line_id: looks.append(line_id) or state(line_id))
    stage.panel.set_lines([line.id for line in lines])
    assert len(looks) < 500, "a part of them at a time"
    stage.qtbot.waitUntil(lambda: stage.state.word.text() == "Not made: 1000")
    assert len(looks) == 1000
    for line in lines:
        stage.making.set_state(line.id, LineState.QUEUED)
    stage.qtbot.waitUntil(lambda: stage.state.word.text() == "Queued: 1000")
    assert len(looks) == 2000


def test_current_line_of_a_selection_does_not_end_it(stage: Stage) -> None:
    stage.panel.set_lines(("one", "two"))
    stage.panel.set_line("two")
    assert stage.panel.line_ids == ("one", "two")
    stage.panel.set_line("empty")
    assert stage.panel.line_ids == ("empty",)


# The reading.


def test_reading_comes_from_the_take_where_it_says_the_line(stage: Stage) -> None:
    take = take_of(stage.document, "one", "a")
    marks = (take.marks[0], replace(take.marks[1], source=Source.GUESS.value))
    stage.document.add_take(replace(take, marks=marks, unspoken=("😄",)))
    stage.panel.set_line("one")
    assert [(cell.text, cell.symbols) for cell in stage.cells.cells] == [("One", "/one/"), ("two", "/two/")]
    assert "as it was said" in stage.panel.reading.heading.text()
    assert "Not spoken: 😄" in stage.panel.reading.note.text()
    assert "1 word(s) guessed" in stage.panel.reading.note.text()
    guess = stage.cells.cells[1]
    assert "guess" in sentence(guess)
    assert "900 ms" in sentence(guess)
    assert not stage.panel.grab().isNull()
    stage.qtbot.wait(DELAY + 50)
    assert stage.synthesis.asked == []


def test_reading_is_asked_for_after_a_pause_and_late_answers_are_ignored(stage: Stage) -> None:
    stage.panel.set_line("one")
    stage.qtbot.keyClicks(stage.text, " three")
    assert stage.synthesis.asked == []
    stage.asked(1)
    assert stage.synthesis.asked[0] == Utterance("One two three", "af_a", None, 1.0)
    stage.edit("one", text="Three")
    assert stage.synthesis.cancelled == [1]
    late = phonemes("One two three", ("One", "w", Source.LEXICON))
    stage.synthesis.read.emit(1, (late,))
    assert stage.cells.cells == ()
    stage.asked(2)
    answer = phonemes("Three 😄", ("Three", "θɹˈi", Source.GUESS), ("😄", "", Source.SILENT))
    stage.synthesis.read.emit(2, (answer,))
    assert [cell.symbols for cell in stage.cells.cells] == ["θɹˈi", ""]
    assert "as it will be" in stage.panel.reading.heading.text()
    assert "Not spoken: 😄" in stage.panel.reading.note.text()


def test_reading_that_fails_says_why_and_is_asked_again_when_the_engine_comes(stage: Stage) -> None:
    stage.panel.set_line("one")
    stage.asked(1)
    stage.synthesis.failed.emit(1, "The model is not installed; install it.")
    assert "The model is not installed" in stage.panel.reading.note.text()
    stage.synthesis.ready.emit(None)
    stage.asked(2)
    stage.synthesis.read.emit(2, (phonemes("One two", ("One", "w", Source.LEXICON)),))
    assert not shown(stage.panel.reading.note, stage)


def test_other_line_does_not_show_the_reading_of_the_first(stage: Stage) -> None:
    stage.document.add_take(take_of(stage.document, "one", "a"))
    stage.panel.set_line("one")
    assert stage.cells.cells
    stage.panel.set_line("two")
    assert stage.cells.cells == ()
    stage.panel.set_line("empty")
    assert stage.cells.cells == ()


def test_words_are_reached_by_keyboard_and_read_out(stage: Stage) -> None:
    stage.document.add_take(take_of(stage.document, "one", "a"))
    stage.panel.set_line("one")
    words = stage.panel.findChild(ReadingList)
    words.setCurrentIndex(stage.cells.index(0))
    stage.panel.grab()
    stage.qtbot.keyClick(words, Qt.Key.Key_Right)
    index = words.currentIndex()
    assert index.row() == 1
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "two; read as /two/; source: dictionary; 900 ms"


# Other changes of the script.


def test_deleted_line_and_another_project_leave_nothing(stage: Stage) -> None:
    stage.panel.set_lines(("one", "two"))
    stage.document.edit("Delete", remove(stage.document.script, ["two"]))
    assert stage.panel.line_ids == ("one",)
    assert stage.text.toPlainText() == "One two"
    stage.document.replace(Script((Line("one", "Other"),)), (), None)
    assert stage.panel.line_ids == ()
    stage.panel.set_line("one")
    assert stage.text.toPlainText() == "Other"


def test_number_follows_the_line(stage: Stage) -> None:
    stage.panel.set_line("one")
    stage.document.edit("Add", insert(stage.document.script, 0, [Line("new", "x")]))
    assert stage.panel._heading.text() == "Line 2"


def test_marks_of_a_long_line_are_all_listed(stage: Stage) -> None:
    text = " ".join(f"w{index}" for index in range(500))
    stage.edit("one", text=text)
    take = take_of(stage.document, "one", "a")
    stage.document.add_take(replace(take, marks=marks_for(text, 60.0)))
    stage.panel.set_line("one")
    assert len(stage.cells.cells) == 500
