"""Punctuation: which of the model's marks stands for a mark of the text, and where a space belongs beside it.

The model knows `; : , . ! ? — … " ( ) “ ”`. Spaces follow what its Chinese voices were trained on: one after a mark
that ends a phrase, one before an opening and after a closing bracket.
"""

from __future__ import annotations

from typing import NamedTuple


class Mark(NamedTuple):
    """How a mark of the text is written for the model."""

    symbol: str
    """One of the model's marks, a space for a slight break, or empty where nothing is to be heard."""
    space_before: bool = False
    space_after: bool = False


_PHRASE_ENDS = {
    ",": ",，﹐､、﹑",
    ".": ".。．｡﹒",
    ";": ";；﹔",
    ":": ":：﹕︰",
    "!": "!！﹗",
    "?": "?？﹖",
}
_OPENING = {"“": "“‘「『《〈〝【〔〖«‹﹁﹃", "(": "(（[［{｛﹙"}
_CLOSING = {"”": "”’」』》〉〞〟】〕〗»›﹂﹄", ")": ")）]］}｝﹚"}
_SLIGHT_BREAKS = "·・•‧∙⋅_＿|｜\\＼"
_QUIET = "'＇`´^~～〜﹏﹋"

MARKS: dict[str, Mark] = {
    **{char: Mark(mark, space_after=True) for mark, chars in _PHRASE_ENDS.items() for char in chars},
    **{char: Mark(mark, space_before=True) for mark, chars in _OPENING.items() for char in chars},
    **{char: Mark(mark, space_after=True) for mark, chars in _CLOSING.items() for char in chars},
    **{char: Mark(" ") for char in _SLIGHT_BREAKS},
    **{char: Mark("") for char in _QUIET},
    **{char: Mark("—") for char in "—–―─━-－‐‑‒−"},
    **{char: Mark("…", space_after=True) for char in "…⋯"},
    **{char: Mark(",", space_after=True) for char in "/／"},
    '"': Mark('"'),
    "＂": Mark('"'),
}

WORD_JOIN = Mark(" ")
"""The hyphen inside `T-shirt` or `COVID-19`."""

ELLIPSIS = MARKS["…"]
"""What three or more full stops in a row mean."""
FULL_STOPS = frozenset(_PHRASE_ENDS["."])
