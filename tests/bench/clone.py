"""How like a speaker is a clone, how clean, how intelligible? On real speakers that no part was trained on.

``python -m tests.bench.clone [--speech FOLDER] [--methods stock,map,instant] [--voices NAME=FOLDER …]
[--record] [PART …]``

*Methods* make a voice of 15 s of each speaker: `stock`, the nearest stock voice; `map`, with the
speaker's pitch range and speaking rate; `map+eq`, the same brought to the long-term spectrum of the reference, which is
as far as one gets with no training; `instant`, the project's. `--voices refined=FOLDER` adds voices made before,
`<speaker>.timbrevoice`, from the references, which are written to `out/bench/clone/<speaker>.wav`; any other name is
measured and promises nothing. *Parts* are `table`, `lengths`, `languages` and `streaming`; all, if none is named.

Likeness is what `metrics.similarity` says: 0, other speakers; 100, other recordings of the same speaker. The speakers
are in the folder `--speech` or that of the environment variable TIMBRE_SPEECH; `clone_speakers` says where to get them.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import soundfile as sf
from rich.progress import track
from rich.table import Table

from engines.engine import Engine
from engines.errors import TimbreError
from tests.bench import clone_languages, clone_lengths, clone_streaming, results
from tests.bench.clone_judges import open_embedders
from tests.bench.clone_methods import Files, Instant, Made, Mapped, Method, Stock, make
from tests.bench.clone_rating import Row, Voice, opinion, rate, show, speak
from tests.bench.clone_speakers import Speaker, folder_of_speech, judged, load_speakers
from tests.bench.metrics.embedders import RATE
from tests.bench.metrics.similarity import Likeness, Panel, equalise, long_term_spectrum
from tests.bench.report import OUT, Figure, conclude, console, number

SENTENCES = (
    "The old ferry was painted white again before the summer guests arrived.",
    "He wondered why the bakery on the corner had closed so early in the week.",
    "Hand me the long ladder from the shed, and hold it steady while I climb.",
    "Two weeks after the flood, the bridge was open and the market was full again.",
)
"""Our own; no voice is fitted on them."""
PARTS = ("table", "lengths", "languages", "streaming")
METHODS = ("stock", "map", "instant")


class Promise(NamedTuple):
    """What the project promises of a method."""

    independent: float
    flattened: float
    opinion_loss: float
    """Under the nearest stock voice, DNSMOS overall."""
    seconds: float | None
    """To make one voice."""


PROMISES = {"instant": Promise(75, 70, 0.2, 1.0), "refined": Promise(95, 92, 0.3, None)}
WORD_ERRORS = 3.0


def main(arguments: list[str]) -> int:
    """Measure; 1 if a promise is broken."""
    options = _parser().parse_args(arguments)
    try:
        speakers = load_speakers(folder_of_speech(options.speech))
        code = run(speakers, options.methods, dict(options.voices), options.parts or list(PARTS))
    except TimbreError as error:
        console.print(f"[red]{error}")
        return 2
    if options.record:
        results.append(["clone"])
    return code


def run(speakers: dict[str, Speaker], methods: list[str], folders: dict[str, Path], parts: list[str]) -> int:
    """Every part that is wanted."""
    names = judged(speakers)
    show_speakers(speakers, names)
    independent, fitted = open_embedders()
    with console.status("Hearing the speakers"):
        recordings = {name: speaker.recordings() for name, speaker in speakers.items()}
        panel = Panel(independent, fitted, recordings, names)
    figures: list[Figure] = []
    details: dict[str, Any] = {}
    with Engine.open(cache=None) as engine:
        stock = Stock(engine, fitted)
        known: dict[str, Callable[[], Method]] = {
            "stock": lambda: stock,
            "map": lambda: Mapped(engine, stock),
            "instant": Instant,
        }
        ways: dict[str, Method] = {name: known[name]() for name in methods}
        ways |= {name: Files(folder) for name, folder in folders.items()}
        made = {way: {n: make(method, n, speakers[n].reference()) for n in names} for way, method in ways.items()}
        if "table" in parts:
            figures += table_figures(panel, names)
            rows = rate_all(engine, panel, speakers, made)
            show(f"{len(names)} speakers, {len(SENTENCES)} sentences each", rows)
            figures += [figure for row in rows for figure in row_figures(row, rows[0])]
            details["table"] = [asdict(row) for row in rows]
        clones = "instant" if "instant" in ways else next(iter(ways))
        if "lengths" in parts:
            heard = [speakers[name] for name in names]
            figures += clone_lengths.measure(engine, panel, heard, stock, (clones, ways[clones]), SENTENCES[:2])
        voices: dict[str, Voice] = {name: made[clones][name].voice for name in names}
        if "languages" in parts:
            found, details["languages"] = clone_languages.measure(engine, voices, ways[clones], SENTENCES)
            figures += found
        if "streaming" in parts:
            figures += clone_streaming.measure(engine, voices[names[0]], made["stock"][names[0]].voice)
    return conclude("clone", figures, details)


def table_figures(panel: Panel, names: list[str]) -> list[Figure]:
    """What real speech gets on the same scale, and the scale itself."""
    real = Likeness(*np.mean([panel.judge_real_speech(name) for name in names], axis=0).tolist())
    labels = ("ind", "indEQ", "res")
    return [
        *(Figure(f"real speech: {label}", value, "%") for label, value in zip(labels, real, strict=True)),
        *(
            Figure(f"{label}: cosine of {what}", value)
            for label, scale in zip(labels, panel.scales, strict=True)
            for what, value in (("other speakers, 0", scale.low), ("the same speaker, 100", scale.high))
        ),
    ]


def rate_all(engine: Engine, panel: Panel, speakers: dict[str, Speaker], made: dict[str, dict[str, Made]]) -> list[Row]:
    """All methods, the nearest stock voice first."""
    rows: list[Row] = []
    for way, voices in made.items():
        plain, coloured = [], []
        for name, voice in track(voices.items(), way, console=console):
            spoken = [speak(engine, voice.voice, sentence) for sentence in SENTENCES]
            plain.append(rate(panel, name, SENTENCES, spoken))
            if way == "map":
                spectrum = long_term_spectrum(speakers[name].reference())
                coloured.append(rate(panel, name, SENTENCES, [equalise(samples, spectrum) for samples in spoken]))
        seconds = float(np.mean([voice.seconds for voice in voices.values()]))
        rows.append(Row(way, tuple(plain), seconds))
        if coloured:
            rows.append(Row("map+eq", tuple(coloured), seconds))
    return rows


def row_figures(row: Row, stock: Row) -> list[Figure]:
    """What a method reached, and what was promised of it."""
    promise = PROMISES.get(row.method)
    like = row.likeness
    loss = stock.opinion.overall - row.opinion.overall
    return [
        Figure(f"{row.method}: ind", like.independent, "%", promise and promise.independent, "at least"),
        Figure(f"{row.method}: indEQ", like.flattened, "%", promise and promise.flattened, "at least"),
        Figure(f"{row.method}: res", like.fitted, "%"),
        Figure(f"{row.method}: word error rate", row.word_errors, "%", WORD_ERRORS if promise else None),
        Figure(f"{row.method}: DNSMOS, overall", row.opinion.overall),
        Figure(f"{row.method}: DNSMOS under {stock.method}'s", loss, "", promise and promise.opinion_loss),
        Figure(f"{row.method}: time to make a voice", row.seconds, "s", promise and promise.seconds),
    ]


def show_speakers(speakers: dict[str, Speaker], names: list[str]) -> None:
    """Print who is judged, from what, by what; and write what from, so that voices can be made elsewhere."""
    table = Table(title=f"{len(names)} of {len(speakers)} speakers are cloned", title_justify="left")
    for column in ("speaker", "reference", "seconds", "DNSMOS", "judged by"):
        table.add_column(column)
    folder = OUT / "clone"
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        speaker = speakers[name]
        reference = speaker.reference()
        sf.write(folder / f"{name}.wav", reference, RATE, subtype="FLOAT")
        scores = number(opinion(reference).overall)
        seconds = number(len(reference) / RATE)
        table.add_row(name, speaker.pool[0].name, seconds, scores, f"{len(speaker.others)} recordings")
    console.print(table)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.clone", description="Measure cloned voices.")
    parser.add_argument("parts", nargs="*", metavar="PART", type=_part, help=", ".join(PARTS))
    parser.add_argument("--speech", type=Path, metavar="FOLDER", help="recordings, one folder a speaker")
    parser.add_argument("--methods", type=_methods, default=list(METHODS), metavar="NAME,…", help=", ".join(METHODS))
    parser.add_argument(
        "--voices", type=_folder, action="append", default=[], metavar="NAME=FOLDER", help="voices made before"
    )
    parser.add_argument("--record", action="store_true", help="add the figures to tests/bench/RESULTS.md")
    return parser


def _part(text: str) -> str:
    if text not in PARTS:
        raise argparse.ArgumentTypeError(f"there is no part {text}")
    return text


def _methods(text: str) -> list[str]:
    """`stock` is always there and first: the others are compared with it."""
    names = text.split(",")
    if unknown := set(names) - set(METHODS):
        raise argparse.ArgumentTypeError(f"there is no method {', '.join(sorted(unknown))}")
    return [name for name in METHODS if name in {"stock", *names}]


def _folder(text: str) -> tuple[str, Path]:
    name, separator, folder = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=FOLDER")
    return name, Path(folder).expanduser()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
