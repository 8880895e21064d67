"""How fast speech is in which nothing is felt, by its words, from recordings of readers and from stock voices.

``python -m engines.voices.training.neutral_pace FOLDER …``, each a folder of recordings named as LibriSpeech names
them, writes `assets/weights/neutral_pace.json`. What is said in a recording is read from a file beside it, of the same
name and with the ending `.txt`; where there is none, Whisper writes it down. The table that comes with the program is
of 56 readings of LibriSpeech by 37 readers of train-clean-100 and test-other, as Whisper heard them, and of eight stock
voices of English and five of Chinese; it has no other language, for which the English value stands.

Readers of books are slow and stock voices are not; neutral speech of other people is somewhere between, so that usual
is the middle of both. Only English readers are there: in another language, readers are taken to be as much slower than
its stock voices as in English.
"""

from __future__ import annotations

import json
import logging
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from engines.audio.reading import read_audio
from engines.engine import Engine
from engines.prosody.exemplifying import passage_of, written_down
from engines.prosody.pace import NEUTRAL_PACE, NeutralPace, Words, base, pace_of
from engines.types import Utterance
from engines.voices.measurements import Recording
from engines.voices.training.said import ENGLISH, SAID

log = logging.getLogger(__name__)

TEXTS = {"en-us": ENGLISH, **SAID}
_LEAST_SPEECH = 5.0
_LEFT_OUT = ("bf_emma", "am_fenrir", "zf_xiaoyi", "zm_yunjian")
"""Stock voices that give the examples of the bench."""
_MOST_VOICES = 8
"""Of a language."""


def main() -> None:
    """Measure everything and write the table."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    with Engine.open() as engine:
        by_speaker: dict[str, list[float]] = defaultdict(list)
        for path in sorted(path for folder in sys.argv[1:] for path in Path(folder).rglob("*.flac")):
            found = read_aloud(engine, path)
            if found is not None:
                by_speaker[path.name.split("-")[0]].append(found)
        stock = {language: list(of_stock_voices(engine, language)) for language in TEXTS}
    table = table_of(list(by_speaker.values()), stock)
    NEUTRAL_PACE.write_text(json.dumps(table._asdict(), indent=2) + "\n", encoding="utf-8")
    log.info("%d readers: %s", len(by_speaker), table)


def table_of(by_speaker: Sequence[Sequence[float]], stock: Mapping[str, Sequence[float]]) -> NeutralPace:
    """From the paces of the clips of every reader, and of the stock voices of every language."""
    readers = np.array([clips[0] for clips in by_speaker])
    repeated = [np.array(clips) for clips in by_speaker if len(clips) > 2]
    english = np.array(stock["en-us"])
    slower = readers.mean() - english.mean()
    usual = {base(language): round(float(np.mean(found) + slower / 2), 3) for language, found in stock.items() if found}
    # As many of the one kind as of the other.
    differ = np.sqrt((readers.var() + english.var()) / 2 + (slower / 2) ** 2)
    # Of two clips of one speaker, each is off by this.
    vary = np.sqrt(2 * np.mean([clips.var(ddof=1) for clips in repeated]))
    return NeutralPace(usual, round(float(differ), 3), round(float(vary), 3))


def read_aloud(engine: Engine, path: Path) -> float | None:
    """The pace of a recording of a reader; None if it is short, or its words are not those that are said."""
    recording, known = Recording(*read_audio(path)), path.with_suffix(".txt")
    words: Words | None
    if known.exists():
        words, seconds = Words(known.read_text("utf-8"), "en-us"), sum(phrase.seconds for phrase in recording.phrases)
    else:
        passage, seconds = passage_of(recording)
        words = written_down(passage)
    pace = None if words is None or seconds < _LEAST_SPEECH else pace_of(engine, words, seconds)
    return pace.log_rate if pace is not None and pace.likely else None


def of_stock_voices(engine: Engine, language: str) -> Iterator[float]:
    """The paces of the stock voices of a language, saying one text."""
    names = [v.name for v in engine.voices.values() if v.origin is None and v.language == language]
    for name in [name for name in names if name not in _LEFT_OUT][:_MOST_VOICES]:
        chunks = engine.speak(Utterance(TEXTS[language], name, language, at_once=True))
        samples = np.concatenate([chunk.samples for chunk in chunks])
        _, seconds = passage_of(Recording(samples, engine.sample_rate))
        pace = pace_of(engine, Words(TEXTS[language], language), seconds)
        if pace is not None:
            log.info("%s %.3f", name, pace.log_rate)
            yield pace.log_rate


if __name__ == "__main__":
    main()
