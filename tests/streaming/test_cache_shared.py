"""Audio that servers share: with a Redis that is there, slow, wrong or gone, and with a real one where there is one."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engines.engine import Engine
from engines.models.kokoro.model import KokoroModel
from engines.streaming.cache_entry import digest
from engines.streaming.cache_keys import SegmentKey
from engines.streaming.cache_shared import SharedAudio, SharedCacheError, SharedSize
from engines.streaming.render import SegmentAudio
from engines.streaming.result_cache import ResultCache
from engines.types import Utterance

SIZE = SharedSize(patience=5.0)
"""For tests on a busy machine."""


def key_of(symbols: str) -> SegmentKey:
    return SegmentKey("model", "voice", symbols, (("speed", 1.0),))


def audio_of(number: int, samples: int = 600) -> SegmentAudio:
    sound = np.random.default_rng(number).standard_normal(samples).astype(np.float32)
    return SegmentAudio(np.array([1, number, 2]), 1, 3, sound)


class FakeRedis:
    """Values in memory; may be told to fail, and to wait until it is let go on."""

    def __init__(self) -> None:
        self.values: dict[str, bytes] = {}
        self.fails = False
        self.asked = 0
        self.goes_on = threading.Event()
        self.goes_on.set()

    def getex(self, name: str, ex: int) -> bytes | None:
        self._check()
        return self.values.get(name)

    def set(self, name: str, value: bytes, ex: int) -> None:
        self._check()
        self.values[name] = value

    def delete(self, name: str) -> None:
        self._check()
        self.values.pop(name, None)

    def ping(self) -> None:
        self._check()

    def close(self) -> None:
        return

    def _check(self) -> None:
        self.asked += 1
        self.goes_on.wait()
        if self.fails:
            raise ConnectionError("gone.")


class Shared:
    """A shared cache with its Redis, a clock, and what was told."""

    def __init__(self, size: SharedSize = SIZE) -> None:
        self.redis = FakeRedis()
        self.now = 0.0
        self.said: list[str] = []
        self.cache = SharedAudio(self.redis, size, self.said.append, lambda: self.now)

    def until(self, true: Any) -> None:
        end = time.monotonic() + 5
        while not true():
            assert time.monotonic() < end
            time.sleep(0.002)


@pytest.fixture
def shared() -> Iterator[Shared]:
    shared = Shared()
    yield shared
    shared.redis.goes_on.set()
    shared.cache.close()


def same(one: SegmentAudio | None, other: SegmentAudio) -> bool:
    return one is not None and np.array_equal(one.samples, other.samples) and one.end == other.end


def test_what_is_kept_comes_back_to_the_bit(shared: Shared) -> None:
    assert shared.cache.get(key_of("a")) is None
    shared.cache.put(key_of("a"), audio_of(1))
    shared.until(lambda: shared.redis.values)
    assert same(shared.cache.get(key_of("a")), audio_of(1))
    assert shared.cache.get(key_of("b")) is None


@pytest.mark.parametrize("at", [0, 8, 20, 44, 100, -1])
def test_a_damaged_entry_is_not_played_and_goes(shared: Shared, at: int) -> None:
    shared.cache.put(key_of("a"), audio_of(1))
    shared.until(lambda: shared.redis.values)
    (name, value) = next(iter(shared.redis.values.items()))
    damaged = bytearray(value)
    damaged[at] ^= 1
    shared.redis.values[name] = bytes(damaged)
    assert shared.cache.get(key_of("a")) is None
    shared.until(lambda: not shared.redis.values)


def test_an_entry_under_the_name_of_another_is_not_played(shared: Shared) -> None:
    shared.cache.put(key_of("a"), audio_of(1))
    shared.until(lambda: shared.redis.values)
    (value,) = shared.redis.values.values()
    shared.redis.values = {f"timbre:audio:{digest(key_of('b')).hex()[:40]}": value}
    assert shared.cache.get(key_of("b")) is None


def test_what_is_large_is_not_shared() -> None:
    shared = Shared(SharedSize(entry_bytes=1000, patience=5.0))
    shared.cache.put(key_of("a"), audio_of(1))
    shared.cache.close()
    assert shared.redis.asked == 0


def test_one_that_is_lost_is_told_once_left_alone_and_found_again(shared: Shared) -> None:
    shared.redis.fails = True
    for _ in range(5):
        assert shared.cache.get(key_of("a")) is None
        shared.cache.put(key_of("a"), audio_of(1))
    assert shared.said == ["The shared cache does not answer (gone): everything is made here until it does."]
    assert shared.redis.asked == 1
    shared.now = 16.0
    shared.cache.get(key_of("a"))  # nobody waits for the look that this begins
    shared.until(lambda: shared.redis.asked == 2)
    shared.redis.fails = False
    shared.now = 32.0
    shared.cache.get(key_of("a"))
    shared.until(lambda: len(shared.said) == 2)
    assert shared.said[1] == "The shared cache is back."
    shared.cache.put(key_of("a"), audio_of(1))
    shared.until(lambda: shared.redis.values)


def test_nobody_waits_for_one_that_does_not_answer() -> None:
    shared = Shared(SharedSize(patience=0.02))
    shared.redis.goes_on.clear()
    begun = time.perf_counter()
    for _ in range(50):
        assert shared.cache.get(key_of("a")) is None
    assert time.perf_counter() - begun < 2
    assert shared.redis.asked == 3
    assert shared.said == [
        "The shared cache does not answer (it takes too long): everything is made here until it does."
    ]
    shared.redis.goes_on.set()
    shared.cache.close()


@pytest.mark.parametrize("url", ["", "cache:6379", "http://cache:6379", "redis://", "redis://me:secret@cache:port"])
def test_addresses_are_checked_and_passwords_not_shown(url: str) -> None:
    pytest.importorskip("redis")
    with pytest.raises(SharedCacheError, match="is no shared cache") as refusal:
        SharedAudio.open(url)
    assert "secret" not in str(refusal.value)


def test_two_engines_share_what_one_made(shared: Shared, tiny_model: KokoroModel, monkeypatch: Any) -> None:
    utterance = Utterance("One day, after the rain had gone, we went out.", "af_tiny")

    def said() -> np.ndarray:
        engine = Engine(tiny_model, cache=ResultCache(shared=shared.cache))
        return np.concatenate([chunk.samples for chunk in engine.speak(utterance)])

    first = said()
    shared.until(lambda: shared.redis.values and not shared.cache._writing)
    monkeypatch.setattr(tiny_model, "generate_many", None)
    np.testing.assert_array_equal(said(), first)


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("needs redis-server")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    end = time.monotonic() + 10
    while time.monotonic() < end:
        with socket.socket() as client:
            if client.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.01)
    yield f"redis://127.0.0.1:{port}/0"
    process.kill()
    process.wait(10)


def test_redis_itself_keeps_it_for_a_while(redis_url: str) -> None:
    redis = pytest.importorskip("redis")
    said: list[str] = []
    one, other = (SharedAudio.open(redis_url, SharedSize(seconds=100, patience=5.0), said.append) for _ in range(2))
    one.put(key_of("a"), audio_of(1))
    one.close()
    with redis.Redis.from_url(redis_url) as client:
        (name,) = client.keys("*")
        assert 0 < client.ttl(name) <= 100
    assert same(other.get(key_of("a")), audio_of(1))
    assert said == []
    with redis.Redis.from_url(redis_url) as client:
        client.shutdown(nosave=True)
    for _ in range(3):
        assert other.get(key_of("a")) is None
    other.close()
    assert len(said) == 1
