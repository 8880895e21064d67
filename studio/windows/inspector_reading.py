"""How a line is read: words with their symbols under them, as a list that wraps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engines.types import Phonemes, Source
from studio.document.takes import Take
from studio.windows import theme
from studio.windows.waveform_words import readable

CELL_ROLE = int(Qt.ItemDataRole.UserRole)
_Index = QModelIndex | QPersistentModelIndex
_PAD = 6
_SMALL = 0.85
_SOURCES: Mapping[str, object] = {
    Source.OVERRIDE.value: QT_TRANSLATE_NOOP("Reading", "yours"),
    Source.PROJECT_LEXICON.value: QT_TRANSLATE_NOOP("Reading", "project lexicon"),
    Source.USER_LEXICON.value: QT_TRANSLATE_NOOP("Reading", "your lexicon"),
    Source.LEXICON.value: QT_TRANSLATE_NOOP("Reading", "dictionary"),
    Source.RULE.value: QT_TRANSLATE_NOOP("Reading", "rule"),
    Source.GUESS.value: QT_TRANSLATE_NOOP("Reading", "guess"),
    Source.PUNCTUATION.value: QT_TRANSLATE_NOOP("Reading", "mark"),
    Source.SILENT.value: QT_TRANSLATE_NOOP("Reading", "not spoken"),
}
_NOTED = frozenset(
    source.value
    for source in (Source.OVERRIDE, Source.PROJECT_LEXICON, Source.USER_LEXICON, Source.GUESS, Source.SILENT)
)
"""Sources that are worth a word in the cell; the others are in its tooltip."""


@dataclass(frozen=True, slots=True)
class ReadingCell:
    """One word or mark of the text."""

    text: str
    symbols: str
    """Empty when nothing is heard."""
    source: str
    """A value of `engines.types.Source`."""
    seconds: float | None = None
    """How long it is heard, where there is a take."""

    @property
    def guessed(self) -> bool:
        """Whether it is worth the user's check."""
        return self.source == Source.GUESS.value

    @property
    def silent(self) -> bool:
        """Whether a part of the text is not heard that should perhaps be."""
        return self.source == Source.SILENT.value


def cells_of_take(take: Take) -> tuple[ReadingCell, ...]:
    """From what was heard."""
    text = take.delivery.text
    cells = (
        ReadingCell(text[slice(*mark.text)].strip(), readable(mark.symbols), mark.source, mark.end - mark.start)
        for mark in take.marks
    )
    return tuple(cell for cell in cells if cell.text)


def cells_of_phonemes(parts: Iterable[Phonemes]) -> tuple[ReadingCell, ...]:
    """From what would be heard."""
    cells = (
        ReadingCell(part.utterance.text[slice(*reading.span)].strip(), readable(reading.symbols), reading.source.value)
        for part in parts
        for reading in part.readings
        if reading.source is not Source.MARKUP
    )
    return tuple(cell for cell in cells if cell.text)


def source_word(source: str) -> str:
    """Where a reading comes from, in the language of the interface."""
    known = _SOURCES.get(source)
    return QCoreApplication.translate("Reading", str(known)) if known else source


class ReadingModel(QAbstractListModel):
    """The cells of a line, in order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._cells: tuple[ReadingCell, ...] = ()

    @property
    def cells(self) -> tuple[ReadingCell, ...]:
        """Those that are shown."""
        return self._cells

    def set_cells(self, cells: tuple[ReadingCell, ...]) -> None:
        """Show others."""
        if cells != self._cells:
            self.beginResetModel()
            self._cells = cells
            self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:  # noqa: N802 Qt's name
        """A list has no branches."""
        return 0 if parent is not None and parent.isValid() else len(self._cells)

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Text, the cell itself, and all of it in a sentence."""
        cell = self._cells[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text
        if role == CELL_ROLE:
            return cell
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}:
            return sentence(cell)
        return None


def sentence(cell: ReadingCell) -> str:
    """All about a cell, for a tooltip or a screen reader."""
    parts = [cell.text]
    if cell.symbols:
        parts.append(QCoreApplication.translate("Reading", "read as {0}").format(cell.symbols))
    parts.append(QCoreApplication.translate("Reading", "source: {0}").format(source_word(cell.source)))
    if cell.guessed:
        parts.append(QCoreApplication.translate("Reading", "listen whether it is right"))
    if cell.seconds is not None and cell.symbols:
        parts.append(milliseconds(cell.seconds))
    return "; ".join(parts)


def milliseconds(seconds: float) -> str:
    """A short length, with its unit."""
    return QCoreApplication.translate("Reading", "{0} ms").format(round(seconds * 1000))


class ReadingDelegate(QStyledItemDelegate):
    """Word, symbols, and a small note: how long it is heard, and its source where that is worth a look."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Three rows."""
        cell: ReadingCell = index.data(CELL_ROLE)
        area = QRectF(option.rect).adjusted(_PAD, 2, -_PAD, -2)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        plain, small = _fonts(option.font)
        marked = "warning" if cell.guessed else "error" if cell.silent else ""
        painter.save()
        if selected:
            painter.fillRect(option.rect, theme.colour("accent-soft"))
        top = area.top()
        for label, font, role in (
            (cell.text, plain, marked or "text"),
            (cell.symbols, plain, marked or "muted"),
            (_note(cell), small, marked or "muted"),
        ):
            painter.setFont(font)
            painter.setPen(theme.colour(role))
            row = QFontMetricsF(font).height()
            painter.drawText(QRectF(area.left(), top, area.width(), row), Qt.AlignmentFlag.AlignHCenter, label)
            top += row
        if marked:
            pen = QPen(theme.colour(marked), 1, Qt.PenStyle.DashLine)
            painter.setPen(pen)
            line = area.top() + QFontMetricsF(plain).height() - 1
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
            plain.horizontalAdvance(cell.symbols),
            small.horizontalAdvance(_note(cell)),
        )
        return QSize(round(width) + 2 * _PAD + 2, round(2 * plain.height() + small.height()) + 6)


class ReadingList(QListView):
    """Shows a `ReadingModel` in lines that wrap like text; the arrow keys go from word to word."""

    def __init__(self, model: ReadingModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(ReadingDelegate(self))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setSpacing(1)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setMinimumHeight(4 * self.fontMetrics().height())


def _note(cell: ReadingCell) -> str:
    parts = []
    if cell.source in _NOTED:
        parts.append(("? " if cell.guessed else "") + source_word(cell.source))
    if cell.seconds is not None and cell.symbols and cell.source != Source.PUNCTUATION.value:
        parts.append(milliseconds(cell.seconds))
    return " · ".join(parts)


def _fonts(font: QFont) -> tuple[QFont, QFont]:
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * _SMALL)
    return font, small
