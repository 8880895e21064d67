"""The text of a line with its reading above each word or character, as a list that wraps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engines.text.markup import PAUSE
from engines.types import Source, Span
from studio.windows import theme
from studio.windows.inspector_reading import CELL_ROLE, ReadingCell, ReadingModel, milliseconds, source_word, way_word

_Index = QModelIndex | QPersistentModelIndex
_PAD = 6
_SMALL = 0.85
_ROUND = 5
"""Pixels, of the corners around what markup makes of words."""


@dataclass(frozen=True, slots=True)
class _Look:
    """How a source is told: by a colour, by a line, and in words."""

    role: str
    line: Qt.PenStyle = Qt.PenStyle.NoPen
    width: float = 1.0
    note: bool = True


_PLAIN = _Look("muted", note=False)
_LOOKS: Mapping[str, _Look] = {
    Source.OVERRIDE.value: _Look("accent", Qt.PenStyle.SolidLine, 2.0),
    Source.PROJECT_LEXICON.value: _Look("success", Qt.PenStyle.SolidLine),
    Source.USER_LEXICON.value: _Look("success", Qt.PenStyle.DotLine, 2.0),
    Source.GUESS.value: _Look("warning", Qt.PenStyle.DashLine, 1.5),
    Source.SILENT.value: _Look("error", Qt.PenStyle.DashDotLine, 1.5),
}
"""Of the sources that are worth a look; the others are named in the tooltip."""


class ReadingDelegate(QStyledItemDelegate):
    """Reading, word, and a small note: its source where that is worth a look, and how long it is heard."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Three rows, with a line under the word that tells the source."""
        cell: ReadingCell = index.data(CELL_ROLE)
        look = _LOOKS.get(cell.source, _PLAIN)
        area = QRectF(option.rect).adjusted(_PAD, 2, -_PAD, -2)
        plain, small = _fonts(option.font)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, theme.colour("accent-soft"))
        if cell.way:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(theme.colour("outline"))
            painter.drawRoundedRect(QRectF(option.rect).adjusted(1.5, 1.5, -1.5, -1.5), _ROUND, _ROUND)
        top = area.top()
        for label, font, role in (
            (cell.shown, plain, look.role),
            (cell.text, plain, "text"),
            (_note(cell), small, look.role),
        ):
            painter.setFont(font)
            painter.setPen(theme.colour(role))
            height = QFontMetricsF(font).height()
            painter.drawText(QRectF(area.left(), top, area.width(), height), Qt.AlignmentFlag.AlignHCenter, label)
            top += height
        if look.line is not Qt.PenStyle.NoPen:
            painter.setPen(QPen(theme.colour(look.role), look.width, look.line))
            line = area.top() + 2 * QFontMetricsF(plain).height() - 1
            painter.drawLine(QPointF(area.left(), line), QPointF(area.right(), line))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("accent"))
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: N802 Qt's name
        """As wide as the widest row."""
        cell: ReadingCell = index.data(CELL_ROLE)
        plain, small = (QFontMetricsF(font) for font in _fonts(option.font))
        width = max(
            plain.horizontalAdvance(cell.text),
            plain.horizontalAdvance(cell.shown),
            small.horizontalAdvance(_note(cell)),
        )
        return QSize(round(width) + 2 * _PAD + 2, round(2 * plain.height() + small.height()) + 6)


class ReadingList(QListView):
    """Shows a `ReadingModel` in lines that wrap like text.

    The arrow keys go from word to word, with Shift they take several; Enter or a click opens what is chosen.
    """

    opened = Signal(tuple)
    """Of neighbouring `ReadingCell`s, the first and the last of which are words."""
    pause_opened = Signal()
    """The pause that is chosen."""

    def __init__(self, model: ReadingModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells = model
        self.setModel(model)
        self.setItemDelegate(ReadingDelegate(self))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setSelectionMode(QListView.SelectionMode.ContiguousSelection)
        self.setSpacing(1)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setMinimumHeight(4 * self.fontMetrics().height())
        self.clicked.connect(self._open)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Enter opens."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._open()
        else:
            super().keyPressEvent(event)

    def updateGeometries(self) -> None:  # noqa: N802 Qt's name
        """No higher than the words, so that what is below them is seen."""
        super().updateGeometries()
        height = self.contentsSize().height() + 2 * self.frameWidth() + self.spacing()
        self.setMaximumHeight(max(height, self.minimumHeight()))

    def choose(self, start: int) -> None:
        """Make the word current that begins at a character of the typed text."""
        row = next((row for row, cell in enumerate(self._cells.cells) if cell.span.start == start), -1)
        if row >= 0 and self.currentIndex().row() != row:
            self.setCurrentIndex(self._cells.index(row))

    @property
    def cells(self) -> tuple[ReadingCell, ...]:
        """Those that are shown."""
        return self._cells.cells

    def chosen(self) -> Span | None:
        """What of the typed text is selected; None for nothing."""
        spans = [self.cells[index.row()].span for index in self.selectionModel().selectedIndexes()]
        return Span(min(spans).start, max(span.end for span in spans)) if spans else None

    def _open(self) -> None:
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        rows = rows or [self.currentIndex().row()]
        if [self.cells[row].way for row in rows if row >= 0] == [PAUSE]:
            self.pause_opened.emit()
            return
        words = [row for row in rows if row >= 0 and self._cells.cells[row].is_word]
        if words:
            self.opened.emit(self._cells.cells[words[0] : words[-1] + 1])


def _note(cell: ReadingCell) -> str:
    parts = [way] if (way := way_word(cell.way)) else []
    if not parts and _LOOKS.get(cell.source, _PLAIN).note:
        parts.append(("? " if cell.guessed else "") + source_word(cell.source))
    if cell.seconds is not None and cell.symbols and cell.source != Source.PUNCTUATION.value:
        parts.append(milliseconds(cell.seconds))
    return " · ".join(parts)


def _fonts(font: QFont) -> tuple[QFont, QFont]:
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * _SMALL)
    return font, small
