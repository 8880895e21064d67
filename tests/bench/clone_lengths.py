"""How much reference is enough? Likeness against its length."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from rich.progress import track
from rich.table import Table

from engines.engine import Engine
from tests.bench.clone_methods import Files, Method, make
from tests.bench.clone_rating import rate, speak
from tests.bench.clone_speakers import REFERENCE_SECONDS, Speaker
from tests.bench.metrics.embedders import RATE
from tests.bench.metrics.similarity import Likeness, Panel
from tests.bench.report import Figure, console, number

SECONDS = (3.0, 5.0, 10.0, 15.0, 30.0)
_CLEARLY = 10.0
"""Per cent by which a clone from 3 s must beat the nearest stock voice, which is chosen by 15 s."""
_TOO_SHORT = 0.9
"""A speaker whose recordings are shorter than this part of a length is left out of it."""


def measure(
    engine: Engine, panel: Panel, speakers: Sequence[Speaker], ways: Mapping[str, Method], sentences: Sequence[str]
) -> list[Figure]:
    """Every method that makes voices here, at every length."""
    stock = {
        speaker.name: likeness(engine, panel, speaker, ways["stock"], REFERENCE_SECONDS, sentences)
        for speaker in track(speakers, "stock", console=console)
    }
    base = mean(list(stock.values()))
    table = Table(title="likeness against seconds of reference, ind / indEQ", title_justify="left")
    for column in ("method", *(f"{seconds:g} s" for seconds in SECONDS)):
        table.add_column(column)
    table.add_row(
        f"stock, from {REFERENCE_SECONDS:g} s",
        *[f"{number(base.independent)} / {number(base.flattened)}"] * len(SECONDS),
    )
    figures = []
    for way, method in ways.items():
        if way == "stock" or isinstance(method, Files):
            continue
        cells = []
        for seconds in SECONDS:
            long_enough = [s for s in speakers if len(s.reference(seconds)) >= _TOO_SHORT * seconds * RATE]
            found = [
                likeness(engine, panel, speaker, method, seconds, sentences)
                for speaker in track(long_enough, f"{way}, {seconds:g} s", console=console)
            ]
            if not found:
                cells.append("")
                continue
            reached = mean(found)
            cells.append(f"{number(reached.independent)} / {number(reached.flattened)} ({len(found)})")
            label = f"{way}, {seconds:g} s of reference"
            figures += [
                Figure(f"{label}: ind", reached.independent, "%"),
                Figure(f"{label}: indEQ", reached.flattened, "%"),
            ]
            if seconds == SECONDS[0]:
                gain = reached.independent - mean([stock[speaker.name] for speaker in long_enough]).independent
                bound = _CLEARLY if way == "instant" else None
                figures.append(Figure(f"{label}: ind over the stock voice's", gain, "%", bound, "at least"))
        table.add_row(way, *cells)
    console.print(table)
    return figures


def likeness(
    engine: Engine, panel: Panel, speaker: Speaker, method: Method, seconds: float, sentences: Sequence[str]
) -> Likeness:
    """Of one voice made of so many seconds."""
    voice = make(method, speaker.name, speaker.reference(seconds)).voice
    spoken = [speak(engine, voice, sentence) for sentence in sentences]
    return rate(panel, speaker.name, sentences, spoken, intelligible=False).likeness


def mean(found: Sequence[Likeness]) -> Likeness:
    """The mean of several speakers."""
    return Likeness(*np.mean(found, axis=0).tolist())
