"""A run of Chinese characters to syllables: words, dictionary, context rules, tone change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engines.text.chinese.lexicon import Lexicon, lexicon
from engines.text.chinese.polyphones import by_context, is_polyphone
from engines.text.chinese.sandhi import change_tones
from engines.text.chinese.syllables import Syllable
from engines.text.chinese.words import Word, is_word, segment
from engines.types import Source

_LONGEST_PHRASE = 10
_FORCED_PHRASE = 3


@dataclass(frozen=True, slots=True)
class Character:
    """How one character of a run is said."""

    syllable: Syllable | None
    """None for a character that no dictionary has."""
    citation: Syllable | None
    """The reading before tone change."""
    source: Source
    ends_word: bool
    retroflex: bool = False
    """The 儿 of 花儿: no syllable of its own, its vowel joins the character before."""


def pronounce(run: str, tones: Mapping[int, int] | None = None) -> list[Character]:
    """One `Character` for every character of a run of Chinese characters (simplified or traditional).

    Parameters
    ----------
    tones
        By position: the tones with which the user has some of them said, just so.
    """
    tones = tones or {}
    entries = lexicon()
    simple = entries.simplify(run)
    words = segment(simple)
    syllables: list[Syllable | None] = [None] * len(run)
    sources = [Source.SILENT] * len(run)
    _from_words(simple, words, entries, syllables, sources)
    for index, word in enumerate(words):
        for position in range(word.start, word.end):
            if syllables[position] is None:
                syllables[position], sources[position] = _single(simple, position, words, index, entries, run)
    for position, tone in tones.items():
        syllable = syllables[position]
        syllables[position] = syllable and syllable._replace(tone=tone)
    said = change_tones(simple, words, syllables, tones.keys())
    ends = {word.end for word in words}
    retroflex = [_is_retroflex(simple, position, syllables) for position in range(len(run))]
    return [
        Character(
            said[i],
            syllables[i],
            sources[i],
            ends_word=i + 1 in ends and not (i + 1 < len(run) and retroflex[i + 1]),
            retroflex=retroflex[i],
        )
        for i in range(len(run))
    ]


def _from_words(
    run: str,
    words: Sequence[Word],
    entries: Lexicon,
    syllables: list[Syllable | None],
    sources: list[Source],
) -> None:
    """Fill in the longest words of the dictionaries, from left to right.

    A word may not cut through one that segmentation found, except the project's own of three characters and more, which
    are sure enough to overrule it.
    """
    owner = [word for word in words for _ in word.text]
    position = 0
    while position < len(run):
        end, reading = _longest(run, position, owner, entries)
        if reading is not None:
            syllables[position:end] = reading
            sources[position:end] = [Source.LEXICON] * (end - position)
        position = end


def _longest(run: str, start: int, owner: Sequence[Word], entries: Lexicon) -> tuple[int, tuple[Syllable, ...] | None]:
    """Where the longest word at `start` ends, and its reading, None where none of the dictionaries has it.

    Inside a long word, shorter ones that only the segmenter knows are stepped over: 今天上午 has no 天上.
    """
    longest = min(len(run), start + _LONGEST_PHRASE)
    for end in range(longest, start + 1, -1):
        piece = run[start:end]
        whole = _keeps_words(start, end, owner)
        if (reading := entries.phrases.get(piece)) and (whole or end - start >= _FORCED_PHRASE):
            return end, reading
        if whole and (reading := entries.word(piece)):
            return end, reading
    word = owner[start]
    for end in range(word.end if start > word.start else word.end - 1, start + 1, -1):
        if is_word(run[start:end]):
            return end, None
    return start + 1, None


def _keeps_words(start: int, end: int, owner: Sequence[Word]) -> bool:
    first, last = owner[start], owner[end - 1]
    return first is last or (first.start == start and last.end == end)


def _single(
    run: str, position: int, words: Sequence[Word], index: int, entries: Lexicon, original: str
) -> tuple[Syllable | None, Source]:
    """The reading of a character that no word of the dictionaries covers."""
    char = run[position]
    reading = by_context(run, position, words, index)
    if reading is not None:
        return reading, Source.RULE
    reading = entries.character(char) or entries.character(original[position])
    if reading is None:
        return None, Source.SILENT
    return reading, Source.GUESS if is_polyphone(char) else Source.LEXICON


def _is_retroflex(run: str, position: int, syllables: Sequence[Syllable | None]) -> bool:
    return position > 0 and run[position] == "儿" and syllables[position] == Syllable("er", 5)
