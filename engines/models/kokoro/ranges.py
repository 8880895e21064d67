"""Value ranges for the convolutions that CPUs do in 8-bit integers, and how they were measured.

A third of the generator shapes the harmonic excitation, and bears 8 bits well: against float32 the audio keeps 30 dB of
signal to noise, and the noise in pauses stays under -76 dBFS. With ranges known beforehand every window is computed
alike, which ranges found while running would not allow. The blocks after it also lose little, but what they take in
differs between windows by float32 rounding, which 8 bits magnify: windows then equal the whole to 58 dB only.

`python -m engines.models.kokoro.measure_ranges` measures `ranges.json` anew.
"""

from __future__ import annotations

import json
from pathlib import Path

from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.layers import ValueRange
from engines.models.kokoro.stages import Ranges

INTEGER_BLOCKS = ("noise_res.0", "noise_res.1")
FILE = Path(__file__).with_name("ranges.json")


def integer_paths(c: KokoroConfig) -> tuple[str, ...]:
    """Module paths of the convolutions done in integers."""
    return tuple(
        f"decoder.generator.{block}.convs{half}.{k}"
        for block in INTEGER_BLOCKS
        for k in range(len(c.resblock_dilations))
        for half in (1, 2)
    )


def read_ranges() -> Ranges:
    """The measured ranges of Kokoro v1.0."""
    table = json.loads(FILE.read_text("utf-8"))
    return {path: (ValueRange(*x), ValueRange(*y)) for path, (x, y) in table.items()}
