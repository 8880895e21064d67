"""A server as a process, with the tiny model: ``python -m tests.serve.tiny_server PACK HOME [CONFIG]``."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from engines.serve.config import ServeConfig, load_config
from engines.serve.desk import Opened, opened_engine
from engines.serve.running import run
from engines.serve.triton import open_triton
from tests.serve.tiny_engine import tiny_engine


def main() -> None:
    """Serve until a signal comes; the first line on standard error tells where."""
    pack, home = Path(sys.argv[1]), Path(sys.argv[2])
    config = load_config(Path(sys.argv[3])) if len(sys.argv) > 3 else ServeConfig()

    def speaker() -> Opened:
        return open_triton(config.backend) if config.backend else opened_engine(tiny_engine(pack, home))

    run(replace(config, port=0, default_voice="af_tiny"), speaker, home)


if __name__ == "__main__":
    main()
