from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engines.models.kokoro.statistics import Measurement, Statistics, VoiceStatistics


def mixture(silence: float, frames: int = 100) -> Measurement:
    """A segment in which speech has mean 3 and variance 4, silence mean -1 and variance 0.25."""
    mean = (1 - silence) * 3.0 + silence * -1.0
    square = (1 - silence) * (4.0 + 9.0) + silence * (0.25 + 1.0)
    return Measurement(
        frames, silence, Statistics(np.full(5, mean, np.float32), np.full(5, square - mean**2, np.float32))
    )


def test_fit_recovers_a_mixture_of_speech_and_silence() -> None:
    fitted = VoiceStatistics.fit([mixture(0.1, 400), mixture(0.3), mixture(0.5, 60)])
    for silence in (0.0, 0.2, 0.45, 1.0):
        expected, got = mixture(silence).statistics, fitted.at(silence)
        assert got.mean == pytest.approx(expected.mean, abs=1e-4)
        assert got.variance == pytest.approx(np.maximum(expected.variance, fitted.least_variance), rel=1e-3)


def test_variance_never_falls_below_half_of_what_was_seen() -> None:
    noisy = [
        Measurement(100, 0.1, Statistics(np.array([0.0], np.float32), np.array([4.0], np.float32))),
        Measurement(100, 0.2, Statistics(np.array([1.0], np.float32), np.array([1.0], np.float32))),
    ]
    assert VoiceStatistics.fit(noisy).at(0.9).variance.min() >= 0.5


def test_saved_statistics_come_back(tmp_path: Path) -> None:
    path = tmp_path / "声音 cache" / "af_heart.npz"
    fitted = VoiceStatistics.fit([mixture(0.1), mixture(0.4)])
    fitted.save(path)
    loaded = VoiceStatistics.load(path, channels=5)
    assert loaded is not None
    assert np.array_equal(loaded.at(0.3).mean, fitted.at(0.3).mean)
    assert [p.name for p in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("damage", ["absent", "truncated", "text", "other size", "not finite"])
def test_damaged_statistics_are_measured_again(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "v.npz"
    VoiceStatistics.fit([mixture(0.1), mixture(0.4)]).save(path)
    whole = path.read_bytes()
    match damage:
        case "absent":
            path.unlink()
        case "truncated":
            path.write_bytes(whole[: len(whole) // 2])
        case "text":
            path.write_bytes(b"not numbers")
        case "not finite":
            with np.load(path) as table:
                arrays = dict(table)
            arrays["speech_mean"][0] = np.nan
            np.savez(path, allow_pickle=False, **arrays)
    assert VoiceStatistics.load(path, channels=6 if damage == "other size" else 5) is None
