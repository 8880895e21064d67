"""Finding and replacing in the texts of lines."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from studio.document import edits
from studio.document.document import Document


@dataclass(frozen=True, slots=True)
class Query:
    """What to look for."""

    text: str = ""
    match_case: bool = False
    whole_words: bool = False
    is_expression: bool = False
    """Whether the text is a regular expression."""
    in_selection: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """One place: a half-open range of characters in the text of a line."""

    line: str
    span: tuple[int, int]


class FindError(Exception):
    """A sentence that says what is wrong with what was typed."""


class Finder(QObject):
    """Looks through lines for a query.

    Parameters
    ----------
    document
        The open project.
    """

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._query = Query()
        self._ids: tuple[str, ...] = ()
        self._before: list[int] = []
        self.pattern: re.Pattern[str] | None = None
        """What is looked for; None when that is nothing."""
        self.current: Match | None = None
        """Where the user is."""

    def look_for(self, query: Query) -> None:
        """Set what is looked for. Raises `FindError`; then nothing is found."""
        self._query = query
        self.pattern = None
        self.current = None
        self.pattern = self._compile(query) if query.text else None

    def search(self, ids: Sequence[str]) -> int:
        """Count the matches in some lines, which `next` and `replace_all` look through from now on."""
        self._ids = tuple(ids)
        self._before = []
        total = 0
        for line_id in self._ids:
            self._before.append(total)
            total += self._count(line_id)
        self._before.append(total)
        if self.current and self.position == 0:
            self.current = None
        return total

    @property
    def total(self) -> int:
        """How many matches there are."""
        return self._before[-1] if self._before else 0

    @property
    def position(self) -> int:
        """Which of the matches is the current one, from 1; 0 when there is none."""
        if self.current is None or self.current.line not in self._ids:
            return 0
        spans = self._spans(self.current.line)
        if self.current.span not in spans:
            return 0
        return self._before[self._ids.index(self.current.line)] + spans.index(self.current.span) + 1

    def next(self, from_line: str, *, backwards: bool = False) -> Match | None:
        """Go to the next match, from the current one or else from a line; after the last comes the first."""
        if not self.total:
            self.current = None
            return None
        number = self.position - 1
        if number >= 0:
            number += -1 if backwards else 1
        else:
            row = self._ids.index(from_line) if from_line in self._ids else 0
            number = self._before[row] - 1 if backwards else self._before[row]
        self.current = self._match(number % self.total)
        return self.current

    def replace(self, replacement: str) -> bool:
        """Replace the current match; False when there is none. Raises `FindError`."""
        if self.current is None or self.pattern is None:
            return False
        line = self._document.script.line(self.current.line)
        if line is None:
            return False
        found = next((m for m in self.pattern.finditer(line.text) if m.span() == self.current.span), None)
        if found is None:
            return False
        new = self._expand(found, replacement)
        text = line.text[: found.start()] + new + line.text[found.end() :]
        self._document.edit(self.tr("Replace"), edits.set_fields(self._document.script, (line.id,), text=text))
        # The search goes on behind what was put there, so that replacing "a" by "aa" comes to an end.
        rest = (m.span() for m in self.pattern.finditer(text) if m.start() >= found.start() + len(new))
        span = next(rest, None)
        following = self._ids[self._ids.index(line.id) + 1 :] if line.id in self._ids else ()
        self.search(self._ids)
        if span:
            self.current = Match(line.id, span)
        else:
            self.current = None
            self.next(next((other for other in following if self._count(other)), ""))
        return True

    def replace_all(self, replacement: str) -> int:
        """Replace all matches as one step of undo; how many there were. Raises `FindError`."""
        pattern, count = self.pattern, self.total
        if pattern is None or not count:
            return 0
        try:
            after = edits.replace_text(
                self._document.script,
                self._ids,
                pattern,
                replacement if self._query.is_expression else lambda _match: replacement,
            )
        except (re.error, IndexError):
            raise self._bad_replacement() from None
        self._document.edit(self.tr("Replace %n match(es)", "", count), after)
        self.current = None
        return count

    def _compile(self, query: Query) -> re.Pattern[str]:
        text = query.text if query.is_expression else re.escape(query.text)
        if query.whole_words:
            text = rf"(?<!\w)(?:{text})(?!\w)"
        try:
            pattern = re.compile(text, 0 if query.match_case else re.IGNORECASE)
        except (re.error, RecursionError, OverflowError):
            raise FindError(
                self.tr(
                    "“{0}” is not a complete regular expression; correct it, or turn off regular expressions."
                ).format(query.text)
            ) from None
        if pattern.search(""):
            raise FindError(
                self.tr("“{0}” also finds places without any character; make it more exact.").format(query.text)
            )
        return pattern

    def _expand(self, found: re.Match[str], replacement: str) -> str:
        if not self._query.is_expression:
            return replacement
        try:
            return found.expand(replacement)
        except (re.error, IndexError):
            raise self._bad_replacement() from None

    def _bad_replacement(self) -> FindError:
        return FindError(self.tr("The replacement names a group that the expression does not have; correct it."))

    def _count(self, line_id: str) -> int:
        line = self._document.script.line(line_id)
        return len(self.pattern.findall(line.text)) if self.pattern and line else 0

    def _spans(self, line_id: str) -> list[tuple[int, int]]:
        line = self._document.script.line(line_id)
        return [match.span() for match in self.pattern.finditer(line.text)] if self.pattern and line else []

    def _match(self, number: int) -> Match:
        row = bisect_left(self._before, number + 1) - 1
        return Match(self._ids[row], self._spans(self._ids[row])[number - self._before[row]])
