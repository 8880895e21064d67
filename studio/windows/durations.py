"""Times as the window shows them."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def clock(seconds: float) -> str:
    """A position, to a tenth of a second: `0:12.4`, `1:02:03.0`."""
    tenths = max(0, round(seconds * 10))
    minutes, tenths = divmod(tenths, 600)
    hours, minutes = divmod(minutes, 60)
    rest = f"{tenths // 10:02d}.{tenths % 10}"
    return f"{hours}:{minutes:02d}:{rest}" if hours else f"{minutes}:{rest}"


def remaining(elapsed: float, share: float) -> float | None:
    """Seconds that work will still take when `share` of it is done; None while that is anybody's guess."""
    if elapsed < 2.0 or not 0.02 <= share < 1.0:
        return None
    return elapsed * (1.0 - share) / share


def roughly(seconds: float) -> str:
    """A remaining time, no more exact than it is known."""
    if seconds < 60:
        whole = max(1, round(seconds))
        return QCoreApplication.translate("Durations", "about %n second(s) left", "", whole)
    return QCoreApplication.translate("Durations", "about %n minute(s) left", "", round(seconds / 60))
