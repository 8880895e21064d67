"""Built engines on disk: what is damaged, foreign or too much is never used and never in the way."""

from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines.runtime.backend import Profile, Range
from engines.runtime.engine_cache import (
    BuiltPiece,
    BuiltRecurrence,
    BuiltStage,
    DamagedEngineError,
    EngineCache,
    EngineKey,
    profile_text,
)

KEY = EngineKey("text", "ab" * 32, "{}", "TensorRT", "8.6.0", "Card", "9.0", 3)
WEIGHT = np.arange(2 * 8 * 2, dtype=np.float32).reshape(2, 8, 2)
STAGE = BuiltStage(
    (BuiltPiece(b"one" * 100, (BuiltRecurrence("lstm_0.gates", "h", WEIGHT),)), BuiltPiece(b"two" * 50)), ("durations",)
)


@pytest.fixture
def cache(tmp_path: Path) -> EngineCache:
    return EngineCache(tmp_path / "engines")


def test_what_was_put_is_what_is_got(cache: EngineCache) -> None:
    assert cache.get(KEY) is None
    cache.put(KEY, STAGE, 12.34)
    got = cache.get(KEY)
    assert got is not None
    assert [piece.plan for piece in got.pieces] == [b"one" * 100, b"two" * 50]
    (recurrence,) = got.pieces[0].recurrences
    assert (recurrence.gates, recurrence.states) == ("lstm_0.gates", "h")
    np.testing.assert_array_equal(recurrence.weight, WEIGHT)
    assert got.outputs == ("durations",)
    (listed,) = cache.list()
    assert (listed.key, listed.seconds) == (KEY, 12.3)


@pytest.mark.parametrize(
    "change",
    [
        {"stage": "front"},
        {"graph_sha256": "00"},
        {"profile": "other"},
        {"flavour": "TensorRT-RTX"},
        {"version": "10.0"},
        {"device": "Another"},
        {"capability": "8.9"},
        {"level": 2},
    ],
)
def test_everything_in_the_key_matters(cache: EngineCache, change: dict[str, str]) -> None:
    cache.put(KEY, STAGE, 1.0)
    assert cache.get(replace(KEY, **change)) is None  # type: ignore[arg-type]


def test_shapes_and_precision_are_in_the_text_of_a_profile() -> None:
    profile = Profile({"x": Range((1,), (2,), (3,))})
    wider = Profile({"x": Range((1,), (2,), (4,))})
    kept = replace(profile, float32_after=frozenset({"bias"}))
    texts = {profile_text(p, half) for p in (profile, wider, kept) for half in (False, True)}
    assert len(texts) == 6
    assert profile_text(profile, half=False) == profile_text(Profile({"x": Range((1,), (2,), (3,))}), half=False)


@pytest.mark.parametrize("name", ["piece-0.engine", "piece-1.engine", "recurrences.npz"])
@pytest.mark.parametrize("damage", ["truncated", "changed", "absent", "empty"])
def test_damage_is_told_once_and_removed(cache: EngineCache, name: str, damage: str) -> None:
    cache.put(KEY, STAGE, 1.0)
    path = cache.folder_of(KEY) / name
    data = path.read_bytes()
    if damage == "absent":
        path.unlink()
    else:
        path.write_bytes({"truncated": data[:-1], "changed": data[:-1] + bytes([data[-1] ^ 1]), "empty": b""}[damage])
    with pytest.raises(DamagedEngineError):
        cache.get(KEY)
    assert cache.get(KEY) is None
    assert not cache.list()


@pytest.mark.parametrize("about", ["", "{", "[]", '{"format": 99}', '{"format": 1}', '{"format": 1, "files": 3}'])
def test_a_folder_that_cannot_be_understood_is_removed(cache: EngineCache, about: str) -> None:
    cache.put(KEY, STAGE, 1.0)
    (cache.folder_of(KEY) / "stage.json").write_text(about, "utf-8")
    with pytest.raises(DamagedEngineError):
        cache.get(KEY)
    assert cache.get(KEY) is None


def test_no_path_in_a_folder_leads_out_of_it(cache: EngineCache, tmp_path: Path) -> None:
    cache.put(KEY, STAGE, 1.0)
    secret = tmp_path / "secret"
    secret.write_bytes(b"one" * 100)
    path = cache.folder_of(KEY) / "stage.json"
    about = json.loads(path.read_text("utf-8"))
    about["files"]["../../secret"] = about["files"].pop("piece-0.engine")
    path.write_text(json.dumps(about), "utf-8")
    with pytest.raises(DamagedEngineError):
        cache.get(KEY)
    assert secret.exists()


def test_verify_reads_everything_and_removes_what_is_damaged(cache: EngineCache) -> None:
    other = replace(KEY, stage="front")
    cache.put(KEY, STAGE, 1.0)
    cache.put(other, STAGE, 1.0)
    (cache.folder_of(other) / "piece-0.engine").write_bytes(b"")
    found = {stage.key.stage: problem for stage, problem in cache.verify()}
    assert found["text"] == ""
    assert "piece-0.engine" in found["front"]
    assert [stage.key.stage for stage in cache.list()] == ["text"]


def test_the_least_recently_used_go_when_it_is_too_much(tmp_path: Path) -> None:
    size = _size_of_one(tmp_path / "probe")
    cache = EngineCache(tmp_path / "engines", limit=int(2.5 * size))
    keys = [replace(KEY, stage=name) for name in ("a", "b", "c")]
    for age, key in zip((300, 200), keys[:2], strict=True):
        cache.put(key, STAGE, 1.0)
        then = time.time() - age
        os.utime(cache.folder_of(key), (then, then))
    cache.get(keys[0])
    cache.put(keys[2], STAGE, 1.0)
    assert {stage.key.stage for stage in cache.list()} == {"a", "c"}


def test_one_that_is_larger_than_the_limit_stays_alone(tmp_path: Path) -> None:
    cache = EngineCache(tmp_path, limit=10)
    cache.put(KEY, STAGE, 1.0)
    assert cache.get(KEY) is not None


def test_clear_removes_all_or_what_is_asked(cache: EngineCache) -> None:
    cache.put(KEY, STAGE, 1.0)
    cache.put(replace(KEY, version="7.0"), STAGE, 1.0)
    assert cache.clear(lambda stage: stage.key.version == "7.0") > 0
    assert [stage.key.version for stage in cache.list()] == ["8.6.0"]
    cache.clear()
    assert not cache.list()
    assert cache.clear() == 0


def test_what_a_killed_build_left_is_swept_later(cache: EngineCache, tmp_path: Path) -> None:
    left = tmp_path / "engines" / ".text-abc"
    left.mkdir(parents=True)
    then = time.time() - 7200
    os.utime(left, (then, then))
    fresh = tmp_path / "engines" / ".text-def"
    fresh.mkdir()
    cache.put(KEY, STAGE, 1.0)
    assert not left.exists()
    assert fresh.exists()
    assert len(cache.list()) == 1


def _size_of_one(folder: Path) -> int:
    cache = EngineCache(folder)
    cache.put(KEY, STAGE, 1.0)
    return cache.list()[0].size
