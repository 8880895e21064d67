"""A server as a process, with the tiny model: ``python -m tests.serve.tiny_server PACK HOME [CONFIG]``."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from engines.serve.config import ServeConfig, load_config
from engines.serve.desk import Opened, opened_engine
from engines.serve.running import run
from engines.serve.triton import open_triton
from engines.streaming.result_cache import ResultCache
from engines.voices.store import VoiceStore
from tests.tiny import TINY


def main() -> None:
    """Serve until a signal comes; the first line on standard error tells where."""
    pack, home = Path(sys.argv[1]), Path(sys.argv[2])
    config = load_config(Path(sys.argv[3])) if len(sys.argv) > 3 else ServeConfig()

    def speaker() -> Opened:
        return open_triton(config.backend) if config.backend else opened_engine(tiny_engine(pack, home))

    run(replace(config, port=0, default_voice="af_tiny"), speaker, home)


def tiny_engine(pack: Path, home: Path) -> Engine:
    """An engine with the tiny model."""
    backend = OnnxRuntimeBackend(1, fast_integers=False)
    model = KokoroModel(pack, backend, home / "statistics", pack="tiny", config=TINY)
    return Engine(model, store=VoiceStore(home / "voices"), cache=ResultCache(8 << 20))


if __name__ == "__main__":
    main()
