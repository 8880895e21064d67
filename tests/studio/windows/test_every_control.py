"""Every control of every window has a name, is reached by Tab, and shows that the keyboard is there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from every_window import EveryWindow
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete
from tab_stops import spoken_name, tab_stops

from studio.windows.focus_frame import FocusFrames

_AROUND = 4
"""Pixels around a control in which its frame may be drawn."""


@pytest.fixture
def every(tmp_path: Path, qtbot: QtBot, qapp: QApplication) -> Iterator[EveryWindow]:
    frames = FocusFrames(qapp)
    every = EveryWindow(tmp_path / "home", qtbot)
    yield every
    every.finish()
    delete(frames)


def test_every_control_is_named_reached_and_seen(every: EveryWindow) -> None:
    nameless, unreached, unseen = set[str](), set[str](), set[str]()
    done = set[tuple[str, int]]()
    for name, window in every.walk():
        stops = tab_stops(window)
        wanted = [w for w in window.findChildren(QWidget) if _takes_tab(w) and w.isVisible() and w.window() is window]
        unreached.update(f"{name}: {_called(w)}" for w in wanted if w not in stops)
        nameless.update(f"{name}: {_called(w)}" for w in stops if not spoken_name(w).strip())
        window.activateWindow()
        every.bot.waitUntil(window.isActiveWindow)
        for widget in stops:
            key = (name if window is not every.window else "main", id(widget))
            if widget.isEnabled() and key not in done and not widget.visibleRegion().isEmpty():
                done.add(key)
                if not _shows_focus(window, widget):
                    unseen.add(f"{name}: {_called(widget)}")
    assert not nameless, "without a name:\n" + "\n".join(sorted(nameless))
    assert not unreached, "not reached by Tab:\n" + "\n".join(sorted(unreached))
    assert not unseen, "do not show the focus:\n" + "\n".join(sorted(unseen))


def _takes_tab(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None


def _called(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.objectName() or spoken_name(widget)}"


def _shows_focus(window: QWidget, widget: QWidget) -> bool:
    widget.clearFocus()
    # Styles draw frames for those who came by keyboard. Qt takes its word for Tab only while that is pressed.
    widget.setFocus(Qt.FocusReason.ShortcutFocusReason)
    QApplication.processEvents()
    if not widget.hasFocus():
        return False
    with_focus = _picture(window, widget)
    widget.clearFocus()
    QApplication.processEvents()
    return with_focus != _picture(window, widget)


def _picture(window: QWidget, widget: QWidget) -> QImage:
    place = QRect(widget.mapTo(window, QPoint()), widget.size()).adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)
    return window.grab(place & window.rect()).toImage()
