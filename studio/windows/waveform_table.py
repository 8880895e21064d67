"""A take as numbers: a row for every word and every pause, with its time and how loud it is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from studio.windows.numbers import number
from studio.windows.waveform_audio import Sound
from studio.windows.waveform_words import Word

_Index = QModelIndex | QPersistentModelIndex
_SHORTEST_PAUSE = 0.02
"""Seconds; shorter gaps between words are none."""


class Column(IntEnum):
    """Of the table."""

    WORD = 0
    SYMBOLS = 1
    START = 2
    END = 3
    PEAK = 4
    RMS = 5


def segments(words: Sequence[Word], seconds: float) -> Iterator[Word]:
    """The words and, without a text, the pauses between them, which tile a take."""
    at = 0.0
    for word in words:
        if word.start - at >= _SHORTEST_PAUSE:
            yield Word(at, word.start, "", "")
        yield word
        at = max(at, word.end)
    if seconds - at >= _SHORTEST_PAUSE:
        yield Word(at, seconds, "", "")


class WaveformModel(QAbstractTableModel):
    """What is heard, in order. Levels are worked out when they are looked at."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sound: Sound | None = None
        self.rows: tuple[Word, ...] = ()

    def set_take(self, words: Sequence[Word], sound: Sound | None, seconds: float) -> None:
        """Show another take, or the same after it grew; without a sound there are no levels yet."""
        rows = tuple(segments(words, seconds))
        if rows == self.rows and sound is self._sound:
            return
        self.beginResetModel()
        self.rows, self._sound = rows, sound
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:  # noqa: N802 Qt's name
        """A table has no branches."""
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index | None = None) -> int:  # noqa: N802 Qt's name
        """See `Column`."""
        return 0 if parent is not None and parent.isValid() else len(Column)

    def headerData(  # noqa: N802 Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        """The names of the columns, and the numbers of the rows."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return section + 1
        return {
            Column.WORD: self.tr("Word"),
            Column.SYMBOLS: self.tr("Read as"),
            Column.START: self.tr("Start"),
            Column.END: self.tr("End"),
            Column.PEAK: self.tr("Peak"),
            Column.RMS: self.tr("RMS level"),
        }[Column(section)]

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Texts with units."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        row, column = self.rows[index.row()], Column(index.column())
        if column is Column.WORD:
            return row.text or self.tr("pause")
        if column is Column.SYMBOLS:
            return row.symbols
        if column in {Column.START, Column.END}:
            return self.tr("{0} s").format(number(row.start if column is Column.START else row.end, 2))
        return self._level(row, column)

    def _level(self, row: Word, column: Column) -> str:
        """In decibels of full scale."""
        if self._sound is None:
            return "–"
        first, last = (round(at * self._sound.rate) for at in (row.start, row.end))
        samples = self._sound.envelope.samples[first:last].astype(np.float64)
        if not len(samples):
            return "–"
        value = np.abs(samples).max() if column is Column.PEAK else math.sqrt(np.mean(samples**2))
        return self.tr("{0} dB").format(number(20 * math.log10(value), 1)) if value > 0 else self.tr("silent")


class WaveformTable(QTableView):
    """The row that is chosen is where the cursor is; Return plays from it."""

    chosen = Signal(float)
    """Second at which the row begins that was gone to."""
    play_asked = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = WaveformModel(self)
        self.setModel(self.content)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setAlternatingRowColors(True)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.horizontalHeader().setHighlightSections(False)
        self.selectionModel().currentRowChanged.connect(self._row_changed)
        self._retranslate()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Return plays."""
        row = self.currentIndex().row()
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and row >= 0:
            self.play_asked.emit(self.content.rows[row].start)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Words and pauses with their times and levels"))

    def _row_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(self.content.rows[current.row()].start)
