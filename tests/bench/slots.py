"""Does speech fill its slot? Fits 200 cues, and compares pitch and intelligibility with the same speech unfitted.

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
from engines.prosody.fitting import Timing
from engines.streaming.render import ONSET_SECONDS
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
class Cue:
    """One sentence in one slot."""

    number: int
    name: str
    factor: float
    miss: float
    """Milliseconds between the length of the speech and the slot."""
    silence: float
    """Milliseconds behind the last sound above -50 dBFS."""
    pitch: float | None = None
    """Ratio of the median pitch to that of the same sentence unfitted; None where that was not spoken."""
    errors: tuple[int, int] | None = None
    """Unfitted and fitted."""
    length: int = 0


def main() -> int:
    """Measure what is not measured yet; 1 if a bound is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after so long and go on in the next run")
    minutes = parser.parse_args().minutes
    until = time.monotonic() + 60 * minutes if minutes else float("inf")
    done = read_done(DONE)
    OUT.mkdir(parents=True, exist_ok=True)
    with Engine.open() as engine, DONE.open("a", encoding="utf-8") as file:
        for number, measure, sentence, factor, is_compared in cues():
            if number in done:
                continue
            if time.monotonic() > until:
                console.print(f"{len(done)} of {CUES} cues are measured; run again to go on")
                return 0
            done[number] = judge(engine, number, measure, sentence, factor, is_compared)
            file.write(json.dumps(asdict(done[number])) + "\n")
            file.flush()
    code = conclude("slots", figures(list(done.values())), [asdict(cue) for cue in done.values()])
    DONE.unlink()
    return code


def cues() -> Iterator[tuple[int, Measure, corpus.Sentence, float, bool]]:
    """Sentences in turn with factors of all sizes; every third sentence is compared with itself unfitted."""
    sentences = [(measure, each) for measure in MEASURES[:2] for each in corpus.load(measure.table)]
    rng = np.random.default_rng(8)
    for number in range(CUES):
        measure, sentence = sentences[number % len(sentences)]
        yield number, measure, sentence, float(rng.uniform(*LIMITS)), number < len(sentences) and number % 3 == 0


def judge(
    engine: Engine, number: int, measure: Measure, sentence: corpus.Sentence, factor: float, is_compared: bool
) -> Cue:
    """Speak a cue, and where it is compared, the sentence without a slot."""
    rate, model = engine.sample_rate, engine.model
    plain = Utterance(sentence.text, sentence.voice)
    engine.warm_up(sentence.voice)
    natural = speak(engine, plain) if is_compared else None
    if natural is None:
        timing = Timing(rate, model.frame_samples, model.audible_frames, ONSET_SECONDS)
        seconds = timing.total([engine.plan(phonemes) for phonemes in engine.phonemize(plain)])
    else:
        seconds = len(natural) / rate
    slot = Slot(seconds * factor, *LIMITS)
    samples = speak(engine, Utterance(sentence.text, sentence.voice, slot=slot))
    heard = np.flatnonzero(np.abs(samples) > AUDIBLE)
    cue = Cue(
        number,
        sentence.name,
        factor,
        1000 * (len(samples) / rate - slot.seconds),
        1000 * (len(samples) - 1 - (int(heard[-1]) if len(heard) else 0)) / rate,
    )
    if natural is None:
        return cue
    scores = [
        scoring.score(
            sentence.spoken,
            measure.slots(listen.transcribe(audio, rate, measure.language, measure.prompt)),
            measure.tokens,
        )
        for audio in (natural, samples)
    ]
    pitch = median_pitch(samples, rate) / median_pitch(natural, rate)
    errors = scores[0].errors, scores[1].errors
    return Cue(**{**asdict(cue), "pitch": pitch, "errors": errors, "length": scores[1].length})


def speak(engine: Engine, utterance: Utterance) -> FloatArray:
    """[N] samples."""
    return np.concatenate([chunk.samples for chunk in engine.speak(utterance)])


def median_pitch(samples: FloatArray, rate: int) -> float:
    """Hz, of the voiced frames."""
    f0 = track_pitch(samples, rate)
    return float(np.median(f0[f0 > 0]))


def figures(found: list[Cue]) -> list[Figure]:
    """What is promised, and what is good to know."""
    misses = np.abs([cue.miss for cue in found])
    pitches = np.abs([12 * np.log2(cue.pitch) for cue in found if cue.pitch])
    before = sum(cue.errors[0] for cue in found if cue.errors)
    after = sum(cue.errors[1] for cue in found if cue.errors)
    length = sum(cue.length for cue in found)
    return [
        Figure("Cues within 20 ms of their slot", 100 * float(np.mean(misses <= 20)), "%", 100.0, "at least"),
        Figure("Worst miss of a slot", float(misses.max()), "ms", 20.0),
        Figure("Silence behind the last sound, median", float(np.median([cue.silence for cue in found])), "ms"),
        Figure(
            "Median pitch against unfitted speech, median of sentences", float(np.median(pitches)), "semitones", 0.5
        ),
        Figure("Median pitch against unfitted speech, worst sentence", float(pitches.max()), "semitones"),
        Figure("Errors of unfitted speech", 100 * before / max(length, 1), "%"),
        Figure("Errors of fitted speech", 100 * after / max(length, 1), "%"),
        Figure("Errors of fitted against unfitted speech", after / max(before, 1), "times", 1.3),
    ]


def read_done(path: Path) -> dict[int, Cue]:
    """What earlier runs have measured."""
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {row["number"]: Cue(**row) for row in rows}


if __name__ == "__main__":
    sys.exit(main())
