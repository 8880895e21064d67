"""The tiny model as a whole engine, for processes."""

from __future__ import annotations

from pathlib import Path

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from engines.streaming.cache_shared import SharedAudio
from engines.streaming.result_cache import ResultCache
from engines.voices.store import VoiceStore
from tests.tiny import TINY


def tiny_engine(pack: Path, home: Path, shared: SharedAudio | None = None) -> Engine:
    """An engine with the tiny model."""
    backend = OnnxRuntimeBackend(1, fast_integers=False)
    model = KokoroModel(pack, backend, home / "statistics", pack="tiny", config=TINY)
    return Engine(model, store=VoiceStore(home / "voices"), cache=ResultCache(8 << 20, shared=shared))
