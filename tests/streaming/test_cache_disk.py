from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from engines.streaming import cache_entry
from engines.streaming.cache_disk import AudioFolder
from engines.streaming.cache_keys import SegmentKey
from engines.streaming.render import SegmentAudio


def key_of(symbols: str) -> SegmentKey:
    return SegmentKey("model", "voice", symbols, (("speed", 1.0),))


def audio_of(number: int, samples: int = 600) -> SegmentAudio:
    sound = np.random.default_rng(number).standard_normal(samples).astype(np.float32)
    return SegmentAudio(np.array([1, number, 2]), 1, 3, sound)


def same(one: SegmentAudio | None, other: SegmentAudio) -> bool:
    return (
        one is not None
        and np.array_equal(one.samples, other.samples)
        and np.array_equal(one.durations, other.durations)
        and (one.start, one.end) == (other.start, other.end)
    )


@pytest.fixture
def folder(tmp_path: Path) -> AudioFolder:
    return AudioFolder(tmp_path / "audio", 1 << 20)


def only_file(tmp_path: Path) -> Path:
    (file,) = (tmp_path / "audio").iterdir()
    return file


def test_what_is_kept_comes_back_to_the_bit_also_in_another_process(folder: AudioFolder, tmp_path: Path) -> None:
    assert folder.get(key_of("a")) is None
    assert not folder.touch(key_of("a"))
    folder.put(key_of("a"), audio_of(1))
    for reader in (folder, AudioFolder(tmp_path / "audio", 1 << 20)):
        assert reader.touch(key_of("a"))
        found = reader.get(key_of("a"))
        assert same(found, audio_of(1))
        assert found is not None
        assert found.samples.dtype == np.float32
        assert found.durations.dtype == np.int64
    assert only_file(tmp_path).suffix == ".segment"


def test_any_damage_is_found_and_the_file_goes(folder: AudioFolder, tmp_path: Path) -> None:
    folder.put(key_of("a"), audio_of(1, samples=8))
    file = only_file(tmp_path)
    whole = file.read_bytes()
    flipped = [whole[:i] + bytes([whole[i] ^ 1]) + whole[i + 1 :] for i in range(len(whole))]
    cut = [whole[:i] for i in range(len(whole))]
    for damaged in [*flipped, *cut, whole + b"\0", b"RIFF" * 100]:
        file.write_bytes(damaged)
        assert folder.get(key_of("a")) is None
        assert not file.exists()
    folder.put(key_of("a"), audio_of(1, samples=8))
    assert same(folder.get(key_of("a")), audio_of(1, samples=8))


def test_a_file_under_the_name_of_another_is_not_played(folder: AudioFolder, tmp_path: Path) -> None:
    folder.put(key_of("a"), audio_of(1))
    first = only_file(tmp_path)
    folder.put(key_of("b"), audio_of(2))
    (second,) = set((tmp_path / "audio").iterdir()) - {first}
    second.write_bytes(first.read_bytes())
    assert folder.get(key_of("b")) is None
    assert same(folder.get(key_of("a")), audio_of(1))


def test_files_of_another_version_are_not_played(
    folder: AudioFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.put(key_of("a"), audio_of(1))
    file = only_file(tmp_path)
    monkeypatch.setattr(cache_entry, "FORMAT", cache_entry.FORMAT + 1)
    assert folder.get(key_of("a")) is None
    folder.put(key_of("a"), audio_of(2))
    (newer,) = set((tmp_path / "audio").iterdir()) - {file}
    newer.write_bytes(file.read_bytes())
    assert folder.get(key_of("a")) is None
    assert not newer.exists()


def test_the_least_recently_used_files_go(tmp_path: Path) -> None:
    folder = AudioFolder(tmp_path / "audio", 10_000)
    now = time.time() - 1000
    for number, name in enumerate("abc"):
        folder.put(key_of(name), audio_of(number))
        newest = max((tmp_path / "audio").iterdir(), key=lambda path: path.stat().st_mtime)
        os.utime(newest, (now + number, now + number))
    assert folder.touch(key_of("a"))
    folder.put(key_of("d"), audio_of(4))
    assert [name for name in "abcd" if folder.touch(key_of(name))] == ["a", "c", "d"]
    assert sum(file.stat().st_size for file in (tmp_path / "audio").iterdir()) <= 9000


def test_the_limit_holds_for_what_was_there_before(tmp_path: Path) -> None:
    large = AudioFolder(tmp_path / "audio", 1 << 20)
    for number in range(20):
        large.put(key_of(str(number)), audio_of(number))
    AudioFolder(tmp_path / "audio", 10_000).put(key_of("new"), audio_of(1))
    assert sum(file.stat().st_size for file in (tmp_path / "audio").iterdir()) <= 10_000
    assert large.touch(key_of("new"))


def test_what_is_larger_than_the_limit_is_not_written(tmp_path: Path) -> None:
    AudioFolder(tmp_path / "audio", 2000).put(key_of("a"), audio_of(1))
    assert not (tmp_path / "audio").exists()


def test_leftovers_of_processes_that_were_killed_are_swept(folder: AudioFolder, tmp_path: Path) -> None:
    (tmp_path / "audio").mkdir()
    old, young = tmp_path / "audio" / ".old.part", tmp_path / "audio" / ".young.part"
    old.write_bytes(b"half")
    young.write_bytes(b"half")
    os.utime(old, (1, 1))
    folder.put(key_of("a"), audio_of(1))
    assert not old.exists()
    assert young.exists()


def test_a_disk_that_refuses_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    folder = AudioFolder(tmp_path / "file", 1 << 20)
    folder.put(key_of("a"), audio_of(1))
    assert folder.get(key_of("a")) is None

    def full(_path: Path, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    folder = AudioFolder(tmp_path / "audio", 1 << 20)
    monkeypatch.setattr(Path, "write_bytes", full)
    folder.put(key_of("a"), audio_of(1))
    assert list((tmp_path / "audio").iterdir()) == []


def test_clearing_says_what_it_freed(folder: AudioFolder, tmp_path: Path) -> None:
    assert folder.clear() == 0
    folder.put(key_of("a"), audio_of(1))
    size = only_file(tmp_path).stat().st_size
    assert folder.clear() == size
    assert not folder.touch(key_of("a"))


def test_several_writers_and_a_trimmer_never_give_half_a_file(tmp_path: Path) -> None:
    wrong: list[int] = []

    def use(seed: int) -> None:
        folder = AudioFolder(tmp_path / "audio", 12_000)
        for i in range(60):
            number = (i * seed) % 7
            folder.put(key_of(str(number)), audio_of(number))
            found = folder.get(key_of(str((number + seed) % 7)))
            if found is not None and not same(found, audio_of((number + seed) % 7)):
                wrong.append(number)

    threads = [threading.Thread(target=use, args=(seed,)) for seed in (1, 2, 3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert {file.suffix for file in (tmp_path / "audio").iterdir()} == {".segment"}
