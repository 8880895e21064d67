"""Punctuation marks: what the model knows of them, and what the writing systems have."""

from __future__ import annotations

SENTENCE_SYMBOLS = ".!?…"
CLAUSE_SYMBOLS = ",;:—"
OPENING_SYMBOLS = "(“"
CLOSING_SYMBOLS = ")”"
STRAIGHT_QUOTE = '"'
"""Opens and closes, in turns."""

MARK_SYMBOLS = SENTENCE_SYMBOLS + CLAUSE_SYMBOLS
SILENT_SYMBOLS = frozenset(MARK_SYMBOLS + OPENING_SYMBOLS + CLOSING_SYMBOLS + STRAIGHT_QUOTE + " ")
"""Symbols of the model that are not sounds."""

OPENING = "([{“‘«‹「『《〈【〔〖（［｛¿¡"
CLOSING = ")]}”’»›」』》〉】〕〗）］｝"
"""Closing brackets and quotes; the straight quotes are ambiguous and treated apart."""

_FAMILIES = {
    ",": "，、،﹐︐､",
    ".": "。．।॥۔｡",
    "!": "！﹗︕",
    "?": "？؟﹖︖",
    ";": "；؛",
    ":": "：﹕",
    "—": "–―－﹘─━",
    "…": "‥⋯",
    "(": "（[［{｛【〔〖",
    ")": "）]］}｝】〕〗",
    "“": "「『《〈«„‟",
    "”": "」』》〉»",
}
_MODEL_SYMBOL = {mark: symbol for symbol, marks in _FAMILIES.items() for mark in symbol + marks}


def mark_symbol(char: str) -> str:
    """The model's symbol of a punctuation mark of any writing system; empty where it has none."""
    return _MODEL_SYMBOL.get(char, "")
