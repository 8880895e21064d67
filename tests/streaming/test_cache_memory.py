from __future__ import annotations

import threading

from hypothesis import given
from hypothesis import strategies as st

from engines.streaming.cache_memory import ByteCache


@given(
    limit=st.integers(0, 200),
    puts=st.lists(st.tuples(st.integers(0, 8), st.integers(0, 250), st.booleans()), max_size=60),
)
def test_the_limit_is_kept_and_what_was_used_last_stays(limit: int, puts: list[tuple[int, int, bool]]) -> None:
    """Against a plain list of (key, size), the least recently used first."""
    cache: ByteCache[int, int] = ByteCache(limit)
    expected: list[tuple[int, int]] = []
    for key, size, is_put in puts:
        known = [entry for entry in expected if entry[0] == key]
        if is_put:
            cache.put(key, size, size)
            expected = [entry for entry in expected if entry[0] != key]
            if size <= limit:
                expected.append((key, size))
            while sum(entry[1] for entry in expected) > limit:
                expected.pop(0)
        else:
            assert cache.get(key) == (known[0][1] if known else None)
            expected = [entry for entry in expected if entry not in known] + known
        assert cache.counts.bytes == sum(entry[1] for entry in expected) <= limit
        assert all(entry[0] in cache for entry in expected)
        assert cache.counts.entries == len(expected)


def test_a_value_beyond_the_limit_takes_nothing_away() -> None:
    cache: ByteCache[str, str] = ByteCache(10)
    cache.put("small", "kept", 6)
    cache.put("large", "not kept", 11)
    assert cache.get("small") == "kept"
    assert cache.get("large") is None
    assert cache.counts == (1, 6, 1, 1)


def test_what_is_forgotten_frees_its_bytes() -> None:
    cache: ByteCache[str, str] = ByteCache(10)
    cache.put("a", "a", 4)
    cache.put("b", "b", 5)
    cache.discard("a")
    cache.discard("a")
    assert cache.counts.bytes == 5
    cache.clear()
    assert cache.counts[:2] == (0, 0)
    assert cache.get("b") is None


def test_many_threads_leave_it_whole() -> None:
    cache: ByteCache[int, int] = ByteCache(500)
    wrong = []

    def use(seed: int) -> None:
        for i in range(3000):
            key = (i * seed) % 23
            cache.put(key, key, 10 + key)
            if cache.get((key + seed) % 23) not in {None, (key + seed) % 23}:
                wrong.append(key)
            if i % 7 == 0:
                cache.discard(key)

    threads = [threading.Thread(target=use, args=(seed,)) for seed in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    kept = [key for key in range(23) if key in cache]
    assert cache.counts.bytes == sum(10 + key for key in kept) <= 500
