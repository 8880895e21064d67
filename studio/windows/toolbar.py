"""The bar at the top: files and undo, the transport with its position and level, the output device."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy, QToolBar, QWidget

from studio.playback.messages import TransportState
from studio.playback.transport import Transport
from studio.settings import Settings
from studio.video.player import DubPlayer
from studio.windows.actions import Actions
from studio.windows.choices import fill_devices
from studio.windows.durations import clock
from studio.windows.icons import icon

_LEFT = "file.open file.save | edit.undo edit.redo | play.back play.toggle play.stop play.forward play.loop | play.all"


class TopBar(QToolBar):
    """Made from the table of actions.

    Parameters
    ----------
    dub
        While it plays, the position is that in the video.
    meter
        Shows the level; it is put behind the position.
    """

    def __init__(
        self,
        *,
        actions: Actions,
        transport: Transport,
        dub: DubPlayer,
        settings: Settings,
        meter: QWidget,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("top-bar")
        self.setMovable(False)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self._actions = actions
        self._transport = transport
        self._dub = dub
        self._settings = settings
        for item in _LEFT.split():
            if item == "|":
                self.addSeparator()
            else:
                self.addAction(actions[item])
        self._position = QLabel()
        self._position.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._position.setContentsMargins(8, 0, 8, 0)
        # As wide as the longest, so that nothing moves while it counts.
        self._position.setMinimumWidth(self._position.fontMetrics().horizontalAdvance(clock(3599.9)) + 24)
        self.addWidget(self._position)
        self.addWidget(meter)
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(space)
        self._device = QComboBox()
        self._device.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._device.setMinimumContentsLength(18)
        # Space and Escape belong to the transport, not to this box after it was used.
        self._device.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.addWidget(self._device)
        self._device.activated.connect(self._choose)
        transport.position.connect(self._moved)
        dub.moved.connect(self._dub_moved)
        transport.state_changed.connect(self._state_changed)
        transport.devices_changed.connect(self._fill)
        settings.changed.connect(self._setting_changed)
        self._show(0.0)
        self._retranslate()
        self._state_changed(transport.state)

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 Qt's name
        """Follow the language and the theme."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.PaletteChange:
            self._state_changed(self._transport.state)
        super().changeEvent(event)

    def _choose(self) -> None:
        self._settings.output_device = str(self._device.currentData())

    def _moved(self, _line: str, seconds: float) -> None:
        self._show(seconds)

    def _dub_moved(self, seconds: float) -> None:
        if self._dub.playing:
            self._show(seconds)

    def _show(self, seconds: float) -> None:
        self._position.setText(clock(seconds))

    def _state_changed(self, state: TransportState) -> None:
        sounding = state in {TransportState.PLAYING, TransportState.WAITING}
        self._actions["play.toggle"].setIcon(icon("pause" if sounding else "play"))
        if state is TransportState.STOPPED:
            self._show(0.0)

    def _setting_changed(self, name: str) -> None:
        if name == "output_device":
            self._fill()

    def _fill(self) -> None:
        fill_devices(self._device, self._transport.devices, self._settings.output_device)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Toolbar"))
        self._position.setAccessibleName(self.tr("Position"))
        self._position.setToolTip(self.tr("Position in the line, or in the video"))
        self._device.setAccessibleName(self.tr("Output device"))
        self._device.setToolTip(self.tr("Output device"))
        self._fill()
