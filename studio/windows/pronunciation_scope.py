"""For which word a reading is remembered: that of one Chinese character is usually that of the word around it alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engines.text.readable import to_pinyin
from engines.text.scripts import is_han
from engines.types import Span
from studio.windows.inspector_reading import ReadingCell
from studio.windows.pronunciation_choices import moved

_LONGEST = 6
"""Characters."""


@dataclass(frozen=True, slots=True)
class Scope:
    """A word, of which the chosen reading may be only a part."""

    span: Span
    """Of the typed text."""
    before: str = ""
    """Pinyin of the characters before those whose reading is chosen."""
    after: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether the reading is chosen for all of it."""
        return not (self.before or self.after)

    def reading(self, chosen: str, symbols: str) -> str:
        """That of the word, with the reading that is chosen in it; empty where that has no syllables to put in."""
        if self.is_whole:
            return chosen
        pinyin = to_pinyin(symbols)
        return " ".join(filter(None, (self.before, pinyin, self.after))) if pinyin else ""


def scopes(cells: Sequence[ReadingCell], span: Span) -> tuple[Scope, ...]:
    """The words that a stretch of a line may be remembered in, the likeliest first; the stretch itself is the last.

    Of a single Chinese character there is the word that the segmentation found around it. Where it is a word by
    itself, there are those with the word behind and before it.

    Parameters
    ----------
    cells
        Of the whole line.
    """
    return (*_around(cells, span), Scope(span))


def moved_scope(scope: Scope, before: str, after: str) -> Scope | None:
    """Where a scope in one typed text is in another; None where it is not."""
    span = moved(before, after, scope.span)
    return replace(scope, span=span) if span else None


def _around(cells: Sequence[ReadingCell], span: Span) -> Iterator[Scope]:
    at = next((at for at, cell in enumerate(cells) if cell.span == span), -1)
    if at < 0 or len(cells[at].text) != 1 or not _belongs(cells[at]):
        return
    start, end = _word(cells, at)
    if end - start > 1:
        choices = [(start, end)]
    else:
        choices = [(start, _word(cells, end)[1])] if _is_next(cells, at, end) else []
        choices += [(_word(cells, start - 1)[0], end)] if _is_next(cells, start - 1, at) else []
    for first, last in choices:
        before, after = (" ".join(cell.shown for cell in part) for part in (cells[first:at], cells[at + 1 : last]))
        if last - first <= _LONGEST:
            yield Scope(Span(cells[first].span.start, cells[last - 1].span.end), before, after)


def _word(cells: Sequence[ReadingCell], at: int) -> tuple[int, int]:
    """Of the word that a cell is in, the first cell and the one behind the last: a space in the symbols ends a word."""
    start, end = at, at + 1
    while _is_next(cells, start - 1, start) and not cells[start - 1].symbols.endswith(" "):
        start -= 1
    while _is_next(cells, end - 1, end) and not cells[end - 1].symbols.endswith(" "):
        end += 1
    return start, end


def _is_next(cells: Sequence[ReadingCell], one: int, other: int) -> bool:
    return one >= 0 and other < len(cells) and _belongs(cells[one]) and _belongs(cells[other])


def _belongs(cell: ReadingCell) -> bool:
    return is_han(cell.text) and bool(to_pinyin(cell.symbols))
