"""Are emotions to be heard, graded, told apart and understood?

Twenty sentences, half of them English and half Chinese, in four voices, are said without a feeling and with every
preset at 0.3, 0.6 and 1. What is measured is measured on the audio: mean and range of F0, rate, level and what else
`metrics.expression` knows. Presets have to move these in the published direction and the further, the more of them is
asked for; a judge that has not heard a sentence tells from such numbers with what it was said. Of what is said at 1,
Whisper base writes down what it hears and DNSMOS rates it, the sentences of each language one after the other.

``python -m tests.bench.emotion [SECONDS [ROUNDS]]`` stops making more after so long, tells how what is there is, and
goes on the next time: what is made is kept below `out/bench`, under a name that changes with all that an emotion does.
A round is a sentence of every voice; there are five.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict

import numpy as np
from numpy.typing import NDArray
from rich.table import Table

from engines.audio.tilt import tilted
from engines.engine import Engine
from engines.prosody.directing import directed
from engines.prosody.emotion import Emotion
from engines.prosody.manner import Manner
from engines.prosody.presets import built_in
from engines.types import Utterance
from tests.bench import corpus
from tests.bench.emotion_plans import measured_in_plans
from tests.bench.emotion_saying import (
    NEUTRAL_NAME,
    Case,
    Heard,
    file_of,
    judgement_of,
    kept,
    kept_judgement,
    language_of,
)
from tests.bench.metrics.expression import NAMES, Measured
from tests.bench.metrics.published_emotions import BASE, INTENSITIES, OPEN, PUBLISHED, is_graded
from tests.bench.metrics.telling_apart import blind_guesses, effect_size
from tests.bench.report import Figure, conclude, console, number


def main(seconds: float = float("inf"), most: int = 5) -> int:
    """Make what is missing; then judge and tell how it is, of the sentences that are there."""
    until = time.monotonic() + seconds
    everything = corpus.load("emotion")
    rounds = _rounds(everything)[:most]
    names = [NEUTRAL_NAME, *built_in().names]
    measured: dict[Case, Measured] = {}
    sentences: list[corpus.Sentence] = []
    graded: list[corpus.Sentence] = []
    with Engine.open() as engine:

        def make(done: list[corpus.Sentence], said: Sequence[corpus.Sentence], cases: list[tuple[str, float]]) -> None:
            found = _made(engine, said, cases, until)
            if len(found) == len(said) * len(cases):
                measured.update(found)
                done.extend(said)

        for said in rounds:
            make(sentences, said, [(name, 1.0) for name in names])
        judged = _judged(sentences, names, until) if len(sentences) == len(rounds) * len(rounds[0]) else {}
        for said in rounds:
            make(graded, said, [(name, share) for name in names[1:] for share in INTENSITIES[:2]])
        planned = measured_in_plans(engine, everything, names[1:])
        cost = share_of_time(engine, rounds[0][:2])
    in_plans = normalised(planned, everything)
    figures = [
        Figure("sentences at 1", len(sentences), "", 20, "at least"),
        Figure("sentences at 0.3 and 0.6", len(graded), "", 20, "at least"),
        Figure(
            "plans: not graded, or not in the published direction",
            show_directions("In the plans", in_plans, everything, everything, names[1:]),
            "",
            0,
        ),
        *told_apart("plans", in_plans, everything, names),
    ]
    if len(sentences) >= 2 * len(rounds[0]):
        values = normalised(measured, sentences)
        broken = show_directions("In the audio", values, sentences, graded, names[1:])
        figures.append(Figure("audio: not graded, or not in the published direction", broken, "", 0))
        figures += told_apart("audio", values, sentences, names)
    figures += understood(judged, names) if judged else []
    figures.append(Figure("time of the emotion, of all of synthesis", 100 * cost, "%", 5))
    details = {
        "measured": [[*case, dict(zip(NAMES, numbers, strict=True))] for case, numbers in measured.items()],
        "judged": [[*case, asdict(heard)] for case, heard in judged.items()],
    }
    return conclude("emotion", figures, details)


def _rounds(sentences: Sequence[corpus.Sentence]) -> list[list[corpus.Sentence]]:
    """One sentence of every voice at a time."""
    by_voice = [[s for s in sentences if s.voice == voice] for voice in dict.fromkeys(s.voice for s in sentences)]
    return [list(row) for row in zip(*by_voice, strict=True)]


def _made(
    engine: Engine, sentences: Sequence[corpus.Sentence], cases: Sequence[tuple[str, float]], until: float
) -> dict[Case, Measured]:
    """What is measured, or can be in the time that is left."""
    found: dict[Case, Measured] = {}
    for sentence in sentences:
        for name, share in cases:
            if time.monotonic() < until or file_of(sentence, name, share).exists():
                found[sentence.name, name, share] = kept(engine, sentence, name, share)
    return found


def _judged(sentences: Sequence[corpus.Sentence], names: Sequence[str], until: float) -> dict[tuple[str, str], Heard]:
    """What is judged of all presets, or nothing if the time is over before."""
    judged: dict[tuple[str, str], Heard] = {}
    for name in names:
        for language in ("en", "zh"):
            said = [sentence for sentence in sentences if language_of(sentence) == language]
            if time.monotonic() > until and not judgement_of(said, name).exists():
                return {}
            judged[language, name] = kept_judgement(said, name)
    return judged


def share_of_time(engine: Engine, sentences: Sequence[corpus.Sentence]) -> float:
    """The time that directing and the filter of the tilt take, as a share of that of all of synthesis."""
    felt = whole = 0.0
    for sentence in sentences:
        (phonemes, *_) = engine.phonemize(Utterance(sentence.text, sentence.voice, anew=True))
        pitch = engine.model.pitch_range(engine.model.voice(sentence.voice))
        start = time.perf_counter()
        plan = engine.plan(phonemes)
        before = time.perf_counter()
        plan = directed(plan, Manner(Emotion(surprised=0.5, sad=0.5)), pitch)
        felt += time.perf_counter() - before
        samples = np.concatenate([chunk.samples for chunk in engine.render(plan)])
        whole += time.perf_counter() - start
        assert plan.tilt is not None
        before = time.perf_counter()
        tilted(samples, engine.sample_rate, plan.tilt)
        felt += time.perf_counter() - before
    return felt / whole


Values = Mapping[Case, NDArray[np.float64]]


def normalised(measured: Mapping[Case, Measured], sentences: Sequence[corpus.Sentence]) -> Values:
    """What was measured less what the same voice measures without a feeling, mean of its other sentences.

    So a judge knows the voice, but not the sentence.
    """
    values: dict[Case, NDArray[np.float64]] = {}
    voices = {sentence.name: sentence.voice for sentence in sentences}
    for (name, preset, share), numbers in measured.items():
        others = [s.name for s in sentences if s.voice == voices[name] and s.name != name]
        usual = np.mean([measured[other, NEUTRAL_NAME, 1.0] for other in others], axis=0)
        values[name, preset, share] = np.array(numbers) - usual
    return values


def show_directions(
    where: str,
    values: Values,
    sentences: Sequence[corpus.Sentence],
    graded: Sequence[corpus.Sentence],
    names: Sequence[str],
) -> int:
    """Print what every preset changes, with effect sizes at 1; count what is not as published."""
    title = f"{where} of {len(sentences)} sentences: changes at 0.3, 0.6, 1.0, and Cohen's d at 1.0"
    table = Table(title=title, title_justify="left")
    for column in ("preset", *BASE, "others at 1.0"):
        table.add_column(column)

    def numbers(said: Sequence[corpus.Sentence], name: str, share: float) -> NDArray[np.float64]:
        return np.array([values[s.name, name, share] for s in said])

    broken = 0
    neutral = numbers(sentences, NEUTRAL_NAME, 1.0)
    for name in names:
        shares = INTENSITIES if graded else INTENSITIES[-1:]
        said = graded or sentences
        steps = [numbers(said, name, i) - numbers(said, NEUTRAL_NAME, 1.0) for i in shares]
        whole = numbers(sentences, name, 1.0)
        cells = []
        for index in range(len(BASE)):
            means = [float(step[:, index].mean()) for step in steps]
            wanted = PUBLISHED[name][index]
            right = is_graded(means, wanted)
            broken += not right
            size = effect_size(whole[:, index], neutral[:, index])
            colour = "dim" if wanted == OPEN else "green" if right else "red bold"
            cells.append(f"[{colour}]{' '.join(f'{mean:+.2f}' for mean in means)}  d {size:+.1f}")
        rest = (whole - neutral).mean(axis=0)[len(BASE) :]
        others = " ".join(f"{n} {v:+.2f}" for n, v in zip(NAMES[len(BASE) :], rest, strict=True))
        table.add_row(name, *cells, others)
    console.print(table)
    return broken


def told_apart(where: str, values: Values, sentences: Sequence[corpus.Sentence], names: Sequence[str]) -> list[Figure]:
    """How often the emotion is guessed at 1."""
    chance = 100 / len(names)
    keys = [(s.name, name, 1.0) for s in sentences for name in names]
    guesses = blind_guesses(np.array([values[k] for k in keys]), [k[1] for k in keys], [k[0] for k in keys])
    right = Counter(key[1] for key, guess in zip(keys, guesses, strict=True) if guess == key[1])
    per = {name: 100 * right[name] / len(sentences) for name in names}
    console.print(f"Guessed right in {where}: " + ", ".join(f"{name} {value:.0f} %" for name, value in per.items()))
    wrong = Counter((key[1], guess) for key, guess in zip(keys, guesses, strict=True) if guess != key[1])
    console.print(
        "Most often taken for another: " + ", ".join(f"{a} for {b} {n}" for (a, b), n in wrong.most_common(6))
    )
    worst = min(per, key=per.__getitem__)
    return [
        Figure(
            f"{where}: told apart, chance {chance:.1f} %", 100 * right.total() / len(keys), "%", 4 * chance, "at least"
        ),
        Figure(f"{where}: told apart, the worst ({worst})", per[worst], "%", 2 * chance, "at least"),
    ]


def understood(judged: Mapping[tuple[str, str], Heard], names: Sequence[str]) -> list[Figure]:
    """Errors and DNSMOS at 1, against neutral."""

    def of(name: str) -> list[Heard]:
        return [heard for (_, preset), heard in judged.items() if preset == name]

    errors = {n: 100 * sum(h.errors for h in of(n)) / sum(h.length for h in of(n)) for n in names}
    opinions = {n: float(np.mean([h.opinion for h in of(n)])) for n in names}
    table = Table(title="Heard at 1", title_justify="left")
    for column in ("preset", "errors", "DNSMOS"):
        table.add_column(column)
    for name in names:
        table.add_row(name, f"{number(errors[name])} %", number(opinions[name]))
    console.print(table)
    usual, felt = errors[NEUTRAL_NAME], [errors[name] for name in names if name != NEUTRAL_NAME]
    losses = {name: opinions[NEUTRAL_NAME] - opinions[name] for name in names if name != NEUTRAL_NAME}
    worst = max(losses, key=losses.__getitem__)
    return [
        Figure("errors without a feeling", usual, "%"),
        Figure("errors at 1, all presets", float(np.mean(felt)), "%", 1.5 * usual),
        Figure("errors at 1, the worst preset", max(felt), "%"),
        Figure("DNSMOS without a feeling", opinions[NEUTRAL_NAME]),
        Figure("DNSMOS lost at 1, mean of the presets", float(np.mean([*losses.values()])), "", 0.2),
        Figure(f"DNSMOS lost at 1, the worst preset ({worst})", losses[worst], "", 0.2),
    ]


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
