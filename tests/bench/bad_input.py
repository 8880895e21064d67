"""Does bad input end in speech or in a sentence? Through the real command line, one process a case.

A case passes with speech (status 0 and a WAV file that is neither empty nor silent) or with a message (status 1, or 2
for the command line itself, a sentence on standard error, no file left behind), whichever it asks for; a traceback,
or the message for errors that nobody foresaw, fails it. ``python -m tests.bench.bad_input``
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import soundfile as sf
from rich.progress import track
from rich.table import Table

from engines.paths import HOME_VARIABLE, home
from tests.bench.report import ROOT, Figure, conclude, console

Expected = Literal["speech", "message", "either"]
TIMBRE = (sys.executable, "-m", "studio.cli")
UNFORESEEN = ("Traceback", "unexpected")
TIMEOUT = 300
LONG = 20_000
STREAM_SECONDS = 5
MOST_SYMBOLS = 510


@dataclass(frozen=True, slots=True)
class Case:
    """One call of `timbre say`."""

    name: str
    text: str | bytes
    expected: Expected
    voice: str = "af_heart"
    options: tuple[str, ...] = ()
    piped: bool = False
    """The text goes through standard input."""
    file: str = "speech.wav"
    """Below the case's folder, unless absolute."""
    home: Callable[[Path], Path] | None = None
    """Makes another data folder, below the case's folder."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a case."""

    name: str
    passed: bool
    status: int
    seconds_spoken: float
    message: str


def cases() -> Iterator[Case]:
    """Everything that a user may type, pick or break."""
    yield Case("empty text", "", "message")
    yield Case("empty standard input", b"", "message", piped=True)
    yield Case("only white space", " \t\u3000\n ", "message")
    yield Case("only punctuation", "？！……。", "message")
    yield Case("an emoticon", ">/////<", "either")
    yield Case("one letter", "A", "speech")
    yield Case("one Chinese character", "好", "speech", "zf_xiaoxiao")
    yield Case("a very short line", "Hi.", "speech")
    yield Case("emoji alone", "😄😄", "either")
    yield Case("emoji between words", "Good morning 😄 everyone 👩‍👩‍👧!", "speech")
    yield Case("emoji between characters", "😄壬😄戌", "speech", "zm_yunxi")
    yield Case("control characters", b"Hello\x00\x07\x1b[31m there\x7f, friend.", "speech", piped=True)
    yield Case("unpaired surrogates", b"Hello \xed\xa0\x80 there.", "either")
    yield Case("not UTF-8", "你好".encode("gb18030"), "message", piped=True)
    yield Case("a byte order mark", "\ufeff你好。".encode(), "speech", "zf_xiaoxiao", piped=True)
    yield Case("right to left", "مرحبا بالعالم", "either")
    yield Case("right to left between words", "The word שלום means peace.", "speech")
    yield Case("zero-width joiners", "zero\u200dwidth\u200b joi\u200cners\u2060.", "speech")
    yield Case("combining marks", "Z̸̢a̵͝l̷̛g̶̀o̴ text", "speech")
    yield Case("mathematics and symbols", "∑x² ≠ ∞ §5 №3", "either")
    yield Case("a missing voice", "Hello.", "message", "af_nobody")
    yield Case("a voice that leaves the folder", "Hello.", "message", "../af_heart")
    yield Case("another language than the voice's", "こんにちは。", "either", "af_heart")
    yield Case("an unknown language", "Hello.", "message", options=("--language", "xx"))
    yield Case("a speed out of range", "Hello.", "message", options=("--speed", "9"))
    yield Case("a path with Chinese and spaces", "Hello.", "speech", file="我的 录音 ö/第 1 句.wav")
    yield Case("a folder instead of a file", "Hello.", "message", file=".")
    yield Case("a read-only folder", "Hello.", "message", file=read_only_file())
    yield Case("no model", "Hello.", "message", home=lambda folder: folder / "nothing")
    yield Case("a truncated model file", "Hello.", "message", home=lambda folder: damaged(folder, truncate))
    yield Case("a changed model file", "Hello.", "message", home=lambda folder: damaged(folder, overwrite))
    yield Case("a missing model file", "Hello.", "message", home=lambda folder: damaged(folder, Path.unlink))


def main() -> int:
    """Run the cases, the long texts and the batch."""
    outcomes = []
    with tempfile.TemporaryDirectory() as folder:
        listed = list(cases())
        for number, case in enumerate(track(listed, "cases", console=console)):
            outcomes.append(run(case, Path(folder) / str(number)))
        words = "and then another word without any punctuation " * (LONG // 46)
        outcomes.append(long_text(f"{LONG:,} characters of words", words, "af_heart"))
        outcomes.append(
            long_text(f"{LONG:,} Chinese characters", "天地玄黄宇宙洪荒日月盈昃" * (LONG // 12), "zf_xiaoxiao")
        )
        outcomes.append(long_text(f"{LONG:,} letters in one word", "abcdefgh" * (LONG // 8), "am_michael"))
        outcomes += batch(Path(folder) / "batch")
    show(outcomes)
    failed = sum(not outcome.passed for outcome in outcomes)
    figures = [Figure("cases", len(outcomes)), Figure("cases that failed", failed, "", 0)]
    details = [{"name": o.name, "passed": o.passed, "status": o.status, "message": o.message} for o in outcomes]
    return conclude("bad_input", figures, details)


def run(case: Case, folder: Path) -> Outcome:
    """One case in a folder of its own."""
    folder.mkdir()
    file = folder / case.file
    if case.expected == "speech":
        file.parent.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {HOME_VARIABLE: str(case.home(folder) if case.home else home())}
    text = case.text.encode() if isinstance(case.text, str) else case.text
    arguments = ["-" if case.piped else text, "--voice", case.voice, "-o", file, *case.options]
    done = subprocess.run(
        [*TIMBRE, "say", *arguments],
        cwd=ROOT,
        env=environment,
        input=text if case.piped else b"",
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    message = done.stderr.decode(errors="replace").strip()
    spoken = seconds_of_speech(file)
    clean = not any(word in message for word in UNFORESEEN)
    as_speech = done.returncode == 0 and spoken > 0
    as_message = done.returncode in {1, 2} and bool(message) and not file.is_file()
    passed = clean and {"speech": as_speech, "message": as_message, "either": as_speech or as_message}[case.expected]
    return Outcome(case.name, passed, done.returncode, spoken, message)


def long_text(name: str, text: str, voice: str) -> Outcome:
    """See every character of a long text read; then stream it, listen to its beginning, and hang up."""
    size = STREAM_SECONDS * 24000 * 2
    command = [*TIMBRE, "say", text, "--voice", voice, "--stream"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        samples = np.frombuffer(process.stdout.read(size), np.int16)
        process.stdout.close()
        message = process.stderr.read().decode(errors="replace").strip()
    clean = not any(word in message for word in UNFORESEEN)
    streamed = process.returncode == 0 and 2 * len(samples) == size and bool(samples.any())
    passed = clean and streamed and is_read_whole(text, voice)
    return Outcome(name, passed, process.returncode, len(samples) / 24000, message)


def is_read_whole(text: str, voice: str) -> bool:
    """Whether `timbre phonemes` gives readings that tile the text, in segments short enough for the model."""
    command = [*TIMBRE, "phonemes", "-", "--voice", voice, "--json"]
    done = subprocess.run(command, cwd=ROOT, input=text.encode(), capture_output=True, timeout=TIMEOUT, check=False)
    if done.returncode:
        return False
    segments = json.loads(done.stdout)
    readings = [reading for segment in segments for reading in segment["readings"]]
    edges = [0, *(reading["end"] for reading in readings)]
    tiled = [reading["start"] for reading in readings] == edges[:-1] and edges[-1] == len(text)
    return tiled and all(len(segment["symbols"]) <= MOST_SYMBOLS for segment in segments)


def batch(folder: Path) -> list[Outcome]:
    """A script whose bad lines must not cost the good ones."""
    lines = [
        "af_heart: The first line.",
        "af_heart: ？！",
        "af_nobody: Hello.",
        "zf_xiaoxiao: 中间的一句。",
        "am_michael: 😄",
    ]
    lines += ["am_michael: \u200d\u0007", "am_michael: The last line."]
    folder.mkdir()
    script = folder / "台词 script.txt"
    script.write_text("\n".join(lines), encoding="utf-8")
    out = folder / "录音 out"
    done = subprocess.run(
        [*TIMBRE, "sample", "--script", script, "--out", out],
        cwd=ROOT,
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    message = done.stderr.decode(errors="replace").strip()
    clean = done.returncode == 1 and not any(word in message for word in UNFORESEEN)
    outcomes = [Outcome("a batch with bad lines says which", clean, done.returncode, 0.0, message)]
    for number in (1, 4, 7):
        spoken = sum(seconds_of_speech(file) for file in out.glob(f"{number:02}-*.wav"))
        outcomes.append(Outcome(f"line {number} of the batch is spoken", spoken > 0, done.returncode, spoken, ""))
    return outcomes


def seconds_of_speech(file: Path) -> float:
    """Length of a WAV file that holds more than silence; 0 for anything else."""
    if not file.is_file():
        return 0.0
    samples, rate = sf.read(file, dtype="float32")
    return len(samples) / rate if np.abs(samples).max(initial=0) > 0.01 else 0.0


def read_only_file() -> str:
    """A file name where nothing can be written; permissions do not stop root, so the kernel's own folder serves."""
    return "/sys/kernel/timbre.wav" if Path("/sys/kernel").is_dir() else "/System/timbre.wav"


def damaged(folder: Path, harm: Callable[[Path], object]) -> Path:
    """A data folder like the real one with one graph harmed; the other files are links."""
    copy = folder / "home"
    shutil.copytree(home() / "models", copy / "models", copy_function=os.symlink)
    graph = copy / "models" / "kokoro-v1.0" / "generator.onnx"
    source = graph.resolve()
    graph.unlink()
    shutil.copy2(source, graph)
    harm(graph)
    return copy


def truncate(file: Path) -> None:
    """Keep the first half."""
    os.truncate(file, file.stat().st_size // 2)


def overwrite(file: Path) -> None:
    """Change some bytes in the middle; size kept."""
    with file.open("r+b") as opened:
        opened.seek(file.stat().st_size // 2)
        opened.write(b"damaged" * 100)


def show(outcomes: list[Outcome]) -> None:
    """Print what came of every case."""
    table = Table(title="cases", title_justify="left")
    for column in ("case", "status", "speech, s", "said", ""):
        table.add_column(column)
    for o in outcomes:
        said = o.message if o.message else ""
        verdict = "[green]ok" if o.passed else "[red bold]FAILED"
        table.add_row(
            o.name, str(o.status), f"{o.seconds_spoken:.1f}" if o.seconds_spoken else "", said[-300:], verdict
        )
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
