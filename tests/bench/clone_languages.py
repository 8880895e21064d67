"""Does a voice speak the language that its reference does not?

Voices of English speakers say Chinese, and voices made of Chinese speech say both. No recordings of Chinese speakers
are at hand: two Chinese stock voices stand for them, which is kinder than real speech.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.progress import track

from engines.engine import Engine
from engines.types import FloatArray
from tests.bench import corpus, intelligibility, listen
from tests.bench.clone_methods import Method, make
from tests.bench.clone_rating import Voice, speak
from tests.bench.metrics import scoring
from tests.bench.metrics.embedders import RATE
from tests.bench.report import Figure, console

CHINESE_SPEAKERS = ("zf_xiaoxiao", "zm_yunxi")
_SAID_BY_THEM = (
    "昨天下午我们一起去公园散步，湖边的柳树已经绿了，孩子们在草地上跑来跑去。"
    "回家的路上下起了小雨，我们就在书店里坐了一会儿。"
)
_BOUND = 6.0
"""Per cent of words or syllables."""
LANGUAGES = {"en": "en-us", "zh": "zh"}
"""Of a table of sentences."""
_MEASURES = {measure.table: measure for measure in intelligibility.MEASURES}


def measure(
    engine: Engine, voices: Mapping[str, Voice], method: Method, english: Sequence[str]
) -> tuple[list[Figure], list[dict[str, Any]]]:
    """Error rates, and every sentence with what was heard."""
    chinese = [s for s in corpus.load("zh") if not any(c.isascii() and c.isalnum() for c in s.text)][:4]
    from_chinese = {
        name: make(method, name, speak(engine, name, _SAID_BY_THEM, "zh"), "zh").voice for name in CHINESE_SPEAKERS
    }
    sentences = [corpus.Sentence(f"clone-{i}", "", text, (text,)) for i, text in enumerate(english)]
    runs = (
        ("voices of English speakers: pinyin error rate", "zh", voices, chinese),
        ("voices of Chinese speech: pinyin error rate", "zh", from_chinese, chinese),
        ("voices of Chinese speech: word error rate", "en", from_chinese, sentences),
    )
    figures, details = [], []
    for label, table, said_by, said in runs:
        scores = []
        for name, voice in track(said_by.items(), label, console=console):
            for sentence in said:
                heard, score = understood(speak(engine, voice, sentence.text, LANGUAGES[table]), sentence, table)
                scores.append(score)
                details.append({"voice": name, "text": sentence.text, "heard": heard, "errors": score.errors})
        figures.append(Figure(label, 100 * scoring.total(scores), "%", _BOUND))
    return figures, details


def understood(samples: FloatArray, sentence: corpus.Sentence, table: str) -> tuple[str, scoring.Score]:
    """What Whisper hears, scored as `intelligibility` scores that language."""
    rules = _MEASURES[table]
    heard = listen.transcribe(samples, RATE, rules.language, rules.prompt)
    return heard, scoring.score(sentence.spoken, rules.slots(heard), rules.tokens)
