"""Does speech fill its slot? Fits 200 cues, and compares pitch and intelligibility of 55 with the same unfitted.

What was measured is kept cue by cue, so a run that was stopped goes on where it ended; `--minutes` stops it by itself.
``python -m tests.bench.slots [--minutes N]``
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from engines.audio.pitch import track_pitch
from engines.engine import Engine
from engines.types import FloatArray, Slot, Utterance
from tests.bench import corpus, listen
from tests.bench.intelligibility import MEASURES, Measure
from tests.bench.metrics import scoring
from tests.bench.report import OUT, Figure, conclude, console

CUES = 200
LIMITS = (0.8, 1.2)
DONE = OUT / "slots.jsonl"
AUDIBLE = 10 ** (-50 / 20)


@dataclass(frozen=True)
class Heard:
    """What is heard of a sentence."""

    seconds: float
    pitch: float
    """Median of the voiced frames, Hz."""
    errors: int
    length: int
    """Words or syllables that the errors are counted against."""


@dataclass(frozen=True)
class Cue:
    """One sentence in one slot."""

    number: int
    name: str
    factor: float
    miss: float
    """Milliseconds between the length of the speech and the slot."""
    silence: float
    """Milliseconds behind the last sound above -50 dBFS."""
    natural: Heard
    """The same sentence without a slot."""
    fitted: Heard | None
    """Listened to once a sentence: of 200 that would take an hour."""


def main() -> int:
    """Measure what is not measured yet; 1 if a bound is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after so long and go on in the next run")
    minutes = parser.parse_args().minutes
    until = time.monotonic() + 60 * minutes if minutes else float("inf")
    done = read_done(DONE)
    OUT.mkdir(parents=True, exist_ok=True)
    with Engine.open() as engine, DONE.open("a", encoding="utf-8") as file:
        for number, measure, sentence, factor in cues():
            if number in done:
                continue
            if time.monotonic() > until:
                console.print(f"{len(done)} of {CUES} cues are measured; run again to go on")
                return 0
            natural = next((cue.natural for cue in done.values() if cue.name == sentence.name), None)
            done[number] = judge(engine, number, measure, sentence, factor, natural)
            file.write(json.dumps(asdict(done[number])) + "\n")
            file.flush()
    code = conclude("slots", figures(list(done.values())), [asdict(cue) for cue in done.values()])
    DONE.unlink()
    return code


def cues() -> Iterator[tuple[int, Measure, corpus.Sentence, float]]:
    """Sentences in turn with factors of all sizes."""
    sentences = [(measure, each) for measure in MEASURES[:2] for each in corpus.load(measure.table)]
    rng = np.random.default_rng(8)
    for number in range(CUES):
        measure, sentence = sentences[number % len(sentences)]
        yield number, measure, sentence, float(rng.uniform(*LIMITS))


def judge(
    engine: Engine, number: int, measure: Measure, sentence: corpus.Sentence, factor: float, natural: Heard | None
) -> Cue:
    """Speak a cue; and where it is not known how the sentence sounds without a slot, that too."""
    rate = engine.sample_rate
    engine.warm_up(sentence.voice)
    is_known = natural is not None
    if natural is None:
        natural = hear(speak(engine, Utterance(sentence.text, sentence.voice, anew=True)), rate, measure, sentence)
    slot = Slot(natural.seconds * factor, *LIMITS)
    samples = speak(engine, Utterance(sentence.text, sentence.voice, slot=slot, anew=True))
    sounding = np.flatnonzero(np.abs(samples) > AUDIBLE)
    return Cue(
        number,
        sentence.name,
        factor,
        1000 * (len(samples) / rate - slot.seconds),
        1000 * (len(samples) - 1 - (int(sounding[-1]) if len(sounding) else 0)) / rate,
        natural,
        None if is_known else hear(samples, rate, measure, sentence),
    )


def speak(engine: Engine, utterance: Utterance) -> FloatArray:
    """[N] samples."""
    return np.concatenate([chunk.samples for chunk in engine.speak(utterance)])


def hear(samples: FloatArray, rate: int, measure: Measure, sentence: corpus.Sentence) -> Heard:
    """Listen to a sentence."""
    f0 = track_pitch(samples, rate)
    heard = measure.slots(listen.transcribe(samples, rate, measure.language, measure.prompt))
    score = scoring.score(sentence.spoken, heard, measure.tokens)
    return Heard(len(samples) / rate, float(np.median(f0[f0 > 0])), score.errors, score.length)


def figures(found: list[Cue]) -> list[Figure]:
    """What is promised, and what is good to know."""
    misses = np.abs([cue.miss for cue in found])
    pairs = [(cue.natural, cue.fitted) for cue in found if cue.fitted]
    pitches = np.abs([12 * np.log2(fitted.pitch / natural.pitch) for natural, fitted in pairs])
    before, after = (sum(heard.errors for heard in side) for side in zip(*pairs, strict=True))
    length = sum(natural.length for natural, _ in pairs)
    return [
        Figure("cues", len(found), "", CUES, "at least"),
        Figure("cues within 20 ms of their slot", 100 * float(np.mean(misses <= 20)), "%", 100.0, "at least"),
        Figure("worst miss of a slot", float(misses.max()), "ms", 20.0),
        Figure("silence behind the last sound, median", float(np.median([cue.silence for cue in found])), "ms"),
        Figure("median pitch against unfitted speech, median of cues", float(np.median(pitches)), "semitones", 0.5),
        Figure("median pitch against unfitted speech, worst cue", float(pitches.max()), "semitones"),
        Figure("cues listened to", len(pairs), ""),
        Figure("errors of unfitted speech", 100 * before / length, "%"),
        Figure("errors of fitted speech", 100 * after / length, "%"),
        Figure("errors of fitted against unfitted speech", after / max(before, 1), "times", 1.3),
    ]


def read_done(path: Path) -> dict[int, Cue]:
    """What earlier runs have measured."""
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {
        row["number"]: Cue(
            **row | {"natural": Heard(**row["natural"]), "fitted": row["fitted"] and Heard(**row["fitted"])}
        )
        for row in rows
    }


if __name__ == "__main__":
    sys.exit(main())
