"""What there is to know about the edits of a line besides their curves."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from engines.prosody.edit_carrying import heirs
from engines.prosody.edits import SegmentEdit
from studio.document.script import Line
from studio.windows.curve_clause import Clause
from studio.windows.note import Note


class CurveNote(QWidget):
    """Tells of edits whose words are gone, and of lines that have a time to fit; hidden where there is nothing."""

    forget_asked = Signal(tuple)
    """`SegmentEdit`s."""
    carry_asked = Signal(tuple)
    """Pairs of `SegmentEdit`s: what there is, and what it is to become."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inactive: tuple[SegmentEdit, ...] = ()
        self._heirs: tuple[tuple[SegmentEdit, SegmentEdit], ...] = ()
        self.note = Note()
        self.carry, self.forget = QPushButton(), QPushButton()
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 0, 4, 0)
        row.addWidget(self.note, 1)
        row.addWidget(self.carry)
        row.addWidget(self.forget)
        self.carry.clicked.connect(lambda: self.carry_asked.emit(self._heirs))
        self.forget.clicked.connect(lambda: self.forget_asked.emit(self._inactive))
        self._retranslate()

    def show_line(self, line: Line | None, clauses: Sequence[Clause]) -> None:
        """Look at the edits of a line, whose clauses are known if there are any."""
        edits = line.edits if line and clauses else ()
        inactive = tuple(edit for edit in edits if not any(clause.fits(edit) for clause in clauses))
        if inactive != self._inactive or (inactive and not self._heirs):
            free = [(c.symbols, c.occurrence) for c in clauses if not c.edit_in(edits).changes]
            self._inactive, self._heirs = inactive, heirs(inactive, free)
        self.carry.setVisible(bool(self._heirs))
        self.forget.setVisible(bool(inactive))
        if inactive:
            sentence = self.tr(
                "%n edit(s) of this line are of words that it no longer says. They are kept, and hold again when the "
                "words come back.",
                "",
                len(inactive),
            )
            self.note.inform(sentence)
        elif line and line.slot is not None and clauses:
            self.note.inform(
                self.tr("The line has a time to fit: here is its natural length, which its takes are brought from.")
            )
        else:
            self.note.clear()
        self.setVisible(bool(self.note.text))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.carry.setText(self.tr("Use for the new words"))
        self.forget.setText(self.tr("Forget them"))
