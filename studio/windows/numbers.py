"""Numbers as the window shows them: with the marks of the user's language. Positions in time are `durations`."""

from __future__ import annotations

from PySide6.QtCore import QLocale


def number(value: float, digits: int = 0) -> str:
    """A number with so many digits after the mark."""
    return QLocale().toString(float(value), "f", digits)


def shortest(value: float, most: int) -> str:
    """A number with at most so many digits after the mark."""
    return number(value, next(digits for digits in range(most + 1) if round(value, digits) == round(value, most)))


def percent(share: float) -> str:
    """A share in whole per cent."""
    return QLocale().toString(round(100 * share)) + QLocale().percent()


def data_size(size: int) -> str:
    """An amount of data in bytes."""
    return QLocale().formattedDataSize(size, 1)
