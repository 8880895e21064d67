"""Comparing a line in several emotions, intensities and voices, at the same loudness, and keeping the best."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from studio.auditions import Auditions, CellState, Place
from studio.blind_test import BlindTest
from studio.playback.messages import TransportState
from studio.session import Session
from studio.windows.audition_axis import AuditionAxis, Kind
from studio.windows.audition_table import AuditionTable
from studio.windows.icons import icon
from studio.windows.note import Note


class AuditionWindow(QDialog):
    """A grid of one line; not modal, and gone when it is closed.

    Parameters
    ----------
    line_id
        Of the line; the window closes when it is deleted or another project is opened.
    """

    def __init__(self, session: Session, line_id: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._transport = session, session.transport
        self.auditions = Auditions(
            session.document, session.making, session.synthesis, session.operations, line_id, self
        )
        self.blind = BlindTest()
        self._playing: Place | None = None
        self._is_x = False
        """Whether what is heard, or waited for, must not be told."""
        self._starting = False
        script = session.document.script
        at_hand = {member.voice for member in script.cast} | {line.voice for line in script.lines if line.voice}
        self.rows = AuditionAxis(Kind.EMOTIONS, session.emotions, session.voices, at_hand)
        self.columns = AuditionAxis(Kind.INTENSITIES, session.emotions, session.voices, at_hand)
        self.table = AuditionTable(self.auditions)
        self.text = QLabel()
        self.note = Note()
        self.score = QLabel()
        self.play_button = QPushButton(autoDefault=False)
        self.letters = {letter: QPushButton(autoDefault=False) for letter in "abx"}
        self.answers = {letter: QPushButton(autoDefault=False) for letter in "ab"}
        self.keep_button = QPushButton(autoDefault=False)
        self.close_button = QPushButton(autoDefault=False)
        self._lay_out()
        self._connect()
        self._retranslate()
        self._relay()
        self.resize(880, 560)
        self.table.setFocus()

    def play(self, place: Place | None = None) -> None:
        """Hear a cell, the present one by default, as soon as it is made; stop when it is heard already."""
        place = place or self.table.place
        if place is None:
            return
        if place == self._playing and not self._is_x:
            self._transport.stop()
            return
        self._is_x = False
        self.note.clear()
        self.auditions.want(place)

    def letter(self, letter: str, give: bool = False) -> None:
        """Hear A, B or X; with `give`, or when there is none yet, the present cell becomes A or B first."""
        place = self.table.place
        if letter == "x":
            self._play_x()
            return
        chosen = self.blind.a if letter == "a" else self.blind.b
        if (give or chosen is None) and place is not None:
            self.blind.choose(letter, place)
            chosen = place
            self._refresh()
        if chosen is not None and not give:
            self._is_x = False
            self.auditions.want(chosen)

    def answer(self, letter: str) -> None:
        """Say which of the two X is."""
        right = self.blind.answer(letter)
        if right is None:
            return
        self._transport.stop()
        self.note.inform(self.tr("Right.") if right else self.tr("Wrong: X was the other one."))
        self._refresh()

    def keep(self) -> None:
        """Let the line be said as in the present cell, whose sound is its take from now on."""
        place = self.table.place
        if place is None:
            return
        if self.auditions.keep(place):
            self.note.inform(self.tr("Kept: the line is said as {0} now.").format(self.auditions.title(place)))
        elif cell_error := self.auditions.cell(place).error:
            self.note.complain(cell_error)
        else:
            self.note.inform(self.tr("This one is still being made; keep it once you have heard it."))
            self.auditions.want(place)

    def done(self, result: int) -> None:
        """Close: make nothing more, and fall silent."""
        self.auditions.close()
        if self._playing is not None:
            self._transport.stop()
        super().done(result)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    # Making the window.

    def _lay_out(self) -> None:
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        axes = QWidget()
        left = QVBoxLayout(axes)
        left.setContentsMargins(0, 0, 0, 0)
        left.setSpacing(8)
        left.addWidget(self.rows, 3)
        left.addWidget(self.columns, 2)
        middle = QSplitter()
        middle.addWidget(axes)
        middle.addWidget(self.table)
        middle.setStretchFactor(1, 1)
        middle.setSizes([200, 680])
        bar = QHBoxLayout()
        bar.setSpacing(8)
        bar.addWidget(self.play_button)
        bar.addSpacing(8)
        for button in (*self.letters.values(), *self.answers.values()):
            bar.addWidget(button)
        bar.addWidget(self.score)
        bar.addStretch(1)
        bar.addWidget(self.keep_button)
        bar.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.addWidget(self.text)
        column.addWidget(middle, 1)
        column.addWidget(self.note)
        column.addLayout(bar)

    def _connect(self) -> None:
        self.rows.changed.connect(self._relay)
        self.columns.changed.connect(self._relay)
        self.rows.kind_chosen.connect(lambda before, kind: self._exchange(self.columns, before, kind))
        self.columns.kind_chosen.connect(lambda before, kind: self._exchange(self.rows, before, kind))
        self.table.play_asked.connect(self.play)
        self.table.keep_asked.connect(self.keep)
        self.table.letter_asked.connect(self.letter)
        self.play_button.clicked.connect(self.table.play_asked)
        for name, button in self.letters.items():
            button.clicked.connect(lambda _checked=False, letter=name: self.letter(letter))
        for name, button in self.answers.items():
            button.clicked.connect(lambda _checked=False, letter=name: self.answer(letter))
        self.keep_button.clicked.connect(self.keep)
        self.close_button.clicked.connect(self.reject)
        self.auditions.ready.connect(self._hear)
        self.auditions.changed.connect(self._look)
        self._transport.state_changed.connect(self._follow)
        self._session.document.replaced.connect(self.reject)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Compare emotions and voices"))
        self.rows.title.setText(self.tr("&Rows"))
        self.columns.title.setText(self.tr("&Columns"))
        self.table.setAccessibleName(self.tr("Ways to say the line"))
        self.play_button.setText(self.tr("Play"))
        self.play_button.setIcon(icon("play"))
        self.play_button.setToolTip(self.tr("Space"))
        tips = {
            "a": self.tr("Hear A. Shift+A makes the present cell A."),
            "b": self.tr("Hear B. Shift+B makes the present cell B."),
            "x": self.tr("Hear A or B without being told which."),
        }
        for letter, button in self.letters.items():
            button.setText(letter.upper())
            button.setToolTip(tips[letter])
            button.setAccessibleDescription(tips[letter])
        self.answers["a"].setText(self.tr("X is A"))
        self.answers["b"].setText(self.tr("X is B"))
        self.keep_button.setText(self.tr("Keep as take"))
        self.keep_button.setIcon(icon("check"))
        self.keep_button.setToolTip(self.tr("Enter"))
        self.close_button.setText(self.tr("Close"))
        self._refresh()

    # What happens.

    def _exchange(self, other: AuditionAxis, before: Kind, kind: Kind) -> None:
        """The same kind twice would be the same thing twice: the other axis takes what this one was."""
        if kind is not Kind.NOTHING and other.kind is kind:
            other.set_kind(before)

    def _relay(self) -> None:
        rows, columns = self.rows.ways(), self.columns.ways()
        self.blind = BlindTest()
        if self._playing is not None:
            self._transport.stop()
        self.table.lay_out(rows, columns)
        self.auditions.lay_out(rows, columns)
        self._refresh()

    def _play_x(self) -> None:
        x = self.blind.x
        if x is None or not self.letters["x"].isEnabled():
            self.note.inform(self.tr("Choose and hear two cells first: Shift+A in one, Shift+B in the other."))
            return
        self.note.clear()
        self._is_x = True
        self.auditions.want(x)

    def _hear(self, row: int, column: int) -> None:
        cell = self.auditions.cell((row, column))
        assert cell.heard is not None, "it is ready"
        # The transport tells that what was heard before has ended, which is not the end of this one.
        self._starting = True
        self._transport.play_recording(cell.heard, cell.rate)
        self._starting = False
        self._playing = row, column
        self._refresh()

    def _follow(self, state: TransportState) -> None:
        if state is TransportState.STOPPED and not self._starting and self._playing is not None:
            self._playing = None
            self._refresh()

    def _look(self) -> None:
        self._refresh()
        line = self.auditions.line
        if line is None:
            self.reject()
            return
        self.text.setText(line.text)
        place = self.table.place
        cell = self.auditions.cell(place) if place else None
        if cell and cell.state is CellState.FAILED:
            self.note.complain(cell.error)

    def _refresh(self) -> None:
        marks: dict[Place, str] = {}
        for letter, place in (("A", self.blind.a), ("B", self.blind.b)):
            if place is not None:
                marks[place] = f"{marks[place]}{letter}" if place in marks else letter
        self.table.set_marks(marks, None if self._is_x else self._playing)
        made = [
            place is not None and self.auditions.cell(place).heard is not None for place in (self.blind.a, self.blind.b)
        ]
        # One that is still to be made would give itself away.
        has_x = all(made) and self.blind.x is not None
        self.letters["x"].setEnabled(has_x)
        for button in self.answers.values():
            button.setEnabled(has_x)
        total = self.blind.total
        self.score.setText(self.tr("{0} of %n right", "", total).format(self.blind.right) if total else "")
