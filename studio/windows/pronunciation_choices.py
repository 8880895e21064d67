"""What a choice of a reading makes of the script: pure functions, each one step of undo."""

from __future__ import annotations

from engines.text.lexicon import Entry, Lexicon
from engines.text.markup import parse
from engines.text.markup_edits import remove_reading, set_reading
from engines.types import Source, Span
from studio.document.edits import set_fields
from studio.document.lexicon_edits import Occurrence, forget, remember
from studio.document.script import Script, read_text


def word_at(text: str, span: Span) -> str:
    """What is read of a stretch of a typed text, without markup."""
    markup = parse(text)
    return markup.text[slice(*markup.plain_span(span))].strip()


def entry_for(text: str, span: Span, reading: str, language: str) -> Entry:
    """The entry that reads a word so wherever it stands.

    A capital that the word owes to its place at the beginning of the line is no part of it.
    """
    word = word_at(text, span)
    begins = not any(map(str.isalnum, parse(text).text[: parse(text).plain_span(span).start]))
    if begins and word[:1].isupper() and word[1:].islower() and len(word) > 1:
        word = word.lower()
    return Entry(word, reading, language.partition("-")[0])


def read_here(script: Script, place: Occurrence, reading: str) -> Script:
    """Read this occurrence so."""
    line = script.line(place.line_id)
    if line is None:
        return script
    return set_fields(script, [line.id], text=set_reading(line.text, place.span, reading))


def read_in_project(script: Script, place: Occurrence, entry: Entry) -> Script:
    """Read the word so in the whole project; what this occurrence says for itself is taken away.

    Raises LexiconError.
    """
    return remember(_without_own(script, place), entry)


def read_always(script: Script, place: Occurrence, entry: Entry) -> Script:
    """Let the user's lexicon, which has the entry, read this occurrence: nothing stronger stands in its way."""
    stronger = [other for other in script.lexicon if other.key == entry.key]
    return forget(_without_own(script, place), stronger)


def read_as_before(script: Script, place: Occurrence, source: str) -> Script:
    """Take back what this occurrence, or the project's lexicon, says."""
    if source == Source.OVERRIDE.value:
        return _without_own(script, place)
    return forget(script, entries_of(script, place, script.lexicon))


def entries_of(script: Script, place: Occurrence, lexicon: Lexicon) -> tuple[Entry, ...]:
    """The entries of a lexicon that cover a place."""
    line = script.line(place.line_id)
    if line is None:
        return ()
    wanted = parse(line.text).plain_span(place.span)
    found = lexicon.find(read_text(line.text))
    return tuple(match.entry for match in found if match.start < wanted.end and wanted.start < match.end)


def moved(before: str, after: str, span: Span) -> Span | None:
    """Where a stretch of one typed text is in another that reads the same there; None where it does not."""
    old, new = parse(before), parse(after)
    inside = old.plain_span(span)
    word = old.text[slice(*inside)]
    if old.text == new.text:
        return new.typed_span(inside)
    # Something was typed before or behind it.
    tail = len(old.text) - inside.end
    for start in (inside.start, len(new.text) - tail - len(word)):
        if start >= 0 and word and new.text[start : start + len(word)] == word:
            return new.typed_span(Span(start, start + len(word)))
    return None


def _without_own(script: Script, place: Occurrence) -> Script:
    line = script.line(place.line_id)
    if line is None:
        return script
    return set_fields(script, [line.id], text=remove_reading(line.text, place.span))
