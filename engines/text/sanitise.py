"""Clean the characters of a text without changing its length, so that every span stays valid.

- White space of any kind becomes `" "`, line ends of any kind `"\\n"` (`"\\r\\n"` becomes `" \\n"`).
- Surrogates are broken characters: they become U+FFFD, which no front end speaks, so that the user is told.
- Compatibility forms of Latin letters, digits and katakana (full-width, half-width, mathematical) become the plain
  ones. Full-width punctuation stays, since in Chinese and Japanese it says more than its ASCII twin (`，` never groups
  thousands); only inside numbers it becomes ASCII.
- Apostrophes of any shape become `'` beside a letter or digit of an alphabet; as quotation marks they stay.
- Characters that are never seen (controls, joiners, bidi marks, soft hyphens, variation selectors) must not tear a word
  apart and cannot be deleted. Inside a word they move behind it as spaces: the word is then whole and begins where it
  did, and only its later characters are off by the number of hidden ones. Accents and voicing marks written apart are
  composed with their letter in the same way. Elsewhere a hidden character simply becomes a space.
"""

from __future__ import annotations

import re
import unicodedata

from engines.text.scripts import HAN, HANGUL, KANA, is_mark

_HIDDEN = "\u2060"
"""Stands for every hidden character until words are put together."""
_SPACES = "\t\u200b"
_LINE_ENDS = "\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_HIDDEN_MARKS = "\u034f\u115f\u1160\u17b4\u17b5\u20e3\u3164\uffa0"
"""Marks and fillers without a shape that Unicode does not count as format characters; and the emoji key cap."""
_FULL_WIDTH_SYMBOLS = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
_KEPT_FULL_WIDTH = "！（），：；？"
_HYPHENS = "\u2010\u2011\u2012\u2212"

_APOSTROPHES = "'`\u00b4\u2018\u2019\u02bc\u02b9\u201b"
_WORD_CHARACTER = rf"[^\W_{HAN}{KANA}{HANGUL}]"
_APOSTROPHE = re.compile(
    rf"(?<={_WORD_CHARACTER})[{_APOSTROPHES}](?={_WORD_CHARACTER})|(?<={_WORD_CHARACTER})[\u2019\u02bc]"
    rf"|[\u2019\u02bc](?={_WORD_CHARACTER})"
)
_NUMBER_COLON = re.compile(r"(?<=[0-9])：(?=[0-9])")
_FULL_WIDTH_THOUSANDS = re.compile(r"(?<=[０-９])，(?=[０-９]{3}(?![０-９]))")
_LOOSE = re.compile(f"[{_HIDDEN}\u0300-\u036f\u3099\u309a]")


def _plain(char: str) -> str:
    """The one character that stands for `char` wherever it is written."""
    if char in _SPACES:
        return " "
    if char in _LINE_ENDS:
        return "\n"
    if char in _HIDDEN_MARKS or "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef":
        return _HIDDEN
    if char in _HYPHENS:
        return "-"
    if char in _FULL_WIDTH_SYMBOLS and char not in _KEPT_FULL_WIDTH:
        return _FULL_WIDTH_SYMBOLS[char]
    if char == "\n":
        return char
    category = unicodedata.category(char)
    if category == "Zs":
        return " "
    if category == "Cs":
        return "\ufffd"
    if category in ("Cc", "Cf"):
        return _HIDDEN
    plain = unicodedata.normalize("NFKC", char)
    half_width = "\uff61" <= char <= "\uff9f"
    if len(plain) == 1 and (half_width or (plain.isascii() and plain.isalnum() and category in ("Lu", "Ll", "Nd"))):
        return plain
    return char


class _Table(dict[int, str]):
    """`_plain` for `str.translate`, remembered."""

    def __missing__(self, code: int) -> str:
        self[code] = plain = _plain(chr(code))
        return plain


_TABLE = _Table()


def sanitise(text: str) -> str:
    """Return `text` with plain characters only; its length is unchanged. See the module for the rules."""
    clean = _FULL_WIDTH_THOUSANDS.sub(",", text)
    clean = re.sub("\r(?!\n)", "\n", clean).replace("\r", " ").translate(_TABLE)
    clean = _NUMBER_COLON.sub(":", clean)
    if _LOOSE.search(clean):
        clean = _put_words_together(clean)
    return _APOSTROPHE.sub("'", clean)


def _put_words_together(text: str) -> str:
    pieces: list[str] = []
    word: list[str] = []
    length = 0
    for char in text:
        if char == _HIDDEN and not word:
            pieces.append(" ")
        elif char == _HIDDEN or char.isalnum() or (is_mark(char) and word):
            length += 1
            if char != _HIDDEN:
                word.append(char)
        else:
            pieces.append(_compose(word).ljust(length))
            pieces.append(char)
            word, length = [], 0
    pieces.append(_compose(word).ljust(length))
    return "".join(pieces)


def _compose(word: list[str]) -> str:
    composed = unicodedata.normalize("NFC", "".join(word))
    return composed if len(composed) <= len(word) else "".join(word)  # some scripts decompose under NFC
