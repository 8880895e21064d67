"""How a member of the cast looks in a table: with a swatch, whose initials tell as much as its colour."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from studio.document.script import SPEED_RANGE
from studio.windows import theme
from studio.windows.cast_model import Column
from studio.windows.cast_words import initials
from studio.windows.voices_model import Index

_EDGE = 4


class CastDelegate(QStyledItemDelegate):
    """Paints the swatch, and edits name and speed in place."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Called by the view."""
        focused = bool(option.state & QStyle.StateFlag.State_HasFocus)
        option.state &= ~QStyle.StateFlag.State_HasFocus
        super().paint(painter, option, index)
        if focused:
            # The style would cover the text with a tint.
            painter.setPen(option.palette.color(QPalette.ColorRole.HighlightedText))
            painter.drawRect(option.rect.adjusted(1, 1, -2, -2))
        if index.column() == Column.NAME:
            side = option.rect.height() - 2 * _EDGE
            rect = QRect(option.rect.left() + _EDGE, option.rect.top() + _EDGE, side, side)
            paint_swatch(painter, rect, theme.member_colour(index.row()), initials(str(index.data())))

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802 Qt's name
        """Leave room for the swatch."""
        super().initStyleOption(option, index)
        if index.column() == Column.NAME:
            side = max(option.rect.height() - _EDGE, 0)
            option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
            option.decorationSize = QSize(side, 1)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 Qt's name
        """Room around the text."""
        size = super().sizeHint(option, index)
        return QSize(size.width() + 2 * _EDGE, option.fontMetrics.height() + 3 * _EDGE)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:  # noqa: N802 Qt's name
        """A field for the name, a spin box for the speed."""
        if index.column() == Column.SPEED:
            box = QDoubleSpinBox(parent)
            box.setRange(*SPEED_RANGE)
            box.setSingleStep(0.05)
            box.setSuffix("×")
            box.setAccessibleName(self.tr("Speed of {0}").format(index.model().index(index.row(), Column.NAME).data()))
            return box
        editor = super().createEditor(parent, option, index)
        if isinstance(editor, QLineEdit):
            editor.setAccessibleName(self.tr("Name of the cast member"))
        return editor

    def updateEditorGeometry(  # noqa: N802 Qt's name
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """A spin box has the width it needs."""
        super().updateEditorGeometry(editor, option, index)
        if isinstance(editor, QDoubleSpinBox):
            box = editor.geometry()
            box.setLeft(min(box.left(), box.right() + 1 - editor.sizeHint().width()))
            editor.setGeometry(box)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:  # noqa: N802 Qt's name
        """What is being typed counts, too."""
        if isinstance(editor, QDoubleSpinBox):
            editor.interpretText()
            model.setData(index, editor.value())
        else:
            super().setModelData(editor, model, index)


def paint_swatch(painter: QPainter, rect: QRect, colour: QColor, letters: str) -> None:
    """A disc in a member's hue with the initials on it."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(rect)
    font = painter.font()
    if font.pointSizeF() > 0:
        font.setPointSizeF(font.pointSizeF() * 0.8)
    font.setBold(True)
    painter.setFont(font)
    # The hues are readable on the surface, hence the surface on them.
    painter.setPen(theme.colour("surface"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, letters)
    painter.restore()
