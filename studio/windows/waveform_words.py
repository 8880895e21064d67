"""The words of a take under its waveform, each at its time with the symbols it was read as."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engines.types import Source
from studio.document.takes import TakeMark
from studio.windows import theme
from studio.windows.waveform_range import TimeRange

_GAP = 4.0
_MOST_WEIGHED = 300
"""Words in view up to which it is worked out which of them are worth the room."""
_UNHEARD = frozenset({Source.PUNCTUATION.value, Source.SILENT.value, Source.MARKUP.value})


@dataclass(frozen=True, slots=True)
class Word:
    """A label of the strip."""

    start: float
    """Seconds."""
    end: float
    text: str
    symbols: str


def readable(symbols: str) -> str:
    """Symbols of the model as they are shown: common fonts lack the one for the affricate of zh and ch."""
    return symbols.replace("\uab67", "ʈʂ").strip()


def words_of(marks: tuple[TakeMark, ...], text: str) -> tuple[Word, ...]:
    """What is heard, in order; punctuation and what is silent are left out."""
    return tuple(
        Word(mark.start, mark.end, text[slice(*mark.text)].strip(), readable(mark.symbols))
        for mark in marks
        if mark.source not in _UNHEARD and mark.symbols.strip()
    )


class WordsStrip(QWidget):
    """Draws words and symbols in two rows. What has no room is left out; the word at the playhead always shows."""

    pointed = Signal(float)
    """The start of a word that was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[Word, ...] = ()
        self._starts: list[float] = []
        self._view = TimeRange(0.0)
        self._current = -1
        self._widths: dict[str, float] = {}
        self._layout: list[tuple[Word, float]] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def current(self) -> Word | None:
        """The word at the playhead."""
        return self._words[self._current] if self._current >= 0 else None

    def set_words(self, words: tuple[Word, ...]) -> None:
        """Show others."""
        if words != self._words:
            self._words = words
            self._starts = [word.start for word in words]
            self._current = -1
            self._forget()

    def set_view(self, view: TimeRange) -> None:
        """Bring a stretch of time into view."""
        if view != self._view:
            self._view = view
            self._forget()

    def set_playhead(self, seconds: float) -> None:
        """Highlight the word that is heard then; it is painted again only when that is another one."""
        index = bisect_right(self._starts, seconds) - 1
        if index >= 0 and seconds >= self._words[index].end:
            index = -1
        if index != self._current:
            self._current = index
            self.update()

    def visible_words(self) -> tuple[str, ...]:
        """The texts that have room, the current one included."""
        placed = [word for word, _ in self._placed()]
        current = self.current
        if current and current not in placed:
            placed.append(current)
        return tuple(word.text for word in sorted(placed, key=lambda word: word.start))

    def sizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """Two rows of text."""
        return QSize(200, 2 * self.fontMetrics().height() + 8)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """As narrow as need be."""
        return QSize(40, self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Another font has other widths."""
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._widths.clear()
            self._forget()
            self.updateGeometry()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 Qt's name
        """There is room for more, or for less."""
        super().resizeEvent(event)
        self._forget()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 Qt's name
        """Go to the word that was clicked."""
        index = bisect_right(self._starts, self._second(event.position().x())) - 1
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self.pointed.emit(self._starts[index])

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 Qt's name
        """Labels at the starts of their words, and the current one on a patch of its own."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("surface"))
        row = self.fontMetrics().height()
        text, muted = theme.colour("text"), theme.colour("muted")
        patch = self._patch()
        for word, left in self._placed():
            place = QRectF(left, 2, self._need(word), row)
            if patch.intersects(place):
                continue
            painter.setPen(text)
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft, word.text)
            painter.setPen(muted)
            painter.drawText(place.translated(0, row + 2), Qt.AlignmentFlag.AlignLeft, word.symbols)
        current = self.current
        if current and patch.isValid():
            painter.fillRect(patch, theme.colour("accent"))
            painter.setPen(theme.colour("on-accent"))
            painter.drawText(patch.adjusted(_GAP, 2, 0, 0), Qt.AlignmentFlag.AlignLeft, current.text)
            painter.drawText(patch.adjusted(_GAP, row + 4, 0, 0), Qt.AlignmentFlag.AlignLeft, current.symbols)

    def _patch(self) -> QRectF:
        """Behind the current word, as wide as it needs; invalid where there is none in view."""
        word = self.current
        if word is None:
            return QRectF()
        left, right = self._pixel(word.start), self._pixel(word.end)
        if right < 0 or left > self.width():
            return QRectF()
        need = self._need(word) + _GAP
        left = max(0.0, min(left - _GAP, self.width() - need))
        return QRectF(left, 0, max(need, right - left), self.height())

    def _forget(self) -> None:
        self._layout = None
        self.update()

    def _placed(self) -> list[tuple[Word, float]]:
        """The words in view that have room, with their left edges in pixels; worked out once for a view."""
        if self._layout is None:
            first = max(0, bisect_right(self._starts, self._view.start) - 1)
            last = bisect_left(self._starts, self._view.end)
            few = last - first <= _MOST_WEIGHED
            self._layout = self._longest_first(first, last) if few else self._from_the_left(first, last)
        return self._layout

    def _longest_first(self, first: int, last: int) -> list[tuple[Word, float]]:
        """Where there is no room for all, those that take the most time tell most about the sound."""
        lefts: list[float] = []
        taken: list[tuple[float, float, Word]] = []
        for word in sorted(self._words[first:last], key=lambda word: word.start - word.end):
            left = self._pixel(word.start)
            right = left + self._need(word)
            place = bisect_left(lefts, left)
            free_before = place == 0 or taken[place - 1][1] <= left
            free_behind = place == len(taken) or right <= taken[place][0]
            if left >= 0 and right <= self.width() + _GAP and free_before and free_behind:
                lefts.insert(place, left)
                taken.insert(place, (left, right, word))
        return [(word, left) for left, _, word in taken]

    def _from_the_left(self, first: int, last: int) -> list[tuple[Word, float]]:
        """Far out, most words have no room: they are not even looked at."""
        placed: list[tuple[Word, float]] = []
        index, free = first, 0.0
        while index < last:
            word = self._words[index]
            left = self._pixel(word.start)
            index += 1
            if left >= free and left + self._need(word) <= self.width() + _GAP:
                placed.append((word, left))
                free = left + self._need(word)
                index = max(index, bisect_left(self._starts, self._second(free)))
        return placed

    def _pixel(self, seconds: float) -> float:
        return (seconds - self._view.start) / self._view.width * self.width()

    def _second(self, pixel: float) -> float:
        return self._view.start + self._view.width * pixel / max(1, self.width())

    def _need(self, word: Word) -> float:
        return max(self._width(word.text), self._width(word.symbols)) + _GAP

    def _width(self, label: str) -> float:
        width = self._widths.get(label)
        if width is None:
            width = self._widths[label] = QFontMetricsF(self.font()).horizontalAdvance(label)
        return width
