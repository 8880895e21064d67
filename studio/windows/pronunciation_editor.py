"""Correcting the reading of a word: choose one, hear it, and say where it is to hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from engines.text.lexicon import Entry, LexiconError
from engines.text.markup_edits import escape, set_reading
from engines.types import Source, Span
from studio.document.document import Change, Document
from studio.document.lexicon_edits import Occurrence
from studio.document.script import Line, Script
from studio.lexicons import UserLexicon
from studio.operations import Operations
from studio.playback.synthesis import SynthesisThread
from studio.playback.transport import Transport
from studio.windows import theme
from studio.windows.inspector_reading import ReadingCell, shown_as, source_word
from studio.windows.pronunciation_asking import CandidatesQuestion, Verdict
from studio.windows.pronunciation_choices import (
    entries_of,
    entry_for,
    moved,
    read_always,
    read_as_before,
    read_here,
    read_in_project,
    word_at,
)
from studio.windows.pronunciation_form import PronunciationForm
from studio.windows.pronunciation_same import SameWord

if TYPE_CHECKING:
    from engines.text.candidates import Candidate

_OWN = frozenset({Source.OVERRIDE.value, Source.PROJECT_LEXICON.value, Source.USER_LEXICON.value})


@dataclass(frozen=True, slots=True)
class _Choice:
    """A reading that may be laid down."""

    reading: str
    symbols: str


class PronunciationEditor(PronunciationForm):
    """Works on one word of one line, or on neighbouring ones together; hidden while there is none."""

    closed = Signal()
    grown = Signal()
    """It has more room than before."""
    moved_to = Signal(int)
    """The first character of the word in the typed text, after that changed."""

    def __init__(
        self,
        *,
        document: Document,
        synthesis: SynthesisThread,
        transport: Transport,
        user_lexicon: UserLexicon,
        operations: Operations,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(synthesis, parent)
        self._document = document
        self._transport = transport
        self._user = user_lexicon
        self._place: Occurrence | None = None
        self._text = self._word = self._language = self._source = ""
        self._choice: _Choice | None = None
        self._question = CandidatesQuestion(synthesis, self)
        self._same = SameWord(document, operations, self)
        self._connect()
        self._retranslate()
        self.hide()

    @property
    def word(self) -> str:
        """What is worked on; empty for nothing."""
        return self._word if self._place else ""

    def open_word(self, line_id: str, cells: Sequence[ReadingCell], every: Sequence[ReadingCell]) -> None:
        """Work on neighbouring cells of a line, of which `every` are all."""
        line = self._document.script.line(line_id)
        if line is None or not cells:
            return
        self._place = Occurrence(line_id, Span(cells[0].span.start, cells[-1].span.end))
        self._text = line.text
        self._word, self._language = word_at(line.text, self._place.span), cells[0].language
        self.note.clear()
        self.model.set_candidates((), "")
        self.entry.set_word(self._word, self._language)
        self._choose(None)
        self.show_cells(cells)
        self.strip.set_word(self._word, self._language, _symbols(cells))
        self._question.ask(line.text, self._place.span, self._language)
        self.scope.open_word(line.text, every, self._place.span)
        self.show_scope()
        self._choose_scope()
        self.show()

    def show_cells(self, cells: Sequence[ReadingCell]) -> None:
        """The line is read so now; those of the word are looked at."""
        if self._place is None:
            return
        span = self._place.span
        mine = [cell for cell in cells if cell.span.start < span.end and span.start < cell.span.end]
        if not mine:
            return
        symbols, self._source = _symbols(mine), next((c.source for c in mine if c.is_word), mine[0].source)
        self.model.set_symbols(symbols)
        guessed = any(cell.guessed for cell in mine)
        self.heading.setText(f"{self._word}  {' '.join(cell.shown for cell in mine if cell.shown)}")
        origin = self.tr("Read so by: {0}").format(source_word(self._source))
        if guessed:
            origin = self.tr("The word is not known, or the context does not tell: this is a guess. Listen to it.")
        elif any(cell.silent for cell in mine):
            origin = self.tr("It is not spoken. Give it a reading to have it said.")
        self.origin.setText(origin)
        palette = self.origin.palette()
        palette.setColor(self.origin.foregroundRole(), theme.colour("warning" if guessed else "text"))
        self.origin.setPalette(palette)
        self.default.setVisible(self._source in _OWN)

    def leave(self) -> None:
        """Work on nothing."""
        if self._place is not None:
            self._place = None
            self._question.drop()
            self._same.drop()
            self.hide()
            self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Escape goes back to the text."""
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 Qt's name
        """Once the readings are there, it is higher."""
        super().resizeEvent(event)
        if event.size().height() > event.oldSize().height():
            self.grown.emit()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    # Making it.

    def _connect(self) -> None:
        self._document.changed.connect(self._follow)
        self._document.replaced.connect(self.leave)
        self._question.answered.connect(self._on_candidates)
        self._question.failed.connect(self.note.complain)
        self._same.counted.connect(self._show_count)
        self._same.failed.connect(self.note.complain)
        self.candidates.selectionModel().currentChanged.connect(self._take_candidate)
        self.candidates.clicked.connect(self._take_candidate)
        self.candidates.hear_asked.connect(self._hear)
        self.candidates.taken.connect(self._read_here)
        for entry in (self.entry, self.strip.entry):
            entry.judged.connect(self._take_verdict)
            entry.entered.connect(self._read_here)
        self.close_button.clicked.connect(self.leave)
        self.hear.clicked.connect(self._hear)
        self.hear_in_line.clicked.connect(self._hear_line)
        self.here.clicked.connect(self._read_here)
        self.project.clicked.connect(self._read_in_project)
        self.always.clicked.connect(self._read_always)
        self.scope.activated.connect(self._choose_scope)
        self.all_same.clicked.connect(self._read_all)
        self.default.clicked.connect(self._read_as_before)

    def _retranslate(self) -> None:
        self.show_texts()
        self._show_count(self._same.others)
        self._show_choice()

    # What is chosen.

    def _on_candidates(self, found: tuple[Candidate, ...]) -> None:
        symbols = self.strip.entry.field.text()
        self.model.set_candidates(found, symbols)
        row = self.model.current_row
        if found and not self.entry.field.text():
            self.candidates.setCurrentIndex(self.model.index(max(row, 0)))

    def _take_candidate(self) -> None:
        row = self.candidates.currentIndex().row()
        if row >= 0:
            candidate = self.model.candidates[row]
            self._choose(_Choice(candidate.reading, candidate.symbols))

    def _take_verdict(self, verdict: Verdict) -> None:
        if verdict.symbols:
            self._choose(_Choice(verdict.reading, verdict.symbols))
        elif verdict.problem or self.sender() is self.strip.entry or self.entry.field.text():
            self._choose(None)
        else:
            self._take_candidate()

    def _choose(self, choice: _Choice | None) -> None:
        self._choice = choice
        self._show_choice()

    def _show_choice(self) -> None:
        choice = self._choice
        for button in (self.hear, self.hear_in_line, self.here):
            button.setEnabled(choice is not None)
        for button in (self.project, self.always):
            button.setEnabled(bool(self._scope_reading()))
        self.all_same.setEnabled(bool(self._scope_reading()) and self._same.others > 0)
        shown = shown_as(choice.symbols, self._language) if choice else ""
        sentence = self.tr("Read it as {0}:").format(shown) if shown else ""
        if shown and not self._scope_reading():
            sentence = self.tr("Read it as {0}. To remember it for “{1}”, write it in pinyin.").format(
                shown, self.scope.currentText()
            )
        self.chosen.setText(sentence)
        self.chosen.setVisible(bool(shown))

    def _show_count(self, others: int) -> None:
        self.all_same.setText(self.tr("Here and %n other(s)", "", others) if others else self.tr("No others"))
        self.all_same.setToolTip(self.tr("Write the reading behind every one of these words in the script"))
        self.all_same.setEnabled(bool(self._scope_reading()) and others > 0)

    # For which word it is to hold.

    def _choose_scope(self) -> None:
        if self._place:
            self._same.look_for(self._entry("").written, Occurrence(self._place.line_id, self.scope.scope.span))
        self._show_choice()

    def _scope_reading(self) -> str:
        choice = self._choice
        return self.scope.scope.reading(choice.reading, choice.symbols) if self._place and choice else ""

    def _entry(self, reading: str) -> Entry:
        return entry_for(self._text, self.scope.scope.span, reading, self._language)

    # What is heard.

    def _hear(self) -> None:
        line = self._line()
        if line is None or self._choice is None:
            return
        word = escape(self._word)
        self._say(line, set_reading(word, Span(0, len(word)), self._choice.reading), self._language)

    def _hear_line(self) -> None:
        line = self._line()
        if line and self._choice and self._place:
            self._say(line, set_reading(line.text, self._place.span, self._choice.reading), line.language)

    def _say(self, line: Line, text: str, language: str) -> None:
        script = self._document.script
        utterance = script.delivery(line).utterance(script.lexicons)
        self._transport.audition(replace(utterance, text=text, language=language or None, slot=None))

    # What is laid down.

    def _read_here(self) -> None:
        if self._place and self._choice:
            self._edit(read_here(self._document.script, self._place, self._choice.reading))
            self.note.inform(self.tr("Only here. To remember it, choose “In this project” or “Always”."))

    def _read_in_project(self) -> None:
        if self._place and (reading := self._scope_reading()):
            entry = self._entry(reading)
            try:
                self._edit(read_in_project(self._document.script, self._place, entry))
            except LexiconError as error:
                self.note.complain(str(error))
                return
            self.note.inform(self.tr("“{0}” is in the lexicon of the project now.").format(entry.written))

    def _read_always(self) -> None:
        if self._place and (reading := self._scope_reading()):
            entry = self._entry(reading)
            try:
                self._user.remember(entry)
            except LexiconError as error:
                self.note.complain(str(error))
                return
            self._edit(read_always(self._document.script, self._place, entry))
            self.note.inform(self.tr("“{0}” is in your lexicon now, for all projects.").format(entry.written))

    def _read_all(self) -> None:
        if self._place and (reading := self._scope_reading()):
            self._same.read_all(reading, self._step())

    def _read_as_before(self) -> None:
        if self._place is None:
            return
        if self._source == Source.USER_LEXICON.value:
            self._user.forget(entries_of(self._document.script, self._place, self._user.lexicon))
        else:
            self._edit(read_as_before(self._document.script, self._place, self._source))
        self.note.clear()

    def _edit(self, script: Script) -> None:
        self._document.edit(self._step(), script)

    def _step(self) -> str:
        return self.tr("Change the reading of “{0}”").format(self._word)

    # What happens outside.

    def _follow(self, change: Change) -> None:
        """Stay at the word; without it there is nothing to work on."""
        if self._place is None:
            return
        line = change.after.line(self._place.line_id)
        if line is None:
            self.leave()
            return
        if line.text == self._text:
            return
        span = moved(self._text, line.text, self._place.span)
        if span is None:
            self.leave()
            return
        self.scope.follow(self._text, line.text, span)
        self._text, self._place = line.text, Occurrence(line.id, span)
        self._same.move(Occurrence(line.id, self.scope.scope.span))
        self.moved_to.emit(span.start)

    def _line(self) -> Line | None:
        return self._document.script.line(self._place.line_id) if self._place else None


def _symbols(cells: Sequence[ReadingCell]) -> str:
    return " ".join("".join(cell.symbols for cell in cells).split())
