from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from voice_samples import profile

from engines.errors import VoiceNotFoundError
from engines.voices.profile import Origin
from engines.voices.store import VoiceStore, VoiceStoreError, slug
from engines.voices.voice_file import SUFFIX, VoiceFileError, read_voice, write_voice


@pytest.fixture
def store(tmp_path: Path) -> VoiceStore:
    house = tmp_path / "house"
    house.mkdir()
    write_voice(profile(9, name="grace", title="Grace", origin=Origin("house", "")), house / f"grace{SUFFIX}")
    return VoiceStore(tmp_path / "家 home" / "voices", (house, tmp_path / "absent"))


def names(store: VoiceStore) -> list[str]:
    return [voice.name for voice in store.profiles()]


def test_nothing_is_made_by_looking(store: VoiceStore) -> None:
    assert names(store) == ["grace"]
    assert store.removed() == ()
    assert store.problems() == ()
    assert not store.folder.exists()


def test_an_added_voice_gets_a_name_of_its_own(store: VoiceStore) -> None:
    added = [store.add(profile(i, title=title)) for i, title in enumerate(("My Voice!", "my voice", "Grace", "声音"))]
    assert [voice.name for voice in added] == ["my-voice", "my-voice-2", "grace-2", "声音"]
    assert [voice.title for voice in added] == ["My Voice!", "my voice", "Grace", "声音"]
    assert set(names(store)) == {"my-voice", "my-voice-2", "grace-2", "声音", "grace"}
    assert store.get("my-voice-2").digest == profile(1).digest


def test_what_another_process_did_is_seen(store: VoiceStore) -> None:
    other = VoiceStore(store.folder)
    added = other.add(profile(title="Anna"))
    assert names(store) == ["anna", "grace"]
    other.rename(added.name, "Anna the second")
    assert store.get("anna").title == "Anna the second"
    other.remove(added.name)
    assert names(store) == ["grace"]


def test_a_voice_that_did_not_change_is_the_same_object(store: VoiceStore) -> None:
    store.add(profile())
    assert store.get("anna") is store.get("anna")
    assert store.profiles()[0] is store.get("anna")


def test_renaming_changes_the_title_alone(store: VoiceStore) -> None:
    store.add(profile())
    renamed = store.rename("anna", " Änna ")
    assert (renamed.name, renamed.title) == ("anna", "Änna")
    with pytest.raises(VoiceStoreError, match="needs a title"):
        store.rename("anna", "  ")


def test_a_voice_is_replaced_in_place(store: VoiceStore) -> None:
    kept = store.add(profile())
    better = store.replace(replace(kept, modulation=profile(5).modulation))
    assert store.get("anna").digest == better.digest != kept.digest
    with pytest.raises(VoiceNotFoundError):
        store.replace(profile(name="nobody"))


def test_duplicates_are_numbered(store: VoiceStore) -> None:
    store.add(profile())
    titles = [store.duplicate("anna").title for _ in range(2)] + [store.duplicate("anna", "Other").title]
    assert titles == ["Anna 2", "Anna 3", "Other"]
    assert store.duplicate("grace").origin.kind == "blend"


def test_voices_that_come_with_the_program_cannot_be_changed(store: VoiceStore) -> None:
    assert not store.is_own("grace")
    for change in (lambda: store.remove("grace"), lambda: store.rename("grace", "G")):
        with pytest.raises(VoiceStoreError, match="comes with Timbre Studio: duplicate it"):
            change()
    assert names(store) == ["grace"]


def test_a_removed_voice_comes_back(store: VoiceStore) -> None:
    kept = store.add(profile())
    removed = store.remove("anna")
    assert names(store) == ["grace"]
    assert store.removed() == (removed,)
    assert store.restore(removed).digest == kept.digest
    assert store.removed() == ()
    with pytest.raises(VoiceNotFoundError, match="removed long ago"):
        store.restore(removed)


def test_a_removed_voice_takes_another_name_if_its_own_is_taken(store: VoiceStore) -> None:
    store.add(profile(1))
    removed = store.remove("anna")
    store.add(profile(2))
    back = store.restore(removed)
    assert (back.name, back.digest) == ("anna-2", profile(1).digest)


def test_the_last_twenty_removed_voices_are_kept(store: VoiceStore) -> None:
    for number in range(23):
        store.add(profile(title=f"v{number}"))
        store.remove(f"v{number}")
    assert [removed.name for removed in store.removed()] == [f"v{n}" for n in range(22, 2, -1)]


def test_export_and_import(store: VoiceStore, tmp_path: Path) -> None:
    kept = store.add(profile(title="Anna: loud/soft?"))
    path = store.export_file(kept.name, tmp_path)
    assert path.name == "Anna loud soft.timbrevoice"
    assert read_voice(path).title == kept.title
    with pytest.raises(VoiceStoreError, match="exists"):
        store.export_file(kept.name, path)
    store.export_file(kept.name, path, overwrite=True)
    copy = store.import_file(path)
    assert (copy.name, copy.digest) == (f"{kept.name}-2", kept.digest)
    with pytest.raises(VoiceFileError, match="not a voice file"):
        store.import_file(Path(__file__))


def test_an_unknown_voice_is_named(store: VoiceStore) -> None:
    with pytest.raises(VoiceNotFoundError, match=r"'\.\./secret'"):
        store.get("../secret")


def test_a_damaged_file_harms_no_other_voice(store: VoiceStore) -> None:
    store.add(profile())
    (store.folder / f"broken{SUFFIX}").write_bytes(b"PK nothing")
    write_voice(profile(), store.folder / f"By Hand{SUFFIX}")
    assert names(store) == ["anna", "grace"]
    by_hand, broken = store.problems()
    assert "By Hand" in by_hand
    assert "timbre voices import" in by_hand
    assert f"broken{SUFFIX} is damaged" in broken
    with pytest.raises(VoiceFileError, match="damaged"):
        store.get("broken")


def test_the_folder_may_be_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "voices").touch()
    with pytest.raises(VoiceStoreError, match="A file is in the way"):
        VoiceStore(tmp_path / "voices").add(profile())


def test_voices_added_at_once_all_stay(store: VoiceStore) -> None:
    stores = [VoiceStore(store.folder) for _ in range(6)]
    threads = [threading.Thread(target=s.add, args=(profile(i),)) for i, s in enumerate(stores)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {store.get(name).digest for name in names(store)} == {profile(i).digest for i in (*range(6), 9)}


@given(st.text())
def test_a_slug_is_a_name_for_voices_and_files(title: str) -> None:
    name = slug(title)
    assert name
    assert slug(name) == name
    assert not set(name) & set('_/\\:*?"<>|. ')
    assert len(name.encode()) <= 200


@pytest.mark.parametrize(
    ("title", "name"),
    [("af_heart", "af-heart"), ("हिन्दी", "हिन्दी"), ("???", "voice"), ("CON", "con-voice"), ("Åse №1", "åse-no1")],
)
def test_slugs(title: str, name: str) -> None:
    assert slug(title) == name
