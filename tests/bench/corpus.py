"""The sentences of `tests/bench/sentences`: our own, with what should be heard."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "sentences"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One line of a table."""

    name: str
    voice: str
    text: str
    """What the user writes."""
    spoken: tuple[str, ...]
    """What may be heard, numbers written out; several where a careful reader could choose."""


def load(table: str) -> list[Sentence]:
    """Read one of `en`, `zh`, `ja`, `mixed`. An empty `spoken` column means the text itself."""
    with (FOLDER / f"{table}.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [
        Sentence(row["id"], row["voice"], row["text"], tuple((row["spoken"] or row["text"]).split(" | ")))
        for row in rows
    ]
