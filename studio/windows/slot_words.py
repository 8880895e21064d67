"""What is said about lines that have to fit a time, and what can be done for them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from studio.document.script import FitLimits, Overrun
from studio.document.slots import SlotFit, Verdict
from studio.windows.numbers import number, percent

_CHOICES: Mapping[Overrun, object] = {
    Overrun.NONE: QT_TRANSLATE_NOOP("Slot", "Keep within the limits"),
    Overrun.OVERLAP: QT_TRANSLATE_NOOP("Slot", "Allow overlap"),
    Overrun.GAP: QT_TRANSLATE_NOOP("Slot", "Borrow the following gap"),
    Overrun.FASTER: QT_TRANSLATE_NOOP("Slot", "Speak faster"),
}
_SHORT: Mapping[Verdict, object] = {
    Verdict.FITS: QT_TRANSLATE_NOOP("Slot", "×{0}"),
    Verdict.BORROWS: QT_TRANSLATE_NOOP("Slot", "×{0} in the gap"),
    Verdict.OVERLAPS: QT_TRANSLATE_NOOP("Slot", "×{0} overlaps"),
    Verdict.TOO_LONG: QT_TRANSLATE_NOOP("Slot", "×{0} too long"),
}
_LARGEST = 9.99


def overrun_word(overrun: str) -> str:
    """A choice for a line that is too long, in a few words; an unknown one is shown as it is."""
    known = {choice.value: text for choice, text in _CHOICES.items()}
    return _translated(known[overrun]) if overrun in known else overrun


def fit_text(fit: SlotFit) -> str:
    """The factor, and a word where something has been allowed or has to be done."""
    return _translated(_SHORT[fit.verdict]).format(number(min(fit.factor, _LARGEST), 2))


def fit_sentence(fit: SlotFit, limits: FitLimits, text_length: int) -> str:
    """What the factor means, and what can be done."""
    share = percent(fit.factor)
    if fit.verdict is Verdict.FITS and fit.factor > limits.longest:
        text = QCoreApplication.translate(
            "Slot", "There is more time than the line needs; it is spoken as usual, and silence follows."
        )
    elif fit.verdict is Verdict.FITS:
        text = QCoreApplication.translate("Slot", "The line is spoken in {0} of its natural length, and fits.")
    elif fit.verdict is Verdict.BORROWS:
        text = QCoreApplication.translate("Slot", "The line goes on for {1} s in the gap that follows, as you chose.")
    elif fit.verdict is Verdict.OVERLAPS:
        text = QCoreApplication.translate("Slot", "The line may go on for {1} s after its time, as you chose.")
    else:
        text = QCoreApplication.translate(
            "Slot",
            "There is time for {0} of the natural length, and the line is {1} s too long. Shorten it by about {2} "
            "characters, or allow it an overlap, the following gap or more speed.",
        )
    return text.format(share, number(fit.over, 1), excess(fit, limits, text_length))


def excess(fit: SlotFit, limits: FitLimits, text_length: int) -> int:
    """About how many characters a text has to lose to fit within the limits."""
    kept = min(fit.factor / limits.shortest, 1.0)
    return max(round(text_length * (1 - kept)), 1)


def _translated(text: object) -> str:
    # What marks a text for translation has no type of its own.
    return QCoreApplication.translate("Slot", str(text))
