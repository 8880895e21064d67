"""The reading of the inspected line: the words with their readings, what is odd about them, and the editor of one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engines.text.markup import parse
from engines.types import Problem
from studio.document.document import Document
from studio.document.script import Line
from studio.document.takes import Take
from studio.lexicons import UserLexicon
from studio.operations import Operations
from studio.playback.synthesis import SynthesisThread
from studio.playback.transport import Transport
from studio.windows.inspector_asking import ReadingQuestion
from studio.windows.inspector_reading import ReadingCell, ReadingModel, cells_of_take
from studio.windows.pronunciation_editor import PronunciationEditor
from studio.windows.pronunciation_ruby import ReadingList


class PronunciationBox(QWidget):
    """Shows how one line was read where a take says it as it is now, and else how it would be."""

    editing = Signal(QWidget)
    """The part that should be seen now, once it has its place."""

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
        super().__init__(parent)
        self._document = document
        self._line_id = ""
        self._typed = ""
        self._take: Take | None = None
        self._problems: tuple[Problem, ...] = ()
        self._failure = ""
        self._question = ReadingQuestion(synthesis, self)
        self._seen: QWidget = self
        self._showing = QTimer(self, singleShot=True, interval=0)
        self._showing.timeout.connect(lambda: self.editing.emit(self._seen))
        self.heading = QLabel()
        self.note = QLabel()
        self.model = ReadingModel(self)
        self.list = ReadingList(self.model)
        self.editor = PronunciationEditor(
            document=document,
            synthesis=synthesis,
            transport=transport,
            user_lexicon=user_lexicon,
            operations=operations,
        )
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self.heading.setBuddy(self.list)
        self.note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.heading)
        column.addWidget(self.note)
        column.addWidget(self.list, 1)
        column.addWidget(self.editor)
        self._question.answered.connect(self._on_answered)
        self._question.failed.connect(self._on_unread)
        self.list.opened.connect(self._open)
        self.editor.closed.connect(self._on_closed)
        self.editor.grown.connect(lambda: self._bring_into_view(self.editor))
        self.editor.moved_to.connect(self.list.choose)
        self._retranslate()

    def show_line(self, line: Line | None) -> None:
        """Show a line as the script has it now, or none."""
        if (line.id if line else "") != self._line_id:
            self._line_id = line.id if line else ""
            self._failure = ""
            self._question.drop()
            self._show((), None)
            self.editor.leave()
        if line is None:
            return
        script = self._document.script
        delivery = script.delivery(line)
        take = self._document.current_take(line.id)
        self._typed = line.text
        if take and take.delivery == delivery:
            self._question.drop()
            self._failure = ""
            self._show(cells_of_take(take), take, parse(line.text).problems)
        elif line.text.strip():
            self._take = None
            self._show_heading()
            self._question.ask(delivery.utterance(script.lexicons))
            self._show_note()
        else:
            self._question.drop()
            self._show((), None)

    def begin(self) -> None:
        """Put the keyboard into the words."""
        if not self.list.currentIndex().isValid() and self.model.cells:
            self.list.setCurrentIndex(self.model.index(0))
        self.list.setFocus()
        self._bring_into_view(self.list)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.list.setAccessibleName(self.tr("Reading of the line, word by word; Enter corrects a word"))
        self._show_heading()
        self._show_note()

    # What is shown.

    def _show(self, cells: tuple[ReadingCell, ...], take: Take | None, problems: Sequence[Problem] = ()) -> None:
        self._take, self._problems = take, tuple(problems)
        start = self.model.cells[row].span.start if (row := self.list.currentIndex().row()) >= 0 else -1
        self.model.set_cells(cells)
        self.list.choose(start)
        self.editor.show_cells(cells)
        self._show_heading()
        self._show_note()

    def _show_heading(self) -> None:
        said = self.tr("&Reading, as it was said")
        self.heading.setText(said if self._take else self.tr("&Reading, as it will be"))

    def _show_note(self) -> None:
        """What is not heard, what is wrong with the markup, and what is worth a check."""
        cells = self.model.cells
        unspoken = self._take.unspoken if self._take else ()
        silent = unspoken or tuple(cell.text for cell in cells if cell.silent)
        guesses = sum(cell.guessed for cell in cells)
        notes = [self._failure] if self._failure else []
        if silent:
            notes.append(self.tr("Not spoken: {0}").format("  ".join(silent)))
        for problem in self._problems:
            notes.append(self.tr("! {0}: {1}").format(self._typed[slice(*problem.span)], problem.message))
        if guesses:
            notes.append(self.tr("? %n word(s) guessed: listen whether they are right.", "", guesses))
        self.note.setText("\n".join(notes))
        self.note.setVisible(bool(notes))

    def _on_answered(self, cells: tuple[ReadingCell, ...], problems: tuple[Problem, ...]) -> None:
        self._failure = ""
        self._show(cells, None, problems)

    def _on_unread(self, sentence: str) -> None:
        self._failure = sentence
        self._show((), None)

    # The editor.

    def _open(self, cells: tuple[ReadingCell, ...]) -> None:
        self.editor.open_word(self._line_id, cells, self.model.cells)
        self.editor.candidates.setFocus()
        self._bring_into_view(self.editor)

    def _bring_into_view(self, widget: QWidget) -> None:
        self._seen = widget
        self._showing.start()

    def _on_closed(self) -> None:
        if self.editor.isAncestorOf(self.focusWidget() or self):
            self.list.setFocus()
