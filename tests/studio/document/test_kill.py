"""A program that is killed while it edits and saves loses no more than the last change."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench import studio_kill_rendering
from tests.bench.studio_kill import kill


@pytest.mark.parametrize("after", [0.02, 0.05, 0.1])
def test_a_kill_loses_the_last_change_at_most(tmp_path: Path, after: float) -> None:
    outcome = kill(tmp_path, after)
    assert outcome.recovered is not None
    assert outcome.reported - 1 <= outcome.recovered <= outcome.reported + 1
    assert not outcome.project_exists or outcome.project is not None


@pytest.mark.model
@pytest.mark.usefixtures("engine")  # skips where there is no model
def test_a_kill_while_lines_are_spoken_loses_the_last_change_at_most(tmp_path: Path) -> None:
    outcome = studio_kill_rendering.kill(tmp_path, 0.3)
    assert outcome.takes > 0
    assert outcome.lost is not None
    assert outcome.lost <= 1
    assert outcome.project_whole
    assert outcome.unreadable == 0
