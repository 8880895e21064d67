"""Pieces of a sentence by writing system: what `languages` gives a language to."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engines.text.scripts import DEVANAGARI, HAN, KANA, LATIN

_UNIT = "km/h|m/s|k?Wh|mAh|[kmcµμn]?m[²³]?|[kmµμ]?g|m?[lL]|[KMGT]B|[kMG]?Hz|[kM]?W|k?V|min|ms|dB|k?cal|°[CF]|[℃℉%‰°]"
_CURRENCY = rf"(?:(?<![{LATIN}])(?:HK|US|NT|CN|JP|[ACS]))?[$€£¥₹₩￥]\s?"
_TOKEN = re.compile(
    rf"(?P<han>[{HAN}]+)|(?P<kana>[{KANA}]+)|(?P<devanagari>[{DEVANAGARI}]+)"
    rf"|(?P<number>(?:{_CURRENCY})?[0-9]+(?:[.,:/\-–~][0-9]+)*(?:\s?(?:{_UNIT})(?![{LATIN}0-9]))?)"
    rf"|(?P<latin>[{LATIN}][{LATIN}\u0300-\u036f]*(?:'[{LATIN}]+)*)"
    r"|(?P<space>\s+)|(?P<mark>.)",
    re.DOTALL,
)


@dataclass(slots=True)
class Token:
    """Neighbouring characters of one kind."""

    kind: str
    """`han`, `kana`, `devanagari`, `number`, `latin`, `space` or `mark` (a single character)."""
    start: int
    end: int
    language: str | None = None


def tokens_of(text: str, start: int, end: int) -> list[Token]:
    """The tokens that tile ``text[start:end]``, none with a language yet."""
    return [Token(m.lastgroup or "mark", m.start(), m.end()) for m in _TOKEN.finditer(text, start, end)]
