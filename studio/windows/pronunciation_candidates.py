"""The readings that a word may have, to choose from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from studio.windows import theme
from studio.windows.icons import icon
from studio.windows.inspector_reading import shown_as

if TYPE_CHECKING:
    from engines.text.candidates import Candidate

CANDIDATE_ROLE = int(Qt.ItemDataRole.UserRole)
CURRENT_ROLE = CANDIDATE_ROLE + 1
"""Whether the word is read so now."""
_Index = QModelIndex | QPersistentModelIndex
_ROWS = 6
_PAD = 4
_LABELS: Mapping[str, object] = {
    "noun": QT_TRANSLATE_NOOP("Candidates", "noun"),
    "verb": QT_TRANSLATE_NOOP("Candidates", "verb"),
    "past": QT_TRANSLATE_NOOP("Candidates", "past"),
    "participle": QT_TRANSLATE_NOOP("Candidates", "participle"),
    "adjective": QT_TRANSLATE_NOOP("Candidates", "adjective"),
    "adverb": QT_TRANSLATE_NOOP("Candidates", "adverb"),
    "stressed": QT_TRANSLATE_NOOP("Candidates", "stressed"),
    "at the end": QT_TRANSLATE_NOOP("Candidates", "at the end"),
    "letter by letter": QT_TRANSLATE_NOOP("Candidates", "letter by letter"),
    "surname": QT_TRANSLATE_NOOP("Candidates", "surname"),
}


def hint(candidate: Candidate) -> str:
    """What tells a reading from the others: its kind, and words that have it."""
    label = _LABELS.get(candidate.label)
    name = QCoreApplication.translate("Candidates", str(label)) if label else candidate.label
    return " · ".join(filter(None, (name, ", ".join(candidate.examples))))


class CandidateModel(QAbstractListModel):
    """The candidates of one word."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._candidates: tuple[Candidate, ...] = ()
        self._symbols = ""

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """Those that are shown."""
        return self._candidates

    @property
    def current_row(self) -> int:
        """That of the reading the word has now; -1 for none."""
        return next((row for row, one in enumerate(self._candidates) if _same(one.symbols, self._symbols)), -1)

    def set_candidates(self, candidates: Sequence[Candidate], symbols: str) -> None:
        """Show others; `symbols` are those of the reading that the word has now."""
        self.beginResetModel()
        self._candidates, self._symbols = tuple(candidates), symbols
        self.endResetModel()

    def set_symbols(self, symbols: str) -> None:
        """The word is read otherwise now."""
        if symbols != self._symbols and self._candidates:
            self._symbols = symbols
            self.dataChanged.emit(self.index(0), self.index(len(self._candidates) - 1))

    def rowCount(self, parent: _Index | None = None) -> int:  # noqa: N802 Qt's name
        """A list has no branches."""
        return 0 if parent is not None and parent.isValid() else len(self._candidates)

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """The reading, the candidate itself, and all of it in a sentence."""
        candidate = self._candidates[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return _shown(candidate)
        if role == CANDIDATE_ROLE:
            return candidate
        if role == CURRENT_ROLE:
            return index.row() == self.current_row
        if role in {Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole}:
            now = QCoreApplication.translate("Candidates", "as it is read now")
            parts = [_shown(candidate), hint(candidate), now if index.row() == self.current_row else ""]
            return "; ".join(filter(None, parts))
        return None


class CandidateDelegate(QStyledItemDelegate):
    """A tick at the present one, the reading, and words that have it."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """One row."""
        candidate: Candidate = index.data(CANDIDATE_ROLE)
        area = QRectF(option.rect).adjusted(_PAD, 0, -_PAD, 0)
        side = QFontMetricsF(option.font).height()
        painter.save()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(option.rect, theme.colour("accent-soft"))
        if index.data(CURRENT_ROLE):
            box = QRectF(area.left(), area.center().y() - side / 2, side, side)
            icon("check", "accent").paint(painter, box.toRect())
        area.setLeft(area.left() + side + _PAD)
        painter.setPen(theme.colour("text"))
        shown = _shown(candidate)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, shown)
        area.setLeft(area.left() + max(QFontMetricsF(option.font).horizontalAdvance(shown + "  "), 4 * side))
        painter.setPen(theme.colour("muted"))
        words = QFontMetricsF(option.font).elidedText(hint(candidate), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, words)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(theme.colour("accent"))
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: N802 Qt's name
        """As high as a line with some air."""
        return QSize(100, round(QFontMetricsF(option.font).height()) + 2 * _PAD)


class CandidateList(QListView):
    """Shows a `CandidateModel`: Space hears the current one, Enter takes it."""

    hear_asked = Signal()
    taken = Signal()

    def __init__(self, model: CandidateModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(CandidateDelegate(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.doubleClicked.connect(self.taken)
        model.modelReset.connect(self._fit)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 Qt's name
        """Hear and take."""
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            self.hear_asked.emit()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self.taken.emit()
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        """As high as what is in it, up to some rows."""
        rows = min(max(self.model().rowCount(), 1), _ROWS)
        row = self.fontMetrics().height() + 2 * _PAD
        self.setFixedHeight(rows * row + 2 * self.frameWidth())


def _shown(candidate: Candidate) -> str:
    return shown_as(candidate.shown, "")


def _same(one: str, other: str) -> bool:
    return "".join(one.split()) == "".join(other.split())
