"""From recordings to references: what is chosen, in which form, and how long it takes."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

import numpy as np
import pytest
import soundfile as sf
import soxr
from talking import RATE as SOURCE
from talking import pause, talk

from engines.audio.reading import AudioReadError
from engines.types import FloatArray
from engines.voices.reference import RATE, SECONDS, Reference, open_reference, prepare

LEVEL = 0.045


def joined(*parts: FloatArray) -> FloatArray:
    return np.concatenate(parts)


def kinds(reference: Reference) -> set[str]:
    return {check.kind for check in reference.checks}


@pytest.fixture(scope="module")
def recording() -> FloatArray:
    """Two phrases with quiet around them: from 0.6 to 3.1 s and from 3.6 to 6.6 s."""
    return joined(pause(0.6), talk(2.5), pause(0.5), talk(3.0, seed=1), pause(0.7))


def test_the_speech_of_a_recording_becomes_a_reference(recording: FloatArray) -> None:
    reference = prepare(recording, SOURCE, source_name="anna.wav")
    (span,) = reference.spans
    assert span.start == pytest.approx(0.55, abs=0.1)
    assert span.end == pytest.approx(6.75, abs=0.15)
    assert len(reference.samples) == pytest.approx(span.seconds * RATE, abs=2)
    assert reference.samples.dtype == np.float32
    assert np.sqrt((reference.samples**2).mean()) == pytest.approx(LEVEL, rel=1e-3)
    assert reference.checks == ()
    assert reference.usable
    assert reference.source_name == "anna.wav"
    assert reference.seconds == pytest.approx(len(recording) / SOURCE)


def test_the_reference_is_the_recording_itself(recording: FloatArray) -> None:
    reference = prepare(recording, SOURCE)
    (span,) = reference.spans
    source = soxr.resample(recording, SOURCE, RATE)[round(span.start * RATE) :][: len(reference.samples)]
    likeness = np.corrcoef(source, reference.samples)[0, 1]
    assert likeness > 0.98  # less only by the rumble


@pytest.mark.parametrize("rate", [8_000, 48_000])
def test_every_rate_gives_the_same_parts(recording: FloatArray, rate: int) -> None:
    usual = prepare(recording, SOURCE)
    other = prepare(soxr.resample(recording, SOURCE, rate), rate)
    np.testing.assert_allclose(other.spans, usual.spans, atol=0.1)
    assert other.samples.std() == pytest.approx(usual.samples.std(), rel=1e-3)


@pytest.mark.parametrize("gain", [3e-3, 30.0])
def test_every_level_gives_the_same_reference(recording: FloatArray, gain: float) -> None:
    usual, other = prepare(recording, SOURCE), prepare(gain * recording, SOURCE)
    np.testing.assert_allclose(other.spans, usual.spans, atol=0.1)
    assert other.checks == ()


def test_an_offset_and_rumble_are_removed(recording: FloatArray) -> None:
    times = np.arange(len(recording)) / SOURCE
    spoilt = (recording + 0.2 + 0.05 * np.sin(2 * np.pi * 35 * times)).astype(np.float32)
    reference = prepare(spoilt, SOURCE)
    power = np.abs(np.fft.rfft(reference.samples)) ** 2
    below = np.fft.rfftfreq(len(reference.samples), 1 / RATE) < 50
    assert power[below].sum() < 1e-4 * power.sum()
    assert abs(reference.samples.mean()) < 1e-4


def test_it_begins_and_ends_softly(recording: FloatArray) -> None:
    samples = prepare(recording, SOURCE).samples
    assert abs(samples[0]) < 1e-4
    assert abs(samples[-1]) < 1e-3


def test_of_much_speech_no_more_than_asked_for_is_taken_and_no_phrase_is_cut() -> None:
    phrases = [joined(talk(2.2, seed=n), pause(0.5, seed=n)) for n in range(12)]
    reference = prepare(joined(pause(0.5), *phrases), SOURCE)
    assert 12.0 < sum(span.seconds for span in reference.spans) < SECONDS + 0.5
    for span in reference.spans:
        for edge in span:
            within = (edge - 0.5) % 2.7
            assert within > 2.2 or within < 0.1 or edge < 0.5
    assert sum(span.seconds for span in prepare(joined(*phrases), SOURCE, seconds=6.0).spans) < 6.5


def test_speech_without_any_pause_is_cut_to_length() -> None:
    reference = prepare(talk(25.0), SOURCE)
    assert 10.0 < len(reference.samples) / RATE < SECONDS + 0.5


def test_the_clear_part_is_chosen_over_the_noisy_one() -> None:
    noise = 0.03 * np.random.default_rng(0).standard_normal(13 * SOURCE).astype(np.float32)
    noisy = joined(talk(4.0), pause(0.5), talk(4.0, seed=1), pause(0.5), talk(4.0, seed=2))
    clear = joined(pause(1.0), talk(4.0, seed=3), pause(0.5), talk(4.0, seed=4), pause(1.0))
    reference = prepare(joined(noisy + noise[: len(noisy)], clear), SOURCE, seconds=9.0)
    assert all(span.start > 13.0 for span in reference.spans)
    assert "noisy" not in {check.kind for check in reference.checks if check.severity == "warning"}


def test_long_pauses_are_left_out() -> None:
    reference = prepare(joined(talk(3.0), pause(4.0), talk(3.0, seed=1), pause(1.0)), SOURCE)
    assert len(reference.spans) == 2
    assert 5.5 < len(reference.samples) / RATE < 7.0


def test_only_one_of_two_voices_is_taken() -> None:
    man = joined(*(joined(talk(3.0, seed=n), pause(0.5)) for n in range(4)))
    woman = joined(*(joined(talk(3.0, pitch=230.0, size=1.25, seed=n), pause(0.5)) for n in range(2)))
    reference = prepare(joined(man[: len(man) // 2], woman, man[len(man) // 2 :]), SOURCE)
    (check,) = [check for check in reference.checks if check.kind == "speakers"]
    first, last = len(man) / 2 / SOURCE, (len(man) / 2 + len(woman)) / SOURCE
    assert check.severity == "warning"
    assert all(first - 2.1 < start and end < last + 2.1 for start, end in check.spans)
    assert all(span.end < first + 0.3 or span.start > last - 0.3 for span in reference.spans)


def test_what_tells_voices_apart_can_be_given(recording: FloatArray) -> None:
    asked: list[int] = []
    reference = prepare(recording, SOURCE, describe=lambda _, phrases: asked.append(len(phrases)) or [])
    assert asked == [2]
    assert "speakers" not in kinds(reference)


@pytest.mark.parametrize(
    ("samples", "kind"), [(np.zeros(0), "empty"), (np.zeros(RATE), "silent"), (1e-5 * np.ones(9), "silent")]
)
def test_nothing_to_hear_stops(samples: FloatArray, kind: str) -> None:
    reference = prepare(samples.astype(np.float32), RATE)
    (check,) = reference.checks
    assert (check.kind, check.severity) == (kind, "stop")
    assert not reference.usable
    assert not len(reference.samples)
    assert reference.spans == ()


@pytest.mark.parametrize("count", [50, 1000, 9600])
def test_the_shortest_recordings_are_no_trouble(count: int) -> None:
    reference = prepare(talk(1.0)[3200 : 3200 + count], SOURCE)
    assert reference.usable
    assert np.isfinite(reference.samples).all()
    assert kinds(reference) & {"short", "no-voice"}


def test_without_a_voice_the_loudest_part_is_offered() -> None:
    noise = pause(30.0, level=0.01)
    noise[10 * SOURCE : 20 * SOURCE] *= 8
    reference = prepare(noise, SOURCE, seconds=8.0)
    assert [(check.kind, check.severity) for check in reference.checks] == [("no-voice", "warning")]
    (span,) = reference.spans
    assert 9.5 < span.start < span.end < 20.5


def test_values_that_are_not_numbers_do_not_spread(recording: FloatArray) -> None:
    spoilt = recording.copy()
    spoilt[100], spoilt[40_000] = np.nan, np.inf
    assert np.isfinite(prepare(spoilt, SOURCE).samples).all()


def test_the_hash_is_of_the_source(tmp_path: Path, recording: FloatArray) -> None:
    sf.write(tmp_path / "a.wav", recording, SOURCE)
    opened = open_reference(tmp_path / "a.wav")
    assert opened.sha256 == hashlib.sha256((tmp_path / "a.wav").read_bytes()).hexdigest()
    assert opened.source_name == "a.wav"
    assert prepare(recording, SOURCE).sha256 == hashlib.sha256(recording.astype("<f4").tobytes()).hexdigest()


def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(b"hello" * 100)
    with pytest.raises(AudioReadError, match="no sound or video file"):
        open_reference(tmp_path / "a.wav")


def test_of_a_long_file_the_first_part_is_looked_at(
    tmp_path: Path, recording: FloatArray, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engines.voices.reference.LONGEST_SECONDS", 5.0)
    sf.write(tmp_path / "a.wav", recording, SOURCE)
    reference = open_reference(tmp_path / "a.wav")
    assert all(span.end < 5.2 for span in reference.spans)
    assert "long" in kinds(reference)


def test_fifteen_seconds_take_a_third_of_a_second() -> None:
    sound = soxr.resample(joined(talk(7.0), pause(0.8), talk(7.0, seed=1)), SOURCE, 48_000)
    prepare(sound, 48_000)
    start = time.process_time()
    prepare(sound, 48_000)
    assert time.process_time() - start < 0.3
