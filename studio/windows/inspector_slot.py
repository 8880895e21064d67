"""How long a line is against the time that there is for it."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from studio.document.script import Line, Script
from studio.document.slots import Verdict, slot_fit
from studio.document.takes import Take
from studio.windows.script_columns import seconds_text
from studio.windows.slot_words import fit_sentence


def slot_sentence(script: Script, line: Line, take: Take | None) -> tuple[str, bool]:
    """What to say about the length, and whether the take is too long; nothing where there is nothing to say."""
    room = line.slot
    if take is None and room is None:
        return "", False
    if take is None:
        return QCoreApplication.translate("Slot", "Time for it: {0}").format(seconds_text(room or 0.0)), False
    fit = slot_fit(script, line, take)
    if room is None or fit is None:
        return QCoreApplication.translate("Slot", "Length: {0}").format(seconds_text(take.seconds)), False
    if fit.verdict is Verdict.TOO_LONG:
        text = QCoreApplication.translate("Slot", "▲ {0} too long: the take is {1}, and there is time for {2}.")
        return text.format(seconds_text(fit.over), seconds_text(take.seconds), seconds_text(room)), True
    if fit.over:
        return fit_sentence(fit, script.limits, len(line.text)), False
    text = QCoreApplication.translate("Slot", "Fits: the take is {0}, and there is time for {1}.")
    return text.format(seconds_text(take.seconds), seconds_text(room)), False
