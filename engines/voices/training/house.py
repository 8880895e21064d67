"""Makes the house voices, those that come with the program: `python -m engines.voices.training.house [NAME …]`.

Each is a blend of stock voices with its sliders moved, written to `assets/voices` with its statistics, so that it
speaks at once. Parents were chosen so that the voices are unlike one another: no two share one.
`tests.bench.house_voices` measures them; its figures are in `tests/bench/RESULTS.md`. Needs the installed default
model; some 30 s a voice on two cores.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.voices.blend import blend
from engines.voices.morphs import Morphs
from engines.voices.profile import VoiceProfile
from engines.voices.store import HOUSE_VOICES
from engines.voices.voice_file import SUFFIX, write_voice

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a house voice is made."""

    name: str
    title: str
    """As shown, in the script of its language."""
    language: str
    parts: Mapping[str, float]
    """Stock voices and their weights."""
    sliders: Mapping[str, float]
    """Positions of `engines.voices.morphs`."""
    description: str
    """One sentence."""


RECIPES = (
    Recipe(
        "marigold",
        "Marigold",
        "en-us",
        {"af_jessica": 0.6, "if_sara": 0.4},
        {"pitch": 0.3, "size": -0.1, "brightness": 0.5, "age": -0.4},
        "A young woman, bright and quick, for adverts and lively characters.",
    ),
    Recipe(
        "rosalind",
        "Rosalind",
        "en-us",
        {"af_aoede": 0.6, "af_river": 0.4},
        {"pitch": -0.4, "size": 0.2, "brightness": -0.6, "clarity": 0.4},
        "A woman with a warm, dark voice, for stories told in the evening.",
    ),
    Recipe(
        "beatrix",
        "Beatrix",
        "en-gb",
        {"bf_emma": 0.65, "ef_dora": 0.35},
        {"pitch": -0.2, "age": 0.9},
        "An old lady, British and unhurried, for memoirs and grandmothers.",
    ),
    Recipe(
        "jasper",
        "Jasper",
        "en-us",
        {"am_puck": 0.55, "am_eric": 0.45},
        {"pitch": 0.3, "size": -0.1, "brightness": 0.5, "age": -0.4},
        "A young man, light and cheerful, for dialogue and explainers.",
    ),
    Recipe(
        "fergus",
        "Fergus",
        "en-us",
        {"am_onyx": 0.6, "am_adam": 0.4},
        {"pitch": -0.3, "size": 0.5, "brightness": -0.6, "clarity": -0.6},
        "A man with a deep, dark and somewhat husky voice, for trailers and narration.",
    ),
    Recipe(
        "ambrose",
        "Ambrose",
        "en-gb",
        {"bm_fable": 0.6, "bm_lewis": 0.4},
        {"pitch": 0.2, "brightness": 0.2, "age": 0.9},
        "An old man, British, slow and a little rough, for tales and grandfathers.",
    ),
    Recipe(
        "ruoqing",
        "若晴",
        "zh",
        {"zf_xiaoyi": 0.6, "bf_lily": 0.4},
        {"pitch": 0.1, "size": -0.3, "brightness": 0.5, "age": -0.3},
        "A young woman speaking Mandarin, bright and friendly, for guides and young characters.",
    ),
    Recipe(
        "jinglan",
        "静澜",
        "zh",
        {"zf_xiaobei": 0.55, "af_alloy": 0.45},
        {"pitch": -0.3, "size": 0.1, "brightness": -0.5, "clarity": -0.3},
        "A woman speaking Mandarin, calm and dark, for audiobooks.",
    ),
    Recipe(
        "xiuying",
        "秀英",
        "zh",
        {"zf_xiaoxiao": 0.6, "hf_beta": 0.4},
        {"pitch": -0.2, "age": 0.9},
        "An old lady speaking Mandarin, slow and kind, for memories and grandmothers.",
    ),
    Recipe(
        "ziang",
        "子昂",
        "zh",
        {"zm_yunxi": 0.6, "hm_psi": 0.4},
        {"pitch": 0.3, "size": -0.1, "brightness": 0.5, "clarity": -0.3, "age": -0.3},
        "A young man speaking Mandarin, bright and brisk, for dialogue and explainers.",
    ),
    Recipe(
        "boqian",
        "伯谦",
        "zh",
        {"zm_yunyang": 0.55, "im_nicola": 0.45},
        {"size": 0.1, "brightness": -0.4, "clarity": 0.2, "age": 0.8},
        "An old man speaking Mandarin, deep and deliberate, for history and elders.",
    ),
    Recipe(
        "hina",
        "陽菜",
        "ja",
        {"jf_nezumi": 0.6, "ff_siwis": 0.4},
        {"pitch": 0.4, "size": -0.3, "brightness": 0.5, "age": -0.3},
        "A young woman speaking Japanese, bright and lively, for animation and guides.",
    ),
    Recipe(
        "chiyo",
        "千代",
        "ja",
        {"jf_gongitsune": 0.65, "bf_alice": 0.35},
        {"pitch": -0.4, "brightness": -0.4, "age": 0.8},
        "An old lady speaking Japanese, soft and slow, for folk tales.",
    ),
    Recipe(
        "kenji",
        "健司",
        "ja",
        {"jm_kumo": 0.75, "am_michael": 0.25},
        {"pitch": 0.35, "size": -0.1, "brightness": 0.3, "clarity": 0.2},
        "A man speaking Japanese, calm and clear, for documentaries and news.",
    ),
)


def main(names: Sequence[str], folder: Path = HOUSE_VOICES) -> None:
    """Make the named voices, or all."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    folder.mkdir(parents=True, exist_ok=True)
    with Engine.open() as engine:
        morphs = engine.morphs()
        for recipe in RECIPES:
            if not names or recipe.name in names:
                path = folder / (recipe.name + SUFFIX)
                write_voice(measured(engine, make(engine, morphs, recipe)), path)
                log.info("%s", path)


def make(engine: Engine, morphs: Morphs, recipe: Recipe) -> VoiceProfile:
    """A house voice, without statistics."""
    parts = [(engine.profile_of(name), weight) for name, weight in recipe.parts.items()]
    voice = morphs.apply(blend(parts, title=recipe.title, description=recipe.description), recipe.sliders)
    origin = replace(voice.origin, kind="house")
    return replace(voice, name=recipe.name, language=recipe.language, origin=origin)


def measured(engine: Engine, profile: VoiceProfile) -> VoiceProfile:
    """The voice with its statistics."""
    model = engine.model
    assert isinstance(model, KokoroModel)
    return replace(profile, statistics=model.voice_of(profile).statistics)


if __name__ == "__main__":
    main(sys.argv[1:])
