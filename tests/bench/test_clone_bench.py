from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile as sf

pytest.importorskip("rapidfuzz", reason="the `bench` extra is not installed")
pytest.importorskip("speechmos", reason="the `bench` extra is not installed")

from engines.engine import Engine
from engines.errors import TimbreError
from engines.models.kokoro.model import KokoroModel
from engines.types import FloatArray
from engines.voices.profile import VoiceProfile
from tests.bench import clone, clone_lengths, clone_methods, clone_speakers, clone_streaming, listen
from tests.bench.clone_rating import Rating, Row, enter, speak
from tests.bench.metrics.audio import Opinion
from tests.bench.metrics.embedders import RATE
from tests.bench.metrics.scoring import Score
from tests.bench.metrics.similarity import Likeness


class Spectrum:
    """An embedder that needs no weights."""

    def embed(self, samples: FloatArray) -> FloatArray:
        power = np.abs(np.fft.rfft(samples, 1 << 15))[: 1 << 14].reshape(64, -1).mean(axis=1)
        return np.asarray(power / np.linalg.norm(power), np.float32)


@pytest.fixture
def tiny(tiny_model: KokoroModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Engine:
    monkeypatch.setenv("TIMBRE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(clone_methods, "_AUDITION", ("No.", "Why?"))
    return Engine(tiny_model)


def write_clips(folder: Path, seconds: dict[str, float], rate: int = RATE) -> None:
    folder.mkdir(parents=True)
    for name, length in seconds.items():
        sf.write(folder / f"{name}.flac", np.full(round(length * rate), 0.1), rate)


def rating(independent: float, errors: int = 0) -> Rating:
    score = Score(errors, 10, [], [])
    return Rating("1", Likeness(independent, 50.0, 60.0), Opinion(3.0, 4.0, 2.5 + errors), (score,), ("",))


def test_the_longest_recordings_make_the_voice_and_the_rest_judge_it(tmp_path: Path) -> None:
    lengths = {"a": 3.0, "b": 16.0, "c": 11.0, "d": 5.0, "e": 4.0, "f": 9.0, "g": 2.0}
    write_clips(tmp_path / "1688" / "chapter", lengths)
    write_clips(tmp_path / "367", {"x": 4.0, "y": 6.0, "z": 5.0})
    speakers = clone_speakers.load_speakers(tmp_path)
    many, few = speakers["1688"], speakers["367"]
    assert [path.stem for path in many.pool] == ["b", "c", "f"]
    assert {path.stem for path in many.others} == set("adeg")
    assert ([path.stem for path in few.pool], len(few.others)) == (["y"], 2)
    assert len(many.reference()) == 15 * RATE
    assert len(many.reference(3.0)) == 3 * RATE
    assert len(many.reference(30.0)) == 30 * RATE
    assert len(few.reference(30.0)) == 6 * RATE


def test_the_held_out_speakers_are_judged_where_they_are_there(tmp_path: Path) -> None:
    for name in ("1688", "someone", "367"):
        write_clips(tmp_path / name, {"x": 1.0, "y": 1.0, "z": 1.0})
    speakers = clone_speakers.load_speakers(tmp_path)
    assert clone_speakers.judged(speakers) == ["1688", "367"]
    del speakers["1688"], speakers["367"]
    assert clone_speakers.judged(speakers) == ["someone"]


def test_recordings_of_any_rate_are_heard_at_16_khz(tmp_path: Path) -> None:
    path = tmp_path / "stereo.wav"
    sf.write(path, np.zeros((48000, 2)), 48000)
    assert clone_speakers.read(path).shape == (RATE,)


@pytest.mark.parametrize("named", [True, False])
def test_without_recordings_it_says_where_to_get_them(
    named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("TIMBRE_SPEECH", raising=False)
    assert clone.main(["--speech", str(tmp_path)] if named else []) == 2
    said = "".join(capsys.readouterr().out.split())
    assert "resemble-ai/Resemblyzer" in said
    assert ("hasnottwospeakers" in said) == named


def test_stock_voices_are_always_measured_to_compare_with() -> None:
    parser = clone._parser()
    assert parser.parse_args(["--methods", "instant"]).methods == ["stock", "instant"]
    assert parser.parse_args(["--voices", "refined=/x", "table"]).voices == [("refined", Path("/x"))]
    for wrong in (["--methods", "magic"], ["--voices", "folder"], ["painting"]):
        with pytest.raises(SystemExit):
            parser.parse_args(wrong)


def test_the_nearest_stock_voice_is_found_and_remembered(tiny: Engine) -> None:
    stock = clone_methods.Stock(tiny, Spectrum())
    names = [name for name, info in tiny.voices.items() if info.kind == "stock"]
    for name in names:
        said = np.concatenate([speak(tiny, name, text) for text in clone_methods._AUDITION])
        assert stock("someone", said, "en-us") == name
    again = clone_methods.Stock(tiny, Spectrum())
    assert again("someone", said, "en-us") == names[-1]


def test_the_map_takes_pitch_and_rate_of_the_reference(tiny: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listen, "transcribe", lambda *_: "The train leaves.")
    reference = hum(180.0, seconds=6.0)
    voice = clone_methods.Mapped(tiny, clone_methods.Stock(tiny, Spectrum()))("1688", reference, "en-us")
    assert isinstance(voice, VoiceProfile)
    assert voice.pitch is not None
    assert np.exp(voice.pitch.mean_log_hz) == pytest.approx(180, rel=0.02)
    assert enter(tiny, voice) == voice.name
    assert voice.name in tiny.voices


def test_slow_speech_gives_a_lower_rate_than_fast(tiny: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listen, "transcribe", lambda *_: "The train leaves.")
    slow, fast = (clone_methods.speaking_rate(tiny, "af_tiny", hum(180.0, seconds=s), "en-us") for s in (4.0, 1.5))
    assert slow < fast


def test_a_missing_voice_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(TimbreError, match=r"no 1688\.timbrevoice"):
        clone_methods.Files(tmp_path)("1688", hum(100.0), "en-us")


def test_a_row_is_the_mean_of_its_voices_and_a_promise_may_be_broken() -> None:
    stock, instant = Row("stock", (rating(40.0),), 0.1), Row("instant", (rating(70.0), rating(90.0, errors=1)), 0.5)
    assert instant.likeness == (80.0, 50.0, 60.0)
    assert instant.word_errors == 5.0
    kept = {figure.name: figure.kept for figure in clone.row_figures(instant, stock)}
    assert kept["instant: ind"]
    assert not kept["instant: indEQ"]
    assert not kept["instant: word error rate"]
    assert kept["instant: DNSMOS under stock's"]
    assert all(figure.bound is None for figure in clone.row_figures(stock, stock))


def test_a_length_that_no_speaker_has_is_left_out(
    tiny: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("1688", "367"):
        write_clips(tmp_path / name, {"x": 4.0, "y": 3.0, "z": 3.0})
    monkeypatch.setattr(
        clone_lengths, "likeness", lambda *arguments: Likeness(60.0 if arguments[4] == 3 else 45.0, 1.0, 1.0)
    )
    speaker = clone_speakers.load_speakers(tmp_path)["1688"]
    instant = ("instant", lambda *_: "am_small")
    figures = clone_lengths.measure(tiny, None, [speaker], lambda *_: "af_tiny", instant, ["Hello."])  # type: ignore[arg-type]
    assert {figure.name: figure.value for figure in figures} == {
        "instant, 3 s of reference: ind": 60.0,
        "instant, 3 s of reference: indEQ": 1.0,
        "instant, 3 s of reference: ind over stock's": 15.0,
    }
    assert all(figure.kept for figure in figures)


def test_streaming_compares_a_voice_with_another(tiny: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clone_streaming, "_REPEATS", 1)
    monkeypatch.setattr(clone_streaming, "_TEXT", "On {}.")
    monkeypatch.setattr(clone_streaming, "PASSAGES", {"en": ["The mill was dark, and nobody had been inside."]})
    figures = {figure.name: figure for figure in clone_streaming.measure(tiny, "af_tiny", "am_small")}
    assert figures["clone: windowed against whole, SNR"].kept
    assert figures["clone: the same, less that of the whole at the same place"].kept
    assert figures["stock voice: first chunk"].value > 0


def hum(pitch: float, seconds: float = 2.0) -> FloatArray:
    """A voice that says nothing."""
    phase = np.arange(round(seconds * RATE)) * pitch / RATE
    return sum(np.sin(2 * np.pi * k * phase) / k for k in range(1, 8)).astype(np.float32) * 0.05  # type: ignore[union-attr]
