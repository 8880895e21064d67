"""What the rules that write text out may look at around a match."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from engines.text.english.tokens import Word

_BEFORE = re.compile(r"([A-Za-z']+)\.?[\s(\"“'-]*$")
_AFTER = re.compile(r"[\s)\"”-]*([A-Za-z']+)")
_REACH = 40

Writer = Callable[[re.Match[str], "Scene"], "list[Word] | None"]
Rule = tuple[re.Pattern[str], Writer]
"""A pattern, and what writes its match out; None where the match means something else. The first answer wins."""

NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,7}(?![0-9])|[0-9]{1,24}(?![0-9]))(?:\.[0-9]{1,99})?"
AMOUNT = rf"(?P<minus>[-−])?(?P<amount>{NUMBER}|\.[0-9]+)"
END = r"(?![0-9A-Za-z])"


@dataclass(frozen=True, slots=True)
class Scene:
    """The text being read, where the run ends, and the dialect."""

    text: str
    start: int
    end: int
    british: bool
    shouting: bool
    """The run has words but no small letter, so capitals mean nothing."""

    def before(self, position: int) -> str:
        """The word before `position`, as written; empty if there is none beside it."""
        found = _BEFORE.search(self.text, max(0, position - _REACH), position)
        return found[1] if found else ""

    def after(self, position: int) -> str:
        """The word after `position`, as written; empty if there is none beside it."""
        found = _AFTER.match(self.text, position, min(len(self.text), position + _REACH))
        return found[1] if found else ""

    def char(self, position: int) -> str:
        """The character at `position`, or an empty string outside the text."""
        return self.text[position] if 0 <= position < len(self.text) else ""

    def neighbour(self, position: int, step: int) -> str:
        """The nearest character that is not a space, going by `step` from `position`."""
        position += step
        while self.char(position).isspace():
            position += step
        return self.char(position)


def rule(pattern: str, writer: Writer) -> Rule:
    """A rule from the text of its pattern."""
    return re.compile(pattern), writer
