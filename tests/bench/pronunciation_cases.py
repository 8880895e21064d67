"""The pronunciation test sets: our own sentences with the readings they should get.

The `held_out` part of each set was written before the rules were worked on and is only ever counted, never shown; the
`development` part is what their errors are looked at in.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from typing import Literal

from tests.bench.corpus import FOLDER

Part = Literal["development", "held_out"]
_ANNOTATED = re.compile(r"([^\W\d_](?:[A-Za-z]*))\{([^}]*)\}")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A character or word of a text and the readings it may have."""

    start: int
    end: int
    readings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Annotated:
    """A sentence and what is scored in it."""

    text: str
    wanted: tuple[Wanted, ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A text and how it may be written out."""

    language: str
    text: str
    spoken: tuple[str, ...]


def annotated(name: str, part: Part) -> list[Annotated]:
    """The sentences of `<name>_<part>.txt`: what is scored is followed by its readings, `行{hang2}`, `a{b/c}`."""
    lines = (FOLDER / f"{name}_{part}.txt").read_text(encoding="utf-8").splitlines()
    return [_parse(line) for line in lines if line]


def written(part: Part) -> list[Written]:
    """The cases of `normalisation_<part>.tsv`; readings that are equally good stand between bars."""
    with (FOLDER / f"normalisation_{part}.tsv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Written(row["language"], row["text"], tuple(row["spoken"].split(" | "))) for row in rows]


def unknown_words() -> list[str]:
    """Names, brands and foreign words in `unknown_words.txt`."""
    return (FOLDER / "unknown_words.txt").read_text(encoding="utf-8").split()


def _parse(line: str) -> Annotated:
    text = ""
    wanted = []
    last = 0
    for match in _ANNOTATED.finditer(line):
        text += line[last : match.start()] + match[1]
        wanted.append(Wanted(len(text) - len(match[1]), len(text), tuple(match[2].split("/"))))
        last = match.end()
    return Annotated(text + line[last:], tuple(wanted))
