"""Every action, found by typing a few of its letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPainter, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from studio.windows.actions import ACTIONS, Actions
from studio.windows.fuzzy import score
from studio.windows.icons import blank

_SHORTCUT = Qt.ItemDataRole.UserRole
_Index = QModelIndex | QPersistentModelIndex


def plain(text: str) -> str:
    """The text of an action without its mnemonic and its dots."""
    text = text.rstrip("…")
    # Chinese menus carry the mnemonic behind the text: 文件(&F).
    if text.endswith(")") and "(&" in text:
        text = text[: text.index("(&")]
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


@dataclass(frozen=True)
class _Entry:
    action: QAction
    text: str
    english: str
    """Found in every language of the interface."""
    shortcut: str


def search(entries: Sequence[_Entry], query: str) -> list[_Entry]:
    """Those that fit, the best first; all of them, in the order of the table, while nothing is typed."""
    if not query.strip():
        return list(entries)
    scored = []
    for place, entry in enumerate(entries):
        scores = [s for s in (score(query, entry.text), score(query, entry.english)) if s is not None]
        if scores:
            scored.append((-max(scores), place, entry))
    return [entry for _, _, entry in sorted(scored, key=lambda item: item[:2])]


class _Model(QAbstractListModel):
    def __init__(self, entries: list[_Entry], parent: QObject) -> None:
        super().__init__(parent)
        self._all = entries
        self.entries = entries

    def filter(self, query: str) -> None:
        self.beginResetModel()
        self.entries = search(self._all, query)
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: N802, B008 Qt's name and default
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.text
        if role == Qt.ItemDataRole.DecorationRole:
            return entry.action.icon() if not entry.action.icon().isNull() else blank()
        if role == _SHORTCUT:
            return entry.shortcut
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{entry.text}, {entry.shortcut}" if entry.shortcut else entry.text
        return None


class _Delegate(QStyledItemDelegate):
    """Shows the shortcut at the right."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        super().paint(painter, option, index)
        shortcut = index.data(_SHORTCUT)
        if not shortcut:
            return
        state, palette = option.state, option.palette
        selected = bool(state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.PlaceholderText
        painter.save()
        painter.setPen(palette.color(role))
        area: QRect = option.rect.adjusted(8, 0, -8, 0)
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, shortcut)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: N802 Qt's name
        size = super().sizeHint(option, index)
        return QSize(size.width(), max(size.height(), option.fontMetrics.height() + 12))


class CommandPalette(QDialog):
    """A field and the list of what fits; Enter runs the chosen action, Escape closes.

    Parameters
    ----------
    actions
        The table; what cannot be done now is left out.
    """

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Commands"))
        self._field = QLineEdit()
        self._field.setPlaceholderText(self.tr("Type what you want to do"))
        self._field.setAccessibleName(self.tr("Search commands"))
        self._field.setClearButtonEnabled(True)
        entries = [
            _Entry(
                actions[spec.id],
                plain(actions[spec.id].text()),
                plain(spec.text),
                actions[spec.id].shortcut().toString(QKeySequence.SequenceFormat.NativeText),
            )
            for spec in ACTIONS
            if spec.id != "view.palette" and actions[spec.id].isEnabled()
        ]
        self._model = _Model(entries, self)
        self._list = QListView()
        self._list.setModel(self._model)
        self._list.setItemDelegate(_Delegate(self._list))
        self._list.setUniformItemSizes(True)
        self._list.setIconSize(QSize(self.fontMetrics().height(), self.fontMetrics().height()))
        self._list.setAccessibleName(self.tr("Commands"))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._nothing = QLabel(self.tr("No command is called that."))
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._nothing.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(8)
        layout.addWidget(self._field)
        layout.addWidget(self._list)
        layout.addWidget(self._nothing)
        self._field.textChanged.connect(self._filter)
        self._field.installEventFilter(self)
        self._list.activated.connect(self._run)
        self._list.clicked.connect(self._run)
        self._filter("")
        em = self.fontMetrics().averageCharWidth()
        self.resize(em * 64, self.fontMetrics().height() * 26)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 Qt's name
        """Let the arrows move through the list while the field has the focus."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key in {Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown}:
                QApplication.sendEvent(self._list, event)
                return True
            if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self._run(self._list.currentIndex())
                return True
        return super().eventFilter(watched, event)

    def _filter(self, query: str) -> None:
        self._model.filter(query)
        found = self._model.rowCount() > 0
        self._list.setVisible(found)
        self._nothing.setVisible(not found)
        if found:
            self._list.setCurrentIndex(self._model.index(0))

    def _run(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        action = self._model.entries[index.row()].action
        self.accept()
        action.trigger()
