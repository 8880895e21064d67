"""The row above the script table that chooses which lines are shown."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QPushButton, QSizePolicy, QWidget

from studio.document.script import Member
from studio.document.state import LineState
from studio.emotions import EmotionLibrary
from studio.windows.script_columns import member_title, state_word
from studio.windows.script_filter import PROBLEMS, Criteria

_ANYBODY = object()


class ScriptFilterBar(QWidget):
    """A field for words, a choice of members, emotions and states, and how many lines are shown."""

    changed = Signal(object)
    """The new `Criteria`."""

    def __init__(self, emotions: EmotionLibrary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._emotions = emotions
        self._cast: tuple[Member, ...] = ()
        self._shown = (0, 0)
        self._text = QLineEdit(clearButtonEnabled=True)
        self._text.setMaximumWidth(self._text.fontMetrics().averageCharWidth() * 40)
        self._member = QComboBox()
        self._emotion = QComboBox()
        self._state = QComboBox()
        for box in (self._member, self._emotion, self._state):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            # In a narrow window they show the beginning of what is chosen.
            box.setMinimumWidth(box.fontMetrics().averageCharWidth() * 6)
        self._count = QLabel()
        self._count.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._clear = QPushButton()
        self._clear.hide()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._member)
        layout.addWidget(self._emotion)
        layout.addWidget(self._state)
        layout.addStretch()
        layout.addWidget(self._clear)
        layout.addWidget(self._count)
        self._retranslate()
        self._text.textChanged.connect(self._announce)
        self._member.currentIndexChanged.connect(self._announce)
        self._emotion.currentIndexChanged.connect(self._announce)
        self._state.currentIndexChanged.connect(self._announce)
        emotions.changed.connect(self._fill_emotions)
        self._clear.clicked.connect(self.clear)

    @property
    def criteria(self) -> Criteria:
        """What is chosen."""
        member = self._member.currentData()
        return Criteria(
            self._text.text(),
            None if member is _ANYBODY else member,
            self._state.currentData(),
            self._emotion.currentData(),
        )

    def clear(self) -> None:
        """Show all lines."""
        self.choose(Criteria())

    def choose(self, criteria: Criteria) -> None:
        """Show some lines, as if the user had chosen so."""
        for widget in (self._text, self._member, self._emotion, self._state):
            widget.blockSignals(True)
        self._text.setText(criteria.text)
        member = _ANYBODY if criteria.member is None else criteria.member
        self._member.setCurrentIndex(max(0, self._row(self._member, member)))
        self._emotion.setCurrentIndex(max(0, self._row(self._emotion, criteria.emotion)))
        self._state.setCurrentIndex(max(0, self._row(self._state, criteria.state)))
        for widget in (self._text, self._member, self._emotion, self._state):
            widget.blockSignals(False)
        self._announce()

    def set_cast(self, cast: tuple[Member, ...]) -> None:
        """Who can be chosen; somebody who is gone is no longer asked for."""
        if cast == self._cast and self._member.count():
            return
        before, self._cast = self.criteria, cast
        self._fill_members()
        if self.criteria != before:
            self._announce()

    def set_shown(self, shown: int, total: int) -> None:
        """How many lines fit, of how many."""
        if (shown, total) != self._shown:
            self._shown = shown, total
            self._show_count()

    def event(self, event: QEvent) -> bool:
        """Escape belongs to this row while there is something to clear, before it stops the sound."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.ShortcutOverride
            and event.key() == Qt.Key.Key_Escape
            and self._text.text()
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Escape clears the words."""
        if event.key() == Qt.Key.Key_Escape and self._text.text():
            self._text.clear()
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language of the interface."""
        if event.type() is QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _announce(self) -> None:
        self._clear.setVisible(self.criteria != Criteria())
        self.changed.emit(self.criteria)

    def _retranslate(self) -> None:
        self._text.setPlaceholderText(self.tr("Filter lines"))
        self._text.setAccessibleName(self.tr("Show only lines with these words"))
        self._member.setAccessibleName(self.tr("Show only lines of"))
        self._emotion.setAccessibleName(self.tr("Show only lines that are felt as"))
        self._state.setAccessibleName(self.tr("Show only lines that are"))
        self._clear.setText(self.tr("Show all"))
        self._fill_members()
        self._fill_emotions()
        state = self._state.currentData()
        self._state.blockSignals(True)
        self._state.clear()
        self._state.addItem(self.tr("Any state"), None)
        self._state.addItem(self.tr("Problems"), PROBLEMS)
        self._state.setItemData(
            1, self.tr("Stale, failed, or longer than the time there is"), Qt.ItemDataRole.ToolTipRole
        )
        for known in LineState:
            self._state.addItem(state_word(known), known)
        self._state.setCurrentIndex(max(0, self._row(self._state, state)))
        self._state.blockSignals(False)
        self._show_count()

    def _fill_members(self) -> None:
        chosen = self._member.currentData()
        self._member.blockSignals(True)
        self._member.clear()
        self._member.addItem(self.tr("Whole cast"), _ANYBODY)
        for member in self._cast:
            self._member.addItem(member_title(member.name), member.name)
        self._member.setCurrentIndex(max(0, self._row(self._member, chosen)))
        self._member.blockSignals(False)

    def _fill_emotions(self) -> None:
        chosen = self._emotion.currentData()
        self._emotion.blockSignals(True)
        self._emotion.clear()
        self._emotion.addItem(self.tr("Any emotion"), None)
        for entry in self._emotions.entries():
            self._emotion.addItem(entry.title, entry.name)
        self._emotion.addItem(self.tr("Own blends"), "")
        self._emotion.setCurrentIndex(max(0, self._row(self._emotion, chosen)))
        self._emotion.blockSignals(False)

    def _show_count(self) -> None:
        shown, total = self._shown
        if shown == total:
            self._count.setText(self.tr("%n line(s)", "", total))
        else:
            self._count.setText(self.tr("{0} of %n line(s)", "", total).format(shown))

    @staticmethod
    def _row(box: QComboBox, data: object) -> int:
        # Not findData, which compares by Qt's rules.
        return next((row for row in range(box.count()) if box.itemData(row) == data), -1)
