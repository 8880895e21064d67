"""How the take of a line stands to the time that there is for it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from studio.document.script import Line, Overrun, Script
from studio.document.takes import Take

UNHEARD = 0.05
"""Seconds past its time from which a take counts as too long: less is not heard, and is shown as 0.0."""


class Verdict(Enum):
    """Whether something has to be done."""

    FITS = "fits"
    BORROWS = "borrows"
    """It ends before the next line begins, as its own choice allows."""
    OVERLAPS = "overlaps"
    """It may go on while the next line begins, as its own choice allows."""
    TOO_LONG = "too long"


class SlotFit(NamedTuple):
    """What a table shows of a line with a time."""

    factor: float
    """The time as a share of the natural length: 0.5 when twice as much is said as there is time for."""
    over: float
    """Seconds by which the take is longer than the time; 0 where that is not heard."""
    verdict: Verdict


def slot_fit(script: Script, line: Line, take: Take | None) -> SlotFit | None:
    """How a take fits; None where there is no time to compare with, or no take."""
    slot = line.slot
    if slot is None or take is None or take.seconds <= 0:
        return None
    factor = slot * take.stretch / take.seconds
    verdict = verdict_of(script, line, take.seconds)
    return SlotFit(factor, 0.0 if verdict is Verdict.FITS else take.seconds - slot, verdict)


def verdict_of(script: Script, line: Line, seconds: float) -> Verdict:
    """What is to be said of so many seconds of speech; they fit where there is no time to compare with."""
    over = 0.0 if line.slot is None else seconds - line.slot
    if over < UNHEARD:
        return Verdict.FITS
    if line.overrun == Overrun.OVERLAP.value:
        return Verdict.OVERLAPS
    if line.overrun == Overrun.GAP.value and over - script.gap_after(line) < UNHEARD:
        return Verdict.BORROWS
    return Verdict.TOO_LONG
