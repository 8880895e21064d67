"""Emotions with names: files, and what users do with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.prosody.emotion import FEELINGS, LIMITS, Emotion
from engines.prosody.preset import Preset, PresetFileError, decode, encode
from engines.prosody.presets import PresetStore, PresetStoreError, built_in

numbers = st.fixed_dictionaries(
    {}, optional={key: st.floats(least, most, allow_subnormal=False) for key, (least, most, _) in LIMITS.items()}
)
words = st.text(st.characters(exclude_categories=("C", "Z")), max_size=20)


@pytest.fixture
def store(tmp_path: Path) -> PresetStore:
    return PresetStore(tmp_path / "emotions")


def test_those_of_the_program_are_whole() -> None:
    names = built_in().names
    assert set(FEELINGS) <= set(names)
    for preset in built_in():
        assert preset.emotion.felt
        assert preset.title
        assert preset.title_zh
        assert preset.description
        assert preset.description_zh
        assert not preset.own


@given(numbers, words.filter(bool), words)
def test_a_file_says_what_was_written(values: dict[str, float], title: str, description: str) -> None:
    preset = Preset("x", title, Emotion.of(values), title, description, description)
    assert decode(encode(preset), "x", "x.toml") == preset


@pytest.mark.parametrize(
    "text",
    [
        "",
        "title = 'x'",
        "[emotion]\nhappy = 1.0",
        "title = 3\n[emotion]",
        "title = 'x'\n[emotion]\nhappy = 1.5",
        "title = 'x'\n[emotion]\nhappy = -0.1",
        "title = 'x'\n[emotion]\nhappy = nan",
        "title = 'x'\n[emotion]\nhappy = true",
        "title = 'x'\n[emotion]\nhappy = '1'",
        "title = 'x'\n[emotion]\nhapy = 1.0",
        "title = 'x'\n[emotion]\nexample = 'a.wav'",
        "title = 'x'\nimport = 'os'\n[emotion]",
        "title = 'x'\nemotion = 3",
        f"title = '{'x' * 61}'\n[emotion]",
        "title = 'x\\u0007'\n[emotion]".replace("'", '"'),
        "title = ",
        "title = 'x'\n" + "# " + "x" * 20_000 + "\n[emotion]",
        "[" * 3000,
    ],
)
def test_anything_else_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(PresetFileError, match=r"bad\.toml.*\.$"):
        decode(text.encode(), "bad", "bad.toml")
    with pytest.raises(PresetFileError):
        decode(b"\xff\xfe\x00", "bad", "bad.toml")


def test_names_and_titles_find_an_emotion() -> None:
    presets = built_in()
    excited = presets.find("excited")
    assert excited is not None
    assert presets.find("Excited") == presets.find("兴奋") == excited
    assert presets.find("happy") == Emotion(happy=1.0)
    assert presets.find("neutral") == Emotion(intensity=0.0)
    assert presets.find("nothing") is None


def test_a_copy_is_the_users_and_can_be_changed(store: PresetStore) -> None:
    copy = store.copy("excited")
    assert copy.own
    assert copy.title == "Excited 2"
    assert store.copy("excited").title == "Excited 3"
    saved = store.save(Preset(copy.name, copy.title, Emotion(happy=0.2)))
    assert store.load().find(copy.name) == saved.emotion == Emotion(happy=0.2)
    renamed = store.rename(copy.name, " Jubel ")
    assert (renamed.name, renamed.title, renamed.emotion) == (copy.name, "Jubel", Emotion(happy=0.2))
    assert store.load().find("jubel") == Emotion(happy=0.2)
    assert store.delete(copy.name) == renamed
    assert store.load().find("jubel") is None
    assert store.add(renamed).title == "Jubel"


def test_what_comes_with_the_program_stays_as_it_is(store: PresetStore) -> None:
    excited = next(preset for preset in built_in() if preset.name == "excited")
    for change in (
        lambda: store.save(excited),
        lambda: store.rename("excited", "x"),
        lambda: store.delete("excited"),
        lambda: store.delete("nothing"),
        lambda: store.copy("nothing"),
        lambda: store.export_file("nothing", store.folder),
    ):
        with pytest.raises(PresetStoreError, match=r"\.$"):
            change()
    with pytest.raises(PresetStoreError):
        store.rename(store.copy("excited").name, "  ")


@pytest.mark.parametrize("title", ["Happy", "rate", "3 wishes", "…", "兴奋极了", "excited", "NEUTRAL", "con"])
def test_a_name_means_nothing_else_in_a_text(store: PresetStore, title: str) -> None:
    kept = store.add(Preset("", title, Emotion(pitch=1.0)))
    assert kept.title == title
    assert kept.name[0].isalpha()
    assert store.load().find(kept.name) == Emotion(pitch=1.0)
    assert list(store.load())[-1] == kept


def test_an_emotion_travels_as_a_file(store: PresetStore, tmp_path: Path) -> None:
    made = store.add(Preset("", "Grim", Emotion(angry=0.4), "阴沉", "For villains."))
    file = store.export_file("grim", tmp_path)
    assert file == tmp_path / "grim.toml"
    with pytest.raises(PresetStoreError, match="exists"):
        store.export_file("grim", tmp_path)
    store.export_file("grim", file, overwrite=True)
    other = PresetStore(tmp_path / "other")
    assert other.import_file(file) == made
    assert other.import_file(file).name == "grim-2"
    with pytest.raises(PresetFileError, match=r"cannot be read"):
        other.import_file(tmp_path / "nothing.toml")


def test_a_damaged_file_hides_nothing_else(store: PresetStore) -> None:
    store.add(Preset("", "Grim", Emotion(angry=0.4)))
    (store.folder / "broken.toml").write_text("title = ")
    (store.folder / "happy.toml").write_bytes(encode(Preset("", "Mine", Emotion(sad=1.0))))
    assert store.load().names == (*built_in().names, "grim")
    assert len(store.problems()) == 2
    assert store.load().find("happy") == Emotion(happy=1.0)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = PresetStore(tmp_path / "file" / "emotions")
    assert store.load().names == built_in().names
    with pytest.raises(PresetStoreError, match=r"\.$"):
        store.add(Preset("", "Grim", Emotion(angry=0.4)))
