"""Split a text into sentences: spans that tile it, each with the break that follows.

Splitting is lazy and looks at a bounded piece of text, so the first sentence of a book costs as much as that of a line.
In doubt two sentences stay together: their full stop is still heard, while a wrong cut is heard too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from engines.text.abbreviations import ANYWHERE, BEFORE_A_NAME, BEFORE_A_NUMBER, STARTERS
from engines.text.punctuation import CLOSING
from engines.text.scripts import is_east_asian, is_mark
from engines.types import Span


class Break(IntEnum):
    """How a piece of text ends, from the weakest."""

    CLAUSE = 0
    """Inside a sentence."""
    SENTENCE = 1
    LINE = 2
    """A line end, as between the lines of a script."""
    PARAGRAPH = 3
    """A blank line."""


class Sentence(NamedTuple):
    """A span of the text with its closing marks and the white space after it."""

    span: Span
    end: Break


MAX_CHARACTERS = 400
"""Text without an end is cut here: far beyond a spoken sentence, yet milliseconds of work for a front end."""
_SEARCH_BACK = 200
"""How far before that to look for a clause mark; white space is looked for in the nearer half of it."""
_MAX_CLUSTER = 32
"""Combining marks kept with their letter at a cut; a longer heap of them is not a letter of any language."""
_SOFT_WRAP = 50
"""A line of this many characters that goes on in lower case was wrapped by an editor, not ended by the author."""
_LEAST_SEEN, _ENOUGH_SEEN = 6, 16
"""Characters after a sentence that are looked at to find its end, if the next word is over within them, and at most."""

_WIDE_ENDS = "。！？｡؟۔।॥"
_CANDIDATE = re.compile(rf"[.!?…‥{_WIDE_ENDS}]+(?: \.)*|\n")
_SPACE = re.compile(r"\s*")
_LAST_TOKEN = re.compile(r"[^\s(\[{“‘\"'「『《（，。！？、；：,;]*$")
_NEXT_WORD = re.compile(r"[\"'“‘(\[«「『《（【¿¡\-–—*•]*([^\W\d_]*)")
_MARKER = re.compile(r"\s*(?:[0-9]{1,3}|[A-Za-z])")
_LIST_MARKER = re.compile(r"(?:^|[:：]\s)[0-9]{1,3}$")
_CLAUSE_MARK = re.compile(r"[，、；：,;:—–](?=\D)\s*")
_GOES_ON_JAPANESE = re.compile(r"と|って|っていう|という|は|が|を|に|の|で|も|だ[^。]|など")
_AFTER_CLOSER = ",，、;；:："
_URL = re.compile(r"://|www\.|[/=&@]")


def split(text: str, start: int = 0) -> Iterator[Sentence]:
    """Sentences of a sanitised `text` from `start` on, in order; together they are all of that."""
    while start < len(text):
        sentence = _next_sentence(text, start)
        yield sentence
        start = sentence.span.end


def is_certain(text: str, end: int) -> bool:
    """Whether a sentence of the beginning of a text that ends at a place does so whatever the text goes on with."""
    following = _NEXT_WORD.match(text, end)
    seen = len(text) - end
    if seen < _LEAST_SEEN or not any(map(str.isalnum, text[end:])):
        return False
    return seen >= _ENOUGH_SEEN or (following is not None and following.end() < len(text))


def _next_sentence(text: str, start: int) -> Sentence:
    limit = start + MAX_CHARACTERS
    at = start
    while candidate := _CANDIDATE.search(text, at, limit):
        end = candidate.end()
        if candidate[0] != "\n":
            end = _closers_end(text, start, end)
        after = _skip_space(text, end if candidate[0] != "\n" else candidate.start(), limit + _SEARCH_BACK)
        newlines = text.count("\n", candidate.start(), after)
        if after == len(text) or (newlines and not _is_soft_wrap(text, start, candidate.start(), after, newlines)):
            kinds = (Break.SENTENCE, Break.LINE, Break.PARAGRAPH)
            if text[start:after].strip() or after == len(text):
                return Sentence(Span(start, after), kinds[min(newlines, 2)])
        elif candidate[0] != "\n":
            kind = _end_kind(text, start, candidate, end, after)
            if kind is not None:
                return Sentence(Span(start, after), kind)
        at = max(after, candidate.end()) if newlines else candidate.end()
    if len(text) <= limit:
        return Sentence(Span(start, len(text)), Break.SENTENCE)
    return Sentence(Span(start, _forced_end(text, start, limit)), Break.CLAUSE)


def _closers_end(text: str, start: int, end: int) -> int:
    """Where the closing quotes and brackets after position `end` stop."""
    while end < len(text):
        char = text[end]
        straight = char in "\"'" and text.count(char, start, end) % 2 == 1
        if not straight and char not in CLOSING:
            break
        end += 1
    return end


def _skip_space(text: str, end: int, limit: int) -> int:
    match = _SPACE.match(text, end, max(limit, end))
    return match.end() if match else end


def _is_soft_wrap(text: str, start: int, end: int, after: int, newlines: int) -> bool:
    if newlines > 1 or text[end] != "\n":
        return False
    line_start = text.rfind("\n", start, end) + 1 or start
    return end - line_start >= _SOFT_WRAP and text[after : after + 1].islower()


def _end_kind(text: str, start: int, candidate: re.Match[str], end: int, after: int) -> Break | None:
    """The break after a run of end marks that is not at a line end, or None where the sentence goes on."""
    marks = candidate[0]
    closed = end > candidate.end()
    following = text[end] if end < len(text) else " "
    if following in _AFTER_CLOSER or (closed and _GOES_ON_JAPANESE.match(text, end)):
        return None
    if any(mark in _WIDE_ENDS for mark in marks):
        return Break.SENTENCE
    before = text[candidate.start() - 1] if candidate.start() > start else " "
    spaced = after > end
    if not spaced and not is_east_asian(following) and not (is_east_asian(before) and not following.isdigit()):
        return Break.SENTENCE if _is_glued_end(text, start, candidate, end) else None
    if "…" in marks or "‥" in marks or marks.startswith((". .", "..")):
        return _after_ellipsis(text, after, spaced)
    next_word = _next_word(text, after)
    if marks != ".":
        return None if closed and next_word[:1].islower() else Break.SENTENCE
    return Break.SENTENCE if _full_stop_ends(text, start, candidate.start(), after, next_word) else None


def _is_glued_end(text: str, start: int, candidate: re.Match[str], end: int) -> bool:
    """Whether a mark ends a sentence though a letter follows without a space: `Really?Yes`, not `a.b` or `/a?B=1`."""
    if candidate[0][0] == "." or end > candidate.end():
        return False
    token = _LAST_TOKEN.search(text, start, candidate.start())
    return text[end].isupper() and not (token and _URL.search(token[0]))


def _after_ellipsis(text: str, after: int, spaced: bool) -> Break | None:
    following = text[after]
    if is_east_asian(following):
        return Break.SENTENCE if spaced else Break.CLAUSE
    return None if following.islower() else Break.SENTENCE


def _next_word(text: str, at: int) -> str:
    match = _NEXT_WORD.match(text, at)
    return match[1] if match else ""


def _full_stop_ends(text: str, start: int, stop: int, after: int, next_word: str) -> bool:
    if _MARKER.fullmatch(text, start, stop) or _LIST_MARKER.search(text[max(start, stop - 6) : stop]):
        return False  # a list marker, as in `1. Open the door.`
    token = _LAST_TOKEN.search(text, max(start, stop - 40), stop)
    word = token[0] if token else ""
    lower = word.lower()
    starts = (
        next_word[:1].isupper() and next_word.lower() in STARTERS and f"{next_word}." not in text[after : after + 2]
    )
    if lower in BEFORE_A_NAME:
        return False
    if lower in BEFORE_A_NUMBER and text[after].isdigit():
        return False
    if len(word) == 1 and word.isupper():
        return starts or not next_word[:1].isupper() or (word == "I" and text[start : stop - 1].rstrip()[-1:].islower())
    if lower in ANYWHERE or "." in lower.strip("."):
        is_abbreviation = lower in ANYWHERE or re.fullmatch(r"(?:[a-z]\.)+[a-z]", lower)
        if is_abbreviation:
            return starts
    if next_word[:1].islower():
        return len(word) > 3 or not word.isalpha()
    return True


def _forced_end(text: str, start: int, limit: int) -> int:
    """Where to cut text that has no sentence end within the limit."""
    clauses = list(_CLAUSE_MARK.finditer(text, limit - _SEARCH_BACK, limit))
    if clauses:
        return clauses[-1].end()
    for at in range(limit, limit - _SEARCH_BACK // 2, -1):
        if text[at - 1].isspace() and not text[at].isspace():
            return at
    for at in range(limit, limit - _SEARCH_BACK // 2, -1):
        if not is_mark(text[at]) and not (text[at - 1].isascii() and text[at - 1].isalnum() and text[at].isalnum()):
            return at
    end = limit
    while end > limit - _MAX_CLUSTER and is_mark(text[end]):
        end -= 1
    return end
