"""`timbre engines`: build the engines of the GPU, list, check and clear them."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from engines.errors import TimbreError
from studio.commands import terminal
from studio.engine_look import engine_cache, precision, stage_graphs

if TYPE_CHECKING:
    from engines.runtime.stage_building import BuildStep
    from engines.runtime.tensorrt import Capability


class NothingBuiltError(TimbreError):
    """There are no built engines."""


def build(home: Path, *, half: bool, capability: Capability | None, as_json: bool) -> None:
    """Build what the default model lacks for this GPU, or, with `capability`, try the build for another.

    TensorRT-RTX builds for GPUs that are not there; what is built so is checked and thrown away, since the name of the
    card is a part of what an engine is kept under.
    """
    from engines.runtime.choosing import Acceleration, open_tensorrt  # noqa: PLC0415
    from engines.runtime.stage_building import build_missing, build_stage  # noqa: PLC0415
    from engines.runtime.tensorrt import BuildOptions, find_tensorrt  # noqa: PLC0415

    graphs = stage_graphs(home)
    show = _told_json if as_json else _told
    if capability is None:
        built = build_missing(open_tensorrt(home, Acceleration(half=half)), graphs, show)
        _report(f"Built: {', '.join(built)}." if built else "All engines are built already.", built, as_json=as_json)
        return
    tensorrt = find_tensorrt(capability)
    options = BuildOptions(half=half, capability=capability)
    for stage, (graph, profile) in graphs.items():
        pieces = build_stage(graph, profile, tensorrt, options).pieces
        size = sum(len(piece.plan) for piece in pieces)
        if as_json:
            terminal.print_json_line("stage", stage=stage, bytes=size)
        else:
            terminal.note(f"{stage}: {size / 1e6:.0f} MB")


def show(home: Path, *, as_json: bool) -> None:
    """List what is built."""
    rows = [
        (s.key.stage, precision(s), f"{s.key.flavour} {s.key.version}", s.key.device, s.size / 1e6, s.built)
        for s in engine_cache(home).list()
    ]
    columns = ("stage", "precision", "runtime", "gpu", "megabytes", "built")
    if as_json:
        terminal.print_json([dict(zip(columns, row, strict=True)) for row in rows])
    elif rows:
        terminal.table(columns, [(*row[:4], f"{row[4]:.0f}", row[5]) for row in rows])
    else:
        terminal.note("No engines are built; `timbre engines build` builds them where there is an NVIDIA GPU.")


def verify(home: Path) -> None:
    """Read every engine; damaged ones are removed."""
    problems = 0
    for stage, problem in engine_cache(home).verify():
        problems += bool(problem)
        state = f"damaged and removed ({problem})" if problem else "whole"
        terminal.note(f"{stage.key.stage}, {precision(stage)}, {stage.key.device}: {state}")
    if problems:
        raise NothingBuiltError(f"{problems} stages have to be built again: `timbre engines build`.")


def clear(home: Path) -> None:
    """Remove all engines."""
    terminal.note(f"{engine_cache(home).clear() / 1e6:.0f} MB freed.")


def _told(step: BuildStep) -> bool:
    if not step.phase:
        terminal.note(f"Building {step.stage} ({step.number + 1} of {step.of}); this takes minutes, once.")
    return True


def _told_json(step: BuildStep) -> bool:
    terminal.print_json_line("step", **asdict(step))
    return True


def _report(sentence: str, built: list[str], *, as_json: bool) -> None:
    if as_json:
        terminal.print_json_line("done", built=built)
    else:
        terminal.note(sentence)
