"""How much reference is enough? Likeness against its length."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from rich.progress import track
from rich.table import Table

from engines.engine import Engine
from tests.bench.clone_methods import Method, make
from tests.bench.clone_rating import rate, speak
from tests.bench.clone_speakers import REFERENCE_SECONDS, Speaker
from tests.bench.metrics.embedders import RATE
from tests.bench.metrics.similarity import Likeness, Panel
from tests.bench.report import Figure, console, number

SECONDS = (3.0, 5.0, 10.0, 15.0, 30.0)
_CLEARLY = 10.0
"""Per cent by which a clone from 3 s must beat the nearest stock voice."""
_TOO_SHORT = 0.9
"""A speaker whose recordings are shorter than this part of a length is left out of it."""


def measure(
    engine: Engine,
    panel: Panel,
    speakers: Sequence[Speaker],
    stock: Method,
    clone: tuple[str, Method],
    sentences: Sequence[str],
) -> list[Figure]:
    """One method, by name, at every length; the nearest stock voice is chosen by the usual length."""
    way, method = clone
    base = {
        speaker.name: likeness(engine, panel, speaker, stock, REFERENCE_SECONDS, sentences)
        for speaker in track(speakers, "stock", console=console)
    }
    table = Table(title=f"{way}: likeness against the length of the reference", title_justify="left")
    for column in ("seconds", "ind %", "indEQ %", "speakers", "ind % of their stock voices"):
        table.add_column(column, justify="right")
    figures = []
    for seconds in SECONDS:
        long_enough = [s for s in speakers if len(s.reference(seconds)) >= _TOO_SHORT * seconds * RATE]
        if not long_enough:
            continue
        reached = mean(
            likeness(engine, panel, speaker, method, seconds, sentences)
            for speaker in track(long_enough, f"{way}, {seconds:g} s", console=console)
        )
        other = mean(base[speaker.name] for speaker in long_enough).independent
        values = (reached.independent, reached.flattened, float(len(long_enough)), other)
        table.add_row(f"{seconds:g}", *(number(value) for value in values))
        label = f"{way}, {seconds:g} s of reference"
        figures += [
            Figure(f"{label}: ind", reached.independent, "%"),
            Figure(f"{label}: indEQ", reached.flattened, "%"),
        ]
        if seconds == SECONDS[0]:
            bound = _CLEARLY if way == "instant" else None
            figures.append(Figure(f"{label}: ind over stock's", reached.independent - other, "%", bound, "at least"))
    console.print(table)
    return figures


def likeness(
    engine: Engine, panel: Panel, speaker: Speaker, method: Method, seconds: float, sentences: Sequence[str]
) -> Likeness:
    """Of one voice made of so many seconds."""
    voice = make(method, speaker.name, speaker.reference(seconds)).voice
    spoken = [speak(engine, voice, sentence) for sentence in sentences]
    return rate(panel, speaker.name, sentences, spoken, intelligible=False).likeness


def mean(found: Iterable[Likeness]) -> Likeness:
    """The mean of several speakers."""
    return Likeness(*np.mean(list(found), axis=0).tolist())
