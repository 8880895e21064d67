"""What the curve editor says in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from engines.prosody.edit_steps import Kind
from studio.windows.curve_clause import Shown, hertz
from studio.windows.inspector_reading import milliseconds
from studio.windows.numbers import number
from studio.windows.shortcuts import native
from studio.windows.waveform_words import readable


def value_text(kind: Kind, value: float) -> str:
    """A pitch in Hz, or a level in dB."""
    if kind is Kind.PITCH:
        return QCoreApplication.translate("Curves", "{0} Hz").format(round(hertz(value)))
    return QCoreApplication.translate("Curves", "{0} dB").format(number(value, 1))


def symbol_text(symbol: str) -> str:
    """A symbol of the model, as it is shown in a table or read out."""
    return readable(symbol) or QCoreApplication.translate("Curves", "space")


def selection_text(shown: Shown, start: int, end: int) -> str:
    """Symbols [start, end): what they are, how long, how high and how loud."""
    symbols = " ".join(symbol_text(symbol) for symbol in shown.clause.symbols[start:end])
    parts = [symbols, milliseconds(shown.border(end) - shown.border(start))]
    for kind in Kind:
        mean = shown.mean(kind, start, end)
        if mean is not None:
            parts.append(value_text(kind, mean))
    word = next((word for word, first, last in shown.clause.words if first <= start < last), "")
    if word:
        parts.append(QCoreApplication.translate("Curves", "in “{0}”").format(word))
    return ", ".join(parts)


def help_text() -> str:
    """Mouse and keys, as rich text."""
    rows = (
        (
            QCoreApplication.translate("Curves", "Drag in the curves"),
            QCoreApplication.translate("Curves", "chooses phonemes; inside the chosen ones it shifts the curve"),
        ),
        (
            QCoreApplication.translate("Curves", "Ctrl and drag"),
            QCoreApplication.translate("Curves", "makes the movement of the chosen curve larger or smaller"),
        ),
        (
            QCoreApplication.translate("Curves", "Double click"),
            QCoreApplication.translate("Curves", "puts a point on a curve, or takes it away"),
        ),
        (
            QCoreApplication.translate("Curves", "Drag a border"),
            QCoreApplication.translate(
                "Curves", "gives one phoneme the time of its neighbour; with Shift the rest moves"
            ),
        ),
        (
            QCoreApplication.translate("Curves", "Tab, Ctrl+Left, Ctrl+Right"),
            QCoreApplication.translate("Curves", "next phoneme, choose fewer, choose more"),
        ),
        (
            QCoreApplication.translate("Curves", "Up, Down"),
            QCoreApplication.translate("Curves", "shift the curve or the point; with Shift further, with Ctrl scale"),
        ),
        (
            QCoreApplication.translate("Curves", "Left, Right"),
            QCoreApplication.translate("Curves", "move the border behind a phoneme, or the point; with Shift further"),
        ),
        (native(("+", "-")), QCoreApplication.translate("Curves", "longer, shorter")),
        (native(("P", "E")), QCoreApplication.translate("Curves", "work on pitch, on energy")),
        (native(("N", "Ins", "Del")), QCoreApplication.translate("Curves", "next point, new point, take away")),
        (native(("Z", "Shift+Z", "0")), QCoreApplication.translate("Curves", "zoom in, zoom out, show all")),
        (
            QCoreApplication.translate("Curves", "Space, Page Down"),
            QCoreApplication.translate("Curves", "hear the clause, go to the next one"),
        ),
    )
    cells = "".join(f"<tr><td><b>{pressed}</b>&nbsp;&nbsp;</td><td>{what}</td></tr>" for pressed, what in rows)
    return f"<table>{cells}</table>"
