"""The presets to choose from, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListView, QListWidget, QListWidgetItem, QSizePolicy, QWidget

from studio.document.emotions import LineEmotion
from studio.emotions import EmotionLibrary

_NAME = Qt.ItemDataRole.UserRole
_MOST_ROWS = 6


class EmotionGallery(QListWidget):
    """A name for each preset, and first what the cast says; the one that all lines have is chosen."""

    chosen = Signal(str)
    """Name of a preset; empty for the cast's."""

    def __init__(self, emotions: EmotionLibrary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._emotions = emotions
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSpacing(2)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.itemClicked.connect(self._choose)
        self.itemActivated.connect(self._choose)
        emotions.changed.connect(self._fill)
        self._fill()

    @property
    def preset(self) -> str:
        """The one that the keyboard is at; empty for the cast's or none."""
        item = self.currentItem()
        return str(item.data(_NAME)) if item else ""

    def show_kinds(self, kinds: Sequence[str | None]) -> None:
        """Choose what all lines have: a preset, `None` for the cast's; nothing where they differ or have a blend."""
        wanted = ("" if kinds[0] is None else kinds[0] or None) if len(set(kinds)) == 1 else None
        self.clearSelection()
        for row in range(self.count()):
            item = self.item(row)
            if wanted is not None and item.data(_NAME) == wanted:
                item.setSelected(True)
                self.setCurrentItem(item)
                return

    def choice(self, name: str) -> LineEmotion | None:
        """What lines get for a name; None is the cast's."""
        return self._emotions.find(name) if name else None

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow language and font."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.FontChange}:
            self._fill()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 Qt's name
        """As high as the rows are at this width."""
        super().resizeEvent(event)
        self._set_height()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """As narrow as one name."""
        return QSize(self.fontMetrics().averageCharWidth() * 16, super().minimumSizeHint().height())

    def _fill(self) -> None:
        before = self.preset
        self.clear()
        self._add(self.tr("From the cast"), "", self.tr("What the cast member is felt with"), own=False)
        for entry in self._emotions.entries():
            self._add(entry.title, entry.name, entry.description, own=entry.own)
            if entry.name == before:
                self.setCurrentRow(self.count() - 1)
        self.setAccessibleName(self.tr("Presets of emotions"))
        self._set_height()

    def _add(self, title: str, name: str, description: str, *, own: bool) -> None:
        item = QListWidgetItem(title)
        item.setData(_NAME, name)
        item.setToolTip(description)
        if own or not name:
            font = item.font()
            font.setItalic(not name)
            font.setBold(own)
            item.setFont(font)
        self.addItem(item)

    def _set_height(self) -> None:
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.doItemsLayout()
        row = self.sizeHintForRow(0) + 2 * self.spacing()
        last = self.visualItemRect(self.item(self.count() - 1)).translated(0, self.verticalOffset())
        height, most = last.bottom() + 2 * self.spacing(), _MOST_ROWS * row
        if height > most:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFixedHeight(min(max(height, row), most) + 2 * self.frameWidth())

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(str(item.data(_NAME)))
