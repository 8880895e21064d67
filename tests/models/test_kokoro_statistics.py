from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engines.models.kokoro.statistics import Shares, Statistics, VoiceStatistics


def mixture(silence: float, voiced: float = 0.0) -> tuple[Shares, Statistics]:
    """A segment in which speech has mean 3 and variance 4, silence -1 and 0.25, voiced silence 1 and 0.25."""
    plain = silence - voiced
    mean = (1 - silence) * 3.0 + plain * -1.0 + voiced * 1.0
    square = (1 - silence) * (4.0 + 9.0) + plain * (0.25 + 1.0) + voiced * (0.25 + 1.0)
    variance = np.full(5, square - mean**2, np.float32)
    return Shares(silence, voiced), Statistics(np.full(5, mean, np.float32), variance)


SEEN = [mixture(0.1), mixture(0.2, 0.1), mixture(0.3), mixture(0.4, 0.4), mixture(0.5, 0.2), mixture(0.6)]


def test_fit_recovers_a_mixture_of_speech_and_two_silences() -> None:
    fitted = VoiceStatistics.fit(SEEN)
    for silence, voiced in ((0.0, 0.0), (0.2, 0.0), (0.45, 0.3)):
        expected, got = mixture(silence, voiced)[1], fitted.at(Shares(silence, voiced))
        assert got.mean == pytest.approx(expected.mean, abs=0.02)
        assert got.variance == pytest.approx(expected.variance, rel=0.02)


def test_a_voice_without_voiced_silence_takes_it_for_silence() -> None:
    fitted = VoiceStatistics.fit([mixture(0.1), mixture(0.3), mixture(0.5)])
    assert fitted.at(Shares(0.4, 0.4)).mean == pytest.approx(mixture(0.4)[1].mean, abs=1e-3)


def test_variance_never_falls_below_half_of_what_was_seen() -> None:
    def one(mean: float, variance: float) -> Statistics:
        return Statistics(np.array([mean], np.float32), np.array([variance], np.float32))

    fitted = VoiceStatistics.fit([(Shares(0.1, 0.0), one(0.0, 4.0)), (Shares(0.2, 0.0), one(1.0, 1.0))])
    assert fitted.at(Shares(0.9, 0.0)).variance.min() >= 0.5


def test_shares_come_from_pitch_and_energy() -> None:
    f0 = np.array([200, 200, 0, 200, 0], np.float32)
    energy = np.array([5, -3, -3, 4, 1], np.float32)
    assert Shares.of(f0, energy) == pytest.approx((0.4, 0.2))


def test_saved_statistics_come_back(tmp_path: Path) -> None:
    path = tmp_path / "声音 cache" / "af_heart.npz"
    fitted = VoiceStatistics.fit(SEEN)
    fitted.save(path)
    loaded = VoiceStatistics.load(path, channels=5)
    assert loaded is not None
    assert np.array_equal(loaded.at(Shares(0.3, 0.1)).mean, fitted.at(Shares(0.3, 0.1)).mean)
    assert [p.name for p in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("damage", ["absent", "truncated", "text", "other size", "not finite"])
def test_damaged_statistics_are_measured_again(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "v.npz"
    VoiceStatistics.fit(SEEN).save(path)
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
            arrays["mean"][0, 0] = np.nan
            np.savez(path, allow_pickle=False, **arrays)
    assert VoiceStatistics.load(path, channels=6 if damage == "other size" else 5) is None
