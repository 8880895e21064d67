"""Writes the trained encoder as the program uses it: ``python -m engines.voices.training.export DATA TRAINED``.

DATA is what `prepare.py` wrote, TRAINED what `train.py` did. Writes `assets/weights/voice_encoder.onnx`, its weights
in half precision, and `voice_encoder.npz`, the directions and what is known of the stock voices. Needs the installed
default model and the extra `clone`; about four minutes on two cores.
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import soxr
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor, nn

from engines.engine import Engine
from engines.models.kokoro.calibration import sentences
from engines.models.kokoro.model import KokoroModel
from engines.models.kokoro.statistics import VoiceStatistics
from engines.models.kokoro.voices import KokoroVoice
from engines.types import FloatArray, Phonemes, Utterance
from engines.voices.hearing import SpeakerNetwork
from engines.voices.instant import MEL_BANDS, RATE, WEIGHTS, InstantCloner
from engines.voices.reference import prepare
from engines.voices.training.encoder import VoiceEncoder
from engines.voices.training.said import SAID
from engines.voices.training.train import load_state

log = logging.getLogger(__name__)

EMPHASIS = 1.3
"""How much farther from the mean voice a voice lies than was learned: an encoder that is unsure stays near the mean."""
_OPSET = 17
_WORTH_HALVING = 1024


class Exported(nn.Module):
    """Encoder and embedder in one: mel [1, 80, frames] and pieces [n, 160, 40] to what is known of a voice."""

    def __init__(self, speaker: SpeakerNetwork, encoder: VoiceEncoder) -> None:
        super().__init__()
        self.speaker, self.encoder = speaker, encoder

    def forward(self, mel: Tensor, pieces: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Coefficients [1, K], pace [1] and embedding [1, 256]."""
        # States of a batch that may vary, which the exporter would take for constant.
        state = torch.zeros(self.speaker.lstm.num_layers, pieces.shape[0], self.speaker.lstm.hidden_size)
        _, (hidden, _) = self.speaker.lstm(pieces, (state, state))
        raw = torch.relu(self.speaker.linear(hidden[-1]))
        mean = (raw / (raw.norm(dim=1, keepdim=True) + 1e-6)).mean(0, keepdim=True)
        embedding = mean / mean.norm(dim=1, keepdim=True)
        guess = self.encoder(mel, embedding)
        return EMPHASIS * guess.coefficients, guess.pace, embedding


def load_trained(folder: Path) -> VoiceEncoder:
    """The encoder as `train.py` saved it."""
    weights = load_state(folder, torch.device("cpu"))
    encoder = VoiceEncoder(weights["directions"].numpy(), weights["centre"].numpy())
    encoder.load_state_dict(weights)
    return encoder.eval()


def export(speaker: SpeakerNetwork, encoder: VoiceEncoder, path: Path) -> None:
    """Write the graph; every large constant in float16, converted when it is loaded."""
    example = (torch.zeros(1, MEL_BANDS, 400), torch.zeros(8, 160, 40))
    torch.onnx.export(
        Exported(speaker, encoder).eval(),
        example,
        str(path),
        input_names=["mel", "pieces"],
        output_names=["coefficients", "pace", "embedding"],
        dynamic_axes={"mel": {2: "frames"}, "pieces": {0: "pieces"}},
        opset_version=_OPSET,
        dynamo=False,
    )
    model = onnx.load(str(path))
    casts = []
    for tensor in model.graph.initializer:
        values = numpy_helper.to_array(tensor)
        if values.dtype == np.float32 and values.size > _WORTH_HALVING:
            name = tensor.name
            tensor.CopyFrom(numpy_helper.from_array(values.astype(np.float16), f"{name}.half"))
            casts.append(helper.make_node("Cast", [f"{name}.half"], [name], name=f"{name}.cast", to=TensorProto.FLOAT))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def packed(directions: FloatArray) -> dict[str, NDArray[Any]]:
    """[K, M] in whole numbers of a unit [K, 1] each."""
    units = np.abs(directions).max(axis=1, keepdims=True) / 127
    return {"directions": np.rint(directions / units).astype(np.int8), "direction_units": units.astype(np.float32)}


def stock_table(speaker: SpeakerNetwork) -> dict[str, FloatArray]:
    """Embedding [V, 256], prosody style [V, 128] and pace in English [V] of every stock voice, and their names."""
    names, embeddings, prosody, lengths = [], [], [], {}
    spoken = sentences("en-us")
    with Engine.open() as engine:
        model = engine.model
        assert isinstance(model, KokoroModel)
        nothing = VoiceStatistics.unknown(model.config.generator_channels_total)
        for info in model.voices.values():
            if info.kind != "stock":
                continue
            timbre = model.stock_timbre(info.name)
            voice = KokoroVoice(info, timbre, nothing)
            plans = [model.plan(Phonemes.from_symbols(s, info.name, "en-us"), voice) for s in spoken]
            lengths[info.name] = sum(p.frames for p in plans)
            sound, _ = model.measure(model.prepare(plans[0]))  # five seconds
            heard = soxr.resample(sound, model.sample_rate, RATE).astype(np.float32)
            with torch.no_grad():
                embeddings.append(speaker(torch.from_numpy(heard)[None])[0].numpy())
            names.append(info.name)
            prosody.append(timbre.prosody(60))
            log.info("%s", info.name)
    # The pace that the encoder foretells is relative to these two; see `prepare.py`.
    natural = [lengths["am_michael" if name[1] == "m" else "af_heart"] for name in names]
    return {
        "names": np.array(names),
        "speakers": np.stack(embeddings),
        "prosody": np.stack(prosody),
        "pace": np.log([n / lengths[name] for n, name in zip(natural, names, strict=True)]).astype(np.float32),
    }


def own_pace(engine: Engine, cloner: InstantCloner, name: str) -> float:
    """Pace of a stock voice in its own language, as the network hears it, which knows English alone.

    To compare other languages with the English of a style was wrong by a fifth: clones of Chinese speakers hurried.
    """
    language = engine.voices[name].language
    said = engine.speak(Utterance(SAID[language], name, language, at_once=True))
    samples = np.concatenate([chunk.samples for chunk in said])
    return cloner.pace(prepare(samples, engine.sample_rate, seconds=len(samples) / engine.sample_rate))


def correct_paces(path: Path) -> None:
    """Measure the pace of the voices that speak the languages of `SAID` again, in those."""
    with np.load(path, allow_pickle=False) as stored:
        table = {name: stored[name] for name in stored.files}
    cloner = InstantCloner.open()
    with Engine.open() as engine:
        for index, name in enumerate(str(name) for name in table["names"]):
            if engine.voices[name].language in SAID:
                before, table["pace"][index] = table["pace"][index], own_pace(engine, cloner, name)
                log.info("%s %.2f, in English %.2f", name, *np.exp([table["pace"][index], before]))
    np.savez(path, allow_pickle=False, **table)


def main() -> None:
    """Write both files."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("trained", type=Path)
    parser.add_argument("--stock", action="store_true", help="measure the stock voices again, too")
    options = parser.parse_args()
    with np.load(options.data / "speaker.npz") as table:
        weights = {name: table[name] for name in table.files}
    speaker, encoder = SpeakerNetwork(weights), load_trained(options.trained)
    export(speaker, encoder, WEIGHTS / "voice_encoder.onnx")
    table_path = WEIGHTS / "voice_encoder.npz"
    measured = options.stock or not table_path.exists()
    table = stock_table(speaker) if measured else dict(np.load(table_path, allow_pickle=False))
    voices = {"centre": encoder.centre.numpy().astype(np.float16), **packed(encoder.directions.detach().numpy())}
    np.savez(table_path, allow_pickle=False, **{**table, **voices, "filters": weights["filters"]})
    if measured:
        correct_paces(table_path)


if __name__ == "__main__":
    main()
