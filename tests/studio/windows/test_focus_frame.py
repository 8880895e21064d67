"""The frame around what has the keyboard."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QListWidget, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from studio.windows.focus_frame import FocusFrames


@pytest.fixture
def window(qapp: QApplication, qtbot: QtBot) -> Iterator[QWidget]:
    frames = FocusFrames(qapp)
    window = QWidget()
    layout = QHBoxLayout(window)
    window.list, window.default, window.plain = QListWidget(), QPushButton("Default"), QPushButton("Plain")
    window.default.setDefault(True)
    for widget in (window.list, window.default, window.plain):
        layout.addWidget(widget)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.plain.setFocus(Qt.FocusReason.MouseFocusReason)
    yield window
    delete(frames)


def framed(window: QWidget) -> list[QWidget]:
    frames = [w for w in window.findChildren(QWidget) if type(w).__name__ == "_Frame" and w.isVisible()]
    assert all(frame.geometry() == frame.parentWidget().rect() for frame in frames)
    return [frame.parentWidget() for frame in frames]


def test_it_follows_the_keyboard_to_what_has_no_frame_of_its_own(window: QWidget, qtbot: QtBot) -> None:
    window.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
    assert framed(window) == [window.list]
    window.resize(900, 500)
    assert framed(window) == [window.list]
    qtbot.keyClick(window.list, Qt.Key.Key_Tab)
    assert framed(window) == [window.default]
    qtbot.keyClick(window.default, Qt.Key.Key_Tab)
    assert framed(window) == []


def test_the_mouse_needs_none(window: QWidget, qtbot: QtBot) -> None:
    window.list.setFocus(Qt.FocusReason.MouseFocusReason)
    assert framed(window) == []
