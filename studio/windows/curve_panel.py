"""Pitch, energy and phoneme lengths of the current line, clause by clause, to be edited by hand."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QStackedLayout, QToolTip, QVBoxLayout, QWidget

from engines.prosody.edits import SegmentEdit
from engines.types import Utterance
from studio.document.document import Change, Document
from studio.document.prosody_edits import drop_prosody, edit_prosody
from studio.document.script import Delivery, Line
from studio.playback.synthesis import SynthesisThread
from studio.playback.transport import Transport
from studio.windows.curve_asking import ClauseSound, ClausesQuestion, SoundQuestion
from studio.windows.curve_bar import CurveBar
from studio.windows.curve_clause import Clause, heard_alone
from studio.windows.curve_note import CurveNote
from studio.windows.curve_state import CurveState
from studio.windows.curve_table import CurveTable
from studio.windows.curve_view import CurveView
from studio.windows.curve_words import selection_text

DELAY = 250
"""Milliseconds without another change after which the engine is asked for the clauses."""
HEARING_DELAY = 120
"""Milliseconds without another edit after which the clause is heard: longer than between two repeats of a key."""


class CurvePanel(QWidget):
    """Shows one line while it is visible; what is edited becomes a part of the line at once."""

    def __init__(
        self,
        *,
        document: Document,
        synthesis: SynthesisThread,
        transport: Transport,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._transport = transport
        self._line_id = ""
        self._clauses: tuple[Clause, ...] = ()
        self._index = 0
        self._known: Delivery | None = None
        """What the clauses are of, without edits."""
        self._problem = ""
        self._question = ClausesQuestion(synthesis, self)
        self._sound = SoundQuestion(synthesis, self)
        self.state = CurveState(self)
        self.bar = CurveBar()
        self.view = CurveView(self.state)
        self.table = CurveTable(self.state)
        self.note = CurveNote()
        self._message = QLabel()
        self._chosen = QLabel()
        self._asking = QTimer(self, singleShot=True)
        self._hearing = QTimer(self, singleShot=True, interval=HEARING_DELAY)
        self._wanted = False
        """Whether the clause is to be heard when the timer ends, not only drawn."""
        self._covered = False
        self._lay_out()
        self._connect(synthesis)
        self._retranslate()

    @property
    def line_id(self) -> str:
        """The line that is shown; empty for none."""
        return self._line_id

    def set_line(self, line_id: str) -> None:
        """Show another line, or none."""
        if line_id != self._line_id:
            self._line_id = line_id
            self._forget_clauses()
            self._index = 0
            self._asking.start(0)

    def set_covered(self, covered: bool) -> None:
        """Whether it is behind another tab, which Qt does not tell: what nobody sees is not worked out."""
        self._covered = covered
        if not covered:
            self._asking.start(0)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 Qt's name
        """What nobody saw was not worked out."""
        super().showEvent(event)
        self._asking.start(0)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    @property
    def _seen(self) -> bool:
        return self.isVisible() and not self._covered

    # Making the panel.

    def _lay_out(self) -> None:
        self._message.setWordWrap(True)
        self._message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._chosen.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._chosen.setContentsMargins(4, 0, 4, 4)
        pages = QWidget()
        self._pages = QStackedLayout(pages)
        for page in (self._message, self.view, self.table):
            self._pages.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.bar)
        layout.addWidget(self.note)
        layout.addWidget(pages, 1)
        layout.addWidget(self._chosen)
        self.setFocusProxy(self.view)

    def _connect(self, synthesis: SynthesisThread) -> None:
        state, bar, view = self.state, self.bar, self.view
        self._document.changed.connect(self._on_changed)
        self._document.replaced.connect(lambda: self.set_line(""))
        synthesis.ready.connect(lambda _info: self._ask_again())
        synthesis.voices_changed.connect(lambda _voices: self._ask_again())
        self._question.answered.connect(self._on_clauses)
        self._question.failed.connect(self._on_failed)
        self._sound.answered.connect(self._on_sound)
        self._asking.timeout.connect(self._ask)
        self._hearing.timeout.connect(self._hear_soon)
        state.edited.connect(self._on_edited)
        state.changed.connect(self._refresh_chosen)
        view.hear_asked.connect(self.hear)
        view.clause_asked.connect(self._go)
        bar.clause_chosen.connect(self._choose)
        bar.hear.clicked.connect(self.hear)
        bar.pencil.toggled.connect(view.set_drawing)
        bar.snap.toggled.connect(self._set_snap)
        bar.table.toggled.connect(self._refresh_page)
        for button, act in (
            (bar.copy, state.copy),
            (bar.paste, state.paste),
            (bar.reset, state.delete),
            (bar.reset_all, state.reset),
            (bar.zoom_in, view.zoom_in),
            (bar.zoom_out, view.zoom_out),
            (bar.fit, view.zoom_fit),
        ):
            button.clicked.connect(act)
        bar.keys.clicked.connect(self._show_keys)
        self.note.forget_asked.connect(self._forget)
        self.note.carry_asked.connect(self._carry)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Curves"))
        self._refresh()

    # What is shown.

    def _delivery(self) -> Delivery | None:
        """How the line is said, without edits."""
        line = self._line()
        if line is None or not line.text.strip():
            return None
        return replace(self._document.script.delivery(line), edits=())

    def _utterance(self) -> Utterance:
        line, script = self._line(), self._document.script
        assert line
        return script.delivery(line).utterance(script.lexicons)

    def _line(self) -> Line | None:
        return self._document.script.line(self._line_id)

    def _ask(self) -> None:
        """Find out the clauses, if they are not known."""
        delivery = self._delivery()
        if delivery is None:
            self._forget_clauses()
        elif self._seen and delivery != self._known:
            self._known, self._problem = delivery, ""
            self._question.ask(self._utterance())
        self._refresh()

    def _ask_again(self) -> None:
        self._known = None
        self._asking.start(0)

    def _forget_clauses(self) -> None:
        self._question.drop()
        self._sound.drop()
        self._hearing.stop()
        self._known, self._clauses, self._problem = None, (), ""
        self.state.show(None)
        self._refresh()

    def _refresh(self) -> None:
        """Show the line as it is now."""
        line = self._line()
        edits = line.edits if line else ()
        self._index = min(self._index, max(len(self._clauses) - 1, 0))
        if self._clauses:
            clause = self._clauses[self._index]
            edit = clause.edit_in(edits)
            if self.state.shown is None or (self.state.shown.clause, self.state.shown.edit) != (clause, edit):
                self.state.show(clause, edit)
                self._hearing.start()
        marks = [clause.edit_in(edits).changes for clause in self._clauses]
        self.bar.show_clauses(self._clauses, self._index, marks)
        self.note.show_line(line, self._clauses)
        self._refresh_page()
        self._refresh_chosen()

    def _refresh_page(self) -> None:
        if self.state.shown:
            self._pages.setCurrentWidget(self.table if self.bar.table.isChecked() else self.view)
            return
        self._message.setText(self._sentence())
        self._pages.setCurrentWidget(self._message)

    def _sentence(self) -> str:
        if self._problem:
            return self._problem
        if self._line() is None:
            return self.tr("Select a line to see its curves.")
        if self._delivery() is None:
            return self.tr("Write what is to be said, and its curves are here.")
        return self.tr("Finding out how the line is said…")

    def _refresh_chosen(self) -> None:
        shown = self.state.shown
        self._chosen.setText(selection_text(shown, *self.state.selection) if shown else "")
        self._chosen.setVisible(shown is not None)
        self.bar.set_enabled(
            clause=shown is not None,
            clip=self.state.clip is not None,
            edited=shown is not None and shown.edit.changes,
        )

    # What the user does.

    def hear(self) -> None:
        """Hear the clause as it is now."""
        shown = self.state.shown
        if shown:
            self._transport.audition(heard_alone(self._utterance(), shown.clause))

    def _hear_soon(self) -> None:
        """Hear what was edited, and draw its sound: it is made but once."""
        shown = self.state.shown
        if shown and self._seen:
            if self._wanted:
                self.hear()
            self._sound.ask(self._utterance(), shown)
        self._wanted = False

    def _on_edited(self, edit: SegmentEdit, name: str, merge: str) -> None:
        line = self._line()
        if line is None:
            return
        key = f"curves {line.id} {edit.symbols} {edit.occurrence} {merge}" if merge else ""
        self._wanted = self.bar.at_once.isChecked()
        self._document.edit(name, edit_prosody(self._document.script, line.id, [edit]), merge=key)
        self._hearing.start()

    def _choose(self, index: int) -> None:
        self._index = index
        self._refresh()

    def _go(self, step: int) -> None:
        self._choose(min(max(self._index + step, 0), max(len(self._clauses) - 1, 0)))

    def _set_snap(self, snap: bool) -> None:
        self.state.snap = snap

    def _forget(self, edits: tuple[SegmentEdit, ...]) -> None:
        script = drop_prosody(self._document.script, self._line_id, edits)
        self._document.edit(self.tr("Forget edits of the prosody"), script)

    def _carry(self, pairs: tuple[tuple[SegmentEdit, SegmentEdit], ...]) -> None:
        """Let edits be of the words that are there now."""
        script = drop_prosody(self._document.script, self._line_id, [old for old, _ in pairs])
        script = edit_prosody(script, self._line_id, [new for _, new in pairs])
        self._document.edit(self.tr("Use edits for other words"), script)

    def _show_keys(self) -> None:
        QToolTip.showText(self.bar.keys.mapToGlobal(QPoint(0, self.bar.keys.height())), self.bar.keys.toolTip())

    # What happens outside.

    def _on_changed(self, change: Change) -> None:
        if not self._line_id:
            return
        if change.after.line(self._line_id) is None:
            self.set_line("")
            return
        if self._delivery() != self._known:
            self._asking.start(DELAY)
        self._refresh()

    def _on_clauses(self, clauses: tuple[Clause, ...]) -> None:
        self._clauses, self._problem = clauses, ""
        self._refresh()

    def _on_failed(self, sentence: str) -> None:
        self._forget_clauses()
        self._problem = sentence
        self._refresh()

    def _on_sound(self, sound: ClauseSound) -> None:
        self.view.set_sound(sound)
