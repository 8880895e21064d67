"""Does speech take over the prosody of an example? Correlates what a recording has with what comes out.

``python -m tests.bench.emotion_example [--minutes N]``. References are made here: voices that say one text with and
without a feeling, so that it is known what the feeling changed. `TIMBRE_SPEECH` adds readers, who feel nothing (see
`tests.bench.clone_speakers`), and `TIMBRE_ACTED` a folder of any recordings of actors. What was measured is kept trial
by trial, so a run that was stopped goes on where it ended; `--minutes` stops it by itself.

The rate of what is made here is known, and not measured: it is how long the sounds of the same text last with and
without the example. How it is heard, by ear on both sides, is told beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import zip_longest
from pathlib import Path

import numpy as np
import soundfile as sf
from numpy.typing import NDArray

from engines.audio.reading import read_audio
from engines.engine import Engine
from engines.errors import TimbreError
from engines.prosody.emotion import NEUTRAL, Emotion
from engines.prosody.example import Example
from engines.prosody.exemplifying import Clip, Listened, example_from, listen, written_down
from engines.prosody.expression import Expression
from engines.prosody.measuring import prosody_of
from engines.prosody.neutral import TRAITS, traits, varying
from engines.prosody.sounds import Sound, sounds
from engines.types import FloatArray, Utterance
from engines.voices.measurements import Recording
from engines.voices.profile import PitchRange
from tests.bench import corpus
from tests.bench.clone_speakers import VARIABLE as READERS
from tests.bench.intelligibility import MEASURES, Measure
from tests.bench.listen import transcribe
from tests.bench.metrics import scoring
from tests.bench.report import OUT, Figure, conclude, console

ACTORS = "TIMBRE_ACTED"
FOLDER = OUT / "emotion_example"
DONE = OUT / "emotion_example.jsonl"
SPEAK = {"en": ("af_heart", "am_michael"), "zh": ("zf_xiaobei", "zm_yunxi")}
"""Voices that follow an example."""
SHOW = {"en": ("bf_emma", "am_fenrir"), "zh": ("zf_xiaoyi", "zm_yunjian")}
"""Voices that give one."""
FEELINGS = ("happy", "sad", "angry", "surprised", "melancholic")
STRENGTHS = (0.25, 0.5, 0.75, 1.0)
_MOST_RECORDINGS = 16
_SHORTEST = 3.0
_SENTENCES = 2
RATE = TRAITS.index("rate")
_HEARD = ("pitch", "range", "rate", "energy")
"""Traits with a bound."""

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Trial:
    """One voice that has followed one example."""

    name: str
    kind: str
    """`made`, `reader` or `actor`."""
    own: bool
    """Whether a neutral recording of the same speaker was there."""
    voice: str
    wanted: list[float]
    """What the reference has beyond neutral speech: known where it was made, else as it was heard."""
    got: list[float]
    """What came out beyond the voice's own neutral speech."""
    rate_heard: tuple[float, float] | None = None
    """The rate that was wanted and that came out by ear, where it is known better."""
    rate_without_words: float | None = None
    """The rate that comes out where no recogniser is installed."""
    errors: tuple[int, int, int] | None = None
    """Of neutral speech, of this, and the length; None where nobody listened."""


@dataclass(frozen=True, eq=False)
class Reference:
    """A recording to follow."""

    name: str
    kind: str
    language: str
    sound: tuple[FloatArray, int]
    neutral: tuple[FloatArray, int] | None = None
    """Another text by the same speaker, without a feeling."""
    wanted: Values | None = None
    rate_heard: float = 0.0
    """What is wanted of the rate, by ear."""


class Studio:
    """Speaks, and remembers what it has spoken."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._listened: dict[int, tuple[FloatArray, Listened]] = {}
        self._plain: dict[tuple[str, int], Plain] = {}

    def listen(self, sound: tuple[FloatArray, int], name: str) -> Listened:
        """What is heard in a recording, as users have it where a recogniser is installed."""
        samples = sound[0]
        if id(samples) not in self._listened:
            self._listened[id(samples)] = samples, listen(Clip(*sound, name), written_down)
        return self._listened[id(samples)][1]

    def plain(self, language: str, voice: str, number: int) -> Plain:
        """A voice that follows, without an example."""
        if (voice, number) not in self._plain:
            said = text_of(language, number)
            sound = self.kept(f"{voice}-text{number}", said.text, voice)
            misheard = mistakes(measure_of(language), said, *sound).errors
            self._plain[voice, number] = Plain(said, heard(*sound), self.seconds(said.text, voice), misheard)
        return self._plain[voice, number]

    def seconds(self, text: str, voice: str, emotion: Emotion = NEUTRAL) -> float:
        """How long the sounds of a text last, without its pauses."""
        frames = 0
        for phonemes in self.engine.phonemize(Utterance(text, voice, emotion=emotion)):
            kinds = np.array([kind != Sound.PAUSE for kind in sounds(phonemes.symbols)])
            frames += int(self.engine.plan(phonemes).durations[1:-1][kinds].sum())
        return frames * self.engine.frame_seconds

    def say(self, text: str, voice: str, emotion: Emotion = NEUTRAL) -> tuple[FloatArray, int]:
        """Samples and rate."""
        utterance = Utterance(text, voice, emotion=emotion)
        return np.concatenate([chunk.samples for chunk in self.engine.speak(utterance)]), self.engine.sample_rate

    def kept(self, name: str, text: str, voice: str, emotion: Emotion = NEUTRAL) -> tuple[FloatArray, int]:
        """The same, of a name that always stands for the same sound."""
        path = FOLDER / f"{name}.wav"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            samples, rate = self.say(text, voice, emotion)
            sf.write(path, samples, rate, subtype="FLOAT")
        samples, rate = sf.read(path, dtype="float32")
        return samples, rate


def main() -> int:
    """Measure what is not measured yet; 1 if a bound is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after so long and go on in the next run")
    minutes = parser.parse_args().minutes
    until = time.monotonic() + 60 * minutes if minutes else float("inf")
    done = read_done(DONE)
    OUT.mkdir(parents=True, exist_ok=True)
    with Engine.open() as engine, DONE.open("a", encoding="utf-8") as file:
        studio = Studio(engine)
        for number, reference in enumerate(references(studio)):
            for own in (True, False):
                if (reference.name, own) in done or (own and reference.neutral is None):
                    continue
                if time.monotonic() > until:
                    console.print(f"{len(done)} trials are done; run again to go on")
                    return 0
                voices = SPEAK[reference.language]
                trial = judge(studio, reference, own, voices[(number + own) % len(voices)], number % 2)
                if trial is not None:
                    done[trial.name, own] = trial
                    file.write(json.dumps(asdict(trial)) + "\n")
                    file.flush()
        strengths = strengthened(engine, list(done.values()))
    code = conclude("emotion_example", figures(list(done.values()), strengths), [asdict(t) for t in done.values()])
    DONE.unlink()
    return code


def references(studio: Studio) -> Iterator[Reference]:
    """Of all kinds in turn, so that a run that was stopped has something of each."""
    kinds = [made(studio, language, voice) for language, voices in SHOW.items() for voice in voices]
    for each in zip_longest(*kinds, recordings(readers(), "reader"), recordings(actors(), "actor")):
        yield from (reference for reference in each if reference is not None)


def made(studio: Studio, language: str, voice: str) -> Iterator[Reference]:
    """What a voice says without a feeling and with each."""
    said, other = text_of(language, 2), text_of(language, 3)
    neutral = studio.kept(f"{voice}-neutral", said.text, voice)
    another = studio.kept(f"{voice}-another", other.text, voice)
    yield Reference(f"{voice}-neutral", "made", language, neutral, another, np.zeros(len(TRAITS)))
    for feeling in FEELINGS:
        emotion = Emotion.of({feeling: 1.0})
        sound = studio.kept(f"{voice}-{feeling}", said.text, voice, emotion)
        wanted = heard(*sound) - heard(*neutral)
        by_ear = float(wanted[RATE])
        wanted[RATE] = np.log(studio.seconds(said.text, voice) / studio.seconds(said.text, voice, emotion))
        yield Reference(f"{voice}-{feeling}", "made", language, sound, another, wanted, by_ear)


def recordings(found: Iterator[tuple[Path, Path | None]], kind: str) -> Iterator[Reference]:
    """Of people, in English."""
    for path, neutral in found:
        yield Reference(path.stem, kind, "en", read_audio(path), None if neutral is None else read_audio(neutral))


def readers() -> Iterator[tuple[Path, Path | None]]:
    """Pairs of recordings of one reader, from the folder of the environment."""
    folder = os.environ.get(READERS)
    for speaker in sorted(path for path in Path(folder).iterdir() if path.is_dir()) if folder else ():
        clips = sorted(path for path in speaker.rglob("*") if path.suffix in {".flac", ".wav"})
        clips = [path for path in clips if sf.info(path).duration >= _SHORTEST]
        if len(clips) > 1:
            yield clips[0], clips[1]


def actors() -> Iterator[tuple[Path, Path | None]]:
    """Some recordings from the folder of the environment, spread over all that are long enough."""
    folder = os.environ.get(ACTORS)
    found = sorted(p for p in Path(folder).rglob("*") if p.suffix in {".flac", ".wav"}) if folder else []
    found = [path for path in found if sf.info(path).duration >= _SHORTEST]
    yield from ((path, None) for path in found[:: max(1, len(found) // _MOST_RECORDINGS)][:_MOST_RECORDINGS])


@dataclass(frozen=True)
class Said:
    """Some sentences in a row."""

    text: str
    spoken: tuple[str, ...]


def text_of(language: str, number: int) -> Said:
    """Some sentences of the tables of the bench."""
    chosen = corpus.load(language)[_SENTENCES * number : _SENTENCES * (number + 1)]
    between = " " if language == "en" else ""
    return Said(between.join(s.text for s in chosen), (between.join(s.spoken[0] for s in chosen),))


@dataclass(frozen=True, eq=False)
class Plain:
    """Neutral speech of a voice that follows examples."""

    said: Said
    heard: Values
    seconds: float
    """How long its sounds last."""
    errors: int


def judge(studio: Studio, reference: Reference, own: bool, voice: str, number: int) -> Trial | None:
    """Have a voice follow a reference; None if that shows nothing."""
    neutral = reference.neutral if own else None
    try:
        listened = studio.listen(reference.sound, reference.name)
        calm = None if neutral is None else studio.listen(neutral, reference.name)
    except TimbreError as error:
        console.print(f"{reference.name}: {error}")
        return None
    example = example_from(listened, calm, studio.engine)
    plain = studio.plain(reference.language, voice, number)
    said = plain.said
    made = studio.say(said.text, voice, Emotion(example=example))
    wanted = reference.wanted
    if wanted is None:
        wanted = np.array([getattr(example.change, name) for name in TRAITS])
    rate_heard = errors = without = None
    got = heard(*made) - plain.heard
    if reference.kind == "made":
        rate_heard = reference.rate_heard, float(got[RATE])
        by_ear = Emotion(example=example_from(listened, calm))
        without = float(np.log(plain.seconds / studio.seconds(said.text, voice, by_ear)))
        if own:
            after = mistakes(measure_of(reference.language), said, *made)
            errors = plain.errors, after.errors, after.length
    got[RATE] = np.log(plain.seconds / studio.seconds(said.text, voice, Emotion(example=example)))
    return Trial(reference.name, reference.kind, own, voice, wanted.tolist(), got.tolist(), rate_heard, without, errors)


def measure_of(language: str) -> Measure:
    """How mistakes are counted in a language."""
    return next(each for each in MEASURES if each.table == language)


def mistakes(measure: Measure, said: Said, samples: FloatArray, rate: int) -> scoring.Score:
    """What Whisper base hears otherwise than it was said."""
    text = transcribe(samples, rate, measure.language, measure.prompt)
    return scoring.score(said.spoken, measure.slots(text), measure.tokens)


def heard(samples: FloatArray, rate: int) -> Values:
    """[TRAITS] of a sound."""
    prosody = prosody_of(Recording(samples, rate))
    if prosody is None:
        raise ValueError("there is no speech in it")
    return traits(prosody)


def strengthened(engine: Engine, trials: list[Trial]) -> tuple[float, float]:
    """Shares of steps of the strength by which pitch, its spread and the length of speech go on in one direction, and
    of segments that are not changed at all at strength 0."""
    onward, still = [], []
    for trial in (t for t in trials if t.kind == "made" and t.own):
        example = Example.bounded(trial.name, Expression(**dict(zip(TRAITS, trial.wanted, strict=True))))
        text = text_of("zh" if trial.voice.startswith("z") else "en", 0).text
        curves = [_planned(engine, text, trial.voice, example, strength) for strength in (0.0, *STRENGTHS)]
        steps = np.diff(np.array([curve[:3] for curve in curves]), axis=0)
        whole = np.array(curves[-1][:3]) - np.array(curves[0][:3])
        counted = np.abs(whole) > (0.1, 0.02, 0.02)  # what hardly changes has no direction
        onward += (steps * np.sign(whole) > 0)[:, counted].ravel().tolist()
        still.append(curves[0][3] == _planned(engine, text, trial.voice, None, 0.0)[3])
    return float(np.mean(onward)), float(np.mean(still))


def _planned(
    engine: Engine, text: str, voice: str, example: Example | None, strength: float
) -> tuple[float, float, float, bytes]:
    emotion = Emotion(example=example, strength=strength)
    plans = [engine.plan(phonemes) for phonemes in engine.phonemize(Utterance(text, voice, emotion=emotion))]
    f0 = np.concatenate([plan.f0 for plan in plans])
    pitch = PitchRange.of(f0)
    assert pitch is not None
    digest = b"".join(array.tobytes() for plan in plans for array in (plan.f0, plan.energy, plan.durations))
    seconds = sum(plan.frames for plan in plans)
    return 12 / np.log(2) * pitch.mean_log_hz, float(np.log(pitch.spread_log_hz)), float(np.log(seconds)), digest


def figures(trials: list[Trial], strengths: tuple[float, float]) -> list[Figure]:
    """What is promised, and what is good to know."""
    made = [t for t in trials if t.kind == "made"]
    result = []
    for own, label in ((True, "with a neutral clip"), (False, "from one clip alone")):
        chosen = [t for t in made if t.own == own]
        for number, name in enumerate(TRAITS):
            bound = (0.8 if own else 0.5) if name in _HEARD else None
            if name in {"energy", "tilt"} and not own:
                continue
            value = correlation(chosen, number)
            result.append(Figure(f"Correlation of {name}, {label}", value, "", bound, "at least"))
        wanted = [t.wanted[RATE] for t in chosen]
        without = float(np.corrcoef(wanted, [t.rate_without_words for t in chosen])[0, 1])
        by_ear = float(np.corrcoef(np.array([t.rate_heard for t in chosen]).T)[0, 1])
        result.append(Figure(f"Correlation of rate, {label}, where no recogniser is installed", without))
        result.append(Figure(f"Correlation of rate, {label}, by ear on both sides", by_ear))
    people = [t for t in trials if t.kind in {"actor", "reader"} and not t.own]
    if any(t.kind == "actor" for t in people):
        for number, name in enumerate(TRAITS):
            if name not in {"energy", "tilt"}:
                value = correlation(people, number)
                result.append(Figure(f"Correlation of {name}, actors and readers", value, "", None))
    for own, label in ((True, "with a neutral clip"), (False, "from one clip alone")):
        calm = [t for t in trials if t.own == own and (t.kind == "reader" or t.name.endswith("-neutral"))]
        off = np.array([t.got for t in calm]) / varying()
        result.append(
            Figure(f"Neutral references, {label}: change against that between two clips of a reader", rms(off), "", 1.0)
        )
        result.append(
            Figure(f"Neutral references, {label}: pitch off by", rms(np.array([t.got for t in calm])[:, 0]), "st")
        )
    before = sum(t.errors[0] for t in trials if t.errors)
    after = sum(t.errors[1] for t in trials if t.errors)
    length = sum(t.errors[2] for t in trials if t.errors)
    return [
        *result,
        Figure("Steps of the strength in the direction of the whole", 100 * strengths[0], "%", 98.0, "at least"),
        Figure("Plans that are the same at strength 0", 100 * strengths[1], "%", 100.0, "at least"),
        Figure("Errors without an example", 100 * before / max(length, 1), "%"),
        Figure("Errors with an example", 100 * after / max(length, 1), "%"),
        Figure("Errors with against without an example", after / max(before, 1), "times", 1.5),
        Figure("Trials", float(len(trials))),
    ]


def correlation(trials: list[Trial], number: int) -> float:
    """Of what was wanted of a trait and what came out, over trials."""
    wanted, got = (np.array([getattr(t, each)[number] for t in trials]) for each in ("wanted", "got"))
    return float(np.corrcoef(wanted, got)[0, 1])


def rms(values: Values) -> float:
    """Root mean square."""
    return float(np.sqrt(np.mean(values**2)))


def read_done(path: Path) -> dict[tuple[str, bool], Trial]:
    """What earlier runs have measured."""
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {(row["name"], row["own"]): Trial(**row) for row in rows}


if __name__ == "__main__":
    sys.exit(main())
