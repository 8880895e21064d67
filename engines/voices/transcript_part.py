"""The part of a transcript that is said in the chosen parts of a recording, found by what a recogniser heard there."""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np

from engines.types import IntArray

_CHARACTER = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_CHARACTER}]|[^\W_{_CHARACTER}]+(?:['’][^\W_]+)*")
"""A character of Chinese or Japanese, or a word of another language."""
_OPENING = "“‘«„\"'(（[「『《〈【¿¡"
_JUMP = 3
"""Cost of leaving out any number of words between two parts; one word left out costs 1, as does one heard otherwise."""
_UNLIKE = 0.6
"""Mistakes a word above which this is not a transcript of the recording."""
_AT_THE_ENDS = 1
"""Words beyond the first and last heard that are taken along: so short a phrase is rarer than a word not recognised."""
_FAR = np.iinfo(np.int64).max // 4


class _Word(NamedTuple):
    text: str
    start: int
    end: int


def part_said(transcript: str, heard: str) -> str | None:
    """The stretches of `transcript` that were heard, in its own words, one a line.

    The words of both are aligned (Levenshtein), except that anything before, between and after may be left out of the
    transcript.

    Parameters
    ----------
    transcript
        Of the whole recording; may be much longer than `heard`.
    heard
        Of the chosen parts, in their order, as a recogniser wrote it down.

    Returns
    -------
    The part; None if the two are too unlike to tell.
    """
    given, said = _words(transcript), _words(heard)
    if not given or not said:
        return None
    partners, mistakes = _aligned([w.text for w in given], [w.text for w in said])
    if not partners or mistakes > _UNLIKE * len(said):
        return None
    runs = [[partners[0], partners[0]]]
    for word in partners[1:]:
        if word - runs[-1][1] <= _JUMP:
            runs[-1][1] = word
        else:
            runs.append([word, word])
    if runs[0][0] <= _AT_THE_ENDS:
        runs[0][0] = 0
    if runs[-1][1] >= len(given) - 1 - _AT_THE_ENDS:
        runs[-1][1] = len(given) - 1
    return "\n".join(_stretch(transcript, given, first, last) for first, last in runs)


def _words(text: str) -> list[_Word]:
    return [_Word(m.group().casefold().replace("’", "'"), m.start(), m.end()) for m in _WORD.finditer(text)]


def _stretch(text: str, words: list[_Word], first: int, last: int) -> str:
    """From one word to another, with the punctuation that belongs to them."""
    before = text[words[first - 1].end if first else 0 : words[first].start]
    after = text[words[last].end : words[last + 1].start if last + 1 < len(words) else len(text)]
    opening = before[len(before.rstrip(_OPENING)) :]
    return opening + text[words[first].start : words[last].end] + after.rstrip(_OPENING + " \n\t").split(" ")[0]


def _aligned(given: list[str], said: list[str]) -> tuple[list[int], int]:
    """The words of `given` that have a partner among `said`, in order, and the mistakes on the cheapest alignment."""
    count = len(given)
    numbers = {word: number for number, word in enumerate(dict.fromkeys(given))}
    codes = np.array([numbers[word] for word in given])
    # cost[i, j]: the first i words said, ending before word j of the transcript.
    cost = np.zeros((len(said) + 1, count + 1), np.int64)
    jumps = np.zeros_like(cost)
    for i, word in enumerate(said, 1):
        paired = np.full(count + 1, _FAR)
        paired[1:] = cost[i - 1, :-1] + (codes != numbers.get(word, -1))
        best = np.minimum(paired, cost[i - 1] + 1)
        cost[i], jumps[i] = _with_jumps(best)
    j = int(cost[-1].argmin())
    mistakes = int(cost[-1, j])
    partners = []
    for i in range(len(said), 0, -1):
        j -= int(jumps[i, j])
        unlike = j and int(codes[j - 1] != numbers.get(said[i - 1], -1))
        reached = min(cost[i - 1, j] + 1, cost[i - 1, j - 1] + unlike if j else _FAR)
        if j and cost[i - 1, j - 1] + unlike == reached:
            partners.append(j - 1)
            j -= 1
    return partners[::-1], mistakes


def _with_jumps(cost: IntArray) -> tuple[IntArray, IntArray]:
    """Costs [n] after leaving out words of the transcript where that is cheaper, and how many are left out."""
    size = len(cost)
    lowest = np.minimum.accumulate(cost)
    where = np.maximum.accumulate(np.where(cost == lowest, np.arange(size), 0))
    best, left_out = cost.copy(), np.zeros(size, np.int64)
    for step in range(1, _JUMP):
        shorter = np.concatenate([np.full(step, _FAR), cost[:-step] + step]) if size > step else best
        left_out = np.where(shorter < best, step, left_out)
        best = np.minimum(best, shorter)
    far = lowest + _JUMP
    left_out = np.where(far < best, np.arange(size) - where, left_out)
    return np.minimum(best, far), left_out
