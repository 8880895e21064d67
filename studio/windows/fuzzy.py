"""Finding a command by a few of its letters."""

from __future__ import annotations

import unicodedata


def score(query: str, text: str) -> int | None:
    """How well a text fits what was typed, more is better; None when it does not.

    The letters of the query must occur in the text in order. Starts of words and letters in a row count most, so that
    `pa` finds "Play all" before "Split".
    """
    wanted = _fold(query).replace(" ", "")
    letters = _fold(text)
    if not wanted:
        return 0
    best: int | None = None
    for start in (i for i, letter in enumerate(letters) if letter == wanted[0]):
        found = _score_from(wanted, letters, start)
        if found is not None and (best is None or found > best):
            best = found
    return best


def _score_from(wanted: str, letters: str, position: int) -> int | None:
    total = 0
    previous = -2
    for letter in wanted:
        position = _next(letters, letter, position)
        if position < 0:
            return None
        if position == previous + 1:
            total += 8
        elif _starts_word(letters, position):
            total += 6
        total -= min(position - max(previous, 0), 5)
        previous = position
        position += 1
    return total * 4 - len(letters)


def _next(letters: str, letter: str, position: int) -> int:
    """The next start of a word with that letter if there is one, else the next occurrence; -1 for none."""
    near = letters.find(letter, position)
    if near in {-1, position}:
        return near
    start = letters.find(" " + letter, position - 1 if position else 0)
    return start + 1 if start >= 0 else near


def _starts_word(letters: str, position: int) -> bool:
    return position == 0 or not letters[position - 1].isalnum()


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
