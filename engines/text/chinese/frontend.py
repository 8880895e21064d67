"""The Mandarin front end: text to readings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec

from engines.text.chinese.letters import LETTERS
from engines.text.chinese.marks import Mark
from engines.text.chinese.pronounce import Character, pronounce
from engines.text.chinese.scan import Piece, is_han, scan
from engines.text.chinese.syllables import symbols_of, tone_of
from engines.types import Reading, Source, Span

_SUREST_FIRST = (Source.LEXICON, Source.RULE, Source.GUESS)


class ChineseFrontEnd:
    """Readings of Mandarin text, one for every character, number, mark or stretch of white space.

    A space ends every word but the last of the span; whoever joins spans of several languages separates them. The
    dictionaries are loaded at first use, by one thread, and then only read.
    """

    language = "zh"

    def __init__(self) -> None:
        """Raise ImportError where a package with the dictionaries is not installed."""
        for package in ("opencc", "pypinyin", "rjieba"):
            if find_spec(package) is None:
                raise ModuleNotFoundError(f"No module named {package!r}")

    def read(self, text: str, span: Span) -> list[Reading]:
        """Readings of ``text[span.start:span.end]``; see `engines.text.frontend.FrontEnd`."""
        return self.read_beside(text, span, ())

    def read_beside(self, text: str, span: Span, laid_down: Sequence[Reading]) -> list[Reading]:
        """The same, with tones that change beside what is laid down for single characters."""
        tones = {reading.span: tone_of(reading.symbols) for reading in laid_down}
        drafts = [
            _Draft(piece, tones.get(piece.span) if len(piece.spoken) == 1 else None) for piece in scan(text, span)
        ]
        start = 0
        while start < len(drafts):
            end = start + 1
            if not drafts[start].piece.apart:
                while end < len(drafts) and drafts[end].piece.spoken and not drafts[end].piece.apart:
                    end += 1
            _say(drafts[start:end])
            start = end
        _add_spaces(drafts)
        return [draft.finish(self.language, text) for draft in _join_retroflex(drafts)]


@dataclass(slots=True)
class _Draft:
    """A reading in the making."""

    piece: Piece
    tone: int | None = None
    """What is laid down for a single character."""
    symbols: str = ""
    sources: list[Source] = field(default_factory=list)
    ends_word: bool = True
    retroflex: bool = False
    """A 儿 whose sound is in the draft before."""
    start: int | None = None
    """Where the reading begins, when it takes in the piece before."""

    @property
    def mark(self) -> Mark | None:
        return self.piece.mark

    @property
    def is_space(self) -> bool:
        return self.piece.space or (self.mark is not None and self.mark.symbol == " ")

    def say(self, symbols: str, source: Source, ends_word: bool) -> None:
        """Add one more character's symbols."""
        if self.symbols and self.ends_word:
            self.symbols += " "
        self.symbols += symbols
        self.sources.append(source)
        self.ends_word = ends_word

    def finish(self, language: str, text: str) -> Reading:
        """The reading. What is written as it is said keeps its own characters as the spoken form."""
        start = self.piece.span.start if self.start is None else self.start
        span = Span(start, self.piece.span.end)
        if self.mark or self.piece.space:
            return Reading(span, "", self.symbols, Source.PUNCTUATION, language)
        if not self.symbols:
            return Reading(span, "", "", Source.SILENT, language)
        expression = len(self.piece.spoken) > 1 or self.piece.span.end - self.piece.span.start > 1
        source = Source.RULE if expression else max(self.sources, key=_SUREST_FIRST.index)
        spoken = text[start : self.piece.span.start] + self.piece.spoken
        return Reading(span, spoken, self.symbols, source, language)


def _say(drafts: Sequence[_Draft]) -> None:
    """Write the symbols of neighbouring pieces that are said; words may reach across them (2 天, 第 3)."""
    line = "".join(draft.piece.spoken for draft in drafts)
    owners = [draft for draft in drafts for _ in draft.piece.spoken]
    position = 0
    while position < len(line):
        end = position
        while end < len(line) and is_han(line[end]):
            end += 1
        if end == position:
            owners[position].say(LETTERS[line[position]], Source.RULE, ends_word=True)
            position += 1
            continue
        tones = {at - position: tone for at in range(position, end) if (tone := owners[at].tone)}
        characters = pronounce(line[position:end], tones)
        for offset, character in enumerate(characters):
            takes_r = offset + 1 < len(characters) and characters[offset + 1].retroflex
            _say_character(owners[position + offset], character, takes_r)
        position = end


def _say_character(draft: _Draft, character: Character, takes_r: bool) -> None:
    if character.retroflex:
        draft.retroflex = not draft.symbols
        draft.ends_word = character.ends_word
        draft.sources.append(character.source)
    elif character.syllable is not None:
        draft.say(symbols_of(character.syllable, takes_r), character.source, character.ends_word)


def _join_retroflex(drafts: Sequence[_Draft]) -> list[_Draft]:
    """花 and 儿 are one reading: the 儿 keeps its place in the text and takes the symbols of what it joined."""
    joined: list[_Draft] = []
    for draft in drafts:
        if draft.retroflex and joined:
            host = joined.pop()
            draft.symbols = host.symbols
            draft.sources = host.sources
            draft.start = host.piece.span.start if host.start is None else host.start
        joined.append(draft)
    return joined


def _add_spaces(drafts: Sequence[_Draft]) -> None:
    """One space between words and beside marks, at the end of what comes before it."""
    last: _Draft | None = None
    for draft in drafts:
        if draft.is_space:
            draft.symbols = "" if last is not None and last.is_space else " "
        elif draft.mark is not None:
            draft.symbols = draft.mark.symbol
        if draft.retroflex and last is not None:
            last.ends_word = draft.ends_word
            continue
        if not draft.symbols:
            continue
        if last is not None and _space_between(last, draft):
            last.symbols += " "
        last = draft


def _space_between(before: _Draft, after: _Draft) -> bool:
    if before.is_space or after.is_space:
        return False
    if before.mark is None:
        return after.mark.space_before if after.mark else before.ends_word
    if after.mark is None:
        return before.mark.space_after
    return before.mark.space_after and after.mark.space_before
