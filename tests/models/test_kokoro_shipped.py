"""Measurements of stock voices that come with the program."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from engines.audio.colour import BINS
from engines.engine import Engine
from engines.models.kokoro.measured import MeasuredVoices
from engines.models.kokoro.model import KokoroModel
from engines.models.kokoro.shipped import SHIPPED, shipped_statistics, write_shipped
from engines.models.kokoro.statistics import VoiceStatistics

CHANNELS = 6


def statistics(seed: int) -> VoiceStatistics:
    random = np.random.default_rng(seed)
    shapes = ((3, CHANNELS), (3, CHANNELS), (CHANNELS,), (BINS,))
    return VoiceStatistics(*(random.normal(size=shape).astype(np.float32) for shape in shapes))


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    path = tmp_path / "shipped.npz"
    write_shipped({f"voice{i}": statistics(i) for i in range(4)}, "key", path)
    return path


def test_what_is_shipped_is_what_was_measured(shipped: Path) -> None:
    for i in range(4):
        read = shipped_statistics(f"voice{i}", "key", CHANNELS, shipped)
        assert read is not None
        for field in fields(read):
            wanted = getattr(statistics(i), field.name)
            np.testing.assert_allclose(getattr(read, field.name), wanted, atol=2e-4)


def test_values_that_all_voices_share_are_kept(tmp_path: Path) -> None:
    write_shipped({"one": statistics(1), "same": statistics(1)}, "key", tmp_path / "same.npz")
    read = shipped_statistics("one", "key", CHANNELS, tmp_path / "same.npz")
    assert read is not None
    np.testing.assert_array_equal(read.mean, statistics(1).mean)


@pytest.mark.parametrize(("name", "key", "channels"), [("other", "key", 6), ("voice1", "old", 6), ("voice1", "key", 7)])
def test_what_does_not_belong_together_is_not_used(shipped: Path, name: str, key: str, channels: int) -> None:
    assert shipped_statistics(name, key, channels, shipped) is None


def test_a_damaged_file_is_not_used(shipped: Path) -> None:
    shipped.write_bytes(shipped.read_bytes()[:200])
    assert shipped_statistics("voice1", "key", CHANNELS, shipped) is None


def test_a_voice_that_is_not_shipped_is_measured(tmp_path: Path) -> None:
    measured = MeasuredVoices(tmp_path, "key", CHANNELS)
    assert measured.stock("mine", lambda: statistics(1)) is not None
    kept = measured.stock("mine", lambda: pytest.fail("it was measured before"))
    assert kept is not None
    np.testing.assert_array_equal(kept.mean, statistics(1).mean)


@pytest.mark.model
def test_every_stock_voice_is_shipped_for_the_graphs_of_now(engine: Engine) -> None:
    model = engine.model
    assert isinstance(model, KokoroModel)
    with np.load(SHIPPED) as table:
        assert str(table["key"]) == model.measured_key, "make it anew: packaging/stock_statistics.py"
        stock = {voice.name for voice in model.voices.values() if voice.origin is None}
        assert stock <= set(table)
