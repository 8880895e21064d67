"""The columns of the script table and the words in them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from studio.document.state import LineState
from studio.windows.numbers import number


class Column(IntEnum):
    """From left to right."""

    NUMBER = 0
    MEMBER = 1
    TEXT = 2
    VOICE = 3
    EMOTION = 4
    SPEED = 5
    START = 6
    END = 7
    DURATION = 8
    FIT = 9
    STATE = 10


EDITABLE = frozenset(Column) - {Column.NUMBER, Column.DURATION, Column.STATE}
FIGURES = frozenset({Column.NUMBER, Column.SPEED, Column.START, Column.END, Column.DURATION})
"""Set to the right."""
SHARED = frozenset({Column.MEMBER, Column.VOICE, Column.EMOTION, Column.SPEED, Column.FIT})
"""A value chosen in these is given to all selected lines."""

_TITLES: Mapping[Column, object] = {
    Column.NUMBER: QT_TRANSLATE_NOOP("ScriptTable", "#"),
    Column.MEMBER: QT_TRANSLATE_NOOP("ScriptTable", "Cast"),
    Column.TEXT: QT_TRANSLATE_NOOP("ScriptTable", "Text"),
    Column.VOICE: QT_TRANSLATE_NOOP("ScriptTable", "Voice"),
    Column.EMOTION: QT_TRANSLATE_NOOP("ScriptTable", "Emotion"),
    Column.SPEED: QT_TRANSLATE_NOOP("ScriptTable", "Speed"),
    Column.START: QT_TRANSLATE_NOOP("ScriptTable", "Start"),
    Column.END: QT_TRANSLATE_NOOP("ScriptTable", "End"),
    Column.DURATION: QT_TRANSLATE_NOOP("ScriptTable", "Duration"),
    Column.FIT: QT_TRANSLATE_NOOP("ScriptTable", "Fit"),
    Column.STATE: QT_TRANSLATE_NOOP("ScriptTable", "State"),
}
_HELP: Mapping[Column, object] = {
    Column.NUMBER: QT_TRANSLATE_NOOP("ScriptTable", "Position in the script"),
    Column.MEMBER: QT_TRANSLATE_NOOP("ScriptTable", "Who says the line. Type a new name to add somebody to the cast."),
    Column.TEXT: QT_TRANSLATE_NOOP("ScriptTable", "What is said"),
    Column.VOICE: QT_TRANSLATE_NOOP("ScriptTable", "The voice; in italics where it comes from the cast"),
    Column.EMOTION: QT_TRANSLATE_NOOP(
        "ScriptTable",
        "What the line is felt with, and from 0 to 1 how much, such as sad 0.6; in italics where it comes from the "
        "cast",
    ),
    Column.SPEED: QT_TRANSLATE_NOOP("ScriptTable", "The speaking rate; in italics where it comes from the cast"),
    Column.START: QT_TRANSLATE_NOOP("ScriptTable", "When the line begins, as minutes and seconds"),
    Column.END: QT_TRANSLATE_NOOP("ScriptTable", "When the line has to be over, as minutes and seconds"),
    Column.DURATION: QT_TRANSLATE_NOOP(
        "ScriptTable", "How long the take is, and the time there is for it between start and end"
    ),
    Column.FIT: QT_TRANSLATE_NOOP(
        "ScriptTable",
        "The time for the line as a share of its natural length: below 1 it is shortened, above 1 drawn out. "
        "Choose here what is done when it does not fit.",
    ),
    Column.STATE: QT_TRANSLATE_NOOP("ScriptTable", "Whether the line can be heard as it is written"),
}
_STATES: Mapping[LineState, object] = {
    LineState.EMPTY: QT_TRANSLATE_NOOP("ScriptTable", "No text"),
    LineState.NOT_MADE: QT_TRANSLATE_NOOP("ScriptTable", "Not made"),
    LineState.QUEUED: QT_TRANSLATE_NOOP("ScriptTable", "Queued"),
    LineState.MAKING: QT_TRANSLATE_NOOP("ScriptTable", "Making"),
    LineState.READY: QT_TRANSLATE_NOOP("ScriptTable", "Ready"),
    LineState.STALE: QT_TRANSLATE_NOOP("ScriptTable", "Stale"),
    LineState.FAILED: QT_TRANSLATE_NOOP("ScriptTable", "Failed"),
}
_STATE_HELP: Mapping[LineState, object] = {
    LineState.EMPTY: QT_TRANSLATE_NOOP("ScriptTable", "There is nothing to say."),
    LineState.NOT_MADE: QT_TRANSLATE_NOOP("ScriptTable", "It is made when you play it."),
    LineState.QUEUED: QT_TRANSLATE_NOOP("ScriptTable", "It waits for its turn."),
    LineState.MAKING: QT_TRANSLATE_NOOP("ScriptTable", "It is being made now."),
    LineState.READY: QT_TRANSLATE_NOOP("ScriptTable", "It can be heard as it is written."),
    LineState.STALE: QT_TRANSLATE_NOOP(
        "ScriptTable", "The line has changed since its take was made; it is made again when you play it."
    ),
    LineState.FAILED: QT_TRANSLATE_NOOP("ScriptTable", "It could not be made."),
}

STATE_ICONS: dict[LineState, tuple[str, str]] = {
    LineState.EMPTY: ("state-empty", "muted"),
    LineState.NOT_MADE: ("state-not-made", "muted"),
    LineState.QUEUED: ("state-queued", "muted"),
    LineState.MAKING: ("state-making", "accent"),
    LineState.READY: ("state-ready", "success"),
    LineState.STALE: ("state-stale", "warning"),
    LineState.FAILED: ("state-failed", "error"),
}
"""Icon and colour of every state, beside its word."""


def title(column: Column) -> str:
    """The head of a column."""
    return _translated(_TITLES[column])


def column_help(column: Column) -> str:
    """The tooltip of a column's head."""
    return _translated(_HELP[column])


def state_word(state: LineState) -> str:
    """A state in a word or two."""
    return _translated(_STATES[state])


def state_help(state: LineState) -> str:
    """A state in a sentence."""
    return _translated(_STATE_HELP[state])


def member_title(name: str) -> str:
    """A member's name, which the narrator has none of."""
    return name or QCoreApplication.translate("ScriptTable", "Narrator")


def seconds_text(seconds: float) -> str:
    """A length, with its unit."""
    return QCoreApplication.translate("ScriptTable", "{0} s").format(number(seconds, 1))


def exact_time(seconds: float) -> str:
    """A position to the millisecond, for editing: `1:02:03.400`."""
    whole, thousandths = divmod(round(seconds * 1000), 1000)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    head = f"{hours}:{minute:02}" if hours else f"{minute}"
    return f"{head}:{second:02}.{thousandths:03}"


def _translated(text: object) -> str:
    # What marks a text for translation has no type of its own.
    return QCoreApplication.translate("ScriptTable", str(text))
