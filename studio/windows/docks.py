"""The panels around the script: each can be hidden, moved and detached, and is found again where it was left."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QDockWidget, QMainWindow, QWidget

from studio.settings import Settings
from studio.windows.actions import Actions
from studio.windows.command_palette import plain
from studio.windows.icons import icon

_STATE = "docks"
_GEOMETRY = "geometry"
_LAYOUT_VERSION = 3
"""To be raised when panels are added, since Qt cannot place those that an older layout does not know."""


_BUTTONS = {"qt_dockwidget_closebutton": "close", "qt_dockwidget_floatbutton": "float"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a panel is at first."""

    action: str
    """Shows and hides it; its text is the title."""
    area: Qt.DockWidgetArea
    visible: bool = True
    behind: str = ""
    """The action of the panel that it shares a place with as a tab."""


_LEFT, _RIGHT, _BOTTOM = (
    Qt.DockWidgetArea.LeftDockWidgetArea,
    Qt.DockWidgetArea.RightDockWidgetArea,
    Qt.DockWidgetArea.BottomDockWidgetArea,
)
PLACES = (
    Place("view.voices", _LEFT),
    Place("view.cast", _LEFT),
    Place("view.inspector", _RIGHT),
    Place("view.waveform", _BOTTOM),
    Place("view.curves", _BOTTOM, behind="view.waveform"),
    Place("view.video", _BOTTOM, behind="view.waveform"),
    Place("view.export", _BOTTOM, behind="view.waveform"),
    Place("view.activity", _BOTTOM, behind="view.waveform"),
)


class Docks(QObject):
    """Puts the panels into the window.

    Parameters
    ----------
    panels
        A widget for the action of every place in `PLACES`.
    """

    def __init__(self, window: QMainWindow, panels: dict[str, QWidget], actions: Actions, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._actions = actions
        self._settings = settings
        self._docks: dict[str, QDockWidget] = {}
        window.setDockNestingEnabled(True)
        window.setDockOptions(
            QMainWindow.DockOption.AnimatedDocks
            | QMainWindow.DockOption.AllowTabbedDocks
            | QMainWindow.DockOption.AllowNestedDocks
        )
        for place in PLACES:
            dock = QDockWidget(window)
            dock.setObjectName(place.action)
            dock.setWidget(panels[place.action])
            self._docks[place.action] = dock
            _bind(actions[place.action], dock)
        self.retranslate()
        self.refresh_icons()
        self.reset()

    def __getitem__(self, action: str) -> QDockWidget:
        return self._docks[action]

    def put(self, action: str, panel: QWidget) -> QDockWidget:
        """Put another widget where a panel is; returns the place."""
        dock = self._docks[action]
        before = dock.widget()
        dock.setWidget(panel)
        before.deleteLater()
        return dock

    def reveal(self, action: str) -> None:
        """Show a panel, in front of those that share its place."""
        self._docks[action].show()
        self._docks[action].raise_()

    def reset(self) -> None:
        """Put every panel where it is at first."""
        for dock in self._docks.values():
            self._window.removeDockWidget(dock)
            dock.setFloating(False)
        for place in PLACES:
            self._window.addDockWidget(place.area, self._docks[place.action])
        for place in PLACES:
            dock = self._docks[place.action]
            if place.behind:
                self._window.tabifyDockWidget(self._docks[place.behind], dock)
            dock.setVisible(place.visible)
        for place in PLACES:
            if place.behind:
                self._docks[place.behind].raise_()
        em = self._window.fontMetrics().averageCharWidth()
        line = self._window.fontMetrics().height()
        side = [self._docks["view.voices"], self._docks["view.inspector"]]
        self._window.resizeDocks(side, [em * 50, em * 40], Qt.Orientation.Horizontal)
        column = [self._docks["view.voices"], self._docks["view.cast"]]
        self._window.resizeDocks(column, [line * 16, line * 12], Qt.Orientation.Vertical)
        self._window.resizeDocks([self._docks["view.waveform"]], [line * 14], Qt.Orientation.Vertical)

    def save(self) -> None:
        """Remember sizes and places."""
        self._settings.set_window_state(_GEOMETRY, self._window.saveGeometry())
        self._settings.set_window_state(_STATE, self._window.saveState(_LAYOUT_VERSION))

    def restore(self) -> bool:
        """Find the window as it was left; False the first time."""
        geometry, state = self._settings.window_state(_GEOMETRY), self._settings.window_state(_STATE)
        if geometry is not None:
            self._window.restoreGeometry(geometry)
        if state is not None:
            self._window.restoreState(state, _LAYOUT_VERSION)
        return geometry is not None

    def cycle(self, middle: QWidget, step: int) -> None:
        """Move the focus to the next panel that is on screen, or to the previous one; the script is one of them."""
        order: list[QWidget] = [middle]
        order += [dock.widget() for dock in self._docks.values() if dock.isVisible() and _in_front(dock)]
        focus = QApplication.focusWidget()
        here = next((i for i, panel in enumerate(order) if focus and (panel is focus or panel.isAncestorOf(focus))), 0)
        for distance in range(1, len(order)):
            panel = order[(here + step * distance) % len(order)]
            if first := _first_focusable(panel):
                panel.window().activateWindow()
                first.setFocus(Qt.FocusReason.TabFocusReason)
                return

    def retranslate(self) -> None:
        """Titles are the texts of the actions."""
        for action, dock in self._docks.items():
            dock.setWindowTitle(plain(self._actions[action].text()))
            toggle = QCoreApplication.translate("Docks", "{0} panel").format(dock.windowTitle())
            dock.setAccessibleName(toggle)

    def refresh_icons(self) -> None:
        """Draw the buttons of the title bars in the colours of the present theme; Qt's own are dark on dark."""
        for dock in self._docks.values():
            for button in dock.findChildren(QAbstractButton, options=Qt.FindChildOption.FindDirectChildrenOnly):
                name = _BUTTONS.get(button.objectName())
                if name:
                    button.setIcon(icon(name))


def _bind(action: QAction, dock: QDockWidget) -> None:
    """One switch for both: Qt's own action of the dock follows the panel, ours follows it and drives it."""
    own = dock.toggleViewAction()
    own.toggled.connect(action.setChecked)
    action.setChecked(own.isChecked())

    def show(wanted: bool) -> None:
        dock.setVisible(wanted)
        if wanted:
            dock.raise_()

    action.triggered.connect(show)


def _in_front(dock: QDockWidget) -> bool:
    """A panel behind another tab is visible to Qt but has no area on screen."""
    return not dock.visibleRegion().isEmpty()


def _first_focusable(panel: QWidget) -> QWidget | None:
    """The widget that a panel hands the keyboard to, or its first that takes it in the order of Tab."""
    chosen = panel
    while proxy := chosen.focusProxy():
        chosen = proxy
    if _takes_keyboard(chosen):
        return chosen
    widget = panel.nextInFocusChain()
    while widget is not None and widget is not panel:
        if panel.isAncestorOf(widget) and not widget.focusProxy() and _takes_keyboard(widget):
            return widget
        widget = widget.nextInFocusChain()
    return None


def _takes_keyboard(widget: QWidget) -> bool:
    by_tab = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return by_tab and widget.isVisible() and widget.isEnabled()
