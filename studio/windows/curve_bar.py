"""The row above the curves: clauses, tools, and what can be done with what is chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from studio.windows.curve_clause import Clause
from studio.windows.curve_words import help_text
from studio.windows.icons import icon


class CurveBar(QWidget):
    """Buttons only; what they do is the panel's business."""

    clause_chosen = Signal(int)
    """Index of a clause."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.clauses = QComboBox()
        self.clauses.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clauses.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.clauses.setMinimumContentsLength(12)
        self.hear, self.at_once = QToolButton(), _switch()
        self.arrow, self.pencil, self.snap, self.table = _switch(), _switch(), _switch(), _switch()
        self.copy, self.paste = QToolButton(), QToolButton()
        self.reset, self.reset_all = QToolButton(), QToolButton()
        self.zoom_out, self.zoom_in, self.fit = QToolButton(), QToolButton(), QToolButton()
        self.keys = QToolButton()
        self._tools = QButtonGroup(self)
        for tool in (self.arrow, self.pencil):
            self._tools.addButton(tool)
        self.arrow.setChecked(True)
        self.at_once.setChecked(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 4, 4, 0)
        row.setSpacing(4)
        row.addWidget(self.clauses, 1)
        for group in self._groups:
            for button in group:
                button.setAutoRaise(True)
                row.addWidget(button)
            row.addSpacing(8)
        self.clauses.activated.connect(self.clause_chosen)
        self._retranslate()

    @property
    def _groups(self) -> tuple[tuple[QToolButton, ...], ...]:
        return (
            (self.hear, self.at_once),
            (self.arrow, self.pencil, self.snap),
            (self.copy, self.paste, self.reset, self.reset_all),
            (self.zoom_out, self.zoom_in, self.fit),
            (self.table, self.keys),
        )

    def show_clauses(self, clauses: Sequence[Clause], current: int, edited: Sequence[bool]) -> None:
        """List the clauses of the line; those with edits have a mark."""
        texts = [f"{'● ' if has else ''}{clause.text}" for clause, has in zip(clauses, edited, strict=True)]
        if texts != [self.clauses.itemText(index) for index in range(self.clauses.count())]:
            self.clauses.clear()
            self.clauses.addItems(texts)
        self.clauses.setCurrentIndex(current)

    def set_enabled(self, *, clause: bool, clip: bool, edited: bool) -> None:
        """Whether there is a clause, something that was copied, and something to reset."""
        self.clauses.setEnabled(clause)
        for group in self._groups[:-1]:
            for button in group:
                button.setEnabled(clause)
        self.table.setEnabled(clause)
        self.paste.setEnabled(clause and clip)
        self.reset.setEnabled(edited)
        self.reset_all.setEnabled(edited)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.clauses.setAccessibleName(self.tr("Clause"))
        _name(self.hear, "audition", self.tr("Hear the clause"))
        _name(self.at_once, "loop", self.tr("Hear every edit at once"))
        _name(self.arrow, "pointer", self.tr("Choose and move"))
        _name(self.pencil, "draw", self.tr("Draw with the pencil"))
        _name(self.snap, "snap", self.tr("Snap to semitones and whole decibels"))
        _name(self.copy, "copy", self.tr("Copy the edits of what is chosen"))
        _name(self.paste, "paste", self.tr("Paste the edits over what is chosen"))
        _name(self.reset, "erase", self.tr("Reset what is chosen"))
        _name(self.reset_all, "reset", self.tr("Reset the whole clause"))
        _name(self.zoom_out, "zoom-out", self.tr("Zoom out"))
        _name(self.zoom_in, "zoom-in", self.tr("Zoom in"))
        _name(self.fit, "fit", self.tr("Show the whole clause"))
        _name(self.table, "table", self.tr("Show as a table"))
        _name(self.keys, "keys", self.tr("Mouse and keys"))
        self.keys.setToolTip(help_text())


def _switch() -> QToolButton:
    button = QToolButton()
    button.setCheckable(True)
    return button


def _name(button: QToolButton, glyph: str, text: str) -> None:
    button.setIcon(icon(glyph))
    button.setToolTip(text)
    button.setAccessibleName(text)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
