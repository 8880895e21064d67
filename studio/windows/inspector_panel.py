"""Everything about the selected line: its text, its state, who says it, and how it is read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from studio.document.document import Change, Document
from studio.document.edits import set_fields
from studio.document.script import Line
from studio.document.state import LineState
from studio.document.takes import Take
from studio.playback.making import Making
from studio.playback.synthesis import SynthesisThread
from studio.playback.transport import Transport
from studio.voices import VoiceLibrary
from studio.windows import theme
from studio.windows.inspector_asking import ReadingQuestion
from studio.windows.inspector_fields import InspectorFields
from studio.windows.inspector_reading import ReadingCell, ReadingList, ReadingModel, cells_of_take
from studio.windows.inspector_slot import slot_sentence
from studio.windows.inspector_state import StateBox
from studio.windows.inspector_text import LineText


class InspectorPanel(QWidget):
    """Shows one line, or what several have in common."""

    def __init__(
        self,
        *,
        document: Document,
        making: Making,
        synthesis: SynthesisThread,
        voices: VoiceLibrary,
        transport: Transport,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._making = making
        self._ids: tuple[str, ...] = ()
        self._burst = 0
        """Counts the stretches of typing, each of which is one step of undo."""
        self._step = ""
        self._failure = ""
        self._question = ReadingQuestion(synthesis, self)
        self._heading = QLabel()
        self._text = LineText()
        self._state = StateBox()
        self._slot = QLabel()
        self._fields = InspectorFields(document, voices, transport)
        self._refused = QLabel()
        self._reading_heading = QLabel()
        self._model = ReadingModel(self)
        self._reading = ReadingList(self._model)
        self._note = QLabel()
        self._empty = QLabel()
        self._lay_out()
        self._connect()
        self._retranslate()

    @property
    def line_ids(self) -> tuple[str, ...]:
        """The lines that are inspected."""
        return self._ids

    def set_line(self, line_id: str) -> None:
        """Inspect a line, or none. One of several that are inspected together changes nothing."""
        if not (len(self._ids) > 1 and line_id in self._ids):
            self.set_lines((line_id,) if line_id else ())

    def set_lines(self, ids: Sequence[str]) -> None:
        """Inspect several lines together."""
        ids = tuple(line_id for line_id in ids if line_id in self._document.script.rows)
        if ids == self._ids:
            return
        self._ids = ids
        self._burst += 1
        self._step = self._failure = ""
        self._refused.hide()
        self._question.drop()
        self._model.set_cells(())
        self._fields.set_lines(ids)
        line = self._document.script.line(ids[0]) if len(ids) == 1 else None
        self._text.open_text(line.text if line else "")
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    # Making the panel.

    def _lay_out(self) -> None:
        for label in (self._slot, self._refused, self._note, self._empty):
            label.setWordWrap(True)
        self._refused.hide()
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._reading_heading.setBuddy(self._reading)
        self._heading.setBuddy(self._text)
        for heading in (self._heading, self._reading_heading):
            font = heading.font()
            font.setBold(True)
            heading.setFont(font)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        column.addWidget(self._heading)
        column.addWidget(self._text, 1)
        column.addWidget(self._state)
        column.addWidget(self._slot)
        column.addWidget(self._fields)
        column.addWidget(self._refused)
        column.addWidget(self._reading_heading)
        column.addWidget(self._note)
        column.addWidget(self._reading, 2)
        column.addStretch(0)
        scroll = _Body()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(body)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(scroll)
        self._body = scroll

    def _connect(self) -> None:
        self._document.changed.connect(self._on_changed)
        self._document.takes_changed.connect(self._on_line)
        self._document.replaced.connect(self._on_replaced)
        self._making.state_changed.connect(self._on_line)
        self._making.preparing.connect(self._on_preparing)
        self._text.edited.connect(self._on_typed)
        self._text.left.connect(self._on_left)
        self._text.undo_asked.connect(self._document.undo_stack.undo)
        self._text.redo_asked.connect(self._document.undo_stack.redo)
        self._state.make_asked.connect(self._make)
        self._state.another_asked.connect(self._make_another)
        self._state.stop_asked.connect(self._stop)
        self._fields.refused.connect(self._on_refused)
        self._question.answered.connect(self._on_answered)
        self._question.failed.connect(self._on_unread)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Inspector"))
        self._text.setAccessibleName(self.tr("Text of the line"))
        self._text.setPlaceholderText(self.tr("What is to be said"))
        self._reading.setAccessibleName(self.tr("Reading of the line, word by word"))
        self._empty.setText(self.tr("Select a line to see how it is said."))
        self._refresh()

    # What is shown.

    def _refresh(self) -> None:
        lines = [line for line in (self._document.script.line(line_id) for line_id in self._ids) if line]
        self._pages.setCurrentWidget(self._body if lines else self._empty)
        if not lines:
            return
        one = lines[0] if len(lines) == 1 else None
        self._fields.refresh()
        self._show_state(lines)
        for widget in (self._text, self._reading_heading, self._reading):
            widget.setVisible(one is not None)
        if one:
            self._heading.setText(self.tr("Line {0}").format(self._document.script.rows[one.id] + 1))
            self._text.show_text(one.text)
            self._show_slot(one)
            self._show_reading(one)
        else:
            self._heading.setText(self.tr("%n line(s)", "", len(lines)))
            self._question.drop()
            self._slot.hide()
            self._note.hide()

    def _show_state(self, lines: Sequence[Line]) -> None:
        states = [self._making.state(line.id) for line in lines]
        detail = ""
        if states == [LineState.FAILED]:
            detail = self._making.error(lines[0].id)
        elif states == [LineState.MAKING]:
            detail = self._step
        self._state.show_states(states, detail)

    def _show_slot(self, line: Line) -> None:
        take = self._document.current_take(line.id)
        sentence, over = slot_sentence(self._document.script, line, take)
        self._slot.setText(sentence)
        self._slot.setVisible(bool(sentence))
        palette = self.palette()
        palette.setColor(self._slot.foregroundRole(), theme.colour("warning" if over else "text"))
        self._slot.setPalette(palette)

    def _show_reading(self, line: Line) -> None:
        """Of the take where one says the line as it is now; else as the engine would read it."""
        delivery = self._document.script.delivery(line)
        take = self._document.current_take(line.id)
        if take and take.delivery == delivery:
            self._question.drop()
            self._failure = ""
            self._show_cells(cells_of_take(take), take)
        elif line.text.strip():
            self._reading_heading.setText(self.tr("&Reading, as it will be"))
            self._question.ask(delivery.utterance(self._document.script.lexicons))
            self._show_note(self._model.cells)
        else:
            self._question.drop()
            self._show_cells((), None)

    def _show_cells(self, cells: tuple[ReadingCell, ...], take: Take | None) -> None:
        self._model.set_cells(cells)
        heading = self.tr("&Reading, as it was said") if take else self.tr("&Reading, as it will be")
        self._reading_heading.setText(heading)
        self._show_note(cells, take.unspoken if take else ())

    def _show_note(self, cells: tuple[ReadingCell, ...], unspoken: tuple[str, ...] = ()) -> None:
        """What is not heard, and what is worth a check."""
        silent = unspoken or tuple(cell.text for cell in cells if cell.silent)
        guesses = sum(cell.guessed for cell in cells)
        notes = [self._failure] if self._failure else []
        if silent:
            notes.append(self.tr("Not spoken: {0}").format("  ".join(silent)))
        if guesses:
            notes.append(self.tr("? %n word(s) guessed: listen whether they are right.", "", guesses))
        self._note.setText("\n".join(notes))
        self._note.setVisible(bool(notes))

    # What the user does.

    def _on_typed(self, text: str) -> None:
        if len(self._ids) == 1:
            script = set_fields(self._document.script, self._ids, text=text)
            self._document.edit(self.tr("Edit text"), script, merge=f"inspector {self._ids[0]} {self._burst}")

    def _on_left(self) -> None:
        self._burst += 1

    def _on_refused(self, sentence: str) -> None:
        self._refused.setText(sentence)
        self._refused.show()

    def _make(self) -> None:
        self._making.make(self._ids, urgent=len(self._ids) == 1)

    def _make_another(self) -> None:
        self._making.make(self._ids, urgent=len(self._ids) == 1, again=True)

    def _stop(self) -> None:
        self._making.cancel(self._ids)

    # What happens outside.

    def _on_changed(self, change: Change) -> None:
        before, after = change
        self._refused.hide()
        if any(line_id not in after.rows for line_id in self._ids):
            self.set_lines(self._ids)
        elif before.cast != after.cast or any(
            before.line(line_id) is not after.line(line_id) or before.rows.get(line_id) != after.rows[line_id]
            for line_id in self._ids
        ):
            self._refresh()

    def _on_replaced(self) -> None:
        self._ids = ()
        self._question.drop()
        self._model.set_cells(())
        self._refresh()

    def _on_line(self, line_id: str) -> None:
        if line_id in self._ids:
            self._step = ""
            self._refresh()

    def _on_preparing(self, line_id: str, step: str, share: float) -> None:
        if self._ids == (line_id,):
            self._step = self.tr("{0}: {1} %").format(step, round(share * 100))
            self._refresh()

    def _on_answered(self, cells: tuple[ReadingCell, ...]) -> None:
        self._failure = ""
        self._show_cells(cells, None)

    def _on_unread(self, sentence: str) -> None:
        self._failure = sentence
        self._show_cells((), None)


class _Body(QScrollArea):
    """Scrolls up and down only, and so is never narrower than what is in it."""

    def minimumSizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """Room for the widest field beside the scroll bar."""
        body = self.widget()
        width = body.minimumSizeHint().width() if body else 0
        return QSize(width + self.verticalScrollBar().sizeHint().width(), super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Follow what is in it."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().event(event)
