"""The row above the waveform: the takes, and what can be done with the one that is heard."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from studio.windows.actions import Actions
from studio.windows.icons import icon
from studio.windows.takes_strip import TakeItem, TakesStrip

_ACTIONS = ("play.switch_take", "view.zoom_out", "view.zoom_in", "view.spectrogram")


class TakesBar(QWidget):
    """Buttons only; what they do is the panel's business."""

    chosen = Signal(str)
    """Id of the take whose button was pressed."""
    use_asked = Signal()
    """Play the active take whenever the line is played."""
    delete_asked = Signal()
    """Forget the active take."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.strip = TakesStrip()
        self.use = QToolButton()
        self.use.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.delete = QToolButton()
        self.table = QToolButton()
        self.table.setCheckable(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 4, 4, 0)
        row.setSpacing(4)
        row.addWidget(self.strip, 1)
        row.addWidget(self.use)
        row.addWidget(self.delete)
        for name in _ACTIONS:
            button = QToolButton()
            button.setDefaultAction(actions[name])
            row.addWidget(button)
        row.addWidget(self.table)
        for button in self.findChildren(QToolButton):
            button.setAutoRaise(True)
        self.strip.chosen.connect(self.chosen)
        self.use.clicked.connect(self.use_asked)
        self.delete.clicked.connect(self.delete_asked)
        self._retranslate()

    def set_items(self, items: tuple[TakeItem, ...], *, chosen_by_user: bool) -> None:
        """Show these takes.

        Parameters
        ----------
        chosen_by_user
            Whether the take in use was chosen; otherwise the next one that is made will be used.
        """
        active = next((item for item in items if item.active), None)
        self.strip.set_items(items)
        self.use.setEnabled(active is not None and not (active.in_use and (chosen_by_user or len(items) == 1)))
        self.delete.setEnabled(active is not None)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow theme and language."""
        if event.type() in {QEvent.Type.LanguageChange, QEvent.Type.PaletteChange}:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.use.setIcon(icon("check"))
        self.use.setText(self.tr("Use"))
        self.use.setToolTip(self.tr("Play this take whenever the line is played"))
        self.use.setAccessibleName(self.tr("Use this take"))
        self.delete.setIcon(icon("delete"))
        self.delete.setToolTip(self.tr("Delete this take; it can be made again"))
        self.delete.setAccessibleName(self.tr("Delete this take"))
        self.table.setIcon(icon("table"))
        self.table.setToolTip(self.tr("Show as a table"))
        self.table.setAccessibleName(self.table.toolTip())
        self.strip.refresh()
