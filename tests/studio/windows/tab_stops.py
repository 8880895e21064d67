"""What the keyboard reaches in a window, and what a screen reader calls it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QComboBox, QLabel, QWidget


def tab_stops(window: QWidget) -> list[QWidget]:
    """Visible widgets in the order in which Tab goes through them, enabled or not."""
    stops, widget = [], window.nextInFocusChain()
    while widget is not window:
        reached = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
        if reached and widget.isVisible() and widget.window() is window:
            stops.append(widget)
        widget = widget.nextInFocusChain()
    return stops


def spoken_name(widget: QWidget) -> str:
    """What a screen reader says first; of a combo box, which says its value first, the label or the name."""
    if isinstance(widget, QComboBox):
        labels = [label.text() for label in widget.window().findChildren(QLabel) if label.buddy() is widget]
        return widget.accessibleName() or "".join(labels).replace("&", "")
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
