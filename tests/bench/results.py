"""`RESULTS.md`: one line for every figure worth keeping, newest last."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from tests.bench.report import OUT, number, recorded

FILE = Path(__file__).parent / "RESULTS.md"


def append(benches: Iterable[str]) -> None:
    """Add the latest figures of these benches, as written below `out/bench`."""
    lines = []
    for bench in benches:
        figures = recorded(bench)
        if not figures:
            continue
        run = json.loads((OUT / f"{bench}.json").read_text(encoding="utf-8"))
        date = run["date"][:10]
        for figure in figures:
            bound = (
                ""
                if figure.bound is None
                else f"{figure.sense} {number(figure.bound)}{'' if figure.kept else ' (broken)'}"
            )
            value = f"{number(figure.value)} {figure.unit}".strip()
            lines.append(f"| {date} | {run['machine']} | {run['versions']} | {figure.name} | {value} | {bound} |\n")
    with FILE.open("a", encoding="utf-8") as file:
        file.writelines(lines)
