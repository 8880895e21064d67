"""The small pictures in the cells of the script table, drawn once for each size and theme."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from studio.windows import theme
from studio.windows.icons import icon


def is_selected(option: QStyleOptionViewItem) -> bool:
    """Whether a cell has the colour of the selection behind it."""
    return bool(option.state & QStyle.StateFlag.State_Selected)


def decorate(option: QStyleOptionViewItem, picture: QIcon) -> None:
    """Put an icon before the text."""
    option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
    option.icon = picture
    side = option.fontMetrics.height()
    option.decorationSize = QSize(side, side)


def sign(name: str, role: str, option: QStyleOptionViewItem) -> QIcon:
    """An icon in a colour of the theme, or in that of text on the selection."""
    role = "on-selection" if is_selected(option) else role
    scale = option.widget.devicePixelRatioF() if option.widget else 1.0
    return _picture(name, role, theme.is_dark(), option.fontMetrics.height(), scale)


def chip(hue: int, option: QStyleOptionViewItem) -> QIcon:
    """A patch of a member's colour."""
    scale = option.widget.devicePixelRatioF() if option.widget else 1.0
    colour, border = theme.member_colour(hue), theme.colour("surface")
    return _chip(colour.rgba(), border.rgba(), option.fontMetrics.height(), scale)


@lru_cache(maxsize=128)
def _picture(name: str, role: str, _is_dark: bool, side: int, scale: float) -> QIcon:
    """An icon as a picture of one size: the glyph need not be drawn anew in each of hundreds of cells."""
    pixmap = icon(name, role).pixmap(QSize(side, side), scale)
    return _one_picture(pixmap)


@lru_cache(maxsize=64)
def _chip(colour: int, border: int, side: int, scale: float) -> QIcon:
    pixmap = QPixmap(round(side * scale), round(side * scale))
    pixmap.setDevicePixelRatio(scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    # The border keeps it visible on the selection.
    painter.setPen(QColor.fromRgba(border))
    painter.setBrush(QColor.fromRgba(colour))
    margin = side / 6
    painter.drawRoundedRect(QRectF(margin, margin, side - 2 * margin, side - 2 * margin), margin, margin)
    painter.end()
    return _one_picture(pixmap)


def _one_picture(pixmap: QPixmap) -> QIcon:
    made = QIcon(pixmap)
    made.addPixmap(pixmap, QIcon.Mode.Selected)  # else it would be tinted
    return made
