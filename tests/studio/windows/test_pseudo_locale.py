"""In a language in which every translated text stands between brackets, nothing else is to be seen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from every_window import EveryWindow
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QLocale, QModelIndex, Qt, QTranslator
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDockWidget,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QSpinBox,
    QTabBar,
    QTableView,
    QTextEdit,
    QTreeView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engines.prosody.preset import Preset

_MOST_ROWS = 60
_NAMES = (
    *("Grandma", "Heart", "Xiaoxiao", "Maya"),  # of voices and characters
    *("First words, and more", "Second. 你好"),  # the user's text, in names of files too
    *("loudspeaker", "headphones", "fake"),  # of devices and runtimes
    *("Timbre Studio", "Python", "Qt"),  # of programs
    *("English", "简体中文"),  # languages are called what they call themselves
    *("http://127.0.0.1", "wav"),
)
_PLACEHOLDER = re.compile(r"\{\w+(?::\d+)?\}")
"""In patterns of names of files, as they are typed."""
_LETTER = re.compile(r"(?<![^\W\d_])[^\W\d_](?![^\W\d_])")
"""One that stands alone: a key, a take, or a sound in the made-up reading."""
_INTENSITIES = "emotion.audition"
"""Feelings with their intensities are written as they are typed, such as `sad 0.6`."""
_POINTED = re.compile(r"(?<![\d.:])\d+\.\d+(?![\d.])")
"""A number with a decimal point; not a version, an address, or a position such as 0:12.4, the same everywhere."""
_PACKAGES = "help.about, page 3"
"""Lists packages and what their authors call their licences."""


class Pseudo(QTranslator):
    """Puts every text between brackets."""

    def translate(self, context: str, source: str, disambiguation: str | None = None, n: int = -1) -> str:
        return f"⟦{source}⟧"

    def isEmpty(self) -> bool:  # noqa: N802
        return False


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    """Numbers have a decimal comma, and times no words."""
    before = QLocale()
    QLocale.setDefault(QLocale("de_DE"))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def pseudo(qapp: QApplication) -> Iterator[Pseudo]:
    translator = Pseudo(qapp)
    qapp.installTranslator(translator)
    yield translator
    qapp.removeTranslator(translator)


@pytest.fixture(autouse=True)
def presets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The emotions bring words in both languages with them, and are asked for those of the interface."""
    monkeypatch.setattr(Preset, "title_in", lambda preset, _language: f"⟦{preset.title}⟧")
    monkeypatch.setattr(Preset, "description_in", lambda preset, _language: f"⟦{preset.description}⟧")


@pytest.fixture
def every(pseudo: Pseudo, tmp_path: Path, qtbot: QtBot) -> Iterator[EveryWindow]:
    every = EveryWindow(tmp_path / "home", qtbot)
    yield every
    every.finish()


def test_every_text_is_translated(every: EveryWindow) -> None:
    found: dict[str, str] = {}
    for name, window in every.walk():
        for where, text in _texts(window):
            if (left := _untranslated(text)) and name != _PACKAGES:
                found.setdefault(left, f"{name}: {where}: {text[:90]!r}")
    assert not found, "\n".join(found.values())


def _texts(window: QWidget) -> Iterator[tuple[str, str]]:
    for widget in (window, *window.findChildren(QWidget)):
        if not widget.isVisibleTo(window) or widget.window() is not window:
            continue
        where = f"{type(widget).__name__} {widget.objectName()}".strip()
        for text in (widget.windowTitle(), widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(),
                     widget.statusTip(), widget.whatsThis(), *_own(widget)):  # fmt: skip
            yield where, text
        for action in widget.actions():
            yield from _of_action(where, action)


def _own(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    if isinstance(widget, QAbstractButton) and isinstance(getattr(widget, "menu", lambda: None)(), QMenu):
        for action in widget.menu().actions():  # type: ignore[attr-defined]
            yield action.text()
    if isinstance(widget, QGroupBox):
        yield widget.title()
    if isinstance(widget, QLineEdit | QTextEdit | QPlainTextEdit):
        yield widget.placeholderText()
    if isinstance(widget, QComboBox):
        yield from (widget.itemText(row) for row in range(min(widget.count(), _MOST_ROWS)))
        yield widget.placeholderText()
    if isinstance(widget, QSpinBox):
        yield widget.prefix() + widget.suffix() + widget.specialValueText()
    if isinstance(widget, QTabBar):
        yield from (widget.tabText(tab) + widget.tabToolTip(tab) for tab in range(widget.count()))
    if isinstance(widget, QDockWidget):
        yield widget.windowTitle()
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _of_model(widget, widget.model())


def _of_model(view: QAbstractItemView, model: QAbstractItemModel) -> Iterator[str]:
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    if isinstance(view, QTableView | QTreeView):
        for column in range(_columns(model, QModelIndex())):
            yield str(model.headerData(column, across) or "")
            yield str(model.headerData(column, across, Qt.ItemDataRole.ToolTipRole) or "")
    if isinstance(view, QTableView) and view.verticalHeader().isVisible():
        for row in range(min(model.rowCount(), _MOST_ROWS)):
            yield str(model.headerData(row, down) or "")
    yield from _of_rows(view, model, QModelIndex())


def _of_rows(view: QAbstractItemView, model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    for row in range(min(model.rowCount(parent), _MOST_ROWS)):
        for column in range(_columns(model, parent)):
            index = model.index(row, column, parent)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
                yield str(index.data(role) or "")
        yield from _of_rows(view, model, model.index(row, 0, parent))


def _columns(model: QAbstractItemModel, parent: QModelIndex) -> int:
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)  # of a list it is private


def _of_action(where: str, action: QAction) -> Iterator[tuple[str, str]]:
    if not action.isVisible() or action.isSeparator():
        return
    yield f"{where}, action", action.text()
    yield f"{where}, action", action.toolTip()
    menu = action.menu()
    if isinstance(menu, QMenu) and not isinstance(menu.parent(), QMenuBar | QMenu):
        menu.aboutToShow.emit()
    if isinstance(menu, QMenu):
        for inner in menu.actions():
            yield from _of_action(f"menu {menu.title()}", inner)


def _untranslated(text: str) -> str:
    """What has letters and is outside of all brackets."""
    depth, left = 0, []
    for char in re.sub("<[^<>]*>|&nbsp;", " ", text).replace("&", ""):
        depth += char == "⟦"
        left.append(" " if depth else char)
        depth -= char == "⟧"
    rest = _PLACEHOLDER.sub("", "".join(left))
    for known in _NAMES:
        rest = rest.replace(known, "")
    rest = _LETTER.sub("", rest)
    return rest.strip() if any(char.isalpha() for char in rest) else ""


def test_numbers_have_the_marks_of_the_language(tmp_path: Path, qtbot: QtBot) -> None:
    every = EveryWindow(tmp_path / "home", qtbot)
    found: dict[str, str] = {}
    for name, window in every.walk():
        for where, text in _texts(window):
            for number in _POINTED.findall(re.sub("<[^<>]*>", "", text)):
                if name not in (_PACKAGES, _INTENSITIES) and f"sad {number}" not in text:
                    found.setdefault(number, f"{name}: {where}: {text[:90]!r}")
    every.finish()
    assert not found, "\n".join(found.values())
