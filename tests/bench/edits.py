"""Does an edit on the curves change what it is to change, and nothing else? ``python -m tests.bench.edits``

With the real model, on texts of several clauses in four voices. Of each, the second clause is edited: its pitch raised
by three semitones, its level lowered, its sounds lengthened. All is compared sample by sample, clause by clause.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from engines.audio.pitch import track_pitch
from engines.engine import Engine
from engines.prosody.edit_steps import Kind, shift, stretch
from engines.prosody.editing import edited
from engines.prosody.edits import SegmentEdit
from engines.streaming.result_cache import ResultCache
from engines.types import FloatArray, IntArray, Utterance
from tests.bench.report import Figure, conclude, console

ENGLISH = "We have to leave at dawn.\n\nNobody will ask for us here.\n\nThen we walk to the river."
CHINESE = "天亮以前我们必须离开。\n\n没有人会问起我们。\n\n然后我们沿着河边走。"
VOICES = (("af_heart", ENGLISH), ("am_michael", ENGLISH), ("zf_xiaoxiao", CHINESE), ("zm_yunxi", CHINESE))
EDITED = 1
"""Which clause."""
SEMITONES, DECIBELS, STRETCH = 3.0, -4.0, 1.3
TIMES = 20


class Edit(NamedTuple):
    """What is done to a clause."""

    name: str
    make: Callable[[SegmentEdit, IntArray], SegmentEdit]


EDITS = (
    Edit("pitch", lambda edit, natural: shift(edit, Kind.PITCH, 0, len(natural) - 2, SEMITONES)),
    Edit("level", lambda edit, natural: shift(edit, Kind.ENERGY, 0, len(natural) - 2, DECIBELS)),
    Edit("length", lambda edit, natural: stretch(edit, natural, 0, len(natural) - 2, STRETCH)),
)


@dataclass
class Found:
    """Figures of every voice and edit."""

    changed: int = 0
    """Clauses beside the edited one of which a sample changed."""
    compared: int = 0
    unchanged: int = 0
    """Edited clauses that stayed as they were."""
    anew: float = 0.0
    """Largest difference outside the edited clause where nothing is remembered."""
    semitones: list[float] = field(default_factory=list)
    decibels: list[float] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    first: list[float] = field(default_factory=list)
    making: list[float] = field(default_factory=list)
    editing: list[float] = field(default_factory=list)


def main() -> int:
    """Edit a clause of every text in every way."""
    found = Found()
    with Engine.open(cache=None) as engine:
        for voice, text in VOICES:
            console.print(voice)
            engine.warm_up(voice)
            measure(engine, Utterance(text, voice), found)
    return conclude(
        "edits",
        [
            Figure("clauses beside the edited one, compared", found.compared),
            Figure("of these, with a changed sample", found.changed, bound=0.0),
            Figure("edited clauses that sound as before", found.unchanged, bound=0.0),
            Figure("largest difference outside, nothing remembered", 20 * np.log10(max(found.anew, 1e-9)), "dBFS"),
            Figure(f"pitch raised by {SEMITONES:g} semitones, measured", statistics.mean(found.semitones), "semitones"),
            Figure(f"level changed by {DECIBELS:g} dB, measured", statistics.mean(found.decibels), "dB"),
            Figure(f"sounds lengthened to {100 * STRETCH:g} %, measured", 100 * statistics.mean(found.lengths), "%"),
            Figure("an edit applied to a clause", 1000 * statistics.median(found.editing), "ms", 1.0),
            Figure("share of the time that the clause takes", 100 * sum(found.editing) / sum(found.making), "%", 5.0),
            Figure("from an edit to the first chunk of its clause", 1000 * statistics.median(found.first), "ms"),
        ],
    )


def measure(engine: Engine, line: Utterance, found: Found) -> None:
    """One text in one voice."""
    remembering = Engine(engine.model, cache=ResultCache(64 << 20))
    before = clauses(remembering, line)
    phonemes = list(remembering.phonemize(line))[EDITED]
    plan = remembering.plan(phonemes)
    for kind in EDITS:
        edit = kind.make(SegmentEdit(phonemes.symbols), plan.durations)
        times = []
        for _ in range(TIMES):
            start = time.perf_counter()
            edited(plan, edit)
            times.append(time.perf_counter() - start)
        found.editing.append(statistics.median(times))
        line_edited = replace(line, edits=(edit,))
        start = time.perf_counter()
        stream = remembering.speak(replace(line_edited, excerpt=phonemes.span))
        next(iter(stream))
        found.first.append(time.perf_counter() - start)
        for _ in stream:
            pass
        found.making.append(time.perf_counter() - start)
        after = clauses(remembering, line_edited)
        compare(before, after, found)
        told(kind.name, before[EDITED], after[EDITED], engine.sample_rate, found)
    anew = clauses(engine, replace(line, edits=(EDITS[-1].make(SegmentEdit(phonemes.symbols), plan.durations),)))
    for index, (old, new) in enumerate(zip(before, anew, strict=True)):
        if index != EDITED:
            found.anew = max(found.anew, float(np.abs(old - new).max()))


def compare(before: list[FloatArray], after: list[FloatArray], found: Found) -> None:
    """Sample by sample."""
    for index, (old, new) in enumerate(zip(before, after, strict=True)):
        same = np.array_equal(old, new)
        if index == EDITED:
            found.unchanged += same
        else:
            found.compared += 1
            found.changed += not same


def told(kind: str, before: FloatArray, after: FloatArray, rate: int, found: Found) -> None:
    """How much of the edit is in the audio."""
    if kind == "pitch":
        old, new = (voiced_mean(samples, rate) for samples in (before, after))
        found.semitones.append(new - old)
    elif kind == "level":
        old, new = (20 * np.log10(np.sqrt(np.mean(samples**2))) for samples in (before, after))
        found.decibels.append(float(new - old))
    else:
        found.lengths.append(len(after) / len(before))


def voiced_mean(samples: FloatArray, rate: int) -> float:
    """Semitones above 1 Hz, the median of what is voiced."""
    pitch = track_pitch(samples, rate)
    return float(np.median(12 * np.log2(pitch[pitch > 0])))


def clauses(engine: Engine, line: Utterance) -> list[FloatArray]:
    """The samples of every clause, with the pause behind it but for that of the last."""
    spans = [phonemes.span for phonemes in engine.phonemize(line)]
    pieces: list[list[FloatArray]] = [[] for _ in spans]
    at = 0
    for chunk in engine.speak(line):
        starts = [mark.reading.span.start for mark in chunk.marks]
        at = next((i for start in starts for i, span in enumerate(spans) if span.start <= start < span.end), at)
        pieces[at].append(chunk.samples)
    return [np.concatenate(piece) for piece in pieces]


if __name__ == "__main__":
    sys.exit(main())
