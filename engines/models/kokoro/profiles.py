"""The input shapes of every stage, for runtimes that build for them and for warm-up."""

from __future__ import annotations

from collections.abc import Callable

from engines.models.kokoro.config import KokoroConfig
from engines.runtime.backend import Profile, Range, Shape

LONGEST_FRAMES = 2400
"""A minute: 510 symbols at half speed stay below it."""
CONTEXT_FRAMES = 5
"""Windows with 5 frames beside them equal the whole to 121 dB and more (five voices), with 4 to 90, with 3 to 50."""
WINDOW = 40
"""Frames of a window on a GPU, context included: of one width, they share batches and captured graphs."""
BATCHES = (1, 2, 4, 8, 16, 32)
"""Windows that are run together; in between, a batch is filled up."""
_SHORTEST_WINDOW = 4
_USUAL_SYMBOLS = 64
_USUAL_FRAMES = 160


def stage_profiles(c: KokoroConfig) -> dict[str, Profile]:
    """By the stage's name; the inputs are described in `engines.models.kokoro.stages`."""
    total = c.generator_channels_total
    style = _always(1, c.style)

    def segments(shape: Callable[[int], Shape]) -> Range:
        return Range(shape(4), shape(_USUAL_FRAMES), shape(LONGEST_FRAMES))

    def features(frames: int) -> Shape:
        return (1, c.generator_channels, 2 * frames)

    def source(frames: int) -> Shape:
        return (1, 2 * c.bins, c.source_frames * frames + 1)

    curve = segments(lambda frames: (1, 2 * frames))
    return {
        "text": Profile(
            {"tokens": Range((1, 3), (1, _USUAL_SYMBOLS), (1, c.bert_positions)), "style": style}, half=True
        ),
        "prosody": Profile(
            {"hidden": segments(lambda frames: (1, frames, c.hidden + c.style)), "style": style}, half=True
        ),
        "front": Profile(
            {
                "content": segments(lambda frames: (1, c.hidden, frames)),
                "f0": curve,
                "energy": curve,
                "modulation": _always(1, c.front_modulation),
            },
            half=True,
        ),
        "generator": window_profile(c, usual_batch=1),
        "calibration": Profile(
            {
                "features": segments(features),
                "source": segments(source),
                "modulation": _always(1, 2 * total),
            }
        ),
    }


def window_profile(c: KokoroConfig, *, usual_batch: int) -> Profile:
    """Of the generator, for batches of windows."""
    total = c.generator_channels_total

    def windows(shape: Callable[[int, int], Shape]) -> Range:
        return Range(shape(1, _SHORTEST_WINDOW), shape(usual_batch, WINDOW), shape(BATCHES[-1], WINDOW))

    affine = windows(lambda batch, _: (batch, total))
    return Profile(
        {
            "features": windows(lambda batch, frames: (batch, c.generator_channels, 2 * frames)),
            "source": windows(lambda batch, frames: (batch, 2 * c.bins, c.source_frames * frames + 1)),
            "scale": affine,
            "shift": affine,
        },
        half=True,
        # Magnitudes are powers of e, and phases need more than 11 bits.
        float32_after=frozenset({"decoder.generator.conv_post.bias"}),
    )


def _always(*shape: int) -> Range:
    return Range(shape, shape, shape)
