"""Times as people and programs write them."""

from __future__ import annotations

import re

_TIME = re.compile(r"(?:(?:(\d{1,4}):)?(\d{1,4}):)?(\d{1,5}(?:[.,]\d{0,6})?)\s*s?")
_MILLISECONDS = re.compile(r"(\d{1,10})\s*ms")


def parse_time(text: str) -> float | None:
    """Seconds from `1:02:03.4`, `2:03,4`, `3.4`, `3.4 s` or `3400 ms`; None when it is no time."""
    text = text.strip()
    if match := _MILLISECONDS.fullmatch(text):
        return round(int(match[1]) / 1000, 3)
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    hours, minutes, seconds = match.groups()
    return round(int(hours or 0) * 3600 + int(minutes or 0) * 60 + float(seconds.replace(",", ".")), 3)
