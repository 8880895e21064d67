"""How soon is there sound? Against kokoro-onnx, which speaks the same texts with the same weights.

Each engine has a process of its own, loaded and warmed up; they take turns (A B A B …), so that a busy machine is
unfair to neither, and medians of several wordings of each text are compared (no cache of results can help).
``python -m tests.bench.latency``

*First audible sample*: the listener presses play, every chunk is played as soon as it is there and the one before is
over; the time is that of the first 10 ms whose level is above 40 dB under the level of the speech. The level of the
speech is the RMS of all 10 ms frames within 40 dB of the loudest.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from rich.progress import track
from rich.table import Table

from tests.bench.report import ROOT, Figure, conclude, console

REPEATS = 5
NOISE = 1.05
"""What counts as equal between two medians on a busy machine."""
TOO_BUSY = 0.7
"""Real-time factor of the other engine above which holes in playback are the machine's fault."""
ENGINES = ("timbre", "kokoro-onnx")


@dataclass(frozen=True, slots=True)
class Script:
    """A text with a gap that is filled differently in every repetition."""

    name: str
    length: str
    voice: str
    text: str
    fillers: tuple[str, ...]


_DAYS = ("Monday", "Tuesday", "Thursday", "Friday", "Sunday")
_ZH_DAYS = ("星期一", "星期二", "星期四", "星期五", "星期天")

SCRIPTS = (
    Script("English, 3 s", "short", "af_heart", "The night train to London always leaves on {} at noon.", _DAYS),
    Script(
        "English, 25 s sentence",
        "long",
        "af_heart",
        "When the storm finally passed on {}, the fishermen went down to the harbor, counted their boats, mended their "
        "nets, and told each other stories about the waves, which had been taller than the church, about the wind, "
        "which had carried away the roof of the market, and about the old captain, who had stood on the pier all night "
        "with a lantern in his hand, waiting for the last ship, which came home in the morning with everyone on board.",
        _DAYS,
    ),
    Script(
        "English, 25 s paragraph",
        "long",
        "af_heart",
        "The library opens again on {} after a long winter. Every shelf has been dusted, and the reading room smells "
        "of fresh paint. A new lamp stands on each table. The children will find their books on the ground floor, "
        "close to the garden. Upstairs there are maps, newspapers and a small collection of letters. Nobody knows who "
        "wrote them, but they have been read so often that the paper is as soft as cloth. Coffee is served in the "
        "hall until the evening.",
        _DAYS,
    ),
    Script("Chinese, 3 s", "short", "zf_xiaoxiao", "去北京的火车{}中午十二点出发。", _ZH_DAYS),
    Script(
        "Chinese, 25 s sentence",
        "long",
        "zf_xiaoxiao",
        "{}那场暴风雨过去以后，渔民们来到港口，数了数自己的船，补好了破掉的渔网，一边干活一边说起昨夜的故事，"
        "有人说海浪比教堂还要高，有人说大风吹走了市场的屋顶，还有人说那位老船长整夜站在码头上，手里提着一盏灯，"
        "一直等着最后一条船，而那条船终于在清晨平安回来了。",
        _ZH_DAYS,
    ),
    Script(
        "Chinese, 25 s paragraph",
        "long",
        "zf_xiaoxiao",
        "经过一个漫长的冬天，图书馆{}重新开放了。每个书架都擦得干干净净，阅览室里还有一点新油漆的味道。"
        "每张桌子上都放着一盏新台灯。孩子们的书在一楼，靠近花园。楼上有地图、报纸，还有一些旧信件。"
        "没有人知道这些信是谁写的，可是大家都喜欢读。大厅里一直供应咖啡，直到晚上。",
        _ZH_DAYS,
    ),
)


class Worker:
    """One engine in a process of its own, asked over a pipe."""

    def __init__(self, engine: str) -> None:
        command = [sys.executable, "-m", "tests.bench.latency_worker", engine]
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.loading = self._answer()["seconds"]

    def speak(self, text: str, voice: str) -> dict[str, float]:
        """Times of one rendering, see `latency_worker.timed`."""
        return self._ask({"text": text, "voice": voice})

    def close(self) -> float:
        """End the process; its peak memory in MB."""
        peak = self._ask({})["peak"]
        self._process.communicate()
        return peak

    def _ask(self, request: dict[str, str]) -> dict[str, float]:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, float]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"{self._process.args!r} ended with code {self._process.wait()}.")
        answer: dict[str, float] = json.loads(line)
        return answer


def main() -> int:
    """Measure both engines in turn and compare."""
    workers = {engine: Worker(engine) for engine in ENGINES}
    runs: dict[tuple[str, str], list[dict[str, float]]] = defaultdict(list)
    for repeat in track(range(REPEATS), "repetitions", console=console):
        for script in SCRIPTS:
            for engine, worker in workers.items():
                text = script.text.format(script.fillers[repeat % len(script.fillers)])
                runs[script.name, engine].append(worker.speak(text, script.voice))
    loading = {engine: worker.loading for engine, worker in workers.items()}
    peaks = {engine: worker.close() for engine, worker in workers.items()}
    medians = {
        key: {field: statistics.median(run[field] for run in listed) for field in listed[0]}
        for key, listed in runs.items()
    }
    show(medians)
    return conclude(
        "latency",
        compare(medians, peaks, loading),
        [{"script": k[0], "engine": k[1], "runs": v} for k, v in runs.items()],
    )


def compare(
    medians: dict[tuple[str, str], dict[str, float]], peaks: dict[str, float], loading: dict[str, float]
) -> list[Figure]:
    """The promises: sooner by a factor for every script, and no dearer."""
    ours, theirs = ENGINES
    figures = []
    for script in SCRIPTS:
        mine, other = medians[script.name, ours], medians[script.name, theirs]
        figures += [
            Figure(f"{script.name}: first audible sample", 1000 * mine["audible"], "ms"),
            Figure(
                f"{script.name}: sooner than {theirs}",
                other["audible"] / mine["audible"],
                "x",
                15 if script.length == "long" else 2.5,
                "at least",
            ),
            Figure(
                f"{script.name}: holes in playback",
                1000 * mine["holes"],
                "ms",
                0 if other["rtf"] < TOO_BUSY else None,
            ),
        ]
    for field, label in (("rtf", "wall time per second of audio"), ("cpu", "CPU time per second of audio")):
        values = {e: statistics.mean(medians[s.name, e][field] for s in SCRIPTS) for e in ENGINES}
        figures.append(Figure(f"{label}, {theirs}", values[theirs]))
        figures.append(Figure(label, values[ours], "", NOISE * values[theirs] if field == "rtf" else None))
    figures += [
        Figure(f"peak memory, {theirs}", peaks[theirs], "MB"),
        Figure("peak memory", peaks[ours], "MB", NOISE * peaks[theirs]),
        *(Figure(f"loading and warming up, {engine}", seconds, "s") for engine, seconds in loading.items()),
    ]
    return figures


def show(medians: dict[tuple[str, str], dict[str, Any]]) -> None:
    """Print the medians of every script and engine."""
    table = Table(title=f"medians of {REPEATS}", title_justify="left")
    for column in ("text", "engine", "first chunk, ms", "first audible, ms", "all, s", "audio, s", "RTF", "CPU s / s"):
        table.add_column(column, justify="left" if column in {"text", "engine"} else "right")
    for (script, engine), m in sorted(medians.items()):
        table.add_row(
            script,
            engine,
            f"{1000 * m['chunk']:.0f}",
            f"{1000 * m['audible']:.0f}",
            f"{m['all']:.2f}",
            f"{m['audio']:.1f}",
            f"{m['rtf']:.2f}",
            f"{m['cpu']:.2f}",
        )
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
