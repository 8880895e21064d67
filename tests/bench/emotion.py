"""Are emotions to be heard, graded, told apart and understood?

Twenty sentences, half of them English and half Chinese, in four voices, are said without a feeling and with every
preset at 0.3, 0.6 and 1. What is measured is measured on the audio: mean and range of F0, rate, level and what else
`metrics.expression` knows. Presets have to move these in the published direction and the further, the more of them is
asked for; a judge that has not heard a sentence tells from such numbers with what it was said. At 1, Whisper base
writes down what it hears and DNSMOS rates it. ``python -m tests.bench.emotion [SECONDS]`` stops after so long and goes
on the next time: what is made is kept below `out/bench`, under a name that changes with all that an emotion does.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from engines.engine import Engine
from engines.models.kokoro.config import GRAPH_VERSION
from engines.prosody.correlates import expression_of
from engines.prosody.directing import directed
from engines.prosody.emotion import NEUTRAL, Emotion
from engines.prosody.manner import Manner
from engines.prosody.presets import built_in
from engines.types import FloatArray, Utterance
from tests.bench import corpus, listen
from tests.bench.intelligibility import MEASURES
from tests.bench.metrics import scoring
from tests.bench.metrics.audio import opinion_score
from tests.bench.metrics.expression import NAMES, Measured, measure
from tests.bench.metrics.telling_apart import blind_guesses, effect_size
from tests.bench.report import OUT, Figure, conclude, console, number

FOLDER = OUT / "emotion"
METHOD = 1
"""Raised when something is done otherwise to a plan, or measured otherwise, so that nothing old is used."""
INTENSITIES = (0.3, 0.6, 1.0)
NEUTRAL_NAME = "neutral"
_PEAK = 0.5
"""What DNSMOS is given: it hears level."""
_BASE = ("pitch", "range", "rate", "energy")

UP, DOWN, OPEN = 1, -1, 0
PUBLISHED: Mapping[str, tuple[int, int, int, int]] = {
    # Mean and range of F0, rate, level; `OPEN` where the sources of `engines.prosody.correlates` differ or are silent.
    "happy": (UP, UP, UP, UP),
    "angry": (UP, UP, UP, UP),
    "sad": (DOWN, DOWN, DOWN, DOWN),
    "afraid": (UP, OPEN, UP, OPEN),
    "disgusted": (DOWN, OPEN, DOWN, DOWN),
    "melancholic": (DOWN, DOWN, DOWN, DOWN),
    "surprised": (UP, UP, OPEN, UP),
    "calm": (DOWN, DOWN, DOWN, DOWN),
    # Not feelings: what their descriptions promise.
    "excited": (UP, UP, UP, UP),
    "tired": (DOWN, DOWN, DOWN, DOWN),
    "gentle": (OPEN, OPEN, DOWN, DOWN),
    "storytelling": (OPEN, UP, DOWN, OPEN),
    "news": (DOWN, OPEN, UP, UP),
}


@dataclass(frozen=True, slots=True)
class Said:
    """One sentence said with one emotion."""

    measured: Measured
    seconds: float
    peak: float
    opinion: float | None = None
    heard: str = ""
    errors: int = 0
    length: int = 0


Results = Mapping[tuple[str, str, float], Said]
"""By sentence, preset and intensity."""


def main(seconds: float = float("inf")) -> int:
    """Make what is missing, and judge when all is there."""
    sentences = corpus.load("emotion")
    cases = [(sentence, NEUTRAL_NAME, 1.0) for sentence in sentences]
    cases += [(s, preset.name, share) for share in (1.0, 0.6, 0.3) for preset in built_in() for s in sentences]
    results: dict[tuple[str, str, float], Said] = {}
    until = time.monotonic() + seconds
    with Engine.open(cache=None) as engine:
        for done, (sentence, preset, share) in enumerate(cases):
            if time.monotonic() > until:
                console.print(f"{done} of {len(cases)} are made; run it again to go on.")
                return 2
            results[sentence.name, preset, share] = kept(engine, sentence, preset, share)
        cost = share_of_time(engine, sentences[:4])
    names = [preset.name for preset in built_in()]
    values = normalised(results, sentences)
    broken = show_directions(values, sentences, names)
    figures = [
        Figure("presets and measures not graded or in another direction than published", broken, "", 0),
        *told_apart(values, sentences, [NEUTRAL_NAME, *names]),
        *understood(results, sentences, names),
        Figure("time of the emotion, of all of synthesis", 100 * cost, "%", 5),
    ]
    details = [{"case": key, **asdict(said), "measured": said.measured} for key, said in results.items()]
    return conclude("emotion", figures, details)


def kept(engine: Engine, sentence: corpus.Sentence, preset: str, share: float) -> Said:
    """Of an earlier run, or made now."""
    found = NEUTRAL if preset == NEUTRAL_NAME else built_in().find(preset)
    assert found is not None
    emotion = replace(found, intensity=share) if found.felt else NEUTRAL
    key = (METHOD, GRAPH_VERSION, sentence.voice, sentence.text, expression_of(emotion).values, share == 1.0)
    file = FOLDER / f"{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.json"
    if file.exists():
        table = json.loads(file.read_text("utf-8"))
        return Said(**{**table, "measured": Measured(*table["measured"])})
    said = make(engine, sentence, emotion, judged=share == 1.0)
    FOLDER.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(asdict(said), ensure_ascii=False), "utf-8")
    return said


def make(engine: Engine, sentence: corpus.Sentence, emotion: Emotion, *, judged: bool) -> Said:
    """Say it and measure it; `judged` also has it heard."""
    utterance = Utterance(sentence.text, sentence.voice, emotion=emotion)
    samples: FloatArray = np.concatenate([chunk.samples for chunk in engine.speak(utterance)])
    rate = engine.sample_rate
    peak = float(np.abs(samples).max())
    said = Said(measure(samples, rate), len(samples) / rate, peak)
    if not judged:
        return said
    language = next(m for m in MEASURES if m.table == ("zh" if sentence.voice.startswith("z") else "en"))
    heard = listen.transcribe(samples, rate, language.language, language.prompt)
    score = scoring.score(sentence.spoken, language.slots(heard), language.tokens)
    opinion = opinion_score(samples * (_PEAK / peak), rate)
    return replace(said, opinion=opinion, heard=heard, errors=score.errors, length=score.length)


def share_of_time(engine: Engine, sentences: Sequence[corpus.Sentence]) -> float:
    """The time that directing takes, as a share of that of planning, directing and rendering."""
    directing = whole = 0.0
    for sentence in sentences:
        (phonemes, *_) = engine.phonemize(Utterance(sentence.text, sentence.voice))
        voice = engine.model.voice(sentence.voice)
        pitch = engine.model.pitch_range(voice)
        start = time.perf_counter()
        plan = engine.plan(phonemes)
        before = time.perf_counter()
        plan = directed(plan, Manner(Emotion(surprised=0.5, afraid=0.5)), pitch)
        directing += time.perf_counter() - before
        for _ in engine.render(plan):
            pass
        whole += time.perf_counter() - start
    return directing / whole


Values = Mapping[tuple[str, str, float], NDArray[np.float64]]


def normalised(results: Results, sentences: Sequence[corpus.Sentence]) -> Values:
    """What was measured less what the same voice measures without a feeling, mean of its other sentences.

    So a judge knows the voice, but not the sentence.
    """
    changed: dict[tuple[str, str, float], NDArray[np.float64]] = {}
    voices = {sentence.name: sentence.voice for sentence in sentences}
    for (name, preset, share), said in results.items():
        others = [s.name for s in sentences if s.voice == voices[name] and s.name != name]
        usual = np.mean([results[other, NEUTRAL_NAME, 1.0].measured for other in others], axis=0)
        changed[name, preset, share] = np.array(said.measured) - usual
    return changed


def show_directions(values: Values, sentences: Sequence[corpus.Sentence], names: Sequence[str]) -> int:
    """Print what every preset changes, with effect sizes at 1; count what is not as published."""
    table = Table(title="Changes at 0.3, 0.6, 1.0 and Cohen's d at 1.0", title_justify="left")
    for column in ("preset", *_BASE, "others at 1.0"):
        table.add_column(column)
    broken = 0
    neutral = np.array([values[s.name, NEUTRAL_NAME, 1.0] for s in sentences])
    for name in names:
        by_share = [np.array([values[s.name, name, share] for s in sentences]) for share in INTENSITIES]
        cells = []
        for index in range(len(_BASE)):
            means = [float((found - neutral)[:, index].mean()) for found in by_share]
            wanted = PUBLISHED[name][index]
            right = wanted == OPEN or all(step * wanted > 0 for step in np.diff([0.0, *means]))
            broken += not right
            size = effect_size(by_share[-1][:, index], neutral[:, index])
            shown = " ".join(f"{mean:+.2f}" for mean in means)
            mark = "" if wanted == OPEN else "[green]" if right else "[red bold]"
            cells.append(f"{mark}{shown}  d {size:+.1f}" if mark else f"[dim]{shown}  d {size:+.1f}")
        rest = (by_share[-1] - neutral).mean(axis=0)[len(_BASE) :]
        others = " ".join(f"{n} {v:+.2f}" for n, v in zip(NAMES[len(_BASE) :], rest, strict=True))
        table.add_row(name, *cells, others)
    console.print(table)
    return broken


def told_apart(values: Values, sentences: Sequence[corpus.Sentence], names: Sequence[str]) -> list[Figure]:
    """How often the emotion is guessed, at each intensity."""
    figures = []
    chance = 100 / len(names)
    for share in reversed(INTENSITIES):
        keys = [(s.name, name, 1.0 if name == NEUTRAL_NAME else share) for s in sentences for name in names]
        guesses = blind_guesses(np.array([values[k] for k in keys]), [k[1] for k in keys], [k[0] for k in keys])
        right = Counter(key[1] for key, guess in zip(keys, guesses, strict=True) if guess == key[1])
        bound = 4 * chance if share == 1.0 else None
        figures.append(
            Figure(
                f"told apart at {share:g}, chance {chance:.1f} %",
                100 * right.total() / len(keys),
                "%",
                bound,
                "at least",
            )
        )
        if share == 1.0:
            per = {name: 100 * right[name] / len(sentences) for name in names}
            console.print("Guessed right: " + ", ".join(f"{name} {value:.0f} %" for name, value in per.items()))
            figures.append(Figure("the preset told apart worst, at 1", min(per.values()), "%", 2 * chance, "at least"))
    return figures


def understood(results: Results, sentences: Sequence[corpus.Sentence], names: Sequence[str]) -> list[Figure]:
    """Errors and DNSMOS at 1, against neutral."""

    def of(preset: str, figure: Callable[[list[Said]], float]) -> float:
        return figure([results[sentence.name, preset, 1.0] for sentence in sentences])

    def errors(said: list[Said]) -> float:
        return 100 * sum(s.errors for s in said) / max(sum(s.length for s in said), 1)

    def opinion(said: list[Said]) -> float:
        return float(np.mean([s.opinion for s in said if s.opinion is not None]))

    table = Table(title="Heard at 1.0", title_justify="left")
    for column in ("preset", "errors", "DNSMOS", "peak"):
        table.add_column(column)
    for name in (NEUTRAL_NAME, *names):
        peak = of(name, lambda said: max(s.peak for s in said))
        table.add_row(name, f"{number(of(name, errors))} %", number(of(name, opinion)), number(peak))
    console.print(table)
    usual = of(NEUTRAL_NAME, errors)
    felt = float(np.mean([of(name, errors) for name in names]))
    losses = {name: of(NEUTRAL_NAME, opinion) - of(name, opinion) for name in names}
    worst = max(losses, key=losses.__getitem__)
    return [
        Figure("errors without a feeling", usual, "%"),
        Figure("errors at 1, all presets", felt, "%", 1.5 * usual),
        Figure("errors at 1, the worst preset", max(of(name, errors) for name in names), "%"),
        Figure("DNSMOS without a feeling", of(NEUTRAL_NAME, opinion)),
        Figure("DNSMOS lost at 1, mean of the presets", float(np.mean([*losses.values()])), "", 0.2),
        Figure(f"DNSMOS lost at 1, the worst preset ({worst})", losses[worst], "", 0.2),
    ]


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:])))
