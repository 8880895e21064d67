"""Text to pieces: stretches of the text with what is said for each."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from engines.text.chinese import units
from engines.text.chinese.expressions import STARTS, verbalise
from engines.text.chinese.marks import ELLIPSIS, FULL_STOPS, MARKS, WORD_JOIN, Mark
from engines.text.chinese.numbers import CHINESE_DIGITS, cardinal
from engines.types import Span

_NEAR = 8
_SCHEME = re.compile(r"(?:https?|ftp)://")
_UNSAID = Mark("")
_FOLD = {0xFF01 + i: 0x21 + i for i in range(94) if chr(0x21 + i) not in "\"'(),;?[]`{|}!"}


@dataclass(frozen=True, slots=True)
class Piece:
    """One stretch of the text: said, a mark, white space, or none of them (not spoken)."""

    span: Span
    spoken: str = ""
    """Chinese characters and Latin letters only."""
    mark: Mark | None = None
    space: bool = False
    apart: bool = False
    """The words of a sign: they are no part of a word with their neighbours."""


@lru_cache(maxsize=4)
def _fold(text: str) -> str:
    """The text with full-width letters, digits and signs made half-width, character for character."""
    return text.translate(_FOLD)


def is_han(char: str) -> bool:
    """Whether a character is a Chinese one (any plane, 〇 included)."""
    return "㐀" <= char <= "鿿" or char == "〇" or "\U00020000" <= char <= "\U0003ffff" or "豈" <= char <= "\ufaff"


def scan(text: str, span: Span) -> list[Piece]:
    """Pieces that tile `span`, in order."""
    folded = _fold(text)
    pieces: list[Piece] = []
    position = span.start
    while position < span.end:
        piece = _piece_at(text, folded, position, span.end)
        pieces.append(piece)
        position = piece.span.end
    return pieces


def _piece_at(text: str, folded: str, start: int, end: int) -> Piece:
    char = folded[start]
    one = Span(start, start + 1)
    if is_han(char):
        return Piece(one, spoken=char)
    if char.isspace():
        return _run(text, start, end)
    if _SCHEME.fullmatch(folded, start, end):
        return Piece(Span(start, end), mark=_UNSAID)
    if char in STARTS or (char.isascii() and char.isalpha()):
        expression = verbalise(folded, start, end)
        if expression is not None:
            stop, words = expression
            return Piece(Span(start, stop), spoken=words, mark=None if words else _UNSAID)
    if char.isascii() and char.isalpha():
        return Piece(one, spoken=char.upper())
    words = _symbol(folded, start, end)
    if words:
        return Piece(one, spoken=words, apart=True)
    if char == "/" and not _between_operands(folded, start, end):
        return Piece(one)
    if char == "-" and start and start + 1 < end and (folded[start - 1] + folded[start + 1]).isascii():
        return Piece(one, mark=WORD_JOIN)
    if text[start] in MARKS and char not in units.OPERATORS:
        return _mark(text, start, end)
    return _fallback(text[start], one)


def _run(text: str, start: int, end: int) -> Piece:
    stop = start
    while stop < end and text[stop].isspace():
        stop += 1
    return Piece(Span(start, stop), space=True)


def _mark(text: str, start: int, end: int) -> Piece:
    """A run of one mark is one piece: ！！！ is one !, and three full stops are an ellipsis."""
    char = text[start]
    stop = start + 1
    while stop < end and text[stop] == char:
        stop += 1
    mark = ELLIPSIS if char in FULL_STOPS and stop - start >= 3 else MARKS[char]
    return Piece(Span(start, stop), mark=mark)


def _symbol(text: str, start: int, end: int) -> str:
    """Words for a sign that is said, empty for others."""
    char = text[start]
    lower = char.lower()
    if lower in units.GREEK:
        return units.GREEK[lower]
    if char in units.SYMBOLS:
        return units.SYMBOLS[char]
    before = text[max(0, start - _NEAR) : start].rstrip()[-1:]
    if char in units.POWERS:
        return units.POWERS[char] if _operand(before) else ""
    if char == "○":
        return "零" if before in CHINESE_DIGITS else ""
    if char == "+":
        plus = (
            text[max(0, start - _NEAR) : start].rstrip(" +")[-1:]
            + text[start + 1 : min(start + _NEAR, end)].lstrip()[:1]
        )
        return "加" if any(c.isalnum() for c in plus) else ""
    if char in units.OPERATORS:
        return units.OPERATORS[char] if _between_operands(text, start, end) else ""
    if char in units.UNITS:
        return units.UNITS[char] if not char.isalnum() and before else ""
    return ""


def _between_operands(text: str, start: int, end: int) -> bool:
    """Whether what stands before and after a sign, white space apart, is said."""
    before = text[max(0, start - _NEAR) : start].rstrip()[-1:]
    after = text[start + 1 : min(start + _NEAR, end)].lstrip()[:1]
    return _operand(before) and _operand(after)


def _operand(char: str) -> bool:
    return char != "" and (char.isalnum() or char in "().-²³")


def _fallback(char: str, span: Span) -> Piece:
    """Compatibility characters (①, ½, ㈠, ⼈) by what they stand for, letters with accents by their base."""
    plain = unicodedata.normalize("NFKD", char)
    whole, slash, part = plain.partition("⁄")
    if slash and whole.isdecimal() and part.isdecimal():
        return Piece(span, spoken=f"{cardinal(part)}分之{cardinal(whole)}")
    number = "".join(c for c in plain if c.isascii() and c.isdecimal())
    if number and all(c.isascii() and not c.isalpha() for c in plain):
        return Piece(span, spoken=cardinal(number))
    return Piece(span, spoken="".join(c.upper() for c in plain if is_han(c) or (c.isascii() and c.isalpha())))
