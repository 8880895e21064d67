"""Choosing a voice where there is room for a button only: a popup with the searchable list, and the button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from studio.voices import VoiceLibrary
from studio.windows.icons import icon
from studio.windows.voices_browser import VoiceBrowser

if TYPE_CHECKING:
    from studio.playback.transport import Transport


_ICON_GAP = 8
"""Pixels between icon and text, with some to spare."""


class VoicePopup(QFrame):
    """Enter or a click chooses, Space or the row's button plays a sample, Escape closes.

    Parameters
    ----------
    voices
        What there is to choose from.
    transport
        What plays samples; None where nothing can be heard.
    inherit
        Text of a button that chooses no voice of one's own, such as "As the cast member"; empty leaves it out.
    """

    chosen = Signal(str)
    """Name of a voice; empty for none of one's own."""

    def __init__(
        self,
        *,
        voices: VoiceLibrary,
        transport: Transport | None = None,
        inherit: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.browser = VoiceBrowser(voices=voices, transport=transport)
        self.inherit = QPushButton(inherit)
        self.inherit.setVisible(bool(inherit))
        self.inherit.clicked.connect(self._choose_none)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(4)
        layout.addWidget(self.inherit)
        layout.addWidget(self.browser)
        self.browser.entered.connect(self._choose)
        self.browser.picked.connect(self._choose)
        self._retranslate()

    def ask(self, below: QRect, current: str) -> None:
        """Open next to a rectangle of the screen, with the keyboard in the search field.

        Parameters
        ----------
        below
            Global coordinates of what is being changed.
        current
            The voice that it has now.
        """
        self.browser.clear_filters()
        self.browser.note.clear()
        metrics = self.fontMetrics()
        self.resize(max(below.width(), metrics.averageCharWidth() * 48), metrics.height() * 26)
        self.move(self._place(below))
        self.show()
        self.browser.set_current(current)
        self.browser.search.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 Qt's name
        """A sample does not go on without its list."""
        if self.browser.audition:
            self.browser.audition.stop()
        super().hideEvent(event)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _place(self, below: QRect) -> QPoint:
        screen = QGuiApplication.screenAt(below.center()) or QGuiApplication.primaryScreen()
        area = screen.availableGeometry()
        self.resize(min(self.width(), area.width()), min(self.height(), area.height()))
        top = below.bottom() + 1
        if top + self.height() > area.bottom():
            top = below.top() - self.height()
        left = min(below.left(), area.right() - self.width())
        return QPoint(max(left, area.left()), max(min(top, area.bottom() - self.height()), area.top()))

    def _choose(self, name: str) -> None:
        self.hide()
        self.chosen.emit(name)

    def _choose_none(self) -> None:
        self._choose("")

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Choose a voice"))


class VoiceButton(QPushButton):
    """Shows a voice, cut short where there is no room, and opens the popup to choose another.

    Parameters
    ----------
    inherit
        See `VoicePopup`.
    """

    chosen = Signal(str)
    """Name of the voice that the user chose."""

    def __init__(
        self,
        *,
        voices: VoiceLibrary,
        transport: Transport | None = None,
        inherit: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._voices = voices
        self._transport = transport
        self._voice = ""
        self._inherit = inherit
        self._popup: VoicePopup | None = None
        self.clicked.connect(self._ask)
        voices.changed.connect(self._update)
        self._update()

    @property
    def voice(self) -> str:
        """Name of the voice that is shown."""
        return self._voice

    @property
    def popup(self) -> VoicePopup:
        """Made when it is first wanted: its list takes longer than a window of such buttons."""
        if self._popup is None:
            self._popup = VoicePopup(voices=self._voices, transport=self._transport, inherit=self._inherit, parent=self)
            self._popup.chosen.connect(self._take)
        return self._popup

    def set_voice(self, name: str) -> None:
        """Show a voice; nothing is emitted."""
        self._voice = name
        self._update()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._update()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 Qt's name
        """Qt's own would cut a long text at both ends."""
        option = QStyleOptionButton()
        self.initStyleOption(option)
        inside = self.style().subElementRect(QStyle.SubElement.SE_PushButtonContents, option, self).width()
        room = inside - option.iconSize.width() - _ICON_GAP
        option.text = option.fontMetrics.elidedText(
            option.text, Qt.TextElideMode.ElideRight, room, Qt.TextFlag.TextShowMnemonic
        )
        QStylePainter(self).drawControl(QStyle.ControlElement.CE_PushButton, option)

    def _ask(self) -> None:
        self.popup.ask(QRect(self.mapToGlobal(QPoint()), self.size()), self._voice)

    def _take(self, name: str) -> None:
        self.set_voice(name)
        self.chosen.emit(name)

    def _update(self) -> None:
        entry = self._voices.entry(self._voice)
        text = self._voices.title(self._voice) if self._voice else self._inherit
        if entry:
            text = f"{entry.title} · {entry.tags[0]}"
        self.setText(text.replace("&", "&&"))
        self.setIcon(icon("voice"))
        self.setAccessibleName(self.tr("Voice: {0}").format(text))
        choose = self.tr("Choose a voice")
        self.setToolTip(f"{text}\n{choose}" if text else choose)
