"""The cells of the script table that are drawn in a way of their own: text with what was found, and states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPalette, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionViewItem

from studio.document.state import LineState
from studio.windows import theme
from studio.windows.script_columns import STATE_ICONS
from studio.windows.script_delegates import CellDelegate
from studio.windows.script_roles import ID_ROLE, LOOK_ROLE, Look
from studio.windows.script_signs import decorate, is_selected, sign

Index = QModelIndex | QPersistentModelIndex

MAX_SHOWN = 400
"""Characters of a text that are drawn: more never fit a row."""
_LEAD = 12
"""Characters before a match that would else be out of sight."""
_BAR = 2
_GAP = 1

Span = tuple[int, int]


class TextDelegate(CellDelegate):
    """The text of a line, with what the find bar looks for marked."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._pattern: re.Pattern[str] | None = None
        self._current: tuple[str, Span] | None = None

    def mark(self, pattern: re.Pattern[str] | None, current: tuple[str, Span] | None) -> None:
        """Mark all that a pattern matches, and one match in one line more than the others."""
        self._pattern = pattern
        self._current = current

    def dress(self, option: QStyleOptionViewItem, look: Look) -> None:
        """No more than can be seen; bold where a section begins."""
        option.text = look.text[:MAX_SHOWN]
        if look.begins_section:
            option.font.setBold(True)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """See above."""
        if self._pattern is None:
            super().paint(painter, option, index)
            return
        text = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        spans = [match.span() for match in self._pattern.finditer(text)]
        if not spans:
            super().paint(painter, option, index)
            return
        current = self._current[1] if self._current and self._current[0] == index.data(ID_ROLE) else None
        own = QStyleOptionViewItem(option)
        self.initStyleOption(own, index)
        area = draw_background(painter, own)
        metrics = QFontMetrics(own.font)
        if current and metrics.horizontalAdvance(text[: current[1]][:MAX_SHOWN]) > area.width():
            cut = max(0, current[0] - _LEAD)
            text = "…" + text[cut:]
            spans = [(start - cut + 1, end - cut + 1) for start, end in spans if start >= cut]
            current = (current[0] - cut + 1, current[1] - cut + 1)
        text = metrics.elidedText(text[:MAX_SHOWN], Qt.TextElideMode.ElideRight, area.width())
        _draw_marked(painter, area, own, text, spans, current)


class StateDelegate(CellDelegate):
    """A sign and a word; while a line is being made, its sound so far."""

    def dress(self, option: QStyleOptionViewItem, look: Look) -> None:
        """The sign before the word."""
        if look.state is not None:
            decorate(option, sign(*STATE_ICONS[look.state], option))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """See above."""
        super().paint(painter, option, index)
        look: Look = index.data(LOOK_ROLE)
        if not look.peaks or look.state is not LineState.MAKING:
            return
        own = QStyleOptionViewItem(option)
        self.initStyleOption(own, index)
        area = text_area(own)
        area.setLeft(area.left() + own.fontMetrics.horizontalAdvance(own.text) + own.fontMetrics.averageCharWidth())
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("on-selection" if is_selected(own) else "wave"))
        for bar in bars(look.peaks, area):
            painter.drawRect(bar)
        painter.restore()


class NumberDelegate(CellDelegate):
    """The number of a line, with a sign when it is being played, and else where a section begins."""

    def dress(self, option: QStyleOptionViewItem, look: Look) -> None:
        """See above."""
        option.displayAlignment = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if look.is_playing:
            decorate(option, sign("play", "accent", option))
        elif look.begins_section:
            decorate(option, sign("section", "accent", option))


def bars(peaks: Sequence[float], area: QRect) -> list[QRectF]:
    """The latest peaks that fit into an area, from left to right."""
    count = max(0, (area.width() + _GAP) // (_BAR + _GAP))
    shown = peaks[-count:] if count else ()
    middle, reach = area.center().y(), area.height() * 0.4
    return [
        QRectF(area.left() + at * (_BAR + _GAP), middle - max(0.5, peak * reach), _BAR, 2 * max(0.5, peak * reach))
        for at, peak in enumerate(shown)
    ]


def draw_background(painter: QPainter, option: QStyleOptionViewItem) -> QRect:
    """Draw a cell without its text; where that has its place."""
    area = text_area(option)
    bare = QStyleOptionViewItem(option)
    bare.text = ""
    _style(option).drawControl(QStyle.ControlElement.CE_ItemViewItem, bare, painter, option.widget)
    return area


def text_area(option: QStyleOptionViewItem) -> QRect:
    """Where the style puts the text of a cell."""
    style = _style(option)
    margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, option.widget) + 1
    area = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, option.widget)
    return area.adjusted(margin, 0, -margin, 0)


def _style(option: QStyleOptionViewItem) -> QStyle:
    return option.widget.style() if option.widget else QApplication.style()


def _draw_marked(
    painter: QPainter, area: QRect, option: QStyleOptionViewItem, text: str, spans: list[Span], current: Span | None
) -> None:
    layout = QTextLayout(text, option.font)
    layout.setFormats([_format(span, span == current) for span in spans if span[0] < len(text)])
    layout.beginLayout()
    row = layout.createLine()
    row.setLineWidth(1e6)
    layout.endLayout()
    painter.save()
    painter.setClipRect(area)
    role = QPalette.ColorRole.HighlightedText if is_selected(option) else QPalette.ColorRole.Text
    painter.setPen(option.palette.color(role))
    layout.draw(painter, QPointF(area.left(), area.top() + (area.height() - row.height()) / 2))
    painter.restore()


def _format(span: Span, is_current: bool) -> QTextLayout.FormatRange:
    look = QTextCharFormat()
    look.setBackground(theme.colour("warning-soft"))
    look.setForeground(theme.colour("text"))
    if is_current:
        look.setFontWeight(QFont.Weight.Bold)
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    found = QTextLayout.FormatRange()
    found.start, found.length, found.format = span[0], span[1] - span[0], look
    return found
