"""The input shapes of every stage, for runtimes that build for them and for warm-up."""

from __future__ import annotations

from collections.abc import Callable

from engines.models.kokoro.config import KokoroConfig
from engines.runtime.backend import Profile, Range, Shape

LONGEST_FRAMES = 2400
"""A minute: 510 symbols at half speed stay below it."""
LARGEST_BATCH = 16
_USUAL_SYMBOLS = 64
_USUAL_FRAMES = 160
_USUAL_WINDOW = 24


def stage_profiles(c: KokoroConfig) -> dict[str, Profile]:
    """By the stage's name; the inputs are described in `engines.models.kokoro.stages`."""
    total = c.generator_channels_total
    style = _always(1, c.style)

    def segments(shape: Callable[[int], Shape]) -> Range:
        return Range(shape(4), shape(_USUAL_FRAMES), shape(LONGEST_FRAMES))

    def windows(shape: Callable[[int, int], Shape]) -> Range:
        return Range(shape(1, 1), shape(1, _USUAL_WINDOW), shape(LARGEST_BATCH, LONGEST_FRAMES))

    def features(batch: int, frames: int) -> Shape:
        return (batch, c.generator_channels, 2 * frames)

    def source(batch: int, frames: int) -> Shape:
        return (batch, 2 * c.bins, c.source_frames * frames + 1)

    affine = windows(lambda batch, _: (batch, total))
    curve = segments(lambda frames: (1, 2 * frames))
    return {
        "text": Profile(
            {"tokens": Range((1, 3), (1, _USUAL_SYMBOLS), (1, c.bert_positions)), "style": style},
        ),
        "prosody": Profile({"hidden": segments(lambda frames: (1, frames, c.hidden + c.style)), "style": style}),
        "front": Profile(
            {
                "content": segments(lambda frames: (1, c.hidden, frames)),
                "f0": curve,
                "energy": curve,
                "modulation": _always(1, c.front_modulation),
            }
        ),
        "generator": Profile(
            {"features": windows(features), "source": windows(source), "scale": affine, "shift": affine}
        ),
        "calibration": Profile(
            {
                "features": segments(lambda frames: features(1, frames)),
                "source": segments(lambda frames: source(1, frames)),
                "modulation": _always(1, 2 * total),
            }
        ),
    }


def _always(*shape: int) -> Range:
    return Range(shape, shape, shape)
