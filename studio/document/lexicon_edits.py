"""Edits of a script's readings, and where words occur: pure functions; see `studio.document.edits`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from engines.text.lexicon import Case, Entry, Lexicon, check_entry
from engines.text.markup import parse
from engines.text.markup_edits import set_reading
from engines.types import Span
from studio.document.script import Line, Script, read_text


class Occurrence(NamedTuple):
    """A place of a word in a script."""

    line_id: str
    span: Span
    """Of the line's text, as it is typed."""


def set_lexicon(script: Script, lexicon: Lexicon) -> Script:
    """Give the project another lexicon."""
    return script if lexicon == script.lexicon else replace(script, lexicon=lexicon)


def remember(script: Script, entry: Entry, old: Entry | None = None) -> Script:
    """Put an entry into the project's lexicon, in the place of `old` or of that for the same word.

    Raises LexiconError for an entry that cannot be kept.
    """
    return set_lexicon(script, script.lexicon.with_entry(check_entry(entry), old))


def forget(script: Script, entries: Collection[Entry]) -> Script:
    """Take entries out of the project's lexicon."""
    return set_lexicon(script, script.lexicon.without(entries))


def occurrences(script: Script, written: str, language: str = "", case: Case = Case.SMART) -> tuple[Occurrence, ...]:
    """Where a word stands in the lines of a script, in order, but for places that have a reading of their own.

    Words of an alphabet are found whole. The language is that of an entry: it does not tell Chinese characters of
    Japanese lines apart, since that takes the front ends.
    """
    lexicon = Lexicon((Entry(written, written, language, case=case),))
    found = []
    for line in script.lines:
        text = read_text(line.text)
        if not lexicon.entries_in(text):
            continue
        markup = parse(line.text)
        taken = [override.span for override in markup.overrides] + [tag.span for tag in markup.written_out]
        for match in lexicon.find(text):
            if not any(match.start < span.end and span.start < match.end for span in taken):
                found.append(Occurrence(line.id, markup.typed_span(Span(match.start, match.end))))
    return tuple(found)


def set_readings(script: Script, places: Iterable[Occurrence], reading: str) -> Script:
    """Lay down the reading of a word at several places."""
    by_line: dict[str, list[Span]] = {}
    for place in places:
        by_line.setdefault(place.line_id, []).append(place.span)
    if not by_line:
        return script
    lines = tuple(_with_readings(line, by_line.get(line.id, ()), reading) for line in script.lines)
    return script if lines == script.lines else replace(script, lines=lines)


def _with_readings(line: Line, spans: Collection[Span], reading: str) -> Line:
    text = line.text
    for span in sorted(spans, reverse=True):  # from the end, so that the others stay where they are
        text = set_reading(text, span, reading)
    return line if text == line.text else replace(line, text=text)


def uses(script: Script, lexicon: Lexicon) -> Mapping[Entry, int]:
    """How often the word of each enabled entry occurs in a script, in the lines as they are read."""
    counted: Counter[Entry] = Counter(dict.fromkeys(lexicon, 0))
    for line in script.lines:
        counted.update(match.entry for match in lexicon.find(read_text(line.text)))
    return counted
