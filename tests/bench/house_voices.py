"""Are the house voices clean, intelligible and unlike one another?

Every voice of `assets/voices` says six sentences of its language, and so do the stock voices that it was made of. All
voices, the stock voices too, also say the same two sentences in English: what differs between those is the speaker, as
the embedder hears it that nothing is fitted to. ``python -m tests.bench.house_voices [NAME …]`` measures the named
voices, or all, and prints the table of all that have been measured. What is measured is kept below `out/bench`, so that
a run that was stopped goes on where it was; the first takes half an hour.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from rich.progress import track
from rich.table import Table

from engines.audio.pitch import track_pitch
from engines.engine import Engine
from engines.models.kokoro.config import GRAPH_VERSION
from engines.types import FloatArray
from engines.voices.profile import VOICED_ABOVE_HZ, VoiceProfile
from engines.voices.store import HOUSE_VOICES, VoiceStore
from tests.bench import corpus
from tests.bench.clone import SENTENCES
from tests.bench.clone_judges import open_embedders
from tests.bench.clone_languages import understood
from tests.bench.clone_rating import opinion, speak
from tests.bench.metrics.embedders import RATE, Embedder, mean_direction
from tests.bench.metrics.similarity import level
from tests.bench.report import OUT, Figure, conclude, console, number

FOLDER = OUT / "house_voices"
SAID = 6
"""Sentences."""
AUDITION = SENTENCES[:2]
"""What all voices say to be compared."""
USUAL = 90
"""Percentile of the pairs of stock voices of one gender: two voices of the house may be as much alike."""
OPINION_LOSS, ERRORS = 0.15, 4.0
"""DNSMOS that a voice may lose to the mean of the voices that it was made of, and per cent of words, syllables or kana
that may be misheard."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Of one voice that has said the sentences of a language."""

    opinion: float
    """DNSMOS, overall."""
    errors: int
    length: int
    """Words, syllables or kana."""
    hertz: float
    """Median of F0."""
    seconds: float
    transcripts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The voice that is most like another."""

    name: str
    cosine: float


@dataclass(frozen=True, slots=True)
class Row:
    """One house voice."""

    name: str
    title: str
    language: str
    gender: str
    own: Heard
    parents: Mapping[str, Heard]
    house: Neighbour
    """The nearest of the set."""
    stock: Neighbour
    """The nearest stock voice."""

    @property
    def parents_opinion(self) -> float:
        """The mean of the voices that it was made of."""
        return float(np.mean([heard.opinion for heard in self.parents.values()]))

    @property
    def errors(self) -> float:
        """Per cent."""
        return 100 * self.own.errors / self.own.length

    @property
    def rate(self) -> float:
        """How much faster than its parents it speaks."""
        return float(np.mean([heard.seconds for heard in self.parents.values()])) / self.own.seconds


class Audience:
    """Hears voices, and remembers what it heard of those that it knows.

    Parameters
    ----------
    folder
        Where it is kept.
    """

    def __init__(self, engine: Engine, embedder: Embedder, folder: Path) -> None:
        self._engine, self._embedder, self._folder = engine, embedder, folder
        folder.mkdir(parents=True, exist_ok=True)

    def heard(self, voice: VoiceProfile | str, language: str) -> Heard:
        """What the sentences of a language are like, said by a voice."""
        sentences = said(language)
        path = self._path(voice, language, [sentence.text for sentence in sentences], ".json")
        if not path.is_file():
            spoken = [speak(self._engine, voice, s.text, language, at_once=True) for s in sentences]
            found = [
                understood(samples, sentence, language[:2]) for samples, sentence in zip(spoken, sentences, strict=True)
            ]
            curve = np.concatenate([track_pitch(samples, RATE) for samples in spoken])
            heard = Heard(
                opinion=float(np.mean([opinion(samples).overall for samples in spoken])),
                errors=sum(score.errors for _, score in found),
                length=sum(score.length for _, score in found),
                hertz=float(np.median(curve[curve > VOICED_ABOVE_HZ])),
                seconds=sum(map(len, spoken)) / RATE,
                transcripts=tuple(text for text, _ in found),
            )
            path.write_text(json.dumps(asdict(heard), ensure_ascii=False), encoding="utf-8")
        return Heard(**json.loads(path.read_text(encoding="utf-8")))

    def direction(self, voice: VoiceProfile | str) -> FloatArray:
        """[C] of the speaker, from the same English sentences of all."""
        path = self._path(voice, "en-us", AUDITION, ".npy")
        if not path.is_file():
            spoken = [speak(self._engine, voice, text, at_once=True) for text in AUDITION]
            np.save(path, mean_direction(np.stack([self._embedder.embed(level(samples)) for samples in spoken])))
        direction: FloatArray = np.load(path)
        return direction

    def _path(self, voice: VoiceProfile | str, language: str, texts: Sequence[str], suffix: str) -> Path:
        name, digest = (voice, "") if isinstance(voice, str) else (voice.name, voice.digest)
        key = hashlib.sha256(repr((digest, language, list(texts), GRAPH_VERSION)).encode()).hexdigest()[:12]
        return self._folder / f"{name}-{key}{suffix}"


def main(names: Sequence[str]) -> int:
    """Measure the named voices, or all; 1 if one of them is not good enough."""
    voices = {voice.name: voice for voice in VoiceStore(HOUSE_VOICES).profiles()}
    if unknown := set(names) - set(voices):
        console.print(f"[red]No house voice is called {', '.join(sorted(unknown))}; there are {', '.join(voices)}.")
        return 2
    independent, _ = open_embedders()
    with Engine.open() as engine:
        audience = Audience(engine, independent, FOLDER)
        stock = {
            name: audience.direction(name)
            for name, info in track(engine.voices.items(), "stock voices", console=console)
            if info.kind == "stock"
        }
        genders = {name: engine.voices[name].gender for name in stock}
        house = {
            name: audience.direction(voice) for name, voice in track(voices.items(), "house voices", console=console)
        }
        rows = [
            measure(audience, voices[name], house, stock)
            for name in track(list(names or voices), "sentences", console=console)
        ]
    usual = {gender: usual_likeness(stock, genders, gender) for gender in sorted(set(genders.values()))}
    show(rows)
    return conclude("house_voices", figures(rows, usual), [asdict(row) for row in rows])


def measure(
    audience: Audience, voice: VoiceProfile, house: Mapping[str, FloatArray], stock: Mapping[str, FloatArray]
) -> Row:
    """Everything about one voice."""
    others = {name: direction for name, direction in house.items() if name != voice.name}
    return Row(
        voice.name,
        voice.title,
        voice.language,
        voice.gender,
        own=audience.heard(voice, voice.language),
        parents={name: audience.heard(name, voice.language) for name, _ in voice.origin.parts},
        house=nearest(house[voice.name], others),
        stock=nearest(house[voice.name], stock),
    )


def said(language: str) -> list[corpus.Sentence]:
    """The first six sentences of a language without digits, which are read in more than one way."""
    plain = [s for s in corpus.load(language[:2]) if not any(char.isdigit() for char in s.text)]
    return plain[:SAID]


def nearest(direction: FloatArray, others: Mapping[str, FloatArray]) -> Neighbour:
    """The one of the greatest cosine."""
    cosines = {name: float(direction @ other) for name, other in others.items()}
    name = max(cosines, key=lambda key: cosines[key])
    return Neighbour(name, cosines[name])


def usual_likeness(stock: Mapping[str, FloatArray], genders: Mapping[str, str], gender: str) -> float:
    """The cosine that two stock voices of a gender usually stay below: nine pairs in ten."""
    directions = np.stack([direction for name, direction in stock.items() if genders[name] == gender])
    pairs = np.triu_indices(len(directions), 1)
    return float(np.percentile((directions @ directions.T)[pairs], USUAL))


def figures(rows: Iterable[Row], usual: Mapping[str, float]) -> list[Figure]:
    """What the set promises."""
    found = []
    for row in rows:
        found += [
            Figure(f"{row.name}: DNSMOS under its parents'", row.parents_opinion - row.own.opinion, "", OPINION_LOSS),
            Figure(f"{row.name}: misheard", row.errors, "%", ERRORS),
            Figure(f"{row.name}: cosine to {row.house.name}", row.house.cosine, "", usual[row.gender]),
        ]
    return found


def show(rows: Iterable[Row]) -> None:
    """Print one line a voice."""
    table = Table(title="house voices", title_justify="left")
    for column in ("voice", "title", "language"):
        table.add_column(column)
    for column in ("DNSMOS", "parents", "errors %", "F0 Hz", "rate"):
        table.add_column(column, justify="right")
    for column in ("nearest of the house", "nearest stock voice"):
        table.add_column(column)
    for row in rows:
        table.add_row(
            row.name,
            row.title,
            row.language,
            f"{row.own.opinion:.2f}",
            f"{row.parents_opinion:.2f}",
            number(row.errors),
            number(row.own.hertz),
            f"{row.rate:.2f}",
            *(f"{other.name} {other.cosine:.2f}" for other in (row.house, row.stock)),
        )
    console.print(table)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
