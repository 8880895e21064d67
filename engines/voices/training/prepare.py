"""Reads recordings and transcripts and writes what training needs: ``python -m engines.voices.training.prepare``.

Takes a folder of recordings (one speaker a clip, named as LibriSpeech names them) and a JSON file of transcripts.
Needs the installed default model; takes about one second a clip.
"""

from __future__ import annotations

import argparse
import logging
import shutil
from pathlib import Path

import numpy as np
import soundfile as sf
import soxr

from engines.audio.pitch import track_pitch_widened
from engines.engine import DEFAULT_PACK, Engine
from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.graph_weights import read_graph_weights
from engines.models.kokoro.voices import read_styles
from engines.models.store import ModelStore
from engines.paths import home
from engines.types import FloatArray, Phonemes, Utterance
from engines.voices.training.corpus import LONGEST_SECONDS, PLANS, Clip, read_transcripts, register_voice, save_clips

log = logging.getLogger(__name__)

_RATE = 16_000
_OTHERS = ("af_bella", "am_fenrir", "bf_emma", "bm_george")
_SLOWEST, _FASTEST = 6.0, 30.0
"""Symbols a second; outside, the transcript is not what was said."""
SEED = 20261130
USUAL_SYMBOLS = 60
"""Length of the segment whose row of a stock voice's styles stands for it."""


def main() -> None:
    """Write clips and the network's weights."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recordings", type=Path)
    parser.add_argument("transcripts", type=Path)
    parser.add_argument("speaker", type=Path, help="weights of the speaker embedder, .npz")
    parser.add_argument("target", type=Path)
    options = parser.parse_args()
    transcripts = read_transcripts(options.transcripts)
    rng = np.random.default_rng(SEED)
    clips = []
    with Engine.open(threads=1) as engine:
        for path in sorted(options.recordings.rglob("*.flac")):
            others = rng.choice(_OTHERS, PLANS - 1, replace=False).tolist()
            clip = read_clip(engine, path, transcripts.get(path.stem, ""), others)
            if clip is None:
                log.info("left out %s: %s", path.stem, transcripts.get(path.stem, "no transcript")[:60])
            else:
                clips.append(clip)
                log.info("%d %s", len(clips), clip.name)
    save_clips(clips, options.target)
    pack = ModelStore(home()).require(DEFAULT_PACK)
    weights = read_graph_weights([pack / "front.onnx", pack / "calibration.onnx"])
    np.savez(options.target / "network.npz", allow_pickle=False, **weights)
    save_stock(pack, options.target / "stock.npz")
    shutil.copyfile(options.speaker, options.target / "speaker.npz")


def save_stock(pack: Path, path: Path) -> None:
    """Write the stock voices as modulations and prosody styles of a usual length, and the mixture of harmonics."""
    config = KokoroConfig()
    with np.load(pack / "tables.npz", allow_pickle=False) as tables:
        weight = np.concatenate([tables["front_weight"], tables["generator_weight"]])
        bias = np.concatenate([tables["front_bias"], tables["generator_bias"]])
        harmonics = {name: tables[name] for name in ("source_weight", "source_bias")}
    voices = sorted((pack / "voices").glob("*.bin"))
    styles = np.stack([read_styles(v, config)[USUAL_SYMBOLS] for v in voices])
    np.savez(
        path,
        allow_pickle=False,
        names=np.array([v.stem for v in voices]),
        modulation=(styles[:, : config.style] @ weight.T + bias).astype(np.float32),
        prosody=styles[:, config.style :],
        **harmonics,
    )


def read_clip(engine: Engine, path: Path, text: str, others: list[str]) -> Clip | None:
    """One clip; None if the transcript cannot be that of the recording, or is longer than the model takes."""
    samples, rate = sf.read(path, dtype="float32")
    sound: FloatArray = soxr.resample(samples, rate, _RATE).astype(np.float32)
    seconds = len(sound) / _RATE
    if not text.strip() or seconds > LONGEST_SECONDS + 3:
        return None
    f0 = track_pitch_widened(sound, _RATE)
    nearest = register_voice(f0)
    symbols = " ".join(p.symbols.strip() for p in engine.phonemize(Utterance(text, nearest, "en-us")))
    if len(symbols) > engine.model.max_symbols or not _SLOWEST < len(symbols) / seconds < _FASTEST:
        return None
    plans = []
    for voice in (nearest, *others):
        plans.append(engine.plan(Phonemes.from_symbols(symbols, voice, "en-us")))
    frames = len(sound) // 400
    curve = np.zeros(2 * frames, np.float32)
    curve[: min(len(f0), 2 * frames)] = f0[: 2 * frames]
    return Clip(
        path.stem,
        (np.clip(sound[: frames * 400], -1, 1) * 32767).astype(np.int16),
        plans[0].content.astype(np.float16),
        curve,
        np.stack([p.durations for p in plans]).astype(np.int16),
        np.concatenate([p.f0 for p in plans]).astype(np.float16),
        np.concatenate([p.energy for p in plans]).astype(np.float16),
    )


if __name__ == "__main__":
    main()
