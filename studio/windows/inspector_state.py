"""What has become of the inspected lines, and the one button that does the right thing about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSizePolicy, QWidget

from studio.document.state import LineState
from studio.windows.icons import icon
from studio.windows.script_columns import STATE_ICONS, state_help, state_word

_BUSY = frozenset({LineState.QUEUED, LineState.MAKING})


class StateBox(QWidget):
    """Icon, word, sentence and button; it asks by signals."""

    make_asked = Signal()
    another_asked = Signal()
    """Make another take of what is ready."""
    stop_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._states: tuple[LineState, ...] = ()
        self._detail = ""
        self._icon = QLabel()
        self.word = QLabel()
        font = self.word.font()
        font.setBold(True)
        self.word.setFont(font)
        self.sentence = QLabel()
        self.sentence.setWordWrap(True)
        self.button = QPushButton()
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(8)
        layout.setVerticalSpacing(4)
        layout.addWidget(self._icon, 0, 0)
        layout.addWidget(self.word, 0, 1)
        layout.addWidget(self.button, 0, 2)
        layout.addWidget(self.sentence, 1, 0, 1, 3)
        layout.setColumnStretch(1, 1)
        self.button.clicked.connect(self._press)

    def show_states(self, states: Sequence[LineState], detail: str = "") -> None:
        """The states of all inspected lines, and a sentence to say instead of the usual one."""
        self._states, self._detail = tuple(states), detail
        main = self._main()
        if main is None:
            self.hide()
            return
        self.show()
        name, role = STATE_ICONS[main]
        size = self.fontMetrics().height()
        self._icon.setPixmap(icon(name, role).pixmap(size, size))
        if len(self._states) == 1:
            self.word.setText(state_word(main))
            self.sentence.setText(detail or state_help(main))
        else:
            counts = Counter(self._states)
            self.word.setText(
                "\n".join(f"{state_word(state)}: {counts[state]}" for state in LineState if counts[state])
            )
        self.sentence.setVisible(len(self._states) == 1)
        text, name = self._offer(main)
        self.button.setVisible(bool(text))
        self.button.setText(text)
        if name:
            self.button.setIcon(icon(name))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self.show_states(self._states, self._detail)
        super().changeEvent(event)

    def _main(self) -> LineState | None:
        """The state that asks most for something to be done."""
        order = (
            LineState.MAKING,
            LineState.QUEUED,
            LineState.FAILED,
            LineState.STALE,
            LineState.NOT_MADE,
            LineState.READY,
            LineState.EMPTY,
        )
        return next((state for state in order if state in self._states), None)

    def _offer(self, state: LineState) -> tuple[str, str]:
        """Text and icon of the button."""
        if state in _BUSY:
            return self.tr("Stop"), "stop"
        if state is LineState.FAILED:
            return self.tr("Retry"), "retry"
        if state is LineState.STALE:
            return self.tr("Make again"), "make"
        if state is LineState.NOT_MADE:
            return self.tr("Make"), "make"
        if state is LineState.READY:
            return self.tr("Make another take"), "take"
        return "", ""

    def _press(self) -> None:
        state = self._main()
        if state in _BUSY:
            self.stop_asked.emit()
        elif state is LineState.READY:
            self.another_asked.emit()
        else:
            self.make_asked.emit()
