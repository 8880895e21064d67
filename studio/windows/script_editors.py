"""Editors of single cells of the script table."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QDoubleSpinBox, QLineEdit, QWidget

from studio.document.script import SPEED_RANGE

STEP = 0.05


class TextEditor(QLineEdit):
    """One line of text, which fills its cell."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrame(False)
        self.setAutoFillBackground(True)
        self.setAccessibleName(name)


class ChoiceEditor(QComboBox):
    """One of a few; the list opens at once."""

    chosen = Signal(QWidget)
    """The editor itself, when the user has picked an item."""

    def __init__(self, name: str, items: Iterable[tuple[str, str]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        for text, value in items:
            self.addItem(text, value)
        self.picked = False
        self._open = QTimer(self, singleShot=True, interval=0)
        self._open.timeout.connect(self.showPopup)
        self.activated.connect(self._pick)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 Qt's name
        """Open the list once the editor has its place."""
        super().showEvent(event)
        self._open.start()

    def _pick(self) -> None:
        self.picked = True
        self.chosen.emit(self)


class SearchEditor(QComboBox):
    """One of many: typing finds all whose text contains what was typed."""

    chosen = Signal(QWidget)
    """The editor itself, when the user has picked an item."""

    def __init__(self, name: str, items: Iterable[tuple[str, str]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setAccessibleName(name)
        for text, value in items:
            self.addItem(text, value)
        completer = QCompleter(self.model(), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.setCompleter(completer)
        self.picked = False
        self.activated.connect(self._pick)

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 Qt's name
        """Typing replaces what is there."""
        super().showEvent(event)
        if edit := self.lineEdit():
            edit.selectAll()

    def show_value(self, value: str, text: str) -> None:
        """Begin with an item, or with a text that is none."""
        row = self.findData(value)
        self.setCurrentIndex(row)
        if row < 0:
            self.setEditText(text)

    def value_of_text(self) -> str | None:
        """The value whose text is what was typed; None when there is none."""
        typed = self.currentText().strip().casefold()
        rows = (row for row in range(self.count()) if self.itemText(row).casefold() == typed)
        row = next(rows, None)
        return None if row is None else str(self.itemData(row))

    def _pick(self) -> None:
        self.picked = True
        self.chosen.emit(self)


class SpeedEditor(QDoubleSpinBox):
    """A speaking rate; one step below the slowest is the cast's."""

    def __init__(self, name: str, inherited: str, parent: QWidget) -> None:
        super().__init__(parent)
        slowest, fastest = SPEED_RANGE
        self.setAccessibleName(name)
        self.setDecimals(2)
        self.setSingleStep(STEP)
        self.setRange(slowest - STEP, fastest)
        self.setSpecialValueText(inherited)
        self.setCorrectionMode(QDoubleSpinBox.CorrectionMode.CorrectToNearestValue)

    def set_speed(self, speed: float | None) -> None:
        """Begin with a speed; None is the cast's."""
        self.setValue(self.minimum() if speed is None else speed)

    def speed(self) -> float | None:
        """What was typed; None for the cast's."""
        value = round(self.value(), 2)
        return None if value <= self.minimum() + STEP / 10 else max(value, SPEED_RANGE[0])
