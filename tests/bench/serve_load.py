"""A server under load: so many users for so long, with the tiny or the real model, by itself or before a Triton.

``python -m tests.bench.serve load --users 10 --minutes 10 --model tiny [--triton]`` measures one cell and writes it,
while it is measured, to `out/bench/serve_load/`; ``… serve load --table`` shows all that there are. A cell that is
there is not measured again, but with `--anew`. Users are processes of their own, on the same machine.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from rich.table import Table

from tests.bench.report import OUT, ROOT, circumstances, console, number
from tests.bench.serve_users import EVERY_SECONDS
from tests.serve.server_process import ServerProcess
from tests.serve.triton_process import Triton
from tests.tiny import write_tiny_pack

FOLDER = OUT / "serve_load"
CONFIG = (
    "[limits]\nstreams = 512\ntoken_streams = 512\nsockets = 512\nwaiting = 256\n"
    "requests_a_minute = 100000\naddress_requests_a_minute = 100000\n"
)
_CACHE_BYTES = 8 << 20
"""Of the results that are kept: so few that they are all there before memory is to be flat."""
VOICES = {"tiny": ("af_tiny", "am_small"), "real": ("af_heart", "bm_george")}
_USERS_OF_A_PROCESS = 50
_COLUMNS = {
    "min": "minutes",
    **{f"{name} ms": name for name in ("p50", "p90", "p99")},
    **{name: name for name in ("utterances", "underruns", "refused", "errors")},
    "MB": "memory",
    "MB/min": "slope",
    "capacity": "capacity",
    "load": "load",
}
"""Titles, and names of figures; the load is that of the machine before."""
_SETTLED_SECONDS = 120.0
"""After which memory is to be flat."""


@dataclass(frozen=True)
class Cell:
    """What is measured."""

    users: int
    minutes: float
    model: str
    triton: bool

    @property
    def path(self) -> Path:
        """Where it is kept: a line of circumstances, and then one for every ten seconds."""
        way = "triton" if self.triton else "alone"
        return FOLDER / f"{self.model}-{way}-{self.users}-{self.minutes:g}.jsonl"


def main(arguments: list[str]) -> int:
    """Measure a cell, or show those there are."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.serve load")
    parser.add_argument("--users", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--model", choices=tuple(VOICES), default="tiny")
    parser.add_argument("--triton", action="store_true", help="through Triton, of TIMBRE_TRITON_PYTHON")
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args(arguments)
    if not options.table:
        cell = Cell(options.users, options.minutes, options.model, options.triton)
        if options.anew or not is_whole(cell.path):
            measure(cell)
    console.print(overview())
    return 0


def is_whole(path: Path) -> bool:
    """Whether a cell was measured to its end."""
    return path.exists() and '"end"' in path.read_text("utf-8")


def measure(cell: Cell) -> None:
    """Run a cell, and write down what happens while it does."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack, cell.path.open("w", encoding="utf-8") as file:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server, processes = stack.enter_context(_served(cell, folder))
        _warm(server, cell)
        _write(file, {**circumstances(), "load_average": os.getloadavg()[0]})
        begun = time.perf_counter()
        for row in _rows(cell, server):
            parts = _memory(processes)
            at, memory = round(time.perf_counter() - begun, 1), round(sum(parts.values()), 1)
            _write(file, {**row, "at": at, "memory": memory, "parts": parts, "capacity": capacity(server)})
        _write(file, {"end": True, "load_average": os.getloadavg()[0]})


@contextmanager
def _served(cell: Cell, folder: Path) -> Iterator[tuple[ServerProcess, list[int]]]:
    """A server for a cell, and the processes that it consists of."""
    with ExitStack() as stack:
        config, home, pack = folder / "serve.toml", folder / "front", None
        home.mkdir()
        if cell.model == "tiny":
            pack = folder / "pack"
            pack.mkdir()
            write_tiny_pack(pack)
        processes, backend = [], ""
        if cell.triton:
            parameters = {"memory_bytes": str(_CACHE_BYTES)}
            triton = stack.enter_context(Triton(os.environ["TIMBRE_TRITON_PYTHON"], pack, folder, parameters))
            processes.append(triton.process.pid)
            backend = f'backend = "triton://{triton.address}"\n'
        config.write_text(f"{backend}{CONFIG}[cache]\nmemory_bytes = {_CACHE_BYTES}\n")
        server = stack.enter_context(ServerProcess(pack, home, config))
        yield server, [*processes, server.process.pid]


def _warm(server: ServerProcess, cell: Cell) -> None:
    """Have all voices measured, which happens once on a machine."""
    with _users(server, 2, 0.1, 900, cell) as process:
        process.wait(120)


@contextmanager
def _users(
    server: ServerProcess, users: int, seconds: float, first: int, cell: Cell
) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.bench.serve_users", server.url, str(users), str(seconds), str(first)]
    process = subprocess.Popen([*command, *VOICES[cell.model]], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout
        process.stdout.close()


def _rows(cell: Cell, server: ServerProcess) -> Iterator[dict[str, Any]]:
    """What all users met with, every ten seconds, until they are done."""
    count = math.ceil(cell.users / _USERS_OF_A_PROCESS)
    lines: list[dict[str, Any]] = []

    def read(process: subprocess.Popen[str]) -> None:
        assert process.stdout
        for line in process.stdout:
            lines.append(json.loads(line))

    with ExitStack() as stack:
        readers = []
        for i in range(count):
            users = cell.users // count + (i < cell.users % count)
            process = stack.enter_context(_users(server, users, 60 * cell.minutes, 100 * i, cell))
            readers.append(threading.Thread(target=read, args=(process,)))
            readers[-1].start()
        while any(reader.is_alive() for reader in readers):
            until = time.perf_counter() + EVERY_SECONDS
            while time.perf_counter() < until and any(reader.is_alive() for reader in readers):
                time.sleep(0.1)
            taken, lines[:] = lines[:], []
            yield {name: _joined([line[name] for line in taken]) for name in taken[0]} if taken else {}


def _joined(values: list[Any]) -> Any:
    return list(chain(*values)) if isinstance(values[0], list) else sum(values)


def _write(file: Any, row: dict[str, Any]) -> None:
    file.write(json.dumps(row) + "\n")
    file.flush()


def _memory(processes: list[int]) -> dict[str, float]:
    """Of all processes and their children's children, by their names, MB."""
    parts: dict[str, float] = {}
    for process in processes:
        for pid in _family(process):
            name = Path(f"/proc/{pid}/comm").read_text("utf-8").strip()
            parts[name] = round(parts.get(name, 0.0) + resident(pid), 1)
    return parts


def _family(pid: int) -> list[int]:
    """A process and its children's children."""
    found = [pid]
    for children in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in children.read_text("ascii").split():
            found += _family(int(child))
    return found


def resident(pid: int) -> float:
    """Memory of a process that is in RAM, MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")), 0) / 1024


def capacity(server: ServerProcess) -> float:
    """Texts at once that the server thinks it can keep up with; 0 where something else speaks for it."""
    with urllib.request.urlopen(f"{server.url}/metrics", timeout=30) as answer:
        found = re.search(r"^timbre_capacity (\S+)$", answer.read().decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0


def summary(path: Path) -> dict[str, Any]:
    """A cell in figures; memory grows by MB a minute, after two minutes or, of a short one, the first half."""
    head, *rows = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    rows = [row for row in rows if "at" in row]
    heard = [row for row in rows if "first" in row]
    first = 1000 * np.array([*chain(*(row["first"] for row in heard))] or [np.nan])
    settled = min(_SETTLED_SECONDS, rows[-1]["at"] / 2)
    old = [row for row in rows if row["at"] >= settled]
    late = np.array([(row["at"] / 60, row["memory"]) for row in old])
    result: dict[str, Any] = {f"p{q}": float(np.percentile(first, q)) for q in (50, 90, 99)}
    result |= {name: sum(row[name] for row in heard) for name in ("utterances", "underruns", "stopped", "refused")}
    errors = [*chain(*(row["errors"] for row in heard))]
    memory = {"memory": rows[-1]["memory"], "slope": _slope(late), "minutes": rows[-1]["at"] / 60}
    memory["parts"] = {
        name: (
            rows[-1]["parts"].get(name, 0.0),
            _slope(np.array([(r["at"] / 60, r["parts"].get(name, 0)) for r in old])),
        )
        for name in rows[-1].get("parts", {})
    }
    memory["capacity"] = float(np.median([row["capacity"] for row in rows]))
    return result | {"errors": len(errors), "kinds": sorted(set(errors))} | memory | {"load": head["load_average"]}


def _slope(points: Any) -> float:
    return float(np.polyfit(points[:, 0], points[:, 1], 1)[0]) if len(points) > 2 else math.nan


def overview() -> Table:
    """All cells that were measured, also in part."""
    table = Table(title="load", title_justify="left")
    for column in ("cell", *_COLUMNS):
        table.add_column(column, justify="left" if column == "cell" else "right")
    for path in sorted(FOLDER.glob("*.jsonl")) if FOLDER.exists() else []:
        if len(path.read_text("utf-8").splitlines()) < 3:
            continue
        figures = summary(path)
        table.add_row(path.stem, *(number(figures[name]) for name in _COLUMNS.values()))
        for name, (size, slope) in figures["parts"].items():
            table.add_row(f"  {name}: {number(size)} MB, {slope:+.2f} MB/min")
        for kind in figures["kinds"]:
            table.add_row(f"  {kind}")
    return table
