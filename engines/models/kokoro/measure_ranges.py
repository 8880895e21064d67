"""Measures the value ranges of `ranges.json`: `python -m engines.models.kokoro.measure_ranges`.

Needs the installed default model and its sources. A third of the voices, two minutes on two cores.
"""

from __future__ import annotations

import json
import logging
import tempfile
from collections import defaultdict
from pathlib import Path

import numpy as np
import onnx

from engines.models.kokoro.calibration import sentences
from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.model import KokoroModel
from engines.models.kokoro.profiles import stage_profiles
from engines.models.kokoro.ranges import FILE, integer_paths
from engines.models.kokoro.stages import range_stage
from engines.models.kokoro.statistics import Shares, VoiceStatistics
from engines.models.kokoro.voices import KokoroVoice, fold_normalisation
from engines.models.kokoro.weights import from_int8_onnx
from engines.models.store import ModelStore
from engines.paths import home
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from engines.types import FloatArray, Phonemes

log = logging.getLogger(__name__)

PACK = "kokoro-v1.0"
PERCENTILE = 99.99
"""What lies outside is clipped; the rare extremes would cost everything else two bits."""
EVERY_VOICE = 3
SENTENCES = 3


def main() -> None:
    """Run the tapped generator on several voices and write the widest range of each tensor."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    c = KokoroConfig()
    folder = ModelStore(home()).require(PACK)
    weights = from_int8_onnx(home() / "sources" / PACK / "registry" / "model.onnx")
    paths = integer_paths(c)
    names = [f"{path}.{end}" for path in paths for end in "xy"]
    lows: dict[str, list[float]] = defaultdict(list)
    highs: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as temporary:
        backend = OnnxRuntimeBackend()
        model = KokoroModel(folder, backend, Path(temporary), pack=PACK)
        graph = Path(temporary) / "ranges.onnx"
        onnx.save(range_stage(weights, c, paths), str(graph))
        session = backend.load(graph, stage_profiles(c)["generator"])
        for name in sorted(model.voices)[::EVERY_VOICE]:
            for symbols in sentences(model.voices[name].language)[:SENTENCES]:
                outputs = session.run(_inputs(model, name, symbols))
                for tensor in names:
                    lows[tensor].append(float(np.percentile(outputs[tensor], 100 - PERCENTILE)))
                    highs[tensor].append(float(np.percentile(outputs[tensor], PERCENTILE)))
            log.info("%s", name)
    table = {
        path: [[round(min(lows[f"{path}.{end}"]), 3), round(max(highs[f"{path}.{end}"]), 3)] for end in "xy"]
        for path in paths
    }
    rows = ",\n".join(f" {json.dumps(path)}: {json.dumps(pair)}" for path, pair in table.items())
    FILE.write_text(f"{{\n{rows}\n}}\n", "utf-8")


def _inputs(model: KokoroModel, name: str, symbols: str) -> dict[str, FloatArray]:
    """Generator inputs for one sentence, normalised by its own statistics."""
    c = model.config
    nothing = VoiceStatistics.unknown(c.generator_channels_total)
    voice = KokoroVoice(model.voices[name], model.stock_timbre(name), nothing)
    phonemes = Phonemes.from_symbols(symbols, name, model.voices[name].language)
    segment = model.prepare(model.plan(phonemes, voice))
    own = VoiceStatistics.fit([(Shares(0.0, 0.0), model.measure(segment)[1])]).at(Shares(0.0, 0.0))
    scale, shift = fold_normalisation(segment.modulation, own, c)
    return {
        "features": segment.features[None],
        "source": segment.source.spectrum(0, segment.frames)[None],
        "scale": scale[None],
        "shift": shift[None],
    }


if __name__ == "__main__":
    main()
