"""How fast the Chinese and English front ends start and read, and what memory they take, in a process of their own."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

from tests.bench.report import ROOT, Figure

LINES = {
    "zh": "他在2026年3月15日的会议上说，重庆分行的行长还没有还清那笔钱，这件事得重新调查，不能着急地下结论。",
    "en-us": "In 2026 she read that the lead singer would live on.",
}
"""About fifty characters each, with numbers and words of several readings."""
WARM_UP = 20
ROUNDS = 300


def speed_figures() -> list[Figure]:
    """Start, reading time and memory, the best of five processes, since other work on the machine only adds."""
    runs = [_run() for _ in range(5)]

    def best(name: str) -> float:
        return min(run[name] for run in runs)

    return [
        Figure("start of both front ends", best("start"), "s", 1.0),
        Figure("memory of both front ends", best("memory"), "MB", 200.0),
        Figure("50 Chinese characters, median", best("zh"), "ms", 5.0),
        Figure("50 English characters, median", best("en-us"), "ms", 5.0),
        Figure("50 new Chinese characters, median", best("zh, new"), "ms"),
        Figure("50 new English characters, median", best("en-us, new"), "ms"),
    ]


def _run() -> dict[str, float]:
    command = [sys.executable, "-m", "tests.bench.pronunciation_speed"]
    found: dict[str, float] = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    return found


def measure() -> dict[str, float]:
    """The figures of this process, which must not have imported a front end before."""
    before = _resident()
    start = time.perf_counter()
    from engines.models.kokoro.alphabet import ALPHABET  # noqa: PLC0415 - the import is measured
    from engines.text.reader import TextReader  # noqa: PLC0415
    from engines.types import Utterance  # noqa: PLC0415

    reader = TextReader(ALPHABET)

    def read(text: str, language: str) -> float:
        begun = time.perf_counter()
        for _ in reader.read(Utterance(text, ""), language):
            pass
        return 1000 * (time.perf_counter() - begun)

    for language, line in LINES.items():
        read(line, language)
    figures = {"start": time.perf_counter() - start}
    for language, line in LINES.items():
        for _ in range(WARM_UP):
            read(line, language)
        figures[language] = statistics.median(read(line, language) for _ in range(ROUNDS))
        new = _new_lines(language)
        figures[f"{language}, new"] = statistics.median(read(text, language) for text in new)
    return figures | {"memory": _resident() - before}


def _new_lines(language: str) -> list[str]:
    """Lines of about fifty characters that were not read before."""
    from tests.bench.corpus import load  # noqa: PLC0415
    from tests.bench.pronunciation_cases import annotated  # noqa: PLC0415

    if language == "zh":
        text = "".join(sentence.text for sentence in annotated("polyphones", "held_out"))
        return [text[start : start + 50] for start in range(0, len(text) - 50, 50)]
    return [sentence.text[:50] for sentence in load("en")]


def _resident() -> float:
    """Megabytes of this process in memory."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    print(json.dumps(measure()))
