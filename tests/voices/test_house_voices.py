"""The voices that come with the program, as they are shipped."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines.engine import Engine
from engines.models.kokoro.config import KokoroConfig
from engines.models.kokoro.model import KokoroModel
from engines.models.manifest import DEFAULT_PACK
from engines.runtime.onnx_runtime import OnnxRuntimeBackend
from engines.types import Utterance
from engines.voices.profile import Origin, VoiceProfile
from engines.voices.store import HOUSE_VOICES, VoiceStore, slug
from engines.voices.training.house import RECIPES
from engines.voices.voice_file import SUFFIX, write_voice
from tests.tiny import TINY

CONFIG = KokoroConfig()
FILES = sorted(HOUSE_VOICES.glob(f"*{SUFFIX}"))


@pytest.fixture(scope="module")
def voices() -> dict[str, VoiceProfile]:
    store = VoiceStore(HOUSE_VOICES)
    assert store.problems() == ()
    return {voice.name: voice for voice in store.profiles()}


def test_there_is_a_file_for_every_recipe() -> None:
    assert [path.stem for path in FILES] == sorted(recipe.name for recipe in RECIPES)
    assert len(FILES) >= 12


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files_have_the_promised_size(path: Path) -> None:
    assert 100_000 <= path.stat().st_size <= 300_000


def test_they_are_what_their_recipes_say(voices: dict[str, VoiceProfile]) -> None:
    for recipe in RECIPES:
        voice = voices[recipe.name]
        assert (voice.title, voice.language, voice.family) == (recipe.title, recipe.language, DEFAULT_PACK)
        assert (voice.origin.kind, voice.origin.description) == ("house", recipe.description)
        assert dict(voice.origin.parts) == pytest.approx(dict(recipe.parts), abs=1e-3)


def test_no_two_are_called_alike_or_share_a_parent(voices: dict[str, VoiceProfile]) -> None:
    assert len({voice.title.casefold() for voice in voices.values()}) == len(voices)
    assert all(name == slug(name) for name in voices)
    parents = [name for voice in voices.values() for name, _ in voice.origin.parts]
    assert len(set(parents)) == len(parents)


@pytest.mark.parametrize("language", ["en", "zh", "ja"])
def test_every_language_has_women_and_men(voices: dict[str, VoiceProfile], language: str) -> None:
    assert {v.gender for v in voices.values() if v.language.startswith(language)} == {"female", "male"}


def test_they_bring_all_that_is_measured(voices: dict[str, VoiceProfile]) -> None:
    channels = CONFIG.generator_channels_total
    for voice in voices.values():
        assert voice.modulation.shape == (CONFIG.front_modulation + 2 * channels,)
        assert voice.pitch is not None
        assert voice.statistics is not None
        assert voice.statistics.fits(channels)
        assert np.isfinite(voice.statistics.mean).all()


def test_they_speak_where_there_are_no_stock_voices(tiny_pack: Path, tmp_path: Path) -> None:
    pack, house = tmp_path / "pack", tmp_path / "house"
    shutil.copytree(tiny_pack, pack)
    backend = OnnxRuntimeBackend(1, fast_integers=False)
    whole = KokoroModel(pack, backend, tmp_path / "cache", pack="tiny", config=TINY)
    house.mkdir()
    ruth = replace(whole.profile_of("af_tiny"), name="ruth", title="Ruth", origin=Origin("house", ""))
    write_voice(ruth, house / f"ruth{SUFFIX}")
    shutil.rmtree(pack / "voices")
    bare = KokoroModel(pack, backend, tmp_path / "cache", pack="tiny", config=TINY)
    with Engine(bare, store=VoiceStore(tmp_path / "own", (house,))) as engine:
        assert list(engine.voices) == ["ruth"]
        assert sum(len(chunk.samples) for chunk in engine.speak(Utterance("Hello.", "ruth"))) > 0


@pytest.mark.model
def test_they_speak_without_being_measured(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a house voice was measured")

    monkeypatch.setattr(KokoroModel, "calibrate", refuse)
    for name, text in (("fergus", "Hello."), ("ruoqing", "你好。"), ("kenji", "はい。")):
        voice = engine.voices[name]
        assert voice.kind == "house"
        samples = np.concatenate([c.samples for c in engine.speak(Utterance(text, name, voice.language))])
        assert np.sqrt((samples**2).mean()) > 0.01
