"""Punctuation, and symbols that are said as words."""

from __future__ import annotations

import re

from engines.text.english.context import Scene
from engines.text.english.tokens import Kind, Token, phrase
from engines.text.punctuation import mark_symbol

_QUIET = frozenset("·•‣◦■□*_`\\¿¡~^'‐‑†‡¶´¨¸¯″")
"""Marks of layout and emphasis, with no sound and no pause."""
_PAUSES = {"|": ",", "¦": ",", "‼": "!", "⁇": "?", "⁈": "?", "⁉": "!", "‒": "—", "〜": "—", "～": "—"}
_MARK_RUNS = frozenset(",.!?;:…—–―-*_~=•·'`")
"""Marks that are one mark when repeated."""
_ALWAYS_SAID = {
    "%": "percent", "&": "and", "@": "at", "°": "degrees", "§": "section", "±": "plus or minus", "√": "square root of",
    "∞": "infinity", "π": "pi", "$": "dollar", "€": "euro", "£": "pound", "¥": "yen", "¢": "cents", "µ": "micro",
    "≈": "approximately", "≠": "is not equal to", "≤": "is at most",
    "≥": "is at least", "№": "number", "÷": "divided by",
    "²": "squared", "³": "cubed", "¹": "", "Ω": "ohm", "‰": "per mille", "♯": "sharp", "♭": "flat", "™": "", "®": "",
}  # fmt: skip
_SAID_BETWEEN = {"+": "plus", "=": "equals", "<": "is less than", ">": "is greater than", "×": "times", "*": "times",
    "^": "to the power of", "→": "to", "/": "over", "−": "minus"}  # fmt: skip
"""Said only where both neighbours are letters, digits or brackets."""
_OPERAND_EDGES = frozenset("()[]$€£¥%.,\"'°")
_PERIOD = re.compile(
    r"(?:second|minute|hour|day|night|week|month|year|person|head|unit|item|user|mile|page)(?![A-Za-z])"
)
_SIGNS = frozenset("$€£¥₹")


def _is_operand(char: str) -> bool:
    return char.isalnum() or (char != "" and char in _OPERAND_EDGES)


def _said(start: int, end: int, text: str) -> Token:
    return Token(start, end, Kind.RULE, tuple(phrase(text)))


def _hyphen(at: int, scene: Scene) -> Token:
    before, after = scene.char(at - 1), scene.char(at + 1)
    if before.isdigit() and after and (after.isdigit() or after in _SIGNS or after == "."):
        return _said(at, at + 1, "to")
    if before.isalpha() and after.isalpha():
        return Token(at, at + 1, Kind.MARK)
    if before.isalnum() and after.isalnum():
        return Token(at, at + 1, Kind.MARK, symbols=" ")
    if before.isspace() and after.isspace():
        between_numbers = scene.neighbour(at - 1, -1).isdigit() and scene.neighbour(at, 1).isdigit()
        return _said(at, at + 1, "minus") if between_numbers else Token(at, at + 1, Kind.MARK, symbols="—")
    return Token(at, at + 1, Kind.MARK)


def _dash(at: int, end: int, scene: Scene) -> Token:
    """A dash between two numbers is a range."""
    last = scene.neighbour(end - 1, 1)
    if scene.neighbour(at, -1).isdigit() and (last.isdigit() or last in _SIGNS) and end == at + 1:
        return _said(at, end, "to")
    return Token(at, end, Kind.MARK, symbols="—")


def _slash(at: int, scene: Scene) -> Token:
    before, after = scene.char(at - 1), scene.char(at + 1)
    if before.isdigit() and after.isdigit():
        return _said(at, at + 1, "over")
    if before.isdigit() and _PERIOD.match(scene.text, at + 1):
        return _said(at, at + 1, "per")
    if before.isalnum() and after.isalnum():
        return Token(at, at + 1, Kind.MARK, symbols=" ")
    if before.isspace() and after.isspace():
        if scene.neighbour(at, -1).isdigit() and scene.neighbour(at, 1).isdigit():
            return _said(at, at + 1, "divided by")
        return Token(at, at + 1, Kind.MARK, symbols=",")
    return Token(at, at + 1, Kind.MARK)


def _hash(at: int, scene: Scene) -> Token:
    after = scene.char(at + 1)
    if after.isdigit():
        return _said(at, at + 1, "number")
    return _said(at, at + 1, "hashtag") if after.isalpha() else Token(at, at + 1, Kind.SILENT)


def read_mark(at: int, scene: Scene) -> Token | None:
    """The token of the mark or symbol at `at`; None for letters, digits, white space and what has no reading."""
    text, char = scene.text, scene.text[at]
    end = at + 1
    if char in _MARK_RUNS:
        while end < scene.end and text[end] == char:
            end += 1
    if char == "." and end - at > 1:
        return Token(at, end, Kind.MARK, symbols="…")
    if char == "-":
        return _hyphen(at, scene) if end == at + 1 else Token(at, end, Kind.MARK, symbols="—")
    if char in "–—―":
        return _dash(at, end, scene)
    if char == "/":
        return _slash(at, scene)
    if char == "#":
        return _hash(at, scene)
    if char == '"':
        before = scene.char(at - 1)
        is_opening = before == "" or before.isspace() or before in "([{—–-“'"
        return Token(at, at + 1, Kind.MARK, symbols="“" if is_opening else "”")
    if char == "_" and scene.char(at - 1).isalnum() and scene.char(end).isalnum():
        return Token(at, end, Kind.MARK, symbols=" ")
    if char == "~" and scene.char(end).isdigit():
        return _said(at, end, "about")
    if char == "+" and (scene.char(end).isdigit() or scene.char(at - 1).isalnum()):
        return _said(at, at + 1, "plus")
    if char in _SAID_BETWEEN and end == at + 1:
        first, last = scene.neighbour(at, -1), scene.neighbour(at, 1)
        is_bold = char == "*" and not (first.isdigit() and last.isdigit())
        if _is_operand(first) and _is_operand(last) and not is_bold:
            return _said(at, end, _SAID_BETWEEN[char])
    if char in _ALWAYS_SAID:
        return _said(at, at + 1, _ALWAYS_SAID[char]) if _ALWAYS_SAID[char] else Token(at, at + 1, Kind.SILENT)
    symbols = mark_symbol(char) or _PAUSES.get(char, "")
    return Token(at, end, Kind.MARK, symbols=symbols) if symbols or char in _QUIET else None
