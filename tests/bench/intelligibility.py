"""Can it be understood? Speaks the sentences, has Whisper base write them down, and counts the errors.

Errors are those of the voice, the text front end and the listener together; the worst sentences are printed with what
was heard, so that a person can tell whose they are. ``python -m tests.bench.intelligibility [en] [zh] [ja] [mixed]``
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import soundfile as sf
from rich.progress import track
from rich.table import Table

from engines.engine import Engine
from engines.types import FloatArray, Utterance
from tests.bench import corpus, listen
from tests.bench.metrics import chinese, english, japanese, scoring
from tests.bench.report import OUT, Figure, conclude, console

WORST = 12
ZH_PROMPT = "以下是普通话的句子。"
MIXED_PROMPT = "我们今天要开会，please bring your laptop，谢谢。"


@dataclass(frozen=True, slots=True)
class Measure:
    """How one table of sentences is judged."""

    table: str
    label: str
    language: str
    """What Whisper is told to expect."""
    slots: Callable[[str], scoring.Slots]
    tokens: Callable[[str], scoring.Tokens]
    bound: float | None
    """Per cent."""
    prompt: str | None = None
    """What Whisper takes for the sentence before."""


MEASURES = (
    Measure("en", "English, word error rate", "en", english.slots, english.tokens, 3.0),
    Measure("zh", "Chinese, pinyin error rate without tones", "zh", chinese.slots, chinese.tokens, 5.0, ZH_PROMPT),
    Measure("ja", "Japanese, kana error rate", "ja", japanese.slots, japanese.tokens, 10.0),
    Measure("mixed", "Chinese with English, pinyin and words", "zh", chinese.slots, chinese.tokens, None, MIXED_PROMPT),
)


@dataclass(frozen=True, slots=True)
class Result:
    """One sentence, spoken and heard."""

    sentence: corpus.Sentence
    heard: str
    score: scoring.Score


def main(tables: list[str]) -> int:
    """Measure the named tables, or all."""
    figures: list[Figure] = []
    results: list[Result] = []
    with Engine.open() as engine:
        for measure in (m for m in MEASURES if not tables or m.table in tables):
            found = [
                judge(engine, measure, s) for s in track(corpus.load(measure.table), measure.table, console=console)
            ]
            rate = 100 * scoring.total(result.score for result in found)
            figures.append(Figure(measure.label, rate, "%", measure.bound))
            results += found
    figures += mixed_figures(results)
    show_worst(results)
    details = [
        {
            "id": r.sentence.name,
            "voice": r.sentence.voice,
            "text": r.sentence.text,
            "heard": r.heard,
            "errors": r.score.errors,
            "length": r.score.length,
        }
        for r in results
    ]
    return conclude("intelligibility", figures, details)


def mixed_figures(results: list[Result]) -> list[Figure]:
    """Each of the two languages with its part of the mixed sentences, and the English words that Chinese voices say."""
    chinese_parts = [r.score for r in results if r.sentence.name.startswith("zh")]
    english_alone = [r.score for r in results if r.sentence.name.startswith("en")]
    english_parts = []
    for result in results:
        if result.sentence.name.startswith("mixed"):
            known = frozenset().union(*(chinese.syllables(text) for text in result.sentence.spoken))
            chinese_parts.append(scoring.part(result.score, known.__contains__))
            english_parts.append(scoring.part(result.score, lambda token, known=known: token not in known))
    if not english_parts:
        return []
    return [
        Figure("Chinese, also in mixed sentences", 100 * scoring.total(chinese_parts), "%", 5.0),
        Figure("English, also in mixed sentences", 100 * scoring.total(english_alone + english_parts), "%", 3.0),
        Figure("English words of mixed sentences, said by Chinese voices", 100 * scoring.total(english_parts), "%"),
    ]


def judge(engine: Engine, measure: Measure, sentence: corpus.Sentence) -> Result:
    """Speak one sentence, keep it as `out/bench/speech/<id>.wav`, and compare what Whisper hears."""
    chunks = list(engine.speak(Utterance(sentence.text, sentence.voice)))
    samples: FloatArray = np.concatenate([chunk.samples for chunk in chunks])
    sample_rate = chunks[0].sample_rate
    path = OUT / "speech" / f"{sentence.name}.wav"
    path.parent.mkdir(parents=True, exist_ok=True)
    sf.write(path, samples, sample_rate)
    heard = listen.transcribe(samples, sample_rate, measure.language, measure.prompt)
    return Result(sentence, heard, scoring.score(sentence.spoken, measure.slots(heard), measure.tokens))


def show_worst(results: list[Result]) -> None:
    """Print the sentences with the highest error rates, reference above transcript."""
    wrong = sorted((r for r in results if r.score.errors), key=lambda r: -r.score.rate)[:WORST]
    table = Table(title=f"{len(wrong)} worst of {len(results)} sentences", title_justify="left")
    for column in ("id", "voice", "errors", "written, and heard"):
        table.add_column(column)
    for r in wrong:
        errors = f"{r.score.errors}/{r.score.length}"
        table.add_row(r.sentence.name, r.sentence.voice, errors, f"{r.sentence.text}\n[yellow]{r.heard}")
    console.print(table)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
