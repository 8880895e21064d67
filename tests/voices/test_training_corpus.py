"""What the training of the encoder keeps on disk, and what it does to recordings and plans."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from engines.voices.training import corpus
from engines.voices.training.corpus import PLANS, Clip, load_clips, save_clips
from engines.voices.training.fits import Fits

SYMBOLS = 7


def clip(name: str, seed: int = 0) -> Clip:
    rng = np.random.default_rng(seed)
    plans = rng.integers(1, 9, (PLANS, SYMBOLS)).astype(np.int16)
    halves = 2 * int(plans.sum())
    return Clip(
        name,
        rng.integers(-9000, 9000, 16_000).astype(np.int16),
        rng.standard_normal((16, SYMBOLS)).astype(np.float16),
        rng.uniform(80, 200, 80).astype(np.float32),
        plans,
        rng.uniform(80, 200, halves).astype(np.float16),
        rng.uniform(-2, 3, halves).astype(np.float16),
    )


def same(one: Clip, other: Clip) -> bool:
    pairs = [(np.asarray(getattr(one, f.name)), np.asarray(getattr(other, f.name))) for f in fields(Clip)]
    return all(a.dtype == b.dtype and np.array_equal(a, b) for a, b in pairs)


def test_clips_come_back_by_name(tmp_path: Path) -> None:
    clips = [clip("2033-164914-0003", 0), clip("1688-142285-0007", 1)]
    assert save_clips(clips, tmp_path / "made") == [tmp_path / "made" / "clips-00.npz"]
    found = load_clips(tmp_path / "made")
    assert [c.speaker for c in found] == ["1688", "2033"]
    assert all(same(*pair) for pair in zip(found, reversed(clips), strict=True))


def test_no_file_is_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus, "PART_BYTES", 80_000)
    clips = [clip(f"{number}-1-0001", number) for number in range(1, 6)]
    paths = save_clips(clips, tmp_path)
    assert [path.name for path in paths] == ["clips-00.npz", "clips-01.npz", "clips-02.npz"]
    assert max(path.stat().st_size for path in paths) < 90_000
    assert all(same(*pair) for pair in zip(load_clips(tmp_path), clips, strict=True))


def test_the_plans_of_a_clip_are_cut_apart() -> None:
    made = clip("1-1-0001")
    plans = list(made.plans())
    assert len(plans) == PLANS
    for durations, f0, energy in plans:
        assert f0.shape == energy.shape == (2 * durations.sum(),)
        assert f0.dtype == energy.dtype == np.float32
    assert np.concatenate([f0 for _, f0, _ in plans]) == pytest.approx(made.plan_f0)


def fits(count: int, still: int = 0) -> Fits:
    """Voices that have moved by 1 or so, but for the first few."""
    rng = np.random.default_rng(0)
    moved = rng.standard_normal((count, 12)).astype(np.float32)
    moved[:still] *= 0.1
    return Fits(
        tuple(f"{number}-1-0001" for number in range(count)),
        rng.integers(0, 54, count),
        rng.standard_normal((count, 256)).astype(np.float32),
        moved,
        tuple(rng.integers(1, 30, 5 + number % 3) for number in range(count)),
    )


def test_fits_come_back(tmp_path: Path) -> None:
    made = fits(320)
    made.save(tmp_path / "fits")
    assert len(list((tmp_path / "fits").iterdir())) == 3
    found = Fits.load(tmp_path / "fits")
    assert found.names == made.names
    assert np.array_equal(found.near, made.near)
    assert np.array_equal(found.speakers, made.speakers)
    assert found.moved == pytest.approx(made.moved, abs=2e-3)
    assert found.moved.dtype == np.float32
    assert all(np.array_equal(a, b) for a, b in zip(found.durations, made.durations, strict=True))


def test_every_speaker_keeps_what_is_known_of_them_in_more_than_ten_files(tmp_path: Path) -> None:
    made = fits(11 * 150)
    made.save(tmp_path)
    found = Fits.load(tmp_path)
    known, read = (
        {n: (at, len(d)) for n, at, d in zip(f.names, f.near, f.durations, strict=True)} for f in (made, found)
    )
    assert read == known


def test_a_fit_that_has_hardly_moved_has_not_settled() -> None:
    found = fits(40, still=6).settled
    assert not found[:6].any()
    assert found[6:].mean() > 0.9


def test_fits_that_have_not_begun_are_no_measure() -> None:
    made = fits(40)
    made.moved[:30] = 0.0
    made.moved[30:32] *= 0.1
    found = made.settled
    assert not found[:32].any()
    assert found[32:].mean() > 0.7


def curves(durations: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of every half frame the number of its symbol, and how far into the segment it is."""
    symbols = np.repeat(np.arange(len(durations)), 2 * durations).astype(np.float32)
    return symbols, np.arange(len(symbols), dtype=np.float32)


@pytest.mark.parametrize("factor", [0.4, 1.0, 1.35, 2.0])
def test_a_stretched_plan_keeps_its_curves_with_its_symbols(factor: float) -> None:
    train = pytest.importorskip("engines.voices.training.train", reason="PyTorch is an extra: make test WITH=clone")
    durations = np.array([4, 1, 9, 2, 6])
    longer, symbols, position = train.stretch(durations, *curves(durations), factor)
    assert longer.tolist() == [max(1, round(n * factor)) for n in durations.tolist()]
    assert np.array_equal(symbols, curves(longer)[0])
    assert (np.diff(position) >= 0).all()
    if factor == 1.0:
        assert np.array_equal(position, np.arange(2 * durations.sum()))


def test_spoiled_recordings_keep_length_and_level() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is an extra: make test WITH=clone")
    from engines.voices.training.spoiling import spoil  # noqa: PLC0415

    torch.manual_seed(0)
    clean = 0.3 * torch.randn(64, 8_001)
    spoiled = spoil(clean)
    assert spoiled.shape == clean.shape
    assert torch.isfinite(spoiled).all()
    decibels = 20 * torch.log10(spoiled.square().mean(1).sqrt() / 0.045)
    assert decibels.abs().max() < 3.01
    assert decibels.max() - decibels.min() > 3
    # Each in its own way: one that nothing happened to is the clean one at another level.
    cosine = torch.nn.functional.cosine_similarity(spoiled, clean)
    assert cosine.max() > 0.99
    assert cosine.min() < 0.9


def test_a_channel_can_keep_its_colour() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is an extra: make test WITH=clone")
    from engines.voices.training.spoiling import spoil  # noqa: PLC0415

    clean = 0.3 * torch.randn(48, 8_000, generator=torch.Generator().manual_seed(1))
    changed = []
    for colour in (0.0, 1.0):
        torch.manual_seed(0)
        cosine = torch.nn.functional.cosine_similarity(spoil(clean, colour=colour), clean)
        changed.append(float((cosine < 0.9999).float().mean()))
    assert changed[0] < changed[1] < 1
