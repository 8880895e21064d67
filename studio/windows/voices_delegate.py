"""How a voice looks in a list: a star, its name and what is known of it, and a button that plays a sample."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QIcon, QMouseEvent, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
)

from studio.playback.messages import TransportState
from studio.voices import VoiceEntry
from studio.windows import theme
from studio.windows.icons import icon, tinted_icon
from studio.windows.voices_model import ENTRY, HEADING, SHARE, STATE, Index, unreadable

_GAP = 8
_BAR = 4


class VoiceDelegate(QStyledItemDelegate):
    """Paints a row, and tells what was pressed in it.

    Parameters
    ----------
    playable
        Whether samples can be heard; without, there is no button.
    """

    star_clicked = Signal(str)
    """Name of a voice."""
    play_clicked = Signal(str)
    row_clicked = Signal(str)
    """Pressed anywhere else."""

    def __init__(self, parent: QObject, *, playable: bool) -> None:
        super().__init__(parent)
        self._playable = playable

    def star_rect(self, row: QRect) -> QRect:
        """Where the star is in a row."""
        side = self._side(row)
        return QRect(row.left() + _GAP // 2, row.center().y() - side // 2, side, side)

    def play_rect(self, row: QRect) -> QRect:
        """Where the button is in a row; empty without one."""
        side = self._side(row)
        if not self._playable:
            return QRect()
        return QRect(row.right() - _GAP // 2 - side, row.center().y() - side // 2, side, side)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802 Qt's
        """Two lines of text, and a heading above the first of a group."""
        height = option.fontMetrics.height() + QFontMetrics(_small(option.font)).height()
        height += _heading_height(option.fontMetrics) if index.data(HEADING) else 0
        return QSize(option.fontMetrics.averageCharWidth() * 20, height + 2 * _GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Called by the view."""
        self.initStyleOption(option, index)
        entry: VoiceEntry = index.data(ENTRY)
        if heading := str(index.data(HEADING) or ""):
            _paint_heading(painter, option, heading)
        option.rect = _body(option, index)
        option.text = ""
        style = option.widget.style() if option.widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        text = option.palette.color(QPalette.ColorRole.HighlightedText if selected else QPalette.ColorRole.Text)
        quiet = text if selected else theme.colour("muted")
        painter.save()
        star = "star-filled" if entry.favourite else "star"
        accent = text if selected else theme.colour("accent")
        tinted_icon(star, accent if entry.favourite else quiet).paint(painter, _inner(self.star_rect(option.rect)))
        self._paint_texts(painter, option, index, (text, quiet))
        if self._playable:
            state: TransportState = index.data(STATE)
            self._paint_button(painter, self.play_rect(option.rect), entry, state)
            if state is TransportState.WAITING:
                self._paint_share(painter, option.rect, float(index.data(SHARE)), accent)
        painter.restore()

    def editorEvent(  # noqa: N802 Qt's name
        self,
        event: QEvent,
        model: QAbstractItemModel,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """A press of the mouse in a row."""
        if not isinstance(event, QMouseEvent) or event.button() != Qt.MouseButton.LeftButton:
            return super().editorEvent(event, model, option, index)
        if event.type() not in {QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick}:
            return super().editorEvent(event, model, option, index)
        entry: VoiceEntry = index.data(ENTRY)
        where = event.position().toPoint()
        released = event.type() == QEvent.Type.MouseButtonRelease
        body = _body(option, index)
        for rect, signal in ((self.star_rect(body), self.star_clicked), (self.play_rect(body), self.play_clicked)):
            if rect.contains(where):
                if released:
                    signal.emit(entry.name)
                return True
        if released:
            self.row_clicked.emit(entry.name)
        return super().editorEvent(event, model, option, index)

    def helpEvent(  # noqa: N802 Qt's name
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """What the part under the pointer does."""
        entry: VoiceEntry | None = index.data(ENTRY)
        if entry is None or event.type() != QEvent.Type.ToolTip:
            return super().helpEvent(event, view, option, index)
        tip = self._tip(entry, _body(option, index), event.pos(), index.data(STATE))
        QToolTip.showText(event.globalPos(), tip, view)
        return True

    def _tip(self, entry: VoiceEntry, row: QRect, where: QPoint, state: TransportState) -> str:
        if self.star_rect(row).contains(where):
            return self.tr("Remove from favourites (*)") if entry.favourite else self.tr("Add to favourites (*)")
        if not entry.readable:
            return unreadable(entry)
        if self.play_rect(row).contains(where):
            return self.tr("Play a sample (Space)") if state is TransportState.STOPPED else self.tr("Stop (Space)")
        known = f"{entry.title} · {' · '.join(entry.tags)} · {entry.name}"
        return f"{known}\n{entry.details}" if entry.details else known

    def _paint_texts(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: Index,
        colours: tuple[QColor, QColor],
    ) -> None:
        entry: VoiceEntry = index.data(ENTRY)
        left = self.star_rect(option.rect).right() + _GAP
        right = self.play_rect(option.rect).left() - _GAP if self._playable else option.rect.right() - _GAP
        top = option.rect.top() + _GAP
        small = QFontMetrics(_small(option.font))
        for font, height, text, colour in (
            (_strong(option.font), option.fontMetrics.height(), entry.title, colours[0]),
            (_small(option.font), small.height(), self._subtitle(index), colours[1]),
        ):
            rect = QRect(left, top, right - left, height)
            painter.setFont(font)
            painter.setPen(colour)
            shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
            painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
            top += height

    def _subtitle(self, index: Index) -> str:
        entry: VoiceEntry = index.data(ENTRY)
        state: TransportState = index.data(STATE)
        if state is TransportState.WAITING:
            share = float(index.data(SHARE))
            return self.tr("Preparing… {0} %").format(round(share * 100)) if share else self.tr("Preparing…")
        if state is not TransportState.STOPPED:
            return self.tr("Playing a sample")
        tags = entry.tags if entry.readable else (*entry.tags[:2], self.tr("cannot be read yet"), *entry.tags[2:])
        return " · ".join(tags)

    def _paint_button(self, painter: QPainter, rect: QRect, entry: VoiceEntry, state: TransportState) -> None:
        rect = rect.adjusted(1, 1, -1, -1)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colour("border"))
        painter.setBrush(theme.colour("raised"))
        painter.drawEllipse(rect)
        if not entry.readable:
            icon("muted").paint(painter, _inner(rect), Qt.AlignmentFlag.AlignCenter, QIcon.Mode.Disabled)
        else:
            icon("play" if state is TransportState.STOPPED else "stop").paint(painter, _inner(rect))

    def _paint_share(self, painter: QPainter, row: QRect, share: float, colour: QColor) -> None:
        bar = QRect(row.left(), row.bottom() - _BAR + 1, row.width(), _BAR)
        painter.fillRect(bar, theme.colour("grid"))
        bar.setWidth(round(bar.width() * share))
        painter.fillRect(bar, colour)

    def _side(self, row: QRect) -> int:
        return max(row.height() - 2 * _GAP, 16)


def _heading_height(metrics: QFontMetrics) -> int:
    return metrics.height() + _GAP


def _body(option: QStyleOptionViewItem, index: Index) -> QRect:
    """Where the voice is in a row that may have a heading."""
    height = _heading_height(option.fontMetrics) if index.data(HEADING) else 0
    return option.rect.adjusted(0, height, 0, 0)


def _paint_heading(painter: QPainter, option: QStyleOptionViewItem, heading: str) -> None:
    rect = QRect(option.rect)
    rect.setHeight(_heading_height(option.fontMetrics))
    painter.save()
    painter.fillRect(rect, theme.colour("window"))
    painter.setFont(_strong(_small(option.font)))
    painter.setPen(theme.colour("muted"))
    painter.drawText(rect.adjusted(_GAP, 0, -_GAP, 0), Qt.AlignmentFlag.AlignVCenter, heading)
    painter.restore()


def _inner(rect: QRect) -> QRect:
    edge = rect.width() // 4
    return rect.adjusted(edge, edge, -edge, -edge)


def _strong(font: QFont) -> QFont:
    strong = QFont(font)
    strong.setWeight(QFont.Weight.DemiBold)
    return strong


def _small(font: QFont) -> QFont:
    small = QFont(font)
    if font.pointSizeF() > 0:
        small.setPointSizeF(font.pointSizeF() * 0.9)
    return small
