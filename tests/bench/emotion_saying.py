"""Sentences said with emotions, measured and judged, and kept so that nothing is done twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import soundfile as sf

from engines.engine import Engine
from engines.models.kokoro.config import GRAPH_VERSION
from engines.prosody.correlates import expression_of
from engines.prosody.emotion import NEUTRAL, Emotion
from engines.prosody.presets import built_in
from engines.types import FloatArray, Utterance
from tests.bench import corpus, listen
from tests.bench.intelligibility import MEASURES
from tests.bench.metrics import scoring
from tests.bench.metrics.audio import opinion_score
from tests.bench.metrics.expression import Measured, measure
from tests.bench.report import OUT

FOLDER = OUT / "emotion"
METHOD = 3
"""Raised when something is done otherwise to a plan, or measured otherwise, so that nothing old is used."""
NEUTRAL_NAME = "neutral"
_BETWEEN = 0.6
"""Seconds between the sentences that a judge is given together."""
_PEAK = 0.5
"""What DNSMOS is given: it hears level."""


Case = tuple[str, str, float]
"""Sentence, preset and intensity."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What judges say of the sentences of one language with one emotion."""

    opinion: float
    """DNSMOS, overall."""
    errors: int
    length: int
    """Words or syllables."""
    heard: str


def kept(engine: Engine, sentence: corpus.Sentence, preset: str, share: float) -> Measured:
    """Measured in an earlier run, or now; the audio of the whole emotion is kept beside it."""
    file = file_of(sentence, preset, share)
    if file.exists():
        return Measured(*json.loads(file.read_text("utf-8")))
    samples = spoken(engine, Utterance(sentence.text, sentence.voice, emotion=emotion_of(preset, share)))
    measured = measure(samples, engine.sample_rate)
    FOLDER.mkdir(parents=True, exist_ok=True)
    if share == 1.0:
        sf.write(file.with_suffix(".wav"), samples, engine.sample_rate, "FLOAT")
    file.write_text(json.dumps(measured), "utf-8")
    return measured


def spoken(engine: Engine, utterance: Utterance) -> FloatArray:
    """What `Engine.speak` gives to 110 dB and more, each segment in one window, which takes two thirds of the time."""
    pieces: list[FloatArray] = []
    for phonemes in engine.phonemize(utterance):
        plan = engine.plan(phonemes)
        pieces.append(engine.model.generate(engine.model.prepare(plan), *engine.model.audible_frames(plan)))
        pieces.append(np.zeros(round(phonemes.pause * engine.sample_rate), np.float32))
    return np.concatenate(pieces)


def kept_judgement(sentences: Sequence[corpus.Sentence], preset: str) -> Heard:
    """What judges said in an earlier run, or say now, of sentences of one language."""
    sounds = [file_of(sentence, preset, 1.0).with_suffix(".wav") for sentence in sentences]
    file = judgement_of(sentences, preset)
    if file.exists():
        return Heard(**json.loads(file.read_text("utf-8")))
    pieces: list[FloatArray] = []
    rate = 0
    for sound in sounds:
        samples, rate = sf.read(sound, dtype="float32")
        pieces += [samples, np.zeros(int(_BETWEEN * rate), np.float32)]
    joined = np.concatenate(pieces)
    language = next(m for m in MEASURES if m.table == language_of(sentences[0]))
    heard = listen.transcribe(joined, rate, language.language, language.prompt)
    written = ("" if language.table == "zh" else " ").join(sentence.text for sentence in sentences)
    score = scoring.score([written], language.slots(heard), language.tokens)
    opinion = opinion_score(joined * (_PEAK / float(np.abs(joined).max())), rate)
    judgement = Heard(opinion, score.errors, score.length, heard)
    file.write_text(json.dumps(asdict(judgement), ensure_ascii=False), "utf-8")
    return judgement


def language_of(sentence: corpus.Sentence) -> str:
    """`en` or `zh`, as its voice says."""
    return "zh" if sentence.voice.startswith("z") else "en"


def emotion_of(preset: str, share: float) -> Emotion:
    """So much of a preset."""
    found = NEUTRAL if preset == NEUTRAL_NAME else built_in().find(preset)
    assert found is not None
    return replace(found, intensity=share) if found.felt else NEUTRAL


def file_of(sentence: corpus.Sentence, preset: str, share: float) -> Path:
    done = {name: value for name, value in asdict(expression_of(emotion_of(preset, share))).items() if value}
    key = (METHOD, GRAPH_VERSION, sentence.voice, sentence.text, done)
    return FOLDER / f"{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.json"


def judgement_of(sentences: Sequence[corpus.Sentence], preset: str) -> Path:
    names = [file_of(sentence, preset, 1.0).name for sentence in sentences]
    return FOLDER / f"{hashlib.sha256(repr(names).encode()).hexdigest()[:16]}.judged"
