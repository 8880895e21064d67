"""How long a line is against the time that there is for it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from studio.document.script import Line
from studio.document.takes import Take
from studio.windows.script_columns import seconds_text, slot

_OVER = 0.05
"""Seconds from which a difference is worth telling."""


def slot_sentence(line: Line, take: Take | None) -> tuple[str, bool]:
    """What to say about the length, and whether the take is too long; nothing where there is nothing to say."""
    room = slot(line)
    if take is None and room is None:
        return "", False
    if take is None:
        return QCoreApplication.translate("Slot", "Time for it: {0}").format(seconds_text(room or 0.0)), False
    if room is None:
        return QCoreApplication.translate("Slot", "Length: {0}").format(seconds_text(take.seconds)), False
    over = take.seconds - room
    if over > _OVER:
        text = QCoreApplication.translate("Slot", "▲ {0} too long: the take is {1}, and there is time for {2}.")
        return text.format(seconds_text(over), seconds_text(take.seconds), seconds_text(room)), True
    text = QCoreApplication.translate("Slot", "Fits: the take is {0}, and there is time for {1}.")
    return text.format(seconds_text(take.seconds), seconds_text(room)), False
