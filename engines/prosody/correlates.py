"""What is known of how feelings sound, as changes of speech that feels nothing.

The directions and their order of size are those on which these reviews agree: Murray and Arnott, "Toward the simulation
of emotion in synthetic speech", Journal of the Acoustical Society of America 93 (1993); Banse and Scherer, "Acoustic
profiles in vocal emotion expression", Journal of Personality and Social Psychology 70 (1996); Juslin and Laukka,
"Communication of emotions in vocal expression and music performance", Psychological Bulletin 129 (2003); Scherer,
"Vocal communication of emotion", Speech Communication 40 (2003). The sizes are this project's, measured on its voices:
large enough to be told apart, and small enough for every word to be understood.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from engines.prosody.emotion import FEELINGS, Emotion
from engines.prosody.expression import Expression

CORRELATES = {
    # Joy: higher, wider, faster, louder.
    "happy": Expression(
        pitch=2.5,
        range=0.4,
        slope=0.8,
        final=1.0,
        rate=0.08,
        pauses=-0.15,
        energy=2.5,
        dynamics=0.1,
        tilt=1.5,
    ),
    # Hot anger: louder above all, faster, higher and wider, falling sharply, few pauses.
    "angry": Expression(
        pitch=1.5,
        range=0.35,
        slope=-2.0,
        final=-2.0,
        rate=0.14,
        vowels=-0.05,
        pauses=-0.45,
        energy=5.0,
        dynamics=0.2,
        tilt=4.0,
    ),
    # Sadness: lower, narrower, slower, softer, sinking, with long pauses.
    "sad": Expression(
        pitch=-2.3,
        range=-0.65,
        slope=-2.5,
        final=-1.0,
        rate=-0.14,
        pauses=0.5,
        energy=-4.0,
        dynamics=-0.1,
        tilt=-4.0,
        tremor=0.1,
    ),
    # Fear: very much higher and faster, trembling; its range is narrower than that of other arousal.
    "afraid": Expression(
        pitch=4.5,
        range=0.1,
        slope=1.5,
        final=1.5,
        rate=0.20,
        pauses=0.2,
        energy=1.0,
        tremor=0.35,
    ),
    # Disgust: lower, slower, a little wider, with long falls.
    "disgusted": Expression(
        pitch=-2.0,
        range=0.15,
        slope=-1.0,
        final=-3.0,
        rate=-0.22,
        vowels=0.1,
        pauses=0.25,
        energy=-1.0,
        tilt=1.0,
    ),
    # Low mood, like boredom: monotonous and drawn out, a little lower and softer.
    "melancholic": Expression(
        pitch=-0.8,
        range=-0.9,
        slope=-0.3,
        rate=-0.26,
        vowels=0.1,
        pauses=0.6,
        energy=-2.0,
        dynamics=-0.2,
        tilt=-2.0,
    ),
    # Surprise: higher, the widest, ending in a rise.
    "surprised": Expression(
        pitch=3.0,
        range=0.5,
        slope=3.0,
        final=7.0,
        rate=0.04,
        pauses=0.1,
        energy=1.5,
        dynamics=0.1,
        tilt=1.0,
    ),
    # Tenderness: softer, slower, smooth, a little lower and narrower.
    "calm": Expression(
        pitch=-1.0,
        range=-0.4,
        slope=-0.3,
        rate=-0.10,
        vowels=0.04,
        pauses=0.25,
        energy=-2.5,
        tilt=-2.5,
    ),
}
"""At their fullest."""


def expression_of(emotion: Emotion) -> Expression:
    """What an emotion does, its example included.

    Feelings that together are more than one share the room of one, so that a blend is between its parts.
    """
    if not emotion.felt:
        return Expression()
    room = max(1.0, sum(emotion.feelings))
    parts = (CORRELATES[name] * (level / room) for name, level in zip(FEELINGS, emotion.feelings, strict=True) if level)
    example = Expression() if emotion.example is None else emotion.example.at(emotion.strength)
    return _sum((*parts, _by_hand(emotion), example)) * emotion.intensity


def _by_hand(emotion: Emotion) -> Expression:
    return Expression(
        pitch=emotion.pitch,
        range=math.log1p(emotion.range),
        rate=math.log1p(emotion.rate),
        pauses=math.log1p(emotion.pauses),
        energy=emotion.energy,
    )


def _sum(parts: Iterable[Expression]) -> Expression:
    total = Expression()
    for part in parts:
        total = total + part
    return total
