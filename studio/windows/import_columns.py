"""Choosing what the columns of a table are."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QWidget

from studio.document.tables import Columns, Role, Table
from studio.windows.choices import fill
from studio.windows.import_words import role_title

_ACROSS = 3
_NONE = ""
_SAMPLE_LENGTH = 24


class ImportColumns(QWidget):
    """A box for each role, with the columns of a table to choose from."""

    changed = Signal()
    """The user chose another column for a role."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._width = 0
        self.boxes: Mapping[Role, QComboBox] = {role: QComboBox() for role in Role}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        for at, (role, box) in enumerate(self.boxes.items()):
            label = QLabel(role_title(role))
            label.setBuddy(box)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(12)
            box.activated.connect(self._chosen)
            row, column = divmod(at, _ACROSS)
            grid.addWidget(label, row, 2 * column)
            grid.addWidget(box, row, 2 * column + 1)
            grid.setColumnStretch(2 * column + 1, 1)

    def show_table(self, table: Table, columns: Columns) -> None:
        """Offer the columns of a table, with the roles that they have."""
        self._width = len(table.columns)
        titles = [self._title(table, at) for at in range(self._width)]
        choices = [(_NONE, self.tr("none")), *((str(at), text) for at, text in enumerate(titles))]
        for role, box in self.boxes.items():
            fill(box, choices, str(columns.index(role)) if role in columns else _NONE)

    def columns(self) -> Columns:
        """The role of each column, as chosen now."""
        chosen = {box.currentData(): role for role, box in self.boxes.items()}
        return tuple(chosen.get(str(at)) for at in range(self._width))

    def _title(self, table: Table, at: int) -> str:
        """The header of a column, or else its first cell, with its number."""
        text = table.titles[at] or next((row[at] for row in table.rows if at < len(row) and row[at].strip()), "")
        text = " ".join(text.split())
        short = text if len(text) <= _SAMPLE_LENGTH else text[:_SAMPLE_LENGTH] + "…"
        return f"{at + 1}: {short}"

    def _chosen(self) -> None:
        """A column has one role: it is taken from whoever had it."""
        box = self.sender()
        for other in self.boxes.values():
            if other is not box and isinstance(box, QComboBox) and other.currentData() == box.currentData():
                other.setCurrentIndex(0)
        self.changed.emit()
