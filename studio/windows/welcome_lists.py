"""Lists of things to go on with: recent files, and work that was not saved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from studio.windows.icons import icon


class Item(NamedTuple):
    """One line of a list."""

    value: object
    title: str
    detail: str


class ItemList(QWidget):
    """A heading and a button for each item; takes no room while there are none."""

    opened = Signal(object)
    """The value of an item."""
    dropped = Signal(object)

    def __init__(self, *, droppable: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._droppable = droppable
        self._heading = QLabel()
        font = self._heading.font()
        font.setBold(True)
        self._heading.setFont(font)
        self.buttons: list[QToolButton] = []
        self.drop_buttons: list[QToolButton] = []
        self._rows = QWidget()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addWidget(self._heading)
        self._layout.addWidget(self._rows)
        self.hide()

    def show_items(self, heading: str, items: Sequence[Item], drop: str = "") -> None:
        """Replace what is listed.

        Parameters
        ----------
        drop
            What the button that takes an item away does, with `{0}` for its title.
        """
        self._heading.setText(heading)
        self.buttons, self.drop_buttons = [], []
        rows = QWidget()
        grid = QGridLayout(rows)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        grid.setColumnStretch(1, 1)
        for row, item in enumerate(items):
            self._add_row(grid, row, item, drop)
        self._layout.replaceWidget(self._rows, rows)
        self._rows.deleteLater()
        self._rows = rows
        self.setVisible(bool(items))

    def _add_row(self, grid: QGridLayout, row: int, item: Item, drop: str) -> None:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIcon(icon("text"))
        button.setText(item.title.replace("&", "&&"))
        button.setAccessibleDescription(item.detail)
        button.clicked.connect(lambda _checked=False, value=item.value: self.opened.emit(value))
        button.setToolTip(item.detail)
        detail = QLabel(item.detail)
        detail.setTextFormat(Qt.TextFormat.PlainText)
        detail.setForegroundRole(detail.palette().ColorRole.PlaceholderText)
        grid.addWidget(button, row, 0)
        grid.addWidget(detail, row, 1)
        self.buttons.append(button)
        if self._droppable:
            away = QToolButton()
            away.setAutoRaise(True)
            away.setIcon(icon("delete"))
            away.setToolTip(drop.format(item.title))
            away.setAccessibleName(drop.format(item.title))
            away.clicked.connect(lambda _checked=False, value=item.value: self.dropped.emit(value))
            grid.addWidget(away, row, 2)
            self.drop_buttons.append(away)
