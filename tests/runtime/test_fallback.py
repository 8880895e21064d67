"""The chain of runtimes: the first that works is used, a failure is told once, and a better one is taken up again."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from engines.errors import ModelDamagedError
from engines.runtime.backend import RunFailedError, RunInterruptedError, RunTimedOutError
from engines.runtime.fallback import (
    FIRST_RETRY_SECONDS,
    Fallback,
    FallbackSession,
    Link,
    StageFailedError,
    StageStatus,
)


class FakeSession:
    """Does what it is told when it is run."""

    def __init__(self, act: Callable[[], Any] = lambda: np.ones(3, np.float32)) -> None:
        self.act = act
        self.runs = 0

    def run(self, inputs: Any) -> dict[str, Any]:
        del inputs
        self.runs += 1
        return {"y": self.act()}

    def warm_up(self) -> None:
        self.run({})


def fail(error: Exception) -> Callable[[], Any]:
    def act() -> Any:
        raise error

    return act


class Clock:
    """A clock that a test sets."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


class Chain:
    """A fast and a slow session in a chain, and what it told."""

    def __init__(self, fast: FakeSession, slow: FakeSession | None = None, *, opens: Any = None) -> None:
        self.fast, self.slow = fast, slow or FakeSession()
        self.clock = Clock()
        self.told: list[StageStatus] = []
        links = [Link[Any]("GPU", opens or (lambda: self.fast)), Link[Any]("CPU", lambda: self.slow)]
        self.chain = Fallback("front", links, self.told.append, self.clock)
        self.session = FallbackSession(self.chain)

    def run(self) -> Any:
        return self.session.run({})["y"]


def test_the_first_is_used_while_it_works() -> None:
    chain = Chain(FakeSession())
    chain.run()
    assert (chain.fast.runs, chain.slow.runs) == (1, 0)
    assert not chain.told
    assert not chain.chain.status.fell_back


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (fail(RunFailedError("the GPU reported: error")), "the GPU reported: error"),
        (fail(RunTimedOutError("the GPU was not done after 500 ms")), "not done after 500 ms"),
        (lambda: np.array([1.0, np.nan], np.float32), "not finite"),
        (lambda: np.array([1.0, -np.inf], np.float32), "not finite"),
    ],
)
def test_a_failure_is_answered_by_the_next_and_told_once(act: Callable[[], Any], reason: str) -> None:
    chain = Chain(FakeSession(act))
    for _ in range(3):
        np.testing.assert_array_equal(chain.run(), 1)
    assert chain.fast.runs == 1
    (status,) = chain.told
    assert (status.running, status.wanted, status.fell_back) == ("CPU", "GPU", True)
    assert reason in status.reason


def test_one_that_cannot_be_opened_is_passed_over() -> None:
    chain = Chain(FakeSession(), opens=fail(ModelDamagedError("The engine is damaged.")))
    chain.chain.open()
    chain.run()
    assert chain.chain.status.running == "CPU"
    assert "damaged" in chain.chain.status.reason


def test_the_first_is_taken_up_again_when_the_cause_is_gone() -> None:
    chain = Chain(FakeSession(fail(RunFailedError("no memory"))))
    chain.run()
    chain.fast.act = lambda: np.full(3, 2.0, np.float32)
    chain.run()
    assert chain.fast.runs == 1
    chain.clock.now += FIRST_RETRY_SECONDS + 1
    np.testing.assert_array_equal(chain.run(), 2)
    assert [status.running for status in chain.told] == ["CPU", "GPU"]
    assert chain.chain.status.reason == ""


def test_it_is_tried_more_and_more_seldom() -> None:
    chain = Chain(FakeSession(fail(RunFailedError("broken"))))
    tried = []
    for _ in range(400):
        before = chain.fast.runs
        chain.run()
        if chain.fast.runs > before:
            tried.append(chain.clock.now)
        chain.clock.now += 10
    gaps = np.diff(tried)
    assert len(tried) < 10
    assert all(b >= a for a, b in pairwise(gaps))
    assert len(chain.told) == 1


def test_retry_tries_at_once() -> None:
    chain = Chain(FakeSession(fail(RunFailedError("not built"))))
    chain.run()
    chain.fast.act = lambda: np.full(1, 5.0, np.float32)
    chain.chain.retry()
    np.testing.assert_array_equal(chain.run(), 5)


def test_a_failed_session_is_opened_anew() -> None:
    opened: list[FakeSession] = []

    def opens() -> FakeSession:
        opened.append(FakeSession(fail(RunFailedError("x")) if not opened else lambda: np.zeros(1, np.float32)))
        return opened[-1]

    chain = Chain(FakeSession(), opens=opens)
    chain.run()
    chain.chain.retry()
    chain.run()
    assert len(opened) == 2
    assert chain.chain.status.running == "GPU"


def test_an_interruption_is_no_failure() -> None:
    chain = Chain(FakeSession(fail(RunInterruptedError())))
    with pytest.raises(RunInterruptedError):
        chain.run()
    assert chain.slow.runs == 0
    assert chain.chain.status.running == "GPU"


def test_when_the_last_fails_too_a_sentence_tells_it() -> None:
    broken = FakeSession(lambda: np.array([np.nan], np.float32))
    chain = Chain(broken, broken)
    with pytest.raises(StageFailedError, match=r"The front stage failed on CPU: .* not finite; run"):
        chain.run()
