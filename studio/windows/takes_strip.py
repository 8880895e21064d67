"""The takes of a line as a row of buttons: A, B, C and so on."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone

from PySide6.QtCore import QDateTime, QLocale, QSize, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QToolButton, QWidget

from studio.document.takes import Take
from studio.windows.icons import icon
from studio.windows.script_columns import seconds_text


def letter(index: int) -> str:
    """A to Z, then AA, AB and so on."""
    text = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


def made_at(take: Take) -> str:
    """When it was made, in the user's own time and form: the time for today, else the date too."""
    try:
        moment = datetime.fromisoformat(take.created.replace("Z", "+00:00"))
    except ValueError:
        return take.created  # written by another program
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    local = QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
    locale, short = QLocale(), QLocale.FormatType.ShortFormat
    if local.date() == QDateTime.currentDateTime().date():
        return locale.toString(local.time(), short)
    return locale.toString(local, short)


@dataclass(frozen=True, slots=True)
class TakeItem:
    """A button of the strip."""

    take: Take
    letter: str
    voice: str
    """As the user knows it."""
    in_use: bool
    """Whether it is what the line plays."""
    stale: bool
    """Whether the line has changed since."""
    shown: bool
    active: bool
    """Whether it is the one of those shown that is heard."""


class TakesStrip(QScrollArea):
    """One button a take; scrolls sideways when there are too many."""

    chosen = Signal(str)
    """Id of the take whose button was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: tuple[TakeItem, ...] = ()
        self._buttons: dict[str, QToolButton] = {}
        self._row = QWidget()
        self._layout = QHBoxLayout(self._row)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self._layout.addStretch(1)
        self.setWidget(self._row)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Takes of the line"))

    def set_items(self, items: tuple[TakeItem, ...]) -> None:
        """Show these takes; buttons that stay keep the keyboard's focus."""
        if items == self._items:
            return
        self._items = items
        wanted = {item.take.id for item in items}
        for take_id in [key for key in self._buttons if key not in wanted]:
            button = self._buttons.pop(take_id)
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        for place, item in enumerate(items):
            button = self._buttons.get(item.take.id) or self._add(item.take.id)
            self._layout.insertWidget(place, button)
            button.show()  # at once, or the row would have no height yet
            self._dress(button, item)
            if item.active:
                self.ensureWidgetVisible(button)
        self.updateGeometry()

    def refresh(self) -> None:
        """Follow theme and language."""
        items, self._items = self._items, ()
        self.setAccessibleName(self.tr("Takes of the line"))
        self.set_items(items)

    def sizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """One row of buttons."""
        return QSize(200, self._row.sizeHint().height())

    def minimumSizeHint(self) -> QSize:  # noqa: N802 Qt's name
        """As narrow as need be."""
        return QSize(80, self.sizeHint().height())

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802 Qt's name
        """Any wheel scrolls sideways."""
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() - (event.angleDelta().x() or event.angleDelta().y()))
        event.accept()

    def _add(self, take_id: str) -> QToolButton:
        button = QToolButton()
        button.setCheckable(True)
        button.setProperty("take", take_id)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.clicked.connect(self._press)
        self._buttons[take_id] = button
        return button

    def _press(self) -> None:
        button = self.sender()
        if isinstance(button, QToolButton):
            # Whether it stays pressed is decided by whoever hears of it.
            button.setChecked(not button.isChecked())
            self.chosen.emit(button.property("take"))

    def _dress(self, button: QToolButton, item: TakeItem) -> None:
        take = item.take
        parts = [item.letter, seconds_text(take.seconds), item.voice, made_at(take)]
        if item.stale:
            parts.append(self.tr("≠ stale"))
        if item.in_use:
            parts.append(self.tr("✓ in use"))
        button.setText("  ".join(parts))
        button.setChecked(item.shown)
        button.setIcon(icon("audition", "accent" if item.active else "muted") if item.shown else icon("take", "muted"))
        button.setToolTip(self._tooltip(item))
        button.setAccessibleName(self.tr("Take {0}").format(" ".join(parts)))

    def _tooltip(self, item: TakeItem) -> str:
        sentences = [
            self.tr("Take {0}: {1}, {2}, made at {3}.").format(
                item.letter, item.voice, seconds_text(item.take.seconds), made_at(item.take)
            )
        ]
        if item.stale:
            sentences.append(self.tr("The line has changed since."))
        if item.active:
            sentences.append(self.tr("This is the take that you hear; press to show it alone."))
        elif item.shown:
            sentences.append(self.tr("Press to hear this one."))
        else:
            sentences.append(self.tr("Press to compare it with the one shown."))
        return " ".join(sentences)
