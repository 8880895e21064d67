"""The menu of the curves: what can be done with what is chosen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QMenu, QWidget

from studio.windows.curve_state import LIVELIER, CurveState
from studio.windows.icons import icon


def menu_of(state: CurveState, hear: Callable[[], None], parent: QWidget) -> QMenu:
    """A menu that deletes itself when it is closed."""
    menu = QMenu(parent)
    menu.aboutToHide.connect(menu.deleteLater)
    edited = state.shown is not None and state.shown.edit.changes

    def add(text: str, glyph: str, act: Callable[[], object], *, possible: bool = True) -> None:
        action = menu.addAction(icon(glyph), text)
        action.setEnabled(possible)
        action.triggered.connect(lambda _checked: act())

    translate = QCoreApplication.translate
    add(translate("Curves", "&Hear the clause"), "audition", hear)
    menu.addSeparator()
    if state.point >= 0:
        add(translate("Curves", "&Take the point away"), "delete", state.delete)
    else:
        add(translate("Curves", "Put a &point there"), "add", state.add_point)
    add(translate("Curves", "&Livelier"), "up", lambda: state.scale(LIVELIER))
    add(translate("Curves", "&Flatter"), "down", lambda: state.scale(1 / LIVELIER))
    add(translate("Curves", "L&onger"), "longer", lambda: state.lengthen(1))
    add(translate("Curves", "&Shorter"), "shorter", lambda: state.lengthen(-1))
    menu.addSeparator()
    add(translate("Curves", "&Copy edits"), "copy", state.copy)
    add(translate("Curves", "P&aste edits"), "paste", state.paste, possible=state.clip is not None)
    add(translate("Curves", "&Reset"), "erase", state.delete, possible=edited and state.point < 0)
    add(translate("Curves", "R&eset the clause"), "reset", state.reset, possible=edited)
    menu.addSeparator()
    add(translate("Curves", "Choose all"), "list", state.select_all)
    return menu
