"""The context menu of the script table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from studio.document.document import Document
from studio.document.script import Line, Overrun
from studio.emotions import EmotionLibrary
from studio.voices import VoiceLibrary
from studio.windows.actions import Actions
from studio.windows.emotion_menu import fill_emotions
from studio.windows.numbers import number
from studio.windows.script_columns import Column, member_title, title
from studio.windows.slot_words import overrun_word

_SPEEDS = (0.8, 0.9, 1.0, 1.1, 1.2, 1.35, 1.5)
_GROUPS = (
    ("play.here", "play.selection", "line.make", "line.make_again", "emotion.audition"),
    ("line.edit", "line.add", "line.split", "line.join", "line.duplicate", "line.delete"),
    ("line.up", "line.down", "line.section"),
    ("edit.cut", "edit.copy", "edit.paste"),
)
Choose = Callable[[Column, Any], object]
"""Gives a column of the selected lines a value."""


def context_menu(
    parent: QWidget,
    actions: Actions,
    document: Document,
    voices: VoiceLibrary,
    emotions: EmotionLibrary,
    lines: Iterable[Line],
    choose: Choose,
    choose_voice: Callable[[], object],
    shorten: Callable[[], object],
) -> QMenu:
    """What can be done to the selected lines.

    Parameters
    ----------
    lines
        The selected ones; values that they all have are ticked.
    choose
        Called with a column and its new value.
    choose_voice
        Called when a voice is to be looked for.
    shorten
        Called when the text is too long for its time, and is to be edited.
    """
    menu = QMenu(parent)
    lines = list(lines)
    for place, group in enumerate(_GROUPS):
        menu.addActions([actions[action_id] for action_id in group])
        menu.addSeparator()
        if place == 0 and lines:
            _add_values(menu, document, voices, emotions, lines, choose, choose_voice)
            if any(line.slot is not None for line in lines):
                _add_overruns(menu, actions, lines, choose, shorten)
            menu.addSeparator()
    return menu


def _add_values(
    menu: QMenu,
    document: Document,
    voices: VoiceLibrary,
    emotions: EmotionLibrary,
    lines: list[Line],
    choose: Choose,
    choose_voice: Callable[[], object],
) -> None:
    script = document.script
    members = [(member_title(member.name), member.name) for member in script.cast]
    _submenu(menu, Column.MEMBER, members, {line.member for line in lines}, choose)
    at_hand = {member.voice for member in script.cast} | {line.voice for line in script.lines if line.voice}
    names = [entry.name for entry in voices.entries() if entry.favourite or entry.name in at_hand]
    from_cast = QCoreApplication.translate("ScriptMenu", "From cast")
    used = {line.voice for line in lines}
    voice = _submenu(
        menu, Column.VOICE, [(from_cast, ""), *((voices.title(name), name) for name in names)], used, choose
    )
    voice.addSeparator()
    _on(voice.addAction(QCoreApplication.translate("ScriptMenu", "Another…")), choose_voice)
    submenu = menu.addMenu(title(Column.EMOTION))
    fill_emotions(submenu, emotions, {line.emotion for line in lines}, partial(choose, Column.EMOTION), from_cast)
    speeds: list[tuple[str, Any]] = [(from_cast, None), *((number(speed, 2), speed) for speed in _SPEEDS)]
    _submenu(menu, Column.SPEED, speeds, {line.speed for line in lines}, choose)
    clear = menu.addMenu(QCoreApplication.translate("ScriptMenu", "Clear"))
    for column in (Column.MEMBER, Column.VOICE, Column.EMOTION, Column.SPEED):
        none = None if column in (Column.SPEED, Column.EMOTION) else ""
        _on(clear.addAction(title(column)), choose, column, none)


def _add_overruns(
    menu: QMenu, actions: Actions, lines: list[Line], choose: Choose, shorten: Callable[[], object]
) -> None:
    overruns = [(overrun_word(overrun.value), overrun.value) for overrun in Overrun]
    submenu = _submenu(menu, Column.FIT, overruns, {line.overrun for line in lines}, choose)
    submenu.setTitle(QCoreApplication.translate("ScriptMenu", "If it is too long"))
    submenu.addSeparator()
    _on(submenu.addAction(QCoreApplication.translate("ScriptMenu", "Shorten the text…")), shorten)
    submenu.addAction(actions["line.fit_limits"])


def _submenu(menu: QMenu, column: Column, items: Iterable[tuple[str, Any]], present: set[Any], choose: Choose) -> QMenu:
    submenu = menu.addMenu(title(column))
    for text, value in items:
        # An ampersand in a name is no mnemonic.
        action = submenu.addAction(text.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(present == {value})
        _on(action, choose, column, value)
    return submenu


def _on(action: QAction, function: Callable[..., object], *args: Any) -> None:
    """Call a function when an action is triggered, without telling it whether the action is checked."""
    action.triggered.connect(lambda _checked=False: function(*args))
