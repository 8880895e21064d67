"""Who says the lines of a file, as far as the lines themselves tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from studio.document.script import Line, Script
from studio.document.texts import name_before, named

_LONGEST_NAME = 4
_SMALL_WORDS = frozenset(["of", "the", "and", "de", "la", "von", "van", "der", "du", "di", "da"])
_SAYS = re.compile("[说說道问問答喊叫曰]$")
"""The end of 他说 and the like, which begin a line of a story."""


def with_members(lines: Iterable[Line], script: Script) -> tuple[dict[str, None], list[Line]]:
    """The names that occur, in order, and the lines with their member taken out of `NAME: text`.

    A name is one that a subtitle declares, one of the cast, or one that stands before at least two lines.
    """
    lines = list(lines)
    before = [name for line in lines if is_name(name := name_before(line.text))]
    often = {name for name, count in Counter(map(str.casefold, before)).items() if count > 1}
    in_cast = {name.casefold(): name for name in script.members}
    accepted = {name for name in before if name.casefold() in often or name.casefold() in in_cast}
    spelling = {name.casefold(): name for name in reversed(before)} | in_cast
    result = []
    for line in lines:
        name, text = (line.member, line.text) if line.member else named(line.text, accepted)
        name = spelling.get(name.casefold(), name)
        result.append(replace(line, text=text, member=name))
    return dict.fromkeys(line.member for line in result), result


def is_named(text: str) -> bool:
    """Whether a text begins with what is written as a name, and a colon."""
    return is_name(name_before(text))


def is_name(text: str) -> bool:
    """Whether it is written as a name: a few words, each with a capital if the writing has them."""
    words = text.split()
    return (
        0 < len(words) <= _LONGEST_NAME
        and not words[0].isdecimal()
        and not _SAYS.search(text)
        and words[0] not in _SMALL_WORDS
        and all(map(_is_name_word, words))
    )


def _is_name_word(word: str) -> bool:
    first = word.lstrip("([\"'")[:1]
    return word in _SMALL_WORDS or word.isdecimal() or (first.isalpha() and not first.islower())
