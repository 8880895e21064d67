"""Does memory grow? Speaks 1,000 short lines in a row with several voices. ``python -m tests.bench.soak``"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

from rich.progress import track
from rich.table import Table

from engines.engine import Engine
from engines.streaming.result_cache import CacheSize
from engines.types import Utterance
from tests.bench.report import Figure, conclude, console

LINES = 1000
EVERY = 50
EARLY = 100
CACHE = 8 << 20
"""Bytes of what is remembered: full before line `EARLY`."""
BOUND = 5.0
"""Per cent."""
VOICES = ("af_heart", "zf_xiaoxiao", "am_michael", "zm_yunxi")
_WHO = ("She", "He", "They", "We", "You")
_DID = ("saw", "heard", "knew", "left", "found")
_WHAT = ("it", "him", "the cat", "a key", "number {}")
_WHO_ZH = ("她", "他", "我们", "你们", "大家")
_DID_ZH = ("看见", "听到", "知道", "忘了", "找到")
_WHAT_ZH = ("了", "他", "那只猫", "钥匙", "{}号")


def main() -> int:
    """Speak all lines and compare resident memory early and late."""
    sizes = []
    with Engine.open(cache=CacheSize(CACHE)) as engine:
        for line in track(range(LINES), "lines", console=console):
            for _ in engine.speak(utterance(line)):
                pass
            sizes.append(resident())
    show(sizes)
    early, late = sizes[EARLY - 1], sizes[-1]
    figures = [
        Figure(f"resident after line {EARLY}", early, "MB"),
        Figure(f"resident after line {LINES}", late, "MB"),
        Figure("growth", 100 * (late / early - 1), "%", BOUND),
    ]
    return conclude("soak", figures, sizes)


def utterance(line: int) -> Utterance:
    """A line of two to five words, in turn by every voice; no two of the same voice within 100 are alike."""
    voice = VOICES[line % len(VOICES)]
    index = line // len(VOICES)
    if voice.startswith("z"):
        phrases = ["".join(words) + "。" for words in product(_WHO_ZH, _DID_ZH, _WHAT_ZH)]
    else:
        phrases = [" ".join(words) + "." for words in product(_WHO, _DID, _WHAT)]
    return Utterance(phrases[index % len(phrases)].format(line), voice)


def resident() -> float:
    """Memory of this process that is in RAM, MB."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise OSError("/proc/self/status has no VmRSS")


def show(sizes: list[float]) -> None:
    """Print the curve as a bar for every so many lines."""
    table = Table(title="resident memory", title_justify="left")
    table.add_column("line", justify="right")
    table.add_column("MB", justify="right")
    table.add_column("")
    for line in (1, *range(EVERY, LINES + 1, EVERY)):
        size = sizes[line - 1]
        table.add_row(str(line), f"{size:.0f}", "█" * round(40 * size / max(sizes)))
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
