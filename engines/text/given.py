"""Readings that are laid down rather than found: by the line's markup, the project's lexicon, the user's lexicon.

What is laid down for a stretch of the text takes the place of what the front ends found there; the stronger source
wins wherever two meet, and of one lexicon the longest word.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engines.errors import TimbreError
from engines.text import say_as
from engines.text.accents import accented
from engines.text.english.alphabet import add_s
from engines.text.languages import Run
from engines.text.lexicon import Entry, Lexicon, Lexicons, fold
from engines.text.markup import SPELL, Markup, Override, TagSpan
from engines.text.notation import Notation, Said
from engines.text.notation.converter import Converter
from engines.text.sentences import Break, Sentence
from engines.text.tidy import speaks
from engines.types import Problem, Reading, Source, Span

_LANGUAGE_OF = {Notation.PINYIN: "zh", Notation.KANA: "ja", Notation.ARPABET: "en-us"}
"""Whose sounds a notation writes, in a text of any other language."""
_POSSESSIVE = ("'s", "'S")


@dataclass(frozen=True, slots=True)
class Given:
    """The readings of a stretch, which they tile."""

    span: Span
    readings: tuple[Reading, ...]


class Giver:
    """Finds what is laid down for the sentences of one text.

    Parameters
    ----------
    markup
        The text taken apart.
    text
        `markup.text`, sanitised.
    voice_language
        Whose accent other languages are said with, but for what the line itself lays down in sounds.
    """

    def __init__(
        self,
        markup: Markup,
        text: str,
        lexicons: Lexicons,
        voice_language: str,
        *,
        converter: Converter,
        alphabet: frozenset[str],
    ) -> None:
        self._markup = markup
        self._text = text
        self._folded = fold(text) if lexicons else ""
        self._levels = (
            (Source.PROJECT_LEXICON, lexicons.project),
            (Source.USER_LEXICON, lexicons.user),
        )
        self._voice_language = voice_language
        self._converter = converter
        self._alphabet = alphabet
        self._marked: list[Override | TagSpan] = sorted(
            (*markup.overrides, *markup.written_out), key=lambda item: item.span
        )
        self._starts = [item.span.start for item in self._marked]
        self.problems: list[Problem] = list(markup.problems)
        """What is wrong, of the sentences that have been read."""

    @property
    def idle(self) -> bool:
        """Whether nothing at all is laid down."""
        return not self._marked and not self._folded

    def goes_on(self, sentence: Sentence) -> bool:
        """Whether a sentence goes on behind its end, because a word that is laid down does, or has its full stop.

        `Yahoo!` and `Dr.` are words where a lexicon or the line says so.
        """
        start, end = sentence.span
        stop = start + len(self._text[start:end].rstrip())
        marked = sentence.end is Break.SENTENCE and stop < len(self._text) and not self._text[stop - 1].isalnum()

        def passes(item_end: int) -> bool:
            return item_end > end or (marked and item_end == stop)

        if any(passes(item.span.end) for item in self._marked_in(start, end)):
            return True
        return any(
            passes(match.end) and match.entry.fits(self._text[match.start : match.end], None)
            for _, lexicon in self._levels
            for at in lexicon.places(self._folded, max(start, stop - lexicon.longest), stop)
            for match in lexicon.matches_at(self._text, self._folded, at)
        )

    def given(self, span: Span, runs: Sequence[Run]) -> list[Given]:
        """What is laid down for a sentence, in order; no two overlap."""
        found: list[Given] = []
        taken = _Taken()
        for item in self._marked_in(span.start, span.end):
            given = self._from_tag(item, runs) if isinstance(item, TagSpan) else self._from_override(item, runs)
            if given:
                found.append(given)
                taken.add(item.span)
        for source, lexicon in self._levels:
            if lexicon.entries:
                found += self._from_lexicon(source, lexicon, span, runs, taken)
        return sorted(found, key=lambda given: given.span)

    def _marked_in(self, start: int, end: int) -> Sequence[Override | TagSpan]:
        return self._marked[bisect_right(self._starts, start - 1) : bisect_right(self._starts, end - 1)]

    def _from_override(self, override: Override, runs: Sequence[Run]) -> Given | None:
        language = _language_at(runs, override.span.start)
        written = self._text[slice(*override.span)]
        try:
            said = self._converter.convert(override.reading, language, over=written)
        except TimbreError as error:
            self.problems.append(Problem(override.markup, f"{error} The word is read as usual."))
            return None
        readings = self._readings(said, override.span, language, Source.OVERRIDE)
        if said.notation is Notation.TEXT:
            readings = [self._accented(reading) for reading in readings]
        return Given(override.span, tuple(readings))

    def _from_tag(self, tag: TagSpan, runs: Sequence[Run]) -> Given | None:
        language = _language_at(runs, tag.span.start)
        written = self._text[slice(*tag.span)]
        pieces = say_as.spell(written) if tag.name == SPELL else say_as.said_as(tag.value, written, language)
        symbols = self._converter.one_by_one(pieces or [], language)
        if not speaks(symbols):
            message = (
                f"“{written.strip()[:30]}” cannot be said as {tag.value or 'single letters'}; it is read as usual."
            )
            self.problems.append(Problem(self._markup.typed_span(tag.span), message))
            return None
        spoken = " ".join(pieces or []).replace(" ,", ",")
        reading = Reading(tag.span, spoken, symbols, Source.OVERRIDE, language)
        return Given(tag.span, (self._accented(reading),))

    def _from_lexicon(
        self, source: Source, lexicon: Lexicon, span: Span, runs: Sequence[Run], taken: _Taken
    ) -> Iterator[Given]:
        done = span.start
        for at in lexicon.places(self._folded, *span):
            if at < done:
                continue
            given = None
            for match in lexicon.matches_at(self._text, self._folded, at):
                place = Span(match.start, match.end)
                if match.end > span.end or taken.meets(place) or not self._fits(match.entry, place, runs):
                    continue
                given = self._from_entry(source, match.entry, place, runs)
                if given:
                    break
            if given:
                taken.add(given.span)
                done = given.span.end
                yield given

    def _fits(self, entry: Entry, place: Span, runs: Sequence[Run]) -> bool:
        written = self._text[slice(*place)]
        return any(
            entry.fits(written, run.language)
            for run in runs
            if run.span.start < place.end and place.start < run.span.end
        )

    def _from_entry(self, source: Source, entry: Entry, place: Span, runs: Sequence[Run]) -> Given | None:
        language = _language_at(runs, place.start)
        written = self._text[slice(*place)]
        try:
            notation = Notation(entry.notation) if entry.notation else None
            said = self._converter.convert(entry.reading, language, notation, over=written)
        except (TimbreError, ValueError) as error:
            which = "project's" if source is Source.PROJECT_LEXICON else "user's"
            reason = str(error) if isinstance(error, TimbreError) else f"“{entry.notation}” is no notation."
            message = f"The {which} lexicon reads “{entry.written}” as “{entry.reading}”: {reason}"
            self.problems.append(Problem(self._markup.typed_span(place), message))
            return None
        readings = [self._accented(reading) for reading in self._readings(said, place, language, source)]
        return self._with_possessive(Given(place, tuple(readings)))

    def _with_possessive(self, given: Given) -> Given:
        """`SQL's`, where the lexicon has `SQL`."""
        end = given.span.end + 2
        last = given.readings[-1]
        following = self._text[end : end + 1]
        if (
            not last.language.startswith("en")
            or self._text[given.span.end : end] not in _POSSESSIVE
            or following.isalnum()
        ):
            return given
        said = replace(
            last,
            span=Span(last.span.start, end),
            spoken=last.spoken + self._text[given.span.end : end],
            symbols=add_s(last.symbols, last.language == "en-gb"),
        )
        if not self._alphabet.issuperset(said.symbols):
            return given
        return Given(Span(given.span.start, end), (*given.readings[:-1], said))

    def _readings(self, said: Said, span: Span, language: str, source: Source) -> list[Reading]:
        """One reading a Chinese character where the parts are syllables, else one for all."""
        language = _LANGUAGE_OF.get(said.notation, language) if not _writes(said.notation, language) else language
        widths = _widths(said, self._text[slice(*span)])
        if widths is None:
            spoken = said.spoken
            return [Reading(span, spoken, said.symbols, source, language)]
        readings = []
        start = span.start
        for part, width in zip(said.parts, widths, strict=True):
            readings.append(Reading(Span(start, start + width), part.spoken, part.symbols, source, language))
            start += width
        return readings

    def _accented(self, reading: Reading) -> Reading:
        return accented(reading, self._voice_language, self._alphabet)


def put_in(
    found: Sequence[Reading], given: Sequence[Given], read: Callable[[Span, str], list[Reading]]
) -> list[Reading]:
    """The readings of a sentence with those that are laid down in their places.

    Parameters
    ----------
    found
        What the front ends read.
    given
        In order.
    read
        Reads a piece of the text alone: what is left of a reading that is only partly replaced.
    """
    result: list[Reading] = []
    index = 0
    for item in given:
        while index < len(found) and found[index].span.end <= item.span.start:
            result.append(found[index])
            index += 1
        first = index
        while index < len(found) and found[index].span.start < item.span.end:
            index += 1
        replaced = found[first:index]
        if not replaced:
            continue
        before, after = replaced[0], replaced[-1]
        if before.span.start < item.span.start:
            result += read(Span(before.span.start, item.span.start), before.language)
        result += _spaced(item.readings, replaced)
        if after.span.end > item.span.end:
            # May be replaced in part by what is laid down next, too.
            found = [*found[:index], *read(Span(item.span.end, after.span.end), after.language), *found[index:]]
    return [*result, *found[index:]]


def _spaced(readings: Sequence[Reading], replaced: Sequence[Reading]) -> list[Reading]:
    """The readings with the spaces at both ends of those that they replace, since those are between words."""
    first, last = replaced[0].symbols, replaced[-1].symbols
    ahead = first[: len(first) - len(first.lstrip(" "))]
    behind = last[len(last.rstrip(" ")) :]
    spaced = list(readings)
    spaced[0] = replace(spaced[0], symbols=ahead + spaced[0].symbols)
    spaced[-1] = replace(spaced[-1], symbols=spaced[-1].symbols + behind)
    return spaced


class _Taken:
    """Stretches that a stronger source has."""

    def __init__(self) -> None:
        self._spans: list[Span] = []

    def add(self, span: Span) -> None:
        self._spans.append(span)

    def meets(self, span: Span) -> bool:
        return any(span.start < other.end and other.start < span.end for other in self._spans)


def _language_at(runs: Sequence[Run], at: int) -> str:
    return next((run.language for run in runs if run.span.start <= at < run.span.end), runs[-1].language)


def _writes(notation: Notation, language: str) -> bool:
    """Whether a notation writes the sounds of a language."""
    usual = _LANGUAGE_OF.get(notation)
    return usual is None or usual.partition("-")[0] == language.partition("-")[0]


def _widths(said: Said, written: str) -> list[int] | None:
    """How many characters each part is for; None where they are not one for one."""
    if len(said.parts) < 2:
        return None
    for widths in ([part.characters for part in said.parts], [1] * len(said.parts)):
        if sum(widths) == len(written):
            return widths
    return None
