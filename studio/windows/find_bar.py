"""The bar that finds and replaces."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QToolButton, QWidget

from studio.windows.icons import icon
from studio.windows.script_finder import Query

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FindBar(QWidget):
    """Says by signals what the user wants, and shows what came of it; it looks for nothing itself."""

    query_changed = Signal(object)
    """A `Query`."""
    next_requested = Signal()
    previous_requested = Signal()
    replace_requested = Signal(str)
    replace_all_requested = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._find = QLineEdit(clearButtonEnabled=True)
        self._replacement = QLineEdit(clearButtonEnabled=True)
        self._find_label, self._replace_label = QLabel(), QLabel()
        self._find_label.setBuddy(self._find)
        self._replace_label.setBuddy(self._replacement)
        self._case, self._words, self._expression, self._selection = (QCheckBox() for _ in range(4))
        self._previous, self._next, self._close = QToolButton(), QToolButton(), QToolButton()
        for button in (self._previous, self._next, self._close):
            button.setAutoRaise(True)
        self._replace, self._replace_all = QPushButton(), QPushButton()
        self._result = QLabel()
        self._result.setMinimumWidth(self.fontMetrics().averageCharWidth() * 16)
        self._message = QLabel(wordWrap=True)
        self._message.hide()
        self._lay_out()
        self._retranslate()
        self._find.textChanged.connect(self._announce)
        for box in (self._case, self._words, self._expression, self._selection):
            box.toggled.connect(self._announce)
        self._previous.clicked.connect(self.previous_requested)
        self._next.clicked.connect(self.next_requested)
        self._close.clicked.connect(self.close_bar)
        self._replace.clicked.connect(self._ask_replace)
        self._replace_all.clicked.connect(self._ask_replace_all)
        self.hide()

    @property
    def query(self) -> Query:
        """What the user looks for."""
        return Query(
            self._find.text(),
            match_case=self._case.isChecked(),
            whole_words=self._words.isChecked(),
            is_expression=self._expression.isChecked(),
            in_selection=self._selection.isChecked(),
        )

    def open_bar(self, *, replacing: bool, text: str = "") -> None:
        """Show the bar, with or without the part that replaces, and let the user type."""
        for widget in (self._replace_label, self._replacement, self._replace, self._replace_all):
            widget.setVisible(replacing)
        if text:
            self._find.setText(text)
        self.show()
        self._find.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._find.selectAll()
        self._announce()

    def close_bar(self) -> None:
        """Hide it."""
        if not self.isHidden():
            self.hide()
            self.closed.emit()

    def set_result(self, position: int, total: int) -> None:
        """Which match the user is at, from 1 (0 is none), and of how many."""
        self._message.hide()
        if not self._find.text():
            self._result.clear()
        elif position:
            self._result.setText(self.tr("{0} of %n match(es)", "", total).format(position))
        else:
            self._result.setText(self.tr("%n match(es)", "", total) if total else self.tr("No match"))
        for button in (self._previous, self._next, self._replace, self._replace_all):
            button.setEnabled(total > 0)

    def set_message(self, sentence: str) -> None:
        """Say what is wrong with what was typed, or what was done."""
        self._message.setText(sentence)
        self._message.setVisible(bool(sentence))

    def event(self, event: QEvent) -> bool:
        """Escape belongs to this bar while it has the focus, before it stops the sound."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Escape
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Enter and Shift+Enter go to the next and previous match, or replace; Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in _ENTER and self._replacement.hasFocus():
            self._ask_replace()
        elif event.key() in _ENTER and self._find.hasFocus():
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.previous_requested if back else self.next_requested).emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() is QEvent.Type.PaletteChange:
            self._set_icons()
        super().changeEvent(event)

    def _announce(self) -> None:
        self.query_changed.emit(self.query)

    def _ask_replace(self) -> None:
        self.replace_requested.emit(self._replacement.text())

    def _ask_replace_all(self) -> None:
        self.replace_all_requested.emit(self._replacement.text())

    def _lay_out(self) -> None:
        first, second, options = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        first.addWidget(self._find, 1)
        for widget in (self._previous, self._next, self._result, self._close):
            first.addWidget(widget)
        second.addWidget(self._replacement, 1)
        second.addWidget(self._replace)
        second.addWidget(self._replace_all)
        options.setSpacing(16)
        for box in (self._case, self._words, self._expression, self._selection):
            options.addWidget(box)
        options.addStretch()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 4, 0, 4)
        grid.addWidget(self._find_label, 0, 0)
        grid.addLayout(first, 0, 1)
        grid.addWidget(self._replace_label, 1, 0)
        grid.addLayout(second, 1, 1)
        grid.addLayout(options, 2, 1)
        grid.addWidget(self._message, 3, 1)

    def _set_icons(self) -> None:
        self._previous.setIcon(icon("up"))
        self._next.setIcon(icon("down"))
        self._close.setIcon(icon("close"))

    def _retranslate(self) -> None:
        self._find_label.setText(self.tr("F&ind"))
        self._replace_label.setText(self.tr("Replace &with"))
        self._case.setText(self.tr("Match &case"))
        self._words.setText(self.tr("Whole w&ords"))
        self._expression.setText(self.tr("Re&gular expression"))
        self._selection.setText(self.tr("In &selection"))
        self._replace.setText(self.tr("&Replace"))
        self._replace_all.setText(self.tr("Replace &all"))
        for button, name in (
            (self._previous, self.tr("Previous match")),
            (self._next, self.tr("Next match")),
            (self._close, self.tr("Close the find bar")),
        ):
            button.setToolTip(name)
            button.setAccessibleName(name)
        self._set_icons()
