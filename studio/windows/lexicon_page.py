"""One lexicon: search, table, what is said about the current entry, and a row to add another one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from engines.text.lexicon import LONGEST_READING, LONGEST_WORD, Entry, Lexicon, LexiconError, check_entry
from engines.types import Utterance
from studio.document.document import Document
from studio.document.lexicon_edits import uses
from studio.operations import Operation, Operations, Task
from studio.playback.synthesis import SynthesisThread
from studio.playback.transport import Transport
from studio.windows.choices import fill
from studio.windows.icons import icon
from studio.windows.inspector_reading import shown_as
from studio.windows.lexicon_model import LexiconModel
from studio.windows.lexicon_sources import LexiconSource, Step, turning
from studio.windows.lexicon_table import LexiconTable
from studio.windows.lexicon_words import language_choices, spoken_language
from studio.windows.note import Note
from studio.windows.pronunciation_asking import Verdict, VerdictQuestion
from studio.windows.pronunciation_entry import ReadingEntry, notation_name

_COUNT_AFTER = 400
"""Milliseconds after a change until the uses are counted again."""
_AT_ONCE = 100
"""Entries that are changed without leaving the GUI thread."""


class LexiconPage(QWidget):
    """Shows a source and changes it."""

    selection_changed = Signal()

    def __init__(
        self,
        *,
        source: LexiconSource,
        document: Document,
        synthesis: SynthesisThread,
        transport: Transport,
        operations: Operations,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.source = source
        self._document = document
        self._transport = transport
        self._operations = operations
        self._verdict = VerdictQuestion(synthesis, self)
        self._judged = self._language = ""
        self.model = LexiconModel(self)
        self.search = QLineEdit(clearButtonEnabled=True)
        self.count = QLabel()
        self.table = LexiconTable(self.model)
        self.note = Note()
        self.word = QLineEdit(maxLength=LONGEST_WORD)
        self.reading = ReadingEntry(synthesis)
        self.reading.field.setMaxLength(LONGEST_READING)
        self.language = QComboBox()
        self.add_button = QPushButton()
        # Enter in another field is not for it.
        self.add_button.setAutoDefault(False)
        self._labels = [QLabel() for _ in range(3)]
        self._counting = QTimer(self, singleShot=True, interval=_COUNT_AFTER)
        self._lay_out()
        self._connect()
        self._retranslate()
        self._show_lexicon()

    def remove(self) -> None:
        """Take the selected entries out."""
        rows = self.table.chosen_rows()
        gone = self.table.chosen()
        if not gone:
            return

        def choose_next() -> None:
            if left := self.model.rowCount():
                self.table.selectRow(min(rows[0], left - 1))

        name = self.tr("Remove %n entry(s)", "", len(gone))
        self._change(name, lambda lexicon: lexicon.without(gone), len(gone), choose_next)

    def hear(self) -> None:
        """Say the current entry, with the narrator's voice."""
        entry = self.table.current()
        if entry is None:
            return
        script = self._document.script
        lexicon = Lexicon((replace(entry, enabled=True, language=""),))
        utterance = Utterance(entry.written, script.narrator.voice, spoken_language(entry.written, entry.language))
        self._transport.audition(replace(utterance, lexicons=replace(script.lexicons, project=lexicon)))

    def put(self, entries: tuple[Entry, ...], name: str) -> None:
        """Add entries, in the place of those for the same words."""
        self._change(name, lambda lexicon: lexicon.with_entries(entries), len(entries))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 Qt's name
        """Nobody counts for a page that is not seen."""
        super().showEvent(event)
        self._count()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.search, 1)
        top.addWidget(self.count)
        adding = QGridLayout()
        adding.setHorizontalSpacing(8)
        adding.setVerticalSpacing(4)
        for column, (label, field) in enumerate(
            zip(self._labels, (self.word, self.reading.field, self.language), strict=True)
        ):
            label.setBuddy(field)
            adding.addWidget(label, 0, column)
        adding.addWidget(self.word, 1, 0)
        adding.addWidget(self.reading, 1, 1, 2, 1)
        adding.addWidget(self.language, 1, 2)
        adding.addWidget(self.add_button, 1, 3)
        adding.setColumnStretch(0, 2)
        adding.setColumnStretch(1, 3)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.note)
        layout.addLayout(adding)

    def _connect(self) -> None:
        self.source.changed.connect(self._show_lexicon)
        self._document.changed.connect(self._count_soon)
        self._document.replaced.connect(self._count_soon)
        self._counting.timeout.connect(self._count)
        self._verdict.answered.connect(self._show_verdict)
        self.search.textChanged.connect(self._search)
        self.model.edited.connect(self._edit)
        self.model.modelReset.connect(self._show_numbers)
        self.table.delete_asked.connect(self.remove)
        self.table.typed.connect(self._judge)
        self.table.left_editor.connect(self._judge_current)
        self.table.selectionModel().currentChanged.connect(self._judge_current)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self.selection_changed.emit())
        self.word.textChanged.connect(self._word_typed)
        self.word.returnPressed.connect(self.reading.setFocus)
        self.language.activated.connect(self._word_typed)
        self.reading.judged.connect(lambda _verdict: self._enable())
        self.reading.entered.connect(self._add)
        self.add_button.clicked.connect(self._add)

    def _retranslate(self) -> None:
        self.search.setPlaceholderText(self.tr("Search words, readings and notes"))
        self.search.setAccessibleName(self.tr("Search the lexicon"))
        self.table.setAccessibleName(self.tr("Entries of the lexicon"))
        for label, text in zip(
            self._labels, (self.tr("New &word"), self.tr("Its &reading"), self.tr("&Language")), strict=True
        ):
            label.setText(text)
        self.reading.field.setPlaceholderText(self.tr("Pinyin, IPA, ARPAbet, kana, or words that sound so"))
        self.reading.field.setAccessibleName(self._labels[1].text().replace("&", ""))
        self.add_button.setText(self.tr("&Add"))
        self.add_button.setIcon(icon("add"))
        fill(self.language, language_choices(), self.language.currentData() or "")
        self._show_numbers()
        self._enable()

    # What is shown.

    def _show_lexicon(self) -> None:
        current = self.table.current()
        self.model.set_lexicon(self.source.lexicon)
        if current is not None and self.table.current() is None:
            self.table.choose(current)
        self._show_numbers()
        self._count_soon()

    def _search(self, text: str) -> None:
        current = self.table.current()
        self.model.search(text)
        if current is not None:
            self.table.choose(current)

    def _show_numbers(self) -> None:
        shown, total = self.model.rowCount(), self.model.total
        if not total:
            text = self.tr("No entries yet: add a word below, or correct a reading in the inspector.")
        elif shown == total:
            text = self.tr("%n entry(s)", "", total)
        else:
            text = self.tr("{0} of %n entry(s)", "", total).format(shown)
        self.count.setText(text)

    def _judge_current(self) -> None:
        entry = self.table.current()
        if entry is None:
            self._verdict.drop()
            self.note.clear()
        else:
            self._judge(entry, entry.reading)

    def _judge(self, entry: Entry, reading: str) -> None:
        self._judged = entry.written
        self._language = spoken_language(entry.written, entry.language)
        if not reading.strip():
            self._verdict.drop()
            self.note.clear()
            return
        named = f"{entry.notation}: {reading}" if entry.notation else reading
        self._verdict.ask(named, self._language, entry.written)

    def _show_verdict(self, verdict: Verdict) -> None:
        if verdict.problem:
            self.note.complain(f"{self._judged}: {verdict.problem}")
        elif verdict.notation:
            shown = shown_as(verdict.symbols, self._language)
            self.note.inform(
                self.tr("{0} is read as {1} ({2})").format(self._judged, shown, notation_name(verdict.notation))
            )

    # What the user does.

    def _edit(self, old: Entry, new: Entry) -> None:
        try:
            tidy = check_entry(new)
        except LexiconError as error:
            self.note.complain(str(error))
            return
        self.source.change(
            self.tr("Change the entry “{0}”").format(tidy.written), lambda lexicon: lexicon.with_entry(tidy, old)
        )

    def _word_typed(self) -> None:
        word = self.word.text().strip()
        self.reading.set_over(word, spoken_language(word, self.language.currentData() or ""))
        self._enable()

    def _enable(self) -> None:
        self.add_button.setEnabled(bool(self.word.text().strip() and self.reading.verdict.symbols))

    def _add(self) -> None:
        if not self.add_button.isEnabled():
            self.word.setFocus()
            return
        entry = Entry(self.word.text(), self.reading.field.text(), self.language.currentData() or "")
        try:
            tidy = check_entry(entry)
        except LexiconError as error:
            self.note.complain(str(error))
            return
        self.put((tidy,), self.tr("Add the entry “{0}”").format(tidy.written))
        self.word.clear()
        self.reading.set_word("", "en-us")
        self._enable()
        self.search.clear()
        self.table.choose(tidy)
        self.word.setFocus()

    def _change(self, name: str, step: Step, size: int, then: Callable[[], None] = lambda: None) -> None:
        """Change `size` entries; many take a moment, which is not the GUI thread's."""
        source = self.source
        if size <= _AT_ONCE:
            source.change(name, step)
            then()
            return
        before = source.lexicon

        def done(after: Lexicon) -> None:
            source.change(name, turning(before, after))
            then()

        operation = Operation(self, "", lambda _task: step(before).prepared()).on_success(done)
        operation.on_failure(self.note.complain).run(self._operations)

    # Counting.

    def _count_soon(self) -> None:
        if self.isVisible():
            self._counting.start()

    def _count(self) -> None:
        script, lexicon = self._document.script, self.source.lexicon

        def work(_task: Task) -> list[int]:
            counted = uses(script, lexicon)
            return [counted[entry] for entry in lexicon]

        def done(counts: list[int]) -> None:
            self.model.set_uses(lexicon, counts)

        operation = Operation(self, "", work).on_success(done).on_failure(self.note.complain)
        operation.run(self._operations, lane="lexicon uses")
