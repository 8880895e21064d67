"""Everything about the selected line: its text, its state, who says it, what it is felt with, and how it is read."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from studio.document.document import Change, Document
from studio.document.edits import set_fields
from studio.document.script import Line, same_lexicons
from studio.document.state import LineState
from studio.emotions import EmotionLibrary
from studio.lexicons import UserLexicon
from studio.operations import Operations
from studio.playback.making import Making
from studio.playback.synthesis import SynthesisThread
from studio.playback.transport import Transport
from studio.voices import VoiceLibrary
from studio.windows import theme
from studio.windows.emotion_box import EmotionBox
from studio.windows.inspector_curves import CurvesRow
from studio.windows.inspector_fields import InspectorFields
from studio.windows.inspector_slot import slot_sentence
from studio.windows.inspector_state import StateBox
from studio.windows.inspector_states import LineStates
from studio.windows.inspector_text import LineText
from studio.windows.pronunciation_box import PronunciationBox


class InspectorPanel(QWidget):
    """Shows one line, or what several have in common."""

    def __init__(
        self,
        *,
        document: Document,
        making: Making,
        synthesis: SynthesisThread,
        voices: VoiceLibrary,
        emotions: EmotionLibrary,
        transport: Transport,
        user_lexicon: UserLexicon,
        operations: Operations,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._making = making
        self._ids: tuple[str, ...] = ()
        self._burst = 0
        """Counts the stretches of typing, each of which is one step of undo."""
        self._step = ""
        self._heading = QLabel()
        self.text = LineText()
        self._state = StateBox()
        self._states = LineStates(making, self)
        self._slot = QLabel()
        self._fields = InspectorFields(document, voices, transport)
        self.emotion = EmotionBox(document, emotions, transport, operations, synthesis)
        self._refused = QLabel()
        self.reading = PronunciationBox(
            document=document,
            synthesis=synthesis,
            transport=transport,
            user_lexicon=user_lexicon,
            operations=operations,
        )
        self.curves = CurvesRow()
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
        self._step = ""
        self._refused.hide()
        self._fields.set_lines(ids)
        self.emotion.set_lines(ids)
        line = self._document.script.line(ids[0]) if len(ids) == 1 else None
        self.text.open_text(line.text if line else "")
        self._refresh()
        self._states.set_lines(ids)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    # Making the panel.

    def _lay_out(self) -> None:
        for label in (self._slot, self._refused, self._empty):
            label.setWordWrap(True)
        self._refused.hide()
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._heading.setBuddy(self.text)
        font = self._heading.font()
        font.setBold(True)
        self._heading.setFont(font)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        column.addWidget(self._heading)
        column.addWidget(self.text, 1)
        column.addWidget(self._state)
        column.addWidget(self._slot)
        column.addWidget(self._fields)
        column.addWidget(self._refused)
        column.addWidget(self.emotion)
        column.addWidget(self.curves)
        column.addWidget(self.reading, 2)
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
        self.text.edited.connect(self._on_typed)
        self.text.left.connect(self._on_left)
        self.text.undo_asked.connect(self._document.undo_stack.undo)
        self.text.redo_asked.connect(self._document.undo_stack.redo)
        self._states.changed.connect(self._show_state)
        self._state.make_asked.connect(self._make)
        self._state.another_asked.connect(self._make_another)
        self._state.stop_asked.connect(self._stop)
        self._fields.refused.connect(self._on_refused)
        self.reading.editing.connect(self._body.ensureWidgetVisible)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Inspector"))
        self.text.setAccessibleName(self.tr("Text of the line"))
        self.text.setPlaceholderText(self.tr("What is to be said"))
        self._empty.setText(self.tr("Select a line to see how it is said."))
        self._refresh()

    # What is shown.

    def _refresh(self) -> None:
        lines = [line for line in (self._document.script.line(line_id) for line_id in self._ids) if line]
        self._pages.setCurrentWidget(self._body if lines else self._empty)
        one = lines[0] if len(lines) == 1 else None
        self.reading.show_line(one)
        self.curves.show_line(one)
        if not lines:
            return
        self._fields.refresh()
        self.emotion.refresh()
        if one:
            self._states.look_again(one.id)
        for widget in (self.text, self.reading):
            widget.setVisible(one is not None)
        if one:
            self._heading.setText(self.tr("Line {0}").format(self._document.script.rows[one.id] + 1))
            self.text.show_text(one.text)
            self._show_slot(one)
        else:
            self._heading.setText(self.tr("%n line(s)", "", len(lines)))
            self._slot.hide()

    def _show_state(self) -> None:
        states, detail = self._states.values, ""
        if states == [LineState.FAILED]:
            detail = self._making.error(self._ids[0])
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
        elif (
            before.cast != after.cast
            or not same_lexicons(before, after)
            or any(
                before.line(line_id) is not after.line(line_id) or before.rows.get(line_id) != after.rows[line_id]
                for line_id in self._ids
            )
        ):
            self._refresh()

    def _on_replaced(self) -> None:
        self._ids = ()
        self._refresh()

    def _on_line(self, line_id: str) -> None:
        if self._ids == (line_id,):
            self._step = ""
            self._refresh()
        else:
            self._states.look_again(line_id)

    def _on_preparing(self, line_id: str, step: str, share: float) -> None:
        if self._ids == (line_id,):
            self._step = self.tr("{0}: {1} %").format(step, round(share * 100))
            self._refresh()


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
