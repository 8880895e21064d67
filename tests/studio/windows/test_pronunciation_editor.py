"""Correcting a reading in the inspector: choose, hear, lay down here, for the project, always, everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from fake_line_services import FakeSynthesis, FakeTransport
from pronunciation_fakes import Readings
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot
from tab_stops import spoken_name, tab_stops

from engines.text.lexicon import Entry, Lexicon
from engines.text.lexicon_store import LexiconStore
from engines.types import Phonemes, Problem, Reading, Source, Span, Utterance
from studio.document.document import Document
from studio.document.edits import set_fields
from studio.document.lexicon_edits import Occurrence, remember
from studio.document.script import Line, Script
from studio.lexicons import UserLexicon
from studio.operations import Operations
from studio.windows import theme
from studio.windows.pronunciation_box import PronunciationBox
from studio.windows.pronunciation_choices import entry_for, moved, read_always, word_at
from studio.windows.pronunciation_editor import PronunciationEditor
from studio.windows.pronunciation_ruby import ReadingDelegate

BANK = "我在银行工作。"
INSIDE = "银工"
"""Characters behind which no word ends."""
ROW = BANK.index("行")


@dataclass
class Stage:
    box: PronunciationBox
    document: Document
    synthesis: FakeSynthesis
    transport: FakeTransport
    user: UserLexicon
    operations: Operations
    readings: Readings
    qtbot: QtBot

    @property
    def editor(self) -> PronunciationEditor:
        return self.box.editor

    @property
    def text(self) -> str:
        return self.line().text

    def line(self, line_id: str = "a") -> Line:
        line = self.document.script.line(line_id)
        assert line is not None
        return line

    def read(self, source: Source = Source.LEXICON, *problems: Problem) -> None:
        """The engine reads the line: every character but the marks is `háng`, of one source."""
        sound = "xa↗ŋ"
        text = self.text
        plain = [at for at, char in enumerate(text) if char.isalpha() and "{" not in text[:at].rpartition("}")[2]]
        readings = tuple(
            Reading(Span(at, at + 1), text[at], sound if text[at] in INSIDE else f"{sound} ", source, "zh")
            for at in plain
        )
        mark = Reading(Span(len(text) - 1, len(text)), "", ".", Source.PUNCTUATION, "zh")
        self.box._question.answered.emit(
            *_answer(Phonemes(Utterance(text, "v"), Span(0, len(text)), (*readings, mark))), problems
        )

    def open(self, start: int = ROW) -> None:
        self.box.list.choose(start)
        self.qtbot.keyClick(self.box.list, Qt.Key.Key_Return)
        self.synthesis.answer(self.readings)
        self.settle()

    def choose_character(self) -> None:
        """What is remembered is to hold for the character wherever it stands."""
        scope = self.editor.scope
        assert scope.isVisible()
        scope.setCurrentIndex(scope.count() - 1)
        scope.activated.emit(scope.currentIndex())
        self.settle()

    def settle(self) -> None:
        """Let what runs elsewhere end."""
        self.qtbot.waitUntil(lambda: not self.operations.running, timeout=5000)
        QApplication.processEvents()

    def type(self, field: QLineEdit, text: str) -> None:
        field.insert(text)  # keys of a test have no letters but those of ASCII
        self.synthesis.answer(self.readings)


def _answer(phonemes: Phonemes) -> tuple[object]:
    from studio.windows.inspector_reading import cells_of_phonemes  # noqa: PLC0415

    return (cells_of_phonemes((phonemes,)),)


@pytest.fixture
def stage(qtbot: QtBot, tmp_path: Path) -> Iterator[Stage]:
    document, operations = Document(), Operations()
    document.replace(Script((Line("a", BANK), Line("b", "行走，行业。"), Line("c", "行{xíng}"))), (), None)
    user = UserLexicon(LexiconStore.open(tmp_path), document, operations)
    synthesis, transport = FakeSynthesis(), FakeTransport()
    box = PronunciationBox(
        document=document,
        synthesis=synthesis,  # type: ignore[arg-type]
        transport=transport,  # type: ignore[arg-type]
        user_lexicon=user,
        operations=operations,
    )
    qtbot.addWidget(box)
    box.resize(360, 700)
    document.changed.connect(lambda _change: box.show_line(document.script.line("a")))
    box.show_line(document.script.line("a"))
    box.show()
    stage = Stage(box, document, synthesis, transport, user, operations, Readings(), qtbot)
    stage.read()
    yield stage
    assert operations.close()


def test_word_is_opened_by_keyboard_with_all_its_readings(stage: Stage) -> None:
    assert not stage.editor.isVisible()
    stage.open()
    assert stage.editor.isVisible()
    assert stage.editor.word == "行"
    assert stage.readings.asked == [(BANK, Span(ROW, ROW + 1), "zh")]
    model = stage.editor.candidates.model()
    said = [model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]
    assert said == ["xíng; 行走", "háng; 银行, 行业; as it is read now"]
    assert stage.editor.candidates.currentIndex().row() == 1
    assert stage.editor.heading.text() == "行  háng"
    assert "dictionary" in stage.editor.origin.text()
    assert not stage.editor.default.isVisible()


def test_click_opens_and_escape_goes_back(stage: Stage) -> None:
    rect = stage.box.list.visualRect(stage.box.model.index(3))
    stage.qtbot.mouseClick(stage.box.list.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert stage.editor.word == "行"
    stage.qtbot.keyClick(stage.editor.candidates, Qt.Key.Key_Escape)
    assert not stage.editor.isVisible()
    assert stage.editor.word == ""


def test_several_characters_are_one_word(stage: Stage) -> None:
    stage.box.list.choose(ROW - 1)
    stage.qtbot.keyClick(stage.box.list, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    stage.qtbot.keyClick(stage.box.list, Qt.Key.Key_Return)
    assert stage.editor.word == "银行"
    stage.synthesis.answer(stage.readings)
    assert stage.readings.asked == [(BANK, Span(ROW - 1, ROW + 1), "zh")]


def test_marks_are_not_opened(stage: Stage) -> None:
    stage.box.list.choose(len(BANK) - 1)
    stage.qtbot.keyClick(stage.box.list, Qt.Key.Key_Return)
    assert not stage.editor.isVisible()


def test_candidate_is_heard_alone_and_in_the_line(stage: Stage) -> None:
    stage.open()
    stage.qtbot.keyClick(stage.editor.candidates, Qt.Key.Key_Up)
    stage.qtbot.keyClick(stage.editor.candidates, Qt.Key.Key_Space)
    stage.editor.hear_in_line.click()
    (_, alone), (_, line) = stage.transport.asked
    assert isinstance(alone, Utterance)
    assert isinstance(line, Utterance)
    assert (alone.text, alone.language) == ("行{xíng}", "zh")
    assert line.text == "我在银行{xíng}工作。"
    assert stage.text == BANK


def test_enter_reads_it_so_here_and_offers_to_remember(stage: Stage) -> None:
    stage.open()
    stage.qtbot.keyClick(stage.editor.candidates, Qt.Key.Key_Up)
    stage.qtbot.keyClick(stage.editor.candidates, Qt.Key.Key_Return)
    assert stage.text == "我在银行{xíng}工作。"
    assert "remember" in stage.editor.note.text
    assert stage.document.undo_stack.undoText() == "Change the reading of “行”"
    # Another choice replaces the first.
    stage.qtbot.keyClick(stage.editor.candidates, Qt.Key.Key_Down)
    stage.editor.here.click()
    assert stage.text == "我在银行{háng}工作。"
    stage.document.undo_stack.undo()
    stage.document.undo_stack.undo()
    assert stage.text == BANK
    assert stage.editor.word == "行"


def test_reading_is_remembered_for_the_project(stage: Stage) -> None:
    stage.open()
    stage.editor.here.click()
    stage.editor.project.click()
    assert stage.text == BANK  # what is said for all need not be said here
    assert stage.document.script.lexicon == Lexicon((Entry("银行", "háng háng", "zh"),))
    assert "lexicon of the project" in stage.editor.note.text
    stage.document.undo_stack.undo()
    assert stage.document.script.lexicon == Lexicon()
    assert stage.text == "我在银行{háng}工作。"


def test_reading_is_remembered_for_ever_and_nothing_stands_in_its_way(stage: Stage) -> None:
    stage.open()
    stage.editor.project.click()
    stage.editor.candidates.setCurrentIndex(stage.editor.candidates.model().index(0, 0))
    stage.editor.always.click()
    assert stage.user.lexicon == Lexicon((Entry("银行", "háng xíng", "zh"),))
    assert stage.document.script.lexicon == Lexicon()
    assert stage.text == BANK
    stage.settle()


def test_a_character_is_remembered_in_the_word_around_it_or_everywhere(stage: Stage) -> None:
    stage.open()
    scope = stage.editor.scope
    assert [scope.itemText(row) for row in range(scope.count())] == ["银行", "every 行"]
    stage.choose_character()
    stage.editor.project.click()
    assert stage.document.script.lexicon == Lexicon((Entry("行", "háng", "zh"),))
    stage.open(0)  # 我 is a word by itself, and so is 在
    assert [scope.itemText(row) for row in range(scope.count())] == ["我在", "every 我"]


def test_a_word_is_read_alike_at_all_its_places(stage: Stage) -> None:
    script = stage.document.script
    stage.document.edit("x", set_fields(script, ["b"], text="银行和银行。"))
    stage.read()
    stage.open()
    assert stage.editor.all_same.text() == "Here and 2 other(s)"
    stage.editor.all_same.click()
    stage.settle()
    texts = [line.text for line in stage.document.script.lines]
    assert texts[:2] == ["我在银行{háng háng}工作。", "银行{háng háng}和银行{háng háng}。"]


def test_a_reading_without_syllables_is_remembered_for_the_character_alone(stage: Stage) -> None:
    stage.open()
    stage.type(stage.editor.entry.field, "ipa: hong")
    assert stage.editor.here.isEnabled()
    assert not stage.editor.project.isEnabled()
    assert "pinyin" in stage.editor.chosen.text()
    stage.choose_character()
    stage.editor.project.click()
    assert stage.document.script.lexicon == Lexicon((Entry("行", "ipa: hong", "zh"),))


def test_all_the_same_are_counted_and_read_alike_in_one_step(stage: Stage) -> None:
    stage.open()
    assert stage.editor.all_same.text() == "No others"  # of the word
    stage.choose_character()
    assert stage.editor.all_same.text() == "Here and 2 other(s)"  # not that with a reading of its own
    stage.editor.all_same.click()
    stage.settle()
    assert [line.text for line in stage.document.script.lines] == [
        "我在银行{háng}工作。",
        "行{háng}走，行{háng}业。",
        "行{xíng}",
    ]
    assert stage.document.undo_stack.count() == 1
    stage.qtbot.waitUntil(lambda: stage.editor.all_same.text() == "No others", timeout=3000)
    assert not stage.editor.all_same.isEnabled()
    stage.document.undo_stack.undo()
    assert stage.text == BANK


@pytest.mark.parametrize("source", [Source.OVERRIDE, Source.PROJECT_LEXICON, Source.USER_LEXICON])
def test_what_was_laid_down_can_be_taken_back(stage: Stage, source: Source) -> None:
    entry = Entry("行", "xíng", "zh")
    script = stage.document.script
    if source is Source.OVERRIDE:
        stage.document.edit("x", set_fields(script, ["a"], text="我在银行{xíng}工作。"))
    elif source is Source.PROJECT_LEXICON:
        stage.document.edit("x", remember(script, entry))
    else:
        stage.user.remember(entry)
    stage.read(source)
    stage.open()
    assert stage.editor.default.isVisible()
    stage.editor.default.click()
    assert stage.text == BANK
    assert stage.document.script.lexicon == stage.user.lexicon == Lexicon()
    stage.settle()


def test_free_reading_is_judged_while_it_is_typed(stage: Stage) -> None:
    stage.open()
    entry = stage.editor.entry
    stage.type(entry.field, "héØ")
    assert entry.says == "The voice has no sound for Ø; leave it out."
    assert entry.field.accessibleDescription() == entry.says
    assert not stage.editor.here.isEnabled()
    stage.qtbot.keyClick(entry.field, Qt.Key.Key_Return)
    assert stage.text == BANK
    stage.qtbot.keyClick(entry.field, Qt.Key.Key_Backspace)
    stage.type(entry.field, "ng")
    assert entry.says == "words that sound so: héng"
    stage.qtbot.keyClick(entry.field, Qt.Key.Key_Return)
    assert stage.text == "我在银行{héng}工作。"


def test_enter_waits_for_the_engine_and_an_emptied_field_gives_the_candidate_back(stage: Stage) -> None:
    stage.open()
    field = stage.editor.entry.field
    stage.qtbot.keyClicks(field, "x")
    stage.qtbot.keyClick(field, Qt.Key.Key_Return)
    assert stage.text == BANK
    stage.synthesis.answer(stage.readings)
    assert stage.text == "我在银行{x}工作。"
    stage.qtbot.keyClick(field, Qt.Key.Key_Backspace)
    stage.editor.here.click()
    assert stage.text == "我在银行{háng}工作。"


def test_symbols_are_edited_one_by_one(stage: Stage) -> None:
    stage.open()
    strip = stage.editor.strip
    assert not strip.isVisible()
    stage.editor.expert.click()
    assert strip.entry.field.text() == "xa↗ŋ"
    strip.entry.field.setCursorPosition(2)
    stage.qtbot.keyClick(strip.entry.field, Qt.Key.Key_Delete)
    strip.keys.setCurrentRow(3)
    stage.qtbot.keyClick(strip.keys, Qt.Key.Key_Return)
    stage.synthesis.answer(stage.readings)
    assert strip.entry.field.text() == "xa↘ŋ"
    stage.qtbot.keyClick(strip.entry.field, Qt.Key.Key_Return)
    assert stage.text == "我在银行{xa↘ŋ}工作。"
    stage.type(strip.entry.field, "?")
    assert "no sound for ?" in strip.entry.says
    assert not stage.editor.here.isEnabled()


def test_guess_is_warned_of_in_words(stage: Stage) -> None:
    stage.read(Source.GUESS)
    assert "word(s) guessed" in stage.box.note.text()
    stage.open()
    assert "guess" in stage.editor.origin.text()
    assert stage.editor.origin.palette().color(stage.editor.origin.foregroundRole()) == theme.colour("warning")


def test_broken_markup_is_shown_where_it_is(stage: Stage) -> None:
    stage.read(Source.LEXICON, Problem(Span(2, 4), "It is read as text."))
    assert "! 银行: It is read as text." in stage.box.note.text()


def test_editor_stays_at_its_word_and_goes_with_it(stage: Stage) -> None:
    stage.open()
    stage.document.edit("x", set_fields(stage.document.script, ["a"], text="现在我在银行工作。"))
    stage.editor.here.click()
    assert stage.text == "现在我在银行{háng}工作。"
    stage.document.edit("x", set_fields(stage.document.script, ["a"], text="没有。"))
    assert not stage.editor.isVisible()


def test_another_line_or_project_ends_it(stage: Stage) -> None:
    stage.open()
    stage.box.show_line(stage.line("b"))
    assert not stage.editor.isVisible()
    stage.box.show_line(stage.line("a"))
    stage.read()
    stage.open()
    stage.document.replace(Script(), (), None)
    assert not stage.editor.isVisible()


def test_engine_that_is_not_there_is_told(stage: Stage) -> None:
    stage.box.list.choose(ROW)
    stage.qtbot.keyClick(stage.box.list, Qt.Key.Key_Return)
    stage.synthesis.failed.emit(max(stage.synthesis.questions), "The model is not installed; install it.")
    assert stage.editor.note.text == "The model is not installed; install it."
    assert not stage.editor.here.isEnabled()
    stage.settle()


def test_reading_that_cannot_be_kept_is_told(stage: Stage) -> None:
    stage.open()
    stage.choose_character()
    stage.type(stage.editor.entry.field, "x" * 301)
    stage.editor.always.click()
    assert "longer than" in stage.editor.note.text
    stage.editor.project.click()
    assert "longer than" in stage.editor.note.text
    assert stage.user.lexicon == stage.document.script.lexicon == Lexicon()


def test_sources_differ_by_more_than_colour(stage: Stage) -> None:
    """Pictures without colour: the line under the word alone tells the sources apart."""
    stage.box.list.setCurrentIndex(stage.box.model.index(-1))
    pictures = set()
    shown = (Source.OVERRIDE, Source.PROJECT_LEXICON, Source.USER_LEXICON, Source.GUESS, Source.SILENT, Source.LEXICON)
    for source in shown:
        stage.read(source)
        rect = stage.box.list.visualRect(stage.box.model.index(0))
        image = stage.box.list.viewport().grab(rect).toImage()
        background = image.pixelColor(0, 0)
        row = 2 + 2 * stage.box.list.fontMetrics().height() - 1
        line = tuple(
            _far(image.pixelColor(x, y), background) for y in (row - 1, row) for x in range(6, image.width() - 6)
        )
        pictures.add(line)
    assert len(pictures) == len(shown)
    assert isinstance(stage.box.list.itemDelegate(), ReadingDelegate)


def _far(one: QColor, other: QColor) -> bool:
    return abs(one.lightness() - other.lightness()) > 30


def test_everything_is_reached_by_keyboard_and_has_a_name(stage: Stage) -> None:
    stage.open()
    stage.editor.expert.click()
    stops = tab_stops(stage.box)
    for widget in (
        stage.box.list,
        stage.editor.candidates,
        stage.editor.entry.field,
        stage.editor.strip.entry.field,
        stage.editor.strip.keys,
        stage.editor.hear,
        stage.editor.here,
        stage.editor.always,
    ):
        assert widget in stops
    assert [widget for widget in stops if not spoken_name(widget)] == []


def test_theme_and_language_are_followed(stage: Stage) -> None:
    stage.open()
    before = stage.editor.grab().toImage()
    for kind in (QEvent.Type.PaletteChange, QEvent.Type.LanguageChange):
        for widget in (stage.box, stage.editor, stage.editor.entry, stage.editor.strip):
            QApplication.sendEvent(widget, QEvent(kind))
    assert stage.editor.grab().toImage() == before


# What a choice makes of the script.


def test_capital_of_a_first_word_is_not_part_of_the_entry() -> None:
    assert entry_for("Read it.", Span(0, 4), "ɹɛd", "en-us") == Entry("read", "ɹɛd", "en")
    assert entry_for("“Read it.", Span(1, 5), "ɹɛd", "en-us").written == "read"
    assert entry_for("In Reading.", Span(3, 10), "ɹɛdɪŋ", "en-gb").written == "Reading"
    assert entry_for("SQL", Span(0, 3), "sequel", "en-us").written == "SQL"
    assert entry_for("I am", Span(0, 1), "x", "en-us").written == "I"


def test_word_is_found_again_after_an_edit() -> None:
    assert word_at("SQL{sequel} x", Span(0, 3)) == "SQL"
    assert moved("a SQL b", "a SQL{sequel} b", Span(2, 5)) == Span(2, 5)
    assert moved("a SQL b", "so a SQL b", Span(2, 5)) == Span(5, 8)
    assert moved("a SQL b", "a SQL b and more", Span(2, 5)) == Span(2, 5)
    assert moved("a SQL b", "a xyz b", Span(2, 5)) is None


def test_choices_about_a_line_that_is_gone_change_nothing() -> None:
    script = Script((Line("a", "x"),))
    gone = Occurrence("z", Span(0, 1))
    assert read_always(script, gone, Entry("x", "y")) == script
    assert replace(script) == script
