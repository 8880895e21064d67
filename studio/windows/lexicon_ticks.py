"""Cells that can be ticked."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QStyledItemDelegate, QStyleOptionViewItem


class TickDelegate(QStyledItemDelegate):
    """Draws the boxes of ticks with the outline that they have elsewhere; in the dark, a list's own hides them."""

    def initStyleOption(  # noqa: N802 Qt's name
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Called before painting."""
        super().initStyleOption(option, index)
        window = QApplication.palette("QCheckBox").color(QPalette.ColorRole.Window)  # type: ignore[call-overload]
        option.palette.setColor(QPalette.ColorRole.Window, window)
