"""Make `assets/weights/stock_statistics.npz` anew, when the graphs or the sentences of a measurement have changed.

Run it where the default model is installed: it measures the stock voices that have not been measured there, 6 s each.
"""

from __future__ import annotations

from typing import cast

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.models.kokoro.shipped import SHIPPED, write_shipped


def main() -> None:
    """Write the file."""
    with Engine.open() as engine:
        model = cast(KokoroModel, engine.model)
        names = [voice.name for voice in model.voices.values() if voice.origin is None]
        measured = {name: model.voice(name).statistics for name in names}
        known = {name: statistics for name, statistics in measured.items() if statistics is not None}
        write_shipped(known, model.measured_key, SHIPPED)


if __name__ == "__main__":
    main()
