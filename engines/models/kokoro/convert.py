"""Conversion of the published weights into stage graphs and tables; runs once, when a pack is installed."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import onnx

from engines.models.base import Progress
from engines.models.kokoro import stages
from engines.models.kokoro.builder import GraphBuilder
from engines.models.kokoro.config import INTEGER_GENERATOR, KokoroConfig
from engines.models.kokoro.ranges import read_ranges
from engines.models.kokoro.voices import read_styles
from engines.models.kokoro.weights import Weights, from_int8_onnx, from_state_dict
from engines.models.torchfile import load_torch_file, load_torch_tensor

_STAGES = {
    "text": stages.text_stage,
    "prosody": stages.prosody_stage,
    "front": stages.front_stage,
    "generator": stages.generator_stage,
    "calibration": stages.calibration_stage,
}


def convert(source: Path, target: Path, progress: Progress) -> None:
    """Write the graphs, tables and voices of a pack.

    Parameters
    ----------
    source
        `model.onnx` (the int8 export) and `voices/*.bin`, or `kokoro-v1_0.pth` and `voices/*.pt` from the model hub.
    target
        An empty folder.
    progress
        Called with a step's name and the fraction done.

    Raises
    ------
    ModelDamagedError
        If the weights are not those of Kokoro.
    """
    progress("reading weights", 0.0)
    weights = _read_weights(source)
    write_graphs(weights, KokoroConfig(), read_ranges(), target, progress)
    progress("copying voices", 0.9)
    _copy_voices(source / "voices", target / "voices", KokoroConfig())
    progress("converted", 1.0)


def write_graphs(
    weights: Weights, config: KokoroConfig, ranges: stages.Ranges, target: Path, progress: Progress
) -> None:
    """Write every stage graph, the generator for fast integers, and the tables that the host computes with."""
    for i, (name, build) in enumerate(_STAGES.items()):
        progress(f"building the {name} stage", 0.1 + 0.13 * i)
        onnx.save(build(weights, config), str(target / f"{name}.onnx"))
    onnx.save(stages.generator_stage(weights, config, ranges), str(target / f"{INTEGER_GENERATOR}.onnx"))
    g = GraphBuilder("tables", weights)
    parts = {"front": config.front_norms, "generator": config.generator_norms}
    tables = {
        f"{part}_{kind}": np.concatenate([g.raw(f"{path}.fc.{kind}") for path, _ in norms])
        for part, norms in parts.items()
        for kind in ("weight", "bias")
    }
    mix = "decoder.generator.m_source.l_linear"
    np.savez(
        target / "tables.npz",
        allow_pickle=False,
        **tables,
        source_weight=g.raw(f"{mix}.weight").reshape(-1),
        source_bias=g.raw(f"{mix}.bias").reshape(()),
    )


def _read_weights(source: Path) -> Weights:
    export = source / "model.onnx"
    if export.exists():
        return from_int8_onnx(export)
    return from_state_dict(load_torch_file(source / "kokoro-v1_0.pth"))


def _copy_voices(source: Path, target: Path, config: KokoroConfig) -> None:
    """Those that there are: the program brings some of its own."""
    target.mkdir()
    for path in sorted(source.glob("*.bin")):
        read_styles(path, config)
        shutil.copyfile(path, target / path.name)
    for path in sorted(source.glob("*.pt")):
        load_torch_tensor(path).astype("<f4").tofile(target / f"{path.stem}.bin")
        read_styles(target / f"{path.stem}.bin", config)
