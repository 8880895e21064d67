"""The four loaders of files from elsewhere, given broken ones for as long as wanted.

``python -m tests.bench.fuzz [--minutes 10] [--kind project|voice|lexicon|subtitles …] [--seed 1]``. A file must be
read or be refused with a TimbreError, within five seconds and a gigabyte, and nothing may be written outside of its
folder; `tests.broken_files` says how files are broken. What fails is made as small as it gets and printed; the exit
status is 1.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections import Counter

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.bench.report import Figure, conclude, console
from tests.broken_files import LOADERS, Loader, broken, check

_ROUND = 1000
"""Files of one seed."""
_MEMORY = 1 << 30
"""Bytes more than before that the process may ask for; Python fails when it asks for more."""


def main() -> int:
    """Fuzz, count and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--kind", action="append", choices=sorted(LOADERS))
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    _limit_memory()
    kinds = options.kind or list(LOADERS)
    counts = {kind: Counter[str]() for kind in kinds}
    failed = 0
    end = time.monotonic() + 60 * options.minutes
    number = options.seed
    while time.monotonic() < end:
        for kind in kinds:
            failed += not _round(kind, LOADERS[kind], number, counts[kind])
        number += 1
    for kind, count in counts.items():
        told = ", ".join(f"{name} {n}" for name, n in count.most_common())
        console.print(f"{kind:10} {count.total():7} files: {told}")
    console.print(f"seeds {options.seed} to {number - 1}")
    figures = [Figure(f"{kind}: files", count.total()) for kind, count in counts.items()]
    return conclude(
        "fuzz", [*figures, Figure("rounds that failed", failed, bound=0)], {k: dict(c) for k, c in counts.items()}
    )


def _round(kind: str, loader: Loader, number: int, count: Counter[str]) -> bool:
    @seed(number)
    @settings(
        max_examples=_ROUND,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(broken(loader))
    def each(file: tuple[str, bytes]) -> None:
        count[check(loader, *file)] += 1

    try:
        each()
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        console.print(f"[red bold]{kind}, seed {number}: {type(error).__name__}: {error}")
        console.print_exception(max_frames=8)
        return False
    return True


def _limit_memory() -> None:
    for line in open("/proc/self/statm", encoding="ascii"):  # noqa: SIM115, PTH123
        most = int(line.split()[0]) * resource.getpagesize() + _MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    sys.exit(main())
