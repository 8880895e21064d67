"""Figures with their bounds: printed as a table, written as JSON, judged by the exit code."""

from __future__ import annotations

import json
import platform
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).parents[2]
OUT = ROOT / "out" / "bench"
console = Console(width=None if Console().is_terminal else 160)


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value and, where the project promises one, its bound."""

    name: str
    value: float
    unit: str = ""
    bound: float | None = None
    sense: Literal["at most", "at least"] = "at most"

    @property
    def kept(self) -> bool:
        """Whether the bound holds; a figure without one is only reported. NaN never holds."""
        if self.bound is None:
            return True
        return self.value <= self.bound if self.sense == "at most" else self.value >= self.bound


def conclude(bench: str, figures: list[Figure], details: Any = None) -> int:
    """Print the figures, write them to `out/bench/<bench>.json`, and return the exit code: 1 if a bound is broken."""
    console.print(table(bench, figures))
    OUT.mkdir(parents=True, exist_ok=True)
    content = {
        "bench": bench,
        **circumstances(),
        "figures": [asdict(f) | {"kept": f.kept} for f in figures],
        "details": details,
    }
    (OUT / f"{bench}.json").write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
    return 0 if all(f.kept for f in figures) else 1


def recorded(bench: str) -> list[Figure]:
    """The figures of the latest run, none if it wrote none."""
    path = OUT / f"{bench}.json"
    if not path.exists():
        return []
    rows = json.loads(path.read_text(encoding="utf-8"))["figures"]
    return [Figure(**{k: v for k, v in row.items() if k != "kept"}) for row in rows]


def table(title: str, figures: list[Figure]) -> Table:
    """A table of figures against their bounds."""
    result = Table(title=title, title_justify="left")
    for column, justify in (("figure", "left"), ("value", "right"), ("bound", "right"), ("", "left")):
        result.add_column(column, justify="right" if justify == "right" else "left")
    for figure in figures:
        bound = "" if figure.bound is None else f"{figure.sense} {number(figure.bound)} {figure.unit}"
        verdict = "" if figure.bound is None else ("[green]ok" if figure.kept else "[red bold]BROKEN")
        result.add_row(figure.name, f"{number(figure.value)} {figure.unit}", bound, verdict)
    return result


def number(value: float) -> str:
    """Three significant digits, without exponents for the sizes that occur here."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def circumstances() -> dict[str, str]:
    """Date, machine and versions: without them a figure says little."""
    packages = ("onnxruntime", "numpy", "kokoro-onnx", "faster-whisper")
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="minutes"),
        "machine": machine(),
        "versions": ", ".join([f"Python {platform.python_version()}", *(f"{p} {version(p)}" for p in packages)]),
    }


def machine() -> str:
    """Processor and core count."""
    import os  # noqa: PLC0415

    info = Path("/proc/cpuinfo")
    names = (
        [line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
        if info.exists()
        else []
    )
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{names[0] if names else platform.processor() or platform.machine()}, {cores} cores"
