"""`timbre lexicon`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from engines.errors import TimbreError
from engines.text.lexicon import Entry, Lexicon, check_entry, normal
from engines.text.lexicon_formats import encode, read_lexicon, to_plain, write_lexicon
from engines.text.lexicon_merge import Conflict, compare, merge
from engines.text.notation import Notation, detect
from studio.commands import terminal

if TYPE_CHECKING:
    from studio.commands.services import Services


def show(services: Services, search: str, *, as_json: bool) -> None:
    """List the entries that contain a text in the word, the reading or the note."""
    wanted = search.casefold()
    found = [
        entry
        for entry in services.open_lexicon().load()
        if any(wanted in text.casefold() for text in (entry.written, entry.reading, entry.note))
    ]
    if as_json:
        terminal.print_json([to_plain(entry) for entry in found])
    elif not found:
        terminal.note("No entry; `timbre lexicon add WORD READING` makes one.")
    else:
        columns = ("word", "reading", "language", "notation", "case", "enabled", "note")
        terminal.table(columns, map(_row, found))


def add(services: Services, entry: Entry, *, as_json: bool) -> None:
    """Add an entry, or replace that for the same word."""
    entry = check_entry(entry)
    with_notation = replace(entry, notation=entry.notation or _sure_notation(entry))
    services.open_lexicon().change(lambda lexicon: lexicon.with_entry(with_notation))
    if as_json:
        terminal.print_json(to_plain(with_notation))
    else:
        terminal.note(f"{entry.written} is read as {entry.reading} from now on.")


def remove(services: Services, words: Sequence[str], language: str, *, as_json: bool) -> None:
    """Take the entries of words out. Raises TimbreError where a word has none."""
    store = services.open_lexicon()
    gone = _of_words(store.load(), words, language)
    store.change(lambda lexicon: lexicon.without(gone))
    if as_json:
        terminal.print_json([to_plain(entry) for entry in gone])
    else:
        terminal.note(f"Removed: {terminal.listed(entry.written for entry in gone)}.")


def import_files(services: Services, files: Sequence[Path], keep: str, *, as_json: bool) -> None:
    """Merge files into the lexicon; `keep` is `mine` or `theirs` where they disagree about a word."""
    theirs: list[Entry] = []
    for file in files:
        imported = read_lexicon(file)
        theirs += imported.lexicon
        for problem in imported.problems:
            terminal.warn(f"{file.name}: {problem}")
    other = Lexicon(tuple(dict.fromkeys(theirs)))
    store = services.open_lexicon()
    comparison = compare(store.load(), other)

    def choice(conflict: Conflict) -> Entry:
        return conflict.mine if keep == "mine" else conflict.theirs

    store.change(lambda lexicon: merge(lexicon, compare(lexicon, other), choice))
    if as_json:
        terminal.print_json(
            {
                "new": [to_plain(entry) for entry in comparison.new],
                "same": len(comparison.same),
                "conflicts": [
                    {"mine": to_plain(conflict.mine), "theirs": to_plain(conflict.theirs)}
                    for conflict in comparison.conflicts
                ],
            }
        )
        return
    terminal.note(f"{_entries(len(comparison.new))} added, {len(comparison.same)} known already.")
    for conflict in comparison.conflicts:
        terminal.warn(
            f"{conflict.mine.written}: {conflict.mine.reading} here, {conflict.theirs.reading} there; "
            f"{'the one here' if keep == 'mine' else 'the other'} is kept."
        )


def export(services: Services, out: Path, *, overwrite: bool, as_json: bool) -> None:
    """Write the lexicon into a file whose name tells the format."""
    lexicon = services.open_lexicon().load()
    encode(Lexicon(), out.suffix)  # an unknown format is told before anything else
    if out.exists() and not overwrite:
        raise TimbreError(f"{out} exists already; choose another name, or replace it with --force.")
    write_lexicon(out, lexicon)
    if as_json:
        terminal.print_json({"file": str(out), "entries": len(lexicon)})
    else:
        terminal.note(f"Wrote {_entries(len(lexicon))} to {out}.")


def _of_words(lexicon: Lexicon, words: Iterable[str], language: str) -> tuple[Entry, ...]:
    gone: dict[Entry, None] = {}
    for word in words:
        same = [entry for entry in lexicon if normal(entry.written) == normal(word)]
        found = [entry for entry in same if not language or entry.language == language]
        if not found:
            raise TimbreError(f"The lexicon has no entry for {word!r}; `timbre lexicon` lists them.")
        gone.update(dict.fromkeys(found))
    return tuple(gone)


def _sure_notation(entry: Entry) -> str:
    """The notation of a reading that can be in no other one, so that it stays what it is."""
    notation = detect(entry.reading, entry.language, entry.written)
    return "" if notation is Notation.TEXT else notation.value


def _row(entry: Entry) -> tuple[str, ...]:
    enabled = "yes" if entry.enabled else "no"
    return (entry.written, entry.reading, entry.language, entry.notation, entry.case.value, enabled, entry.note)


def _entries(count: int) -> str:
    return "1 entry" if count == 1 else f"{count} entries"
