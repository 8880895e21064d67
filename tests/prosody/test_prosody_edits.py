"""Edits by hand: what they do to a plan, how they are made, and to which segment they belong."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.models.kokoro.model import KokoroModel
from engines.prosody import curves
from engines.prosody.curves import offsets_at
from engines.prosody.edit_carrying import carried, heirs
from engines.prosody.edit_steps import (
    Kind,
    add_point,
    copied,
    draw,
    frames_of,
    move_border,
    pasted,
    remove_point,
    reset,
    scale,
    set_frames,
    set_point,
    shift,
    stretch,
)
from engines.prosody.editing import HIGHEST_HZ, LOWEST_HZ, SHARES, SILENT, edited, half_frames
from engines.prosody.edits import Attaching, Point, SegmentEdit, with_edit
from engines.prosody.level import DB_OF_ENERGY
from engines.prosody.stretching import UNVOICED
from engines.types import Phonemes, Plan

SYMBOLS = "hɛlO wɜɹld."
COUNT = len(SYMBOLS)


def made_plan(seed: int = 1, symbols: str = SYMBOLS) -> Plan:
    """A plan with voiced and unvoiced stretches and silent ends, without a model."""
    rng = np.random.default_rng(seed)
    durations = rng.integers(1, 9, len(symbols) + 2)
    total = 2 * int(durations.sum())
    f0 = np.where(rng.random(total) < 0.3, 0.0, rng.uniform(90, 300, total)).astype(np.float32)
    energy = rng.uniform(-2, 5, total).astype(np.float32)
    phonemes = Phonemes.from_symbols(symbols, "af_tiny", "en-us")
    return Plan(phonemes, None, durations, f0, energy, np.zeros((1, len(durations)), np.float32))  # type: ignore[arg-type]


PLAN = made_plan()
LONG = made_plan(symbols=SYMBOLS * 12)
places = st.floats(-1, COUNT + 1, allow_nan=False)
offsets = st.floats(-40, 40, allow_nan=False)
points = st.lists(st.builds(Point, places, offsets), max_size=8).map(lambda made: tuple(sorted(made)))
lengths = st.dictionaries(st.integers(-3, COUNT + 3), st.floats(-1, 30, allow_nan=False), max_size=6)
any_edit = st.builds(
    lambda durations, pitch, energy: SegmentEdit(SYMBOLS, 0, tuple(sorted(durations.items())), pitch, energy),
    lengths,
    points,
    points,
)
kinds = st.sampled_from(Kind)


def heard(edit: SegmentEdit, kind: Kind, at: float) -> float:
    return float(offsets_at(edit.pitch if kind is Kind.PITCH else edit.energy, at))


# What an edit does to a plan


@given(any_edit)
def test_an_edit_keeps_voicing_silence_and_bounds(edit: SegmentEdit) -> None:
    plan = edited(PLAN, edit)
    stretched = edited(PLAN, SegmentEdit(SYMBOLS, durations=edit.durations))
    assert len(plan.f0) == len(plan.energy) == 2 * plan.durations.sum()
    assert plan.durations.min() >= 1
    assert ((plan.f0 > UNVOICED) == (stretched.f0 > UNVOICED)).all()
    assert ((plan.energy >= SILENT) == (stretched.energy >= SILENT)).all()
    moved = plan.f0 != stretched.f0
    assert (plan.f0[moved] >= np.minimum(stretched.f0[moved], LOWEST_HZ) - 1e-3).all()
    assert (plan.f0[moved] <= np.maximum(stretched.f0[moved], HIGHEST_HZ) + 1e-3).all()
    assert np.isfinite(plan.f0).all()
    assert np.isfinite(plan.energy).all()


@given(any_edit)
def test_lengths_that_are_not_edited_stay(edit: SegmentEdit) -> None:
    plan = edited(PLAN, edit)
    touched = {index + 1 for index, _ in edit.durations}
    for index in set(range(COUNT + 2)) - touched:
        assert plan.durations[index] == PLAN.durations[index]
    assert (plan.durations <= np.maximum(np.rint(PLAN.durations * SHARES[1]), 1)).all()


def test_nothing_edited_is_the_same_plan() -> None:
    assert edited(PLAN, SegmentEdit(SYMBOLS)) is PLAN


def test_an_edit_of_other_words_does_nothing() -> None:
    assert edited(PLAN, SegmentEdit("hɛlO", pitch=(Point(0, 3.0),))) is PLAN


def test_offsets_are_semitones_and_decibels() -> None:
    plan = edited(PLAN, SegmentEdit(SYMBOLS, pitch=(Point(0, 12.0),), energy=(Point(0, -3.0),)))
    voiced = (PLAN.f0 > UNVOICED) & (PLAN.f0 < HIGHEST_HZ / 2)
    np.testing.assert_allclose(plan.f0[voiced], 2 * PLAN.f0[voiced], rtol=1e-5)
    loud = PLAN.energy > 3 / DB_OF_ENERGY
    np.testing.assert_allclose((PLAN.energy - plan.energy)[loud] * DB_OF_ENERGY, 3.0, rtol=1e-5)


def test_curves_move_with_the_lengths() -> None:
    """A pitch drawn over a symbol is still over that symbol when what is before it becomes longer."""
    edit = SegmentEdit(SYMBOLS, durations=((0, 3.0),), pitch=shift(SegmentEdit(SYMBOLS), Kind.PITCH, 3, 4, 5.0).pitch)
    plan, longer = edited(PLAN, edit), edited(PLAN, SegmentEdit(SYMBOLS, durations=((0, 3.0),)))
    at = half_frames(plan.durations)
    changed = plan.f0 != longer.f0
    assert changed.any()
    assert (at[changed] > 3).all()
    assert (at[changed] < 4).all()


def test_positions_are_middles_of_half_frames() -> None:
    np.testing.assert_allclose(half_frames(np.array([1, 2, 1])), [-0.75, -0.25, 0.125, 0.375, 0.625, 0.875, 1.25, 1.75])


def test_an_edit_takes_no_time() -> None:
    edit = SegmentEdit(
        LONG.phonemes.symbols,
        durations=tuple((index, 1.3) for index in range(0, 120, 2)),
        pitch=tuple(Point(index, index % 5) for index in range(120)),
        energy=tuple(Point(index, index % 3) for index in range(120)),
    )
    times = []
    for _ in range(30):
        start = time.perf_counter()
        edited(LONG, edit)
        times.append(time.perf_counter() - start)
    assert min(times) < 1e-3


def test_the_model_says_an_edited_plan(tiny_model: KokoroModel) -> None:
    plan = tiny_model.plan(PLAN.phonemes, tiny_model.voice("af_tiny"))
    edit = stretch(shift(SegmentEdit(SYMBOLS), Kind.PITCH, 2, 5, 4.0), plan.durations, 1, 4, 2.0)
    longer = edited(plan, edit)
    samples = tiny_model.generate(tiny_model.prepare(longer), 0, longer.frames)
    assert len(samples) == longer.frames * tiny_model.frame_samples > plan.frames * tiny_model.frame_samples


# Curves


@given(points, places, places, st.floats(-10, 10))
def test_a_change_between_two_places_changes_nothing_beside(
    curve: tuple[Point, ...], a: float, b: float, by: float
) -> None:
    start, end = min(a, b), max(a, b)
    changed = curves.changed(curve, start, end, lambda offset: offset + by)
    at = np.linspace(-2, COUNT + 2, 301)
    at = at[(np.abs(at - start) > 1e-6) & (np.abs(at - end) > 1e-6)]
    for point in curve:  # steps have no one value where they are
        at = at[np.abs(at - point.at) > 1e-6]
    inside = (at > start) & (at < end)
    expected = offsets_at(curve, at) + np.where(inside, by, 0.0)
    np.testing.assert_allclose(offsets_at(changed, at), expected, atol=1e-4)


@given(points)
def test_tidying_does_not_change_a_curve(curve: tuple[Point, ...]) -> None:
    tidied = curves.tidy(curve)
    at = np.linspace(-2, COUNT + 2, 201)
    for point in curve:
        at = at[np.abs(at - point.at) > 1e-6]
    np.testing.assert_allclose(offsets_at(tidied, at), offsets_at(curve, at), atol=1e-4)
    assert len(tidied) <= len(curve)


@given(points, places, places)
def test_a_cleared_curve_is_flat_there(curve: tuple[Point, ...], a: float, b: float) -> None:
    start, end = min(a, b), max(a, b)
    at = np.linspace(start, end, 20)[1:-1]
    if end - start > 1e-3:
        np.testing.assert_allclose(offsets_at(curves.cleared(curve, start, end), at), 0.0, atol=1e-6)


@given(points, st.floats(0.01, 2))
def test_simplified_curves_stay_within_the_tolerance(curve: tuple[Point, ...], tolerance: float) -> None:
    one_each = tuple({point.at: point for point in curve}.values())
    simple = curves.simplified(one_each, tolerance)
    at = [point.at for point in one_each]
    if at:
        assert np.abs(offsets_at(simple, at) - offsets_at(one_each, at)).max() <= tolerance + 1e-9


# Steps of the user


@given(any_edit, kinds, st.integers(0, COUNT - 1), st.integers(1, COUNT), st.floats(-5, 5))
def test_a_shift_and_its_opposite_leave_what_was(edit: SegmentEdit, kind: Kind, a: int, b: int, by: float) -> None:
    start, end = min(a, b), max(a, b) + 0.5
    small = replace(edit, pitch=curves.limited(edit.pitch, 10), energy=curves.limited(edit.energy, 7))
    back = shift(shift(small, kind, start, end, by), kind, start, end, -by)
    at = np.arange(-0.9, COUNT, 0.2103)
    before = small.pitch if kind is Kind.PITCH else small.energy
    after = back.pitch if kind is Kind.PITCH else back.energy
    for point in before:
        at = at[np.abs(at - point.at) > 1e-5]
    np.testing.assert_allclose(offsets_at(after, at), offsets_at(before, at), atol=1e-4)


def test_a_stroke_replaces_what_was_under_it() -> None:
    edit = draw(SegmentEdit(SYMBOLS), Kind.PITCH, [Point(4.0, 2.0), Point(2.0, -1.0), Point(3.0, 3.0)])
    assert heard(edit, Kind.PITCH, 3.0) == pytest.approx(3.0)
    assert heard(edit, Kind.PITCH, 2.5) == pytest.approx(1.0)
    assert heard(edit, Kind.PITCH, 1.9) == heard(edit, Kind.PITCH, 4.1) == 0.0


def test_points_are_added_moved_and_taken_out() -> None:
    edit, index = add_point(SegmentEdit(SYMBOLS), Kind.PITCH, Point(3.0, 2.0))
    assert heard(edit, Kind.PITCH, 3.0) == 2.0
    assert heard(edit, Kind.PITCH, 4.5) == 0.0
    edit = set_point(edit, Kind.PITCH, index, Point(9.0, 5.0))
    assert edit.pitch[index] == Point(4.0, 5.0), "it does not pass the next one"
    assert not remove_point(edit, Kind.PITCH, index).changes


def test_a_point_beyond_the_others_moves_nothing_further_on() -> None:
    edit, _ = add_point(SegmentEdit(SYMBOLS), Kind.PITCH, Point(2.0, 2.0))
    edit, _ = add_point(edit, Kind.PITCH, Point(6.0, 4.0))
    assert heard(edit, Kind.PITCH, 6.0) == 4.0
    assert heard(edit, Kind.PITCH, 7.0) == heard(edit, Kind.PITCH, 9.0) == 0.0


def test_scaling_widens_the_movement_and_keeps_its_mean() -> None:
    edit = scale(SegmentEdit(SYMBOLS), Kind.PITCH, 0, COUNT, 1.5, PLAN)
    at = half_frames(PLAN.durations)
    inside = (PLAN.f0 > LOWEST_HZ) & (at > 0) & (at < COUNT)
    before = 12 * np.log2(PLAN.f0[inside])
    after = 12 * np.log2(edited(PLAN, edit).f0[inside])
    assert after.std() == pytest.approx(1.5 * before.std(), rel=0.05)
    assert after.mean() == pytest.approx(before.mean(), abs=0.2)


def test_a_scale_of_one_changes_nothing() -> None:
    assert not scale(SegmentEdit(SYMBOLS), Kind.ENERGY, 0, COUNT, 1.0, PLAN).changes


@given(st.integers(0, COUNT - 2), st.integers(-30, 30))
def test_a_border_moves_and_the_whole_stays_as_long(index: int, by: int) -> None:
    edit = move_border(SegmentEdit(SYMBOLS), PLAN.durations, index, by)
    plan = edited(PLAN, edit)
    assert plan.frames == PLAN.frames
    assert plan.durations.min() >= 1
    gained = plan.durations[index + 1] - PLAN.durations[index + 1]
    assert 0 <= gained * np.sign(by) <= abs(by)


def test_lengths_are_set_in_frames() -> None:
    edit = set_frames(SegmentEdit(SYMBOLS), PLAN.durations, {2: 7, 3: float(PLAN.durations[4])})
    assert frames_of(edit, PLAN.durations)[2] == 7
    assert [index for index, _ in edit.durations] == ([2] if PLAN.durations[3] != 7 else [])


def test_a_reset_takes_all_out_of_a_range() -> None:
    edit = stretch(shift(SegmentEdit(SYMBOLS), Kind.PITCH, 0, 6, 2.0), PLAN.durations, 0, 6, 2.0)
    part = reset(edit, 0, 3)
    assert {index for index, _ in part.durations} == {index for index, _ in edit.durations if index >= 3}
    assert heard(part, Kind.PITCH, 1.0) == 0.0
    assert heard(part, Kind.PITCH, 4.0) == 2.0
    assert not reset(edit, 0, COUNT).changes
    assert reset(edit, 0, COUNT, [Kind.PITCH]).durations == edit.durations


def test_an_edit_is_pasted_into_words_of_another_length() -> None:
    edit = draw(SegmentEdit(SYMBOLS), Kind.PITCH, [Point(2.0, 0.0), Point(3.0, 4.0), Point(4.0, 1.0)])
    edit = replace(edit, durations=((3, 2.0),))
    clip = copied(edit, 2, 4)
    other = pasted(SegmentEdit("a" * 20), clip, 4, 12)
    assert heard(other, Kind.PITCH, 8.0) == pytest.approx(4.0)
    assert heard(other, Kind.PITCH, 6.0) == pytest.approx(2.0)
    assert heard(other, Kind.PITCH, 3.9) == heard(other, Kind.PITCH, 12.1) == 0.0
    assert other.durations == tuple((index, 2.0) for index in range(8, 12))
    assert copied(other, 4, 12).pitch == clip.pitch


@given(any_edit)
def test_an_edit_copied_onto_itself_stays(edit: SegmentEdit) -> None:
    edit = replace(edit, durations=tuple((i, share) for i, share in edit.durations if 0 <= i < COUNT and share != 1.0))
    limit = replace(edit, pitch=curves.limited(edit.pitch, 24), energy=curves.limited(edit.energy, 12))
    again = pasted(limit, copied(limit, 0, COUNT), 0, COUNT)
    at = np.arange(0.05, COUNT - 0.05, 0.1517)
    for point in (*limit.pitch, *limit.energy):
        at = at[np.abs(at - point.at) > 1e-5]
    np.testing.assert_allclose(offsets_at(again.pitch, at), offsets_at(limit.pitch, at), atol=1e-4)
    np.testing.assert_allclose(offsets_at(again.energy, at), offsets_at(limit.energy, at), atol=1e-4)
    assert again.durations == limit.durations


# Words that change


def test_an_edit_goes_along_with_its_words() -> None:
    edit = SegmentEdit("wi liv æt dɔn", 2, ((10, 2.0), (3, 1.5)), (Point(10.0, 1.0), Point(13.0, 3.0)))
    other = carried(edit, "wi nɛvəɹ liv æt dɔn", 1)
    assert (other.symbols, other.occurrence) == ("wi nɛvəɹ liv æt dɔn", 1)
    assert list(other.durations) == [(9, 1.5), (16, 2.0)]
    assert other.pitch == (Point(16.0, 1.0), Point(19.0, 3.0))
    assert carried(other, edit.symbols, 2) == edit.tidy()


@given(any_edit, st.text("ab hɛlOwɜd.", max_size=15))
def test_an_edit_of_any_other_words_is_in_order(edit: SegmentEdit, symbols: str) -> None:
    other = carried(edit, symbols)
    assert other == other.tidy()
    assert all(0 <= index < len(symbols) for index, _ in other.durations)


def test_only_segments_that_are_alike_inherit() -> None:
    edit = SegmentEdit("wi liv æt dɔn", pitch=(Point(1.0, 1.0),))
    free = [("ðɛn pæk", 0), ("wi liv æt nˈIt", 0), ("wi liv æt dˈɔn", 0)]
    assert heirs([edit], free) == ((edit, carried(edit, "wi liv æt dˈɔn")),)
    assert heirs([edit], free[:1]) == ()
    assert len(heirs([edit, replace(edit, occurrence=1)], free)) == 2


# Which segment it is of


def test_edits_find_their_segments_by_words_and_order() -> None:
    first, second = SegmentEdit("no", 0, pitch=(Point(0, 1.0),)), SegmentEdit("no", 1, pitch=(Point(0, 2.0),))
    gone = SegmentEdit("maybe", 0, pitch=(Point(0, 3.0),))
    attaching = Attaching((second, gone, first))
    found = [attaching.next(symbols) for symbols in ("yes", "no", "yes", "no", "no")]
    assert found == [None, first, None, second, None]
    assert attaching.left == (gone,)


def test_an_edit_takes_the_place_of_the_segments_earlier_one() -> None:
    first, other = SegmentEdit("no", 0, pitch=(Point(0, 1.0),)), SegmentEdit("no", 1, pitch=(Point(0, 2.0),))
    again = replace(first, pitch=(Point(0, 5.0),))
    assert with_edit((first, other), again) == (other, again)
    assert with_edit((first, other), SegmentEdit("no", 0)) == (other,)
